package model

import (
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

func ask(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	q, err := w.compile(op.Query)
	if err != nil {
		return done(err)
	}
	return w.rows(q, op)
}

func prepare(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if err := w.newName(op.As); err != nil {
		return done(err)
	}
	q, err := w.compile(op.Query)
	if err == nil {
		w.queries[op.As] = q
	}
	return done(err)
}

// newName: prepared queries and observers share their names (P-54).
func (w *World) newName(name string) *spec.Error {
	_, taken := w.queries[name]
	if taken || name == "" || slices.ContainsFunc(w.observed, func(o *observer) bool { return o.name == name }) {
		return spec.Errorf(spec.CodeExists, "a prepared query and an observer need a new name, got %q", name)
	}
	return nil
}

func (w *World) prepared(name string) (*query, *spec.Error) {
	q, ok := w.queries[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "no query is named %q", name)
	}
	return q, nil
}

func iterate(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	q, err := w.prepared(op.On)
	if err != nil {
		return done(err)
	}
	return w.rows(q, op)
}

// release forgets a prepared query or ends an observer.
func release(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	named := func(o *observer) bool { return o.name == op.On }
	if slices.ContainsFunc(w.observed, named) {
		w.observed = slices.DeleteFunc(slices.Clone(w.observed), named)
		return done(nil)
	}
	_, err := w.prepared(op.On)
	delete(w.queries, op.On)
	maps.DeleteFunc(w.iterators, func(_ string, it *iterator) bool { return it.on == op.On })
	return done(err)
}

func plan(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	q, err := w.compile(op.Query)
	if err != nil {
		return done(err)
	}
	text := "try every assignment of " + strings.Join(q.variables, ", ")
	return spec.Outcome{Text: &text}, nil
}

// rows answers a query. Limit and skip cut the sequence (P-33).
func (w *World) rows(q *query, op spec.Operation) (spec.Outcome, *spec.Error) {
	preset, err := w.preset(q, op.Vars)
	if err == nil && op.Changes {
		err = w.mayTrack(q)
	}
	if err != nil {
		return done(err)
	}
	ev, err := w.solve(q, preset)
	if err == nil && op.Group != nil {
		err = ev.only(*op.Group)
	}
	if err != nil {
		return done(err)
	}
	ev.arrange()
	ev.out = ev.out[max(0, min(op.Skip, len(ev.out))):]
	if op.Limit > 0 {
		ev.out = ev.out[:min(op.Limit, len(ev.out))]
	}
	rows, err := ev.rows(op.Values)
	var changed map[string]bool
	if err == nil && (op.Changes || q.seen != nil) {
		changed, err = w.tables(q)
	}
	if err != nil {
		return done(err)
	}
	if op.Changes {
		w.track(q)
	}
	for n, s := range ev.out {
		if op.Batches {
			rows[n].Batch = s.batch
		}
		if op.Changes {
			rows[n].Changed = changed[s.table] || w.stale(q, s.table) // tables of the rows of presets may be further ones
		}
	}
	q.forget(changed)
	w.returned(ev, op.Untouched)
	return spec.Outcome{Rows: rows}, nil
}
