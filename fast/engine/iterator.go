package engine

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
)

// iterator returns the rows of a query batch by batch. The rows are computed when it is opened
// (iterate.iterators).
type iterator struct {
	query   *trackedQuery
	batches []rowBatch
	next    int
	lock    string // the table that it has locked, "" for none

	elements int // number of elements of its rows (limits.elements)
}

// rowBatch has the rows of a batch and their table.
type rowBatch struct {
	table string
	rows  []spec.Row
	trace []tracedRow // of each row
}

func (e *Engine) iterBegin(op *request) (spec.Outcome, *spec.Error) {
	if op.As == "" {
		return none, spec.Errorf(spec.CodeInvalid, "an iterator needs a name")
	}
	if err := prepared(e, op); err != nil {
		return none, err
	}
	if _, taken := e.iterators[op.As]; taken {
		return none, spec.Errorf(spec.CodeExists, "there is an iterator named %q already", op.As)
	}
	q := op.query
	x := q.NewExec()
	defer x.Release()
	r := rowSink{e: e, q: q.Query, batches: &batcher{}, traces: true}
	x.Exact = true // sorts batches by their first $this in type order, then by fields and variables
	x.Deliver(&r, false, nil)
	err := r.refusal(x)
	if err == nil {
		err = e.w.Meter.Fits(e.iterated() + r.elements)
	}
	if err == nil && q.tracker.On() {
		err = e.look(q)
	}
	if err != nil {
		return none, err
	}
	if q.tracker.On() {
		q.tracker.ForgetOthers()
	}
	e.iterators[op.As] = &iterator{query: q, batches: r.inBatches(), elements: r.elements}
	return none, nil
}

// inBatches groups the rows by batch, in the order of the first row of each batch.
func (r *rowSink) inBatches() []rowBatch {
	list := make([]rowBatch, len(r.batches.tables))
	for i, row := range r.rows {
		b := &list[row.Batch]
		b.table = r.batches.tables[row.Batch]
		b.rows, b.trace = append(b.rows, row), append(b.trace, r.trace[i])
	}
	return list
}

func (e *Engine) iterator(name string) (*iterator, *spec.Error) {
	it, ok := e.iterators[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "there is no iterator named %q", name)
	}
	return it, nil
}

// iterNext returns the next batch that has rows, without entities that have died since, and locks
// its table. If there is none, the iterator ends (iterate.iterators).
func (e *Engine) iterNext(op *request) (spec.Outcome, *spec.Error) {
	it, err := e.iterator(op.On)
	if err != nil {
		return none, err
	}
	e.unlock(it)
	for it.next < len(it.batches) {
		b := &it.batches[it.next]
		it.next++
		rows, trace := e.living(b)
		if len(rows) == 0 {
			continue
		}
		// This cannot fail, because iter_next does not ask for changed flags.
		_ = e.recordRows(it.query, op.Operation, rows, trace)
		if b.table != "" {
			it.lock = b.table
			e.w.LockTable(b.table)
		}
		return spec.Outcome{Kind: spec.OutRows, Rows: rows}, nil
	}
	delete(e.iterators, op.On)
	return spec.Outcome{Kind: spec.OutRows}, nil
}

// living returns the rows of a batch whose entities are alive, and their traces.
func (e *Engine) living(b *rowBatch) (rows []spec.Row, trace []tracedRow) {
	for i, row := range b.rows {
		if row.This == "" || e.isAlive(row.This) {
			rows, trace = append(rows, row), append(trace, b.trace[i])
		}
	}
	return rows, trace
}

func (e *Engine) isAlive(h spec.Handle) bool {
	entity, err := e.handles.known(h)
	return err == nil && e.world.Alive(entity)
}

func (e *Engine) unlock(it *iterator) {
	if it.lock != "" {
		e.w.UnlockTable(it.lock)
		it.lock = ""
	}
}

func (e *Engine) iterEnd(op *request) (spec.Outcome, *spec.Error) {
	it, err := e.iterator(op.On)
	if err == nil {
		e.unlock(it)
		delete(e.iterators, op.On)
	}
	return none, err
}

// closeIterators closes the iterators of a prepared query, or all of them if of is nil.
func (e *Engine) closeIterators(of *trackedQuery) {
	maps.DeleteFunc(e.iterators, func(_ string, it *iterator) bool {
		if of != nil && it.query != of {
			return false
		}
		e.unlock(it)
		return true
	})
}

// locks reports whether an operation must respect the locks of iterators.
func locks(op *spec.Operation) bool {
	switch op.Op { //nolint:exhaustive // nothing else changes own ids
	case spec.OpComponent, spec.OpEntity, spec.OpClone, spec.OpInstantiate, spec.OpDelete, spec.OpClear,
		spec.OpAdd, spec.OpRemove, spec.OpSet, spec.OpRemoveAll, spec.OpDeleteWith, spec.OpEnable, spec.OpDisable,
		spec.OpDefine:
		return true
	default:
		return false
	}
}

// applyUnderLocks applies an operation that may change a locked table.
func (e *Engine) applyUnderLocks(do operation, op *spec.Operation) (out spec.Outcome) {
	err := e.w.UnderLocks(func() *spec.Error {
		out = do.apply(e, op)
		return out.Err
	})
	if err != change.ErrTableLocked {
		return out
	}
	if op.Op == spec.OpDefine {
		for _, handle := range out.Entities {
			e.handles.unbind(handle)
		}
		e.made -= len(out.Entities)
	}
	for _, handle := range op.Makes() {
		e.handles.unbind(handle)
		e.made--
	}
	return spec.Fail(err)
}
