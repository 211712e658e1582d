package rules

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

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
