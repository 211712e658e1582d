package scenario

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Lacks returns what the scenario needs and an implementation does not declare in its answer to
// hello: the profile, or capabilities such as "world: scope" or "rule: variables". If the result is
// nil, the scenario can run. An implementation that declares no profiles is assumed to support all
// built-in ones, and one that declares no capabilities to have all of them. It supports an own
// profile if it declares one with the same base and fields; see [Scenario.Under].
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

// mustSupport reports whether an engine declares everything that a check needs. If so, it may not answer
// unsupported.
func (s Scenario) mustSupport(profile spec.Profile, engine spec.Engine, check int) bool {
	g := capability.New(profile)
	for i := range check + 1 {
		g.Follow(&s.Checks[i].Op)
	}
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	return hello.Info != nil && g.MustSupport(&s.Checks[check].Op, hello.Info)
}
