package fast

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// Type order (docs/profiles.md, P-26) is the order of creation: single ids first, then pairs by first
// and second element. Ids as numbers have the order of their indices, which recycling mixes up, so whatever is
// reported "first" is found here.

// compareEntities orders indices by creation.
func (w *World) compareEntities(a, b uint32) int {
	return cmp.Compare(w.entities[a].order, w.entities[b].order)
}

// compareIDs orders ids by type order.
func (w *World) compareIDs(a, b store.ID) int {
	if a.IsPair() != b.IsPair() {
		if b.IsPair() {
			return -1
		}
		return 1
	}
	if c := w.compareEntities(a.First(), b.First()); c != 0 || !a.IsPair() {
		return c
	}
	return w.compareEntities(a.Second(), b.Second())
}

// sortEntities sorts indices by creation. It is made for the short lists that it mostly gets.
func (w *World) sortEntities(list []uint32) {
	if len(list) > 12 {
		slices.SortFunc(list, w.compareEntities)
		return
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && w.entities[list[j]].order < w.entities[list[j-1]].order; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// sortIDs sorts ids by type order.
func (w *World) sortIDs(ids []store.ID) { slices.SortFunc(ids, w.compareIDs) }
