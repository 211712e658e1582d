package show

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// This file writes canonical text: equal answers have equal text, whatever engine gave them.

// Handle formats a handle. The empty handle, which means no entity, is "none".
func Handle(h spec.Handle) string { return cmp.Or(string(h), "none") }

// listed formats the elements of a list, separated by commas.
func listed[T any](list []T, text func(T) string) string {
	parts := make([]string, len(list))
	for i, x := range list {
		parts[i] = text(x)
	}
	return strings.Join(parts, ", ")
}

func braced[T any](list []T, text func(T) string) string { return "{" + listed(list, text) + "}" }

// Value formats a value, such as {x=1, name="a"}, with the members in their order.
func Value(v spec.Value) string {
	if v == nil {
		return "none"
	}
	return braced(v, func(m spec.NamedScalar) string { return m.Name + "=" + scalarText(m.Scalar) })
}

func scalarText(s spec.Scalar) string {
	switch s.Type {
	case spec.F32:
		return strconv.FormatFloat(float64(float32(s.Num)), 'g', -1, 32)
	case spec.F64:
		return strconv.FormatFloat(s.Num, 'g', -1, 64)
	case spec.I32, spec.I64:
		return strconv.FormatInt(s.Int, 10)
	case spec.Bool:
		return strconv.FormatBool(s.Bool)
	case spec.String:
		return strconv.Quote(s.Text)
	case spec.Entity:
		return Handle(spec.Handle(s.Text))
	}
	return "?"
}

// Row formats a row: $this, the variables by name, then the fields. A field is an id, followed by
// "@" and the source if the source is not $this. A field that is not set is "-".
func Row(r spec.Row) string {
	var parts []string
	if r.This != "" {
		parts = append(parts, "$this="+string(r.This))
	}
	for _, name := range slices.Sorted(maps.Keys(r.Vars)) {
		parts = append(parts, "$"+name+"="+Handle(r.Vars[name]))
	}
	for _, f := range r.Fields {
		parts = append(parts, fieldText(f))
	}
	if r.Group != nil {
		parts = append(parts, "group="+Handle(*r.Group))
	}
	if r.Changed {
		parts = append(parts, "changed")
	}
	if len(parts) == 0 {
		return "(a row without entity, variables and fields)"
	}
	return strings.Join(parts, "  ")
}

func fieldText(f spec.Field) string {
	if !f.Set {
		return "-"
	}
	s := choiceText(spec.FieldChoice{ID: f.ID, Src: f.Src})
	for _, c := range f.Or {
		s += " or " + choiceText(c)
	}
	if f.Value != nil {
		s += " " + Value(f.Value)
	}
	return s
}

func choiceText(c spec.FieldChoice) string {
	if c.Src == "" {
		return c.ID.String()
	}
	return c.ID.String() + "@" + string(c.Src)
}

// DumpEntity formats an entity of a dump in one line, such as "Bob:  (Eats, Apples)".
func DumpEntity(e spec.DumpEntity) string {
	parts := []string{string(e.Handle)}
	if e.Name != "" {
		parts = append(parts, "name="+strconv.Quote(e.Name))
	}
	if e.Component {
		parts = append(parts, "component"+membersText(e.Members))
	}
	if e.Open {
		parts = append(parts, "open")
	}
	var ids []string
	for _, id := range e.IDs {
		ids = append(ids, dumpIDText(id))
	}
	for _, id := range e.Overrides {
		ids = append(ids, "override "+id.String())
	}
	return strings.TrimRight(strings.Join(parts, "  ")+":  "+strings.Join(ids, "  "), " ")
}

func membersText(members []spec.Member) string {
	return "(" + listed(members, func(m spec.Member) string { return m.Name + " " + string(m.Type) }) + ")"
}

func dumpIDText(id spec.DumpID) string {
	s := id.ID.String()
	if id.Off {
		s += " (off)"
	}
	if id.Value != nil {
		s += " " + Value(id.Value)
	}
	return s
}

// Event formats an event in one line.
func Event(e spec.Event) string {
	s := e.Observer + " " + string(e.Event) + " " + string(e.Entity) + " " +
		choiceText(spec.FieldChoice{ID: e.ID, Src: e.Src})
	if e.Leave {
		s += " (leaves)"
	}
	return s
}

