package scenario

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// worlds holds the worlds before and after an operation.
type worlds struct{ before, after *spec.Dump }

// around applies an operation. It returns the outcome and, if the engine supports dump, the worlds
// before and after.
func around(engine spec.Engine, op spec.Operation) (spec.Outcome, *worlds) {
	before := engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	out := engine.Apply(op)
	after := engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	if before == nil || after == nil || out.Err != nil || op.Op.IsRead() {
		return out, nil
	}
	return out, &worlds{before, after}
}

// text returns the changes of the world as a Then step.
func (w *worlds) text() (string, [][]string) {
	added, removed := changedFacts(w.before, w.after)
	var table [][]string
	for _, l := range removed {
		table = append(table, l.row("-"))
	}
	for _, l := range added {
		table = append(table, l.row("+"))
	}
	if len(table) == 0 {
		return "the world is unchanged", nil
	}
	return "the changes are", table
}

// row returns a line of the step's table.
func (l dumpLine) row(sign string) []string {
	entity := nameText(l.of)
	return []string{sign, entity, strings.TrimPrefix(strings.TrimPrefix(l.text, entity), " ")}
}
