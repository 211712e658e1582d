package fast

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
)

// place is where rows stand in an ordered query.
type place struct {
	block int
	group uint32 // target that is the group, 0 for none
}

// orderedRow is a row, or all rows of a table, that waits to be ordered.
type orderedRow struct {
	table  store.Table
	this   uint32 // 0 for all entities of the table, or no $this
	fields []found
	values []uint32

	whole  bool   // all entities of the table
	major  uint64 // order of the group, or depth
	group  uint32
	cell   unsafe.Pointer // the value of the key
	second uint64         // order of $this, where that is the key
	tied   bool           // in the block of the row before it
}

// orderSink gathers rows to order them.
type orderSink struct {
	x     *exec
	o     *ordering
	only  *uint32 // the one group that is asked for, 0 for rows without
	split bool    // rows are about one entity each

	depths depths
	rows   []orderedRow
}

// deliver gives the rows of a query to a sink, in order if it is ordered; preset says that variables have been set, only
// that one group is asked for.
func (x *exec) deliver(s sink, preset bool, only *uint32) {
	o := x.q.ordering
	if o == nil && !x.exact {
		if preset || !x.q.replay(x, s) {
			x.run(s)
		}
		return
	}
	if o == nil {
		o = &ordering{field: -1}
	}
	g := orderSink{x: x, o: o, only: only}
	if !preset && !x.exact && g.recall() {
		g.emit(s)
		return
	}
	g.split = x.exact || g.o.sorts || x.w.loose.any() && x.st.Alive(g.o.relation) && x.w.traitsOf(g.o.relation.Index())&traitLoose != 0
	if g.o.cascades {
		g.depths = depths{w: x.w, pairs: store.Pair(g.o.relation.Index(), store.Wildcard), known: map[uint32]int{}}
	}
	if preset || !x.q.replay(x, &g) {
		x.run(&g)
	}
	g.sort(g.rows)
	g.emit(s)
}

// emit hands the rows on.
func (g *orderSink) emit(s sink) {
	x := g.x
	x.stop = false
	x.place.block = 0
	for i := range g.rows {
		r := &g.rows[i]
		if i > 0 && !r.tied {
			x.place.block++
		}
		x.place.group = r.group
		if i == 0 || !sameResult(&g.rows[i-1], r) {
			copy(x.fields, r.fields)
			copy(x.values[1:], r.values)
		}
		x.table, x.values[thisSlot] = r.table, r.this
		switch {
		case r.whole:
			x.this = thisTable
		case r.this != 0:
			x.this = thisEntity
		default:
			x.this = thisOpen
		}
		if !s.take(x) {
			return
		}
	}
}

// sameResult reports whether two rows share fields, and values with them.
func sameResult(a, b *orderedRow) bool { return len(a.fields) > 0 && &a.fields[0] == &b.fields[0] }

func (g *orderSink) take(x *exec) bool {
	r := orderedRow{
		table: x.table, fields: slices.Clone(x.fields), values: slices.Clone(x.values[1:len(x.q.variables)]),
	}
	if x.this != thisTable {
		return g.add(r, x.values[thisSlot], false)
	}
	if !g.split {
		return g.add(r, 0, true)
	}
	for _, e := range x.st.Entities(x.table) {
		if !g.add(r, e.Index(), false) {
			return false
		}
	}
	return true
}

// add adds a row; those of one result share its fields and values, which nothing changes.
func (g *orderSink) add(r orderedRow, this uint32, whole bool) bool {
	r.this, r.whole = this, whole
	if g.x.this == thisOpen || !g.x.q.usesThis {
		r.this = 0
	}
	if !g.key(&r) {
		return true
	}
	g.rows = append(g.rows, r)
	g.x.crowded = len(g.rows) > g.x.w.meter.limits.Rows
	return !g.x.crowded
}

// key finds where a row belongs; false if that is another group than the one asked for.
func (g *orderSink) key(r *orderedRow) bool {
	w, o := g.x.w, g.o
	index := r.this
	if r.whole {
		index = g.x.st.Entities(r.table)[0].Index()
	}
	switch {
	case index == 0 || o.relation == 0 || !w.st.Alive(o.relation):
	case o.groups:
		r.group = w.firstTarget(index, store.Pair(o.relation.Index(), store.Wildcard))
		if r.group != 0 {
			r.major = w.entities[r.group].order
		}
	default:
		r.major = g.depths.rank(index, o.deepest)
	}
	if g.only != nil && *g.only != r.group {
		return false
	}
	if !o.sorts {
		return true
	}
	if o.key == 0 {
		r.second = w.entities[r.this].order
	} else if o.by != nil && w.st.Alive(o.key) {
		r.cell = g.value(r, &r.fields[o.field])
	}
	return true
}

// rank is where the depth of an entity stands: ascending, or descending; what is on a cycle or leads into one is last.
func (d *depths) rank(index uint32, descending bool) uint64 {
	depth, ok := d.of(index)
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
func (g *orderSink) value(r *orderedRow, f *found) unsafe.Pointer {
	if !f.set {
		return nil
	}
	owner := f.src
	if owner == 0 {
		owner = r.this
	}
	cell, _, _ := g.x.w.cellOf(g.x.w.entity(owner), store.Single(g.o.key.Index()))
	return cell
}

// sort orders rows and tells which of them are in one block.
func (g *orderSink) sort(rows []orderedRow) {
	slices.SortFunc(rows, g.compare)
	g.tie(rows)
}

// tie tells which of ordered rows are in one block.
func (g *orderSink) tie(rows []orderedRow) {
	for i := range rows {
		rows[i].tied = i > 0 && g.compareKeys(&rows[i-1], &rows[i]) == 0
	}
}

// compareKeys orders rows by what is asked for.
func (g *orderSink) compareKeys(a, b *orderedRow) int {
	if a.major != b.major || !g.o.sorts {
		return cmp.Compare(a.major, b.major)
	}
	var c int
	switch {
	case g.o.by != nil:
		c = g.o.by.compare(a.cell, b.cell)
	case g.o.entities != nil:
		c = g.o.entities(g.x.w.entity(a.this), g.x.w.entity(b.this))
	default:
		c = cmp.Compare(a.second, b.second)
	}
	if g.o.desc {
		return -c
	}
	return c
}

// compare orders rows of one block by $this, then by variables and fields (P-47).
func (g *orderSink) compare(a, b orderedRow) int { return g.compareRows(&a, &b) }

func (g *orderSink) compareRows(a, b *orderedRow) int {
	if c := g.compareKeys(a, b); c != 0 {
		return c
	}
	w := g.x.w
	if c := w.compareEntities(a.this, b.this); c != 0 {
		return c
	}
	for i := range a.fields {
		if c := w.compareFound(&a.fields[i], &b.fields[i]); c != 0 {
			return c
		}
	}
	for i := range a.values {
		if c := w.compareEntities(a.values[i], b.values[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(a.table, b.table)
}

// compareFound orders fields: set ones by id and source, unset ones last.
func (w *World) compareFound(a, b *found) int {
	if a.set != b.set {
		return cmp.Compare(bit(b.set), bit(a.set))
	}
	if !a.set {
		return 0
	}
	if c := w.compareIDs(a.id, b.id); c != 0 {
		return c
	}
	return w.compareEntities(a.src, b.src)
}
