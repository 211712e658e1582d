package fast

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// heldQuery is a query that was prepared under a name.
type heldQuery struct{ q *Query }

// query answers the operations that take queries.
func (e *Engine) query(op *spec.Operation) spec.Outcome {
	switch op.Op {
	case spec.OpPrepare:
		return done(e.prepare(op))
	case spec.OpRelease:
		if _, err := e.held(op.On); err != nil {
			return spec.Fail(err)
		}
		delete(e.queries, op.On)
		return spec.OK()
	case spec.OpIterate:
		held, err := e.held(op.On)
		if err != nil {
			return spec.Fail(err)
		}
		return e.rows(held.q, op)
	}
	if op.Query == nil {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "%s needs a query", op.Op))
	}
	q, err := e.w.compile(op.Query, e.handles.known)
	if err != nil {
		return spec.Fail(err)
	}
	if e.variant.keep {
		q.keepMatches()
	}
	switch op.Op {
	case spec.OpExplain:
		return e.explain(q, op)
	case spec.OpPlan:
		text := q.Plan()
		return spec.Outcome{Kind: spec.OutText, Text: &text}
	default:
		return e.rows(q, op)
	}
}

func (e *Engine) prepare(op *spec.Operation) *spec.Error {
	if _, known := e.queries[op.As]; known {
		return spec.Errorf(spec.CodeExists, "a query is prepared under the name %q already", op.As)
	}
	if op.Query == nil {
		return spec.Errorf(spec.CodeInvalid, "prepare needs a query")
	}
	q, err := e.w.compile(op.Query, e.handles.known)
	if err == nil {
		if isCached(q.kind) || e.variant.keep {
			q.keepMatches()
		}
		e.queries[op.As] = &heldQuery{q: q}
	}
	return err
}

func (e *Engine) held(name string) (*heldQuery, *spec.Error) {
	held, ok := e.queries[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "there is no query prepared under the name %q", name)
	}
	return held, nil
}

// rows runs a query for an operation.
func (e *Engine) rows(q *Query, op *spec.Operation) spec.Outcome {
	if op.Batches || op.Group != nil {
		return spec.Fail(unsupported("batches and groups"))
	}
	x := q.newExec()
	defer x.release()
	possible, err := e.preset(x, op.Vars)
	if err != nil {
		return spec.Fail(err)
	}
	r := rowSink{e: e, q: q, values: op.Values, skip: op.Skip, limit: op.Limit}
	if possible && (len(op.Vars) > 0 || q.cache == nil || !q.replay(x, &r)) {
		x.run(&r)
	}
	if r.over {
		return spec.Fail(spec.Errorf(spec.CodeLimit, "the answer has more than %d rows", maxRows))
	}
	return spec.Outcome{Kind: spec.OutRows, Rows: r.rows}
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
			return false, spec.Errorf(spec.CodeUnresolved, "the query has no variable $%s that can be set", name)
		}
		if !e.w.Alive(value) {
			return false, errDead
		}
		possible = x.preset(slot, value.Index()) && possible
	}
	return possible, nil
}

// presettable finds a variable that can be set before a run.
func (q *Query) presettable(name string) (uint8, bool) {
	if name == spec.This || name == "This" && q.w.profile.ThisAlias {
		return thisSlot, q.usesThis
	}
	slot, ok := q.slot(name)
	return slot, ok && slot != thisSlot && q.variables[slot].outside && !q.variables[slot].anonymous
}
