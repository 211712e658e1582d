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
	major uint64 // as in entry
	born  uint64 // position of this in the order of creation
	this  uint32 // 0 for all entities of a table, or no $this
	match uint32 // index of its table, fields and values in orderSink.matches
	key   uint32 // number of its value in keys
	group uint32
}

// orderSink collects rows and sorts them. It belongs to a run and is reused.
type orderSink struct {
	x       *Exec
	order   *Ordering
	only    bool   // one group is requested
	major   uint64 // position of that group
	split   bool   // each row has one entity
	depths  rules.Depths
	rows    []orderedRow
	keys    []unsafe.Pointer // values of the sort key, if there is one
	matches Matches
	seen    RowSet
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
	g := &x.sorting
	g.begin(x, o)
	if g.only = only != nil; g.only {
		g.major = o.majorOf(x.W, *only)
	}
	if preset || !x.Q.Replay(x, g) {
		x.Run(g)
	}
	slices.SortFunc(g.rows, func(a, b orderedRow) int { return g.compare(&a, &b) })
	if to, ok := s.(*Matches); ok {
		g.store(to)
	} else {
		g.emit(s)
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
	clear(g.keys)
	g.x, g.order, g.depths.W = nil, nil, nil
	g.rows, g.keys, g.seen = g.rows[:0], g.keys[:0], RowSet{}
	g.matches.Reset()
}

// emit passes the sorted rows on.
func (g *orderSink) emit(s Sink) {
	x := g.x
	x.stop, x.Position = false, position{}
	for i := range g.rows {
		r := &g.rows[i]
		t := g.matches.Tables[r.match].Table
		if i == 0 || g.compareBlocks(&g.rows[i-1], r) != 0 {
			x.Position = x.Position.next(i == 0, r.group)
		}
		if i == 0 || r.match != g.rows[i-1].match {
			g.show(r.match)
		}
		x.Table, x.Values[ThisSlot] = t, r.this
		switch {
		case r.this != 0:
			x.This = ThisEntity
		case t != store.NoTable:
			x.This = ThisTable
		default:
			x.This = ThisOpen
		}
		if !s.Take(x) {
			return
		}
	}
}

// store is emit for a list of matches. It merges consecutive rows of a table into one match if they
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
		to.Values = append(to.Values, g.valuesOf(r.match)...)
		to.Fields = append(to.Fields, g.fieldsOf(r.match)...)
	}
}

// alike reports whether two rows of a table have the same group, fields and values.
func (g *orderSink) alike(a, b *orderedRow) bool {
	return (!g.order.Groups || a.major == b.major) && (a.match == b.match ||
		g.matches.Tables[a.match].Table == g.matches.Tables[b.match].Table &&
			slices.Equal(g.fieldsOf(a.match), g.fieldsOf(b.match)) &&
			slices.Equal(g.valuesOf(a.match), g.valuesOf(b.match)))
}

// show sets the fields and variables to those of a match.
func (g *orderSink) show(match uint32) {
	copy(g.x.Fields, g.fieldsOf(match))
	copy(g.x.Values[1:], g.valuesOf(match))
}

func (g *orderSink) fieldsOf(match uint32) []FieldMatch {
	return g.matches.Fields[g.matches.Tables[match].First:][:len(g.x.Fields)]
}

func (g *orderSink) valuesOf(match uint32) []uint32 {
	n := len(g.x.Q.Variables) - 1
	return g.matches.Values[int(match)*n:][:n]
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
	if last >= 0 && s.Tables[last].Table == t && slices.Equal(g.fieldsOf(uint32(last)), x.Fields) &&
		slices.Equal(g.valuesOf(uint32(last)), x.Values[1:len(x.Q.Variables)]) {
		return uint32(last)
	}
	s.addTable(x, t)
	return uint32(last + 1)
}

// add adds a row, or all rows of a table if this is 0. If one group is requested, it leaves out the
// rows of other groups. It returns false if there are too many rows.
func (g *orderSink) add(match uint32, t store.Table, this uint32) bool {
	o, x := g.order, g.x
	r := orderedRow{this: this, match: match, key: uint32(len(g.keys))}
	if t != store.NoTable {
		r.major, r.group = o.position(&g.depths, t, cmp.Or(this, x.Store.Entities(t)[0].Index()))
		r.born = x.W.CreationOf(this)
	}
	if g.only && g.major != r.major || g.seen.Before(x, this) {
		return true
	}
	if o.Sorts && o.By != nil {
		var key unsafe.Pointer
		if x.Store.Alive(o.key) {
			key = g.value(this, &x.Fields[o.Field])
		}
		g.keys = append(g.keys, key)
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

// compareBlocks orders rows by group, depth and sort key.
func (g *orderSink) compareBlocks(a, b *orderedRow) int {
	if a.major != b.major || !g.order.Sorts {
		return cmp.Compare(a.major, b.major)
	}
	x, y := entry{major: a.major, this: a.this}, entry{major: b.major, this: b.this}
	if len(g.keys) > 0 {
		x.cell, y.cell = g.keys[a.key], g.keys[b.key]
	}
	return g.order.compare(g.x.W, &x, &y)
}

// compare orders rows by block, then by $this, fields and variables (iterate.batches).
func (g *orderSink) compare(a, b *orderedRow) int {
	if c := cmp.Or(g.compareBlocks(a, b), cmp.Compare(a.born, b.born)); c != 0 || a.match == b.match {
		return c
	}
	w, fields, values := g.x.W, g.fieldsOf(b.match), g.valuesOf(b.match)
	for i, f := range g.fieldsOf(a.match) {
		if c := compareFields(w, &f, &fields[i]); c != 0 {
			return c
		}
	}
	for i, value := range g.valuesOf(a.match) {
		if c := w.CompareEntities(value, values[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(g.matches.Tables[a.match].Table, g.matches.Tables[b.match].Table)
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
