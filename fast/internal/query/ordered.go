package query

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// row is a row of an ordered query, or all rows of a table.
type row struct {
	entry
	born  uint64 // position of this in the order of creation
	match uint32 // index of its table, fields and values in the matches
	group uint32 // target that is the group, 0 for none
}

// orderSink collects rows and sorts them. It belongs to a run and is reused.
type orderSink struct {
	x       *Exec
	order   *Ordering
	only    bool   // one group is requested
	major   uint64 // position of that group
	split   bool   // each row has one entity
	depths  rules.Depths
	rows    []row
	matches Matches
	seen    RowSet
}

// Deliver passes the rows of a query to a sink, sorted if the query is ordered. preset is true if
// variables have been set. If only is not nil, Deliver passes that group alone.
func (x *Exec) Deliver(s Sink, preset bool, only *uint32) {
	o := x.Q.Ordering
	if !preset && !x.Exact && !x.Toggled {
		if k, ok := x.Q.CachedResult(only); ok {
			x.emitCached(s, &k)
			return
		}
	}
	switch {
	case o == nil && !x.Exact:
		x.Run(s)
		return
	case o == nil:
		o = &Ordering{Field: -1}
	}
	g := &x.sorting
	g.begin(x, o)
	if g.only = only != nil; g.only {
		g.major = o.majorOf(x.W, *only)
	}
	if preset || !x.Q.Replay(x, g) {
		x.Run(g)
	}
	slices.SortFunc(g.rows, func(a, b row) int { return g.compare(&a, &b) })
	if to, ok := s.(*Matches); ok {
		g.store(to)
	} else {
		e := x.emitter(s, o, g.matches)
		for i := range g.rows {
			if !e.emit(&g.rows[i]) {
				break
			}
		}
	}
	g.end()
}

func (g *orderSink) begin(x *Exec, o *Ordering) {
	g.x, g.order = x, o
	g.depths.Reset(x.W, store.Pair(o.Relation.Index(), store.Wildcard))
	g.split = x.Exact || o.Sorts || x.Q.Hidden || o.besideTables(x.W)
}

// end removes the rows and what belongs to the world, and keeps the allocations.
func (g *orderSink) end() {
	clear(g.rows)
	g.x, g.order, g.depths.W = nil, nil, nil
	g.rows, g.seen = g.rows[:0], RowSet{}
	g.matches.Reset()
}

// emitter passes rows of some matches to a sink, in order.
type emitter struct {
	x       *Exec
	to      Sink
	order   *Ordering // nil for none
	matches Matches
	last    row
	begun   bool
}

func (x *Exec) emitter(to Sink, o *Ordering, s Matches) emitter {
	x.stop, x.Position = false, position{}
	return emitter{x: x, to: to, order: o, matches: s}
}

// emit passes a row, or all rows of a table. It returns false if the sink wants no more.
func (e *emitter) emit(r *row) bool {
	x := e.x
	if e.order != nil && (!e.begun || e.order.compare(x.W, &e.last.entry, &r.entry) != 0) {
		x.Position = x.Position.next(!e.begun, r.group)
	}
	if !e.begun || r.match != e.last.match {
		x.show(&e.matches, int(r.match))
	}
	switch x.Values[ThisSlot] = r.this; {
	case r.this != 0:
		x.This = ThisEntity
	case x.Table != store.NoTable:
		x.This = ThisTable
	default:
		x.This = ThisOpen
	}
	e.last, e.begun = *r, true
	return e.to.Take(x)
}

// store adds the sorted rows to a list of matches. It merges consecutive rows of a table into one match if they
// are alike.
func (g *orderSink) store(to *Matches) {
	for i := range g.rows {
		r, part := &g.rows[i], Part{}
		if r.this != 0 {
			_, row := g.x.Store.RowOf(r.this)
			part = Part{From: int32(row), Count: 1}
			if i > 0 && g.alike(&g.rows[i-1], r) && to.grow(part) {
				continue
			}
		}
		to.addPart(part)
		to.Tables = append(to.Tables, TableMatch{g.matches.Tables[r.match].Table, uint32(len(to.Fields))})
		to.Values = append(to.Values, g.x.Q.valuesOf(&g.matches, int(r.match))...)
		to.Fields = append(to.Fields, g.x.Q.fieldsOf(&g.matches, int(r.match))...)
	}
}