func handleText(h spec.Handle) string { return string(h) }

// Refused is the prefix of the text of a refusal.
const Refused = "refused: "

// Outcome formats an outcome in one line. Of a long answer it gives only the size.
func Outcome(o spec.Outcome) string {
	if o.Err != nil {
		return Refused + string(o.Err.Code)
	}
	switch o.Kind {
	case spec.OutNone:
		return "ok"
	case spec.OutBool:
		return strconv.FormatBool(o.Bool)
	case spec.OutNumber:
		return strconv.FormatInt(o.Number, 10)
	case spec.OutEntity:
		return Handle(o.Entity)
	case spec.OutEntities:
		if len(o.Depths) == len(o.Entities) && len(o.Depths) > 0 {
			return walkText(o)
		}
		return braced(slices.Sorted(slices.Values(o.Entities)), handleText)
	case spec.OutPath:
		return braced(o.Entities, handleText)
	case spec.OutIDs:
		return braced(slices.SortedFunc(slices.Values(o.IDs), spec.ID.Compare), spec.ID.String)
	case spec.OutValue:
		return Value(o.Value)
	case spec.OutText:
		if o.Text == nil {
			return "none"
		}
		return strconv.Quote(*o.Text)
	case spec.OutRows:
		return rowsText(o.Rows)
	case spec.OutDump:
		return Plural(len(o.Dump.Entities), "entity", "entities")
	case spec.OutEvents:
		if len(o.Failures) > 0 {
			return Plural(len(o.Events), "event", "events") + ", " + failuresText(o.Failures)
		}
		return Plural(len(o.Events), "event", "events")
	case spec.OutExplanation:
		return explanationText(o.Explanation)
	case spec.OutInfo:
		return "information"
	case spec.OutFailures:
		return failuresText(o.Failures)
	}
	return "?"
}

// explanationText gives the number of explained rows and missing rows. If just one row is missing,
// it adds the reason.
func explanationText(e *spec.Explanation) string {
	var parts []string
	if n := len(e.Matches); n > 0 {
		parts = append(parts, "proves "+Plural(n, "row", "rows"))
	}
	switch n := len(e.Misses); {
	case n == 1 && e.Misses[0].TermNumber > 0:
		parts = append(parts, fmt.Sprintf("no row: term %d fails, %s", e.Misses[0].TermNumber, e.Misses[0].Term))
	case n == 1:
		parts = append(parts, "no row: "+e.Misses[0].Reason.Claim)
	case n > 1:
		parts = append(parts, fmt.Sprintf("says of %d entities why they have no row", n))
	case len(parts) == 0:
		return "nothing to explain"
	}
	return strings.Join(parts, ", ")
}

// walkText formats entities in order with their depths: {c 0, g 1}.
func walkText(o spec.Outcome) string {
	parts := make([]string, len(o.Entities))
	for i, h := range o.Entities {
		parts[i] = fmt.Sprintf("%s %d", h, o.Depths[i])
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func failuresText(fs []spec.Failure) string {
	if len(fs) == 0 {
		return "ok"
	}
	return listed(fs, func(f spec.Failure) string { return failedText(f) + " " + string(f.Err.Code) })
}

// failedText names a failed command, by its number if the engine reports nothing else.
func failedText(f spec.Failure) string {
	if f.Op == "" {
		return fmt.Sprintf("command %d", f.Command)
	}
	text := string(f.Op)
	if f.Entity != "" {
		text += " " + string(f.Entity)
	}
	if !f.ID.IsZero() {
		text += " " + f.ID.String()
	}
	return text
}

func rowsText(rows []spec.Row) string {
	if len(rows) > 4 {
		return Plural(len(rows), "row", "rows")
	}
	parts := make([]string, len(rows))
	for i, r := range rows {
		parts[i] = Row(r)
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ";  ") + "}"
}

// Indent indents every line of a text by two blanks.
func Indent(text string) string {
	return "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
}

// FirstLine returns the first line of a text that is not blank.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return line
}

// Short truncates a text to limit characters, of which the last is then an ellipsis.
func Short(text string, limit int) string {
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	return string(runes[:limit-1]) + "…"
}
