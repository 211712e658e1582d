package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// A term that climbs looks for an id on the entities above $this. Its result depends on more than
// the table of $this, because any entity on the path may move. A cached query therefore matches
// such terms last. If anything in the storage has moved, it evaluates them again for all matches;
// it matches the other terms again only for tables that changed.

// cachedAbove has the results of the terms that climb.
type cachedAbove struct {
	matches        []TableMatch // the matches of the cache for which these terms hold
	known          bool
	alike          bool       // all entities of a table have the same result
	version, moves uint64     // cache.Version and Store.Changes at the last evaluation
	below          []store.ID // pairs that a table must have for the terms to hold
	terms          []*Node    // the terms that climb
	climbers       climbers   // climbers of these terms, during the evaluation
}

// climbs reports whether the node looks for one constant id above $this. Cached queries match such
// nodes last.
func (n *Node) climbs() bool {
	if n.Kind != NodeMatch {
		return false
	}
	t := &n.Terms[0]
	return t.Traversal.Climbs() && !t.Traversal.Self && t.First.Kind == ElementConst &&
		t.Second.Kind <= ElementConst && t.Member == nil && t.Src.Uses() == SlotOf(ThisSlot) && t.Lookups == 0
}

// KeepsAbove reports whether the cached matches depend on the path above each entity.
func (q *Query) KeepsAbove() bool { return q.Cache != nil && q.Cache.above != nil }

// climb evaluates the terms that climb for all matches, and lists the matches for which they hold.
// It returns false if the entities of one table have different results.
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

// climbAll climbs from the table of each match, and reports whether a result changed.
func (c *cache) climbAll(x *Exec) (changed bool) {
	a, before := c.above, len(c.above.matches)
	listed := slices.Grow(a.matches[:0], len(c.matches))
next:
	for _, m := range c.matches {
		if x.Store.Count(m.Table) == 0 {
			continue
		}
		for i := range a.terms {
			term, climber := a.terms[i], &a.climbers[i]
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
		}
		changed = changed || len(listed) >= before || a.matches[len(listed)] != m
		listed = append(listed, m)
	}
	changed = changed || len(listed) != before || !a.alike
	a.matches, a.alike = listed, true
	return changed
}
