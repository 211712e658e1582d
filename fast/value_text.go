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

// memberText is the value of a component with members.
func memberText(value spec.Value) string {
	raw, parts := value.Raw(), make([]string, len(value))
	for i, m := range value {
		parts[i] = fmt.Sprintf("%s:%v", m.Name, raw[m.Name])
	}
	return "{" + inOneLine(strings.Join(parts, " ")) + "}"
}

// goText is the value of a Go type in one line. It is the same in every run of a program.
func goText(value any) string {
	text := inOneLine(textOf(reflect.ValueOf(value), textDepth))
	if strings.HasPrefix(text, "{") {
		return text
	}
	return "{" + text + "}"
}

// textDepth is over how many pointers a text follows a value, which may be a cycle.
const textDepth = 8

// textOf is a value as the verb %+v has it, but for addresses: in their place are the values behind them.
func textOf(v reflect.Value, depth int) string {
	if v.IsValid() && v.CanInterface() {
		switch value := v.Interface().(type) {
		case fmt.Formatter, fmt.Stringer, error:
			return fmt.Sprintf("%+v", value)
		}
	}
	if v.IsValid() && v.Type() == reflect.TypeFor[Entity]() { // of an unexported field
		return Entity(v.Uint()).String()
	}
	kind := v.Kind()
	if kind == reflect.Pointer || kind == reflect.Interface || kind == reflect.Func || kind == reflect.Chan || kind == reflect.UnsafePointer {
		return textOfReference(v, depth)
	}
	if kind == reflect.Struct {
		parts := make([]string, v.NumField())
		for i := range parts {
			parts[i] = v.Type().Field(i).Name + ":" + textOf(v.Field(i), depth)
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	if kind == reflect.Slice || kind == reflect.Array {
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = textOf(v.Index(i), depth)
		}
		return "[" + strings.Join(parts, " ") + "]"
	}
	if kind == reflect.Map {
		var parts []string
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, textOf(it.Key(), depth)+":"+textOf(it.Value(), depth))
		}
		slices.Sort(parts)
		return "map[" + strings.Join(parts, " ") + "]"
	}
	return fmt.Sprintf("%+v", v)
}

// textOfReference is a value that leads to another one, or is of no kind that has a text.
func textOfReference(v reflect.Value, depth int) string {
	switch kind := v.Kind(); {
	case v.IsNil():
		return "<nil>"
	case kind == reflect.Interface:
		return textOf(v.Elem(), depth)
	case kind == reflect.Pointer && depth == 0:
		return "&..."
	case kind == reflect.Pointer:
		return "&" + textOf(v.Elem(), depth-1)
	}
	return v.Type().String()
}

// inOneLine writes line breaks and other control characters as Go does in a text.
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
