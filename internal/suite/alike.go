package suite

import (
	"math"
	"slices"
	"strings"
)

// explainAlike marks new findings that probably share the cause of a known failure. It groups all
// new findings together. So a new finding can join the group of a known failure through another new
// finding that is similar to both. alikeTo looks at one new finding only. shown are the findings of
// the traces of all entries with `alike`.
func (r *Report) explainAlike(shown []*Finding) {
	if len(shown) == 0 {
		return
	}
	for _, group := range byCause(slices.Concat(r.New(), shown)) {
		markAlike(group, shown)
	}
	known := map[string]string{}
	for _, f := range r.Findings {
		known[f.Name] = f.Known
	}
	for i := range r.Cases {
		explainBy(&r.Cases[i], known)
	}
}

// alikeTo marks a finding if it probably shares the cause of a known failure. Other new findings
// have no influence.
func (f *Finding) alikeTo(shown []*Finding) {
	if len(shown) == 0 {
		return
	}
	for _, group := range byCause(append(slices.Clip(shown), f)) {
		if slices.Contains(group, f) {
			markAlike(group, shown)
		}
	}
}

// markAlike marks the new findings of a group as a known failure if the group contains findings in
// shown, and these belong to one entry. A finding stays new if it is more severe than all of these.
func markAlike(group, shown []*Finding) {
	var ids []string
	worst := math.MaxInt
	for _, f := range group {
		if slices.Contains(shown, f) {
			worst = min(worst, f.Evidence().Severity())
			ids = append(ids, f.Known)
		}
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) != 1 {
		return
	}
	for _, f := range group {
		if !slices.Contains(shown, f) && f.Evidence().Severity() >= worst {
			f.Known = ids[0]
		}
	}
}

// explainBy marks a failed case as a known failure if all its findings are known. known maps the
// names of findings to the ids of their known failures.
func explainBy(c *CaseResult, known map[string]string) {
	if c.Status != Failed || len(c.Findings) == 0 || c.Unexamined {
		return
	}
	var ids []string
	for _, name := range c.Findings {
		if known[name] == "" {
			return
		}
		for id := range strings.SplitSeq(known[name], ", ") {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	c.Status, c.Known = KnownFails, strings.Join(ids, ", ")
}
