package suite

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
)

// KnownGroup is a group of known findings that would be reported as one cause if they were new,
// with the known failures that they belong to. Grouping is good if each group has one known failure
// and each known failure has one group.
type KnownGroup struct {
	// Name is that of its shortest finding.
	Name     string `json:"name"`
	Findings int    `json:"findings"`
	// Known counts its findings by the id of the known failure; one that comes from several together counts for each.
	Known map[string]int `json:"known"`
}

// countKnownGroups groups the known findings as if they were new.
func (r *Report) countKnownGroups() {
	known := slices.DeleteFunc(slices.Clone(r.Findings), func(f *Finding) bool { return f.Known == "" })
	r.KnownGroups = nil
	for _, group := range byCause(known) {
		g := KnownGroup{Name: group[0].Name, Findings: len(group), Known: map[string]int{}}
		for _, f := range group {
			for id := range strings.SplitSeq(f.Known, ", ") {
				g.Known[id]++
			}
		}
		r.KnownGroups = append(r.KnownGroups, g)
	}
}

// knownGroupText writes the number of groups of the known findings and the number of known failures
// in them.
func (r *Report) knownGroupText(b *strings.Builder) {
	if len(r.KnownGroups) == 0 {
		return
	}
	findings, met := 0, map[string]bool{}
	for _, g := range r.KnownGroups {
		findings += g.Findings
		for id := range g.Known {
			met[id] = true
		}
	}
	fmt.Fprintf(b, "  %-9s %s of %s in %s: %.2f groups for each that showed\n", "groups",
		show.Plural(uint64(findings), "finding", "findings"),
		show.Plural(len(met), "entry", "entries"), show.Plural(len(r.KnownGroups), "group", "groups"),
		float64(len(r.KnownGroups))/float64(len(met)))
	for i, g := range r.KnownGroups {
		ids := slices.SortedFunc(maps.Keys(g.Known),
			func(x, y string) int { return cmp.Or(g.Known[y]-g.Known[x], cmp.Compare(x, y)) })
		for k, id := range ids {
			ids[k] = fmt.Sprintf("%s %d", id, g.Known[id])
		}
		fmt.Fprintf(b, "  %-9s %-3d %4d findings  %s\n", "group", i+1, g.Findings, strings.Join(ids, ", "))
	}
}
