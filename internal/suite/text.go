package suite

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Text is the report for people: the table of areas, the campaign, new findings and known failures.
func (r *Report) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%s), protocol %d, profiles %s, declares %d of %d capabilities\n", r.Info.Implementation,
		r.Info.Version, r.Info.Language, r.Info.Protocol, strings.Join(r.Info.Profiles, " and "), r.Declared, len(spec.Capabilities()))
	if len(r.Without) > 0 {
		fmt.Fprintf(&b, "without %s\n", strings.Trim(fmt.Sprint(r.Without), "[]"))
	}
	if len(r.Cases) > 0 {
		r.table(&b)
	}
	r.nextText(&b)
	if c := r.Campaign; c != nil {
		fmt.Fprintf(&b, "campaign  %.0f s, %s operations compared in %s traces, %s worlds, seed %d, %s, %d distinct findings (%s)\n",
			c.Elapsed.Seconds(), number(c.Operations), number(c.Traces), number(c.Counts.Dumps), c.Seed,
			plural(c.Divergences, "divergence", "divergences"), len(r.Findings), r.newText())
	}
	if c := r.Campaign; c != nil && c.Late > 0 {
		fmt.Fprintf(&b, "          %s too late once and in time when asked for again\n", plural(c.Late, "answer came", "answers came"))
	}
	if r.Unexamined > 0 {
		fmt.Fprintf(&b, "unexamined  %s: the share of time for reducing was used up, more --duration gives more\n",
			plural(uint64(r.Unexamined), "divergence was not reduced", "divergences were not reduced"))
	}
	r.failedCases(&b)
	r.causeText(&b)
	for i, k := range r.Known {
		if i == 0 {
			b.WriteString("\nknown failures\n")
		}
		fmt.Fprintf(&b, "  %-32s %4d cases %6d divergences  %s\n", k.ID, k.Cases, k.Findings, firstLine(k.Reason))
	}
	for _, f := range r.Failures {
		fmt.Fprintf(&b, "FAILURE  %s\n", f)
	}
	return b.String()
}

// table shows the areas of which something was tried.
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
		name := plural(uint64(hidden), "more area", "more areas")
		width = max(width, len(name))
		shown = append(shown, Area{Name: name, Count: map[Status]int{Unsupported: cases}})
	}
	fmt.Fprintf(b, "%-*s", width, "area")
	for _, s := range Statuses() {
		fmt.Fprintf(b, "  %11s", s)
	}
	b.WriteByte('\n')
	for _, a := range append(shown, r.Total()) {
		fmt.Fprintf(b, "%-*s", width, a.Name)
		for _, s := range Statuses() {
			fmt.Fprintf(b, "  %11d", a.Count[s])
		}
		b.WriteByte('\n')
	}
}

// nextText names the capabilities that would have more cases compared.
func (r *Report) nextText(b *strings.Builder) {
	const most = 5
	all := r.Next
	if len(all) == 0 {
		return
	}
	var parts []string
	for _, n := range all[:min(len(all), most)] {
		parts = append(parts, fmt.Sprintf("%s %d", n.What, n.Cases))
	}
	fmt.Fprintf(b, "next  %s: as many more cases need that alone\n", strings.Join(parts, ", "))
}

// newText says how many findings are new, and of how many causes they seem to be.
func (r *Report) newText() string {
	fresh, causes := len(r.New()), len(r.Causes())
	if fresh == causes {
		return fmt.Sprintf("%d new", fresh)
	}
	return fmt.Sprintf("%d new, of about %s", fresh, plural(uint64(causes), "cause", "causes"))
}

// mostFailed bounds how many failed cases are shown; JSON has all.
const mostFailed = 20

// failedCases shows the cases that failed for a reason that no finding shows.
func (r *Report) failedCases(b *strings.Builder) {
	shown := 0
	for _, c := range r.Cases {
		if c.Status != Failed || len(c.Findings) > 0 {
			continue
		}
		if shown++; shown <= mostFailed {
			fmt.Fprintf(b, "\nFAILED  %s in %s\n%s", c.Name, c.Area, indent(c.Reason))
		}
	}
	if shown > mostFailed {
		fmt.Fprintf(b, "\nand %d more failed cases; --json lists them\n", shown-mostFailed)
	}
}

func indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

func number(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func plural(n uint64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return number(n) + " " + many
}
