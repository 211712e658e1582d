package fast

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// climb finds the sources of the ups of each match, and drops the matches that lack one.
func (q *typedQuery) climb(s *matchSet) {
	if len(q.ups) == 0 {
		return
	}
	perRow := q.toggled()
	for i := range q.ups {
		q.ups[i].resolve(q.w, &s.climbs[i])
		s.climbs[i].toggled = perRow
		perRow = perRow ||
			s.climbs[i].possible && q.w.core.TraitsOf(q.ups[i].relationship.Index())&rules.TraitNonFragmenting != 0
	}
	if perRow {
		s.splitRows()
	}
	if q.cascade != 0 && !s.ordered {
		s.sortByDepth()
	}
	from, saved := s.Tables, s.ownMatches[:0]
	for _, m := range from {
		at := int(m.First / s.width)
		for len(s.above) < at*len(q.ups) {
			s.above = append(s.above, above{})
		}
		index := uint32(0)
		if perRow {
			index = q.w.core.Store.Entities(m.Table)[s.Parts[at].From].Index()
		}
		if q.climbFrom(s, m.Table, index) {
			saved = append(saved, m)
		}
	}
	s.Tables, s.ownMatches = saved, saved
}

// splitRows makes a match of each entity of those that are about whole tables.
func (s *matchSet) splitRows() {
	var matches []query.TableMatch
	var fields []query.FieldMatch
	var rows []query.Part
	var values, groups []uint32
	n := len(s.query.q.Variables) - 1
	for i, m := range s.Tables {
		at := int(m.First / s.width)
		part := s.part(i).rows
		for row := range part.Count {
			matches = append(matches, query.TableMatch{Table: m.Table, First: uint32(len(fields))})
			fields = append(fields, s.Fields[m.First:m.First+s.width]...)
			rows = append(rows, query.Part{From: part.From + row, Count: 1})
			values = append(values, s.Values[min(at*n, len(s.Values)):min((at+1)*n, len(s.Values))]...)
			groups = append(groups, s.Groups[min(at, len(s.Groups)):min(at+1, len(s.Groups))]...)
		}
	}
	s.Tables, s.Fields, s.Parts, s.Values, s.Groups = matches, fields, rows, values, groups
}

// climbFrom appends the sources of the ups of an entity of a table, or of all if that does not matter; false, and
// nothing, if one that is needed is not there.
func (q *typedQuery) climbFrom(s *matchSet, t store.Table, index uint32) bool {
	from := len(s.above)
	for j := range q.ups {
		if q.w.core.Store.Count(t) == 0 {
			return false
		}
		a := s.climbs[j].nearest(q.w, t, index)
		if a.source == 0 && q.ups[j].oper == spec.And {
			s.above = s.above[:from]
			return false
		}
		s.above = append(s.above, a)
	}
	return true
}

// climb is an up resolved for a run.
type climb struct {
	possible     bool
	relationship uint32
	pairs        store.RelationFinder
	id           store.ID
	component    store.Finder     // if the id is single
	toggled      bool             // ids that are off may matter
	known        map[uint32]above // the results at some entities of long ways, for the run
	passed       []uint32         // room
}

func (up *upTerm) resolve(w *World, to *climb) {
	clear(to.known)
	to.id, to.possible = w.patternID(up.id)
	to.possible = to.possible && w.core.CanTraverse(up.relationship) &&
		w.core.IsFoundAbove(up.id.first, up.relationship)
	to.relationship = up.relationship.Index()
	to.pairs = w.core.Store.RelationFinder(to.relationship)
	if to.component = w.core.Store.Finder(Wildcard.Index()); !to.id.IsPair() {
		to.component = w.core.Store.Finder(to.id.First())
	}
}

// stride is how many steps of a long way lie between the entities that are remembered.
const stride = 8

// nearest is the nearest entity above an entity of a table that has the id, with the address of an
// own value of a component. The result is remembered for every eighth entity on the way, so that
// all ways of a run take time proportional to the entities on them. A cycle is cut after as many
// steps as there are entities.
func (c *climb) nearest(w *World, t store.Table, index uint32) above {
	if !c.possible {
		return above{}
	}
	found, at, table := c.within(w, t, index, stride)
	if at == 0 {
		return found
	}
	c.passed = c.passed[:0]
	for left := w.core.Store.Living(); at != 0 && left > 0; left -= stride {
		if known, ok := c.known[at]; ok {
			found = known
			break
		}
		c.passed = append(c.passed, at)
		found, at, table = c.within(w, table, at, stride)
	}
	if c.known == nil {
		c.known = map[uint32]above{}
	}
	for _, index := range c.passed {
		c.known[index] = found
	}
	return found
}

// within is nearest for a number of steps. If these lead to an entity from which the way goes on,
// it gives that, and its table.
func (c *climb) within(w *World, t store.Table, index uint32, steps int) (found above, at uint32, table store.Table) {
	for ; steps > 0; steps-- {
		_, count, target := c.pairs.Of(t)
		if count == 0 {
			return above{}, 0, 0
		}
		if target == rules.NonFragmentingMark {
			target, _ = w.core.NonFragmenting.By[c.relationship].Target(index)
		}
		if c.toggled {
			if w.core.IsOff(index, store.Pair(c.relationship, target)) {
				return above{}, 0, 0
			}
			var buf [4]rules.Held
			index, t = target, w.core.Table(target)
			if len(w.core.CollectSeen(buf[:0], t, index, c.id, rules.TraitInherited, true)) > 0 {
				return above{w.core.Entity(target), nil}, 0, 0
			}
			continue
		}
		index = target
		if cell := c.component.Peek(target); cell != nil {
			return above{w.core.Entity(target), cell}, 0, 0
		}
		if t = w.core.Table(target); w.core.Has(t, target, c.id) {
			return above{w.core.Entity(target), c.component.At(target)}, 0, 0
		}
	}
	return above{}, index, t
}
