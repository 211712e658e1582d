package store

// Memory is how many bytes there are for rows, and how many of them rows use. The memory behind
// values is not in it: texts, slices, maps.
type Memory struct{ Capacity, Used uint64 }

// Memory adds the columns of all tables up, entities included. It takes time in proportion to the tables.
func (s *Store) Memory() Memory {
	m := Memory{}
	for _, page := range s.memory.pages {
		m.Capacity += uint64(page.bytes)
	}
	for t := range s.tables {
		meta := &s.tables[t]
		if meta.flags&(tableInUse|tableParked) == 0 {
			continue
		}
		_, shapes := s.columnsOf(meta)
		for _, sh := range shapes {
			m.Used += uint64(sh.size) * uint64(meta.count)
			capacity := uintptr(sh.size) * uintptr(meta.capacity)
			if sh.scan != 0 || blockClass(capacity) >= blockClasses || debug {
				m.Capacity += uint64(capacity)
			}
		}
	}
	return m
}

// FlatBytes is the memory of the words that keys have for each table.
func (s *Store) FlatBytes() uint64 {
	arrays := 1
	for _, k := range s.keys {
		if k != nil && k.storage == keyFlat {
			arrays++
		}
	}
	return uint64(arrays) * uint64(s.flatSize) * 8
}
