package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Depth is the length of the longest path from an entity over own pairs of a relationship. Pairs that lead into a cycle
// are an error with code cycle (P-15). The cost is proportional to what is above.
func (w *World) Depth(e, relationship Entity) (int, error) {
	depth, err := w.depth(e, relationship)
	return depth, asError(err)
}

func (w *World) depth(e, relationship Entity) (int, *spec.Error) {
	if err := w.checkAlive(e); err != nil {
		return 0, err
	}
	if !w.st.Alive(relationship) {
		return 0, nil
	}
	d := depths{w: w, pairs: store.Pair(relationship.Index(), store.Wildcard), known: map[uint32]int{}}
	depth, ok := d.of(e.Index())
	if !ok {
		return 0, spec.Errorf(spec.CodeCycle, "the pairs of the entity lead into a cycle")
	}
	return depth, nil
}

// depths keeps what is known of entities on the way: their depth, or -1 while they are on the path.
type depths struct {
	w     *World
	pairs store.ID
	known map[uint32]int
}

func (d *depths) of(index uint32) (int, bool) {
	if depth, seen := d.known[index]; seen {
		return depth, depth >= 0
	}
	t := d.w.table(index)
	column, count := d.w.st.Find(t, d.pairs)
	longest := 0
	d.known[index] = -1
	for _, id := range d.w.st.IDs(t)[column : column+count] {
		depth, ok := d.of(d.w.actual(id, index).Second())
		if !ok {
			return 0, false
		}
		longest = max(longest, 1+depth)
	}
	d.known[index] = longest
	return longest, true
}

// WalkUp lists what is above an entity, nearest first, following the first own target of a relationship and stopping
// at a cycle. More than maxDepth entities, if that is not 0, are an error with code limit (P-15).
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, error) {
	list, err := w.walkUp(e, relationship, maxDepth)
	return list, asError(err)
}

func (w *World) walkUp(e, relationship Entity, maxDepth int) ([]Entity, *spec.Error) {
	if err := w.checkAlive(e); err != nil {
		return nil, err
	}
	if !w.st.Alive(relationship) {
		return nil, nil
	}
	var seen visits
	var list []Entity
	pairs := store.Pair(relationship.Index(), store.Wildcard)
	seen.add(e.Index())
	for at := e.Index(); ; {
		at = w.firstTarget(at, pairs)
		if at == 0 || !seen.add(at) {
			return list, nil
		}
		if maxDepth > 0 && len(list) == maxDepth {
			return nil, spec.Errorf(spec.CodeLimit, "there are more than %d entities above", maxDepth)
		}
		list = append(list, w.entity(at))
	}
}

// firstTarget is the first own target in type order, 0 if there is none.
func (w *World) firstTarget(index uint32, pairs store.ID) uint32 {
	t := w.table(index)
	column, count := w.st.Find(t, pairs)
	first := uint32(0)
	for _, id := range w.st.IDs(t)[column : column+count] {
		if target := w.actual(id, index).Second(); first == 0 || w.compareEntities(target, first) < 0 {
			first = target
		}
	}
	return first
}

// Traverse lists everything of the user's below an entity, breadth first, each once: its sources are at depth 0, and depths up to
// maxDepth are visited, all if that is 0 (P-15). The entity itself is never in it.
func (w *World) Traverse(e, relationship Entity, maxDepth int) []Entity {
	if !w.st.Alive(e) || !w.st.Alive(relationship) {
		return nil
	}
	var seen visits
	seen.add(e.Index())
	var list []uint32
	level := []uint32{e.Index()}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		from := len(list)
		for _, at := range level {
			w.eachSource(store.Pair(relationship.Index(), at), func(source uint32) {
				if !isBuiltin(source) && seen.add(source) {
					list = append(list, source)
				}
			})
		}
		level = list[from:]
		w.sortEntities(level)
	}
	return w.alive(list)
}
