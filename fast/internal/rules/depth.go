package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Depth returns the length of the longest path from an entity over owned pairs of a relationship
// (hierarchy.walks).
func (w *World) Depth(e, relationship Entity) (int, *spec.Error) {
	if err := w.CheckAlive(e); err != nil {
		return 0, err
	}
	if !w.Store.Alive(relationship) {
		return 0, nil
	}
	d := Depths{W: w, Pairs: store.Pair(relationship.Index(), store.Wildcard), few: map[uint32]int32{}}
	depth, ok := d.In(w.Table(e.Index()), e.Index())
	if !ok {
		return 0, spec.Errorf(spec.CodeCycle,
			"the pairs above the entity form a cycle, so it has no depth; remove a pair of the cycle")
	}
	return depth, nil
}

// Depths computes depths and caches them: by table if tables determine them, otherwise by entity. A
// cached depth is the depth plus 1, or -1 if the key is on the current path or leads to a cycle.
type Depths struct {
	W     *World
	Pairs store.ID
	few   map[uint32]int32 // used instead of pages if only one depth is asked for
	pages []*[depthPage]int32
}

const depthPage = 1024

// Reset empties the cache and sets the world and the relationship.
func (d *Depths) Reset(w *World, pairs store.ID) {
	d.W, d.Pairs = w, pairs
	for _, page := range d.pages {
		if page != nil {
			clear(page[:])
		}
	}
}

func (d *Depths) cached(key uint32) int32 {
	if d.few != nil {
		return d.few[key]
	}
	if page := int(key / depthPage); page < len(d.pages) && d.pages[page] != nil {
		return d.pages[page][key%depthPage]
	}
	return 0
}

func (d *Depths) cache(key uint32, depth int32) {
	if d.few != nil {
		d.few[key] = depth
		return
	}
	page := int(key / depthPage)
	for page >= len(d.pages) {
		d.pages = append(d.pages, nil)
	}
	if d.pages[page] == nil {
		d.pages[page] = new([depthPage]int32)
	}
	d.pages[page][key%depthPage] = depth
}

// In returns the depth of an entity of a table. It returns false if the entity's pairs lead to a
// cycle. index can be 0 if the pairs are stored in tables.
func (d *Depths) In(t store.Table, index uint32) (int, bool) {
	key := index
	if d.W.TraitsOf(d.Pairs.First())&TraitNonFragmenting == 0 {
		key = uint32(t)
	}
	if known := d.cached(key); known != 0 {
		return int(known) - 1, known > 0
	}
	d.cache(key, -1)
	longest := 0
	for _, id := range d.W.Store.Pairs(t, d.Pairs.First()) {
		target := d.W.Actual(id, index).Second()
		above := d.W.Table(target)
		if above == store.NoTable {
			continue // t has no rows, so its target is unknown (non-fragmenting) or dead
		}
		depth, ok := d.In(above, target)
		if !ok {
			return 0, false
		}
		longest = max(longest, 1+depth)
	}
	d.cache(key, int32(longest)+1)
	return longest, true
}

// WalkUp lists the entities above e, nearest first. It follows the first target of each entity, and
// ends at an entity without targets or where a cycle closes. If there are more than maxDepth, it
// returns an error; 0 means no limit (hierarchy.walks).
func (w *World) WalkUp(e, relationship Entity, maxDepth int) ([]Entity, *spec.Error) {
	if err := w.CheckAlive(e); err != nil {
		return nil, err
	}
	if !w.Store.Alive(relationship) {
		return nil, nil
	}
	var seen Visits
	var list []Entity
	seen.Add(e.Index())
	for at := e.Index(); ; {
		at = w.FirstTargetIn(w.Table(at), at, relationship.Index())
		if at == 0 || !seen.Add(at) {
			return list, nil
		}
		if maxDepth > 0 && len(list) == maxDepth {
			return nil, spec.Errorf(spec.CodeLimit, "the entity has more than %d ancestors; raise the limit", maxDepth)
		}
		list = append(list, w.Entity(at))
	}
}
