package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A target with many instances stands for all of them, and most are the target of no pair with the relationship that is asked for.
// Where the tables of such pairs are few, the targets that they have are tested one by one: those from which the set leads back
// to its start are its candidates. No order is needed then, since all of them count.

// upwardCost is how many entities a walk down looks at in the time in which the targets of one table are tested.
const upwardCost = 4

// targetsOf are the candidates of a constant target for pairs with some relationships: all of them in order, or those alone that
// such a pair has, in type order.
func (x *Exec) targetsOf(s *Set, firsts []uint32, start uint32) []uint32 {
	if x.isShorterUp(s, firsts, start) {
		return x.targetsBelow(s, firsts, start)
	}
	return x.candidatesOf(s, start)
}

// isShorterUp reports whether testing targets costs less than a walk down. Pairs beside the tables are not looked at.
func (x *Exec) isShorterUp(s *Set, firsts []uint32, start uint32) bool {
	beside := x.W.NonFragmenting.By
	if !s.Down || !s.All || firsts == nil || beside[s.Relation.Index()] != nil {
		return false
	}
	tables := 0
	for _, first := range firsts {
		if beside[first] != nil {
			return false
		}
		tables += len(x.Store.Lookup(store.Pair(first, store.Wildcard)))
	}
	left := upwardCost * tables
	return !x.countBelow(s.Relation.Index(), start, &left)
}

// countBelow takes from a number the entities that lead to one, on each way to it; false if there are more.
func (x *Exec) countBelow(relation, at uint32, left *int) bool {
	tables := x.Store.Lookup(store.Pair(relation, at))
	for _, p := range tables {
		if *left -= len(x.Store.Entities(p.Table)); *left < 0 {
			return false
		}
	}
	for _, p := range tables {
		for _, e := range x.Store.Entities(p.Table) {
			if x.Store.Mentioned(e.Index()) && !x.countBelow(relation, e.Index(), left) {
				return false
			}
		}
	}
	return true
}

// targetsBelow are the targets of pairs with some relationships that are candidates of a set, each once.
func (x *Exec) targetsBelow(s *Set, firsts []uint32, start uint32) []uint32 {
	upward := s.inverse()
	list := []uint32{}
	var seen rules.Visits
	for _, first := range firsts {
		pairs := store.Pair(first, store.Wildcard)
		for _, p := range x.Store.Lookup(pairs) {
			if len(x.Store.Entities(p.Table)) == 0 {
				continue // its targets may be dead
			}
			column, count := x.Store.Find(p.Table, pairs)
			for _, id := range x.Store.IDs(p.Table)[column:][:count] {
				if target := id.Second(); seen.Add(target) && x.leadsTo(&upward, target, start) {
					list = append(list, target)
				}
			}
		}
	}
	x.W.SortEntities(list)
	return list
}

// leadsTo reports whether an entity is among the candidates of a set that starts at another.
func (x *Exec) leadsTo(s *Set, start, end uint32) bool {
	found := false
	x.walk(s, x.W.Table(start), start, func(at uint32, _ bool) bool {
		found = at == end
		return !found
	})
	return found
}
