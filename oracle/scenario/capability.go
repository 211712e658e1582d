package scenario

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Lacks lists the needs of the scenario that an implementation, by its answer to hello, does not
// have: its profile, or capabilities as "world: scope" or "rule: variables". Nil means that the
// scenario can run. An implementation that declares no profiles is taken to have all of ours, and
// one that declares no capabilities to have all of them. A profile of its own it has where it
// declares the same base and fields; [Scenario.Under] gives the scenario in one.
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

// owes reports whether an engine declares all that a check of the scenario needs, so that it may
// not say that it has not got it.
func (s Scenario) owes(profile spec.Profile, engine spec.Engine, check int) bool {
	g := capability.New(profile)
	for i := range check + 1 {
		g.Follow(&s.Checks[i].Op)
	}
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	return hello.Info != nil && g.Owes(&s.Checks[check].Op, hello.Info)
}
