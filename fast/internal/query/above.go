package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// climber finds the nearest entity with an id above another entity. It follows a relationship and
// expects one pair of it per entity. A run owns its climbers and reuses them; their caches are
// valid until the world changes.
type climber struct {
	w            *rules.World
	possible     bool
	forks        bool // an entity on the path had several targets; only one was followed
	cyclic       bool // the relationship may have cycles
	toggled      bool // the world has disabled ids
	relationship uint32
	pairs        store.Relation
	id           store.ID
	component    store.Finder     // used if the id is not a pair
	known        map[uint32]above // cached results of some entities on long paths
	passed       []uint32         // scratch
}

// above is the result of a climb. at is the entity that has the id, source the owner of the id: at
// or a base of it. Both are 0 if no entity above has the id.
type above struct{ at, source uint32 }

// stride is the distance between cached entities on a long path.
const stride = 8

// climbers are the climbers of a run.
type climbers []climber

// add adds a climber for a term that looks for one constant id, and returns its index plus 1. It
// returns 0 for other terms.
func (l *climbers) add(x *Exec, m *Match) int {
	if !m.Traversal.Climbs() || m.First.Kind != ElementConst || m.Second.Kind > ElementConst || m.Member != nil ||
		len(m.subclasses) > 0 {
		return 0
	}
	*l = slices.Grow(*l, 1)[:len(*l)+1]
	(*l)[len(*l)-1].begin(x, m)
	return len(*l)
}

// end removes all climbers.
func (l *climbers) end() {
	for i := range *l {
		(*l)[i].end()
	}
	*l = (*l)[:0]
}

// begin prepares a climber for a term of a run.
func (c *climber) begin(x *Exec, m *Match) {
	t := m.Traversal
	clear(c.known)
	c.w, c.toggled, c.forks = x.W, x.Toggled, false
	c.cyclic = x.W.TraitsOf(t.Relation.Index())&rules.TraitAcyclic == 0
	c.possible = !m.Dead && x.W.IsFoundAbove(m.First.Entity, t.Relation) && x.W.CanTraverse(t.Relation)
	c.relationship = t.Relation.Index()
	c.pairs = x.Store.FindRelation(c.relationship)
	if c.id = store.Pair(m.FirstID, m.secondID); m.Second.Kind == ElementNone {
		c.id, c.component = store.Single(m.FirstID), x.Store.Finder(m.FirstID)
	} else {
		c.component = x.Store.Finder(store.Wildcard)
	}
}

// end drops references to the world but keeps allocations.
func (c *climber) end() {
	clear(c.known)
	*c = climber{known: c.known, passed: c.passed}
}

// nearest returns the nearest entity above an entity of a table. If index is 0, the result holds
// for all entities of the table. It caches the result for every eighth entity on the path, so that
// all climbs of a run together take time proportional to the entities on their paths. On a cycle it
// stops after as many steps as there are entities; the result may then be the start itself.
func (c *climber) nearest(t store.Table, index uint32) above {
	if !c.possible {
		return above{}
	}
	found, at, table := c.within(t, index)
	if at == 0 {
		return found
	}
	c.passed = c.passed[:0]
	for left := c.w.Store.Living(); at != 0 && left > 0; left -= stride {
		if known, ok := c.known[at]; ok {
			found = known
			break
		}
		c.passed = append(c.passed, at)
		found, at, table = c.within(table, at)
	}
	if c.known == nil {
		c.known = map[uint32]above{}
	}
	for _, index := range c.passed {
		c.known[index] = found
	}
	return found
}

// within is nearest for at most stride steps. If the path continues after them, it returns the
// entity reached and its table.
func (c *climber) within(t store.Table, index uint32) (found above, at uint32, table store.Table) {
	for range stride {
		_, count, target := c.pairs.Of(t)
		if count == 0 {
			return above{}, 0, 0
		}
		c.forks = c.forks || count > 1
		if target == rules.NonFragmentingMark {
			target, _ = c.w.NonFragmenting.By[c.relationship].Target(index)
		}
		if c.toggled {
			if c.w.IsOff(index, store.Pair(c.relationship, target)) {
				return above{}, 0, 0
			}
			var buf [4]rules.Held
			index, t = target, c.w.Table(target)
			if held := c.w.CollectAs(buf[:0], t, index, c.id, rules.TraitInherited, true, true); len(held) > 0 {
				return above{target, cmp.Or(held[0].Base, target)}, 0, 0
			}
			continue
		}
		index = target
		if c.component.Peek(target) != nil {
			return above{target, target}, 0, 0
		}
		if t = c.w.Table(target); c.w.OwnsID(t, target, c.id) {
			return above{target, target}, 0, 0
		}
		if c.w.HasBases(t) {
			if base, ok := c.w.InheritedFrom(t, c.id); ok {
				return above{target, base}, 0, 0
			}
		}
	}
	return above{}, index, t
}

// source returns the owner of the id that the entities of a table find above them, or 0 if they
// find none. If each is true, the entities must be matched one by one, because they are on a cycle
// (an entity does not find itself), have several targets (all must be followed), or may have
// different targets outside the tables.
func (c *climber) source(t store.Table) (source uint32, each bool) {
	if c.apart(t) {
		return 0, true
	}
	found := c.nearest(t, 0)
	return found.source, c.forks || c.cyclic && found.at != 0 && c.w.Table(found.at) == t
}

// apart reports whether entities of one table may have different targets, because their pairs are
// stored outside the tables.
func (c *climber) apart(t store.Table) bool {
	_, count, target := c.pairs.Of(t)
	return count > 0 && target == rules.NonFragmentingMark
}

// sourceOf is source for one entity of a table. It returns false if several targets must be
// followed.
func (c *climber) sourceOf(t store.Table, index uint32) (source uint32, ok bool) {
	found := c.nearest(t, index)
	if found.at == index { // up skips the start
		found.source = 0
	}
	return found.source, !c.forks
}

// settles sets the field of a term in the match of a table. It returns false if the operator of the
// term does not allow the result.
func (c *climber) settles(m *FieldMatch, source uint32, oper spec.Operator) bool {
	if source == 0 || oper == spec.Not {
		*m = FieldMatch{}
		return oper == spec.Optional || (source == 0) == (oper == spec.Not)
	}
	m.ID, m.Stored, m.Source, m.Column, m.Set = c.id, c.id, source, UnknownColumn, true
	return true
}

// climbCached matches a term with its climber. It returns false if the entities above must be
// visited one by one.
func (x *Exec) climbCached(m *Match, t store.Table, index uint32) bool {
	if m.climber == 0 {
		return false
	}
	c := &x.climbers[m.climber-1]
	source, ok := c.sourceOf(t, index)
	if source != 0 && ok {
		x.add(m, len(x.found), candidate{id: c.id, stored: c.id, src: source})
	}
	return ok
}
