package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutants"
)

// mutantResult is the result of a campaign against a mutant.
type mutantResult struct {
	Name   string `json:"name"`
	Class  string `json:"class"`
	Breaks string `json:"breaks"`
	Seed   uint64 `json:"seed"`
	mutants.Trial
}

// mutantsReport is the result of the campaigns against mutants.
type mutantsReport struct {
	OK      bool           `json:"ok"`
	Seed    uint64         `json:"seed"`
	Seeds   int            `json:"seeds"`
	Bound   uint64         `json:"operations"` // limit of each campaign; 0: no limit
	Limit   float64        `json:"limit_s"`
	Chosen  int            `json:"chosen"` // selected mutants, including the controls
	Results []mutantResult `json:"results"`
	// Missed lists the mutants that were not found. Alarm is the divergence of a control, if any.
	Missed  []string `json:"missed"`
	Alarm   string   `json:"alarm,omitempty"`
	Mutants int      `json:"mutants"` // campaigns against mutants
	Found   int      `json:"found"`
	ByTwin  int      `json:"found_by_twin"` // found by the twin; Found includes them
	Median  float64  `json:"median_s"`      // seconds to detection
	// Within is the median number of operations until detection. A campaign without a finding
	// counts with all its operations.
	Within  uint64 `json:"median_operations"`
	Reduced int    `json:"reduced_to_10"`     // findings that were reduced to 10 operations or fewer
	Largest int    `json:"largest_reduction"` // operations

	released bool // the table shows the release that had the bug
}

// enoughReduced is the size that a reduced trace should not exceed.
const enoughReduced = 10

// sort sorts the results in the order of the mutants.
func (r *mutantsReport) sort(chosen []mutants.Mutant) {
	rank := func(o mutantResult) int {
		return slices.IndexFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name })
	}
	slices.SortStableFunc(r.Results, func(a, b mutantResult) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.Seed, b.Seed))
	})
}

// has reports whether the result of a mutant and seed is known.
func (r *mutantsReport) has(name string, seed uint64) bool {
	return slices.ContainsFunc(r.Results, func(o mutantResult) bool { return o.Name == name && o.Seed == seed })
}

