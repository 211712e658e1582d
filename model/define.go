package model

import (
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// define adds what facts in query text say, in profiles whose text can be data. It cannot wait for the end of a deferral,
// since it answers with what it creates.
func define(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	switch {
	case !w.rules.Profile.Data:
		return done(spec.Errorf(spec.CodeUnsupported, "the query text of %s is no data", w.rules.Profile.Name))
	case w.deferred > 0:
		return done(spec.Errorf(spec.CodeInvalid, "a deferred world defines nothing; end the deferral first"))
	}
	facts, err := lang.ParseData(w.rules.Profile.Dialect, op.Text)
	if err != nil {
		return done(err)
	}
	created, err := w.rules.Define(facts)
	if err != nil {
		return done(err)
	}
	return w.many(created)
}
