package cli

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/mutants"
)

// mutantsReport is the result of the campaigns against mutants.
type mutantsReport struct {
	OK      bool           `json:"ok"`
	Seed    uint64         `json:"seed"`
	Limit   float64        `json:"limit_s"`
	Chosen  int            `json:"chosen"` // faults asked for, the control among them
	Results []mutantResult `json:"results"`
	// Missed are the mutants that were not found in time; Alarm is the divergence of the control.
	Missed  []string `json:"missed"`
	Alarm   string   `json:"alarm,omitempty"`
	Mutants int      `json:"mutants"`
	Found   int      `json:"found"`
	Median  float64  `json:"median_s"`          // seconds to detection
	Reduced int      `json:"reduced_to_10"`     // how many of those found were reduced to 10 operations or fewer
	Largest int      `json:"largest_reduction"` // operations
}

// enoughReduced is the size that a reduced trace should not exceed.
const enoughReduced = 10

// sort puts the results in the order of the faults.
func (r *mutantsReport) sort(chosen []mutants.Mutant) {
	place := func(o mutantResult) int {
		return slices.IndexFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name })
	}
	slices.SortStableFunc(r.Results, func(a, b mutantResult) int { return cmp.Compare(place(a), place(b)) })
}

// judge sums up. Results of faults that were not chosen, or are no longer in the catalogue, are left out.
func (r *mutantsReport) judge(chosen []mutants.Mutant) {
	r.Results = slices.DeleteFunc(r.Results, func(o mutantResult) bool {
		return !slices.ContainsFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name })
	})
	r.Missed = []string{}
	var seconds []float64
	for _, o := range r.Results {
		switch {
		case o.Name == control:
			if o.Found {
				r.Alarm = cmp.Or(o.Signature, "a divergence")
			}
			continue
		case !o.Found:
			r.Missed = append(r.Missed, o.Name)
		default:
			r.Found++
			if o.Reduced > 0 && o.Reduced <= enoughReduced {
				r.Reduced++
			}
			r.Largest = max(r.Largest, o.Reduced)
		}
		r.Mutants++
		seconds = append(seconds, o.Seconds)
	}
	if len(seconds) > 0 {
		slices.Sort(seconds)
		r.Median = seconds[len(seconds)/2]
	}
	r.OK = len(r.Missed) == 0 && r.Alarm == "" && len(r.Results) == len(chosen) && len(chosen) > 0
}

func (r *mutantsReport) text(w *strings.Builder) {
	fmt.Fprintf(w, "%-32s %-14s %12s %8s %8s  %s\n", "fault", "class", "operations", "seconds", "reduced", "shows as")
	for _, o := range r.Results {
		reduced, shows := "-", o.Signature
		if o.Reduced > 0 {
			reduced = fmt.Sprint(o.Reduced)
		}
		if !o.Found {
			shows = "NOT FOUND"
			if o.Name == control {
				shows = "nothing, as it should"
			}
		}
		fmt.Fprintf(w, "%-32s %-14s %12s %8.1f %8s  %s\n", o.Name, o.Class, number(int(o.Operations)), o.Seconds, reduced, shows)
	}
	fmt.Fprintf(w, "\n%s\n", r.summary())
}

// summary is the sum in a few lines.
func (r *mutantsReport) summary() string {
	var w strings.Builder
	fmt.Fprintf(&w, "found         %d of %d within %.0f s each, half of them within %.1f s; seed %d\n", r.Found, r.Mutants, r.Limit, r.Median, r.Seed)
	fmt.Fprintf(&w, "reduced       %d of %d to %d operations or fewer, the largest has %d\n", r.Reduced, r.Found, enoughReduced, r.Largest)
	switch {
	case r.Alarm != "":
		fmt.Fprintf(&w, "control       FALSE ALARM: %s\n", r.Alarm)
	case slices.ContainsFunc(r.Results, func(o mutantResult) bool { return o.Name == control }):
		fmt.Fprintf(&w, "control       shows nothing\n")
	default:
		fmt.Fprintf(&w, "control       not run\n")
	}
	if len(r.Missed) > 0 {
		fmt.Fprintf(&w, "missed        %s\n", strings.Join(r.Missed, ", "))
	}
	if n := r.Chosen - len(r.Results); n > 0 {
		fmt.Fprintf(&w, "not run       %d\n", n)
	}
	return w.String()
}

// writeTable writes the table as a document.
func writeTable(name, table string) error {
	return os.WriteFile(name, []byte(table), 0o644)
}

// markdown is the sum and the table for the docs.
func (r *mutantsReport) markdown() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n\n| mutant | what is broken | operations | seconds | reduced to | shows as |\n|---|---|--:|--:|--:|---|\n", r.summary())
	cell := strings.NewReplacer("|", `\|`)
	for _, o := range r.Results {
		shows := o.Signature
		if !o.Found {
			shows = "**not found**"
			if o.Name == control {
				shows = "nothing"
			}
		}
		fmt.Fprintf(&w, "| %s | %s | %s | %.1f | %d | %s |\n", o.Name, cell.Replace(o.Breaks), number(int(o.Operations)), o.Seconds, o.Reduced, cell.Replace(shows))
	}
	return w.String()
}
