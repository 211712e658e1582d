package scenario

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Lacks returns what the scenario needs and an implementation does not declare in its answer to
// hello: the profile, or capabilities such as "world: scope" or "rule: variables". If the result is
// nil, the scenario can run. If an implementation declares no profiles, Lacks assumes that it
// supports all built-in ones. If it declares no capabilities, Lacks assumes that it has all of
// them. An implementation supports an own profile if it declares one with the same base and fields;
// see [Scenario.Under].
func (s Scenario) Lacks(info spec.Info) []string {
	var lacks []string
	if !s.follows(info) {
		lacks = append(lacks, "profile "+s.Profile)
	}
	if len(info.Capabilities) == 0 {
		return lacks
	}
	profile, err := spec.ProfileByName(s.Profile)
	if err != nil {
		return []string{err.Message}
	}
	g := capability.New(profile)
	for i := range s.Checks {
		check := &s.Checks[i]
		g.Follow(&check.Op)
		if refusal, refused := check.refusal(); refused && refusal.Code == spec.CodeUnsupported {
			continue
		}
		for _, lack := range g.Lacks(&check.Op, &info) {
			if !slices.Contains(lacks, lack) {
				lacks = append(lacks, lack)
			}
		}
	}
	return lacks
}

// mustSupport reports whether an engine declares everything that a check needs. If so, it may not
// answer unsupported.
func (s Scenario) mustSupport(profile spec.Profile, engine spec.Engine, check int) bool {
	g := capability.New(profile)
	for i := range check + 1 {
		g.Follow(&s.Checks[i].Op)
	}
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	return hello.Info != nil && g.MustSupport(&s.Checks[check].Op, hello.Info)
}

// Under returns the scenario in an own profile: its operations run in that profile. ok is false for
// a built-in profile and for a profile with another base. The expectations of the scenario may not
// hold in the own profile; run the scenario on the reference to find out. The checks are copied.
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

// OfOwn reports whether the tag of the scenario names an own profile, with its fields.
func (s Scenario) OfOwn() bool {
	p, err := spec.ProfileByName(s.Profile)
	return err == nil && p.Own != ""
}

// baseOf returns the built-in profile on which a profile is based, or the profile itself.
func baseOf(p spec.Profile) string {
	if p.Own == "" {
		return p.Name
	}
	return p.Base
}

// follows reports whether an implementation supports the profile of the scenario. It supports an
// own profile if it declares one with the same base and fields, under any name.
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
