package report

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/internal/report/picture"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// findingView is a finding as a page shows it.
type findingView struct {
	*Finding
	ID, Data string
	Open     bool
	Alone    bool // on its own page
	Size     string
	Steps    []step
	Diff     []diffLine
	Cited    []ledger.Statement
	Exports  []export // of the trace
	Drawing  template.HTML
	// Play is a link that opens the world and the query in diffcheck play, or "" if that cannot
	// show them.
	Play   string
	Legend []legend
	// Vocabulary lists the entities that are not drawn.
	Vocabulary []string
	Rows       []finding.PictureRow
}

// export is the trace in another format, for copying.
type export struct{ Name, Text string }

// exportsOf returns the trace as JSON Lines, as a scenario with the answers of the reference, and
// as protocol lines.
func exportsOf(f *Finding) []export {
	out := []export{{"As JSON Lines", traceLines(f.Trace)}}
	if text := asScenario(f); text != "" {
		out = append(out, export{"As a scenario", text})
	}
	return append(out, export{"As protocol lines", protocolLines(f)})
}

// maxStated is the maximum number of operations for which a trace is also shown as a scenario.
const maxStated = 500

// asScenario returns the trace as a scenario with the answers of the reference. It returns "" if
// the reference does not support the profile or the trace is too long.
func asScenario(f *Finding) string {
	profile, perr := spec.ProfileByName(f.Trace.Header.Profile)
	if perr != nil || len(f.Trace.Entries) > maxStated {
		return ""
	}
	engine, err := engines.Model().New(profile)
	if err != nil {
		return ""
	}
	return scenario.OfFinding(f.Trace, engine, f.Operation-1, "", f.Statements, f.Clauses)
}

// played returns a link to the playground with the world of a finding and the operation that
// differs.
func played(f *Finding) string {
	if len(f.Trace.Entries) > maxStated {
		return ""
	}
	trace := *f.Trace
	trace.Entries = trace.Entries[:max(0, min(f.Operation, len(trace.Entries)))]
	state, err := playground.FromTrace(&trace)
	if err != nil {
		return ""
	}
	return state.Local()
}

// protocolLines returns lines that can be piped into an adapter.
func protocolLines(f *Finding) string {
	world := strings.HasSuffix(f.Signature, " "+string(compare.DiffDump))
	return string(finding.ProtocolLines(f.Trace.Header.Profile,
		f.Trace.Operations()[:min(f.Operation, len(f.Trace.Entries))], world))
}

// step is a line of the trace. Bad marks the operation that differs.
type step struct {
	Numbers, Text string
	Bad           bool
}

// diffLine is a line of a difference. If Sign is set, the line occurs on only one side.
type diffLine struct {
	Sign, Text string
	Look       string
}

type legend struct{ Look, Text string }

// New returns the findings that no known failure explains.
func (p *page) New() []findingView {
	return slices.DeleteFunc(slices.Clone(p.Findings), func(v findingView) bool { return v.Known != "" })
}

// group is a set of related findings of an implementation. If the findings are new, Number is their
// probable cause, or 0 if they were not grouped. Otherwise ID is the known failure that explains
// them.
type group struct {
	Implementation, ID, Reason string
	Number                     int
	Findings                   []findingView
}

// Grouped reports whether the group has several findings, which the page folds.
func (g group) Grouped() bool { return g.Number > 0 && len(g.Findings) > 1 }

// First returns the shortest finding of the group.
func (g group) First() findingView { return g.Findings[0] }

// Rest returns the other findings.
func (g group) Rest() []findingView { return g.Findings[1:] }

// Causes returns the new findings by cause.
func (p *page) Causes() []group {
	return grouped(p.New(), func(g group, v findingView) bool { return v.Cause > 0 && g.Number == v.Cause })
}

// KnownFailures returns the other findings by the known failure that explains them.
func (p *page) KnownFailures() []group {
	known := slices.DeleteFunc(slices.Clone(p.Findings), func(v findingView) bool { return v.Known == "" })
	return grouped(known, func(g group, v findingView) bool { return g.ID == v.Known })
}

