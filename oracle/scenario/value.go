package scenario

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Values are compared as text. The text omits members that are zero, false, empty or none, sorts
// members by name, and writes numbers in one form. So a value has the same text whether an engine
// knows its type or not, and a scenario needs to name only the members that matter (data.set:
// members not mentioned are zero).

// valueText formats a value from an engine.
func valueText(v spec.Value) string {
	var parts []string
	for _, m := range v {
		if text := scalarText(m.Scalar); text != "" {
			parts = append(parts, nameText(spec.Handle(m.Name))+": "+text)
		}
	}
	slices.Sort(parts)
	return "{" + strings.Join(parts, ", ") + "}"
}

func scalarText(s spec.Scalar) string {
	switch s.Type {
	case spec.F32:
		return numberText(s.Num, 32)
	case spec.F64:
		return numberText(s.Num, 64)
	case spec.I32, spec.I64:
		if s.Int != 0 {
			return strconv.FormatInt(s.Int, 10)
		}
	case spec.Bool:
		if s.Bool {
			return "true"
		}
	case spec.String, spec.Entity:
		if s.Text != "" {
			return strconv.Quote(s.Text)
		}
	}
	return ""
}

func numberText(n float64, bits int) string {
	if n == 0 {
		return ""
	}
	if math.Abs(n) < 1e15 {
		return strconv.FormatFloat(n, 'f', -1, bits)
	}
	return strconv.FormatFloat(n, 'g', -1, bits)
}

// rawNotation formats a value so that [reader.value] reads it back.
func rawNotation(v spec.RawValue) string {
	return "{" + listText(slices.Sorted(maps.Keys(v)), func(name string) string {
		return wordText(name) + ": " + scalarNotation(v[name])
	}) + "}"
}

// scalarNotation formats an element of a value. A list or an object, which no step can state, is
// formatted so that it cannot be read back.
func scalarNotation(raw any) string {
	switch s := raw.(type) {
	case nil:
		return none
	case string:
		return strconv.Quote(s)
	}
	b, _ := json.Marshal(raw)
	return string(b)
}
