package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// ordered lists the sources of a pair in their explicit order.
func ordered(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	list, err := w.orders.Sources(w.rules, rules.ID{First: r, Second: e})
	if err != nil {
		return done(err)
	}
	return w.many(list)
}

// reorder moves a source of a pair before or after another one.
func reorder(w *World, op spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
	neighbour, err := w.orderNeighbour(op)
	if err != nil {
		return done(err)
	}
	return done(w.orders.Move(w.rules, e, i, neighbour, op.After != ""))
}

// orderNeighbour returns the source next to which reorder moves another source.
func (w *World) orderNeighbour(op spec.Operation) (rules.Entity, *spec.Error) {
	if op.Neighbour() == "" {
		return rules.None, spec.Errorf(spec.CodeInvalid, "reorder needs before or after, and not both")
	}
	return w.rules.Find(op.Neighbour())
}
