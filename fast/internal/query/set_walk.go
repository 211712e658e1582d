package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// The candidates of a set are visited depth first: an entity comes before the entities that it
// leads to, and these come in type order (sets.candidates). Without limits of depth, an entity is
// entered once. With limits, it is entered once per depth, because it counts if any path to it has
// an allowed length (sets.depth). Either way it is reported once.

// walker visits the candidates of a set.
type walker struct {
	x        *Exec
	s        *Set
	entered  map[arrival]bool
	reported rules.Visits
	visit    func(at uint32, visited bool) bool
}

// arrival is an entity, and its depth if the depth is limited.
type arrival struct {
	at    uint32
	depth int
}

// walk calls visit for the candidates of a set that starts at an entity, in order, until visit
// returns false. visited is false for the start itself.
func (x *Exec) walk(s *Set, start uint32, visit func(at uint32, visited bool) bool) {
	if s.Self && !visit(start, false) || s.alone() || !x.W.MayFollow(s.Relation, s.Max > 0) {
		return
	}
	w := walker{x: x, s: s, entered: map[arrival]bool{}, visit: visit}
	w.from(start, 1)
}

// from visits the entities that an entity leads to; depth is their distance from the start. It
// returns false if the walk has ended.
func (w *walker) from(start uint32, depth int) bool {
	for _, at := range w.steps(start) {
		here := arrival{at: at}
		if w.s.Max > 0 {
			here.depth = depth
		}
		if w.entered[here] {
			continue
		}
		if !w.x.step() {
			return false
		}
		w.entered[here] = true
		if depth >= w.s.Min && w.reported.Add(at) && !w.visit(at, true) {
			return false
		}
		if (w.s.Max == 0 || depth < w.s.Max) && !w.from(at, depth+1) {
			return false
		}
	}
	return true
}

// step uses one step of the work limit. It returns false if none is left or the run has ended.
func (x *Exec) step() bool {
	if x.work--; x.work < 0 {
		x.stop = true
	}
	return !x.stop
}

// steps returns the entities that one step leads to, in type order. Unless the set is Literal, it
// does not follow disabled pairs.
func (w *walker) steps(start uint32) (list []uint32) {
	x, relation := w.x, w.s.Relation.Index()
	if w.s.Up {
		list = x.W.OwnTargets(nil, x.W.Table(start), start, store.Pair(relation, store.Wildcard))
	} else {
		x.W.EachSource(store.Pair(relation, start), func(index uint32) { list = append(list, index) })
		x.W.SortEntities(list)
	}
	if !x.Toggled || w.s.Literal {
		return list
	}
	return slices.DeleteFunc(list, func(at uint32) bool {
		if w.s.Up {
			return x.W.IsOff(start, store.Pair(relation, at))
		}
		return x.W.IsOff(at, store.Pair(relation, start))
	})
}

// candidatesOf returns the candidates of a set for an element, each once.
func (x *Exec) candidatesOf(s *Set, start uint32) (list []uint32) {
	x.walk(s, start, func(at uint32, visited bool) bool {
		if !visited || !s.Self || at != start {
			list = append(list, at)
		}
		return true
	})
	return list
}

// startsOf returns the user's entities whose set contains one of the ends, each once. It walks back
// from the ends; walking from every entity would take quadratic time.
func (x *Exec) startsOf(s *Set, ends []uint32) (list []uint32) {
	inverse := s.inverse()
	var seen rules.Visits
	for _, end := range ends {
		x.walk(&inverse, end, func(at uint32, _ bool) bool {
			if !rules.IsBuiltin(at) && seen.Add(at) {
				list = append(list, at)
			}
			return true
		})
	}
	return list
}
