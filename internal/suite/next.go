package suite

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Next is a capability, or a profile as "profile flecs-4", that a subject has not got, with how many cases need only
// that beside its own.
type Next struct {
	What  string `json:"what"`
	Cases int    `json:"cases"`
}

// next lists the capabilities that would have most cases compared, the most first.
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

// lone is the one thing that a reason names, in whatever kinds of query, or "".
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
