package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutants"
)

// mutantsReport is the result of campaigns against mutants, in the order of the catalogue.
type mutantsReport struct {
	flags     *mutantsFlags
	campaigns []*campaign
}

// ok reports whether all campaigns were run and found the mutants, and the controls found nothing.
func (r *mutantsReport) ok() bool {
	return len(r.campaigns) > 0 && !slices.ContainsFunc(r.campaigns, func(c *campaign) bool {
		return c.trial == nil || c.trial.Found == c.isControl()
	})
}

// isControl reports whether a campaign has no mutant.
func (c *campaign) isControl() bool { return c.File == "" }

// enoughReduced is the size that a reduced trace should not exceed.
const enoughReduced = 10

// summary returns the totals in a few lines.
func (r *mutantsReport) summary() string {
	var seconds []float64
	var operations []uint64 // a campaign without a finding counts with all its operations
	found, byTwin, reduced, largest, notRun := 0, 0, 0, 0, 0
	said := "not run"
	for _, c := range r.campaigns {
		switch {
		case c.trial == nil:
			notRun++
			continue
		case c.isControl():
			if c.trial.Found {
				said = "FALSE ALARM: " + cmp.Or(c.trial.Signature, "a divergence")
			} else if said == "not run" {
				said = "shows nothing"
			}
			continue
		case c.trial.Found:
			found++
			if c.Finder() == mutants.Twin {
				byTwin++
			}
			if c.trial.Reduced > 0 && c.trial.Reduced <= enoughReduced {
				reduced++
			}
			largest = max(largest, c.trial.Reduced)
		}
		seconds, operations = append(seconds, c.trial.Seconds), append(operations, c.trial.Operations)
	}
	bound := fmt.Sprintf("%.0f s", r.flags.duration.Seconds())
	if r.flags.bound > 0 {
		bound = show.Number(r.flags.bound) + " operations"
	}
	seeds := fmt.Sprintf("seed %d", r.flags.seed)
	if r.flags.seeds > 1 {
		seeds = fmt.Sprintf("seeds %d to %d", r.flags.seed, r.flags.seed+uint64(r.flags.seeds)-1)
	}
	var w strings.Builder
	fmt.Fprintf(&w, "found         %d of %d within %s each, half of them within %s operations and %.1f s; %s\n",
		found, len(seconds), bound, show.Number(median(operations)), median(seconds), seeds)
	if r.flags.seeds == 1 {
		fmt.Fprintf(&w, "reduced       %d of %d to %d operations or fewer, the largest has %d\n", reduced,
			found-byTwin, enoughReduced, largest)
	}
	fmt.Fprintf(&w, "control       %s\n", said)
	if notRun > 0 {
		fmt.Fprintf(&w, "not run       %d\n", notRun)
	}
	if byTwin > 0 {
		fmt.Fprintf(&w, "by the twin   %d, of class typed, whose operations are not reduced\n", byTwin)
	}
	return w.String()
}

// median returns the median, or 0 if there are no numbers.
func median[T cmp.Ordered](numbers []T) (m T) {
	if len(numbers) > 0 {
		m = slices.Sorted(slices.Values(numbers))[len(numbers)/2]
	}
	return m
}

// Text writes the totals and the table.
func (r *mutantsReport) Text(w *strings.Builder) {
	w.WriteString(r.summary())
	fmt.Fprintf(w, "\n%-32s %-14s %4s %10s %8s %8s  %s\n", "mutant", "class", "seed", "operations", "seconds",
		"reduced", "shows as")
	for _, c := range r.campaigns {
		if c.trial == nil {
			continue
		}
		shows := "NOT FOUND"
		if c.trial.Found {
			shows = c.trial.Signature
		} else if c.isControl() {
			shows = "nothing, as it should"
		}
		fmt.Fprintf(w, "%-32s %-14s %4d %10s %8.1f %8d  %s\n", c.Name, c.Class, c.seed, show.Number(c.trial.Operations),
			c.trial.Seconds, c.trial.Reduced, shows)
	}
}

// Markdown returns the text for the docs: the totals, the results by class, and the names of the mutants
// that were not found. For bugs of released engines it lists each mutant.
func (r *mutantsReport) Markdown() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n\n", r.summary())
	if r.flags.released {
		w.WriteString("| defect | released in | the engine does wrong | found | operations |\n|---|---|---|--:|--:|\n")
		for _, g := range r.grouped(func(c *campaign) string { return c.Name }) {
			fmt.Fprintf(&w, "| %s | %s | %s | %d of %d | %s |\n", g.first.Name, g.first.Released,
				strings.ReplaceAll(g.first.Breaks, "|", `\|`), len(g.operations), g.campaigns, medianText(g.operations))
		}
		return w.String()
	}
	w.WriteString("| class | campaigns | found | half of them within operations | all found within | half reduced to |\n" +
		"|---|--:|--:|--:|--:|--:|\n")
	classes := r.grouped(func(c *campaign) string { return c.Class })
	slices.SortFunc(classes, func(a, b *group) int { return cmp.Compare(a.first.Class, b.first.Class) })
	for _, g := range classes {
		fmt.Fprintf(&w, "| %s | %d | %d | %s | %s | %s |\n", g.first.Class, g.campaigns, len(g.operations),
			medianText(g.operations), show.Number(slices.Max(append(g.operations, 0))), medianText(g.reduced))
	}
	title := "\nNot found (with these seeds):\n\n"
	for _, g := range r.grouped(func(c *campaign) string { return c.Name }) {
		if len(g.missed) > 0 {
			fmt.Fprintf(&w, "%s- `%s` (%s): %s\n", title, g.first.Name, strings.Join(g.missed, ", "), g.first.Breaks)
			title = ""
		}
	}
	return w.String()
}

// group has the results of some campaigns against mutants: for each finding the number of operations and
// the size of the reduced trace, and the seeds of the campaigns that found nothing.
type group struct {
	first               *campaign
	campaigns           int
	operations, reduced []uint64
	missed              []string
}

// grouped groups the campaigns that were run by a key, in the order of the first of each group.
func (r *mutantsReport) grouped(key func(*campaign) string) []*group {
	var all []*group
	byKey := map[string]*group{}
	for _, c := range r.campaigns {
		if c.trial == nil || c.isControl() {
			continue
		}
		g := byKey[key(c)]
		if g == nil {
			g = &group{first: c}
			byKey[key(c)] = g
			all = append(all, g)
		}
		g.campaigns++
		if c.trial.Found {
			g.operations = append(g.operations, c.trial.Operations)
		} else {
			g.missed = append(g.missed, strconv.FormatUint(c.seed, 10))
		}
		if c.trial.Reduced > 0 {
			g.reduced = append(g.reduced, uint64(c.trial.Reduced))
		}
	}
	return all
}

// medianText returns the median as text, or "" if there are no numbers.
func medianText(numbers []uint64) string {
	if len(numbers) == 0 {
		return ""
	}
	return show.Number(median(numbers))
}
