package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// How the matches of a cached query are brought up to date: by matching again the tables that the logs name, or all.

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

func (q *prepared) hasFixed() bool {
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
	if !b.planned {
		x.planFor(slotOf(thisSlot))
		b.planned = true
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
	c.fields = slices.Grow(c.fields, len(x.q.nodes))
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
	c.matches = append(c.matches, tableMatch{t, uint32(first)})
	if c.heads == nil && len(c.matches) <= fewMatches {
		return
	}
	for i := len(c.link); i < len(c.matches); i++ {
		head := c.head(c.matches[i].table)
		c.link = append(c.link, *head)
		*head = int32(i + 1)
	}
}

// rebuild matches every table that can match.
func (c *cache) rebuild(x *exec, b *cacheSink) {
	for _, m := range c.matches[:len(c.link)] {
		*c.head(m.table) = 0
	}
	c.matches, c.fields, c.link = c.matches[:0], c.fields[:0], c.link[:0]
	c.fixed = c.fixed[:0]
	x.q.each(func(_ *node, t *term) {
		if t.src.kind == elementConst {
			c.fixed = append(c.fixed, x.q.tableOf(t.src.entity))
		}
	})
	if c.plain && !x.anyBases {
		for _, p := range x.rarest() {
			c.again(x, b, p.Table)
		}
		return
	}
	from := len(x.tables)
	x.planFor(0)
	if first := &x.steps[0]; first.kind == stepMatch && first.terms[0].src.uses() == slotOf(thisSlot) {
		x.candidates(&first.terms[0])
	} else {
		for t := range store.Table(x.st.Tables()) {
			x.tables = append(x.tables, t)
		}
	}
	for i := from; i < len(x.tables); i++ {
		c.again(x, b, x.tables[i])
	}
	x.tables = x.tables[:from]
}

// rarest is the tables of the first element of the terms that the fewest have, of a query that is plain: none of a dead
// one.
func (x *exec) rarest() (list []store.Posting) {
	for i := range x.q.nodes {
		e := x.q.nodes[i].terms[0].first.entity
		if !x.st.Alive(e) {
			return nil
		}
		if l := x.st.Lookup(store.Single(e.Index())); i == 0 || len(l) < len(list) {
			list = l
		}
	}
	return list
}

// cacheSink appends results to a cache.
type cacheSink struct {
	c       *cache
	q       *prepared
	planned bool
}

func (b *cacheSink) take(x *exec) bool {
	c := b.c
	from := len(c.fields)
	for i := range x.fields {
		f := &x.fields[i]
		m := fieldMatch{id: f.id, stored: f.stored, source: f.src, set: f.set, term: f.term}
		if f.set && f.stored != 0 && f.src == 0 {
			column, _ := x.st.Find(x.table, f.stored)
			m.column = uint16(column)
		}
		c.fields = append(c.fields, m)
	}
	c.enlist(x.table, from)
	return true
}
