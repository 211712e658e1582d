package compare

import (
	"math"

	"github.com/relspec/relspec/spec"
)

// sameValue compares component data by member name. Values that came through JSON are untyped:
// whole numbers are I64, and handles are strings. Numbers then compare as numbers, f32 after
// rounding. For example, the f32 0.1 equals the untyped 0.1, although they differ as f64.
func sameValue(want, got spec.Value) bool {
	if len(want) != len(got) || (want == nil) != (got == nil) {
		return false
	}
	for i := range want {
		g := &got[i]
		if g.Name != want[i].Name {
			if g = member(got, want[i].Name); g == nil {
				return false
			}
		}
		if !sameScalar(want[i].Scalar, g.Scalar) {
			return false
		}
	}
	return true
}

func member(v spec.Value, name string) *spec.NamedScalar {
	for i := range v {
		if v[i].Name == name {
			return &v[i]
		}
	}
	return nil
}

func sameScalar(want, got spec.Scalar) bool {
	if want == got {
		return true
	}
	wn, wIsNumber := numeric(want)
	gn, gIsNumber := numeric(got)
	if wIsNumber != gIsNumber {
		return false
	}
	if !wIsNumber {
		if want.IsNull() != got.IsNull() {
			return false
		}
		return want.Type == spec.Bool && got.Type == spec.Bool && want.Bool == got.Bool ||
			isText(want) && isText(got) && want.Text == got.Text
	}
	if want.Type == spec.F32 || got.Type == spec.F32 {
		wn, gn = float64(float32(wn)), float64(float32(gn))
	} else if isInteger(want) && isInteger(got) {
		return want.Int == got.Int
	}
	return wn == gn || math.IsNaN(wn) && math.IsNaN(gn)
}

func isInteger(s spec.Scalar) bool { return s.Type == spec.I32 || s.Type == spec.I64 }

func isText(s spec.Scalar) bool { return s.Type == spec.String || s.Type == spec.Entity }

func numeric(s spec.Scalar) (float64, bool) {
	switch s.Type {
	case spec.F32, spec.F64:
		return s.Num, true
	case spec.I32, spec.I64:
		return float64(s.Int), true
	case spec.Bool, spec.String, spec.Entity:
		return 0, false
	}
	return 0, false
}
