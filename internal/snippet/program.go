package snippet

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/relspec/relspec/spec"
)

// Case is the counterexample that a program shows: the operations of a trace up to the wrong
// answer, and the right answer.
type Case struct {
	Operations []spec.Operation
	// Want is the reference's answer to the last operation.
	Want spec.Outcome
	// Worlds are the worlds of the reference and of the engine after the last operation, if the
	// worlds differ rather than the answers; otherwise nil.
	Worlds [2]*spec.Dump
	// Own has, by the number of an operation, the ids that the entity of the operation owns before
	// it, according to the reference. No entry means none.
	Own map[int][]spec.ID
	// Command is the command that started the adapter; templates may use its arguments.
	Command []string
	// Text converts an operation to text for people.
	Text func(*spec.Operation) string
}

// File is a program.
type File struct {
	Name string
	Text []byte
}

// Of writes the program of a case. If a template cannot be executed, the error names it.
func (t *Templates) Of(c *Case) (*File, error) {
	if len(c.Operations) == 0 {
		return nil, errors.New("a trace without operations shows nothing")
	}
	p := &program{
		Case: c, roles: rolesOf(c.Operations, t.properties, slices.Concat(t.words, t.own)),
		prepared: map[string]*spec.Query{},
	}
	var err error
	if p.templates, err = t.parsed.Clone(); err != nil {
		return nil, err
	}
	p.templates.Funcs(p.functions())
	body, err := p.body()
	if err != nil {
		return nil, err
	}
	end, err := p.part(partEnd, map[string]any{})
	if err != nil {
		return nil, err
	}
	begin := ""
	for range 2 { // twice, because the beginning may contain words, too
		used := t.used(begin + body + end)
		if begin, err = p.part(partBegin, map[string]any{"Used": used}); err != nil {
			return nil, err
		}
		begin = strings.TrimSpace(begin) + "\n\n"
	}
	return &File{t.file, []byte(tidy(begin + body + end))}, nil
}

// used returns those words of the templates that a text contains, in the order of the templates.
func (t *Templates) used(text string) []string {
	var out []string
	for _, w := range t.words {
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(w) + `\b`).MatchString(text) {
			out = append(out, w)
		}
	}
	return out
}

var emptyLines = regexp.MustCompile(`\n\n\n+`)

// tidy replaces several empty lines in a row by one, and ends the text with one line feed.
func tidy(text string) string {
	return strings.TrimSpace(emptyLines.ReplaceAllString(text, "\n\n")) + "\n"
}

// program is a program being written.
type program struct {
	*Case
	roles     *roles
	prepared  map[string]*spec.Query
	at        int // the current operation
	templates *template.Template
}

