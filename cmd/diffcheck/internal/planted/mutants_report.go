package planted

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/mutants"
)

// MutantsReport is the result of the campaigns against mutants.
type MutantsReport struct {
	OK      bool           `json:"ok"`
	Seed    uint64         `json:"seed"`
	Seeds   int            `json:"seeds"`
	Guided  bool           `json:"guided"`
	Bound   uint64         `json:"operations"` // of each campaign, 0 for no bound
	Limit   float64        `json:"limit_s"`
	Chosen  int            `json:"chosen"` // faults asked for, the control among them
	Results []MutantResult `json:"results"`
	// Missed are the mutants that were not found in time; Alarm is the divergence of the control.
	Missed  []string `json:"missed"`
	Alarm   string   `json:"alarm,omitempty"`
	Mutants int      `json:"mutants"`
	Found   int      `json:"found"`
	ByTwin  int      `json:"found_by_twin"`     // of those found
	Median  float64  `json:"median_s"`          // seconds to detection
	Within  uint64   `json:"median_operations"` // operations to detection, those of what was not found included
	Reduced int      `json:"reduced_to_10"`     // how many of those found were reduced to 10 operations or fewer
	Largest int      `json:"largest_reduction"` // operations
}

// enoughReduced is the size that a reduced trace should not exceed.
const enoughReduced = 10

// sort puts the results in the order of the faults.
func (r *MutantsReport) sort(chosen []mutants.Mutant) {
	place := func(o MutantResult) int {
		return slices.IndexFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name })
	}
	slices.SortStableFunc(r.Results, func(a, b MutantResult) int {
		return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Seed, b.Seed))
	})
}

// trials is how many campaigns were asked for.
func (r *MutantsReport) trials() int { return r.Chosen * max(1, r.Seeds) }

// hasSeed reports whether a result is of a seed that was asked for. One that names none is of the only one.
func (r *MutantsReport) hasSeed(o *MutantResult) bool {
	return o.Seed == 0 && r.Seeds <= 1 || o.Seed-r.Seed < uint64(max(1, r.Seeds))
}

// has reports whether the result of a fault and seed is known.
func (r *MutantsReport) has(name string, seed uint64) bool {
	return slices.ContainsFunc(r.Results, func(o MutantResult) bool {
		return o.Name == name && (o.Seed == seed || o.Seed == 0 && r.Seeds <= 1)
	})
}

// trialName names a fault, with the seed where there are several.
func (r *MutantsReport) trialName(o *MutantResult) string {
	if r.Seeds <= 1 {
		return o.Name
	}
	return fmt.Sprintf("%s (seed %d)", o.Name, o.Seed)
}

// judge sums up. Results of faults that were not chosen, or are no longer in the catalogue, are left out.
func (r *MutantsReport) judge(chosen []mutants.Mutant) {
	r.Results = slices.DeleteFunc(r.Results, func(o MutantResult) bool {
		return !slices.ContainsFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name }) || !r.hasSeed(&o)
	})
	r.Missed = []string{}
	var seconds []float64
	var operations []uint64
	for _, o := range r.Results {
		switch {
		case isControl(o.Name):
			if o.Found {
				r.Alarm = cmp.Or(o.Signature, "a divergence")
			}
			continue
		case !o.Found:
			r.Missed = append(r.Missed, r.trialName(&o))
		default:
			r.Found++
			if (mutants.Mutant{Class: o.Class}).Finder() == mutants.Twin {
				r.ByTwin++
			}
			if o.Reduced > 0 && o.Reduced <= enoughReduced {
				r.Reduced++
			}
			r.Largest = max(r.Largest, o.Reduced)
		}
		r.Mutants++
		seconds = append(seconds, o.Seconds)
		operations = append(operations, o.Operations)
	}
	if len(seconds) > 0 {
		slices.Sort(seconds)
		r.Median = seconds[len(seconds)/2]
		slices.Sort(operations)
		r.Within = operations[len(operations)/2]
	}
	r.OK = len(r.Missed) == 0 && r.Alarm == "" && len(r.Results) == len(chosen)*max(1, r.Seeds) && len(chosen) > 0
}

