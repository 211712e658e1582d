package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Depth is the length of the longest path from an entity over own pairs of a relationship
// (hierarchy.walks).
func (w *World) Depth(e, relationship Entity) (int, *spec.Error) {
	if err := w.CheckAlive(e); err != nil {
		return 0, err
	}
	if !w.Store.Alive(relationship) {
		return 0, nil
	}
	d := Depths{W: w, Pairs: store.Pair(relationship.Index(), store.Wildcard), Known: map[uint32]int{}}
	depth, ok := d.Of(e.Index())
	if !ok {
		return 0, spec.Errorf(spec.CodeCycle, "the pairs of the entity lead into a cycle")
	}
	return depth, nil
}

// Depths has the entities on the way: their depth, or -1 while they are on the path.
type Depths struct {
	W     *World
	Pairs store.ID
	Known map[uint32]int
}

// Of is the depth of an entity; false if its pairs lead into a cycle.
func (d *Depths) Of(index uint32) (int, bool) {
	if depth, seen := d.Known[index]; seen {
		return depth, depth >= 0
	}
	t := d.W.Table(index)
	column, count := d.W.Store.Find(t, d.Pairs)
	longest := 0
	d.Known[index] = -1
	for _, id := range d.W.Store.IDs(t)[column : column+count] {
		depth, ok := d.Of(d.W.Actual(id, index).Second())
		if !ok {
			return 0, false
		}
		longest = max(longest, 1+depth)
	}
	d.Known[index] = longest
	return longest, true
}

// WalkUp lists the entities above one, nearest first (hierarchy.walks).
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, *spec.Error) {
	if err := w.CheckAlive(e); err != nil {
		return nil, err
	}
	if !w.Store.Alive(relationship) {
		return nil, nil
	}
	var seen Visits
	var list []Entity
	pairs := store.Pair(relationship.Index(), store.Wildcard)
	seen.Add(e.Index())
	for at := e.Index(); ; {
		at = w.FirstTarget(at, pairs)
		if at == 0 || !seen.Add(at) {
			return list, nil
		}
		if maxDepth > 0 && len(list) == maxDepth {
			return nil, spec.Errorf(spec.CodeLimit, "there are more than %d entities above", maxDepth)
		}
		list = append(list, w.Entity(at))
	}
}

// FirstTarget is the first own target in type order, 0 if there is none.
func (w *World) FirstTarget(index uint32, pairs store.ID) uint32 {
	t := w.Table(index)
	column, count := w.Store.Find(t, pairs)
	first := uint32(0)
	for _, id := range w.Store.IDs(t)[column : column+count] {
		if target := w.Actual(id, index).Second(); first == 0 || w.CompareEntities(target, first) < 0 {
			first = target
		}
	}
	return first
}
