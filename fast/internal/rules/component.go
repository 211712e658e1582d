package rules

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// EntityOf returns the entity that a reference in a value refers to, or the zero Entity for none.
func (w *World) EntityOf(r HandleRef) Entity {
	if r == 0 || w.Referred == nil {
		return 0
	}
	return w.Referred(r)
}

// Component is the type of a component entity. If it was declared by members, it has their offsets.
type Component struct {
	Typ     store.TypeIndex // store.TagType for a component without values
	Members []spec.Member
	Offsets []uintptr
	Open    bool         // the default Final was removed (final.components)
	GoType  reflect.Type // of a registered component; nil for one with members and for a relationship with values
}

// OfGoType reports whether the component is that of a registered Go type. c may be nil.
func (c *Component) OfGoType() bool { return c != nil && c.GoType != nil }

// HandleRef is a reference to an entity in a value. The engine that owns the world assigns the
// numbers; 0 is none.
type HandleRef uint64

// MemberTypes has the Go types of the primitives.
var MemberTypes = map[spec.Primitive]reflect.Type{
	spec.F32: reflect.TypeFor[float32](), spec.F64: reflect.TypeFor[float64](), spec.I32: reflect.TypeFor[int32](),
	spec.I64: reflect.TypeFor[int64](), spec.Bool: reflect.TypeFor[bool](), spec.String: reflect.TypeFor[string](),
	spec.Entity: reflect.TypeFor[HandleRef](),
}

// layout is the struct type of a list of members. Each value of a component is one such struct.
type layout struct {
	goType  reflect.Type
	offsets []uintptr
}

// layouts caches the layouts of all worlds by member types, since creating a type is slow.
var layouts sync.Map

func layoutOf(members []spec.Member) *layout {
	var key strings.Builder
	for _, m := range members {
		key.WriteString(string(m.Type))
		key.WriteByte(' ')
	}
	if known, ok := layouts.Load(key.String()); ok {
		return known.(*layout)
	}
	fields := make([]reflect.StructField, len(members))
	for i, m := range members {
		fields[i] = reflect.StructField{Name: "M" + strconv.Itoa(i), Type: MemberTypes[m.Type]}
	}
	l := &layout{goType: reflect.StructOf(fields), offsets: make([]uintptr, len(members))}
	for i := range members {
		l.offsets[i] = l.goType.Field(i).Offset
	}
	layouts.Store(key.String(), l)
	return l
}

// ByMembers returns a component with members. Without members it is a tag (REL-056).
func (w *World) ByMembers(members []spec.Member) *Component {
	c := &Component{Members: members}
	if len(members) > 0 {
		l := layoutOf(members)
		c.Typ, c.Offsets = store.RegisterType(w.Store, l.goType), l.offsets
	}
	return c
}

// MakeComponent makes a new entity a component with members.
func (w *World) MakeComponent(e Entity, members []spec.Member) {
	w.SetComponent(e, w.ByMembers(members))
}

// SetComponent makes an entity a component of the given type.
func (w *World) SetComponent(e Entity, c *Component) {
	index := e.Index()
	w.Components[index] = c
	t := w.TraitsOf(index) | TraitRecord
	if c.Typ != store.TagType {
		t |= TraitComponent
	}
	if w.Profile.ComponentsFinal {
		t |= TraitDefaultFinal
	}
	w.setTraits(index, t)
	w.TraitChanges++
}

// typeOf tells the storage the column type of an id (REL-048, data.type).
func (w *World) typeOf(id store.ID) store.TypeIndex {
	if index := w.TypedBy(id); index != 0 {
		return w.Components[index].Typ
	}
	return store.TagType
}

// TypedBy returns the index of the component whose type an id has, or 0 for a tag.
func (w *World) TypedBy(id store.ID) uint32 {
	first := id.First()
	t := w.TraitsOf(first)
	switch {
	case !id.IsPair():
		if t&TraitComponent != 0 {
			return first
		}
	case t&TraitPairIsTag != 0:
	case t&TraitComponent != 0:
		return first
	case w.TraitsOf(id.Second())&TraitComponent != 0:
		return id.Second()
	}
	return 0
}

// Read returns the value in a cell.
func (c *Component) Read(cell unsafe.Pointer, handle func(HandleRef) string) spec.Value {
	v := make(spec.Value, len(c.Members))
	for i, m := range c.Members {
		at := unsafe.Add(cell, c.Offsets[i])
		s := spec.Scalar{Type: m.Type}
		switch m.Type {
		case spec.F32:
			s.Num = float64(*(*float32)(at))
		case spec.F64:
			s.Num = *(*float64)(at)
		case spec.I32:
			s.Int = int64(*(*int32)(at))
		case spec.I64:
			s.Int = *(*int64)(at)
		case spec.Bool:
			s.Bool = *(*bool)(at)
		case spec.String:
			s.Text = *(*string)(at)
		case spec.Entity:
			s.Text = handle(*(*HandleRef)(at))
		}
		v[i] = spec.NamedScalar{Name: m.Name, Scalar: s}
	}
	return v
}

// Write stores a value of the component's members in a cell.
func (c *Component) Write(cell unsafe.Pointer, v spec.Value, ref func(string) HandleRef) {
	for i, m := range c.Members {
		at, s := unsafe.Add(cell, c.Offsets[i]), &v[i]
		switch m.Type {
		case spec.F32:
			*(*float32)(at) = float32(s.Num)
		case spec.F64:
			*(*float64)(at) = s.Num
		case spec.I32:
			*(*int32)(at) = int32(s.Int)
		case spec.I64:
			*(*int64)(at) = s.Int
		case spec.Bool:
			*(*bool)(at) = s.Bool
		case spec.String:
			*(*string)(at) = s.Text
		case spec.Entity:
			*(*HandleRef)(at) = ref(s.Text)
		}
	}
}

// CheckType returns an error unless the values of an id have the type typ.
func (w *World) CheckType(id store.ID, typ reflect.Type) *spec.Error {
	by := w.TypedBy(id)
	if by == 0 {
		return w.ErrNoType(id)
	}
	if have := w.Store.GoType(w.Components[by].Typ); have != typ {
		return spec.Errorf(spec.CodeInvalid, "values of the id are of type %v, not %v", have, typ)
	}
	return nil
}

// MemberAt returns the position of a member by name, or -1 if there is none.
func (c *Component) MemberAt(name string) int {
	return slices.IndexFunc(c.Members, func(m spec.Member) bool { return m.Name == name })
}

// TextOf returns the text of an entity reference in a value.
func (w *World) TextOf(r HandleRef) string {
	e := w.EntityOf(r)
	if !w.Store.Alive(e) {
		return ""
	}
	return "#" + strconv.FormatUint(uint64(e.Index()), 10)
}
