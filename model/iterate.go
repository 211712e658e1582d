package model

import (
	"slices"

	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// iterator returns an answer batch by batch. Its rows are computed when it begins.
type iterator struct {
	on     string // name of the prepared query
	q      *prepared
	answer *answer
	rows   []spec.Row
	next   int    // number of the next batch
	locked string // table of the batch returned last; no entity may enter or leave it
}

func (w *World) iterBegin(op spec.Operation) *spec.Error {
	if op.As == "" {
		return spec.Errorf(spec.CodeInvalid, "an iterator needs a name")
	}
	if w.iterators[op.As] != nil {
		return spec.Errorf(spec.CodeExists, "the iterator name %q is taken", op.As)
	}
	q, err := w.find(op.On)
	if err != nil {
		return err
	}
	a, err := w.solve(q, query.Assignment{})
	if err != nil {
		return err
	}
	a.search.Arrange(a.rows)
	rows, err := w.printed(a, a.rows, false)
	if err == nil {
		err = w.fitsAnswer(w.iterated() + len(rows)*width(q.Query))
	}
	var now map[string]bool
	if err == nil && q.seen != nil {
		now, err = w.tables(q)
	}
	if err != nil {
		return err
	}
	w.iterators[op.As] = &iterator{on: op.On, q: q, answer: a, rows: rows}
	q.seen.Forget(now)
	return nil
}

// iterated returns the number of elements that the open iterators hold.
func (w *World) iterated() (elements int) {
	for _, it := range w.iterators {
		elements += len(it.rows) * width(it.q.Query)
	}
	return elements
}

// iterNext returns the rows of the next batch, without entities that died since the iteration
// began. After the last batch it returns no rows and closes the iterator.
func (w *World) iterNext(op spec.Operation) ([]spec.Row, *spec.Error) {
	it, err := w.iterator(op.On)
	if err != nil {
		return nil, err
	}
	rows, given := []spec.Row{}, []query.Row(nil)
	for it.locked = ""; len(rows) == 0 && it.next < len(it.rows); it.next++ {
		for n, r := range it.answer.rows {
			if r.Batch == it.next && (r.Table == "" || w.rules.Alive(r.Vars[query.This])) {
				it.locked = r.Table
				rows, given = append(rows, it.rows[n]), append(given, r)
			}
		}
	}
	if len(rows) == 0 {
		delete(w.iterators, op.On)
	}
	w.returned(it.q, it.answer, given, op.Untouched)
	return rows, nil
}

func (w *World) iterEnd(op spec.Operation) *spec.Error {
	_, err := w.iterator(op.On)
	delete(w.iterators, op.On)
	return err
}

func (w *World) iterator(name string) (*iterator, *spec.Error) {
	it, ok := w.iterators[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "no iterator is named %q", name)
	}
	return it, nil
}

// mayMove returns an error if the change just made moved an entity into or out of a locked table.
func (w *World) mayMove() *spec.Error {
	for _, it := range w.iterators {
		if it.locked != "" && w.deferred == 0 && slices.Contains(events.Moves(w.rules), it.locked) {
			return spec.Errorf(spec.CodeLocked, "a table cannot change while it is iterated; defer the change")
		}
	}
	return nil
}
