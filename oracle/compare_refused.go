package oracle

import "github.com/relspec/relspec/spec"

// exhausted reports whether one side refused as too much work, or as too long, what the other answered (P-80).
func exhausted(want, got *spec.Outcome) bool {
	return isExhausted(want) && got.Err == nil || isExhausted(got) && want.Err == nil
}

func isExhausted(o *spec.Outcome) bool {
	return o.Err != nil && o.Err.Code == spec.CodeLimit && o.Err.Exhausted
}

// broken reports whether an engine crashed, gave no answer in time, or gave garbage.
func broken(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code.IsHarness() }

func isUnsupported(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code == spec.CodeUnsupported }
