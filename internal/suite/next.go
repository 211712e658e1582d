package suite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Next is a capability that the subject lacks, or a profile such as "profile flecs-4", with the
// number of unsupported cases that need nothing else.
type Next struct {
	What  string `json:"what"`
	Cases int    `json:"cases"`
}

// next returns the missing capabilities, the one that would allow the most additional cases first.
func next(results []CaseResult) []Next {
	counts := map[string]int{}
	for _, r := range results {
		if r.Status == Unsupported {
			counts[lone(r.Reason)]++
		}
	}
	delete(counts, "")
	var out []Next
	for what, n := range counts {
		out = append(out, Next{what, n})
	}
	slices.SortFunc(out, func(a, b Next) int {
		return cmp.Or(cmp.Compare(b.Cases, a.Cases), cmp.Compare(a.What, b.What))
	})
	return out
}

// lone returns the capability or profile that a reason names, or "" if it names none or several.
// The same capability for several kinds of query, such as "cached: order, rule: order", counts as
// one.
func lone(reason string) string {
	found := ""
	for _, lack := range strings.Split(reason, ", ") {
		_, what, ofKind := strings.Cut(lack, ": ")
		if !ofKind {
			what = lack
		}
		isProfile := strings.HasPrefix(what, "profile ")
		if !isProfile && !slices.Contains(spec.Capabilities(), spec.Capability(what)) || found != "" && found != what {
			return ""
		}
		found = what
	}
	return found
}
