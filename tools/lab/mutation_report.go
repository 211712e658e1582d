package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/tools/mutation"
)

// mutationReport is the result of the mutants.
type mutationReport struct {
	OK       bool               `json:"ok"`
	Mutants  int                `json:"mutants"` // selected mutants
	Drawn    int                `json:"drawn"`
	Units    int                `json:"units"`
	Tests    int                `json:"tests"`
	Broken   []string           `json:"not_run,omitempty"` // tests
	Stated   int                `json:"stated"`            // killed by the scenarios' own expectations
	All      mutationCount      `json:"all"`
	Files    []mutationCount    `json:"files"`
	Operator []mutationCount    `json:"operators"`
	Left     []mutationSurvivor `json:"left"` // survivors and mutants that are not covered
	Results  []mutation.Result  `json:"-"`
}

// mutationCount counts mutants of one group.
type mutationCount struct {
	Name       string  `json:"name,omitempty"`
	Tried      int     `json:"tried"`
	Killed     int     `json:"killed"`
	Explained  int     `json:"explained"` // of those that survived or are not covered
	Survived   int     `json:"survived"`
	NotCovered int     `json:"not_covered"`
	Score      float64 `json:"score"`               // killed mutants as a share of those that are not explained
	Low        float64 `json:"score_low,omitempty"` // confidence interval of the score of all mutants, 95 %
	High       float64 `json:"score_high,omitempty"`
}

// mutationSurvivor is a mutant that was not killed, and the explanation if it cannot be killed.
type mutationSurvivor struct {
	mutation.Result
	Class string `json:"class,omitempty"`
	Why   string `json:"why,omitempty"`
}

func newMutationReport(out *mutation.Outcome, explained []mutation.Explanation) *mutationReport {
	r := &mutationReport{
		Mutants: len(out.Points), Drawn: out.Drawn, Units: out.Units, Tests: out.Tests, Broken: out.Broken,
		Left: []mutationSurvivor{},
	}
	files, operators := map[string]*mutationCount{}, map[string]*mutationCount{}
	for _, result := range out.Results {
		s := mutationSurvivor{Result: result}
		if i := slices.IndexFunc(explained,
			func(e mutation.Explanation) bool { return e.Fits(&result.Point) }); i >= 0 {
			s.Class, s.Why = explained[i].Class, explained[i].Why
		}
		if strings.Contains(result.By, asStated+": ") {
			r.Stated++
		}
		r.All.add(&s)
		counted(files, result.File).add(&s)
		counted(operators, string(result.Operator)).add(&s)
		if result.Status != mutation.Killed {
			r.Left = append(r.Left, s)
		}
	}
	r.Files, r.Operator = finished(files), finished(operators)
	r.All.finish()
	r.OK = r.All.Tried > 0 && r.All.Tried == r.Drawn && r.All.Killed+r.All.Explained == r.All.Tried
	return r
}

func counted(counts map[string]*mutationCount, name string) *mutationCount {
	if counts[name] == nil {
		counts[name] = &mutationCount{Name: name}
	}
	return counts[name]
}

func finished(counts map[string]*mutationCount) []mutationCount {
	var out []mutationCount
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		counts[name].finish()
		out = append(out, *counts[name])
	}
	return out
}

func (c *mutationCount) add(s *mutationSurvivor) {
	c.Tried++
	switch s.Status {
	case mutation.Killed:
		c.Killed++
	case mutation.Survived:
		if c.Survived++; s.Why != "" {
			c.Explained++
		}
	case mutation.NotCovered:
		if c.NotCovered++; s.Why != "" {
			c.Explained++
		}
	}
}

// finish computes the score: the share of killed mutants among those that are not explained. The
// interval is Wilson's.
func (c *mutationCount) finish() {
	n := float64(c.Tried - c.Explained)
	if n == 0 {
		return
	}
	const z = 1.96
	p := float64(c.Killed) / n
	middle, half := p+z*z/(2*n), z*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	c.Score, c.Low, c.High = p, (middle-half)/(1+z*z/n), (middle+half)/(1+z*z/n)
}

