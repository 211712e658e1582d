package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// act reads an operation that an observer carries out: "remove $this ($first, $second)", "set Bob Position {x: 1}",
// "set_name $this "Bob"", "release o".
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
	has := func(argument string) bool {
		return r.failed == nil && slices.Contains(takes, argument) && !r.atEndOfAct()
	}
	if has("query") {
		op.On = r.member()
	}
	if has("entity") {
		op.Entity = r.element()
	}
	if has("id") {
		op.ID = r.elements()
	}
	if has("value") {
		op.Value = r.value()
	}
	if has("name") {
		name := r.quoted()
		op.Name = &name
	}
	return op
}

func (r *reader) atEndOfAct() bool {
	rest := r.rest()
	return rest == "" || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, "and ")
}

// element is a name, or a word for a part of the event.
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

// elements is an id of such elements.
func (r *reader) elements() spec.ID {
	if !r.accept("(") {
		return spec.Single(r.element())
	}
	first := r.element()
	r.expect(",")
	second := r.element()
	r.expect(")")
	return spec.Pair(first, second)
}

// actsText writes the acts of an observer.
func actsText(acts []spec.Operation) string {
	parts := make([]string, len(acts))
	for i := range acts {
		parts[i] = actText(&acts[i])
	}
	return "doing " + strings.Join(parts, " and ")
}

func actText(op *spec.Operation) string {
	words := []string{string(op.Op)}
	if op.On != "" {
		words = append(words, nameText(spec.Handle(op.On)))
	}
	if op.Entity != "" {
		words = append(words, elementText(op.Entity))
	}
	switch {
	case op.ID.IsPair():
		words = append(words, "("+elementText(op.ID.First)+", "+elementText(op.ID.Second)+")")
	case !op.ID.IsZero():
		words = append(words, elementText(op.ID.First))
	}
	if op.Value != nil {
		value, _ := rawNotation(op.Value)
		words = append(words, value)
	}
	if op.Name != nil {
		words = append(words, quote(*op.Name))
	}
	return strings.Join(words, " ")
}

func elementText(h spec.Handle) string {
	if h.IsOfEvent() {
		return string(h)
	}
	return nameText(h)
}
