package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
)

// Causes groups the new findings by their most likely cause, as package finding determines it. The
// most severe cause comes first. Within a cause the most severe finding comes first, then the
// shortest. The groups affect how findings are displayed, and [Cause.Rule].
func (r *Report) Causes() [][]*Finding { return byCause(r.New()) }

// byCause groups findings by their most likely cause. Among causes of equal severity, the one that
// touches the most capabilities comes first.
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

// Cause is a group of new findings that probably have the same cause.
type Cause struct {
	// Number is the number of the cause in findings, from 1.
	Number int `json:"cause"`
	// Title describes the failure, taken from the first finding.
	Title string `json:"title"`
	// Name is the name of the first finding.
	Name     string `json:"name"`
	Findings int    `json:"findings"`
	// Seen counts the divergences behind its findings.
	Seen int `json:"seen"`
	// Cases counts the cases that fail only because of this cause.
	Cases int `json:"cases"`
	// Rule is a field of an own profile and its value, such as "self_pairs: refuse". In a profile
	// with that value, the cause does not occur. It is "" if there is no such field.
	Rule string `json:"rule,omitempty"`
}

// countCauses numbers the causes of the new findings and counts the cases that fail because of
// each.
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

// causeOf returns the cause of all new findings in a failed case, or 0 if they have several causes.
// Known findings are ignored.
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

// fixes returns the causes that alone make cases fail, the one with the most cases first.
func (r *Report) fixes() []Cause {
	out := slices.DeleteFunc(slices.Clone(r.CauseList), func(c Cause) bool { return c.Cases == 0 })
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(b.Cases, a.Cases) })
	return out
}

// fixText lists the causes whose fix would make the most failed cases pass.
func (r *Report) fixText(b *strings.Builder) {
	all := r.fixes()
	if len(all) == 0 {
		return
	}
	var parts []string
	for _, c := range all[:min(len(all), maxNext)] {
		parts = append(parts, fmt.Sprintf("cause %d %d", c.Number, c.Cases))
	}
	fmt.Fprintf(b, "fix   %s: the number of cases that would pass if only this cause were fixed\n", strings.Join(parts, ", "))
}

// causeTable writes one line for each cause.
func (r *Report) causeTable(b *strings.Builder) {
	if len(r.CauseList) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%-6s  %8s  %8s  %8s  %s\n", "cause", "findings", "seen", "cases", "what happens")
	for _, c := range r.CauseList {
		fmt.Fprintf(b, "%-6d  %8d  %8d  %8d  %s\n", c.Number, c.Findings, c.Seen, c.Cases, show.Short(c.Title, maxTitle))
	}
}

// maxTitle is the maximum number of characters of a title or message in a table.
const maxTitle = 110

// maxGroups is the maximum number of groups shown in full, and maxAlso the maximum number of other
// findings listed for each group. JSON output has all of them.
const (
	maxGroups = 10
	maxAlso   = 5
)

// causeText writes the new findings.
func (r *Report) causeText(b *strings.Builder) {
	groups := r.Causes()
	saved := false
	for i, group := range groups {
		if i == maxGroups {
			fmt.Fprintf(b, "\nand %s, one line each\n", show.Plural(len(groups)-maxGroups, "more", "more"))
		}
		first := group[0]
		if i >= maxGroups {
			fmt.Fprintf(b, "NEW  cause %d: %s   %s\n", i+1, show.Short(first.Evidence().Title(), maxTitle), first.line())
			continue
		}
		fmt.Fprintf(b, "\nNEW  cause %d: %s   %s, seen %d\n  name    %s\n%s", i+1,
			first.Evidence().Title(), show.Plural(len(first.Trace.Entries), "operation", "operations"), first.Seen,
			first.Name, show.Indent(first.Text(r.Command)))
		for n, f := range group[1:] {
			if n == maxAlso {
				fmt.Fprintf(b, "  also    %s with this cause\n", show.Plural(len(group)-1-maxAlso, "more", "more"))
				break
			}
			fmt.Fprintf(b, "  also    %s\n", f.line())
		}
		saved = saved || first.Saved != ""
	}
	if saved {
		b.WriteString("\nTo hide a finding in later runs, add the entry in the known.yaml of its folder to your list and pass the list with --known.\n")
	}
}

// line returns the finding as one line.
func (f *Finding) line() string {
	if f.Saved == "" {
		return f.Name
	}
	return f.Name + "   " + f.Saved + "/"
}

// entry returns a known-failures entry for the finding. Its reason is empty: the user must write
// it.
func (f *Finding) entry() []byte {
	quote := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	more := "    alike: true # also hides other findings with the same cause\n"
	if f.Runs > 0 {
		more = "    class: " + string(Flaky) + "\n"
	}
	return []byte("# A list of known failures for --known. Write the reason, or copy the entry below \"known:\" in your own list.\n" +
		"# The path of the trace is relative to the folder of the list.\nknown:\n  - id: " + quote(f.Hash()) + "\n    reason: ''\n" + more + "    traces: [" + quote(f.Saved+"/trace.jsonl") + "]\n" +
		"    findings: [" + quote(strings.ReplaceAll(f.Name, "*", `\*`)) + "]\n")
}
