package model

import (
	"encoding/binary"
	"slices"

	"github.com/relspec/relspec/spec"
)

// table tells the tables apart (P-47). It is "" for an entity that is not alive, and for none, the source of rows without
// $this.
func (w *World) table(e entity) string {
	if e <= 0 {
		return ""
	}
	return w.entities[e].table()
}

// table: the entities of the user that own the same ids are one table.
func (r *record) table() string {
	if !r.alive {
		return ""
	}
	key := []byte{'t'}
	if r.builtin {
		key[0] = 'b'
	}
	for _, f := range r.own {
		key = binary.AppendVarint(key, int64(f.first))
		key = binary.AppendVarint(key, int64(f.second))
	}
	return string(key)
}

// numberBatches says which rows come together: those of one table that agree in the rest, but rows without $this and,
// unless the query is instanced, rows with a field of another entity come alone (QRY-333, QRY-395, QRY-398, QRY-442
// to QRY-447); in an ordered query only where they follow each other (QRY-538, P-47).
func (ev *evaluation) numberBatches() {
	entityBased := ev.profile.EntityBatches && !ev.q.asked.Instanced
	alone := func(s solution) bool {
		mixed := false
		for n, m := range s.fields {
			mixed = mixed || m != nil && ev.source(n, s) != none
		}
		return s.table == "" || entityBased && mixed
	}
	type together struct{ table, rest string }
	var last together
	known := map[together]int{}
	next := 0
	for n := range ev.out {
		s := &ev.out[n]
		this := together{s.table, ev.rest(*s)}
		if ev.q.order.orders() && this != last {
			clear(known)
		}
		last = this
		batch, ok := known[this]
		if !ok || alone(*s) {
			batch = next
			next++
		}
		s.batch, known[this] = batch, batch
	}
}

// iterator is an answer that is handed out batch by batch (P-48).
type iterator struct {
	on     string // the prepared query
	ev     *evaluation
	rows   []spec.Row
	next   int    // the batch
	locked string // the table of the batch that was given last (P-49)
}

func iterBegin(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if w.iterators[op.As] != nil || op.As == "" {
		return done(spec.Errorf(spec.CodeExists, "an iterator needs a new name, got %q", op.As))
	}
	q, err := w.prepared(op.On)
	if err != nil {
		return done(err)
	}
	ev, err := w.solve(q, make(assignment, len(q.variables)))
	if err != nil {
		return done(err)
	}
	ev.arrange()
	rows, err := ev.rows(false)
	if err == nil {
		err = w.fitsAnswer(w.iterated() + len(rows)*q.width())
	}
	var now map[string]bool
	if err == nil && q.seen != nil {
		now, err = w.tables(q)
	}
	if err != nil {
		return done(err)
	}
	w.iterators[op.As] = &iterator{on: op.On, ev: ev, rows: rows}
	q.forget(now)
	return done(nil)
}

// iterated is how many elements the open iterators hold (P-101).
func (w *World) iterated() (elements int) {
	for _, it := range w.iterators {
		elements += len(it.rows) * it.ev.q.width()
	}
	return elements
}

// iterNext gives the rows of the next batch without what died since; at the end it gives none and the iterator is over.
func iterNext(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	it, err := w.iterator(op.On)
	if err != nil {
		return done(err)
	}
	rows, given := []spec.Row{}, *it.ev
	given.out = nil
	for it.locked = ""; len(rows) == 0 && it.next < len(it.rows); it.next++ {
		for n, s := range it.ev.out {
			if s.batch == it.next && (s.table == "" || w.alive(s.vars[this])) {
				it.locked = s.table
				rows, given.out = append(rows, it.rows[n]), append(given.out, s)
			}
		}
	}
	if len(rows) == 0 {
		delete(w.iterators, op.On)
	}
	w.returned(&given, op.Untouched)
	return spec.Outcome{Rows: rows}, nil
}

func iterEnd(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	_, err := w.iterator(op.On)
	delete(w.iterators, op.On)
	return done(err)
}

func (w *World) iterator(name string) (*iterator, *spec.Error) {
	it, ok := w.iterators[name]
	if !ok {
		return nil, spec.Errorf(spec.CodeUnresolved, "no iterator is named %q", name)
	}
	return it, nil
}

// mayMove refuses a change, already made, in which an entity left or entered the table of a batch that is being
// iterated (ruling 24, P-49).
func (w *World) mayMove() *spec.Error {
	for _, it := range w.iterators {
		if it.locked != "" && w.deferred == 0 && slices.Contains(w.moves(), it.locked) {
			return spec.Errorf(spec.CodeLocked, "a table cannot change while it is iterated; defer the change")
		}
	}
	return nil
}

// moves lists the tables that entities left or entered in the operation under way.
func (w *World) moves() []string {
	var out []string
	for e, r := range w.was {
		if was, is := r.table(), w.entities[e].table(); was != is {
			out = append(out, was, is)
		}
	}
	return slices.DeleteFunc(out, func(t string) bool { return t == "" })
}
