package rules

import "slices"

// Visits is a set of indices. Small sets need no allocation.
type Visits struct {
	few   [16]uint32
	n     int
	pages []*[visitsPage / 64]uint64 // a bit for each index, once few is full
}

const visitsPage = 4096

// Add adds an index and reports whether it is new.
func (v *Visits) Add(index uint32) bool {
	if v.pages != nil {
		return v.addToPages(index)
	}
	if slices.Contains(v.few[:v.n], index) {
		return false
	}
	if v.n < len(v.few) {
		v.few[v.n] = index
		v.n++
		return true
	}
	for _, have := range v.few {
		v.addToPages(have)
	}
	return v.addToPages(index)
}

func (v *Visits) addToPages(index uint32) bool {
	p := int(index / visitsPage)
	if missing := p + 1 - len(v.pages); missing > 0 {
		v.pages = append(v.pages, make([]*[visitsPage / 64]uint64, missing)...)
	}
	if v.pages[p] == nil {
		v.pages[p] = new([visitsPage / 64]uint64)
	}
	word, bit := &v.pages[p][index%visitsPage/64], uint64(1)<<(index%64)
	isNew := *word&bit == 0
	*word |= bit
	return isNew
}

// Clear removes all indices.
func (v *Visits) Clear() { v.n, v.pages = 0, nil }

// Has reports whether the set has an index.
func (v *Visits) Has(index uint32) bool {
	if v.pages == nil {
		return slices.Contains(v.few[:v.n], index)
	}
	p := int(index / visitsPage)
	return p < len(v.pages) && v.pages[p] != nil && v.pages[p][index%visitsPage/64]&(1<<(index%64)) != 0
}
