package query

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Comparer compares values of a component member by member: numbers by value, false before true,
// strings by bytes, entities in type order with the zero entity first (order.values).
type Comparer struct {
	W     *rules.World
	parts []comparedPart
	// Custom, if set by the program, replaces the comparison of members.
	Custom func(a, b unsafe.Pointer) int
	// Plain is true if all members are numbers and strings.
	Plain bool
}

type comparedPart struct {
	offset uintptr
	kind   reflect.Kind
	ref    bool // a reference of the engine that owns the world, see HandleRef
	entity bool
}

// ComparerOf returns the comparer of a component with values. Go types are compared field by field.
// A field type without an order is invalid.
func ComparerOf(w *rules.World, c *rules.Component) (*Comparer, *spec.Error) {
	by := &Comparer{W: w}
	for i, m := range c.Members {
		by.parts = append(by.parts, comparedPart{
			c.Offsets[i], rules.MemberTypes[m.Type].Kind(), m.Type == spec.Entity,
			false,
		})
	}
	if len(c.Members) == 0 && !by.add(w.Store.GoType(c.Typ), 0) {
		return nil, spec.Errorf(spec.CodeInvalid, "values of type %v have no order; give one with OrderBy",
			w.Store.GoType(c.Typ))
	}
	by.Plain = by.tellsAll()
	return by, nil
}

// IsPlain reports whether a Go type consists of numbers and strings, so that comparing two values
// depends on nothing else.
func IsPlain(t reflect.Type) bool {
	by := Comparer{}
	return by.add(t, 0) && by.tellsAll()
}

// tellsAll reports whether no part refers to an entity, whose order could change while the value
// does not.
func (by *Comparer) tellsAll() bool {
	return !slices.ContainsFunc(by.parts, func(p comparedPart) bool { return p.ref || p.entity })
}

// add appends the parts of a Go type. It returns false if the type has no order.
func (by *Comparer) add(t reflect.Type, at uintptr) bool {
	if t == reflect.TypeFor[Entity]() {
		by.parts = append(by.parts, comparedPart{at, t.Kind(), false, true})
		return true
	}
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); !by.add(f.Type, at+f.Offset) {
				return false
			}
		}
		return true
	case reflect.Array:
		for i := range t.Len() {
			if !by.add(t.Elem(), at+uintptr(i)*t.Elem().Size()) {
				return false
			}
		}
		return true
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr, reflect.Float32,
		reflect.Float64, reflect.String:
		by.parts = append(by.parts, comparedPart{at, t.Kind(), false, false})
		return true
	case reflect.Invalid, reflect.Complex64, reflect.Complex128, reflect.Chan, reflect.Func, reflect.Interface,
		reflect.Map,
		reflect.Pointer, reflect.Slice, reflect.UnsafePointer:
	}
	return false
}

// compare orders two values. A nil value sorts first.
func (by *Comparer) compare(a, b unsafe.Pointer) int {
	if a == nil || b == nil {
		return cmp.Compare(rules.Bit(a != nil), rules.Bit(b != nil))
	}
	if by.Custom != nil {
		return by.Custom(a, b)
	}
	for i := range by.parts {
		if c := by.comparePart(&by.parts[i], a, b); c != 0 {
			return c
		}
	}
	return 0
}

func (by *Comparer) comparePart(p *comparedPart, a, b unsafe.Pointer) int {
	a, b = unsafe.Add(a, p.offset), unsafe.Add(b, p.offset)
	switch {
	case p.ref:
		return cmp.Compare(by.orderOf(by.W.EntityOf(*(*rules.HandleRef)(a))),
			by.orderOf(by.W.EntityOf(*(*rules.HandleRef)(b))))
	case p.entity:
		return cmp.Compare(by.orderOf(*(*Entity)(a)), by.orderOf(*(*Entity)(b)))
	}
	switch p.kind { //nolint:exhaustive // add has refused the rest
	case reflect.Bool:
		return cmp.Compare(rules.Bit(*(*bool)(a)), rules.Bit(*(*bool)(b)))
	case reflect.Int:
		return compareAt[int](a, b)
	case reflect.Int8:
		return compareAt[int8](a, b)
	case reflect.Int16:
		return compareAt[int16](a, b)
	case reflect.Int32:
		return compareAt[int32](a, b)
	case reflect.Int64:
		return compareAt[int64](a, b)
	case reflect.Uint, reflect.Uintptr:
		return compareAt[uint](a, b)
	case reflect.Uint8:
		return compareAt[uint8](a, b)
	case reflect.Uint16:
		return compareAt[uint16](a, b)
	case reflect.Uint32:
		return compareAt[uint32](a, b)
	case reflect.Uint64:
		return compareAt[uint64](a, b)
	case reflect.Float32:
		return compareAt[float32](a, b)
	case reflect.Float64:
		return compareAt[float64](a, b)
	case reflect.String:
		return strings.Compare(*(*string)(a), *(*string)(b))
	default:
		return 0
	}
}

func compareAt[T cmp.Ordered](a, b unsafe.Pointer) int { return cmp.Compare(*(*T)(a), *(*T)(b)) }

// orderOf returns the position of an entity in type order, or 0 if it is zero or dead.
func (by *Comparer) orderOf(e Entity) uint64 {
	if !by.W.Store.Alive(e) {
		return 0
	}
	return by.W.Entities[e.Index()].Order
}
