package suite

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/spec"
)

// Text returns the report as text: the table of areas, the campaign, new findings and known
// failures.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%s), protocol %d, profiles %s, declares %d of %d capabilities\n", r.Info.Implementation,
		r.Info.Version, r.Info.Language, r.Info.Protocol, strings.Join(r.Info.Profiles, " and "), r.Declared,
		len(spec.Capabilities()))
	if !spec.SameAnswers(r.Info.Suite, r.Suite) {
		fmt.Fprintf(&b, "suite   %s, but the adapter was made for %s: some right answers have changed, see CHANGELOG.md\n", r.Suite, r.Info.Suite)
	}
	if len(r.Without) > 0 {
		fmt.Fprintf(&b, "without %s\n", strings.Trim(fmt.Sprint(r.Without), "[]"))
	}
	switch {
	case r.own:
		r.ownCases(&b)
	case len(r.Cases) > 0:
		r.table(&b)
	}
	r.ownText(&b)
	counts(&b, "next", r.Next, func(n Next) string { return fmt.Sprintf("%s %d", n.What, n.Cases) },
		"the number of additional cases if only this is declared, too")
	counts(&b, "fix", r.fixes(), func(c Cause) string { return fmt.Sprintf("cause %d %d", c.Number, c.Cases) },
		"the number of cases that would pass if only this cause were fixed")
	for _, c := range r.CauseList {
		if c.Rule != "" {
			fmt.Fprintf(&b, "rule  cause %d does not occur in an own profile with %s: "+
				"declare that profile in hello if this is intended\n", c.Number, c.Rule)
		}
	}
	r.campaignText(&b)
	r.refusedText(&b)
	if r.Unexamined > 0 {
		fmt.Fprintf(&b, "unexamined  %s: %s\n",
			show.Plural(r.Unexamined, "divergence was not reduced", "divergences were not reduced"),
			r.unless("the time for reducing was used up (use a longer --duration)"))
	}
	r.causeTable(&b)
	r.failedCases(&b)
	r.causeText(&b)
	r.knownText(&b)
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "FAILURE  %s\n", f)
	}
	return b.String()
}

// unless returns why or, if the run was interrupted, that reason instead.
func (r *Report) unless(why string) string {
	if r.Interrupted {
		return interrupted
	}
	return why
}

// campaignText reports what the campaign compared and what it skipped.
func (r *Report) campaignText(b *strings.Builder) {
	c := r.Campaign
	if c == nil {
		return
	}
	fmt.Fprintf(b, "campaign  %.0f s, %s operations compared in %s traces, %s worlds, seed %d, %s, %d distinct findings (%s)\n",
		c.Elapsed.Seconds(), show.Number(c.Operations), show.Number(c.Traces), show.Number(c.Counts.Dumps), c.Seed,
		show.Plural(c.Divergences, "divergence", "divergences"), len(r.Findings), r.newText())
	if c.Traces < c.Requested {
		fmt.Fprintf(b, "          %s requested, but not all started: %s\n",
			show.Plural(c.Requested, "trace was", "traces were"),
			r.unless("the time ran out, or there were too many new findings"))
	}
	if c.Late > 0 {
		fmt.Fprintf(b, "          %s late once but in time on a retry\n",
			show.Plural(c.Late, "answer came", "answers came"))
	}
	for _, op := range slices.Sorted(maps.Keys(c.Counts.Exhausted)) {
		fmt.Fprintf(b, "          %s not compared, because one side gave up (too much work or a timeout): %s\n",
			show.Plural(c.Counts.Exhausted[op], "answer was", "answers were"), op)
	}
	if n := c.Counts.Stopped; n > 0 {
		fmt.Fprintf(b, "          %s early, because only one side could continue\n",
			show.Plural(n, "trace was stopped", "traces were stopped"))
	}
}

