package scenario

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Changes expects exactly these differences between the worlds before and after an operation. Its
// lines are those of a dump: "Bob" for the entity itself, "Bob (Likes, Alice)" or "Bob Position {x:
// 1}" for its ids, "Bob named \"Robert\"", "Bob without a name", "Bob off Position" for a disabled
// id, "Base override Position" for a mark, "Bob component" and "Bob open". A name that equals the
// handle has no line, nor have the ids of a deleted entity. If there are no lines, nothing may
// change.
type Changes struct {
	Added, Removed []string
}

// readChanges reads the table of changes.
func readChanges(r *reader, _ *spec.Operation) {
	var e Changes
	for _, row := range r.table {
		if len(row) != 3 || row[0] != "+" && row[0] != "-" {
			r.refuse(errors.New(
				"changes have three columns: + or -, an entity, and what it gains or loses (empty: the entity itself)"))
			return
		}
		var line string
		r.refuseUnknown("2", r.cell(row[1], func(r *reader) { line = nameText(r.name()) }))
		if row[2] != "" {
			r.cell(row[2], func(r *reader) { line += " " + r.change() })
		}
		if row[0] == "+" {
			e.Added = append(e.Added, line)
		} else {
			e.Removed = append(e.Removed, line)
		}
	}
	r.states = e
}

// change reads what an entity gains or loses, as in the lines of a dump.
func (r *reader) change() string {
	if r.accept("named") {
		return "named " + strconv.Quote(r.quoted())
	}
	for _, word := range []string{"without a name", "component", "open"} {
		if r.accept(word) {
			return word
		}
	}
	for _, mark := range []string{"off", "override"} {
		if r.accept(mark) {
			return mark + " " + idText(r.id())
		}
	}
	id, value := r.id(), spec.RawValue{}
	if r.next("{") {
		value = r.value()
	}
	return ownedText(id, value.Untyped())
}

func (e Changes) judge(r ran) []string {
	if r.before == nil || r.after == nil {
		return nil
	}
	added, removed := changedFacts(r.before, r.after)
	lines := append(
		differences(e.Added, added, "should appear   ", "should not appear   "),
		differences(e.Removed, removed, "should disappear", "should not disappear")...)
	if lines == nil {
		return nil
	}
	return append([]string{"the world changes differently"}, lines...)
}

func differences(want []string, changed []dumpLine, missing, extra string) []string {
	var lines []string
	got := each(changed, func(l dumpLine) string { return l.text })
	for _, w := range want {
		if !slices.Contains(got, w) {
			lines = append(lines, "  - "+missing+" "+w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			lines = append(lines, "  + "+extra+" "+g)
		}
	}
	return lines
}

// changedFacts compares the worlds before and after an operation: added has the new facts, removed
// the facts that are gone. It omits the ids of deleted entities.
func changedFacts(before, after *spec.Dump) (added, removed []dumpLine) {
	old, recent := dumpLines(before), dumpLines(after)
	for _, l := range recent {
		if !slices.Contains(old, l) {
			added = append(added, l)
		}
	}
	alive := map[spec.Handle]bool{"": true}
	for _, e := range after.Entities {
		alive[e.Handle] = true
	}
	for _, l := range old {
		if !slices.Contains(recent, l) && (l.whole || alive[l.of]) {
			removed = append(removed, l)
		}
	}
	return added, removed
}

// dumpLine is one fact of a world. whole marks the line of the entity itself.
type dumpLine struct {
	of    spec.Handle // "" for the scope
	whole bool
	text  string
}

func dumpLines(d *spec.Dump) []dumpLine {
	lines := []dumpLine{{text: "scope " + handleText(d.Scope)}}
	for _, e := range d.Entities {
		entity := nameText(e.Handle)
		lines = append(lines, dumpLine{e.Handle, true, entity})
		add := func(text string) { lines = append(lines, dumpLine{e.Handle, false, entity + " " + text}) }
		switch e.Name {
		case string(e.Handle):
		case "":
			add("without a name")
		default:
			add("named " + strconv.Quote(e.Name))
		}
		if e.Component {
			add("component")
		}
		if e.Open {
			add("open")
		}
		for _, id := range e.IDs {
			add(ownedText(id.ID, id.Value))
			if id.Off {
				add("off " + idText(id.ID))
			}
		}
		for _, id := range e.Overrides {
			add("override " + idText(id))
		}
	}
	return lines
}

// ownedText formats an id, with its value if that is not zero.
func ownedText(id spec.ID, v spec.Value) string {
	text := idText(id)
	if value := valueText(v); value != "{}" {
		text += " " + value
	}
	return text
}

// changesOf applies an operation. It returns the outcome and, if the engine supports dump, the step
// that states how the world changed.
func changesOf(engine spec.Engine, op spec.Operation) (spec.Outcome, *Step) {
	before := engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	out := engine.Apply(op)
	after := engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	if before == nil || after == nil || out.Err != nil || op.Op.IsRead() {
		return out, nil
	}
	step := &Step{Keyword: Then, Text: changesText}
	row := func(sign string, l dumpLine) {
		entity := nameText(l.of)
		fact := strings.TrimPrefix(strings.TrimPrefix(l.text, entity), " ")
		step.Table = append(step.Table, []string{sign, entity, fact})
	}
	added, removed := changedFacts(before, after)
	for _, l := range removed {
		row("-", l)
	}
	for _, l := range added {
		row("+", l)
	}
	if step.Table == nil {
		step.Text = unchangedText
	}
	return out, step
}
