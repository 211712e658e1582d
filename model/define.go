package model

import (
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// define adds the facts of a query text. It cannot be deferred, because it answers with the
// entities that it creates.
func define(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	facts, err := lang.ParseData(w.rules.Profile.Dialect, op.Text)
	if err == nil && w.deferred > 0 {
		err = spec.Errorf(spec.CodeInvalid, "define cannot be deferred; end the deferral first")
	}
	if err != nil {
		return done(err)
	}
	created, err := w.rules.Define(facts)
	if err != nil {
		return done(err)
	}
	return w.many(created)
}
