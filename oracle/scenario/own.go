package scenario

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Under gives the scenario as an engine that declares a profile of its own is asked it: its
// operations in that profile. It is false for a profile of ours and for one with another base than
// the scenario's. Its statements hold there only where the reference says so: [Run] tells. It costs
// a copy of the checks.
func (s Scenario) Under(p spec.Profile) (Scenario, bool) {
	written, err := spec.ProfileByName(s.Profile)
	if err != nil || p.Own == "" || p.Base != baseOf(written) {
		return s, false
	}
	s.Checks = slices.Clone(s.Checks)
	for i := range s.Checks {
		if op := &s.Checks[i].Op; op.Op == spec.OpReset && (op.Profile == "" || op.Profile == s.Profile) {
			op.Profile = p.Name
		}
	}
	s.Profile = p.Name
	return s, true
}

// OfOwn reports whether the tag of the scenario names a profile of an engine's own, with its fields.
func (s Scenario) OfOwn() bool {
	p, err := spec.ProfileByName(s.Profile)
	return err == nil && p.Own != ""
}

// baseOf is the profile of ours that a profile differs from, or is.
func baseOf(p spec.Profile) string {
	if p.Own == "" {
		return p.Name
	}
	return p.Base
}

// follows reports whether an implementation follows the profile of the scenario. One of an engine's
// own it follows if it declares one with the same base and fields, whatever that is called.
func (s Scenario) follows(info spec.Info) bool {
	if !s.OfOwn() {
		return len(info.Profiles) == 0 || slices.Contains(info.Profiles, s.Profile)
	}
	return slices.ContainsFunc(info.Profiles, func(name string) bool {
		if p, declared := info.OwnNamed(name); declared {
			name = p.Name
		}
		return spec.SameRules(name, s.Profile)
	})
}