func grouped(all []findingView, same func(group, findingView) bool) []group {
	var out []group
	for _, v := range all {
		i := slices.IndexFunc(out, func(g group) bool { return g.Implementation == v.Implementation && same(g, v) })
		if i < 0 {
			i = len(out)
			out = append(out, group{
				Implementation: v.Implementation, ID: v.Known, Reason: v.KnownReason, Number: v.Cause,
			})
		}
		out[i].Findings = append(out[i].Findings, v)
	}
	return out
}

// maxDrawn is the maximum number of entities in a drawing. Larger drawings are not readable.
const maxDrawn = 40

func (p *page) findings() []findingView {
	var out []findingView
	for i, f := range p.Run.Findings {
		v := findingView{
			Finding: f, ID: fmt.Sprintf("finding-%d", i+1), Open: i == 0 && f.Known == "", Steps: steps(f),
			Diff:  diffLines(f.Lines),
			Cited: cited(f.Statements), Exports: exportsOf(f), Play: played(f),
			Size: show.Plural(len(f.Trace.Entries), "operation", "operations"),
		}
		if f.From > 0 {
			v.Size += fmt.Sprintf(", reduced from %d", f.From)
		}
		v.Data = p.findingData(f)
		v.draw()
		out = append(out, v)
	}
	return out
}

// findingData returns the finding in the format that the filter reads: the index of its
// implementation and its status, such as "0:failed".
func (p *page) findingData(f *Finding) string {
	status := Failed
	if f.Known != "" {
		status = Known
	}
	for i, im := range p.Implementations {
		if im.Name == f.Implementation || strings.HasPrefix(f.Implementation, im.Name+" ") ||
			strings.HasPrefix(f.Implementation, im.Name+", ") {
			return fmt.Sprintf("%d:%s", i, status)
		}
	}
	return "x:" + string(status)
}

func steps(f *Finding) []step {
	var out []step
	for _, line := range oracle.TraceText(f.Trace) {
		numbers, text, _ := strings.Cut(line, " ")
		_, last, ranged := strings.Cut(numbers, "-")
		if !ranged {
			last = numbers
		}
		out = append(out, step{
			strings.ReplaceAll(numbers, "-", "–"), spec.PrintableLines(text),
			last == fmt.Sprint(f.Operation),
		})
	}
	return out
}

func diffLines(lines []string) []diffLine {
	var out []diffLine
	for _, l := range lines {
		sign, text, ok := strings.Cut(l, " ")
		switch {
		case ok && sign == "-":
			out = append(out, diffLine{"−", text, "missing"})
		case ok && sign == "+":
			out = append(out, diffLine{"+", text, "extra"})
		default:
			out = append(out, diffLine{"", l, ""})
		}
	}
	return out
}

func cited(ids []spec.StatementID) []ledger.Statement {
	var out []ledger.Statement
	for _, id := range ids {
		if s, err := ledger.ByID(string(id)); err == nil {
			out = append(out, s)
		}
	}
	return out
}

func traceLines(t *spec.Trace) string {
	var text bytes.Buffer
	if _, err := t.WriteTo(&text); err != nil {
		return err.Error()
	}
	return text.String()
}

func (v *findingView) draw() {
	if v.Picture == nil || v.Picture.World == nil {
		return
	}
	for _, row := range v.Picture.Rows {
		row.Text = spec.PrintableLines(row.Text)
		v.Rows = append(v.Rows, row)
	}
	w := picture.Draw(v.Picture)
	if len(w.Boxes) > maxDrawn {
		return
	}
	v.Drawing, v.Vocabulary = template.HTML(w.SVG(w.Title())), w.Vocabulary
	if v.Drawing == "" {
		return
	}
	v.Legend = append(v.Legend, legend{"missing", "only in the reference"},
		legend{"extra", "only in " + v.Implementation})
	if v.Picture.Got == nil && len(v.Rows) > 0 {
		v.Legend = append([]legend{{"matched", "in both answers"}}, v.Legend...)
	}
}