func (r *mutationReport) Text(w *strings.Builder) {
	for _, s := range r.Left {
		note := "UNEXPLAINED"
		if s.Why != "" {
			note = s.Class + ": " + s.Why
		}
		fmt.Fprintf(w, "%-11s %s\n            %s\n", s.Status, s.String(), note)
	}
	for _, c := range slices.Concat(r.Files, r.Operator) {
		fmt.Fprintf(w, "%-32s %5d tried %5d killed %4d survived %4d not covered, %d of them explained\n",
			c.Name, c.Tried, c.Killed, c.Survived, c.NotCovered, c.Explained)
	}
	fmt.Fprintf(w, "\n%s\n", r.summary())
}

// summary returns the totals in a few lines.
func (r *mutationReport) summary() string {
	var w strings.Builder
	c := &r.All
	fmt.Fprintf(&w, "mutants       %s, of which %s were drawn and %s tried\n", show.Number(r.Mutants),
		show.Number(r.Drawn), show.Number(c.Tried))
	fmt.Fprintf(&w, "killed        %s; %s survived and %s are not covered, %s of these explained\n",
		show.Number(c.Killed), show.Number(c.Survived), show.Number(c.NotCovered), show.Number(c.Explained))
	fmt.Fprintf(&w, "              %s of those killed by what scenarios state themselves\n", show.Number(r.Stated))
	fmt.Fprintf(&w, "score         %.1f %% of all tried, %.1f %% of those that are not explained",
		100*float64(c.Killed)/float64(max(1, c.Tried)), 100*c.Score)
	if c.Tried < r.Mutants {
		fmt.Fprintf(&w, " (%.1f to %.1f with 95 %%, for all mutants)", 100*c.Low, 100*c.High)
	}
	w.WriteString("\n")
	if r.Units > 0 {
		fmt.Fprintf(&w, "run against   %s units of the oracle and %s of the package\n", show.Number(r.Units),
			show.Plural(r.Tests, "test", "tests"))
	}
	if len(r.Broken) > 0 {
		fmt.Fprintf(&w, "not run       %s: fail in the instrumented build without a mutant\n",
			strings.Join(r.Broken, ", "))
	}
	return w.String()
}

// Markdown returns the text for the docs: the totals, the table of operators and the survivors.
func (r *mutationReport) Markdown() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n", r.summary())
	w.WriteString("\n| operator | tried | killed | survived | not covered | explained |\n|---|--:|--:|--:|--:|--:|\n")
	for _, c := range r.Operator {
		fmt.Fprintf(&w, "| %s | %d | %d | %d | %d | %d |\n", c.Name, c.Tried, c.Killed, c.Survived, c.NotCovered,
			c.Explained)
	}
	w.WriteString("\n| survivor | change | why |\n|---|---|---|\n")
	for _, s := range r.Left {
		fmt.Fprintf(&w, "| %s %s, %s%s | `%s` | %s |\n", s.File, s.Function, s.Operator, notCovered(&s),
			strings.ReplaceAll(s.Change, "|", "\\|"),
			cmp.Or(s.Why, "**not explained**"))
	}
	return w.String()
}

func notCovered(s *mutationSurvivor) string {
	if s.Status == mutation.NotCovered {
		return ", not covered"
	}
	return ""
}

// mutationList is the output of --list.
type mutationList []mutation.Point

func newMutationList(all []mutation.Point, choose func(*mutation.Point) bool) mutationList {
	out := mutationList{}
	for _, p := range all {
		if choose(&p) {
			out = append(out, p)
		}
	}
	return out
}

func (l mutationList) Text(w *strings.Builder) {
	for _, p := range l {
		fmt.Fprintln(w, p.String())
	}
}
