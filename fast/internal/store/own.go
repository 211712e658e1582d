package store

import (
	"reflect"
	"sync"
	"unsafe"
)

// After a Go assignment, a copy of a value shares slices and maps with the original. Own replaces
// them by copies. Whatever is reached through pointers, interfaces, channels and functions stays
// shared, unless the program has set a function that copies values of the type.

// Owner copies what the value at an address shares with its original. A nil Owner means that values
// of the type share nothing. copies has the copies of the enclosing slices and maps of recursive
// types.
type Owner func(value unsafe.Pointer, copies Copies)

// Copies maps a slice or map to its copy, for a type that [ContainsItself].
type Copies map[container]reflect.Value

type container struct {
	typ   reflect.Type
	first unsafe.Pointer
	count int
}

// take sets v, a slice or map, to its copy, and reports whether there is one.
func (c Copies) take(v reflect.Value) bool {
	known, ok := c[container{v.Type(), v.UnsafePointer(), v.Len()}]
	if ok {
		v.Set(known)
	}
	return ok
}

// note records the copy of v.
func (c Copies) note(v, own reflect.Value) Copies {
	if c == nil {
		c = Copies{}
	}
	c[container{v.Type(), v.UnsafePointer(), v.Len()}] = own
	return c
}

// ContainsItself reports whether values of a type may contain themselves through slices and maps,
// for example a type Menu map[string]Menu.
func ContainsItself(t reflect.Type) bool { return leadsTo(t, t, map[reflect.Type]bool{}) }

func leadsTo(t, to reflect.Type, seen map[reflect.Type]bool) bool {
	next := func(t reflect.Type) bool { return t == to || leadsTo(t, to, seen) }
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() { //nolint:exhaustive // copies share what the others lead to
	case reflect.Array, reflect.Slice:
		return next(t.Elem())
	case reflect.Map:
		return next(t.Key()) || next(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if next(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// owners has the Owner of each type. All copies of a store share it.
type owners struct {
	mu     sync.Mutex
	given  map[reflect.Type]Owner // set by the program
	byType map[reflect.Type]*ownerOf
}

type ownerOf struct {
	own  Owner
	done bool // own has been determined
}

// SetOwner sets the function that copies what values of a type share, in components and anywhere
// within values of other types. nil restores the default.
func (s *Store) SetOwner(t reflect.Type, own func(value unsafe.Pointer)) {
	o := s.owners
	o.mu.Lock()
	defer o.mu.Unlock()
	clear(o.byType)
	if own == nil {
		delete(o.given, t)
		return
	}
	o.given[t] = func(value unsafe.Pointer, _ Copies) { own(value) }
}

// KeepOwners makes the store use the owners of another store.
func (s *Store) KeepOwners(from *Store) { s.owners = from.owners }

// Own gives the value at an address its own slices and maps, see [Owner].
func (s *Store) Own(t reflect.Type, value unsafe.Pointer) {
	if own := s.owners.of(t); own != nil {
		own(value, nil)
	}
}

// DuplicateCell is like [Store.CopyCell], but the copy gets its own slices and maps. It is for a
// source that stays in use.
func (s *Store) DuplicateCell(typ TypeIndex, to, from unsafe.Pointer) {
	s.duplicateCells(&s.types[typ], to, from, 1)
}

// duplicateCells copies n values, see [Store.DuplicateCell].
func (s *Store) duplicateCells(t *columnType, to, from unsafe.Pointer, n int) {
	copyCells(t, to, from, n)
	if !t.scan {
		return
	}
	if own := s.owners.of(t.goType); own != nil {
		for i := range n {
			own(unsafe.Add(to, i*int(t.size)), nil)
		}
	}
}

func (o *owners) of(t reflect.Type) Owner {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.find(t)
}

// find is like of, but the caller holds the lock. If a type contains itself, its owner is looked up
// at each call.
func (o *owners) find(t reflect.Type) Owner {
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
		return func(value unsafe.Pointer, copies Copies) { known.own(value, copies) }
	}
	return known.own
}

func (o *owners) make(t reflect.Type) Owner {
	switch t.Kind() { //nolint:exhaustive // values of the other kinds share nothing that is copied
	case reflect.Array:
		elem, size := o.find(t.Elem()), t.Elem().Size()
		if elem == nil {
			return nil
		}
		return func(value unsafe.Pointer, copies Copies) {
			for i := range t.Len() {
				elem(unsafe.Add(value, uintptr(i)*size), copies)
			}
		}
	case reflect.Struct:
		return o.makeStruct(t)
	case reflect.Slice:
		elem, cyclic := o.find(t.Elem()), ContainsItself(t)
		return func(value unsafe.Pointer, copies Copies) {
			OwnSlice(reflect.NewAt(t, value).Elem(), elem, cyclic, copies)
		}
	case reflect.Map:
		key, elem, cyclic := o.find(t.Key()), o.find(t.Elem()), ContainsItself(t)
		return func(value unsafe.Pointer, copies Copies) {
			OwnMap(reflect.NewAt(t, value).Elem(), key, elem, cyclic, copies)
		}
	default:
		return nil
	}
}

func (o *owners) makeStruct(t reflect.Type) Owner {
	type field struct {
		offset uintptr
		own    Owner
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
	return func(value unsafe.Pointer, copies Copies) {
		for _, f := range fields {
			f.own(unsafe.Add(value, f.offset), copies)
		}
	}
}

// OwnSlice replaces a slice by a copy and calls elem, unless it is nil, for each element. cyclic
// says whether the type of the slice [ContainsItself].
func OwnSlice(v reflect.Value, elem Owner, cyclic bool, copies Copies) {
	if v.IsNil() || cyclic && copies.take(v) {
		return
	}
	own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(own, v)
	if cyclic {
		copies = copies.note(v, own)
	}
	v.Set(own)
	for i := 0; elem != nil && i < own.Len(); i++ {
		elem(own.Index(i).Addr().UnsafePointer(), copies)
	}
}

// OwnMap is like [OwnSlice], for a map: it calls key for each key and elem for each value.
func OwnMap(v reflect.Value, key, elem Owner, cyclic bool, copies Copies) {
	if v.IsNil() || cyclic && copies.take(v) {
		return
	}
	own := reflect.MakeMapWithSize(v.Type(), v.Len())
	if cyclic {
		copies = copies.note(v, own)
	}
	k, e := reflect.New(v.Type().Key()), reflect.New(v.Type().Elem())
	for it := v.MapRange(); it.Next(); {
		k.Elem().Set(it.Key())
		e.Elem().Set(it.Value())
		if key != nil {
			key(k.UnsafePointer(), copies)
		}
		if elem != nil {
			elem(e.UnsafePointer(), copies)
		}
		own.SetMapIndex(k.Elem(), e.Elem())
	}
	v.Set(own)
}