// knownText counts the known failures of each class, and lists the entries. It omits entries that
// describe a behaviour which did not occur.
func (r *Report) knownText(b *strings.Builder) {
	if len(r.Known) == 0 {
		return
	}
	b.WriteString("\nknown failures\n")
	for _, class := range classes {
		entries, met, cases, findings := 0, 0, 0, 0
		for _, k := range r.Known {
			if k.Class == class {
				entries, cases, findings = entries+1, cases+k.Cases, findings+k.Findings
				met += min(1, k.Cases+k.Findings)
			}
		}
		if entries > 0 {
			fmt.Fprintf(b, "  %-9s %d of %s met, %d cases, %d divergences\n", class, met,
				show.Plural(entries, "entry", "entries"), cases, findings)
		}
	}
	for _, k := range r.Known {
		if k.Cases+k.Findings > 0 || !k.described {
			fmt.Fprintf(b, "  %-9s %-32s %4d cases %6d divergences  %s\n", k.Class, k.ID, k.Cases, k.Findings,
				show.FirstLine(k.Reason))
		}
	}
}

// ownCases shows each scenario of the user.
func (r *Report) ownCases(b *strings.Builder) {
	for _, c := range r.Cases {
		mark := map[Status]string{Passed: "✓", Failed: "✗"}[c.Status]
		text := ""
		if c.Status != Passed && c.Status != Failed {
			text = strings.TrimRight("  "+string(c.Status)+": "+show.FirstLine(c.Reason), ": ")
		}
		fmt.Fprintf(b, "  %s %s%s\n", cmp.Or(mark, "-"), c.Name, text)
	}
}

// table shows the areas that have a case which is not unsupported, and one line for all other
// areas.
func (r *Report) table(b *strings.Builder) {
	var shown []Area
	width, hidden, cases := len("area"), 0, 0
	for _, a := range r.Areas {
		if n := a.Count[Unsupported]; a.Count[Passed]+a.Count[Failed]+a.Count[KnownFails]+a.Count[NotRun] == 0 {
			hidden, cases = hidden+1, cases+n
			continue
		}
		shown = append(shown, a)
		width = max(width, len(a.Name))
	}
	if hidden > 0 {
		name := show.Plural(hidden, "more area", "more areas")
		width = max(width, len(name))
		shown = append(shown, Area{Name: name, Count: map[Status]int{Unsupported: cases}})
	}
	fmt.Fprintf(b, "%-*s", width, "area")
	for _, s := range report.Statuses() {
		fmt.Fprintf(b, "  %11s", s)
	}
	b.WriteByte('\n')
	for _, a := range append(shown, r.Total()) {
		fmt.Fprintf(b, "%-*s", width, a.Name)
		for _, s := range report.Statuses() {
			fmt.Fprintf(b, "  %11d", a.Count[s])
		}
		b.WriteByte('\n')
	}
}

// maxNext is the maximum number of capabilities or causes on a line.
const maxNext = 5

// counts writes a line with the first parts of a list.
func counts[T any](b *strings.Builder, name string, all []T, part func(T) string, meaning string) {
	if len(all) == 0 {
		return
	}
	var parts []string
	for _, one := range all[:min(len(all), maxNext)] {
		parts = append(parts, part(one))
	}
	fmt.Fprintf(b, "%-5s %s: %s\n", name, strings.Join(parts, ", "), meaning)
}

// fixes returns the causes that alone make cases fail, the one with the most cases first.
func (r *Report) fixes() []Cause {
	out := slices.DeleteFunc(slices.Clone(r.CauseList), func(c Cause) bool { return c.Cases == 0 })
	slices.SortStableFunc(out, func(a, b Cause) int { return cmp.Compare(b.Cases, a.Cases) })
	return out
}

