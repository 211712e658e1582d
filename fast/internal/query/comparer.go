package query

import (
	"cmp"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Comparer compares values of a component member by member: numbers by value, false before true,
// strings by bytes, entities in type order with the zero entity first (order.values).
type Comparer struct {
	parts []comparedPart
	// Plain is true if all members are numbers, booleans and strings, so that comparing two values
	// depends on nothing else.
	Plain bool
}

// comparedPart is a member at an offset of the value.
type comparedPart struct {
	offset  uintptr
	compare func(a, b unsafe.Pointer) int
}

// CustomComparer returns a comparer of values of a Go type that calls a function of the program.
func CustomComparer(t reflect.Type, compare func(a, b unsafe.Pointer) int) *Comparer {
	by := &Comparer{Plain: true}
	ordered := by.add(nil, t, 0)
	return &Comparer{parts: []comparedPart{{0, compare}}, Plain: ordered && by.Plain}
}

// ComparerOf returns the comparer of a component with values. Go types are compared field by field.
// A field type without an order is invalid.
func ComparerOf(w *rules.World, c *rules.Component) (*Comparer, *spec.Error) {
	by := &Comparer{Plain: true}
	for i, m := range c.Members {
		if m.Type == spec.Entity {
			by.addEntity(c.Offsets[i], func(a, b unsafe.Pointer) int { // references of the engine that owns the world
				return compareAlive(w, w.EntityOf(*(*rules.HandleRef)(a)), w.EntityOf(*(*rules.HandleRef)(b)))
			})
		} else {
			by.add(w, rules.MemberTypes[m.Type], c.Offsets[i])
		}
	}
	if t := w.Store.GoType(c.Typ); len(c.Members) == 0 && !by.add(w, t, 0) {
		return nil, spec.Errorf(spec.CodeInvalid, "values of type %v have no order; give one with OrderBy", t)
	}
	return by, nil
}

// add appends the parts of a Go type. It returns false if the type has no order.
func (by *Comparer) add(w *rules.World, t reflect.Type, at uintptr) bool {
	switch {
	case t == reflect.TypeFor[Entity]():
		by.addEntity(at, func(a, b unsafe.Pointer) int { return compareAlive(w, *(*Entity)(a), *(*Entity)(b)) })
		return true
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !by.add(w, f.Type, at+f.Offset) {
				return false
			}
		}
		return true
	case t.Kind() == reflect.Array:
		for i := range t.Len() {
			if !by.add(w, t.Elem(), at+uintptr(i)*t.Elem().Size()) {
				return false
			}
		}
		return true
	}
	compare, ok := comparesKind[t.Kind()]
	by.parts = append(by.parts, comparedPart{at, compare})
	return ok
}

// addEntity appends a part whose order can change while the value does not.
func (by *Comparer) addEntity(at uintptr, compare func(a, b unsafe.Pointer) int) {
	by.parts, by.Plain = append(by.parts, comparedPart{at, compare}), false
}

// comparesKind has the kinds of values that have an order of their own.
var comparesKind = map[reflect.Kind]func(a, b unsafe.Pointer) int{
	reflect.Bool: func(a, b unsafe.Pointer) int { return cmp.Compare(rules.Bit(*(*bool)(a)), rules.Bit(*(*bool)(b))) },
	reflect.Int:  compareAt[int], reflect.Int8: compareAt[int8], reflect.Int16: compareAt[int16],
	reflect.Int32: compareAt[int32], reflect.Int64: compareAt[int64],
	reflect.Uint: compareAt[uint], reflect.Uint8: compareAt[uint8], reflect.Uint16: compareAt[uint16],
	reflect.Uint32: compareAt[uint32], reflect.Uint64: compareAt[uint64], reflect.Uintptr: compareAt[uintptr],
	reflect.Float32: compareAt[float32], reflect.Float64: compareAt[float64], reflect.String: compareAt[string],
}

func compareAt[T cmp.Ordered](a, b unsafe.Pointer) int { return cmp.Compare(*(*T)(a), *(*T)(b)) }

// compareAlive compares entities in type order. One that is zero or dead sorts first.
func compareAlive(w *rules.World, a, b Entity) int {
	order := func(e Entity) uint64 {
		if !w.Store.Alive(e) {
			return 0
		}
		return w.CreationOf(e.Index())
	}
	return cmp.Compare(order(a), order(b))
}

// compare orders two values. A nil value sorts first.
func (by *Comparer) compare(a, b unsafe.Pointer) int {
	if a == nil || b == nil {
		return cmp.Compare(rules.Bit(a != nil), rules.Bit(b != nil))
	}
	for i := range by.parts {
		p := &by.parts[i]
		if c := p.compare(unsafe.Add(a, p.offset), unsafe.Add(b, p.offset)); c != 0 {
			return c
		}
	}
	return 0
}
