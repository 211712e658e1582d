package query

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// place is where rows stand in an ordered query.
type place struct {
	Block int
	Group uint32 // target that is the group, 0 for none
}

// OrderedRow is a row, or all rows of a table, that waits to be ordered.
type OrderedRow struct {
	table  store.Table
	this   uint32 // 0 for all entities of the table, or no $this
	fields []Found
	values []uint32

	whole  bool   // all entities of the table
	major  uint64 // order of the group, or depth
	group  uint32
	cell   unsafe.Pointer // the value of the key
	second uint64         // order of $this, where that is the key
	tied   bool           // in the block of the row before it
}

// OrderSink gathers rows to order them.
type OrderSink struct {
	X     *Exec
	O     *Ordering
	Only  *uint32 // the one group that is asked for, 0 for rows without
	split bool    // rows are about one entity each

	depths rules.Depths
	Rows   []OrderedRow
}

// Deliver gives the rows of a query to a sink, in order if it is ordered; preset says that
// variables have been set, only that one group is asked for.
func (x *Exec) Deliver(s Sink, preset bool, only *uint32) {
	o := x.Q.Ordering
	if o == nil && !x.Exact {
		if preset || !x.Q.Replay(x, s) {
			x.Run(s)
		}
		return
	}
	if o == nil {
		o = &Ordering{Field: -1}
	}
	g := OrderSink{X: x, O: o, Only: only}
	if !preset && !x.Exact && only == nil && !x.Toggled {
		if q := x.Q.Sequence(); q != nil {
			g.emitSequence(q, s)
			return
		}
	}
	if !preset && !x.Exact && g.recall() {
		g.Emit(s)
		return
	}
	g.split = x.Exact || g.O.Sorts ||
		x.Store.Alive(g.O.Relation) && x.W.TraitsOf(g.O.Relation.Index())&rules.TraitNonFragmenting != 0
	if g.O.Cascades {
		g.depths = rules.Depths{
			W: x.W, Pairs: store.Pair(g.O.Relation.Index(), store.Wildcard),
			Known: map[uint32]int{},
		}
	}
	if preset || !x.Q.Replay(x, &g) {
		x.Run(&g)
	}
	g.sort(g.Rows)
	g.Emit(s)
}

// Emit hands the rows on.
func (g *OrderSink) Emit(s Sink) {
	x := g.X
	x.stop = false
	x.Place.Block = 0
	for i := range g.Rows {
		r := &g.Rows[i]
		if i > 0 && !r.tied {
			x.Place.Block++
		}
		x.Place.Group = r.group
		if i == 0 || !sameResult(&g.Rows[i-1], r) {
			copy(x.Fields, r.fields)
			copy(x.Values[1:], r.values)
		}
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

// sameResult reports whether two rows share fields, and values with them.
func sameResult(a, b *OrderedRow) bool { return len(a.fields) > 0 && &a.fields[0] == &b.fields[0] }

// Take gathers the rows of a result.
func (g *OrderSink) Take(x *Exec) bool {
	r := OrderedRow{
		table: x.Table, fields: slices.Clone(x.Fields), values: slices.Clone(x.Values[1:len(x.Q.Variables)]),
	}
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

// add adds a row; those of one result share its fields and values, which nothing changes.
func (g *OrderSink) add(r OrderedRow, this uint32, whole bool) bool {
	r.this, r.whole = this, whole
	if g.X.This == ThisOpen || !g.X.Q.UsesThis {
		r.this = 0
	}
	if !g.key(&r) {
		return true
	}
	g.Rows = append(g.Rows, r)
	g.X.Crowded = len(g.Rows) > g.X.W.Meter.Limits.Rows
	return !g.X.Crowded
}

// key finds where a row belongs; false if that is another group than the one asked for.
func (g *OrderSink) key(r *OrderedRow) bool {
	w, o := g.X.W, g.O
	index := r.this
	if r.whole {
		index = g.X.Store.Entities(r.table)[0].Index()
	}
	switch {
	case index == 0 || o.Relation == 0 || !w.Store.Alive(o.Relation):
	case o.Groups:
		r.group = w.FirstTarget(index, store.Pair(o.Relation.Index(), store.Wildcard))
		if r.group != 0 {
			r.major = w.Entities[r.group].Order
		}
	default:
		r.major = rank(&g.depths, index, o.Deepest)
	}
	if g.Only != nil && *g.Only != r.group {
		return false
	}
	if !o.Sorts {
		return true
	}
	if o.key == 0 {
		r.second = w.Entities[r.this].Order
	} else if o.By != nil && w.Store.Alive(o.key) {
		r.cell = g.value(r, &r.fields[o.Field])
	}
	return true
}

// rank is where the depth of an entity stands: ascending, or descending; an entity on a cycle or
// one that leads into it is last.
func rank(d *rules.Depths, index uint32, descending bool) uint64 {
	depth, ok := d.Of(index)
	switch {
	case !ok:
		return 1 << 32
	case descending:
		return 1<<32 - 1 - uint64(depth)
	}
	return uint64(depth)
}

// value is the value of the key that the entity has on which its field was matched, nil if there is none:
// also where the term was ignored.
func (g *OrderSink) value(r *OrderedRow, f *Found) unsafe.Pointer {
	if !f.Set {
		return nil
	}
	owner := f.Src
	if owner == 0 {
		owner = r.this
	}
	cell, _, _ := g.X.W.CellOf(g.X.W.Entity(owner), store.Single(g.O.key.Index()))
	return cell
}

// sort orders rows and tells which of them are in one block.
func (g *OrderSink) sort(rows []OrderedRow) {
	slices.SortFunc(rows, g.compare)
	g.tie(rows)
}

// tie tells which of ordered rows are in one block.
func (g *OrderSink) tie(rows []OrderedRow) {
	for i := range rows {
		rows[i].tied = i > 0 && g.compareKeys(&rows[i-1], &rows[i]) == 0
	}
}

// compareKeys orders rows by the given keys.
func (g *OrderSink) compareKeys(a, b *OrderedRow) int {
	if a.major != b.major || !g.O.Sorts {
		return cmp.Compare(a.major, b.major)
	}
	var c int
	switch {
	case g.O.By != nil:
		c = g.O.By.compare(a.cell, b.cell)
	case g.O.Entities != nil:
		c = g.O.Entities(g.X.W.Entity(a.this), g.X.W.Entity(b.this))
	default:
		c = cmp.Compare(a.second, b.second)
	}
	if g.O.Desc {
		return -c
	}
	return c
}

// compare orders rows of one block by $this, then by variables and fields (iterate.batches).
func (g *OrderSink) compare(a, b OrderedRow) int { return g.compareRows(&a, &b) }

func (g *OrderSink) compareRows(a, b *OrderedRow) int {
	if c := g.compareKeys(a, b); c != 0 {
		return c
	}
	w := g.X.W
	if c := w.CompareEntities(a.this, b.this); c != 0 {
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

// compareFound orders fields: set ones by id and source, unset ones last.
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
