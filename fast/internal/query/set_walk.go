package query

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// The candidates of a set are listed depth first: an entity comes before the entities that it leads
// to, and these come in type order (sets.candidates). Without limits of depth, an entity is entered
// once. With limits, it is entered once per depth, because it counts if any path to it has an
// allowed length (sets.depth). Either way it is listed once.

// candidatesOf returns the candidates of a set that starts at an entity, see [Exec.candidatesFrom].
func (x *Exec) candidatesOf(s *Set, start uint32) []uint32 {
	return slices.Collect(x.candidatesFrom(s, start))
}

// candidatesFrom yields the candidates of a set that starts at an entity, and walks no further than
// the caller reads. If the set has Self, the start comes first, and comes again if a path leads
// back to it.
func (x *Exec) candidatesFrom(s *Set, start uint32) iter.Seq[uint32] {
	type arrival struct {
		at    uint32
		depth int // 0 without limits of depth
	}
	return func(yield func(uint32) bool) {
		if s.Self && !yield(start) || s.alone() || !x.W.MayFollow(s.Relation, s.Max > 0) {
			return
		}
		entered := map[arrival]bool{}
		var listed rules.Visits
		var walk func(from uint32, depth int) bool
		walk = func(from uint32, depth int) bool {
			for _, at := range x.neighbours(s, from) {
				here := arrival{at: at}
				if s.Max > 0 {
					here.depth = depth
				}
				if entered[here] {
					continue
				}
				if !x.step() {
					return false
				}
				entered[here] = true
				if depth >= s.Min && listed.Add(at) && !yield(at) {
					return false
				}
				if (s.Max == 0 || depth < s.Max) && !walk(at, depth+1) {
					return false
				}
			}
			return true
		}
		walk(start, 1)
	}
}

// step uses one step of the work limit. It returns false if none is left or the run has ended.
func (x *Exec) step() bool {
	if x.work--; x.work < 0 {
		x.stop = true
	}
	return !x.stop
}

// neighbours returns the entities that one step of a set leads to, in type order. Unless the set is
// Literal, it does not follow disabled pairs.
func (x *Exec) neighbours(s *Set, from uint32) (list []uint32) {
	relation := s.Relation.Index()
	if s.Up {
		list = x.W.OwnTargets(nil, x.W.Table(from), from, relation)
	} else {
		x.W.EachSource(store.Pair(relation, from), func(index uint32) { list = append(list, index) })
		x.W.SortEntities(list)
	}
	if !x.Toggled || s.Literal {
		return list
	}
	return slices.DeleteFunc(list, func(at uint32) bool {
		if s.Up {
			return x.W.IsOff(from, store.Pair(relation, at))
		}
		return x.W.IsOff(at, store.Pair(relation, from))
	})
}

// startsOf returns the user's entities whose set contains one of the ends, each once. It walks back
// from the ends; walking from every entity would take quadratic time.
func (x *Exec) startsOf(s *Set, ends []uint32) (list []uint32) {
	inverse := *s
	inverse.Up, inverse.Down = s.Down, s.Up
	var seen rules.Visits
	for _, end := range ends {
		for _, at := range x.candidatesOf(&inverse, end) {
			if !rules.IsBuiltin(at) && seen.Add(at) {
				list = append(list, at)
			}
		}
	}
	return list
}

// positions are the positions of the candidates of an element. If it is nil, every entity is a
// candidate.
type positions map[uint32]int32

func positionsOf(list []uint32) positions {
	p := make(positions, len(list))
	for i, at := range list {
		if _, known := p[at]; !known {
			p[at] = int32(i)
		}
	}
	return p
}

// of returns the position of an entity. It returns false if the entity is not a candidate.
func (p positions) of(entity uint32) (at int32, ok bool) {
	at, ok = p[entity]
	return at, ok || p == nil
}
