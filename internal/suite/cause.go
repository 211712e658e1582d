package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
)

// Causes gathers the new findings that most likely have one cause (package finding says how), the
// worst first, and of a cause the worst finding, then the shortest. It decides only which findings
// are shown together.
func (r *Report) Causes() [][]*Finding { return byCause(r.New()) }

// byCause gathers findings that most likely have one cause. Causes of one severity are in the order
// of how many capabilities they touch, the most first.
func byCause(all []*Finding) [][]*Finding {
	evidence := make([]*finding.Evidence, len(all))
	for i, f := range all {
		evidence[i] = f.Evidence()
	}
	var out [][]*Finding
	for i, n := range finding.Causes(evidence) {
		if n == len(out) {
			out = append(out, nil)
		}
		out[n] = append(out[n], all[i])
	}
	of := make(map[*Finding]*finding.Evidence, len(all))
	for i, f := range all {
		of[f] = evidence[i]
	}
	worse := func(a, b *Finding) int { return of[a].Severity() - of[b].Severity() }
	touched := map[*Finding]int{}
	for _, group := range out {
		slices.SortStableFunc(group, worse)
		met := map[string]bool{}
		for _, f := range group {
			for _, c := range of[f].Touches() {
				met[c] = true
			}
		}
		touched[group[0]] = len(met)
	}
	slices.SortStableFunc(out, func(a, b []*Finding) int {
		return cmp.Or(worse(a[0], b[0]), touched[b[0]]-touched[a[0]])
	})
	return out
}

// Cause is a group of new findings that most likely have one cause.
type Cause struct {
	// Number is that of the findings, from 1.
	Number int `json:"cause"`
	// Title says what happens, as the first finding shows it.
	Title string `json:"title"`
	// Name is that of its first finding.
	Name     string `json:"name"`
	Findings int    `json:"findings"`
	// Seen counts the divergences that were reduced to its findings.
	Seen int `json:"seen"`
	// Cases are the cases that failed by findings of this cause alone.
	Cases int `json:"cases"`
	// Rule is the field of a profile of the subject's own, with its value, in which the cause is
	// gone; "" where none explains it.
	Rule string `json:"rule,omitempty"`
}

// countCauses numbers the causes of the new findings and counts the cases that each explains.
func (r *Report) countCauses() {
	of := map[string]int{}
	r.CauseList = nil
	for i, group := range r.Causes() {
		c := Cause{Number: i + 1, Title: group[0].Evidence().Title(), Name: group[0].Name, Findings: len(group)}
		for _, f := range group {
			f.Cause, of[f.Name] = c.Number, c.Number
			c.Seen += f.Seen
		}
		r.CauseList = append(r.CauseList, c)
	}
	for _, c := range r.Cases {
		if n := causeOf(&c, of); n > 0 {
			r.CauseList[n-1].Cases++
		}
	}
}

// causeOf is the one cause of all the findings by which a case failed, or 0. Known ones do not count.
func causeOf(c *CaseResult, of map[string]int) int {
	one := 0
	for _, name := range c.Findings {
		n := of[name]
		if n > 0 && one > 0 && n != one {
			return 0
		}
		one = max(one, n)
	}
	if c.Status != Failed {
		return 0
	}
	return one
}

// fixes lists the causes by which alone cases fail, the most first.
func (r *Report) fixes() []Cause {
	out := slices.DeleteFunc(slices.Clone(r.CauseList), func(c Cause) bool { return c.Cases == 0 })
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(b.Cases, a.Cases) })
	return out
}

// fixText names the causes whose end would have most failed cases pass.
func (r *Report) fixText(b *strings.Builder) {
	all := r.fixes()
	if len(all) == 0 {
		return
	}
	var parts []string
	for _, c := range all[:min(len(all), maxNext)] {
		parts = append(parts, fmt.Sprintf("cause %d %d", c.Number, c.Cases))
	}
	fmt.Fprintf(b, "fix   %s: as many failed cases fail by that alone\n", strings.Join(parts, ", "))
}

// causeTable is a line for each cause.
func (r *Report) causeTable(b *strings.Builder) {
	if len(r.CauseList) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-6s  %8s  %8s  %8s  %s\n", "cause", "findings", "seen", "cases", "what happens")
	for _, c := range r.CauseList {
		fmt.Fprintf(b, "%-6d  %8d  %8d  %8d  %s\n", c.Number, c.Findings, c.Seen, c.Cases, short(c.Title))
	}
}

// short is a name of at most a line.
func short(name string) string {
	const limit = 110
	runes := []rune(name)
	if len(runes) <= limit {
		return name
	}
	return string(runes[:limit]) + "…"
}

// maxGroups bounds how many groups of findings are shown in full, and maxAlso how many more
// findings of a group have a line; JSON has all.
const (
	maxGroups = 10
	maxAlso   = 5
)

// causeText shows the new findings.
func (r *Report) causeText(b *strings.Builder) {
	groups := r.Causes()
	saved := false
	for i, group := range groups {
		if i == maxGroups {
			fmt.Fprintf(b, "\nand %s, a line each\n", show.Plural(len(groups)-maxGroups, "more", "more"))
		}
		first := group[0]
		if i >= maxGroups {
			fmt.Fprintf(b, "NEW  cause %d: %s   %s\n", i+1, short(first.Evidence().Title()), first.line())
			continue
		}
		fmt.Fprintf(b, "\nNEW  cause %d: %s   %s, seen %d\n  name    %s\n%s", i+1,
			first.Evidence().Title(), show.Plural(len(first.Trace.Entries), "operation", "operations"), first.Seen,
			first.Name, indent(first.Text(r.Command)))
		for n, f := range group[1:] {
			if n == maxAlso {
				fmt.Fprintf(b, "  also    %s of this cause\n", show.Plural(len(group)-1-maxAlso, "more", "more"))
				break
			}
			fmt.Fprintf(b, "  also    %s\n", f.line())
		}
		saved = saved || first.Saved != ""
	}
	if saved {
		b.WriteString("\nEach folder has an entry for a list of known failures, known.yaml: what --known lists does not show again.\n")
	}
}

// line is a finding in one line.
func (f *Finding) line() string {
	if f.Saved == "" {
		return f.Name
	}
	return f.Name + "   " + f.Saved + "/"
}

// entry is an entry for a list of known failures that names the finding. Its reason is left to who knows it.
func (f *Finding) entry() []byte {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	more := "    alike: true # explains every finding of its cause\n"
	if f.Runs > 0 {
		more = "    class: " + string(Flaky) + "\n"
	}
	return []byte("# A list of known failures (--known) with this entry: write the reason. Another list can have the entry below its \"known:\".\n" +
		"# The path of the trace starts at the folder of the list, where the trace does not stand beside it.\nknown:\n  - id: " + quote(f.Hash()) + "\n    reason: ''\n" + more + "    traces: [" + quote(f.Saved+"/trace.jsonl") + "]\n" +
		"    findings: [" + quote(strings.ReplaceAll(f.Name, "*", `\*`)) + "]\n")
}
