package exhaust

import (
	"bytes"
	"slices"

	"github.com/relspec/relspec/spec"
)

// keys makes keys of worlds that are equal for worlds that differ in the names of their entities only, or, in an
// ordered bound, not at all.
type keys struct {
	entities []spec.Handle
	orders   [][]int // orders[k][i] is the place of the i-th entity
	codes    map[spec.Handle]byte
	ids      []uint16
	one      []byte
	least    []byte
}

// firstOther is the code of the first handle that is no entity.
const firstOther = 8

func newKeys(b Bound) *keys {
	k := &keys{entities: b.entities(), codes: map[spec.Handle]byte{}}
	for i, e := range k.entities {
		k.codes[e] = byte(i)
	}
	k.orders = [][]int{[]int{0, 1, 2}[:b.Entities]}
	if !b.Ordered {
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

// of is the key of a world.
func (k *keys) of(d *spec.Dump) string {
	k.least = k.least[:0]
	for i, order := range k.orders {
		k.write(d, order)
		if i == 0 || bytes.Compare(k.one, k.least) < 0 {
			k.least = append(k.least[:0], k.one...)
		}
	}
	return string(k.least)
}

// write says what there is if the entities were numbered in another order.
func (k *keys) write(d *spec.Dump, order []int) {
	k.one = k.one[:0]
	for place := range order {
		for i := range d.Entities {
			if e := &d.Entities[i]; k.code(e.Handle, order) == byte(place) {
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

// entity writes whether it still has its name, and its ids in an order that names do not decide.
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
