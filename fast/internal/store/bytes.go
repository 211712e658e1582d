package store

// Memory is the size in bytes of all columns, and how much of it rows use. It does not include
// memory that values point to, such as strings, slices and maps.
type Memory struct{ Capacity, Used uint64 }

// Memory sums the columns of all tables, including entities. It takes time proportional to the
// number of tables.
func (s *Store) Memory() Memory {
	m := Memory{}
	for _, page := range s.memory.pages {
		m.Capacity += uint64(page.bytes)
	}
	for t := range s.tables {
		meta := &s.tables[t]
		if meta.flags&tableInUse == 0 {
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

// FlatBytes returns the memory of the per-table words of all keys.
func (s *Store) FlatBytes() uint64 {
	arrays := 1
	for _, k := range s.keys {
		if k != nil && k.storage == keyFlat {
			arrays++
		}
	}
	return uint64(arrays) * uint64(s.flatSize) * 8
}
