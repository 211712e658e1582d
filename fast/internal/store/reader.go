package store

import "unsafe"

// Reader reads one component or tag of many entities, like [Value] with the id looked up once. It
// is not generic: package fast wraps it in thin generic functions, so the compiler generates the
// hot code once, without the type dictionaries of Go generics. Finding the cells of a table takes
// one load; for that, each component with a Reader stores eight bytes per table of the store.
type Reader struct {
	s *Store
	k *key
}

// Reader returns a reader of a component or tag. Once the component is deleted, the reader finds
// nothing.
func (s *Store) Reader(component uint32) Reader {
	k := s.makeKey(Single(component))
	s.read(k, readCells)
	return Reader{s, k}
}

// Cell returns the address of an entity's value, valid until the next structural change. It returns
// nil if the entity is dead or does not have the component. It can be inlined.
func (r *Reader) Cell(e Entity) (cell unsafe.Pointer) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) {
		if cell = *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(records[i].table)*wordSize)); cell != nil {
			cell = unsafe.Add(cell, uintptr(records[i].row)*r.k.size)
		}
	}
	return
}

// Has reports whether an entity is alive and has the component. Unlike Cell, it has no branch that
// depends on the answer, because the processor would often mispredict it.
func (r *Reader) Has(e Entity) (has bool) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) {
		has = *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(records[i].table)*wordSize)) != nil
	}
	return
}

// Guard marks a component: users of its readers must report the addresses that they hand out, for
// example because a query is sorted by the values.
func (s *Store) Guard(component uint32, on bool) {
	s.makeKey(Single(component)).guard = on
}

// Guarded reports whether [Store.Guard] has marked the component.
func (r *Reader) Guarded() bool { return r.k.guard }

// At is like Cell, for the alive entity with an index.
func (r *Reader) At(index uint32) unsafe.Pointer {
	at := &r.s.records[index]
	base := r.Base(at.table)
	if base == nil {
		return nil
	}
	return unsafe.Add(base, uintptr(at.row)*r.k.size)
}

// Base returns the address of a table's first cell, or nil if the table does not have the
// component.
func (r *Reader) Base(t Table) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(t)*wordSize))
}

// Finder is a Reader that can be created while other goroutines read. It is valid until a table is
// created.
type Finder struct {
	s    *Store
	k    *key
	flat unsafe.Pointer   // nil if the key is sparse
	few  [fewTables]Table // the tables of a sparse key, if they are few
}

// Finder returns a finder of a component or tag.
func (s *Store) Finder(component uint32) Finder {
	k := s.keyOf(Single(component))
	f := Finder{s, k, k.flat, [fewTables]Table{NoTable, NoTable}}
	if k.storage != keySparse {
		return f
	}
	f.flat = nil
	if k.rest.words == nil {
		for i, w := range k.rest.list {
			if w != 0 {
				f.few[i] = k.rest.tables[i]
			}
		}
	}
	return f
}

// At is like [Reader.At].
func (f *Finder) At(index uint32) unsafe.Pointer {
	at := &f.s.records[index]
	base := f.Base(at.table)
	if base == nil {
		return nil
	}
	return unsafe.Add(base, uintptr(at.row)*f.k.size)
}

// Peek is like [Finder.At] but can be inlined. If it returns nil, call At: if the component is in
// few of the store's tables, Peek always returns nil.
func (f *Finder) Peek(index uint32) (cell unsafe.Pointer) {
	if at := &f.s.records[index]; f.flat != nil {
		if cell = *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(at.table)*wordSize)); cell != nil {
			cell = unsafe.Add(cell, uintptr(at.row)*f.k.size)
		}
	}
	return
}

// Has reports whether the alive entity at an index has the component. It can be inlined.
func (f *Finder) Has(index uint32) bool {
	t := f.s.records[index].table
	if f.flat != nil {
		return *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(t)*wordSize)) != nil
	}
	return t == f.few[0] || t == f.few[1] || f.k.rest.words != nil && f.far(t)
}

// far implements Has for the sparse case: if the key is sparse and the component is in more than
// fewTables tables.
func (f *Finder) far(t Table) bool { return f.k.rest.words[t] != 0 }

// Base is like [Reader.Base].
func (f *Finder) Base(t Table) unsafe.Pointer {
	if f.flat == nil {
		return f.k.rest.base(t)
	}
	return *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(t)*wordSize))
}

// Width returns the number of a table's columns, not counting the column of the entities.
func (s *Store) Width(t Table) int { return int(s.tables[t].width) - 1 }

// CreateUnset is like [Store.CreateIn] but does not zero the cells of the new row. The caller must
// immediately write every one of them.
func (s *Store) CreateUnset(t Table) (e Entity, row int, err error) {
	if err := s.checkTable(t); err != nil {
		return 0, 0, err
	}
	e = s.newEntity()
	return e, int(s.appendRow(t, e)), nil
}
