package content

import (
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// Properties is a set of reserved properties, with one bit for each row of [spec.Properties].
type Properties uint64

// Has reports whether a property is in the set.
func (s Properties) Has(h spec.Handle) bool { return s&propertyBit[h] != 0 }

// With returns the set with a property added or removed.
func (s Properties) With(h spec.Handle, on bool) Properties {
	if on {
		return s | propertyBit[h]
	}
	return s &^ propertyBit[h]
}

var (
	propertyRows = spec.Properties()
	propertyBit  = func() map[spec.Handle]Properties {
		out := map[spec.Handle]Properties{}
		for i, row := range propertyRows {
			out[row.Handle] = 1 << i
		}
		return out
	}()
)

// propertyFlags returns the flags of properties. For example, the flag of OneOf is named one_of.
func propertyFlags() []featureFlag {
	var out []featureFlag
	for _, row := range propertyRows {
		h := row.Handle
		out = append(out, featureFlag{
			name: snake(h), needs: row.Capability,
			get: func(f *Features) bool { return f.Properties.Has(h) },
			set: func(f *Features, on bool) { f.Properties = f.Properties.With(h, on) },
		})
	}
	return out
}

// snake converts a handle to snake case.
func snake(h spec.Handle) string {
	var b strings.Builder
	for i, r := range string(h) {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
