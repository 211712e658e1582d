package query

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Climb finds the nearest entities above others that have an id, along pairs of a relationship of which each entity has
// one. It is part of a run, to be used again: what it remembers holds while the world does not change.
type Climb struct {
	w            *rules.World
	possible     bool
	Forks        bool // an entity on the path had several targets, of which one was followed
	toggled      bool // ids that are off may matter
	relationship uint32
	pairs        store.RelationFinder
	id           store.ID
	component    store.Finder     // if the id is single
	known        map[uint32]Above // the results at some entities of long paths
	passed       []uint32         // room
}

// Above is an entity that has an id, 0 for none, the one that owns it, itself or a base, the id as it is stored, and
// the address of the value of a component, where that is known.
type Above struct {
	at, Source uint32
	Stored     store.ID
	Value      unsafe.Pointer
}

// stride is how many steps of a long path lie between the entities that are remembered.
const stride = 8

// Begin prepares the climb for a run.
func (c *Climb) Begin(w *rules.World, relationship Entity, id store.ID, possible, toggled bool) {
	clear(c.known)
	c.w, c.id, c.toggled, c.Forks = w, id, toggled, false
	c.possible = possible && w.CanTraverse(relationship)
	c.relationship = relationship.Index()
	c.pairs = w.Store.RelationFinder(c.relationship)
	if c.component = w.Store.Finder(store.Wildcard); !id.IsPair() {
		c.component = w.Store.Finder(id.First())
	}
}

// End forgets the world, and keeps room.
func (c *Climb) End() {
	clear(c.known)
	*c = Climb{known: c.known, passed: c.passed}
}

// Nearest is the nearest entity above an entity of a table, above all of them where index is 0. The result is
// remembered for every eighth entity on the path, so that all climbs of a run take time proportional to the entities on
// them. A cycle is cut after as many steps as there are entities; it may lead back to where it began.
func (c *Climb) Nearest(t store.Table, index uint32) Above {
	if !c.possible {
		return Above{}
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
		c.known = map[uint32]Above{}
	}
	for _, index := range c.passed {
		c.known[index] = found
	}
	return found
}

// within is Nearest for a stride. If that leads to an entity from which the path continues, it returns that entity and
// its table.
func (c *Climb) within(t store.Table, index uint32) (found Above, at uint32, table store.Table) {
	for range stride {
		_, count, target := c.pairs.Of(t)
		if count == 0 {
			return Above{}, 0, 0
		}
		c.Forks = c.Forks || count > 1
		if target == rules.NonFragmentingMark {
			target, _ = c.w.NonFragmenting.By[c.relationship].Target(index)
		}
		if c.toggled {
			if c.w.IsOff(index, store.Pair(c.relationship, target)) {
				return Above{}, 0, 0
			}
			var buf [4]rules.Held
			index, t = target, c.w.Table(target)
			if held := c.w.CollectSeen(buf[:0], t, index, c.id, rules.TraitInherited, true); len(held) > 0 {
				return Above{target, cmp.Or(held[0].Base, target), c.id, nil}, 0, 0
			}
			continue
		}
		index = target
		if cell := c.component.Peek(target); cell != nil {
			return Above{target, target, c.id, cell}, 0, 0
		}
		if t = c.w.Table(target); c.w.OwnsID(t, target, c.id) {
			return Above{target, target, c.id, c.component.At(target)}, 0, 0
		}
		if c.w.HasBases(t) {
			if base, ok := c.w.InheritedFrom(t, c.id); ok {
				return Above{target, base, c.id, c.component.At(base)}, 0, 0
			}
		}
	}
	return Above{}, index, t
}

// climbOf gives a term that climbs a Climb, if it asks for one id without variables. It returns the number of the climb
// plus 1, or 0 for none.
func (x *Exec) climbOf(m *Match) int {
	if !m.Traversal.Climbs() || m.pattern() != 0 || m.First.Kind != ElementConst || m.Member != nil ||
		m.Second.Kind != ElementNone && m.Second.Kind != ElementConst || len(m.subclasses) > 0 {
		return 0
	}
	id := store.Single(m.FirstID)
	if m.Second.Kind == ElementConst {
		id = store.Pair(m.FirstID, m.secondID)
	}
	if len(x.climbs) == cap(x.climbs) {
		x.climbs = slices.Grow(x.climbs, 2)
	}
	x.climbs = x.climbs[:len(x.climbs)+1]
	relation := m.Traversal.Relation
	x.climbs[len(x.climbs)-1].Begin(x.W, relation, id, x.W.IsFoundAbove(m.First.Entity, relation), x.Toggled)
	return len(x.climbs)
}

// climbCached finds the match of a term by its Climb. It returns false if the entities above have to be visited one by
// one.
func (x *Exec) climbCached(m *Match, t store.Table, index uint32) bool {
	if m.climb == 0 {
		return false
	}
	climb := &x.climbs[m.climb-1]
	above := climb.Nearest(t, index)
	if above.at != 0 && above.at != index && !climb.Forks { // up skips the start
		x.add(m, len(x.found), candidate{id: above.Stored, stored: above.Stored, src: above.Source})
	}
	return !climb.Forks
}

// Up is a term that is matched above the entities of each match, for a holder who keeps what is found there. It is
// part of a run.
type Up struct{ m Match }

// BeginUp resolves an up of the run.
func (x *Exec) BeginUp(up *Up, n *Node) {
	x.resolve(&up.m, n, &n.Terms[0])
	if up.m.sets != nil {
		up.m.climb = x.climbOf(&up.m)
	}
}

// Above is the entity above one of a table, or above all of them where index is 0, on which an up matches. each reports
// that entities of the table may have different ones above them, by a cycle say.
func (x *Exec) Above(up *Up, t store.Table, index uint32) (above Above, each bool) {
	m := &up.m
	if m.Dead {
		return Above{}, false
	}
	cyclic := index == 0 && m.sets == nil && m.Traversal.Climbs() &&
		x.W.TraitsOf(m.Traversal.Relation.Index())&rules.TraitAcyclic == 0
	if m.climb > 0 {
		climb := &x.climbs[m.climb-1]
		switch found := climb.Nearest(t, index); {
		case climb.Forks:
		case m.sets == nil && found.at == index: // up skips the start
			return Above{}, false
		default:
			return found, cyclic && found.at != 0 && x.W.Table(found.at) == t
		}
	}
	if cyclic || index == 0 && m.sets != nil {
		return Above{}, true
	}
	x.collect(m, t, index)
	if len(x.found) > 0 {
		above = Above{Source: cmp.Or(x.found[0].src, index), Stored: x.found[0].stored}
	}
	x.found = x.found[:0]
	return above, false
}
