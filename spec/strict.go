package spec

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"
)

// ReadJSON reads one JSON value into v with encoding/json, and refuses text that another reader
// could read differently: a key that v does not have, a key in another case ("Op" for "op"), a key
// that occurs twice in an object, and text that is not UTF-8. The error has the code syntax and
// names the key. ReadJSON makes several passes over the text.
func ReadJSON(text []byte, v any) error { return readJSON(text, v, true) }

// ReadOpenJSON is like [ReadJSON] but skips keys that v does not have. Use it for text of other
// versions.
func ReadOpenJSON(text []byte, v any) error { return readJSON(text, v, false) }

func readJSON(text []byte, v any, closed bool) error {
	if err := checkText(text); err != nil {
		return err
	}
	if !json.Valid(text) {
		return notJSON(text)
	}
	keys := keyReader{text: text, closed: closed}
	keys.value(reflect.TypeOf(v))
	if keys.err != nil {
		return keys.err
	}
	err := json.Unmarshal(keys.text, v)
	if coded := (*Error)(nil); err == nil || errors.As(err, &coded) {
		if coded != nil {
			return coded
		}
		return nil
	}
	if typed := (*json.UnmarshalTypeError)(nil); errors.As(err, &typed) {
		return wrongType(typed)
	}
	return Errorf(CodeSyntax, "%s", strings.TrimPrefix(err.Error(), "json: "))
}

// notJSON returns an error that says why text is not one JSON value.
func notJSON(text []byte) *Error {
	d := json.NewDecoder(bytes.NewReader(text))
	var first json.RawMessage
	if err := d.Decode(&first); err != nil {
		return Errorf(CodeSyntax, "the text is not JSON: %s", strings.TrimPrefix(err.Error(), "json: "))
	}
	return Errorf(CodeSyntax, "expected one JSON value, but %.40q follows it", bytes.TrimSpace(text[d.InputOffset():]))
}

func wrongType(err *json.UnmarshalTypeError) *Error {
	want := err.Type
	for want.Kind() == reflect.Pointer {
		want = want.Elem()
	}
	kind := want.Kind().String()
	switch want.Kind() { //nolint:exhaustive // the other kinds have the names of JSON
	case reflect.Bool:
		kind = "boolean"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8,
		reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		kind = "number"
	case reflect.Struct, reflect.Map:
		kind = "object"
	case reflect.Slice, reflect.Array:
		kind = "array"
	}
	// In err.Field, encoding/json also names the embedded structs, which are not in the text. Their
	// names have capitals, unlike our keys.
	path := slices.DeleteFunc(strings.Split(err.Field, "."),
		func(name string) bool { return name == "" || strings.ToLower(name) != name })
	if len(path) == 0 {
		return Errorf(CodeSyntax, "cannot read %s as %s", err.Value, kind)
	}
	return Errorf(CodeSyntax, "%s: cannot read %s as %s", strings.Join(path, "."), err.Value, kind)
}

// checkText refuses bytes that are not UTF-8 and escapes of half a surrogate pair, which
// encoding/json would replace by U+FFFD.
func checkText(text []byte) error {
	if !utf8.Valid(text) {
		return Errorf(CodeSyntax, "the text is not UTF-8")
	}
	for i := bytes.IndexByte(text, '\\'); i >= 0 && i+1 < len(text); {
		size := 2
		if r, ok := unicodeEscape(text[i:]); ok {
			size = 6
			if utf16.IsSurrogate(r) {
				low, _ := unicodeEscape(text[i+6:])
				if utf16.DecodeRune(r, low) == utf8.RuneError {
					return Errorf(CodeSyntax, "%s is half a surrogate pair", text[i:i+6])
				}
				size = 12
			}
		}
		next := bytes.IndexByte(text[i+size:], '\\')
		if next < 0 {
			break
		}
		i += size + next
	}
	return nil
}

// unicodeEscape reads an escape such as \u00e9 at the beginning of text.
func unicodeEscape(text []byte) (r rune, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return rune(n), err == nil
}

// A keyReader checks the keys of a valid JSON text against the type that it is read into.
// encoding/json itself accepts keys in another case, and uses the last of several equal keys.
type keyReader struct {
	text   []byte
	at     int
	closed bool
	copied bool
	err    error
}

