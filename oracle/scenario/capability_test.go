package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestScenariosNeedDeclaredCapabilities(t *testing.T) {
	s := only(t, `@profile:flecs-4
Feature: F
@f-1
Scenario: S
Given these facts
| a | (R, b) |
When a rule queries "(R, $x), !T($x)", with $x = b
And a cached query queries "(R, *)"
Then it fails with unsupported
Given a cached query q is prepared for "T"
When query q is iterated, with values
`)
	require.Nil(t, s.Lacks(spec.Info{}))
	require.Equal(t, []string{"profile flecs-4"}, s.Lacks(spec.Info{Profiles: []string{"flecs-3"}}))
	require.Equal(t, []string{"world: pairs", "rule: preset", "rule: variables", "cached: field_values"},
		s.Lacks(spec.Info{
			Profiles: []string{"flecs-3", "flecs-4"},
			Capabilities: map[string][]spec.Capability{
				"world":  {spec.CapEntities, spec.CapNames},
				"rule":   {spec.CapQuery, spec.CapText, spec.CapNot},
				"cached": {spec.CapQuery, spec.CapText, spec.CapPrepared},
			},
		}))
}

// A scenario of an own profile runs on engines that declare the same fields of the same base. A
// scenario of the base runs in the own profile under its name.
func TestScenariosOfOwnProfiles(t *testing.T) {
	s := only(t, `@profile:zero=flecs-3+dead_target:zero
Feature: F
@f-1
Scenario: S
Given Bob gets (Likes, Alice)
When Alice is deleted
Then Bob has Likes
`)
	require.Equal(t, "f-1 (zero)", s.Key())
	declared := func(base string, fields map[string]spec.FieldValue) spec.Info {
		return spec.Info{
			Profiles: []string{"flecs-3", "theirs"},
			Own:      []spec.OwnProfile{{Name: "theirs", Base: base, Fields: fields}},
		}
	}
	zero := map[string]spec.FieldValue{"dead_target": "zero"}
	require.True(t, s.OfOwn())
	require.Nil(t, s.Lacks(declared("flecs-3", zero)))
	require.Equal(t, []string{"profile zero=flecs-3+dead_target:zero"}, s.Lacks(spec.Info{}), "all built-in profiles")
	require.NotNil(t, s.Lacks(declared("flecs-4", zero)))
	require.NotNil(t, s.Lacks(declared("flecs-3", map[string]spec.FieldValue{"dead_target": "zero", "panic": "held"})))

	s = only(t, "@profile:flecs-3\nFeature: F\n@f-1\nScenario: S\nGiven the world is reset\nAnd the world is reset as flecs-4\nThen Bob is not alive\n")
	require.False(t, s.OfOwn())
	require.Nil(t, s.Lacks(spec.Info{}))
	info := declared("flecs-3", zero)
	require.Nil(t, info.ResolveOwn())
	theirs, err := spec.ProfileByName(info.Profiles[1])
	require.Nil(t, err)
	asked, is := s.Under(theirs)
	require.True(t, is)
	require.Equal(t, []string{theirs.Name, "flecs-4", "", ""}, profilesOf(asked))
	require.Equal(t, []string{"", "flecs-4", "", ""}, profilesOf(s), "the scenario must not change")
	require.Equal(t, "f-1 (theirs)", asked.Key())
	_, is = s.Under(spec.Flecs3())
	require.False(t, is, "a built-in profile")
	theirs.Base = "flecs-4"
	_, is = s.Under(theirs)
	require.False(t, is, "another base")
}

func profilesOf(s scenario.Scenario) []string {
	var out []string
	for i := range s.Checks {
		out = append(out, s.Checks[i].Op.Profile)
	}
	return out
}
