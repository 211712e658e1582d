package query

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// orderedRow is a row to be sorted, or all rows of a table.
type orderedRow struct {
	entry
	table  store.Table
	whole  bool // all entities of the table
	group  uint32
	fields []Found
	values []uint32
}

// orderSink collects rows and sorts them.
type orderSink struct {
	x      *Exec
	order  *Ordering
	only   bool   // one group is requested
	major  uint64 // its position
	split  bool   // each row has one entity
	depths rules.Depths
	rows   []orderedRow
	fields []Found  // room for those of rows
	values []uint32 // likewise
}

// Deliver passes the rows of a query to a sink, sorted if the query is ordered. preset is true if
// variables have been set. If only is not nil, Deliver passes that group alone.
func (x *Exec) Deliver(s Sink, preset bool, only *uint32) {
	o := x.Q.Ordering
	switch {
	case !preset && !x.Exact && !x.Toggled && x.replayInOrder(s, only):
		return
	case o == nil && !x.Exact:
		x.Run(s)
		return
	case o == nil:
		o = &Ordering{Field: -1}
	}
	g := orderSink{x: x, order: o, only: only != nil, depths: o.depths(x.W)}
	if g.only {
		g.major = o.majorOf(x.W, *only)
	}
	g.split = x.Exact || o.Sorts || o.besideTables(x.W)
	if preset || !x.Q.Replay(x, &g) {
		x.Run(&g)
	}
	slices.SortFunc(g.rows, func(a, b orderedRow) int { return g.compare(&a, &b) })
	g.emit(s)
}

// emit passes the sorted rows on.
func (g *orderSink) emit(s Sink) {
	x := g.x
	x.stop, x.Position = false, position{}
	for i := range g.rows {
		r := &g.rows[i]
		if i == 0 || g.order.compare(x.W, &g.rows[i-1].entry, &r.entry) != 0 {
			x.Position = x.Position.next(i == 0, r.group)
		}
		copy(x.Fields, r.fields)
		copy(x.Values[1:], r.values)
		x.Table, x.Values[ThisSlot] = r.table, r.this
		switch {
		case r.whole:
			x.This = ThisTable
		case r.this != 0:
			x.This = ThisEntity
		default:
			x.This = ThisOpen
		}
		if !s.Take(x) {
			return
		}
	}
}

// Take collects the rows of a result.
func (g *orderSink) Take(x *Exec) bool {
	r := orderedRow{table: x.Table}
	r.fields, g.fields = inRoom(g.fields, x.Fields)
	r.values, g.values = inRoom(g.values, x.Values[1:len(x.Q.Variables)])
	if x.This != ThisTable {
		return g.add(r, x.Values[ThisSlot], false)
	}
	if !g.split {
		return g.add(r, 0, true)
	}
	for _, e := range x.Store.Entities(x.Table) {
		if !g.add(r, e.Index(), false) {
			return false
		}
	}
	return true
}

// inRoom copies a list to the end of room, or of a larger room if that is full.
func inRoom[T any](room, list []T) (copied, rest []T) {
	if cap(room)-len(room) < len(list) {
		room = make([]T, 0, 2*max(cap(room), len(list)))
	}
	from := len(room)
	room = append(room, list...)
	return room[from:], room
}

// add adds a row. The rows of one result share its fields and values, which must not be modified.
func (g *orderSink) add(r orderedRow, this uint32, whole bool) bool {
	r.this, r.whole = this, whole
	if g.x.This == ThisOpen || !g.x.Q.UsesThis {
		r.this = 0
	}
	if !g.key(&r) {
		return true
	}
	g.rows = append(g.rows, r)
	g.x.Crowded = len(g.rows) > g.x.W.Meter.Limits.Rows
	return !g.x.Crowded
}

// key computes the sort key of a row. It returns false if the row belongs to another group than the
// requested one.
func (g *orderSink) key(r *orderedRow) bool {
	o, index := g.order, r.this
	if r.whole {
		index = g.x.Store.Entities(r.table)[0].Index()
	}
	if index != 0 {
		r.major, r.group = o.position(&g.depths, r.table, index)
	}
	if g.only && g.major != r.major {
		return false
	}
	if o.Sorts && o.By != nil && g.x.Store.Alive(o.key) {
		r.cell = g.value(r, &r.fields[o.Field])
	}
	return true
}

// value returns the value of the sort key on the entity that matched the field. It returns nil if
// there is none, for example because the term was ignored.
func (g *orderSink) value(r *orderedRow, f *Found) unsafe.Pointer {
	if !f.Set {
		return nil
	}
	owner := f.Src
	if owner == 0 {
		owner = r.this
	}
	cell, _, _ := g.x.W.CellOf(g.x.W.Entity(owner), store.Single(g.order.key.Index()))
	return cell
}

// compare orders rows; within a block by $this, then by variables and fields (iterate.batches).
func (g *orderSink) compare(a, b *orderedRow) int {
	w := g.x.W
	if c := cmp.Or(g.order.compare(w, &a.entry, &b.entry), w.CompareEntities(a.this, b.this)); c != 0 {
		return c
	}
	for i := range a.fields {
		if c := compareFound(w, &a.fields[i], &b.fields[i]); c != 0 {
			return c
		}
	}
	for i := range a.values {
		if c := w.CompareEntities(a.values[i], b.values[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.table, b.table)
}

// compareFound orders fields: set fields by id and source, unset fields last.
func compareFound(w *rules.World, a, b *Found) int {
	if a.Set != b.Set {
		return cmp.Compare(rules.Bit(b.Set), rules.Bit(a.Set))
	}
	if !a.Set {
		return 0
	}
	if c := w.CompareIDs(a.ID, b.ID); c != 0 {
		return c
	}
	return w.CompareEntities(a.Src, b.Src)
}