// Merge joins the results of "diffcheck mutants" in several files. A fault that stands in two of them with one seed counts once. The seeds are
// those that the files have.
func Merge(c *console.Console, names []string) error {
	catalogue := append(slices.Clone(mutants.All()), mutants.Mutant{Name: Control}, twinControl())
	joined := &MutantsReport{Chosen: len(catalogue)}
	type trial struct {
		name string
		seed uint64
	}
	known, seeds := map[trial]bool{}, map[uint64]bool{}
	for _, name := range names {
		results, err := console.ReadResults[MutantResult](name)
		if err != nil {
			return err
		}
		for _, r := range results {
			if t := (trial{r.Name, r.Seed}); !known[t] {
				known[t], seeds[r.Seed] = true, true
				joined.Results = append(joined.Results, r)
			}
		}
	}
	delete(seeds, 0) // results that do not say theirs
	if all := slices.Sorted(maps.Keys(seeds)); len(all) > 0 {
		joined.Seed, joined.Seeds = all[0], int(all[len(all)-1]-all[0])+1
	}
	joined.sort(catalogue)
	joined.judge(catalogue)
	return c.Conclude(joined, joined.OK, "")
}

// Text is the table and the sum for people.
func (r *MutantsReport) Text(w *strings.Builder) {
	fmt.Fprintf(w, "%-32s %-14s %12s %8s %8s  %s\n", "fault", "class", "operations", "seconds", "reduced", "shows as")
	for _, o := range r.Results {
		reduced, shows := "-", o.Signature
		if o.Reduced > 0 {
			reduced = fmt.Sprint(o.Reduced)
		}
		if !o.Found {
			shows = "NOT FOUND"
			if isControl(o.Name) {
				shows = "nothing, as it should"
			}
		}
		fmt.Fprintf(w, "%-32s %-14s %12s %8.1f %8s  %s\n", o.Name, o.Class, console.Number(int(o.Operations)), o.Seconds, reduced, shows)
	}
	fmt.Fprintf(w, "\n%s\n", r.summary())
}

// summary is the sum in a few lines.
func (r *MutantsReport) summary() string {
	var w strings.Builder
	if r.Seeds > 1 {
		return r.summaryOfSeeds()
	}
	fmt.Fprintf(&w, "found         %d of %d%s, half of them within %.1f s; seed %d\n", r.Found, r.Mutants, r.bound(), r.Median, r.Seed)
	fmt.Fprintf(&w, "reduced       %d of %d to %d operations or fewer, the largest has %d\n", r.Reduced, r.Found-r.ByTwin, enoughReduced, r.Largest)
	r.rest(&w)
	return w.String()
}

// bound says how the campaigns went and how long each could last, "" for results from files, which do not have it.
func (r *MutantsReport) bound() string {
	how := ""
	if r.Guided {
		how = " by guided campaigns"
	}
	switch {
	case r.Bound > 0:
		return fmt.Sprintf("%s within %s operations each", how, console.Number(int(r.Bound)))
	case r.Limit > 0:
		return fmt.Sprintf("%s within %.0f s each", how, r.Limit)
	}
	return how
}

// rest is what both forms of the sum end with.
func (r *MutantsReport) rest(w *strings.Builder) {
	switch {
	case r.Alarm != "":
		fmt.Fprintf(w, "control       FALSE ALARM: %s\n", r.Alarm)
	case slices.ContainsFunc(r.Results, func(o MutantResult) bool { return isControl(o.Name) }):
		fmt.Fprintf(w, "control       shows nothing\n")
	default:
		fmt.Fprintf(w, "control       not run\n")
	}
	if len(r.Missed) > 0 {
		fmt.Fprintf(w, "missed        %s\n", strings.Join(r.Missed, ", "))
	}
	if n := r.trials() - len(r.Results); n > 0 {
		fmt.Fprintf(w, "not run       %d\n", n)
	}
	if r.ByTwin > 0 {
		fmt.Fprintf(w, "by the twin   %d, of class typed; its strings are not reduced\n", r.ByTwin)
	}
}

// Markdown is the sum and the table for the docs.
func (r *MutantsReport) Markdown() string {
	var w strings.Builder
	if r.Seeds > 1 {
		return r.markdownOfSeeds()
	}
	fmt.Fprintf(&w, "```\n%s```\n\n| mutant | what is broken | operations | seconds | reduced to | shows as |\n|---|---|--:|--:|--:|---|\n", r.summary())
	cell := strings.NewReplacer("|", `\|`)
	for _, o := range r.Results {
		shows := o.Signature
		if !o.Found {
			shows = "**not found**"
			if isControl(o.Name) {
				shows = "nothing"
			}
		}
		fmt.Fprintf(&w, "| %s | %s | %s | %.1f | %d | %s |\n", o.Name, cell.Replace(o.Breaks), console.Number(int(o.Operations)), o.Seconds, o.Reduced, cell.Replace(shows))
	}
	return w.String()
}
