package rules

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

const (
	infoShift = 8 // log2 of the entities of a page
	infoPage  = 1 << infoShift
	// orderShift is the number of low bits of a position in type order. A new index i gets the
	// position i<<orderShift. Entities that reuse an index before the next new one get
	// i<<orderShift+1, i<<orderShift+2, and so on.
	orderShift = 30
)

// entities has the traits and the position in type order of each index. It takes little memory for
// entities that have no properties and no name and whose index was never reused: all pages with
// only plain traits are the same page, plain, and the page of positions is nil if they follow from
// the indices.
type entities struct {
	traits []*[infoPage]Traits
	orders []*[infoPage]uint64
	plain  *[infoPage]Traits
	last   uint64 // the greatest position so far
}

func newEntities(plain Traits, indices int) entities {
	x := entities{plain: new([infoPage]Traits)}
	for i := range x.plain {
		x.plain[i] = plain
	}
	x.cover(indices)
	return x
}

// cover extends the pages to a number of indices.
func (x *entities) cover(indices int) {
	for len(x.traits)<<infoShift < indices {
		x.traits = append(x.traits, x.plain)
		x.orders = append(x.orders, nil)
	}
}

// shrink frees the pages beyond a number of indices, and those in which all traits are plain again.
func (x *entities) shrink(indices int) {
	pages := (indices + infoPage - 1) >> infoShift
	x.traits, x.orders = slices.Clone(x.traits[:pages]), slices.Clone(x.orders[:pages])
	for p, page := range x.traits {
		if *page == *x.plain {
			x.traits[p] = x.plain
		}
	}
}

func (x *entities) clone() entities {
	c := *x
	c.traits, c.orders = slices.Clone(x.traits), slices.Clone(x.orders)
	for p := range c.traits {
		if page := c.traits[p]; page != c.plain {
			copied := *page
			c.traits[p] = &copied
		}
		if page := c.orders[p]; page != nil {
			copied := *page
			c.orders[p] = &copied
		}
	}
	return c
}

// TraitsOf returns the traits of an index.
func (w *World) TraitsOf(index uint32) Traits {
	return w.entities.traits[index>>infoShift][index%infoPage]
}

// setTraits sets the traits of an index.
func (w *World) setTraits(index uint32, t Traits) {
	x := &w.entities
	page := x.traits[index>>infoShift]
	if page[index%infoPage] == t {
		return
	}
	if page == x.plain {
		copied := *page
		page = &copied
		x.traits[index>>infoShift] = page
	}
	page[index%infoPage] = t
}

// AddTraits adds traits to those of an index.
func (w *World) AddTraits(index uint32, t Traits) { w.setTraits(index, w.TraitsOf(index)|t) }

func (w *World) dropTraits(index uint32, t Traits) { w.setTraits(index, w.TraitsOf(index)&^t) }

// Covers reports whether an index can be given to [World.TraitsOf]. It is true of all indices that
// the world has used, and may be true of others.
func (w *World) Covers(index uint32) bool { return int(index>>infoShift) < len(w.entities.traits) }

// CreationOf returns the position of an entity in type order: entities that are created later have
// greater positions.
func (w *World) CreationOf(index uint32) uint64 {
	if page := w.entities.orders[index>>infoShift]; page != nil {
		return page[index%infoPage]
	}
	return newCreation(index)
}

// newCreation returns the position in type order of an entity whose index is used for the first
// time.
func newCreation(index uint32) uint64 { return uint64(index) << orderShift }

// setCreation sets the position of an entity in type order.
func (w *World) setCreation(index uint32, order uint64) {
	x := &w.entities
	page := x.orders[index>>infoShift]
	if page == nil {
		if order == newCreation(index) {
			return
		}
		page = new([infoPage]uint64)
		for i := range page {
			page[i] = newCreation(index&^(infoPage-1) + uint32(i))
		}
		x.orders[index>>infoShift] = page
	}
	page[index%infoPage] = order
}

// toEnd makes an entity the last in type order.
func (w *World) toEnd(index uint32) {
	x := &w.entities
	order := newCreation(index)
	isNew := order > x.last
	x.last = max(x.last+1, order)
	switch p := int(index >> infoShift); {
	case p >= len(x.orders):
		x.cover(int(index) + 1)
		w.setCreation(index, x.last)
	case x.orders[p] != nil:
		x.orders[p][index%infoPage] = x.last
	case !isNew:
		w.setCreation(index, x.last)
	}
}

// CreationSpan returns the span for [World.ShortCreation]: one more than the greatest low part, the
// last orderShift bits, of any position. Positions of numbers do not count.
func (w *World) CreationSpan() uint64 {
	span := uint64(1)
	for _, page := range w.entities.orders {
		if page == nil {
			continue
		}
		for _, order := range page {
			if order < numberOrder {
				span = max(span, order%(1<<orderShift)+1)
			}
		}
	}
	return span
}

// ShortCreation returns the position of an entity in type order as a smaller number, for files. The
// numbers have the same order as the positions. span is the result of [World.CreationSpan].
func (w *World) ShortCreation(index uint32, span uint64) uint64 {
	order := w.CreationOf(index)
	return order>>orderShift*span + order%(1<<orderShift)
}

// Bit returns 1 for true and 0 for false.
func Bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Type order (entities.type-order) is the order of creation: single ids first, then pairs by first
// and second element. It differs from numeric order because indices are recycled. Whatever is
// reported "first" is determined here.

// CompareEntities orders indices in the order of creation.
func (w *World) CompareEntities(a, b uint32) int {
	return cmp.Compare(w.CreationOf(a), w.CreationOf(b))
}

// CompareIDs orders ids by type order.
func (w *World) CompareIDs(a, b store.ID) int {
	if a.IsPair() != b.IsPair() {
		if b.IsPair() {
			return -1
		}
		return 1
	}
	if c := w.CompareEntities(a.First(), b.First()); c != 0 || !a.IsPair() {
		return c
	}
	return w.CompareEntities(a.Second(), b.Second())
}

// SortEntities sorts indices in the order of creation. Most lists are short.
func (w *World) SortEntities(list []uint32) {
	if len(list) > 12 {
		slices.SortFunc(list, w.CompareEntities)
		return
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && w.CreationOf(list[j]) < w.CreationOf(list[j-1]); j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// SortIDs sorts ids by type order.
func (w *World) SortIDs(ids []store.ID) { slices.SortFunc(ids, w.CompareIDs) }
