package model

import "github.com/relspec/relspec/spec"

// define adds what facts in query text say, in profiles whose text can be data.
func define(w *World, _ spec.Operation) (spec.Outcome, *spec.Error) {
	return done(spec.Errorf(spec.CodeUnsupported, "the query text of %s is no data", w.rules.Profile.Name))
}
