package compare

import "github.com/relspec/relspec/spec"

// Exhausted reports whether one side refused as too much work, or as too long, an operation that
// the other answered (limits.work).
func Exhausted(want, got *spec.Outcome) bool {
	return IsExhausted(want) && got.Err == nil || IsExhausted(got) && want.Err == nil
}

// IsExhausted reports that an engine refused an operation because the answer takes too much work or
// room (limits.work).
func IsExhausted(o *spec.Outcome) bool {
	return o.Err != nil && o.Err.Code == spec.CodeLimit && o.Err.Exhausted
}

// Broken reports whether an engine crashed, gave no answer in time, or gave garbage.
func Broken(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code.IsHarness() }

// IsUnsupported reports that an engine does not have what an operation needs.
func IsUnsupported(o *spec.Outcome) bool { return o.Err != nil && o.Err.Code == spec.CodeUnsupported }
