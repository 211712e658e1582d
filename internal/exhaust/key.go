package exhaust

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// keys computes keys of worlds. Two worlds have the same key if they differ only in the names of
// their entities and, unless they are ordered, in the order of creation.
type keys struct {
	entities []spec.Handle
	orders   [][]int // orders[k][i] is the position of the i-th entity
	anyOrder bool
}

// newKeys returns keys for a bound. If ordered is set, they tell apart worlds that differ only in
// which entity was created first.
func newKeys(b Bound, ordered bool) *keys {
	k := &keys{entities: b.entities(), anyOrder: b.AnyOrder}
	k.orders = [][]int{[]int{0, 1, 2}[:b.Entities]}
	if !ordered {
		k.orders = permutations(b.Entities)
	}
	return k
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{{}}
	}
	var out [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			out = append(out, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return out
}

// of returns the key of a world: the smallest of its texts.
func (k *keys) of(d *spec.Dump) string {
	later, smallest := k.choices(d), ""
	for _, order := range k.orders {
		if slices.ContainsFunc(later, func(pair [2]int) bool { return order[pair[0]] > order[pair[1]] }) {
			continue
		}
		if text := k.text(d, order); smallest == "" || text < smallest {
			smallest = text
		}
	}
	return smallest
}

// choices returns pairs of positions of entities that are targets of one relationship of the same
// entity. The order of such entities decides which target is found first, so a key must keep it. If
// the order is ignored, choices returns nil.
func (k *keys) choices(d *spec.Dump) (later [][2]int) {
	if k.anyOrder {
		return nil
	}
	for i := range d.Entities {
		ids := d.Entities[i].IDs
		for j := range ids {
			for _, other := range ids[:j] {
				one, two := k.number(other.ID.Second), k.number(ids[j].ID.Second)
				if one >= 0 && two >= 0 && one != two && other.ID.First == ids[j].ID.First {
					later = append(later, [2]int{min(one, two), max(one, two)})
				}
			}
		}
	}
	return later
}

func (k *keys) number(h spec.Handle) int { return slices.Index(k.entities, h) }

// text describes a world as if its entities were created in another order: whether each entity has
// kept its name, and its ids.
func (k *keys) text(d *spec.Dump, order []int) string {
	renamed := func(h spec.Handle) spec.Handle {
		if i := k.number(h); i >= 0 {
			return k.entities[order[i]]
		}
		return h
	}
	lines := make([]string, len(d.Entities))
	for i, e := range d.Entities {
		ids := make([]string, len(e.IDs))
		for j, id := range e.IDs {
			ids[j] = spec.Pair(renamed(id.ID.First), renamed(id.ID.Second)).String()
		}
		slices.Sort(ids)
		lines[i] = fmt.Sprint(renamed(e.Handle), e.Name != "", ids)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}
