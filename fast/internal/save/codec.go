package save

import (
	"encoding"
	"encoding/json"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Codec encodes and decodes the values of a Go type with functions of the program.
type Codec struct {
	Encode func(value unsafe.Pointer) ([]byte, error)
	Decode func(data []byte, value unsafe.Pointer) error
}

// Options are the program's options for a file.
type Options struct {
	Codecs   map[reflect.Type]Codec
	Types    map[string]reflect.Type // types of this program, by the names that the file has for them
	Progress func(done, total int)   // called with the number of entities written or read
	Indices  int                     // the maximum number of indices in a file; 0: the default

	// For parts.
	Variables   []string                 // the variables whose values the part contains, besides $this
	LeaveOut    bool                     // skip ids and references to an entity that cannot be found
	MakeMissing bool                     // create an entity that cannot be found
	Below       store.Entity             // the parent of entities without a parent in the part
	Rename      func(name string) string // returns new names for the entities without a parent in the part
}

// Unless the program sets a limit, a file may use MinIndices indices, or IndicesPerEntity for each
// of its entities and numbers if that is more.
const (
	MinIndices       = 1 << 20
	IndicesPerEntity = 64
)

// How values are encoded.
const (
	byNothing = iota // values have no bytes
	byFields
	byJSON
	byCodec
)

// column is the encoding of a component's values.
type column struct {
	by     byte
	layout layout
	goType reflect.Type
	size   uintptr
	codec  Codec
}

// columnOf chooses the encoding of a component's values.
func columnOf(w *rules.World, c *rules.Component, o *Options) (column, *spec.Error) {
	if c.Typ == store.TagType {
		return column{goType: c.GoType}, nil
	}
	goType := w.Store.GoType(c.Typ)
	col := column{by: byFields, goType: goType, size: w.Store.TypeSize(c.Typ)}
	if len(c.Members) > 0 {
		col.layout = fieldsOfMembers(c, col.size)
		return col, nil
	}
	if codec, ok := o.Codecs[goType]; ok {
		col.by, col.codec = byCodec, codec
		return col, nil
	}
	if col.layout = fieldsOf(goType); col.layout.complete && !writesItself(goType) {
		return col, nil
	}
	col.by = byJSON
	if lost := lostInJSON(goType, map[reflect.Type]bool{}); lost != "" {
		return col, spec.Errorf(spec.CodeInvalid,
			"values of type %v cannot be written: JSON would lose %s; give Save and Load a codec for the type (FileCodec)", goType, lost)
	}
	return col, nil
}

// fit makes a column read values with the encoding and the fields of the file.
func (c *column) fit(by byte, fields []field) (err *spec.Error) {
	plain := func(by byte) bool { return by == byFields || by == byJSON }
	if c.by != by && (!plain(c.by) || !plain(by)) {
		return spec.Errorf(spec.CodeInvalid,
			"values of type %v have another encoding in the file; give Load the codec that Save had", c.goType)
	}
	if by == byFields {
		if c.by == byJSON {
			c.layout = fieldsOf(c.goType)
		}
		c.layout, err = c.layout.fit(fields)
	}
	c.by = by
	return err
}

// writesItself reports whether a type has its own JSON or text encoding.
func writesItself(t reflect.Type) bool {
	return implements[json.Marshaler](t) && implements[json.Unmarshaler](t) ||
		implements[encoding.TextMarshaler](t) && implements[encoding.TextUnmarshaler](t)
}

func implements[I any](t reflect.Type) bool {
	i := reflect.TypeFor[I]()
	return t.Implements(i) || reflect.PointerTo(t).Implements(i)
}

// lostInJSON returns the first part of a type that encoding/json would not write or not read back,
// or "" if there is none.
func lostInJSON(t reflect.Type, seen map[reflect.Type]bool) string {
	known := seen[t] || writesItself(t)
	seen[t] = true
	switch kind := t.Kind(); {
	case known:
		return ""
	case kind == reflect.Pointer || kind == reflect.Slice || kind == reflect.Array:
		return lostInJSON(t.Elem(), seen)
	case kind == reflect.Map:
		if lost := lostInJSON(t.Elem(), seen); lost != "" {
			return lost
		}
		switch k := t.Key(); {
		case k.Kind() == reflect.String, k.Kind() >= reflect.Int && k.Kind() <= reflect.Uint64, writesItself(k):
			return ""
		default:
			return "the keys of " + t.String()
		}
	case kind == reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			tag := f.Tag.Get("json")
			if f.Name != "_" && (!f.IsExported() && !f.Anonymous || tag == "-") {
				return "the field " + f.Name + " of " + t.String()
			}
			if lost := lostInJSON(f.Type, seen); lost != "" {
				return lost
			}
		}
		return ""
	case kind == reflect.Interface || kind == reflect.Func || kind == reflect.Chan || kind == reflect.UnsafePointer ||
		kind == reflect.Uintptr || kind == reflect.Complex64 || kind == reflect.Complex128:
		return t.String()
	}
	return ""
}

// append writes one value.
func (c *column) append(to []byte, value unsafe.Pointer) ([]byte, *spec.Error) {
	var data []byte
	var err error
	switch c.by {
	case byFields:
		return c.layout.append(to, value), nil
	case byJSON:
		data, err = json.Marshal(reflect.NewAt(c.goType, value).Interface())
	default:
		data, err = c.codec.Encode(value)
	}
	if err != nil {
		return to, spec.Errorf(spec.CodeInvalid, "a value of type %v cannot be written: %v", c.goType, err)
	}
	return appendText(to, string(data)), nil
}

// read sets one value.
func (c *column) read(d *decoder, value unsafe.Pointer, entity func(store.Entity) store.Entity) {
	if c.by == byFields {
		c.layout.read(d, value, entity)
		return
	}
	data := d.bytes(d.length(1))
	if d.err != nil {
		return
	}
	var err error
	if c.by == byJSON {
		if err = json.Unmarshal(data, reflect.NewAt(c.goType, value).Interface()); err == nil {
			MapEntities(c.goType, value, entity, false)
		}
	} else {
		err = c.codec.Decode(data, value)
	}
	if err != nil {
		d.refuse(spec.Errorf(spec.CodeInvalid,
			"a value of type %v cannot be decoded: %v; load it with the decoder that fits the version that saved it", c.goType, err))
	}
}

// duplicate returns a copy of a value in which entities can be replaced.
func (c *column) duplicate(value unsafe.Pointer) (unsafe.Pointer, *spec.Error) {
	own := reflect.New(c.goType)
	if c.by == byFields {
		own.Elem().Set(reflect.NewAt(c.goType, value).Elem())
		return own.UnsafePointer(), nil
	}
	data, err := json.Marshal(reflect.NewAt(c.goType, value).Interface())
	if err == nil {
		err = json.Unmarshal(data, own.Interface())
	}
	if err != nil {
		return nil, spec.Errorf(spec.CodeInvalid, "a value of type %v cannot be written: %v", c.goType, err)
	}
	return own.UnsafePointer(), nil
}

// holdsEntities reports whether values may contain entities that must be replaced. Entities in
// values of a codec are not.
func (c *column) holdsEntities() bool {
	return (c.by == byFields || c.by == byJSON) && MayMention(c.goType)
}