// value checks the value at r.at and moves past it. If t is nil, it checks only for repeated keys.
// For example, t is nil for an Unmarshaler, which checks what it reads.
func (r *keyReader) value(t reflect.Type) {
	t = plain(t)
	r.space()
	switch r.text[r.at] {
	case '{':
		r.object(t)
	case '[':
		var element reflect.Type
		if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
			element = t.Elem()
		}
		for r.at++; r.more(']'); {
			r.value(element)
		}
	case '"':
		r.string()
	default:
		for r.at < len(r.text) && !bytes.ContainsRune([]byte(",]} \t\r\n"), rune(r.text[r.at])) {
			r.at++
		}
	}
}

func (r *keyReader) object(t reflect.Type) {
	var fields map[string]reflect.Type
	var element reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct:
		fields = fieldsOf(t)
	case t.Kind() == reflect.Map:
		element = t.Elem()
	}
	seen := map[string]bool{}
	for r.at++; r.more('}'); {
		from := r.at
		key := r.string()
		switch of, known := fields[key]; {
		case seen[key]:
			r.fail("the key %q occurs twice in an object", key)
		case fields == nil:
			r.skipTo(element)
		case known:
			r.skipTo(of)
		case r.closed:
			r.fail("unknown field %q", key)
		default:
			r.hide(from, r.at)
			r.skipTo(nil)
		}
		if r.err != nil {
			return
		}
		seen[key] = true
	}
}

// skipTo checks the value that follows a key.
func (r *keyReader) skipTo(t reflect.Type) {
	r.space()
	r.at++ // the colon
	r.value(t)
}

// hide overwrites a key, so that encoding/json does not match it to a field in another case.
func (r *keyReader) hide(from, to int) {
	if !r.copied {
		r.text, r.copied = bytes.Clone(r.text), true
	}
	for i := from + 1; i < to-1; i++ {
		r.text[i] = '-'
	}
}

// more moves to the next element of an array or object and returns true, or moves past the end and
// returns false.
func (r *keyReader) more(end byte) bool {
	if r.err != nil {
		return false
	}
	r.space()
	if r.text[r.at] == ',' {
		r.at++
		r.space()
	}
	if r.text[r.at] == end {
		r.at++
		return false
	}
	return true
}

// string reads the string at r.at.
func (r *keyReader) string() string {
	from := r.at
	for r.at++; r.text[r.at] != '"'; r.at++ {
		if r.text[r.at] == '\\' {
			r.at++
		}
	}
	r.at++
	inner := r.text[from+1 : r.at-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		return string(inner)
	}
	var s string
	_ = json.Unmarshal(r.text[from:r.at], &s) // the text is valid
	return s
}

func (r *keyReader) space() {
	for r.at < len(r.text) && bytes.IndexByte([]byte(" \t\r\n"), r.text[r.at]) >= 0 {
		r.at++
	}
}

func (r *keyReader) fail(format string, args ...any) {
	r.err = Errorf(CodeSyntax, format, args...)
}

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// plain follows pointers. It returns nil for interfaces and for types that unmarshal themselves.
func plain(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		if t.Implements(unmarshaler) {
			return nil
		}
		t = t.Elem()
	}
	if t == nil || t.Kind() == reflect.Interface || reflect.PointerTo(t).Implements(unmarshaler) {
		return nil
	}
	return t
}

var fieldCache sync.Map // from reflect.Type of a struct to map[string]reflect.Type

// fieldsOf lists the keys of a struct with the types of their values.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	if known, ok := fieldCache.Load(t); ok {
		return known.(map[string]reflect.Type)
	}
	fields := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "" {
			name = f.Name
		}
		if f.IsExported() && f.Tag.Get("json") != "-" && !f.Anonymous {
			fields[name] = f.Type
		}
	}
	fieldCache.Store(t, fields)
	return fields
}

// reason returns the message of an error without its code.
func reason(err error) string {
	if coded := (*Error)(nil); errors.As(err, &coded) {
		return coded.Message
	}
	return err.Error()
}

// CheckUTF8 returns an error with code syntax if text is not UTF-8. The message names the first
// such line, from 1.
func CheckUTF8(text []byte) *Error {
	if utf8.Valid(text) {
		return nil
	}
	n := 0
	for line := range bytes.Lines(text) {
		if n++; !utf8.Valid(line) {
			break
		}
	}
	return Errorf(CodeSyntax, "line %d: the text is not UTF-8", n)
}
