package fuzz

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
