package save

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
)

// Cloning entities and loading a part both replace entity references inside component values. This
// file finds these references.

// mentioning caches the mentions of types.
var mentioning sync.Map

// mentions tells where values of a type may contain entities.
type mentions struct {
	layout layout // the fields of the type; if complete, no other part of a value has entities
	some   bool
	cyclic bool // see [store.ContainsItself]
}

func mentionsOf(t reflect.Type) *mentions {
	known, ok := mentioning.Load(t)
	if !ok {
		known, _ = mentioning.LoadOrStore(t,
			&mentions{fieldsOf(t), reaches(t, map[reflect.Type]bool{}), store.ContainsItself(t)})
	}
	return known.(*mentions)
}

// mayMention reports whether values of a type may contain entities.
func mayMention(t reflect.Type) bool { return mentionsOf(t).some }

// reaches is mayMention for a type that is nested in others.
func reaches(t reflect.Type, within map[reflect.Type]bool) bool {
	if within[t] {
		return false
	}
	within[t] = true
	switch kind := t.Kind(); {
	case t == entityType || t == handleType:
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
	m := mentionsOf(t)
	if !m.some {
		return false
	}
	if !m.layout.complete { // work on a copy: mapIn always replaces slices and maps of recursive types
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
// at any depth. A slice or map that changes is replaced by a new one. If shared is true, the value
// is a copy by Go assignment, so values behind its pointers are not changed.
func MapEntities(t reflect.Type, value unsafe.Pointer, entity func(store.Entity) store.Entity, shared bool) {
	m := mentionsOf(t)
	if !m.layout.complete {
		mapIn(reflect.NewAt(t, value).Elem(), entity, shared, nil)
		return
	}
	for _, f := range m.layout.fields {
		if f.kind != kindEntity && f.kind != kindHandle {
			continue
		}
		for i := range f.count {
			at := (*store.Entity)(unsafe.Add(value, f.offset+uintptr(i)*f.step))
			*at = entity(*at)
		}
	}
}

// mapIn is MapEntities for an addressable value. It reports whether the value has changed. A slice
// or map of a recursive type is always replaced; copies has the replacements of the slices and maps
// around the value.
func mapIn(v reflect.Value, entity func(store.Entity) store.Entity, shared bool, copies store.Copies) (changed bool) {
	m := mentionsOf(v.Type())
	if !m.some {
		return false
	}
	switch kind := v.Kind(); {
	case v.Type() == entityType || v.Type() == handleType:
		at := (*store.Entity)(v.Addr().UnsafePointer())
		before := *at
		*at = entity(before)
		return *at != before
	case kind == reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			// unexported fields, too
			changed = mapIn(reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem(), entity, shared, copies) || changed
		}
	case kind == reflect.Array:
		for i := range v.Len() {
			changed = mapIn(v.Index(i), entity, shared, copies) || changed
		}
	case kind == reflect.Slice:
		return m.cyclic && copies.Take(v) || mapSlice(v, entity, shared, m.cyclic, copies)
	case kind == reflect.Map:
		return m.cyclic && copies.Take(v) || mapMap(v, entity, shared, m.cyclic, copies)
	case kind == reflect.Pointer:
		if !shared && !v.IsNil() {
			return mapIn(v.Elem(), entity, shared, copies)
		}
	}
	return changed
}

func mapSlice(
	v reflect.Value, entity func(store.Entity) store.Entity, shared, cyclic bool, copies store.Copies,
) (changed bool) {
	own := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
	reflect.Copy(own, v)
	if cyclic && !v.IsNil() {
		copies, changed = copies.Note(v, own), true
	}
	for i := range own.Len() {
		changed = mapIn(own.Index(i), entity, shared, copies) || changed
	}
	if changed {
		v.Set(own)
	}
	return changed
}

func mapMap(
	v reflect.Value, entity func(store.Entity) store.Entity, shared, cyclic bool, copies store.Copies,
) (changed bool) {
	mapped := reflect.MakeMapWithSize(v.Type(), v.Len())
	if cyclic && !v.IsNil() {
		copies, changed = copies.Note(v, mapped), true
	}
	for it := v.MapRange(); it.Next(); {
		key, elem := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		key.Set(it.Key())
		elem.Set(it.Value())
		changed = mapIn(key, entity, shared, copies) || changed
		changed = mapIn(elem, entity, shared, copies) || changed
		mapped.SetMapIndex(key, elem)
	}
	if changed {
		v.Set(mapped)
	}
	return changed
}
