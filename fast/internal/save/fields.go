package save

import (
	"encoding/binary"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// kind is the encoding of a field.
type kind uint8

const (
	kindBool kind = iota + 1
	kind8
	kind16
	kind32
	kind64
	kindInt  // int, in 8 bytes
	kindUint // uint, in 8 bytes
	kindF32
	kindF64
	kindC64
	kindC128
	kindText
	kindEntity
	kindHandle // a HandleRef
	kindI8
	kindI16
	kindI32
	kindI64
	lastKind = kindI64
)

// kinds has the Go type of each kind. Another type with the same reflect.Kind has the same
// encoding.
var kinds = [lastKind + 1]reflect.Type{
	kindBool: reflect.TypeFor[bool](), kind8: reflect.TypeFor[uint8](), kind16: reflect.TypeFor[uint16](),
	kind32: reflect.TypeFor[uint32](), kind64: reflect.TypeFor[uint64](), kindInt: reflect.TypeFor[int](),
	kindUint: reflect.TypeFor[uint](), kindF32: reflect.TypeFor[float32](), kindF64: reflect.TypeFor[float64](),
	kindC64: reflect.TypeFor[complex64](), kindC128: reflect.TypeFor[complex128](), kindText: reflect.TypeFor[string](),
	kindEntity: reflect.TypeFor[store.Entity](), kindHandle: reflect.TypeFor[rules.HandleRef](),
	kindI8: reflect.TypeFor[int8](), kindI16: reflect.TypeFor[int16](), kindI32: reflect.TypeFor[int32](),
	kindI64: reflect.TypeFor[int64](),
}

// kindOf returns the kind of a type, or 0 if its values are not written as one field.
func kindOf(t reflect.Type) kind {
	i := slices.Index(kinds[1:], t)
	if i < 0 {
		i = slices.IndexFunc(kinds[1:], func(of reflect.Type) bool { return of.Kind() == t.Kind() })
	}
	return kind(i + 1)
}

// isEntity reports whether values of a type are entities, which parts and clones replace.
func isEntity(t reflect.Type) bool { return t == kinds[kindEntity] || t == kinds[kindHandle] }

// widths has the number of bytes of each kind in the file. For a text, it is that of an empty text.
var widths = func() (w [lastKind + 1]int) {
	for k, t := range kinds[1:] {
		w[k+1] = int(t.Size())
	}
	w[kindInt], w[kindUint], w[kindText] = 8, 8, 1
	return w
}()

// field is a part of a value: a number, a text or an entity, or several consecutive ones.
type field struct {
	path   string
	kind   kind
	count  int
	offset uintptr
	step   uintptr // distance from one to the next in memory
}

// layout has the fields of a type.
type layout struct {
	fields   []field
	complete bool    // the fields cover the whole value
	whole    uintptr // the size of a value if its encoding equals its memory, 0 otherwise
}

// maxFields limits how many fields a type is split into.
const maxFields = 4096

// fieldsOf splits a type into fields.
func fieldsOf(t reflect.Type) layout {
	l := layout{complete: true}
	l.add(t, "", 0)
	l.setWhole(t.Size())
	return l
}

// fieldsOfMembers returns the fields of a component with members.
func fieldsOfMembers(c *rules.Component, size uintptr) layout {
	l := layout{complete: true}
	for i, m := range c.Members {
		l.add(rules.MemberTypes[m.Type], m.Name, c.Offsets[i])
	}
	l.setWhole(size)
	return l
}

// littleEndian reports whether numbers in memory have the byte order of the file.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// setWhole sets whole if a value of this size can be copied to and from the file as it is in memory.
func (l *layout) setWhole(size uintptr) {
	next := uintptr(0)
	for _, f := range l.fields {
		width := uintptr(widths[f.kind])
		if f.offset != next || f.step != width || f.kind == kindText || f.kind == kindBool || f.kind == kindEntity ||
			f.kind == kindHandle {
			return
		}
		next += width * uintptr(f.count)
	}
	if next == size && l.complete && littleEndian {
		l.whole = size
	}
}

func (l *layout) add(t reflect.Type, path string, offset uintptr) {
	switch k := kindOf(t); {
	case len(l.fields) >= maxFields:
		l.complete = false
	case k != 0:
		l.fields = append(l.fields, field{path, k, 1, offset, t.Size()})
	case t.Kind() == reflect.Array:
		l.addArray(t, path, offset)
	case t.Kind() == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name == "_" {
				continue
			}
			below := f.Name
			if path != "" {
				below = path + "." + f.Name
			}
			l.add(f.Type, below, offset+f.Offset)
		}
	default:
		l.complete = false
	}
}

