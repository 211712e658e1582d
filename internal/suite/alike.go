package suite

import (
	"math"
	"slices"
	"strings"
)

// explainAlike marks new findings that probably share the cause of a known failure. shown are the
// findings of the traces of all entries with `alike`. A finding stays new if it is more severe than
// those, or if several entries claim its group.
func (r *Report) explainAlike(shown []*Finding) {
	if len(shown) == 0 {
		return
	}
	for _, group := range byCause(slices.Concat(r.New(), shown)) {
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
			continue
		}
		for _, f := range group {
			if f.Evidence().Severity() >= worst {
				f.Known = ids[0]
			}
		}
	}
	known := map[string]string{}
	for _, f := range r.Findings {
		known[f.Name] = f.Known
	}
	for i := range r.Cases {
		explainBy(&r.Cases[i], known)
	}
}

// explainBy marks a failed case as a known failure if all its findings are known.
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
