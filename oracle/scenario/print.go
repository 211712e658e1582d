package scenario

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Printing configures how a trace becomes a feature. The zero value uses placeholders.
type Printing struct {
	Feature  string   // the feature's name, default "A trace"
	Scenario string   // the scenario's name, default the trace's note or origin
	ID       string   // its stable id, default "trace-1"
	Tags     []string // further tags, without '@', such as statement ids
}

// Print writes a trace as a feature with one scenario. Parsing it returns the same operations in
// the same order. Operations without a step text, or that mention an entity no earlier operation
// has created, are written as JSON. Recorded outcomes become Then steps, except those of dump,
// explain, hello and plan.
func Print(t *spec.Trace, p Printing) string {
	w := newPrinter(t)
	w.entries(t.Entries)
	return w.feature(t, p)
}

// OfFinding returns a trace as a feature with one scenario. The scenario states the reference's
// answer to the operation at index, and how that operation changes the world. engine is the
// reference in an empty world. The id of the scenario is made from hash, a number in hexadecimal
// digits. statements and clauses become its tags.
func OfFinding(
	t *spec.Trace, engine spec.Engine, index int, hash string, statements []spec.StatementID, clauses []string,
) string {
	printing := Printing{Feature: "A finding of diffcheck", ID: "finding-1"}
	if number, err := strconv.ParseUint(hash, 16, 64); err == nil {
		printing.ID = fmt.Sprintf("finding-%d", number) // a stable id ends in decimal digits
	}
	for _, id := range statements {
		printing.Tags = append(printing.Tags, string(id))
	}
	printing.Tags = append(printing.Tags, clauses...)
	w, change := newPrinter(t), (*Step)(nil)
	entries := slices.Clone(t.Entries)
	for i := range entries {
		var out spec.Outcome
		if i == index {
			out, change = changesOf(engine, entries[i].Op)
		} else {
			out = engine.Apply(entries[i].Op)
		}
		if i == index || out.Err != nil {
			entries[i].Got = &out
		}
	}
	if change != nil { // a separate step, so that its effects can be stated
		w.entries(entries[:index])
		w.entry(entries[index], change)
		entries = entries[index+1:]
	}
	w.entries(entries)
	return w.feature(t, printing)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// printer writes steps. It compiles each step, to know which entities exist and to check that the
// step compiles to its operation.
type printer struct {
	profile  string // of the trace; a reset may change that of the compiler
	compiler *compiler
	keyword  Keyword // of the previous step
	out      strings.Builder
}

// Text returns the steps as a feature file has them.
func (s Scenario) Text() string {
	var w printer
	for _, step := range s.Steps {
		w.line(step.Keyword, step.Text, step.Table)
	}
	return w.out.String()
}

func newPrinter(t *spec.Trace) *printer {
	profile, err := spec.ProfileByName(t.Header.Profile)
	if err != nil {
		profile = spec.Flecs3()
	}
	return &printer{profile: profile.Name, compiler: newCompiler(profile)}
}

// feature returns the feature with the steps that were written so far.
func (w *printer) feature(t *spec.Trace, p Printing) string {
	name := cmp.Or(oneLine(p.Scenario), oneLine(t.Header.Note), oneLine(t.Header.Origin), "The operations of the trace")
	return fmt.Sprintf("@%s%s\nFeature: %s\n\n  @%s\n  Scenario: %s\n%s", profileTag, w.profile,
		spec.Printable(cmp.Or(oneLine(p.Feature), "A trace")),
		strings.Join(append([]string{cmp.Or(p.ID, "trace-1")}, p.Tags...), " @"), spec.Printable(name), w.out.String())
}

// line writes a step. A repeated keyword becomes And.
func (w *printer) line(keyword Keyword, text string, table [][]string) {
	shown := string(keyword)
	if keyword == w.keyword {
		shown = "And"
	}
	w.keyword = keyword
	fmt.Fprintf(&w.out, "    %s %s\n", shown, text)
	writeTable(&w.out, table)
}

func writeTable(out *strings.Builder, table [][]string) {
	if len(table) == 0 {
		return
	}
	escape := strings.NewReplacer(`\`, `\\`, `|`, `\|`, "\n", `\n`)
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			widths[i] = max(widths[i], len(escape.Replace(cell)))
		}
	}
	for _, row := range table {
		out.WriteString("      |")
		for i, cell := range row {
			fmt.Fprintf(out, " %-*s |", widths[i], escape.Replace(cell))
		}
		out.WriteString("\n")
	}
}

// actingKeyword returns Given before the first query, then When.
func (w *printer) actingKeyword() Keyword {
	if w.keyword == "" || w.keyword == Given {
		return Given
	}
	return When
}

// entries writes operations, and consecutive facts as one step.
func (w *printer) entries(entries []spec.Entry) {
	for len(entries) > 0 {
		n := w.facts(entries)
		if n == 0 {
			w.entry(entries[0], nil)
			n = 1
		}
		entries = entries[n:]
	}
}

// entry writes one operation with its recorded outcome. change, if not nil, states how
// the operation changes the world.
func (w *printer) entry(e spec.Entry, change *Step) {
	keyword := w.actingKeyword()
	if e.Op.Op.IsRead() && e.Op.Op != spec.OpPrepare || e.Got != nil && e.Got.Err != nil || change != nil {
		keyword = When
	}
	w.line(keyword, w.operation(keyword, e.Op), nil)
	if change != nil {
		w.state(change.Text, change.Table)
	}
	if e.Got != nil {
		w.state(outcomeText(e.Op.Op, *e.Got))
	}
}

// operation returns the text of a step for an operation: the first form that compiles to exactly
// this operation or, if there is none, the JSON of the operation.
func (w *printer) operation(keyword Keyword, op spec.Operation) string {
	query := queryText(w.compiler.profile.Notation(), op.Query)
	for _, shape := range shapes() {
		for i := range shape.forms {
			if shape.forms[i].op != op.Op {
				continue
			}
			if text := shape.forms[i].write(&op, query); w.compiles(keyword, text, nil, op) {
				return text
			}
		}
	}
	text := operationText + spec.EscapedJSON(opJSON(op))
	w.compiles(keyword, text, nil, op)
	return text
}

// compiles reports whether the step compiles to exactly these operations. If so, the printer keeps
// the result.
func (w *printer) compiles(keyword Keyword, text string, table [][]string, want ...spec.Operation) bool {
	if spec.Hides(text+fmt.Sprint(table)) || strings.Contains(text, "\n") || strings.TrimSpace(text) != text {
		return false
	}
	trial := w.compiler.fork()
	if err := trial.compileStep(0, Step{Keyword: keyword, Text: text, Table: table}); err != nil {
		return false
	}
	same := func(c Check, op spec.Operation) bool { return opJSON(c.Op) == opJSON(op) }
	if !slices.EqualFunc(trial.checks, want, same) {
		return false
	}
	w.compiler = trial
	return true
}

// state writes a Then step, if it may follow the previous operation without changing it.
func (w *printer) state(text string, table [][]string) {
	if text == "" {
		return
	}
	if spec.Hides(text + fmt.Sprint(table)) {
		w.out.WriteString("    # No step can state the answer: it has control or bidirectional characters.\n")
		return
	}
	op := w.compiler.checks[len(w.compiler.checks)-1].Op
	trial := w.compiler.fork()
	trial.checks = []Check{{Op: op}}
	err := trial.compileStep(0, Step{Keyword: Then, Text: text, Table: table})
	if err == nil && len(trial.checks) == 1 && opJSON(trial.checks[0].Op) == opJSON(op) {
		w.line(Then, text, table)
	}
}

// fork returns a compiler with the same entities and no checks.
func (c *compiler) fork() *compiler { return &compiler{profile: c.profile, known: maps.Clone(c.known)} }

// outcomeText returns the outcome of an operation as a step, or "" if no step can state it. It
// omits plans, because engines may describe them as they like.
func outcomeText(kind spec.OpKind, o spec.Outcome) (text string, table [][]string) {
	_, stated := answers[o.Kind]
	switch {
	case o.Err != nil:
		return refusedText + string(o.Err.Code), nil
	case o.Kind == spec.OutRows:
		return rowsText(o.Rows)
	case !stated, o.Kind == spec.OutNone, kind == spec.OpPlan:
		return "", nil
	}
	return answeredText + answerText(o, false), nil
}

// facts writes two or more consecutive additions as one table and returns their number, or 0.
func (w *printer) facts(entries []spec.Entry) int {
	var table [][]string
	var ops []spec.Operation
	for _, e := range entries {
		if e.Op.Op != spec.OpAdd && e.Op.Op != spec.OpSet || e.Op.Args != nil || e.Got != nil && e.Got.Err != nil {
			break
		}
		table = append(table, []string{nameText(e.Op.Entity), factText(&e.Op)})
		ops = append(ops, e.Op)
	}
	for n := len(ops); n > 1; n-- {
		if keyword := w.actingKeyword(); w.compiles(keyword, factsText, table[:n], ops[:n]...) {
			w.line(keyword, factsText, table[:n])
			return n
		}
	}
	return 0
}

func opJSON(op spec.Operation) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(op); err != nil {
		return fmt.Sprintf("{%q:%q}", "op", op.Op)
	}
	return strings.TrimSpace(b.String())
}
