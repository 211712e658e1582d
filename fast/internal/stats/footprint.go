package stats

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
)

// Bytes estimates how much memory a world takes: its data structures and the capacity of its
// tables. It does not count queries, observers, or memory that component values point to. It takes
// time proportional to the number of tables and of names.
func Bytes(w *rules.World) uint64 {
	f := footprint{seen: map[unsafe.Pointer]bool{}}
	return f.of(reflect.ValueOf(w)) + w.Store.Memory().Capacity + w.Store.FlatBytes()
}

// footprint sums the memory that is reachable from a Go value, except through interfaces and
// functions.
type footprint struct{ seen map[unsafe.Pointer]bool }

// of returns the memory that a value points to, without the value itself.
func (f *footprint) of(v reflect.Value) (bytes uint64) {
	switch v.Kind() { //nolint:exhaustive // the others lead nowhere
	case reflect.Pointer:
		if v.IsNil() || f.seen[v.UnsafePointer()] {
			return 0
		}
		f.seen[v.UnsafePointer()] = true
		return uint64(v.Type().Elem().Size()) + f.of(v.Elem())
	case reflect.Slice:
		if v.Cap() == 0 || f.seen[v.UnsafePointer()] {
			return 0
		}
		f.seen[v.UnsafePointer()] = true
		bytes = uint64(v.Cap()) * uint64(v.Type().Elem().Size())
		fallthrough
	case reflect.Array:
		if leads(v.Type().Elem()) {
			for i := range v.Len() {
				bytes += f.of(v.Index(i))
			}
		}
	case reflect.Struct:
		if !leads(v.Type()) {
			return 0
		}
		for i := range v.NumField() {
			bytes += f.of(v.Field(i))
		}
	case reflect.Map:
		return f.ofMap(v)
	case reflect.String:
		return uint64(v.Len())
	}
	return bytes
}

// ofMap counts the slots of a map. Go fills at most seven of eight slots, usually fewer.
func (f *footprint) ofMap(v reflect.Value) uint64 {
	if v.IsNil() {
		return 0
	}
	slot := uint64(v.Type().Key().Size()+v.Type().Elem().Size()) + 1
	bytes := slot * uint64(v.Len()) * 4 / 3
	if leads(v.Type().Key()) || leads(v.Type().Elem()) {
		for at := v.MapRange(); at.Next(); {
			bytes += f.of(at.Key()) + f.of(at.Value())
		}
	}
	return bytes
}

// leads reports whether values of a type can point to memory that is counted.
func leads(t reflect.Type) bool {
	switch t.Kind() { //nolint:exhaustive // the others lead nowhere
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.String:
		return true
	case reflect.Array:
		return leads(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if leads(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}
