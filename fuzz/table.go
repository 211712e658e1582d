package fuzz

import "slices"

// flat maps a byte to a choice in proportion to weights, in the order of the choices: neighbouring bytes mostly make
// the same choice, and 0 makes the first. Each choice whose weight is not zero has at least one byte.
type flat [256]uint8

// newFlat shares the 256 bytes out by largest remainder. Without any weight the first choice has all of them.
func newFlat(weights []int) *flat {
	total := 0
	for _, w := range weights {
		total += w
	}
	t := &flat{}
	if total == 0 {
		return t
	}
	at := 0
	for choice, slots := range apportion(weights, total) {
		for range slots {
			t[at] = uint8(choice)
			at++
		}
	}
	return t
}

// apportion gives each weight its share of 256, at least 1, summing to 256.
func apportion(weights []int, total int) []int {
	slots := make([]int, len(weights))
	sum := 0
	for i, w := range weights {
		if w > 0 {
			slots[i] = max(1, w*len(flat{})/total)
			sum += slots[i]
		}
	}
	for ; sum < len(flat{}); sum++ {
		slots[furthestBelow(weights, slots, total)]++
	}
	for ; sum > len(flat{}); sum-- {
		largest := 0
		for i := range slots {
			if slots[i] > slots[largest] {
				largest = i
			}
		}
		slots[largest]--
	}
	return slots
}

// furthestBelow is the weight that is furthest below its share.
func furthestBelow(weights, slots []int, total int) int {
	best, highest := 0, -1<<30
	for i, w := range weights {
		if short := w*len(flat{}) - slots[i]*total; w > 0 && short > highest {
			best, highest = i, short
		}
	}
	return best
}

// table is a flat table whose rare choices share one escape, resolved by a second byte, so that frequent choices
// cost one byte and rare ones can be as rare as they are meant to be.
type table struct {
	first    flat
	second   *flat
	frequent []uint8
	rare     []uint8
}

// rareBelow is the share, as one of so many, below which a choice costs a second byte.
const rareBelow = 64

// escape stands in first for the rare choices.
const escape = 255

func newTable(weights []int) *table {
	total := 0
	for _, w := range weights {
		total += w
	}
	t := &table{}
	var frequent, rare []int
	for i, w := range weights {
		switch {
		case w == 0:
		case w*rareBelow < total:
			t.rare, rare = append(t.rare, uint8(i)), append(rare, w)
		default:
			t.frequent, frequent = append(t.frequent, uint8(i)), append(frequent, w)
		}
	}
	if total == 0 {
		t.frequent, frequent = []uint8{0}, []int{1}
	}
	sum := 0
	for _, w := range rare {
		sum += w
	}
	t.first, t.second = *newFlat(append(frequent, sum)), newFlat(rare)
	for i, c := range t.first {
		if int(c) == len(frequent) {
			t.first[i] = escape
		}
	}
	return t
}

// pick reads one byte, or two for a rare choice.
func (t *table) pick(s Source) int {
	if i := t.first[s.Next()]; i != escape {
		return int(t.frequent[i])
	}
	return int(t.rare[t.second[s.Next()]])
}

// reserve is how many of the 256 bytes a group keeps for choices that come later. Until then they
// make the other choices.
const reserve = 16

// newGrowingTable is a table for choices that rows of the catalogue add to: a choice that came
// later takes bytes from the reserve alone, so that every other byte makes the choice that it made
// before there was the new row.
func newGrowingTable(weights []int, later []bool) *table {
	old := slices.Clone(weights)
	total, before := 0, 0
	for i, w := range weights {
		total += w
		if later[i] {
			old[i] = 0
		}
		before += old[i]
	}
	if before == 0 {
		return newTable(weights)
	}
	t := newTable(old)
	t.first = withReserve(t.first)
	next := len(t.first) - 1
	for i, n := range shares(weights, later, total) {
		if n == 0 {
			continue
		}
		t.frequent = append(t.frequent, uint8(i))
		for ; n > 0 && next >= len(t.first)-reserve; n, next = n-1, next-1 {
			t.first[next] = uint8(len(t.frequent) - 1)
		}
	}
	return t
}

// shares says how many bytes of the reserve each later choice gets: as many as its weight is of
// all, at least one, and all of them proportionally fewer where the reserve has not so many. Where
// a choice comes, those that came later before it may lose bytes to it.
func shares(weights []int, later []bool, total int) []int {
	out := make([]int, len(weights))
	wanted := 0
	for i, w := range weights {
		if later[i] && w > 0 {
			out[i] = max(1, w*len(flat{})/total)
			wanted += out[i]
		}
	}
	if wanted > reserve {
		for i, n := range out {
			if n > 0 {
				out[i] = max(1, n*reserve/wanted)
			}
		}
	}
	return out
}

// withReserve moves one byte in so many to the end, so that the reserve has a share of every choice.
func withReserve(all flat) flat {
	every := len(all) / reserve
	var first, last []uint8
	for i, c := range all {
		if i%every == every-1 {
			last = append(last, c)
		} else {
			first = append(first, c)
		}
	}
	return flat(append(first, last...))
}
