package store

import "unsafe"

// Reader reads one component of many entities: [Value] with the look-up of the id done once. It
// does not know the type of the cells: the generic code of package fast is thin around it, so that
// the hot code exists once and is not passed dictionaries. It reads tags too. Where the cells of a
// table are is one load away, for which each component that has a Reader takes eight bytes per
// table of the store.
type Reader struct {
	s *Store
	k *key
}

// Reader makes a reader of a component or tag. After the component has gone it finds nothing.
func (s *Store) Reader(component uint32) Reader {
	k := s.makeKey(Single(component))
	s.read(k, readCells)
	return Reader{s, k}
}

// Cell is the address of the value of an entity, valid until the next structural change; nil if the entity is dead or
// does not have the component. It is small enough to be inlined.
func (r *Reader) Cell(e Entity) (cell unsafe.Pointer) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) {
		if cell = *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(records[i].table)*wordSize)); cell != nil {
			cell = unsafe.Add(cell, uintptr(records[i].row)*r.k.size)
		}
	}
	return
}

// Has reports whether an entity is alive and has the component: Cell without a branch on the
// answer, which no processor foresees.
func (r *Reader) Has(e Entity) (has bool) {
	if i, records := uint32(e), r.s.records; uint(i) < uint(len(records)) && records[i].generation == uint32(e>>32) {
		has = *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(records[i].table)*wordSize)) != nil
	}
	return
}

// Guard makes the readers of a component say whether they are guarded.
func (s *Store) Guard(component uint32, on bool) {
	s.makeKey(Single(component)).guard = on
}

// Guarded reports what [Store.Guard] was told of the component.
func (r *Reader) Guarded() bool { return r.k.guard }

// At is Cell for the entity that is alive at an index.
func (r *Reader) At(index uint32) unsafe.Pointer {
	at := &r.s.records[index]
	base := r.Base(at.table)
	if base == nil {
		return nil
	}
	return unsafe.Add(base, uintptr(at.row)*r.k.size)
}

// Base is the address of the first cell of a table; nil if the table does not have the component.
func (r *Reader) Base(t Table) unsafe.Pointer {
	return *(*unsafe.Pointer)(unsafe.Add(r.k.flat, uintptr(t)*wordSize))
}

// Finder is a Reader for times when nothing may be written. It holds until a table is made.
type Finder struct {
	s    *Store
	k    *key
	flat unsafe.Pointer   // nil if the key has other words
	few  [fewTables]Table // the tables that have it then, if they are few
}

// Finder makes a finder of a component or tag.
func (s *Store) Finder(component uint32) Finder {
	k := s.keyOf(Single(component))
	f := Finder{s, k, k.whole(), [fewTables]Table{NoTable, NoTable}}
	if f.flat == nil && k.rest.words == nil {
		for i, w := range k.rest.list {
			if w != 0 {
				f.few[i] = k.rest.tables[i]
			}
		}
	}
	return f
}

// At is [Reader.At].
func (f *Finder) At(index uint32) unsafe.Pointer {
	at := &f.s.records[index]
	base := f.Base(at.table)
	if base == nil {
		return nil
	}
	return unsafe.Add(base, uintptr(at.row)*f.k.size)
}

// Peek is [Finder.At], small enough to be inlined; nil also where a component is in few tables of many.
func (f *Finder) Peek(index uint32) (cell unsafe.Pointer) {
	if at := &f.s.records[index]; f.flat != nil {
		if cell = *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(at.table)*wordSize)); cell != nil {
			cell = unsafe.Add(cell, uintptr(at.row)*f.k.size)
		}
	}
	return
}

// Has reports whether the entity that is alive at an index has the component. It is small enough to be inlined.
func (f *Finder) Has(index uint32) bool {
	t := f.s.records[index].table
	if f.flat != nil {
		return *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(t)*wordSize)) != nil
	}
	return t == f.few[0] || t == f.few[1] || f.k.rest.words != nil && f.far(t)
}

// far is Has for a component that is in more than few tables of many.
func (f *Finder) far(t Table) bool { return f.k.rest.words[t] != 0 }

// Base is [Reader.Base].
func (f *Finder) Base(t Table) unsafe.Pointer {
	if f.flat == nil {
		return f.k.rest.base(t)
	}
	return *(*unsafe.Pointer)(unsafe.Add(f.flat, uintptr(t)*wordSize))
}

// RelationFinder is a Relation for times when nothing may be written. It holds until a table is made.
type RelationFinder struct {
	k    *key
	flat unsafe.Pointer
}

// RelationFinder makes a finder of a relationship.
func (s *Store) RelationFinder(relationship uint32) RelationFinder {
	k := s.keyOf(Pair(relationship, Wildcard))
	return RelationFinder{k, k.whole()}
}

// Of is [Relation.Of].
func (f RelationFinder) Of(t Table) (column, count int, target uint32) {
	at := f.pairRange(t)
	return int(at.start), int(at.count), at.target
}

func (f RelationFinder) pairRange(t Table) pairRange {
	if f.flat == nil {
		return f.k.rest.pairRange(t)
	}
	return *(*pairRange)(unsafe.Add(f.flat, uintptr(t)*wordSize))
}

// Width is the number of columns with data of a table.
func (s *Store) Width(t Table) int { return int(s.tables[t].width) - 1 }

// CreateUnset is [Store.CreateIn] for a caller that writes every cell of the new row at once.
func (s *Store) CreateUnset(t Table) (e Entity, row int, err error) {
	if err := s.checkTable(t); err != nil {
		return 0, 0, err
	}
	e = s.newEntity()
	return e, int(s.appendRow(t, e)), nil
}
