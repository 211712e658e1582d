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
)

// findingView is a finding as a page shows it.
type findingView struct {
	*Finding
	ID, Data string
	Open     bool
	Alone    bool // on its own page
	Drawing  template.HTML
	// Vocabulary lists the entities that are not drawn.
	Vocabulary []string
	Rows       []finding.PictureRow
}

// FindingPage returns a self-contained page about one finding: the trace, both answers as a diff,
// the proof, and a drawing of the world. It returns an error if the trace of the finding cannot be
// read.
func FindingPage(d oracle.FindingData) ([]byte, error) {
	f, err := findingOf(&d)
	if err != nil {
		return nil, err
	}
	views := (&page{Run: &Run{Findings: []*Finding{f}}}).findings()
	views[0].Alone, views[0].Open = true, true
	var b bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&b, "alone.html", views[0]); err != nil {
		return nil, err
	}
	return []byte(spec.Escaped(b.String())), nil
}

// Size returns the number of operations.
func (v findingView) Size() string {
	size := show.Plural(len(v.Trace.Entries), "operation", "operations")
	if v.From > 0 {
		size += fmt.Sprintf(", reduced from %d", v.From)
	}
	return size
}

// export is the trace in another format, for copying.
type export struct{ Name, Text string }

// Exports returns the trace as JSON Lines, as a scenario with the answers of the reference, and as
// protocol lines, which can be piped into an adapter.
func (v findingView) Exports() []export {
	out := []export{{"As JSON Lines", traceLines(v.Trace)}}
	if text := asScenario(v.Finding); text != "" {
		out = append(out, export{"As a scenario", text})
	}
	world := strings.HasSuffix(v.Signature, " "+string(compare.DiffDump))
	return append(out, export{"As protocol lines", string(finding.ProtocolLines(v.Trace.Header.Profile,
		v.Trace.Operations()[:min(v.Operation, len(v.Trace.Entries))], world))})
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

// Play returns a link that opens the world and the operation that differs in diffcheck play, or ""
// if that cannot show them.
func (v findingView) Play() string {
	if len(v.Trace.Entries) > maxStated {
		return ""
	}
	trace := *v.Trace
	trace.Entries = trace.Entries[:max(0, min(v.Operation, len(trace.Entries)))]
	state, err := playground.FromTrace(&trace)
	if err != nil {
		return ""
	}
	return state.Local()
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

// Causes returns the new findings of each implementation by their probable cause. A finding without
// one is alone.
func (p *page) Causes() [][]findingView {
	return grouped(p.New(), func(a, b *Finding) bool { return a.Cause > 0 && a.Cause == b.Cause })
}

// KnownFailures returns the other findings by the known failure that explains them.
func (p *page) KnownFailures() [][]findingView {
	known := slices.DeleteFunc(slices.Clone(p.Findings), func(v findingView) bool { return v.Known == "" })
	return grouped(known, func(a, b *Finding) bool { return a.Known == b.Known })
}

func grouped(all []findingView, same func(a, b *Finding) bool) [][]findingView {
	var out [][]findingView
	for _, v := range all {
		i := slices.IndexFunc(out, func(group []findingView) bool {
			return group[0].Implementation == v.Implementation && same(group[0].Finding, v.Finding)
		})
		if i < 0 {
			out = append(out, []findingView{v})
		} else {
			out[i] = append(out[i], v)
		}
	}
	return out
}

func (p *page) findings() []findingView {
	var out []findingView
	for i, f := range p.Run.Findings {
		v := findingView{
			Finding: f, ID: fmt.Sprintf("finding-%d", i+1), Data: p.findingData(f), Open: i == 0 && f.Known == "",
		}
		v.draw()
		out = append(out, v)
	}
	return out
}

// findingData returns the finding in the format that the filter reads: the index of its
// implementation and its status, such as "0:failed".
func (p *page) findingData(f *Finding) string {
	owner, status := "x", Failed
	if i := p.owner(f); i >= 0 {
		owner = fmt.Sprint(i)
	}
	if f.Known != "" {
		status = Known
	}
	return owner + ":" + string(status)
}

// Steps returns the lines of the trace.
func (v findingView) Steps() []step {
	var out []step
	for _, line := range oracle.TraceText(v.Trace) {
		numbers, text, _ := strings.Cut(line, " ")
		_, last, ranged := strings.Cut(numbers, "-")
		if !ranged {
			last = numbers
		}
		out = append(out, step{
			strings.ReplaceAll(numbers, "-", "–"), spec.PrintableLines(text),
			last == fmt.Sprint(v.Operation),
		})
	}
	return out
}

// Diff returns the lines that differ.
func (v findingView) Diff() []diffLine {
	var out []diffLine
	for _, l := range v.Lines {
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

func traceLines(t *spec.Trace) string {
	var text bytes.Buffer
	if _, err := t.WriteTo(&text); err != nil {
		return err.Error()
	}
	return text.String()
}

// maxDrawn is the maximum number of entities in a drawing. Larger drawings are not readable.
const maxDrawn = 40

func (v *findingView) draw() {
	if v.Picture == nil || v.Picture.World == nil {
		return
	}
	for _, row := range v.Picture.Rows {
		row.Text = spec.PrintableLines(row.Text)
		v.Rows = append(v.Rows, row)
	}
	if w := picture.Draw(v.Picture); len(w.Boxes) <= maxDrawn {
		v.Drawing, v.Vocabulary = template.HTML(w.SVG(w.Title())), w.Vocabulary
	}
}

// Legend explains the colours of the drawing.
func (v findingView) Legend() []legend {
	out := []legend{{"missing", "only in the reference"}, {"extra", "only in " + v.Implementation}}
	if v.Picture.Got == nil && len(v.Rows) > 0 {
		return append([]legend{{"matched", "in both answers"}}, out...)
	}
	return out
}
