package fast

import (
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// matchSet is what one loop over a typed query goes over: tables, each with a match of every term. A cached query
// gives its own, any other one that is used again after the loop.
type matchSet struct {
	w       *World
	query   *typedQuery
	matches []tableMatch
	fields  []fieldMatch
	rows    []int32  // per match the one row that it is about, plus 1, or 0 for all; nil if that is 0 for all matches
	values  []uint32 // per match the values of the variables from 1; nil if there are none
	above   []Entity // per match the sources of the ups
	pooled  bool
}

var matchSets = sync.Pool{New: func() any { return &matchSet{pooled: true} }}

// binding is the variables of a query that have values beforehand.
type binding struct {
	values [2]Entity
	slots  [2]uint8
	count  uint8
}

// add gives a variable a value.
func (b *binding) add(q *typedQuery, v, value Entity) {
	slot := variableOf(v)
	switch {
	case slot == 0 || slot >= len(q.q.variables):
		panic(spec.Errorf(spec.CodeUnresolved, "the query does not have the variable"))
	case int(b.count) == len(b.values):
		panic(spec.Errorf(spec.CodeLimit, "at most %d variables can be bound", len(b.values)))
	case isPattern(value):
		panic(errWildcard)
	}
	b.slots[b.count], b.values[b.count] = uint8(slot), value
	b.count++
}

// stamp is a number that is another after every change that may concern a cached query without fixed sources.
func (w *World) stamp() uint64 {
	return w.epoch + w.traitChanges + w.tableLog.end() + w.baseLog.end() + 1
}

// open begins a loop: the world is locked until close.
func (q *typedQuery) open(b *binding) *matchSet {
	set := &q.kept
	if b.count != 0 || q.stamp.Load() != q.w.stamp() {
		set = q.gather(b)
	}
	q.w.typed.loops.Add(1)
	return set
}

// close ends a loop.
func (s *matchSet) close() {
	s.w.typed.loops.Add(-1)
	if s.pooled {
		s.release()
	}
}

// length is the number of entities that match.
func (q *typedQuery) length(b *binding) int {
	set, n := q.open(b), 0
	for i := range set.matches {
		n += set.batch(i).Len()
	}
	set.close()
	return n
}

// forget gives back what a cached query keeps.
func (q *typedQuery) forget() {
	q.kept, q.q.cache = matchSet{w: q.w, query: q}, nil
	q.stamp.Store(0)
}

func (s *matchSet) release() {
	s.w, s.query = nil, nil
	matchSets.Put(s)
}

// gather finds the matches for a loop where those of the loop before do not hold.
func (q *typedQuery) gather(b *binding) *matchSet {
	if b.count == 0 && q.q.cache != nil {
		if set := q.keep(); set != nil {
			return set
		}
	}
	set := matchSets.Get().(*matchSet)
	set.w, set.query = q.w, q
	set.matches, set.fields, set.above = set.matches[:0], set.fields[:0], set.above[:0]
	set.rows, set.values = set.rows[:0], set.values[:0]
	x := q.q.newExec()
	possible := true
	for i := range b.count {
		e := b.values[i]
		if !q.w.st.Alive(e) {
			possible = false // what is asked of a dead entity matches nothing
			break
		}
		possible = x.preset(b.slots[i], e.Index()) && possible
	}
	if possible {
		x.run(set)
	}
	x.release()
	q.climb(set)
	return set
}

// keep brings the matches that a cached query keeps up to date; nil if they cannot be kept now.
func (q *typedQuery) keep() *matchSet {
	q.mu.Lock()
	defer q.mu.Unlock()
	set := &q.kept
	if q.fixed || len(q.ups) > 0 {
		set = matchSets.Get().(*matchSet)
		set.w, set.query = q.w, q
		set.rows, set.values, set.above = set.rows[:0], set.values[:0], set.above[:0]
	} else if q.stamp.Load() == q.w.stamp() {
		return set
	}
	matches, fields, ok := q.q.tableMatches()
	if !ok {
		if set.pooled {
			set.release()
		}
		return nil
	}
	if !set.pooled {
		set.matches, set.fields = matches, fields
		q.stamp.Store(q.w.stamp())
		return set
	}
	set.matches = append(set.matches[:0], matches...)
	set.fields = append(set.fields[:0], fields...)
	q.climb(set)
	return set
}

// take is called with each match of the engine's query.
func (s *matchSet) take(x *exec) bool {
	row := int32(0)
	if x.this == thisEntity {
		_, at, _ := x.st.Record(x.w.entity(x.values[thisSlot]))
		row = int32(at) + 1
	}
	if row != 0 && len(s.rows) < len(s.matches) {
		s.rows = append(s.rows, make([]int32, len(s.matches)-len(s.rows))...)
	}
	if row != 0 || len(s.rows) > 0 {
		s.rows = append(s.rows, row)
	}
	s.matches = append(s.matches, tableMatch{x.table, uint32(len(s.fields))})
	s.values = append(s.values, x.values[1:len(x.q.variables)]...)
	for i := range x.fields {
		f := &x.fields[i]
		m := fieldMatch{id: f.id, stored: f.stored, source: f.src, set: f.set}
		if f.set && f.stored != 0 && f.src == 0 {
			column, _ := x.st.Find(x.table, f.stored)
			m.column = uint16(column)
		}
		s.fields = append(s.fields, m)
	}
	return true
}

// climb finds the sources of the ups of each match, and drops the matches that lack one.
func (q *typedQuery) climb(s *matchSet) {
	if len(q.ups) == 0 {
		return
	}
	kept := s.matches[:0]
	for i, m := range s.matches {
		from := len(s.above)
		for j := range q.ups {
			e := q.nearest(m.table, &q.ups[j])
			if e == 0 && q.ups[j].oper == spec.And {
				s.above = s.above[:from]
				break
			}
			s.above = append(s.above, e)
		}
		if len(s.above) == from {
			continue
		}
		if len(s.rows) > 0 {
			s.rows[len(kept)] = s.rows[i]
		}
		n := len(q.q.variables) - 1
		copy(s.values[len(kept)*n:(len(kept)+1)*n], s.values[i*n:])
		kept = append(kept, m)
	}
	s.matches = kept
}

// nearest is the nearest entity above those of a table that has the id of an up, 0 if there is none. A cycle is cut
// after as many steps as there are entities.
func (q *typedQuery) nearest(t store.Table, up *upTerm) Entity {
	w := q.w
	id, ok := w.patternID(up.id)
	if !ok || !w.st.Alive(up.relationship) {
		return 0
	}
	pairs := store.Pair(up.relationship.Index(), store.Wildcard)
	for steps := w.st.Living(); steps > 0; steps-- {
		column, count := w.st.Find(t, pairs)
		if count == 0 {
			return 0
		}
		e := w.entity(w.st.IDs(t)[column].Second())
		t, _, _ = w.st.Record(e)
		if w.has(t, id) {
			return e
		}
	}
	return 0
}

// noValue is the address of the values of tags, which have no size.
var noValue [1]uint64

// column is the address of the first value of a field in a match, and the distance from one to the next: 0 for one
// value of the whole batch. It is nil if the field is not set.
func (s *matchSet) column(match, field int) (unsafe.Pointer, uintptr) {
	q := s.query
	place, f := q.terms[field], &q.fields[field]
	if place.up != 0 {
		source := s.above[match*len(q.ups)+place.up-1]
		if source == 0 {
			return nil, 0
		}
		id, _ := s.w.patternID(q.ups[place.up-1].id)
		return s.valueOf(source, id, f), 0
	}
	m := &s.fields[int(s.matches[match].first)+place.node]
	switch {
	case !m.set || m.stored == 0:
		return nil, 0
	case m.source != 0:
		return s.valueOf(s.w.entity(m.source), m.stored, f), 0
	}
	t := s.matches[match].table
	typ := s.w.st.ColumnType(t, int(m.column))
	f.check(s.w, typ)
	if typ == store.TagType {
		return unsafe.Pointer(&noValue), 0
	}
	return s.w.st.ColumnData(t, int(m.column)), s.w.st.TypeSize(typ)
}

// valueOf is the address of the value that an entity owns or inherits.
func (s *matchSet) valueOf(e Entity, id store.ID, f *typedField) unsafe.Pointer {
	t, row, _ := s.w.st.Record(e)
	cell, typ, ok := s.w.st.Cell(t, row, id)
	if !ok && s.w.hasBases(t) {
		if base, found := s.w.inheritedFrom(t, id); found {
			cell, typ, ok = s.w.st.Get(s.w.entity(base), id)
		}
	}
	if !ok {
		return nil
	}
	f.check(s.w, typ)
	if typ == store.TagType {
		return unsafe.Pointer(&noValue)
	}
	return cell
}

// check panics if values have another type than the field.
func (f *typedField) check(w *World, typ store.TypeIndex) {
	if have := w.st.GoType(typ); have != f.goType && !(typ == store.TagType && f.goType.Size() == 0) {
		panic(spec.Errorf(spec.CodeInvalid, "values of the matched id are of type %v, not %v", have, f.goType))
	}
}
