package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// What a cached query has found above depends on more than the tables that match: any entity on a path may move. So the
// terms that climb come last. Their fields are filled for all matches when something in the storage has moved; the
// others are only matched again when their tables have changed.

// cachedAbove is what the terms of a cached query that climb have matched.
type cachedAbove struct {
	matches        []TableMatch // those of the cache that have what they need above
	known          bool
	alike          bool       // entities of one table have the same above them
	version, moves uint64     // cache.Version and Store.Changes then
	below          []store.ID // pairs without which a table has nothing above that is needed
	terms          []aboveTerm
	climbers       climbers // of these, while they climb
}

// aboveTerm is a term that climbs.
type aboveTerm struct {
	*Node
	number uint8 // in cache.terms, plus 1
}

// climbs reports whether the node asks for one id above $this. Of a cached query it is matched last.
func (n *Node) climbs() bool {
	if n.Kind != NodeMatch {
		return false
	}
	t := &n.Terms[0]
	return t.Traversal.Climbs() && !t.Traversal.Self && t.First.Kind == ElementConst &&
		(t.Second.Kind == ElementNone || t.Second.Kind == ElementConst) && t.Member == nil &&
		t.Src.Uses() == SlotOf(ThisSlot) && t.Lookups == 0
}

// KeepsAbove reports whether matches that are kept depend on where the entities above are.
func (q *Query) KeepsAbove() bool { return q.Cache != nil && q.Cache.above != nil }

// climb fills the fields of the terms that climb, and lists the matches that have what they need; false if entities of
// one table have different ones above them.
func (c *cache) climb(q *Query) bool {
	a := c.above
	if a.known && a.version == c.Version && a.moves == q.W.Store.Changes() {
		return a.alike
	}
	x := q.NewExec()
	defer x.Release()
	for i := range a.terms {
		t := &a.terms[i].Terms[0]
		m := Match{Term: t}
		x.constant(&m, &t.First, &m.FirstID)
		x.constant(&m, &t.Second, &m.secondID)
		a.climbers.add(x, &m)
	}
	changed := c.climbAll(x)
	a.climbers.end()
	if changed {
		c.Version++
	}
	a.known, a.version, a.moves = true, c.Version, q.W.Store.Changes()
	return a.alike
}

// climbAll climbs from the table of each match, and reports whether something else is above than before.
func (c *cache) climbAll(x *Exec) (changed bool) {
	a, before := c.above, len(c.above.matches)
	listed := slices.Grow(a.matches[:0], len(c.matches))
next:
	for _, m := range c.matches {
		if x.Store.Count(m.Table) == 0 {
			continue
		}
		for i := range a.terms {
			term, climber := &a.terms[i], &a.climbers[i]
			source, each := climber.source(m.Table)
			if each {
				a.matches, a.alike = listed[:0], false
				return true
			}
			to := &c.fields[int(m.First)+term.Field]
			changed = changed || to.Source != source
			if !climber.settles(to, source, term.Oper) {
				continue next
			}
			if to.Set {
				to.term = term.number
			}
		}
		changed = changed || len(listed) >= before || a.matches[len(listed)] != m
		listed = append(listed, m)
	}
	changed = changed || len(listed) != before || !a.alike
	a.matches, a.alike = listed, true
	return changed
}
