package fast

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// query answers a query at once.
func (e *Engine) query(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	return e.rows(q, op)
}

// prepare keeps a query under a name.
func (e *Engine) prepare(op *spec.Operation) spec.Outcome {
	if e.taken(op.As) {
		return spec.Fail(spec.Errorf(spec.CodeExists, "the name %q is taken", op.As))
	}
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	if q.kind == spec.KindCached {
		q.keepMatches()
	}
	e.queries[op.As] = q
	return spec.OK()
}

func (e *Engine) iterate(op *spec.Operation) spec.Outcome {
	q, err := e.held(op.On)
	if err != nil {
		return spec.Fail(err)
	}
	return e.rows(q, op)
}

func (e *Engine) release(op *spec.Operation) spec.Outcome {
	if at := e.observerAt(op.On); at >= 0 {
		e.observers[at].observer.release()
		return spec.OK()
	}
	_, err := e.held(op.On)
	if err == nil {
		e.closeIterators(e.queries[op.On])
		delete(e.queries, op.On)
	}
	return done(err)
}

// plan tells how the query would be matched now.
func (e *Engine) plan(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	text := q.planText()
	return spec.Outcome{Kind: spec.OutText, Text: &text}
}

// engineQuery is a query and what change detection remembers of it.
type engineQuery struct {
	*prepared
	tracker tracker
}

func (e *Engine) compile(op *spec.Operation) (*engineQuery, *spec.Error) {
	if op.Query == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "%s needs a query", op.Op)
	}
	q, err := e.w.compile(op.Query, e.handles.known)
	if err != nil {
		return nil, err
	}
	if e.variant.keep {
		q.keepMatches()
	}
	return &engineQuery{prepared: q, tracker: e.w.tracker(q)}, nil
}

func (e *Engine) held(name string) (*engineQuery, *spec.Error) {
	q, ok := e.queries[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "there is no query prepared under the name %q", name)
	}
	return q, nil
}

// rows runs a query for an operation.
func (e *Engine) rows(q *engineQuery, op *spec.Operation) spec.Outcome {
	x := q.newExec()
	defer x.release()
	possible, err := e.preset(x, op.Vars)
	if err != nil {
		return spec.Fail(err)
	}
	only, some, err := e.group(q, op.Group)
	if err != nil {
		return spec.Fail(err)
	}
	possible = possible && some
	r := rowSink{e: e, q: q.prepared, values: op.Values, skip: op.Skip, limit: op.Limit}
	if op.Changes {
		if err := q.checkTracking(); err != nil {
			return spec.Fail(err)
		}
	}
	if op.Op != spec.OpExplain && e.traces(q, op) {
		r.trace = &rowTrace{w: e.w}
	}
	if op.Batches {
		r.batches, x.exact = &batcher{}, true // numbers by the first $this in type order
	}
	if possible {
		x.deliver(&r, len(op.Vars) > 0, only)
	}
	err = r.refusal(x)
	if err == nil && r.trace != nil {
		err = r.trace.seen(q, op, r.rows, wholeAnswer(op))
	}
	if err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: spec.OutRows, Rows: r.rows}
}

// group is the group that is asked for, nil for all; false if it can have no rows (P-58).
func (e *Engine) group(q *engineQuery, asked *spec.Handle) (only *uint32, some bool, err *spec.Error) {
	if asked == nil {
		return nil, true, nil
	}
	if q.ordering == nil || !q.ordering.groups {
		return nil, false, errNotGrouped
	}
	if *asked == "" {
		return new(uint32), true, nil
	}
	target, err := e.handles.known(*asked)
	switch {
	case err != nil:
		return nil, false, err
	case isPattern(target):
		return nil, false, errWildcard
	}
	index := target.Index()
	return &index, e.world.Alive(target), nil
}

// preset sets variables before a run (P-29); false if no row can have those values.
func (e *Engine) preset(x *exec, vars map[string]spec.Handle) (bool, *spec.Error) {
	possible := true
	for _, name := range slices.SortedFunc(maps.Keys(vars), cmp.Compare[string]) {
		value, err := e.handles.known(vars[name])
		switch {
		case err != nil:
			return false, err
		case isPattern(value):
			return false, errWildcard
		}
		slot, ok := x.q.presettable(name)
		if !ok {
			return false, errNoVariable(name)
		}
		if !e.world.Alive(value) {
			return false, errDead
		}
		possible = x.preset(slot, value.Index()) && possible
	}
	return possible, nil
}

// presettable finds a variable that can be set before a run.
func (q *prepared) presettable(name string) (uint8, bool) {
	if name == spec.This || name == "This" && q.w.profile.ThisAlias {
		return thisSlot, q.usesThis
	}
	slot, ok := q.slot(name)
	return slot, ok && slot != thisSlot && q.variables[slot].outside && !q.variables[slot].anonymous
}
