package save

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
)

// Cloning entities and loading a part both replace entity references inside component values. This
// file finds these references.

// mentions describes where values of a type may contain entities.
type mentions struct {
	layout layout // the fields of the type; if complete, no other part of a value has entities
	some   bool   // values of the type may contain entities
	cyclic bool   // see [store.ContainsItself]
}

// mentioning caches the mentions of types.
var mentioning sync.Map

func mentionsOf(t reflect.Type) *mentions {
	known, ok := mentioning.Load(t)
	if !ok {
		known, _ = mentioning.LoadOrStore(t,
			&mentions{fieldsOf(t), reaches(t, map[reflect.Type]bool{}), store.ContainsItself(t)})
	}
	return known.(*mentions)
}

// MayMention reports whether values of a type may contain entities.
func MayMention(t reflect.Type) bool { return mentionsOf(t).some }

// reaches implements MayMention for a type that is nested in the types of within.
func reaches(t reflect.Type, within map[reflect.Type]bool) bool {
	if within[t] {
		return false
	}
	within[t] = true
	switch kind := t.Kind(); {
	case isEntity(t):
		return true
	case kind == reflect.Array || kind == reflect.Slice || kind == reflect.Pointer:
		return reaches(t.Elem(), within)
	case kind == reflect.Map:
		return reaches(t.Key(), within) || reaches(t.Elem(), within)
	case kind == reflect.Struct:
		for i := range t.NumField() {
			if reaches(t.Field(i).Type, within) {
				return true
			}
		}
	}
	return false
}

// Mentions reports whether a value contains an entity for which some returns true.
func Mentions(t reflect.Type, value unsafe.Pointer, some func(store.Entity) bool) (found bool) {
	where := mentionsOf(t)
	if !where.some {
		return false
	}
	if !where.layout.complete { // work on a copy, because slices and maps are replaced
		own := reflect.New(t)
		own.Elem().Set(reflect.NewAt(t, value).Elem())
		value = own.UnsafePointer()
	}
	MapEntities(t, value, func(e store.Entity) store.Entity {
		found = found || some(e)
		return e
	}, true)
	return found
}

// MapEntities replaces the entities in a value: in fields, and in arrays, slices, maps and structs
// at any depth. Slices and maps that may contain entities are replaced by new ones. If shared is
// true, the value is a copy by Go assignment, so values behind its pointers are not changed.
func MapEntities(t reflect.Type, value unsafe.Pointer, entity func(store.Entity) store.Entity, shared bool) {
	mapper{entity, shared}.value(t, value, nil)
}

// mapper has the arguments of [MapEntities].
type mapper struct {
	entity func(store.Entity) store.Entity
	shared bool
}

// value replaces the entities in the value at an address. copies has the replacements of the slices
// and maps of recursive types around the value.
func (m mapper) value(t reflect.Type, at unsafe.Pointer, copies store.Copies) {
	where := mentionsOf(t)
	if !where.some {
		return
	}
	if where.layout.complete {
		m.fields(where.layout.fields, at)
		return
	}
	switch v := reflect.NewAt(t, at).Elem(); v.Kind() { //nolint:exhaustive // the others contain no entities
	case reflect.Struct:
		for i := range v.NumField() {
			m.value(v.Field(i).Type(), v.Field(i).Addr().UnsafePointer(), copies) // unexported fields, too
		}
	case reflect.Array:
		for i := range v.Len() {
			m.value(t.Elem(), v.Index(i).Addr().UnsafePointer(), copies)
		}
	case reflect.Slice:
		store.OwnSlice(v, m.each(t.Elem()), where.cyclic, copies)
	case reflect.Map:
		store.OwnMap(v, m.each(t.Key()), m.each(t.Elem()), where.cyclic, copies)
	case reflect.Pointer:
		if !m.shared && !v.IsNil() {
			m.value(t.Elem(), v.UnsafePointer(), copies)
		}
	}
}

// each returns mapper.value as a function for the elements of a slice or map.
func (m mapper) each(t reflect.Type) store.Owner {
	return func(at unsafe.Pointer, copies store.Copies) { m.value(t, at, copies) }
}

func (m mapper) fields(fields []field, value unsafe.Pointer) {
	for _, f := range fields {
		if f.kind != kindEntity && f.kind != kindHandle {
			continue
		}
		for i := range f.count {
			at := (*store.Entity)(unsafe.Add(value, f.offset+uintptr(i)*f.step))
			*at = m.entity(*at)
		}
	}
}
