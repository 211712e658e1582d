package exhaust

import (
	"slices"

	"github.com/relspec/relspec/oracle"
)

// Report is the result of an exhaustive search, with its counts and findings.
type Report struct {
	Bound    Bound  `json:"bound"`
	Complete bool   `json:"complete"` // every world was compared
	Queries  int    `json:"queries"`  // queries of the bound; each runs in each world
	Worlds   uint64 `json:"worlds"`
	// Abandoned counts worlds with so many differences that the rest was skipped.
	Abandoned uint64        `json:"abandoned"`
	Counts    oracle.Counts `json:"counts"`
	Seconds   float64       `json:"seconds"`
	Findings  []Finding     `json:"findings"`
}

// Finding is a group of differences that probably have the same cause.
type Finding struct {
	Group     string `json:"group"`
	Hash      string `json:"hash"` // of the first difference; the name of its folder
	Label     string `json:"label"`
	Signature string `json:"signature"`
	Origin    string `json:"place"`
	Repeats   uint64 `json:"repeats"`
	Text      string `json:"text"`
}

// found records a difference and reports whether it is the first of its group.
func (r *Report) found(f Finding) bool {
	i := slices.IndexFunc(r.Findings, func(o Finding) bool { return o.Group == f.Group })
	if i >= 0 {
		r.Findings[i].Repeats++
		return false
	}
	r.Findings = append(r.Findings, f)
	return true
}
