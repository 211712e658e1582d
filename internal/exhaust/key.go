package exhaust

import (
	"bytes"
	"slices"

	"github.com/relspec/relspec/spec"
)

// keys computes keys of worlds. Two worlds have the same key if they differ only in the names of
// their entities and, unless they are ordered, in the order of creation.
type keys struct {
	entities []spec.Handle
	orders   [][]int // orders[k][i] is the position of the i-th entity
	anyOrder bool
	later    [][2]int // the second position must stay after the first
	codes    map[spec.Handle]byte
	ids      []uint16
	one      []byte
	smallest []byte
}

// firstOther is the code of the first handle that is not an entity.
const firstOther = 8

// newKeys returns keys for a bound. If ordered is set, they tell apart worlds that differ only in which
// entity was created first.
func newKeys(b Bound, ordered bool) *keys {
	k := &keys{entities: b.entities(), anyOrder: b.AnyOrder, codes: map[spec.Handle]byte{}}
	for i, e := range k.entities {
		k.codes[e] = byte(i)
	}
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

// of returns the key of a world.
func (k *keys) of(d *spec.Dump) string {
	k.smallest = k.smallest[:0]
	k.choices(d)
	for _, order := range k.orders {
		if !k.keeps(order) {
			continue
		}
		k.write(d, order)
		if len(k.smallest) == 0 || bytes.Compare(k.one, k.smallest) < 0 {
			k.smallest = append(k.smallest[:0], k.one...)
		}
	}
	return string(k.smallest)
}

// choices records which entities are targets of the same relationship of one entity.
func (k *keys) choices(d *spec.Dump) {
	k.later = k.later[:0]
	if k.anyOrder {
		return
	}
	for i := range d.Entities {
		ids := d.Entities[i].IDs
		for j := range ids {
			for _, other := range ids[:j] {
				one, two := k.number(other.ID.Second), k.number(ids[j].ID.Second)
				if one >= 0 && two >= 0 && one != two && other.ID.First == ids[j].ID.First {
					k.later = append(k.later, [2]int{min(one, two), max(one, two)})
				}
			}
		}
	}
}

func (k *keys) number(h spec.Handle) int { return slices.Index(k.entities, h) }

// keeps reports whether a permutation of the entities keeps their order among those targets.
func (k *keys) keeps(order []int) bool {
	return !slices.ContainsFunc(k.later, func(pair [2]int) bool { return order[pair[0]] > order[pair[1]] })
}

// write writes the world as if the entities were numbered in another order.
func (k *keys) write(d *spec.Dump, order []int) {
	k.one = k.one[:0]
	for number := range order {
		for i := range d.Entities {
			if e := &d.Entities[i]; k.code(e.Handle, order) == byte(number) {
				k.entity(e, order)
			}
		}
	}
	for i := range d.Entities {
		if e := &d.Entities[i]; k.code(e.Handle, order) >= firstOther {
			k.entity(e, order)
		}
	}
}

func (k *keys) code(h spec.Handle, order []int) byte {
	if h == "" {
		return 255
	}
	c, known := k.codes[h]
	if !known {
		c = byte(firstOther + len(k.codes))
		k.codes[h] = c
	}
	if c < firstOther {
		return byte(order[c])
	}
	return c
}

// entity writes whether the entity has kept its name, and its ids in an order that does not depend
// on names.
func (k *keys) entity(e *spec.DumpEntity, order []int) {
	k.ids = k.ids[:0]
	for _, id := range e.IDs {
		k.ids = append(k.ids, uint16(k.code(id.ID.First, order))<<8|uint16(k.code(id.ID.Second, order)))
	}
	slices.Sort(k.ids)
	named := byte(0)
	if e.Name != "" {
		named = 1
	}
	k.one = append(k.one, k.code(e.Handle, order), named, byte(len(k.ids)))
	for _, id := range k.ids {
		k.one = append(k.one, byte(id>>8), byte(id))
	}
}
