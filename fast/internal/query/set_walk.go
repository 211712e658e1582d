package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// The candidates of a set come depth first, an entity before those it leads to, steps in type
// order, each entity at its first place (sets.candidates). Without bounds an entity is entered
// once. With bounds it may be entered again at another depth, since an entity counts if some way to
// it has a length that the bounds allow (sets.depth).

// walker goes over the candidates of a set.
type walker struct {
	x        *Exec
	s        *Set
	entered  map[arrival]bool
	reported rules.Visits
	visit    func(at uint32, visited bool) bool
}

// arrival is an entity, and its depth where the walk is bounded.
type arrival struct {
	at    uint32
	depth int
}

// walk calls visit with the candidates of a set that starts at an entity, in order, as long as it
// wants more; visited is false for the start by self.
func (x *Exec) walk(s *Set, start uint32, visit func(at uint32, visited bool) bool) {
	if s.Self && !visit(start, false) || s.alone() || !x.W.CanFollow(s.Relation, s.Max > 0) {
		return
	}
	w := walker{x: x, s: s, entered: map[arrival]bool{}, visit: visit}
	w.from(start, 1)
}

// from visits what an entity leads to, which is a number of steps from the start; false if the walk has been ended.
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

// step takes a step of the work that the operation may do; false if there is none left.
func (x *Exec) step() bool {
	if x.work--; x.work < 0 {
		x.stop = true
	}
	return !x.stop
}

// steps are the entities that one step leads to, in type order. Pairs that are off are not followed.
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

// candidatesOf are the candidates of a set of an element, each once.
func (x *Exec) candidatesOf(s *Set, start uint32) (list []uint32) {
	x.walk(s, start, func(at uint32, visited bool) bool {
		if !visited || !s.Self || at != start {
			list = append(list, at)
		}
		return true
	})
	return list
}

// startsOf are the user's entities that have one of some entities among the candidates of a set,
// each once. They are found by walking back from those: to walk from every entity instead would
// take a time that grows with the square of the world.
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
