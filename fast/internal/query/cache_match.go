package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A cached query is brought up to date by matching the tables in the logs again, or all tables.

// patch matches the tables in the logs again. It returns false if the whole list must be rebuilt.
func (c *cache) patch(x *Exec) bool {
	w := x.W
	if !c.valid || c.epoch != w.Epoch || c.traits != w.TraitChanges || !c.fixedHolds(x.Q) {
		return false
	}
	tables, ok := w.TableLog.Since(c.tables)
	bases, also := w.BaseLog.Since(c.bases)
	if !ok || !also {
		return false
	}
	if len(bases) > 0 && len(c.fixed) > 0 {
		return false
	}
	for _, item := range tables {
		t := store.Table(item >> 1)
		if slices.Contains(c.fixed, t) {
			return false // another table may have its number by now
		}
		if c.singles && item&rules.OtherTargets != 0 && !x.Store.Has(t, rules.AnyBase) {
			continue
		}
		c.rematch(x, t)
	}
	var seen rules.Visits
	for _, base := range bases {
		c.below(x, base, &seen)
	}
	return !c.wasteful(x)
}

// wasteful reports whether most fields belong to removed matches. Fields of removed matches are
// only left behind if matches share them.
func (c *cache) wasteful(x *Exec) bool {
	return c.shares && len(c.fields) > 2*len(c.matches)*len(x.Q.Nodes)+fewFields
}

// below matches the tables of all entities that inherit from a base again.
func (c *cache) below(x *Exec, base uint32, seen *rules.Visits) {
	if !seen.Add(base) {
		return
	}
	for _, p := range x.Store.Lookup(store.Pair(rules.IsA.Index(), base)) {
		c.rematch(x, p.Table)
		for _, e := range x.Store.Entities(p.Table) {
			if x.W.TraitsOf(e.Index())&rules.TraitBase != 0 {
				c.below(x, e.Index(), seen)
			}
		}
	}
}

// rematch removes the matches of a table and matches it again.
func (c *cache) rematch(x *Exec, t store.Table) {
	c.forget(t)
	if !c.matchable(x.Store, t) || x.Q.isEmpty() || x.Store.Flags(t)&(rules.FlagHidden|x.Q.ExcludedFlags()) != 0 {
		return
	}
	if c.owned && !x.Store.Has(t, rules.AnyBase) {
		c.match1(x, t)
		c.linkAll()
		return
	}
	if !c.planned {
		x.PlanFor(SlotOf(ThisSlot))
		c.planned = true
	}
	x.This, x.Table = ThisTable, t
	x.Sink = c
	x.Walk(0)
	x.This = ThisOpen
}

// matchable reports whether a table can have matches. If targets do not matter, matchable includes
// parked tables, which wait for other targets: patch skips the log entry when such a table is used
// again.
func (c *cache) matchable(st *store.Store, t store.Table) bool {
	if c.above != nil && slices.ContainsFunc(c.above.below, func(id store.ID) bool { return !st.Has(t, id) }) {
		return false
	}
	return st.InUse(t) || c.singles && st.Parked(t) && !st.Has(t, rules.AnyBase)
}

// match1 matches a table without bases against ids that must all match. It does not link the match.
// A scan does not replace it: a scan skips parked tables and looks up each term in each table,
// while matchAll can copy the match of the previous table.
func (c *cache) match1(x *Exec, t store.Table) {
	from := len(c.fields)
	for i := range x.Q.Nodes {
		term := &x.Q.Nodes[i].Terms[0]
		if term.Traversal != nil {
			c.fields = append(c.fields, FieldMatch{})
			continue
		}
		id, alive := term.OpenID(x.W)
		column, count := x.Store.Find(t, id)
		if count == 0 || !alive {
			c.fields = c.fields[:from]
			return
		}
		c.fields = append(c.fields, FieldMatch{
			ID: id, Stored: id, Column: uint16(column), Set: true,
		})
	}
	if n := len(c.fields) - from; c.shares && from >= n && slices.Equal(c.fields[from-n:from], c.fields[from:]) {
		c.fields, from = c.fields[:from], from-n
	}
	c.matches = append(c.matches, TableMatch{t, uint32(from)})
}

