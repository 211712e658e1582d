package engine

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// answer answers a query, which may be prepared.
func (e *Engine) answer(op *request) (spec.Outcome, *spec.Error) {
	return e.rows(op.query, op.Operation)
}

// prepare stores a query under a name.
func (e *Engine) prepare(op *request) (spec.Outcome, *spec.Error) {
	if op.query.Kind == spec.KindCached {
		op.query.CacheMatches()
	}
	e.queries[op.As] = op.query
	return none, nil
}

func (e *Engine) release(op *request) (spec.Outcome, *spec.Error) {
	if at := e.observerAt(op.On); at >= 0 {
		e.observers[at].observer.Release()
		e.observers[at].released = true
		return none, nil
	}
	err := prepared(e, op)
	if err == nil {
		e.closeIterators(op.query)
		delete(e.queries, op.On)
	}
	return none, err
}

// plan returns the current plan of a query as text.
func (e *Engine) plan(op *request) (spec.Outcome, *spec.Error) {
	text := op.query.PlanText()
	return spec.Outcome{Kind: spec.OutText, Text: &text}, nil
}

// trackedQuery is a query and its change detection.
type trackedQuery struct {
	*query.Query
	tracker change.Tracker
}

// rows runs a query for an operation.
func (e *Engine) rows(q *trackedQuery, op *spec.Operation) (spec.Outcome, *spec.Error) {
	x := q.NewExec()
	defer x.Release()
	possible, err := e.preset(x, op.Vars)
	if err != nil {
		return none, err
	}
	only, some, err := e.group(q, op.Group)
	if err != nil {
		return none, err
	}
	r := rowSink{e: e, q: q.Query, values: op.Values, skip: op.Skip, limit: op.Limit}
	if op.Changes {
		if err := q.CheckTracking(); err != nil {
			return none, err
		}
	}
	r.traces = op.Op != spec.OpExplain && e.traces(q, op)
	if op.Batches {
		r.batches, x.Exact = &batcher{}, true // Exact sorts rows by $this, so batches are numbered in that order
	}
	if possible && some {
		x.Deliver(&r, len(op.Vars) > 0, only)
	}
	err = r.refusal(x)
	if err == nil && r.traces {
		err = e.recordRows(q, op, r.rows, r.trace)
	}
	return spec.Outcome{Kind: spec.OutRows, Rows: r.rows}, err
}

// group returns the group that the operation asks for, or nil for all. It returns false if that
// group cannot have rows (order.groups).
func (e *Engine) group(q *trackedQuery, asked *spec.Handle) (only *uint32, some bool, err *spec.Error) {
	if asked == nil {
		return nil, true, nil
	}
	if !q.HasGroups() {
		return nil, false, query.ErrNotGrouped
	}
	if *asked == "" {
		return new(uint32), true, nil
	}
	target, err := e.handles.target(*asked)
	switch {
	case err != nil:
		return nil, false, err
	case rules.IsPattern(target):
		return nil, false, rules.ErrWildcard
	}
	index := target.Index()
	return &index, e.w.Store.Alive(target), nil
}

var errThisTwice = spec.Errorf(spec.CodeInvalid, "$this is set twice, once as $This")

// preset sets variables before a run (variables.preset). It returns false if no row can have those
// values.
func (e *Engine) preset(x *query.Exec, vars map[string]spec.Handle) (bool, *spec.Error) {
	possible := true
	for _, name := range slices.SortedFunc(maps.Keys(vars), cmp.Compare[string]) {
		value, err := e.handles.known(vars[name])
		switch {
		case err != nil:
			return false, err
		case rules.IsPattern(value):
			return false, rules.ErrWildcard
		}
		slot, ok := x.Q.Presettable(name)
		if !ok {
			return false, query.ErrNoVariable(name)
		}
		if !e.world.Alive(value) {
			return false, rules.ErrDead
		}
		if _, twice := vars[spec.This]; twice && name != spec.This && slot == query.ThisSlot {
			return false, errThisTwice
		}
		possible = x.Preset(slot, value.Index()) && possible
	}
	return possible, nil
}