// body writes a statement for each operation, and the check of the difference.
func (p *program) body() (string, error) {
	var b strings.Builder
	last := len(p.Operations) - 1
	asked, wants := p.questions()
	for i := range p.Operations {
		op := &p.Operations[i]
		p.at = i
		if op.Op == spec.OpPrepare {
			p.prepared[op.As] = op.Query
		}
		var text string
		var err error
		if i == last && len(asked) == 0 {
			text, err = p.shown(op, &p.Want)
		} else {
			text, err = p.done(op)
		}
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	for i := range min(len(asked), maxShown) {
		text, err := p.shown(&asked[i], &wants[i])
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// done writes an operation whose answer is not checked.
func (p *program) done(op *spec.Operation) (string, error) {
	code, found, err := p.code(op)
	if err != nil || !found {
		return code, err
	}
	if hasAnswer(op) {
		code, err = p.part(partIgnore, map[string]any{"Code": code})
	}
	return code + "\n", err
}

// code executes the template of an operation. If there is none, it returns a comment and false.
func (p *program) code(op *spec.Operation) (string, bool, error) {
	data, err := dataOf(op)
	if err != nil {
		return "", false, err
	}
	if p.templates.Lookup(partOf(op.Op)) == nil {
		text, err := p.part(partMissing, map[string]any{"Text": p.text(op)})
		return strings.TrimSpace(text) + "\n", false, err
	}
	text, err := p.part(partOf(op.Op), data)
	return strings.TrimSpace(text), true, err
}

// hasAnswer reports whether an operation has an answer to check.
func hasAnswer(op *spec.Operation) bool { return op.Op.Outcome() != spec.OutNone }

// shown writes an operation that the engine answers wrongly, and the expected answer: "refused" if
// the reference refuses the operation, "done" for a change, otherwise the answer to the question.
func (p *program) shown(op *spec.Operation, want *spec.Outcome) (string, error) {
	code, found, err := p.code(op)
	if err != nil || !found {
		return code, err
	}
	part, expected := partAsk, p.expected(want)
	if !hasAnswer(op) {
		part, expected = partAttempt, "done"
	}
	if want.Err != nil {
		part, expected = partAttempt, "refused"
	}
	return p.part(part, map[string]any{"Text": p.text(op), "Code": code, "Expected": expected})
}

func (p *program) text(op *spec.Operation) string {
	return strings.Join(strings.Fields(p.Text(op)), " ")
}

// maxShown limits how many differences of two worlds are checked.
const maxShown = 4

// questions returns questions that the two worlds answer differently, with the answers of the
// reference: which entities are alive, which ids they have, which values.
func (p *program) questions() (ops []spec.Operation, wants []spec.Outcome) {
	ask := func(op spec.Operation, want spec.Outcome) { ops, wants = append(ops, op), append(wants, want) }
	want, got := entitiesOf(p.Worlds[0]), entitiesOf(p.Worlds[1])
	for _, h := range slices.Sorted(maps.Keys(union(want, got))) {
		w, g := want[h], got[h]
		if (w == nil) != (g == nil) {
			if p.roles.of[h][asEntity] {
				ask(spec.Operation{Op: spec.OpAlive, Entity: h}, spec.BoolOutcome(w != nil))
			}
			continue
		}
		wantIDs, gotIDs := idsOf(w), idsOf(g)
		for _, id := range slices.SortedFunc(maps.Keys(union(wantIDs, gotIDs)), spec.ID.Compare) {
			value, has := wantIDs[id]
			other, had := gotIDs[id]
			switch {
			case p.roles.isProperty(id):
			case has != had:
				ask(spec.Operation{Op: spec.OpHas, Entity: h, ID: id}, spec.BoolOutcome(has))
			case !value.Equal(other):
				ask(spec.Operation{Op: spec.OpGet, Entity: h, ID: id}, spec.Outcome{Kind: spec.OutValue, Value: value})
			}
		}
	}
	return ops, wants
}

func entitiesOf(d *spec.Dump) map[spec.Handle]*spec.DumpEntity {
	out := map[spec.Handle]*spec.DumpEntity{}
	if d != nil {
		for i := range d.Entities {
			out[d.Entities[i].Handle] = &d.Entities[i]
		}
	}
	return out
}

func idsOf(e *spec.DumpEntity) map[spec.ID]spec.Value {
	out := map[spec.ID]spec.Value{}
	for _, d := range e.IDs {
		out[d.ID] = d.Value
	}
	return out
}

func union[K comparable, V any](a, b map[K]V) map[K]V {
	out := maps.Clone(a)
	maps.Copy(out, b)
	return out
}

// expected writes an answer as an expression: lists in brackets, entities by their names in the
// program. Rows are written as their entities; a handle that is only a tag or relationship is
// omitted.
func (p *program) expected(want *spec.Outcome) string {
	list := func(all []spec.Handle) string {
		var names []string
		for _, h := range all {
			if p.roles.of[h][asEntity] {
				if name := p.roles.name(h, asEntity); !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
		return "[" + strings.Join(names, ", ") + "]"
	}
	switch want.Kind {
	case spec.OutRows:
		var all []spec.Handle
		for i := range want.Rows {
			all = append(all, want.Rows[i].This)
		}
		return list(all)
	case spec.OutEntities, spec.OutPath:
		return list(want.Entities)
	case spec.OutBool:
		return fmt.Sprint(want.Bool)
	case spec.OutNumber:
		return fmt.Sprint(want.Number)
	case spec.OutEntity:
		if want.Entity == "" {
			return "null"
		}
		return p.roles.name(want.Entity, asEntity)
	case spec.OutNone, spec.OutIDs, spec.OutValue, spec.OutText, spec.OutDump, spec.OutEvents, spec.OutExplanation,
		spec.OutInfo, spec.OutFailures:
	}
	var fields map[string]json.RawMessage
	if b, err := json.Marshal(want); err == nil && json.Unmarshal(b, &fields) == nil {
		for _, name := range []string{"value", "values"} {
			if v, ok := fields[name]; ok {
				return string(v)
			}
		}
	}
	return "null"
}

// part executes a template.
func (p *program) part(name string, data any) (string, error) {
	var b bytes.Buffer
	if err := p.templates.ExecuteTemplate(&b, name, data); err != nil {
		return "", err
	}
	if text := b.String(); !strings.Contains(text, "<no value>") {
		return text, nil
	}
	return "", fmt.Errorf("the template %s names a field that is not there: %s", name, strings.TrimSpace(b.String()))
}

// dataOf returns a value as templates use it: in the form of the protocol.
func dataOf(v any) (out any, err error) {
	b, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return out, json.Unmarshal(b, &out)
}