// linkAll links the appended matches, so that they are found by table.
func (c *cache) linkAll() {
	if c.heads == nil && len(c.matches) <= fewMatches {
		return
	}
	for i := len(c.link); i < len(c.matches); i++ {
		head := c.head(c.matches[i].Table)
		c.link = append(c.link, *head)
		*head = int32(i + 1)
	}
}

// rebuild matches every table that can match.
func (c *cache) rebuild(x *Exec) {
	for _, m := range c.matches[:len(c.link)] {
		*c.head(m.Table) = 0
	}
	c.matches, c.fields, c.link = c.matches[:0], c.fields[:0], c.link[:0]
	c.fixed = c.fixed[:0]
	x.Q.Each(func(_ *Node, t *Term) {
		if t.Src.Kind == ElementConst {
			c.fixed = append(c.fixed, x.Q.tableOf(t.Src.Entity))
		}
	})
	if c.plain && !x.AnyBases {
		c.matchAll(x, x.rarest())
		return
	}
	from := len(x.tables)
	x.PlanFor(0)
	c.planned = false // an abandoned patch may have planned for one table
	if first := &x.steps[0]; first.Kind == stepMatch && first.Terms[0].Src.Uses() == SlotOf(ThisSlot) {
		x.candidates(&first.Terms[0])
	} else if c.above != nil && len(c.above.below) > 0 {
		for _, p := range x.Store.Lookup(c.above.below[0]) {
			x.tables = append(x.tables, p.Table)
		}
	} else {
		for t := range store.Table(x.Store.Tables()) {
			x.tables = append(x.tables, t)
		}
	}
	for i := from; i < len(x.tables); i++ {
		c.rematch(x, x.tables[i])
	}
	x.tables = x.tables[:from]
}

// matchAll is match1 for a list of tables. Tables with the same single ids have the same match. It
// does not link the matches, because a cache that is used once needs no links. The first patch adds
// them.
func (c *cache) matchAll(x *Exec, list []store.Posting) {
	excluded := rules.FlagHidden | x.Q.ExcludedFlags()
	c.matches = slices.Grow(c.matches, len(list))
	if !c.shares {
		c.fields = slices.Grow(c.fields, len(list)*len(x.Q.Nodes))
	}
	last, matched := store.NoTable, false
	for _, p := range list {
		switch {
		case !c.matchable(x.Store, p.Table) || x.Store.Flags(p.Table)&excluded != 0:
		case last == store.NoTable || !x.Store.SameSingles(last, p.Table):
			before := len(c.matches)
			c.match1(x, p.Table)
			last, matched = p.Table, len(c.matches) > before
		case matched && c.shares:
			c.matches = append(c.matches, TableMatch{p.Table, c.matches[len(c.matches)-1].First})
		case matched:
			from := len(c.fields)
			c.fields = append(c.fields, c.fields[from-len(x.Q.Nodes):]...)
			c.matches = append(c.matches, TableMatch{p.Table, uint32(from)})
		}
	}
	if o := x.Q.Ordering; o != nil && o.Sorts { // an ordered reader looks up matches by table
		c.linkAll()
	}
}

// rarest returns the tables of the term that the fewest tables have, for a plain query. It returns
// none if an element is dead.
func (x *Exec) rarest() (list []store.Posting) {
	least := int(^uint(0) >> 1)
	for i := range x.Q.Nodes {
		t := &x.Q.Nodes[i].Terms[0]
		switch l := x.Store.Lookup(store.Single(t.First.Entity.Index())); {
		case t.Traversal != nil:
		case !x.Store.Alive(t.First.Entity):
			return nil
		case len(l) < least:
			list, least = l, len(l)
		}
	}
	return list
}

// Take appends a match that the steps of a plan have found.
func (c *cache) Take(x *Exec) bool {
	from := len(c.fields)
	c.fields = append(c.fields, x.Fields...)
	for i := range x.Fields {
		c.fields[from+i].LookUp(x.Store, x.Table) // now, because loops share the matches and must not write to them
	}
	c.matches = append(c.matches, TableMatch{x.Table, uint32(from)})
	c.linkAll()
	return true
}
