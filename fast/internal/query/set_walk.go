package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// The candidates of a set come depth first, an entity before those it leads to, steps in type order, each entity at its first
// place (S-4). Without bounds an entity is entered once. With bounds it may be entered again at another depth, since an entity
// counts if some way to it has a length that the bounds allow (S-5).

// walker goes over the candidates of a set.
type walker struct {
	x     *Exec
	s     *Set
	enter keys // where it has been: entities, or entities at a depth
	told  keys // candidates, where the walk is bounded
	visit func(at uint32) bool

	elements bool // the candidates are elements of ids: an entity that no id mentions is left out, since nothing leads on from it either
}

// walk calls visit with the candidates of a set in order, as long as it wants more. The walk starts at an entity, or at
// all entities of a table where index is 0; visited is false for the start by self.
func (x *Exec) walk(s *Set, t store.Table, index uint32, visit func(at uint32, visited bool) bool) {
	if s.Self && !visit(index, false) || s.alone() || !x.W.CanFollow(s.Relation, s.Max > 0) {
		return
	}
	w := walker{x: x, s: s, visit: func(at uint32) bool { return visit(at, true) }}
	w.from(t, index, 1)
}

// from visits the entities that a start leads to, itself a number of steps away; false if the walk has been ended.
func (w *walker) from(t store.Table, index uint32, depth int) bool {
	x := w.x
	first := len(x.level)
	w.steps(t, index)
	more := true
	for i, last := first, len(x.level); i < last && more; i++ {
		if x.work--; x.work < 0 {
			x.stop = true // no step is left to the others either
			break
		}
		at := x.level[i]
		if !w.enter.add(w.place(at, depth)) {
			continue
		}
		if depth >= w.s.Min && (w.s.Max == 0 || w.told.add(uint64(at))) {
			more = w.visit(at)
		}
		if more && (w.s.Max == 0 || depth < w.s.Max) {
			more = w.from(x.W.Table(at), at, depth+1)
		}
	}
	x.level = x.level[:first]
	return more
}

// place is the key of a visit: the entity, and the depth where the walk is bounded.
func (w *walker) place(at uint32, depth int) uint64 {
	if w.s.Max == 0 {
		return uint64(at)
	}
	return uint64(depth)<<32 | uint64(at)
}

// steps appends to level the entities that one step leads to, in type order. Pairs that are off are not followed.
func (w *walker) steps(t store.Table, index uint32) {
	x, relation := w.x, w.s.Relation.Index()
	from := len(x.level)
	switch {
	case w.s.Up:
		x.level = x.W.OwnTargets(x.level, t, index, store.Pair(relation, store.Wildcard))
	case w.s.Relation == rules.IsA && x.W.TraitsOf(index)&rules.TraitBase == 0:
		return // it never had subsets: one that is Final cannot (SET-294)
	default:
		x.level = x.sources(x.level, store.Pair(relation, index), w.elements)
	}
	if !x.Toggled {
		return
	}
	saved := from
	for _, at := range x.level[from:] {
		source, target := index, at
		if w.s.Down {
			source, target = at, index
		}
		if source == 0 || !x.W.IsOff(source, store.Pair(relation, target)) {
			x.level[saved] = at
			saved++
		}
	}
	x.level = x.level[:saved]
}

// sources appends the entities that own a pair, in type order; or those of them that ids mention.
func (x *Exec) sources(to []uint32, pair store.ID, mentioned bool) []uint32 {
	from := len(to)
	x.W.EachSource(pair, func(index uint32) {
		if !mentioned || x.Store.Mentioned(index) {
			to = append(to, index)
		}
	})
	x.W.SortEntities(to[from:])
	return to
}

// candidatesOf are the candidates of a set of an element that starts at one entity, each once: the start, and of the others those
// that ids mention.
func (x *Exec) candidatesOf(s *Set, start uint32) []uint32 {
	list := []uint32{} // nil would stand for every element
	if s.Self {
		list = append(list, start)
	}
	if s.alone() || !x.W.CanFollow(s.Relation, s.Max > 0) {
		return list
	}
	w := walker{x: x, s: s, elements: true, visit: func(at uint32) bool {
		if !s.Self || at != start {
			list = append(list, at)
		}
		return true
	}}
	w.from(x.W.Table(start), start, 1)
	return list
}

// startsOf are the user's entities that have one of some entities among the candidates of a set, each once.
func (x *Exec) startsOf(s *Set, ends []uint32) []uint32 {
	inverse := s.inverse()
	var seen rules.Visits
	var list []uint32
	for _, end := range ends {
		x.walk(&inverse, x.W.Table(end), end, func(at uint32, _ bool) bool {
			if !rules.IsBuiltin(at) && seen.Add(at) {
				list = append(list, at)
			}
			return true
		})
	}
	return list
}

// keys is a set of numbers, small ones without allocation.
type keys struct {
	few  [16]uint64
	n    int
	many map[uint64]struct{}
}

func (k *keys) has(key uint64) bool {
	if k.many != nil {
		_, ok := k.many[key]
		return ok
	}
	return slices.Contains(k.few[:k.n], key)
}

// add reports whether the number is new.
func (k *keys) add(key uint64) bool {
	if k.many != nil {
		before := len(k.many)
		k.many[key] = struct{}{}
		return len(k.many) > before
	}
	switch {
	case k.has(key):
		return false
	case k.n < len(k.few):
		k.few[k.n] = key
		k.n++
		return true
	}
	k.many = make(map[uint64]struct{}, 4*len(k.few))
	for _, have := range k.few {
		k.many[have] = struct{}{}
	}
	k.many[key] = struct{}{}
	return true
}
