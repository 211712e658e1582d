package store

import (
	"reflect"
	"sync"
	"unsafe"
)

// A value that is copied for another entity, or into another store, shares the slices and maps of the original after a Go assignment.
// Own replaces them by copies. What pointers, interfaces, channels and functions lead to stays shared, unless the program has given a
// function that copies values of the type.

// owner replaces what the value at an address shares with its original. nil means that values of the type share nothing.
type owner func(value unsafe.Pointer)

// owners are the owners of types. All copies of a store use the same ones.
type owners struct {
	mu     sync.Mutex
	given  map[reflect.Type]owner // by the program
	byType map[reflect.Type]*ownerOf
}

type ownerOf struct {
	own  owner
	done bool // own is known
}

// SetOwner makes own copy what values of a type share, in components and anywhere within values of other types; nil brings back the default.
func (s *Store) SetOwner(t reflect.Type, own func(value unsafe.Pointer)) {
	o := s.owners
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.byType)
	if own == nil {
		delete(o.given, t)
		return
	}
	o.given[t] = own
}

// KeepOwners makes the store copy values as another one does.
func (s *Store) KeepOwners(from *Store) { s.owners = from.owners }

// Own gives the value at an address slices and maps of its own, see [owner].
func (s *Store) Own(t reflect.Type, value unsafe.Pointer) {
	if own := s.owners.of(t); own != nil {
		own(value)
	}
}

// DuplicateCell is [Store.CopyCell] for a value that stays where it is, too: the copy gets slices and maps of its own.
func (s *Store) DuplicateCell(typ TypeIndex, to, from unsafe.Pointer) {
	t := &s.types[typ]
	copyCell(t, to, from)
	if t.scan {
		s.Own(t.goType, to)
	}
}

// duplicateCells copies n values, see [Store.DuplicateCell].
func (s *Store) duplicateCells(t *columnType, to, from unsafe.Pointer, n int) {
	copyCells(t, to, from, n)
	if !t.scan {
		return
	}
	if own := s.owners.of(t.goType); own != nil {
		for i := range n {
			own(unsafe.Add(to, i*int(t.size)))
		}
	}
}

func (o *owners) of(t reflect.Type) owner {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.find(t)
}

// find is of while the lock is held. The owner of a type that is within itself is looked up when it runs.
func (o *owners) find(t reflect.Type) owner {
	if given := o.given[t]; given != nil {
		return given
	}
	known := o.byType[t]
	if known == nil {
		known = &ownerOf{}
		o.byType[t] = known
		known.own = o.make(t)
		known.done = true
	}
	if !known.done {
		return func(value unsafe.Pointer) { known.own(value) }
	}
	return known.own
}

func (o *owners) make(t reflect.Type) owner {
	switch t.Kind() { //nolint:exhaustive // values of the other kinds share nothing that is copied
	case reflect.Array:
		elem, size := o.find(t.Elem()), t.Elem().Size()
		if elem == nil {
			return nil
		}
		return func(value unsafe.Pointer) {
			for i := range t.Len() {
				elem(unsafe.Add(value, uintptr(i)*size))
			}
		}
	case reflect.Struct:
		return o.makeStruct(t)
	case reflect.Slice:
		elem := o.find(t.Elem())
		return func(value unsafe.Pointer) { ownSlice(reflect.NewAt(t, value).Elem(), elem) }
	case reflect.Map:
		key, elem := o.find(t.Key()), o.find(t.Elem())
		return func(value unsafe.Pointer) { ownMap(reflect.NewAt(t, value).Elem(), key, elem) }
	default:
		return nil
	}
}

func (o *owners) makeStruct(t reflect.Type) owner {
	type field struct {
		offset uintptr
		own    owner
	}
	var fields []field
	for i := range t.NumField() {
		if own := o.find(t.Field(i).Type); own != nil {
			fields = append(fields, field{t.Field(i).Offset, own})
		}
	}
	if fields == nil {
		return nil
	}
	return func(value unsafe.Pointer) {
		for _, f := range fields {
			f.own(unsafe.Add(value, f.offset))
		}
	}
}

func ownSlice(v reflect.Value, elem owner) {
	if v.IsNil() {
		return
	}
	own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(own, v)
	v.Set(own)
	for i := 0; elem != nil && i < own.Len(); i++ {
		elem(own.Index(i).Addr().UnsafePointer())
	}
}

func ownMap(v reflect.Value, key, elem owner) {
	if v.IsNil() {
		return
	}
	own := reflect.MakeMapWithSize(v.Type(), v.Len())
	k, e := reflect.New(v.Type().Key()), reflect.New(v.Type().Elem())
	for it := v.MapRange(); it.Next(); {
		k.Elem().Set(it.Key())
		e.Elem().Set(it.Value())
		if key != nil {
			key(k.UnsafePointer())
		}
		if elem != nil {
			elem(e.UnsafePointer())
		}
		own.SetMapIndex(k.Elem(), e.Elem())
	}
	v.Set(own)
}
