package store

import "unsafe"

// mergeRows is the number of rows from which swapping the ids is cheaper than moving the rows.
const mergeRows = 32

// Merge moves every entity of one table to another like [Store.MoveAll], and returns the table and
// the first row where they are now. If the other table is empty, the two tables may swap their ids
// instead: the rows stay in place, and their table number now stands for the other set of ids. If
// that set has no additional column, this takes time independent of the number of rows. Subscribers
// get TableRemoved and then TableCreated for both numbers.
func (s *Store) Merge(from, to Table) (Table, int, error) {
	row := s.Count(to)
	if row > 0 || from == Root || to == Root || from == to || s.Count(from) < s.options.MergeRows ||
		s.tables[from].wide() || s.tables[to].wide() {
		return to, row, s.MoveAll(from, to)
	}
	if err := s.checkTable(from); err != nil {
		return NoTable, 0, err
	}
	if err := s.checkTable(to); err != nil {
		return NoTable, 0, err
	}
	s.emit(TableRemoved, from)
	s.emit(TableRemoved, to)
	s.swapIDs(from, to)
	s.emit(TableCreated, from)
	s.emit(TableCreated, to)
	if debug {
		s.verify()
	}
	return from, 0, nil
}

// swapIDs exchanges the ids of table t, which has rows, and of table u, which is empty.
func (s *Store) swapIDs(t, u Table) {
	s.epoch++
	own := s.spots(t, s.spotScratch[:0])
	n := len(own)
	s.spotScratch = s.spots(u, own)
	for i, sp := range s.spotScratch {
		number := u
		if i >= n {
			number = t
		}
		s.index.of(sp.list)[sp.at].Table = number
	}
	s.unregisterKeys(t)
	s.unregisterKeys(u)
	a, b := &s.tables[t], &s.tables[u]
	s.byIDs.remove(a.hash, uint32(t))
	s.byIDs.remove(b.hash, uint32(u))
	s.byIDs.put(a.hash, uint32(u))
	s.byIDs.put(b.hash, uint32(t))
	s.releaseColumns(b)
	s.passColumns(t, u)

	*a, *b = *b, *a
	a.count, b.count = b.count, 0
	a.capacity, b.capacity = b.capacity, 0
	s.changed(t, 0)
	s.changed(u, 0)
	a.flags, b.flags = tableInUse, tableInUse
	s.registerKeys(t)
	s.registerKeys(u)
	columns, shapes := s.columnsOf(a)
	for c, sh := range shapes {
		if sh.key != 0 {
			s.setBase(s.keys[sh.key], t, columns[c].pointer())
		}
	}
}

// spot is a posting's position in a list.
type spot struct{ list, at uint32 }

// spots appends the positions of a table's postings.
func (s *Store) spots(t Table, to []spot) []spot {
	x, ids, singles := &s.index, s.IDs(t), s.Singles(t)
	add := func(number uint32, p Posting) {
		to = append(to, spot{number, s.backAt(number, p)})
	}
	for p, id := range ids[:singles] {
		add(s.keyOf(id).list, Posting{Table: t, column: uint16(p)})
	}
	for p := singles; p < len(ids); p++ {
		posting := Posting{Table: t, column: uint16(p)}
		if p == singles || ids[p-1].First() != ids[p].First() {
			add(s.keyOf(ids[p]).list, posting)
		}
		number, _ := x.byID.get(uint64(ids[p]))
		add(number, posting)
		if number = s.targetList(ids[p].Second()); x.isFirst(s, number, posting) {
			add(number, posting)
		}
	}
	if singles > 0 {
		add(listAnySingle, Posting{Table: t})
	}
	if singles < len(ids) {
		add(listAnyPair, Posting{Table: t})
	}
	return to
}

// passColumns moves the columns of t's rows to the positions that u's ids expect, creates columns
// for ids that only u has, and drops the others.
func (s *Store) passColumns(t, u Table) {
	from, to := &s.tables[t], &s.tables[u]
	have, shapes := s.columnsOf(from)
	want, wanted := s.columnsOf(to)
	want[0], have[0] = have[0], 0
	for q, id := range s.IDs(u) {
		d := s.layouts.data[int(to.layout)+q]
		if d == 0 {
			continue
		}
		typ := &s.types[wanted[d].typ]
		if p, found := search(s.IDs(t), id); found {
			if c := s.layouts.data[int(from.layout)+p]; c != 0 && shapes[c].typ == wanted[d].typ {
				want[d], have[c] = have[c], 0
				continue
			}
		}
		block := s.memory.alloc(typ, int(from.capacity))
		if !typ.scan {
			clear(unsafe.Slice((*byte)(block), int(typ.size)*int(from.count)))
		}
		want[d] = addressOf(block)
	}
	for c := range have {
		s.memory.release(&s.types[shapes[c].typ], have[c].pointer(), int(from.capacity))
		have[c] = 0
	}
}
