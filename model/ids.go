package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

func set(w *rules.World, op spec.Operation, e rules.Entity, i rules.ID) *spec.Error {
	return w.Set(e, i, op.Value)
}

func get(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (out spec.Outcome, err *spec.Error) {
	out.Value, err = w.rules.Get(e, i)
	return out, err
}

func has(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
	_, has := w.rules.Has(e, i)
	return yes(has)
}

func owns(w *World, _ spec.Operation, e rules.Entity, i rules.ID) (spec.Outcome, *spec.Error) {
	return yes(w.rules.Owns(e, i))
}

func typeOf(w *World, i rules.ID) (spec.Outcome, *spec.Error) {
	if w.rules.MentionsDead(i) {
		return w.one(rules.None)
	}
	return w.one(w.rules.TypeOf(i))
}

func count(w *World, i rules.ID) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Number: int64(len(w.rules.Owners(i)))}, nil
}
