package store

// mix spreads the bits of a key over the whole word; the high bits are best.
func mix(key uint64) uint64 {
	key ^= key >> 32
	key *= 0x9E3779B97F4A7C15
	return key ^ key>>29
}

// idMap maps nonzero keys to numbers by open addressing with linear probing. Its only pointer is
// that of one array. It deletes by shifting back, so it never fills up with tombstones.
type idMap struct {
	slots []idSlot
	used  int
	shift uint8 // 64 - log2(len(slots))
}

type idSlot struct {
	key   uint64
	value uint32
}

func (m *idMap) home(key uint64) int {
	return int(mix(key) * 0x9E3779B97F4A7C15 >> m.shift)
}

// get returns the number of a key.
func (m *idMap) get(key uint64) (uint32, bool) {
	if m.used == 0 {
		return 0, false
	}
	mask := len(m.slots) - 1
	for i := m.home(key); ; i = (i + 1) & mask {
		slot := &m.slots[i&mask]
		if slot.key == key {
			return slot.value, true
		}
		if slot.key == 0 {
			return 0, false
		}
	}
}

// put adds a key that is not in the map.
func (m *idMap) put(key uint64, value uint32) {
	if (m.used+1)*4 > len(m.slots)*3 {
		m.grow()
	}
	m.used++
	m.place(key, value)
}

func (m *idMap) place(key uint64, value uint32) {
	mask := len(m.slots) - 1
	i := m.home(key)
	for m.slots[i].key != 0 {
		i = (i + 1) & mask
	}
	m.slots[i] = idSlot{key, value}
}

func (m *idMap) grow() {
	old := m.slots
	size := max(16, 2*len(old))
	m.slots = make([]idSlot, size)
	m.shift = 64
	for n := size; n > 1; n >>= 1 {
		m.shift--
	}
	for _, slot := range old {
		if slot.key != 0 {
			m.place(slot.key, slot.value)
		}
	}
}

// remove removes a key, if it is in the map.
func (m *idMap) remove(key uint64) {
	if m.used == 0 {
		return
	}
	mask := len(m.slots) - 1
	i := m.home(key)
	for m.slots[i].key != key {
		if m.slots[i].key == 0 {
			return
		}
		i = (i + 1) & mask
	}
	m.used--
	for j := (i + 1) & mask; m.slots[j].key != 0; j = (j + 1) & mask {
		if (j-m.home(m.slots[j].key))&mask >= (j-i)&mask {
			m.slots[i] = m.slots[j]
			i = j
		}
	}
	m.slots[i] = idSlot{}
}

func (m *idMap) clone() idMap {
	c := *m
	c.slots = append([]idSlot(nil), m.slots...)
	return c
}

// numberMap maps hashes to numbers by open addressing with linear probing. Several numbers may have
// the same hash: the caller of home and next compares what the numbers stand for.
type numberMap struct {
	slots []numberSlot
	used  int
}

type numberSlot struct {
	hash   uint32 // low half
	number uint32 // plus 1; 0 is free
}

func newNumberMap() numberMap { return numberMap{slots: make([]numberSlot, 64)} }

// home returns the first slot where a number with a hash can be. The others are the next ones, up
// to a free slot.
func (m *numberMap) home(hash uint64) uint32 { return uint32(hash) & uint32(len(m.slots)-1) }

func (m *numberMap) next(slot uint32) uint32 { return (slot + 1) & uint32(len(m.slots)-1) }

func (m *numberMap) put(hash uint64, number uint32) {
	if (m.used+1)*4 > len(m.slots)*3 {
		old := m.slots
		m.slots = make([]numberSlot, 2*len(old))
		for _, slot := range old {
			if slot.number != 0 {
				m.place(slot)
			}
		}
	}
	m.used++
	m.place(numberSlot{uint32(hash), number + 1})
}

func (m *numberMap) place(slot numberSlot) {
	i := m.home(uint64(slot.hash))
	for m.slots[i].number != 0 {
		i = m.next(i)
	}
	m.slots[i] = slot
}

// remove removes a number, which must be in the map.
func (m *numberMap) remove(hash uint64, number uint32) {
	mask := uint32(len(m.slots) - 1)
	i := m.home(hash)
	for m.slots[i].number != number+1 {
		i = m.next(i)
	}
	m.used--
	for j := m.next(i); m.slots[j].number != 0; j = m.next(j) {
		if (j-m.slots[j].hash)&mask >= (j-i)&mask {
			m.slots[i] = m.slots[j]
			i = j
		}
	}
	m.slots[i] = numberSlot{}
}
