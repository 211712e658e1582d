package fast

import (
	"slices"
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A cached query keeps what it matches as a list of tables. The world writes a log of tables that have come, gone or
// changed their targets, and of bases whose ids have changed; before a query is iterated it patches its list by what
// the log has got since, so that its answer is always that of a fresh query. What invalidates more (properties, another
// world, a fixed source that has moved) makes it anew.
//
// Only queries whose matches depend on the table alone are kept: those whose sources are $this or fixed, without other
// variables, and without relationships that are transitive, reflexive or have subclasses. Others are always matched
// anew.

// cache is what a cached query keeps.
type cache struct {
	mu    sync.Mutex
	valid bool
	// State of the world at which the matches hold.
	epoch, traits uint64
	tables, bases uint64 // places in the logs
	fixed         []store.Table

	matches []tableMatch
	fields  []fieldMatch
	link    []int32  // per match: the next of the same table plus 1, 0 at the end
	heads   []*heads // per table: its first match plus 1
	version uint64   // grows when matches change

	singles bool // all terms are single ids on $this: other targets of a table do not matter
	plain   bool // and all are And
}

const headPage = 256

type heads [headPage]int32

// head is the place of the first match of a table plus 1.
func (c *cache) head(t store.Table) *int32 {
	page := int(t / headPage)
	for page >= len(c.heads) {
		c.heads = append(c.heads, nil)
	}
	if c.heads[page] == nil {
		c.heads[page] = new(heads)
	}
	return &c.heads[page][t%headPage]
}

// tableMatch is one way in which the entities of a table match. Empty tables may be listed.
type tableMatch struct {
	table store.Table
	first uint32 // of its fields
}

// fieldMatch is a field of a table match.
type fieldMatch struct {
	id     store.ID // with the wildcard where the term has _
	stored store.ID // the id on the source, whose data the field is
	source uint32   // 0: owned by the entities of the table; else the entity that has it
	column uint16   // position of the stored id in the ids of its table
	set    bool
	term   *term
}

// changeLog is the latest part of a sequence of table or entity numbers.
type changeLog struct {
	items []uint32
	base  uint64 // number of items dropped
}

const maxLog = 8192

// otherTargets marks a log item of a table that has the same archetype as before, with other targets or none.
const otherTargets = 1

func (l *changeLog) add(item uint32) {
	if len(l.items) == maxLog {
		n := copy(l.items, l.items[maxLog/2:])
		l.items, l.base = l.items[:n], l.base+maxLog/2
	}
	l.items = append(l.items, item)
}

func (l *changeLog) end() uint64 { return l.base + uint64(len(l.items)) }

// since is what came after a place; false if that is no longer known.
func (l *changeLog) since(place uint64) ([]uint32, bool) {
	if place < l.base {
		return nil, false
	}
	return l.items[place-l.base:], true
}

// tableEvent logs changes of tables once there is a cache.
func (w *World) tableEvent(e store.Event, t store.Table) {
	switch e {
	case store.TableCreated, store.TableRemoved:
		if w.logging {
			w.tableLog.add(uint32(t) << 1)
		}
	case store.TableRetargeted, store.TableParked:
		if w.logging {
			w.tableLog.add(uint32(t)<<1 | otherTargets)
		}
	case store.TableFilled, store.TableEmptied:
	}
}

// moved logs that the ids of an entity have changed, if instances may inherit from it.
func (w *World) moved(index uint32) {
	if w.logging && w.entities[index].traits&traitBase != 0 {
		w.baseLog.add(index)
	}
}

// restored makes all caches invalid.
func (w *World) restored() {
	w.epoch++
	w.tableLog = changeLog{base: w.tableLog.end()}
	w.baseLog = changeLog{base: w.baseLog.end()}
}

// tableShaped reports whether the matches depend on the table of $this alone, as far as the query itself tells.
func (q *Query) tableShaped() bool {
	if !q.usesThis || len(q.variables) > 1 {
		return false
	}
	shaped := true
	for i := range q.nodes {
		kind := q.nodes[i].kind
		shaped = shaped && (kind == nodeMatch || kind == nodeChain)
	}
	q.each(func(_ *node, t *term) {
		shaped = shaped && !t.compares && t.traversal == nil
		source := t.src.kind == elementConst || t.src.uses() == slotOf(thisSlot)
		shaped = shaped && source && t.first.kind != elementVar && t.second.kind != elementVar
	})
	return shaped
}

// cacheable reports whether tableShaped matches depend on nothing else now.
func (q *Query) cacheable() bool {
	ok := true
	q.each(func(_ *node, t *term) {
		if t.first.kind != elementConst || !q.w.st.Alive(t.first.entity) {
			return
		}
		traits := q.w.traitsOf(t.first.entity.Index())
		if q.subclasses && traits&traitBase != 0 && traits&(traitFinal|traitDefaultFinal) == 0 {
			ok = false
		}
		if q.transitive && t.second.kind != elementNone && traits&(traitTransitive|traitReflexive) != 0 {
			ok = false
		}
	})
	return ok
}

// tableMatches are the current matches by table, and their fields; false if the query cannot be kept so. The slices
// must not be changed and hold until the world changes.
func (q *Query) tableMatches() ([]tableMatch, []fieldMatch, bool) {
	c := q.cache
	if c == nil || !q.cacheable() {
		return nil, nil, false
	}
	c.mu.Lock()
	c.refresh(q)
	c.mu.Unlock()
	return c.matches, c.fields, true
}

// refresh brings the matches up to date.
func (c *cache) refresh(q *Query) {
	w := q.w
	if c.valid && c.epoch == w.epoch && c.traits == w.traitChanges && c.tables == w.tableLog.end() &&
		c.bases == w.baseLog.end() && c.fixedHolds(q) {
		return
	}
	x := q.newExec()
	defer x.release()
	x.anyBases = len(w.st.Lookup(anyBase)) > 0
	b := cacheSink{c: c, q: q}
	if !c.patch(x, &b) {
		c.rebuild(x, &b)
	}
	c.valid, c.epoch, c.traits = true, w.epoch, w.traitChanges
	c.tables, c.bases = w.tableLog.end(), w.baseLog.end()
	c.version++
}

// fixedHolds reports whether the fixed sources are where they were.
func (c *cache) fixedHolds(q *Query) bool {
	i, holds := 0, true
	q.each(func(_ *node, t *term) {
		if t.src.kind == elementConst {
			holds = holds && i < len(c.fixed) && c.fixed[i] == q.tableOf(t.src.entity)
			i++
		}
	})
	return holds
}

func (q *Query) tableOf(e Entity) store.Table {
	t, _, _ := q.w.st.Record(e)
	return t
}

// patch matches again the tables that the logs name; false if that is not enough.
func (c *cache) patch(x *exec, b *cacheSink) bool {
	w := x.w
	if !c.valid || c.epoch != w.epoch || c.traits != w.traitChanges || !c.fixedHolds(x.q) {
		return false
	}
	tables, ok := w.tableLog.since(c.tables)
	bases, also := w.baseLog.since(c.bases)
	if !ok || !also {
		return false
	}
	if len(bases) > 0 && x.q.hasFixed() {
		return false
	}
	x.planFor(slotOf(thisSlot))
	for _, item := range tables {
		t := store.Table(item >> 1)
		if slices.Contains(c.fixed, t) {
			return false // the number may be that of another table now
		}
		if c.singles && item&otherTargets != 0 && !x.st.Has(t, anyBase) {
			continue
		}
		c.again(x, b, t)
	}
	var seen visits
	for _, base := range bases {
		c.below(x, b, base, &seen)
	}
	return true
}

func (q *Query) hasFixed() bool {
	fixed := false
	q.each(func(_ *node, t *term) { fixed = fixed || t.src.kind == elementConst })
	return fixed
}

// below matches again the tables of everything that inherits from a base.
func (c *cache) below(x *exec, b *cacheSink, base uint32, seen *visits) {
	if !seen.add(base) {
		return
	}
	for _, p := range x.st.Lookup(store.Pair(IsA.Index(), base)) {
		c.again(x, b, p.Table)
		for _, e := range x.st.Entities(p.Table) {
			if x.w.entities[e.Index()].traits&traitBase != 0 {
				c.below(x, b, e.Index(), seen)
			}
		}
	}
}

// again forgets the matches of a table and matches it anew.
func (c *cache) again(x *exec, b *cacheSink, t store.Table) {
	c.forget(t)
	if !c.matchable(x.st, t) || x.st.Has(t, store.Single(hiddenMark)) || x.q.excludes(t) {
		return
	}
	if c.plain && !x.st.Has(t, anyBase) {
		c.again1(x, t)
		return
	}
	x.this, x.table = thisTable, t
	x.sink = b
	x.walk(0)
	x.this = thisOpen
}

// matchable reports whether a table is there to be matched. One that waits for other targets is, where those do not
// matter: nothing will be logged that concerns it.
func (c *cache) matchable(st *store.Store, t store.Table) bool {
	return st.InUse(t) || c.singles && st.Parked(t) && !st.Has(t, anyBase)
}

// again1 matches a table without bases against single ids that are all needed.
func (c *cache) again1(x *exec, t store.Table) {
	from := len(c.fields)
	for i := range x.q.nodes {
		term := &x.q.nodes[i].terms[0]
		id := store.Single(term.first.entity.Index())
		column, count := x.st.Find(t, id)
		if count == 0 || !x.st.Alive(term.first.entity) {
			c.fields = c.fields[:from]
			return
		}
		c.fields = append(c.fields, fieldMatch{id: id, stored: id, column: uint16(column), set: true, term: term})
	}
	c.enlist(t, from)
}

// enlist appends a match of a table whose fields have been appended.
func (c *cache) enlist(t store.Table, first int) {
	head := c.head(t)
	c.matches = append(c.matches, tableMatch{t, uint32(first)})
	c.link = append(c.link, *head)
	*head = int32(len(c.matches))
}

// rebuild matches every table that can match.
func (c *cache) rebuild(x *exec, b *cacheSink) {
	for _, m := range c.matches {
		*c.head(m.table) = 0
	}
	c.matches, c.fields, c.link = c.matches[:0], c.fields[:0], c.link[:0]
	c.fixed = c.fixed[:0]
	x.q.each(func(_ *node, t *term) {
		if t.src.kind == elementConst {
			c.fixed = append(c.fixed, x.q.tableOf(t.src.entity))
		}
	})
	from := len(x.tables)
	x.planFor(0)
	if first := &x.steps[0]; first.kind == stepMatch && first.terms[0].src.uses() == slotOf(thisSlot) {
		x.candidates(&first.terms[0])
	} else {
		for t := range store.Table(x.st.Tables()) {
			x.tables = append(x.tables, t)
		}
	}
	x.planFor(slotOf(thisSlot))
	for i := from; i < len(x.tables); i++ {
		c.again(x, b, x.tables[i])
	}
	x.tables = x.tables[:from]
}

// forget drops the matches of a table; the last ones take their places.
func (c *cache) forget(t store.Table) {
	if page := int(t / headPage); page >= len(c.heads) || c.heads[page] == nil {
		return
	}
	n := len(c.fields) / max(1, len(c.matches))
	for head := c.head(t); *head != 0; {
		i := *head - 1
		*head = c.link[i]
		last := int32(len(c.matches) - 1)
		if i != last {
			at := c.head(c.matches[last].table)
			for *at-1 != last {
				at = &c.link[*at-1]
			}
			*at = i + 1
			c.matches[i].table = c.matches[last].table
			c.link[i] = c.link[last]
			copy(c.fields[int(i)*n:int(i+1)*n], c.fields[int(last)*n:])
		}
		c.matches, c.link, c.fields = c.matches[:last], c.link[:last], c.fields[:int(last)*n]
	}
}

// cacheSink appends results to a cache.
type cacheSink struct {
	c *cache
	q *Query
}

func (b *cacheSink) take(x *exec) bool {
	c := b.c
	from := len(c.fields)
	for i := range x.fields {
		f := &x.fields[i]
		m := fieldMatch{id: f.id, stored: f.stored, source: f.src, set: f.set, term: f.term}
		if f.set && f.stored != 0 {
			t := x.table
			if f.src != 0 {
				t = x.w.table(f.src)
			}
			column, _ := x.st.Find(t, f.stored)
			m.column = uint16(column)
		}
		c.fields = append(c.fields, m)
	}
	c.enlist(x.table, from)
	return true
}

// replay gives the kept matches to a sink; false if there are none to keep.
func (q *Query) replay(x *exec, s sink) bool {
	matches, fields, ok := q.tableMatches()
	if !ok {
		return false
	}
	for _, m := range matches {
		if x.st.Count(m.table) == 0 {
			continue
		}
		for i := range x.fields {
			f := &fields[int(m.first)+i]
			x.fields[i] = found{set: f.set, id: f.id, stored: f.stored, src: f.source, term: f.term}
		}
		x.this, x.table = thisTable, m.table
		if !s.take(x) {
			break
		}
	}
	return true
}

// keepMatches makes the query keep its matches, if they depend on tables alone.
func (q *Query) keepMatches() {
	if q.cache != nil || !q.tableShaped() {
		return
	}
	c := &cache{singles: true, plain: true}
	for i := range q.nodes {
		n := &q.nodes[i]
		for j := range n.terms {
			t := &n.terms[j]
			c.singles = c.singles && t.first.kind == elementConst && t.second.kind == elementNone && t.src.kind == elementVar
		}
		c.plain = c.plain && c.singles && n.kind == nodeMatch && n.oper == spec.And
	}
	q.cache = c
	q.w.logging = true
}
