package compare

import "github.com/relspec/relspec/spec"

// Exhausted reports whether one side refused an operation as too much work, and the other answered
// it (limits.work).
func Exhausted(want, got *spec.Outcome) bool {
	return IsExhausted(want) && got.Err == nil || IsExhausted(got) && want.Err == nil
}

// IsExhausted reports whether an engine refused an operation because the answer takes too much work
// or memory (limits.work).
func IsExhausted(o *spec.Outcome) bool {
	return o.Err != nil && o.Err.Code == spec.CodeLimit && o.Err.Exhausted
}

// Broken reports whether an engine crashed, timed out, or returned garbage.
func Broken(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code.IsHarness() }

// IsUnsupported reports whether an engine refused an operation as unsupported.
func IsUnsupported(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code == spec.CodeUnsupported }