// addArray adds an array as one field if each of its elements is one, otherwise element by element.
func (l *layout) addArray(t reflect.Type, path string, offset uintptr) {
	from := len(l.fields)
	if t.Len() == 0 {
		return
	}
	l.add(t.Elem(), path+"[]", offset)
	if len(l.fields) == from+1 && l.fields[from].count == 1 && l.fields[from].offset == offset {
		l.fields[from].count, l.fields[from].step = t.Len(), t.Elem().Size()
		return
	}
	l.fields = l.fields[:from]
	for i := range t.Len() {
		l.add(t.Elem(), path+"["+strconv.Itoa(i)+"]", offset+uintptr(i)*t.Elem().Size())
	}
}

// append writes one value.
func (l *layout) append(to []byte, value unsafe.Pointer) []byte {
	for i := range l.fields {
		f := &l.fields[i]
		for k := range f.count {
			to = f.kind.append(to, unsafe.Add(value, f.offset+uintptr(k)*f.step))
		}
	}
	return to
}

func (k kind) append(to []byte, at unsafe.Pointer) []byte {
	switch k { //nolint:exhaustive // the others lie in memory as in the file
	case kindText:
		return appendText(to, *(*string)(at))
	case kindInt:
		v := int64(*(*int)(at))
		at = unsafe.Pointer(&v)
	case kindUint:
		v := uint64(*(*uint)(at))
		at = unsafe.Pointer(&v)
	}
	to = append(to, k.bytes(at)...)
	k.swap(to[len(to)-widths[k]:])
	return to
}

// bytes returns the bytes of a value in memory.
func (k kind) bytes(at unsafe.Pointer) []byte { return unsafe.Slice((*byte)(at), widths[k]) }

// swap reverses the bytes of a value's numbers if memory is not little-endian.
func (k kind) swap(b []byte) {
	if littleEndian {
		return
	}
	if k == kindC64 || k == kindC128 {
		slices.Reverse(b[:len(b)/2])
		b = b[len(b)/2:]
	}
	slices.Reverse(b)
}

// read sets one value from the file.
func (l *layout) read(d *decoder, value unsafe.Pointer, entity func(store.Entity) store.Entity) {
	for i := range l.fields {
		f := &l.fields[i]
		for k := range f.count {
			f.kind.read(d, unsafe.Add(value, f.offset+uintptr(k)*f.step), entity)
		}
	}
}

func (k kind) read(d *decoder, at unsafe.Pointer, entity func(store.Entity) store.Entity) {
	if k == kindText {
		*(*string)(at) = d.text()
		return
	}
	b := d.bytes(widths[k])
	if d.err != nil {
		return
	}
	switch k { //nolint:exhaustive // the others lie in memory as in the file
	case kindBool:
		if b[0] > 1 {
			d.fail("a bool is neither 0 nor 1")
		}
		*(*bool)(at) = b[0] == 1
	case kindInt:
		v := int64(binary.LittleEndian.Uint64(b))
		if int64(int(v)) != v {
			d.refuse(spec.Errorf(spec.CodeInvalid, "the int %d does not fit into the 32 bits of an int of this program; load the file in a 64-bit program", v))
		}
		*(*int)(at) = int(v)
	case kindUint:
		v := binary.LittleEndian.Uint64(b)
		if uint64(uint(v)) != v {
			d.refuse(spec.Errorf(spec.CodeInvalid, "the uint %d does not fit into the 32 bits of a uint of this program; load the file in a 64-bit program", v))
		}
		*(*uint)(at) = uint(v)
	case kindEntity:
		*(*store.Entity)(at) = entity(store.Entity(binary.LittleEndian.Uint64(b)))
	default:
		copy(k.bytes(at), b)
		k.swap(k.bytes(at))
	}
}

// fit returns the fields of a file, in the order of the file, with their offsets in the program's
// type. A field that only the type has stays zero. For example, if Armour was added to Hull after
// the file was saved, it is 0.
func (l *layout) fit(file []field) (layout, *spec.Error) {
	known := map[string]field{}
	for _, f := range l.fields {
		known[f.path] = f
	}
	out := layout{complete: true}
	same := len(file) == len(l.fields)
	for i, f := range file {
		have, ok := known[f.path]
		if !ok || have.kind != f.kind || have.count != f.count {
			return out, spec.Errorf(spec.CodeInvalid,
				"the file has a field %q, and the program's type has none of that name and type; add the field, "+
					"or read the values with a FileCodec", f.path)
		}
		out.fields = append(out.fields, have)
		same = same && l.fields[i].path == f.path
	}
	if same {
		out.whole = l.whole
	}
	return out, nil
}