// judge computes the totals. It ignores results of mutants and seeds that were not selected.
func (r *mutantsReport) judge(chosen []mutants.Mutant) {
	r.Results = slices.DeleteFunc(r.Results, func(o mutantResult) bool {
		return o.Seed-r.Seed >= uint64(r.Seeds) ||
			!slices.ContainsFunc(chosen, func(m mutants.Mutant) bool { return m.Name == o.Name })
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
			r.Missed = append(r.Missed, fmt.Sprintf("%s (seed %d)", o.Name, o.Seed))
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
	r.OK = len(r.Missed) == 0 && r.Alarm == "" && len(chosen) > 0 && len(r.Results) == len(chosen)*r.Seeds
}

// summary returns the totals in a few lines.
func (r *mutantsReport) summary() string {
	var w strings.Builder
	bound := fmt.Sprintf("%.0f s", r.Limit)
	if r.Bound > 0 {
		bound = show.Number(r.Bound) + " operations"
	}
	fmt.Fprintf(&w, "found         %d of %d within %s each, half of them within %s operations and %.1f s; %s\n",
		r.Found, r.Mutants, bound, show.Number(r.Within), r.Median, r.seeds())
	if r.Seeds == 1 {
		fmt.Fprintf(&w, "reduced       %d of %d to %d operations or fewer, the largest has %d\n", r.Reduced,
			r.Found-r.ByTwin, enoughReduced, r.Largest)
	}
	switch {
	case r.Alarm != "":
		fmt.Fprintf(&w, "control       FALSE ALARM: %s\n", r.Alarm)
	case slices.ContainsFunc(r.Results, func(o mutantResult) bool { return isControl(o.Name) }):
		fmt.Fprintf(&w, "control       shows nothing\n")
	default:
		fmt.Fprintf(&w, "control       not run\n")
	}
	if len(r.Missed) > 0 {
		fmt.Fprintf(&w, "missed        %s\n", strings.Join(r.Missed, ", "))
	}
	if n := r.Chosen*r.Seeds - len(r.Results); n > 0 {
		fmt.Fprintf(&w, "not run       %d\n", n)
	}
	if r.ByTwin > 0 {
		fmt.Fprintf(&w, "by the twin   %d, of class typed, whose operations are not reduced\n", r.ByTwin)
	}
	return w.String()
}

func (r *mutantsReport) seeds() string {
	if r.Seeds == 1 {
		return fmt.Sprintf("seed %d", r.Seed)
	}
	return fmt.Sprintf("seeds %d to %d", r.Seed, r.Seed+uint64(r.Seeds)-1)
}

// shows describes the result of a campaign.
func (o *mutantResult) shows() string {
	switch {
	case o.Found:
		return o.Signature
	case isControl(o.Name):
		return "nothing, as it should"
	}
	return "NOT FOUND"
}

// Text writes the totals and the table.
func (r *mutantsReport) Text(w *strings.Builder) {
	w.WriteString(r.summary())
	fmt.Fprintf(w, "\n%-32s %-14s %4s %10s %8s %8s  %s\n", "mutant", "class", "seed", "operations", "seconds",
		"reduced", "shows as")
	for i := range r.Results {
		o := &r.Results[i]
		fmt.Fprintf(w, "%-32s %-14s %4d %10s %8.1f %8d  %s\n", o.Name, o.Class, o.Seed, show.Number(o.Operations),
			o.Seconds, o.Reduced, o.shows())
	}
}

// Markdown returns the text for the docs: the totals, the results by class, and the names of the mutants
// that were not found. For bugs of released engines it lists each mutant.
func (r *mutantsReport) Markdown() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n\n", r.summary())
	if r.released {
		r.each(&w)
		return w.String()
	}
	w.WriteString("| class | mutants | found | half of them within operations | all found within | half reduced to |\n" +
		"|---|--:|--:|--:|--:|--:|\n")
	for _, class := range r.classes() {
		fmt.Fprintf(&w, "| %s | %d | %d | %s | %s | %s |\n", class.name, class.mutants, len(class.operations),
			median(class.operations), show.Number(slices.Max(append(class.operations, 0))), median(class.reduced))
	}
	if len(r.Missed) > 0 {
		w.WriteString("\nNot found:\n\n")
	}
	for _, o := range r.Results {
		if !o.Found && !isControl(o.Name) {
			fmt.Fprintf(&w, "- `%s`: %s\n", o.Name, o.Breaks)
		}
	}
	return w.String()
}

// mutantClass has the results of a class of mutants: for each finding the number of operations, and the
// size of the reduced trace.
type mutantClass struct {
	name                string
	mutants             int
	operations, reduced []uint64
}

func (r *mutantsReport) classes() []*mutantClass {
	byName := map[string]*mutantClass{}
	for _, o := range r.Results {
		if isControl(o.Name) {
			continue
		}
		class := byName[o.Class]
		if class == nil {
			class = &mutantClass{name: o.Class}
			byName[o.Class] = class
		}
		class.mutants++
		if o.Found {
			class.operations = append(class.operations, o.Operations)
		}
		if o.Reduced > 0 {
			class.reduced = append(class.reduced, uint64(o.Reduced))
		}
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *mutantClass) int { return cmp.Compare(a.name, b.name) })
}

// median returns the median as text, or "" if there are no numbers.
func median(numbers []uint64) string {
	if len(numbers) == 0 {
		return ""
	}
	return show.Number(slices.Sorted(slices.Values(numbers))[len(numbers)/2])
}

// each writes a table with a row for each bug: the number of campaigns that found it, and the median
// number of operations.
func (r *mutantsReport) each(w *strings.Builder) {
	w.WriteString("| defect | released in | the engine does wrong | found | operations |\n|---|---|---|--:|--:|\n")
	for rest := r.Results; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Name == rest[0].Name {
			n++
		}
		var operations []uint64
		for _, o := range rest[:n] {
			if o.Found {
				operations = append(operations, o.Operations)
			}
		}
		from := rest[0].Class
		if m, known := mutants.Find(rest[0].Name); known {
			from = m.From()
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d of %d | %s |\n", rest[0].Name, from,
			strings.ReplaceAll(rest[0].Breaks, "|", `\|`), len(operations), n, median(operations))
		rest = rest[n:]
	}
}