// alike reports whether two rows of a table have the same group, fields and values.
func (g *orderSink) alike(a, b *row) bool {
	m, one, two := &g.matches, int(a.match), int(b.match)
	return (!g.order.Groups || a.major == b.major) && (one == two || m.Tables[one].Table == m.Tables[two].Table &&
		slices.Equal(g.x.Q.fieldsOf(m, one), g.x.Q.fieldsOf(m, two)) &&
		slices.Equal(g.x.Q.valuesOf(m, one), g.x.Q.valuesOf(m, two)))
}

// Take collects the rows of a result.
func (g *orderSink) Take(x *Exec) bool {
	t := x.Table
	if x.This == ThisOpen || !x.Q.UsesThis {
		t = store.NoTable
	}
	match := g.match(t)
	switch {
	case t == store.NoTable:
		return g.add(match, t, 0)
	case x.This == ThisEntity:
		return g.add(match, t, x.Values[ThisSlot])
	case !g.split:
		return g.add(match, t, 0)
	}
	for _, e := range x.Store.Entities(t) {
		if !g.add(match, t, e.Index()) {
			return false
		}
	}
	return true
}

// match returns the number of the match that has the current fields and variables.
func (g *orderSink) match(t store.Table) uint32 {
	x, s := g.x, &g.matches
	last := len(s.Tables) - 1
	if last >= 0 && s.Tables[last].Table == t && slices.Equal(x.Q.fieldsOf(s, last), x.Fields) &&
		slices.Equal(x.Q.valuesOf(s, last), x.Values[1:len(x.Q.Variables)]) {
		return uint32(last)
	}
	s.addTable(x, t)
	return uint32(last + 1)
}

// add adds a row, or all rows of a table if this is 0. If one group is requested, it leaves out the
// rows of other groups. It returns false if there are too many rows.
func (g *orderSink) add(match uint32, t store.Table, this uint32) bool {
	o, x := g.order, g.x
	r := row{entry: entry{this: this}, match: match}
	if t != store.NoTable {
		r.major, r.group = o.position(&g.depths, t, this)
		r.born = x.W.CreationOf(this)
	}
	if g.only && g.major != r.major || g.seen.Before(x, this) {
		return true
	}
	if o.Sorts && o.By != nil && x.Store.Alive(o.key) {
		r.cell = g.value(this, &x.Fields[o.Field])
	}
	g.rows = append(g.rows, r)
	x.Crowded = len(g.rows) > x.W.Meter.Limits.Rows
	return !x.Crowded
}

// value returns the sort key of a row: its value on the source of the field. It returns nil if
// there is none, for example because the term was ignored.
func (g *orderSink) value(this uint32, f *FieldMatch) unsafe.Pointer {
	if !f.Set {
		return nil
	}
	cell, _, _ := g.x.W.CellOf(g.x.W.Entity(cmp.Or(f.Source, this)), store.Single(g.order.key.Index()))
	return cell
}

// compare orders rows by block, then by $this, fields and variables (iterate.batches).
func (g *orderSink) compare(a, b *row) int {
	if c := cmp.Or(g.order.compare(g.x.W, &a.entry, &b.entry), cmp.Compare(a.born, b.born)); c != 0 || a.match == b.match {
		return c
	}
	return g.x.Q.compareMatches(&g.matches, int(a.match), int(b.match))
}

// compareMatches orders matches by fields, variables and table.
func (q *Query) compareMatches(s *Matches, a, b int) int {
	fields, values := q.fieldsOf(s, b), q.valuesOf(s, b)
	for i, f := range q.fieldsOf(s, a) {
		if c := compareFields(q.W, &f, &fields[i]); c != 0 {
			return c
		}
	}
	for i, value := range q.valuesOf(s, a) {
		if c := q.W.CompareEntities(value, values[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(s.Tables[a].Table, s.Tables[b].Table)
}

// compareFields orders fields: set fields by id and source, unset fields last.
func compareFields(w *rules.World, a, b *FieldMatch) int {
	if a.Set != b.Set {
		return cmp.Compare(rules.Bit(b.Set), rules.Bit(a.Set))
	}
	if !a.Set {
		return 0
	}
	if c := w.CompareIDs(a.ID, b.ID); c != 0 {
		return c
	}
	return w.CompareEntities(a.Source, b.Source)
}
