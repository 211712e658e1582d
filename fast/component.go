package fast

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// component is the record of a component entity: its type, and for one that was declared by members where they lie.
type component struct {
	typ     store.TypeIndex // store.TagType for a component without data
	members []spec.Member
	offsets []uintptr
	open    bool         // the default Final was removed (P-12)
	goType  reflect.Type // of a component that was registered, nil for one that was declared
}

// handleRef is how data holds an entity: a number of the owner of the world, 0 for none.
type handleRef uint64

// memberTypes are the Go types of the primitives.
var memberTypes = map[spec.Primitive]reflect.Type{
	spec.F32: reflect.TypeFor[float32](), spec.F64: reflect.TypeFor[float64](), spec.I32: reflect.TypeFor[int32](),
	spec.I64: reflect.TypeFor[int64](), spec.Bool: reflect.TypeFor[bool](), spec.String: reflect.TypeFor[string](),
	spec.Entity: reflect.TypeFor[handleRef](),
}

// layout is the struct type of a list of members, so that a component's values lie as one contiguous Go struct each.
type layout struct {
	goType  reflect.Type
	offsets []uintptr
}

// layouts keeps the layouts of all worlds by the types of the members, since making a type is slow.
var layouts sync.Map

// layoutOf finds or makes the layout of members.
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
		fields[i] = reflect.StructField{Name: "M" + strconv.Itoa(i), Type: memberTypes[m.Type]}
	}
	l := &layout{goType: reflect.StructOf(fields), offsets: make([]uintptr, len(members))}
	for i := range members {
		l.offsets[i] = l.goType.Field(i).Offset
	}
	layouts.Store(key.String(), l)
	return l
}

// makeComponent turns a new entity into a component with members; none make it a tag (REL-056).
func (w *World) makeComponent(e Entity, members []spec.Member) {
	c := &component{members: members}
	if len(members) > 0 {
		l := layoutOf(members)
		c.typ, c.offsets = store.RegisterType(w.st, l.goType), l.offsets
	}
	w.setComponent(e, c)
}

func (w *World) setComponent(e Entity, c *component) {
	index := e.Index()
	w.components[index] = c
	t := w.traitsOf(index) | traitRecord
	if c.typ != store.TagType {
		t |= traitComponent
	}
	if w.profile.ComponentsFinal {
		t |= traitDefaultFinal
	}
	w.entities[index].traits = t
	w.traitChanges++
}

// typeOf is the storage's resolver: which column type an id has (REL-048, P-11).
func (w *World) typeOf(id store.ID) store.TypeIndex {
	if index := w.typedBy(id); index != 0 {
		return w.components[index].typ
	}
	return store.TagType
}

// typedBy is the index of the component that types an id, 0 for a tag.
func (w *World) typedBy(id store.ID) uint32 {
	first := id.First()
	t := w.traitsOf(first)
	switch {
	case !id.IsPair():
		if t&traitComponent != 0 {
			return first
		}
	case t&traitPairIsTag != 0:
	case t&traitComponent != 0:
		return first
	case w.traitsOf(id.Second())&traitComponent != 0:
		return id.Second()
	}
	return 0
}

// TypeOf is the component that types an id, the zero Entity for a tag and for a pair with the zero Entity.
func (w *World) TypeOf(id ID) (Entity, error) {
	if id.first != 0 && id.second == nobody {
		return 0, nil
	}
	sid, err := w.exactID(id)
	if err != nil {
		return 0, err
	}
	index := w.typedBy(sid)
	if index == 0 {
		return 0, nil
	}
	return w.entity(index), nil
}

// read gives the value in a cell.
func (c *component) read(cell unsafe.Pointer, handle func(handleRef) string) spec.Value {
	v := make(spec.Value, len(c.members))
	for i, m := range c.members {
		at := unsafe.Add(cell, c.offsets[i])
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
			s.Text = handle(*(*handleRef)(at))
		}
		v[i] = spec.NamedScalar{Name: m.Name, Scalar: s}
	}
	return v
}

// write puts a value of the component's members into a cell.
func (c *component) write(cell unsafe.Pointer, v spec.Value, ref func(string) handleRef) {
	for i, m := range c.members {
		at, s := unsafe.Add(cell, c.offsets[i]), &v[i]
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
			*(*handleRef)(at) = ref(s.Text)
		}
	}
}
