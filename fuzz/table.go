package fuzz

import "slices"

// flat maps a byte to a choice. The number of bytes of a choice is proportional to its weight, and at
// least 1 if the weight is not 0. The choices are in order: adjacent bytes mostly mean the same choice,
// and 0 means the first.
type flat [256]uint8

// newFlat distributes the 256 bytes by the largest remainder method. If all weights are 0, the first
// choice gets all bytes.
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

// apportion returns the number of bytes of each weight. Their sum is 256.
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

// furthestBelow returns the index of the weight that is furthest below its share.
func furthestBelow(weights, slots []int, total int) int {
	best, highest := 0, -1<<30
	for i, w := range weights {
		if short := w*len(flat{}) - slots[i]*total; w > 0 && short > highest {
			best, highest = i, short
		}
	}
	return best
}

// table is a flat table in which rare choices share one escape choice, which is resolved by a second
// byte. Frequent choices thus cost one byte, and a choice can be rarer than 1 in 256.
type table struct {
	first    flat
	second   *flat
	frequent []uint8
	rare     []uint8
}

// rareBelow: a choice with a share below 1/rareBelow costs a second byte.
const rareBelow = 64

// escape in first means one of the rare choices.
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

// reserve is the number of bytes that a group reserves for future choices. Until then they mean one of
// the existing choices.
const reserve = 16

// newGrowingTable makes a table for choices that are rows of the catalogue, which can grow. Later
// choices only use bytes of the reserve, so that the meaning of the other bytes stays the same.
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

// shares returns the number of reserve bytes of each later choice. It is proportional to the weight and
// at least 1. If the reserve is too small, all later choices get proportionally fewer bytes. A new
// choice can therefore take bytes from other later choices.
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

// withReserve moves bytes at regular intervals to the end, so that the reserve has bytes of every
// choice.
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
