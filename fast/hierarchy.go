package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Depth is the length of the longest path from an entity over own pairs of a relationship. Pairs that lead into a cycle
// are an error with code cycle (P-15). The cost is proportional to the number of entities above.
func (w *World) Depth(e, relationship Entity) (int, error) {
	depth, err := w.core.Depth(e, relationship)
	return depth, asError(err)
}

// WalkUp lists the entities above one, nearest first, following the first own target of a relationship and stopping
// at a cycle. More than maxDepth entities, if that is not 0, are an error with code limit (P-15).
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, error) {
	list, err := w.core.WalkUp(e, relationship, maxDepth)
	return list, asError(err)
}

// Traverse lists everything of the user's below an entity, breadth first, each once: its sources are at depth 0, and depths up to
// maxDepth are visited, all if that is 0 (P-15). The entity itself is never in it.
func (w *World) Traverse(e, relationship Entity, maxDepth int) []Entity {
	if !w.core.Store.Alive(e) || !w.core.Store.Alive(relationship) {
		return nil
	}
	var seen rules.Visits
	seen.Add(e.Index())
	var list []uint32
	level := []uint32{e.Index()}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		from := len(list)
		for _, at := range level {
			w.core.EachSource(store.Pair(relationship.Index(), at), func(source uint32) {
				if !rules.IsBuiltin(source) && seen.Add(source) {
					list = append(list, source)
				}
			})
		}
		level = list[from:]
		w.core.SortEntities(level)
	}
	return w.core.Alive(list)
}

// Target is the n-th target, from 0 in type order, of the pairs of a relationship that an entity owns or inherits; the
// zero Entity past the last (REL-027, REL-031). The first target of an entity without bases costs constant time.
func (w *World) Target(e, relationship Entity, n int) Entity {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(relationship) || n < 0 {
		return 0
	}
	pairs := store.Pair(relationship.Index(), store.Wildcard)
	if column, count := w.core.Store.Find(t, pairs); count == 1 && n == 0 && !w.core.HasBases(t) {
		return w.core.Entity(w.core.Actual(w.core.Store.IDs(t)[column], e.Index()).Second())
	}
	var buf [16]uint32
	targets := w.core.Targets(buf[:0], t, e.Index(), pairs)
	if n >= len(targets) {
		return 0
	}
	return w.core.Entity(targets[n])
}

// Targets lists the targets of the pairs of a relationship that an entity owns or inherits, each once, in type order
// (P-14).
func (w *World) Targets(e, relationship Entity) []Entity {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.core.Store.Alive(relationship) {
		return nil
	}
	return w.core.Alive(w.core.Targets(nil, t, e.Index(), store.Pair(relationship.Index(), store.Wildcard)))
}

// Sources lists the user's entities that own the pair (relationship, target), by creation.
func (w *World) Sources(target, relationship Entity) []Entity {
	if !w.core.Store.Alive(target) || !w.core.Store.Alive(relationship) {
		return nil
	}
	sources := w.core.Owners(store.Pair(relationship.Index(), target.Index()))
	return slices.DeleteFunc(sources, func(e Entity) bool { return rules.IsBuiltin(e.Index()) })
}

// Parent is the target of the own ChildOf pair, the zero Entity for a root.
func (w *World) Parent(e Entity) Entity {
	if !w.core.Store.Alive(e) {
		return 0
	}
	return w.core.Entity(w.core.ParentOf(e.Index()))
}

// Children lists the user's entities that own (ChildOf, e), by creation.
func (w *World) Children(e Entity) []Entity { return w.Sources(e, ChildOf) }
