package store

import (
	"reflect"
	"unsafe"
)

// TypeIndex is the number of a column type of a store, in order of registration.
type TypeIndex uint32

// TagType is the type of ids without values. They have no column.
const TagType TypeIndex = 0

// columnType has what the store needs to move and clear cells of a type.
type columnType struct {
	goType reflect.Type
	word   unsafe.Pointer // typeWord of goType
	slice  reflect.Type   // []goType, to allocate memory that the collector scans
	size   uint32
	// scan is set if cells contain pointers. Such cells must be moved by move and zero, which use
	// write barriers.
	scan bool
	move func(dst, src unsafe.Pointer)
	zero func(cell unsafe.Pointer)
	copy func(dst, src unsafe.Pointer, n int)
}

// Register returns the column type of T, and registers it at first use. A type of size zero is
// [TagType]. Prefer it to RegisterType: cells with pointers then move without reflection.
func Register[T any](s *Store) TypeIndex {
	goType := reflect.TypeFor[T]()
	if known, ok := s.typeOf[goType]; ok {
		return known
	}
	return s.addType(columnType{
		goType: goType,
		move:   func(dst, src unsafe.Pointer) { *(*T)(dst) = *(*T)(src) },
		zero:   func(cell unsafe.Pointer) { clear(unsafe.Slice((*T)(cell), 1)) },
		copy: func(dst, src unsafe.Pointer, n int) {
			copy(unsafe.Slice((*T)(dst), n), unsafe.Slice((*T)(src), n))
		},
	})
}

// RegisterType is like [Register], for a type that is known only at run time, for example a type
// made by reflect.StructOf.
func RegisterType(s *Store, goType reflect.Type) TypeIndex {
	if known, ok := s.typeOf[goType]; ok {
		return known
	}
	slice := reflect.SliceOf(goType)
	cells := func(p unsafe.Pointer, n int) reflect.Value {
		header := unsafe.Slice((*byte)(p), n) // only its three words are copied
		return reflect.NewAt(slice, unsafe.Pointer(&header)).Elem()
	}
	return s.addType(columnType{
		goType: goType,
		move: func(dst, src unsafe.Pointer) {
			reflect.NewAt(goType, dst).Elem().Set(reflect.NewAt(goType, src).Elem())
		},
		zero: func(cell unsafe.Pointer) { reflect.NewAt(goType, cell).Elem().SetZero() },
		copy: func(dst, src unsafe.Pointer, n int) { reflect.Copy(cells(dst, n), cells(src, n)) },
	})
}

// GoType returns the Go type of a column type, or nil for [TagType].
func (s *Store) GoType(t TypeIndex) reflect.Type { return s.types[t].goType }

// TypeSize returns the size in bytes of one cell, or 0 for [TagType].
func (s *Store) TypeSize(t TypeIndex) uintptr { return uintptr(s.types[t].size) }

func (s *Store) addType(t columnType) TypeIndex {
	index := TagType
	if t.goType.Size() > 0 {
		t.size = uint32(t.goType.Size())
		t.slice = reflect.SliceOf(t.goType)
		t.word = typeWord(t.goType)
		t.scan = hasPointers(t.goType)
		index = TypeIndex(len(s.types))
		s.types = append(s.types, t)
	}
	s.typeOf[t.goType] = index
	return index
}

// hasPointers reports whether the garbage collector must scan the cells.
func hasPointers(t reflect.Type) bool {
	switch kind := t.Kind(); {
	case kind >= reflect.Bool && kind <= reflect.Complex128: // all numbers, in order
		return false
	case kind == reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case kind == reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	default:
		return true
	}
}

// typeWord returns the address of a type's descriptor. It is equal for equal types and cheaper to
// compare than the interface.
func typeWord(t reflect.Type) unsafe.Pointer {
	return (*[2]unsafe.Pointer)(unsafe.Pointer(&t))[1]
}
