package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// actSlots are the arguments that the operation of an act may have, in order, with the names of
// [spec.OperationRow].
var actSlots = []struct {
	argument string
	slot
}{
	{"query", slots["ON"]},
	{"entity", slot{
		func(r *reader, op *spec.Operation) { op.Entity = r.element() },
		func(op *spec.Operation) (string, bool) { return elementText(op.Entity), op.Entity != "" },
	}},
	{"id", slot{
		func(r *reader, op *spec.Operation) { op.ID = r.elements() },
		func(op *spec.Operation) (string, bool) {
			if op.ID.IsPair() {
				return "(" + elementText(op.ID.First) + ", " + elementText(op.ID.Second) + ")", true
			}
			return elementText(op.ID.First), !op.ID.IsZero()
		},
	}},
	{"value", slot{
		func(r *reader, op *spec.Operation) { op.Value = r.value() },
		func(op *spec.Operation) (string, bool) {
			text, _ := rawNotation(op.Value)
			return text, op.Value != nil
		},
	}},
	{"name", nameSlot},
}

// act reads an operation that an observer carries out: "remove $this ($first, $second)", "set Bob
// Position {x: 1}", "set_name $this "Bob"", "release o".
func (r *reader) act() spec.Operation {
	op := spec.Operation{Op: spec.OpKind(r.member())}
	if r.failed == nil && !op.Op.MayAct() {
		r.fail("an operation that an observer can carry out, such as add")
	}
	var takes []string
	for i := range spec.Operations() {
		if row := &spec.Operations()[i]; row.Op == op.Op {
			takes = row.Arguments()
		}
	}
	for _, s := range actSlots {
		if r.failed == nil && slices.Contains(takes, s.argument) && !r.atEndOfAct() {
			s.read(r, &op)
		}
	}
	return op
}

func actText(op spec.Operation) string {
	words := []string{string(op.Op)}
	for _, s := range actSlots {
		if text, given := s.write(&op); given {
			words = append(words, text)
		}
	}
	return strings.Join(words, " ")
}

func (r *reader) atEndOfAct() bool {
	rest := r.rest()
	return rest == "" || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "and ")
}

// element reads a name, or a placeholder for a part of the event.
func (r *reader) element() spec.Handle {
	if !r.accept("$") {
		return r.name()
	}
	h := spec.Handle("$" + r.member())
	if r.failed == nil && !h.IsOfEvent() {
		r.fail("$this, $src, $first or $second")
	}
	return h
}

// elements reads an id. Each element is a name or a placeholder for a part of the event.
func (r *reader) elements() spec.ID { return r.idOf(r.element) }

func elementText(h spec.Handle) string {
	if h.IsOfEvent() {
		return string(h)
	}
	return nameText(h)
}
