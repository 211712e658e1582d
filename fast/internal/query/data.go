package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Facts parses query text as facts, in profiles that allow it (sets.define).
func Facts(w *rules.World, text string) ([]spec.Term, *spec.Error) {
	if !w.Profile.Has(spec.OpDefine) {
		return nil, rules.Unsupported("query text as data")
	}
	return lang.ParseData(w.Profile.Dialect, text)
}

// Constants resolves the constant elements of a term. As in queries, names of targets are looked up
// in the scope that OneOf sets. second is 0 if there is none.
func Constants(
	w *rules.World, t *spec.Term, entity func(spec.Handle) (Entity, *spec.Error),
) (first, second Entity, err *spec.Error) {
	c := Compiler{W: w, Q: &Query{W: w}, Entity: entity, At: NoTerm}
	one, err := c.element(&t.First, nil)
	if err != nil {
		return 0, 0, err
	}
	two, err := c.element(&t.Second, &one)
	return one.Entity, two.Entity, err
}
