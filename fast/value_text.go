package fast

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// memberText formats the value of a component with members.
func memberText(value spec.Value) string {
	raw, parts := value.Raw(), make([]string, len(value))
	for i, m := range value {
		parts[i] = fmt.Sprintf("%s:%v", m.Name, raw[m.Name])
	}
	t := valueText{left: textLength}
	return "{" + inOneLine(t.fit(strings.Join(parts, " "))) + "}"
}

// goText formats the value of a Go type in one line. The text is the same in every run of a
// program.
func goText(value any) string {
	t := valueText{left: textLength}
	text := inOneLine(t.of(reflect.ValueOf(value), textDepth))
	if strings.HasPrefix(text, "{") {
		return text
	}
	return "{" + text + "}"
}

const (
	// textDepth is the maximum depth of nested pointers, slices and maps in a text, because they
	// may form a cycle.
	textDepth = 8
	// textLength is the approximate maximum length of a text in bytes.
	textLength = 1 << 16
)

// valueText formats one value.
type valueText struct{ left int } // bytes that may still be written; the rest is cut

const cut = "..."

// of formats a value like the verb %+v, but writes what pointers point to instead of addresses. For
// structs of package fast, such as Component and World, it writes the name of the type.
func (t *valueText) of(v reflect.Value, depth int) string {
	if t.left < 0 {
		return cut
	}
	if v.IsValid() && v.CanInterface() {
		switch value := v.Interface().(type) {
		case fmt.Formatter, fmt.Stringer, error:
			return t.fit(fmt.Sprintf("%+v", value))
		}
	}
	if v.IsValid() && v.Type() == reflect.TypeFor[Entity]() { // an unexported field: Interface would panic
		return t.fit(Entity(v.Uint()).String())
	}
	switch v.Kind() { //nolint:exhaustive // the others have no parts
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return t.ofReference(v, depth)
	case reflect.Struct:
		if v.Type().PkgPath() == reflect.TypeFor[World]().PkgPath() {
			return t.fit(nameOfOurs(v.Type()))
		}
		return "{" + t.list(v.NumField(), func(i int) string {
			return v.Type().Field(i).Name + ":" + t.of(v.Field(i), depth)
		}) + "}"
	case reflect.Array, reflect.Slice:
		if v.Kind() == reflect.Slice {
			depth--
		}
		if depth < 0 && v.Len() > 0 {
			return t.fit("[" + cut + "]")
		}
		return "[" + t.list(v.Len(), func(i int) string { return t.of(v.Index(i), depth) }) + "]"
	case reflect.Map:
		return t.ofMap(v, depth-1)
	}
	return t.fit(fmt.Sprintf("%+v", v))
}

// list formats n parts of a value, or fewer if the text is full.
func (t *valueText) list(n int, part func(i int) string) string {
	var parts []string
	for i := 0; i < n; i++ {
		if t.left--; t.left < 0 {
			parts = append(parts, cut)
			break
		}
		parts = append(parts, part(i))
	}
	return strings.Join(parts, " ")
}

// ofMap formats a map. If the map is too long, ofMap writes no entries, because a random selection
// of them would remain.
func (t *valueText) ofMap(v reflect.Value, depth int) string {
	if depth < 0 && v.Len() > 0 {
		return t.fit("map[" + cut + "]")
	}
	var parts []string
	for it := v.MapRange(); it.Next() && t.left >= 0; t.left -= 2 {
		parts = append(parts, t.of(it.Key(), depth)+":"+t.of(it.Value(), depth))
	}
	if t.left < 0 {
		return "map[" + cut + "]"
	}
	slices.Sort(parts)
	return "map[" + strings.Join(parts, " ") + "]"
}

// ofReference formats an interface or a pointer. For other kinds, such as functions, it writes the
// type.
func (t *valueText) ofReference(v reflect.Value, depth int) string {
	switch kind := v.Kind(); {
	case v.IsNil():
		return t.fit("<nil>")
	case kind == reflect.Interface:
		return t.of(v.Elem(), depth)
	case kind == reflect.Pointer && depth == 0:
		return t.fit("&" + cut)
	case kind == reflect.Pointer:
		return "&" + t.of(v.Elem(), depth-1)
	}
	return t.fit(v.Type().String())
}

// fit subtracts the length of a text from t.left, and cuts the text if it is too long.
func (t *valueText) fit(text string) string {
	if t.left -= len(text); t.left < 0 {
		return strings.ToValidUTF8(text[:max(0, len(text)+t.left)], "") + cut
	}
	return text
}

// nameOfOurs returns the name of a type of package fast without the packages of its parameters:
// Component[Health].
func nameOfOurs(t reflect.Type) string {
	name, parameters, generic := strings.Cut(t.Name(), "[")
	if !generic {
		return name
	}
	list := strings.Split(strings.TrimSuffix(parameters, "]"), ",")
	for i, p := range list {
		list[i] = p[strings.LastIndexByte(p, '.')+1:]
	}
	return name + "[" + strings.Join(list, ", ") + "]"
}

// inOneLine writes line breaks and other control characters as escape sequences, such as \n.
func inOneLine(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) {
		return text
	}
	var line strings.Builder
	for _, r := range text {
		if unicode.IsControl(r) {
			line.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			line.WriteRune(r)
		}
	}
	return line.String()
}