// ownText counts, for each of the subject's own profiles, the scenarios that ran.
func (r *Report) ownText(b *strings.Builder) {
	for _, profile := range r.Info.Profiles {
		name := spec.RequestName(profile)
		if name == profile {
			continue
		}
		stated, otherwise := 0, 0
		for _, c := range r.Cases {
			switch {
			case !strings.HasSuffix(c.Name, " ("+name+")") || strings.HasPrefix(c.Area, generated) ||
				c.Status == Unsupported || c.Status == NotRun:
			case c.Otherwise:
				otherwise++
			default:
				stated++
			}
		}
		fmt.Fprintf(b, "own   %s: %s compared with what they state, %s with the reference, because the profile changes the answer\n", name,
			show.Plural(stated, "scenario was", "scenarios were"), show.Number(otherwise))
	}
}

// newText returns the number of new findings and of their probable causes.
func (r *Report) newText() string {
	fresh, causes := len(r.New()), len(r.CauseList)
	if fresh == causes {
		return fmt.Sprintf("%d new", fresh)
	}
	return fmt.Sprintf("%d new, of about %s", fresh, show.Plural(causes, "cause", "causes"))
}

// maxFailed is the maximum number of failed cases that are shown. JSON has all.
const maxFailed = 20

// failedCases shows the failed cases that have no finding.
func (r *Report) failedCases(b *strings.Builder) {
	shown := 0
	for _, c := range r.Cases {
		if c.Status != Failed || len(c.Findings) > 0 {
			continue
		}
		if shown++; shown <= maxFailed {
			fmt.Fprintf(b, "\nFAILED  %s in %s\n%s", c.Name, c.Area, show.Indent(c.Reason))
		}
	}
	if shown > maxFailed {
		fmt.Fprintf(b, "\nand %d more failed cases; use --json to see them\n", shown-maxFailed)
	}
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
	saved := false
	for i, c := range r.CauseList {
		first := c.group[0]
		if i == maxGroups {
			fmt.Fprintf(b, "\nand %s, one line each\n", show.Plural(len(r.CauseList)-maxGroups, "more", "more"))
		}
		if i >= maxGroups {
			fmt.Fprintf(b, "NEW  cause %d: %s   %s\n", c.Number, show.Short(c.Title, maxTitle), first.line())
			continue
		}
		fmt.Fprintf(b, "\nNEW  cause %d: %s   %s, seen %d\n  name    %s\n%s", c.Number, c.Title,
			show.Plural(len(first.Trace.Entries), "operation", "operations"), first.Seen, first.Name,
			show.Indent(first.Text()))
		for n, f := range c.group[1:] {
			if n == maxAlso {
				fmt.Fprintf(b, "  also    %s with this cause\n", show.Plural(c.Findings-1-maxAlso, "more", "more"))
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

// maxMessages is the maximum number of messages shown for an operation.
const maxMessages = 3

// refusedText lists the operations that the subject answered with `unsupported` most often, each
// with its most frequent messages.
func (r *Report) refusedText(b *strings.Builder) {
	for i, o := range r.Refused {
		if i == maxNext {
			fmt.Fprintf(b, "unsupported  and %s\n", show.Plural(len(r.Refused)-maxNext, "other operation", "other operations"))
			return
		}
		messages := slices.SortedFunc(maps.Keys(o.Messages), func(a, b string) int {
			return cmp.Or(cmp.Compare(o.Messages[b], o.Messages[a]), cmp.Compare(a, b))
		})
		var parts []string
		for _, m := range messages[:min(len(messages), maxMessages)] {
			parts = append(parts, fmt.Sprintf("%q %d", show.Short(m, maxTitle), o.Messages[m]))
		}
		if more := len(messages) - len(parts); more > 0 {
			parts = append(parts, show.Plural(more, "other message", "other messages"))
		}
		fmt.Fprintf(b, "unsupported  %s %d: %s\n", o.Op, o.Answers, strings.Join(parts, ", "))
	}
}

// JSON writes the report as "diffcheck test --json" prints it.
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

// JUnit writes the report for CI systems, as "diffcheck report --junit" does.
func (r *Report) JUnit(w io.Writer) error {
	var text bytes.Buffer
	if err := r.JSON(&text); err != nil {
		return err
	}
	run, err := report.Read(&text)
	if err != nil {
		return err
	}
	return run.JUnit(w)
}
