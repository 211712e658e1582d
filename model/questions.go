package model

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// compile resolves a query. If the query is text, an error has the position of the bad term.
func (w *World) compile(source *spec.Query) (*prepared, *spec.Error) {
	if source == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "the query is missing")
	}
	if !source.IsText() {
		if err := lang.Check(source.Terms, w.language()...); err != nil {
			return nil, err
		}
		return w.resolved(source, source.Terms)
	}
	dialect := source.Syntax
	if dialect == spec.DialectDefault {
		dialect = w.rules.Profile.Dialect
	}
	terms, err := lang.ParseChecked(dialect, source.Expr, w.language()...)
	if err != nil {
		return nil, err
	}
	q, err := w.resolved(source, terms)
	if err != nil && q.BadTerm != nil {
		number, at := 0, -1
		probe := spec.Query{Terms: terms}
		probe.Walk(func(t *spec.Term) {
			if t == q.BadTerm {
				at = number
			}
			number++
		})
		err.Line, err.Column = lang.Position(dialect, source.Expr, at)
	}
	return q, err
}

// language returns the options of the parser: the depth limit, and whether terms may have sets.
func (w *World) language() []lang.Option {
	options := []lang.Option{lang.WithLimits(lang.Limits{Depth: w.limits.Depth})}
	if w.rules.Profile.Substitution {
		options = append(options, lang.WithSets())
	}
	return options
}

func (w *World) resolved(source *spec.Query, terms []spec.Term) (*prepared, *spec.Error) {
	compiled, err := query.Compile(w.rules, source, terms)
	q := &prepared{Query: compiled}
	if source.DetectChanges {
		w.track(q)
	}
	return q, err
}

// preset resolves the variables that the user sets before iteration.
func (w *World) preset(q *prepared, vars map[string]spec.Handle) (out query.Assignment, err *spec.Error) {
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if err := q.Preset(w.rules, &out, name, vars[name]); err != nil {
			return out, err
		}
	}
	return out, nil
}

// answer holds the rows of a query with the search that found them.
type answer struct {
	search *query.Search
	rows   []query.Row
}

// solve finds the rows of a query, unsorted.
func (w *World) solve(q *prepared, preset query.Assignment) (*answer, *spec.Error) {
	a := &answer{search: w.search(w.rules, q.Query)}
	a.rows = a.search.Rows(preset, w.limits.Rows)
	if err := w.overworked(); err != nil {
		return nil, err
	}
	if len(a.rows) > w.limits.Rows {
		return nil, spec.Exhaustedf("an answer has at most %d rows", w.limits.Rows)
	}
	return a, nil
}

func (w *World) ask(op spec.Operation) ([]spec.Row, *spec.Error) {
	q, err := w.compile(op.Query)
	if err != nil {
		return nil, err
	}
	return w.answer(q, op)
}

func (w *World) prepare(op spec.Operation) *spec.Error {
	if err := w.newName(&op); err != nil {
		return err
	}
	q, err := w.compile(op.Query)
	if err == nil {
		w.queries[op.As] = q
	}
	return err
}

// newName checks the name of a new query or observer. Queries and observers share one namespace.
func (w *World) newName(op *spec.Operation) *spec.Error {
	if op.As == "" || op.Query == nil {
		return spec.Errorf(spec.CodeInvalid, "%s needs a name and a query", op.Op)
	}
	_, taken := w.queries[op.As]
	if taken || slices.ContainsFunc(w.observers, func(o *observer) bool { return o.Name == op.As }) {
		return spec.Errorf(spec.CodeExists, "the name %q of a query or observer is taken", op.As)
	}
	return nil
}

func (w *World) find(name string) (*prepared, *spec.Error) {
	q, ok := w.queries[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "no query is named %q", name)
	}
	return q, nil
}

func (w *World) iterate(op spec.Operation) ([]spec.Row, *spec.Error) {
	q, err := w.find(op.On)
	if err != nil {
		return nil, err
	}
	return w.answer(q, op)
}

// release removes a prepared query or an observer.
func (w *World) release(op spec.Operation) *spec.Error {
	named := func(o *observer) bool { return o.Name == op.On }
	if n := slices.IndexFunc(w.observers, named); n >= 0 {
		w.observers[n].released = true
		w.observers = slices.DeleteFunc(slices.Clone(w.observers), named)
		return nil
	}
	_, err := w.find(op.On)
	delete(w.queries, op.On)
	maps.DeleteFunc(w.iterators, func(_ string, it *iterator) bool { return it.on == op.On })
	return err
}

// answer evaluates a query, applies group, skip and limit, and marks changed rows.
func (w *World) answer(q *prepared, op spec.Operation) ([]spec.Row, *spec.Error) {
	preset, err := w.preset(q, op.Vars)
	if err == nil && op.Changes {
		err = events.MayTrack(w.rules.Profile, q.Query)
	}
	if err != nil {
		return nil, err
	}
	a, err := w.solve(q, preset)
	if err == nil && op.Group != nil {
		a.rows, err = a.search.InGroup(a.rows, *op.Group)
	}
	if err != nil {
		return nil, err
	}
	a.search.Arrange(a.rows)
	given := a.rows[max(0, min(op.Skip, len(a.rows))):]
	if op.Limit > 0 {
		given = given[:min(op.Limit, len(given))]
	}
	rows, err := w.printed(a, given, op.Values)
	var changed map[string]bool
	if err == nil && (op.Changes || q.seen != nil) {
		changed, err = w.tables(q)
	}
	if err != nil {
		return nil, err
	}
	if op.Changes {
		w.track(q)
	}
	for n := range given {
		if op.Batches {
			rows[n].Batch = given[n].Batch
		}
		if op.Changes { // presets can give rows in tables that are not in changed
			rows[n].Changed = changed[given[n].Table] || w.clock.Stale(given[n].Table, q.seen)
		}
	}
	q.seen.Forget(changed)
	w.returned(q, a, given, op.Untouched)
	return rows, nil
}
