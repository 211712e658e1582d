package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestScenariosAreGatedByWhatIsDeclared(t *testing.T) {
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
	require.Equal(t, []string{"world: pairs", "rule: preset", "rule: variables", "cached: field_values"}, s.Lacks(spec.Info{
		Profiles: []string{"flecs-3", "flecs-4"},
		Capabilities: map[string][]spec.Capability{
			"world":  {spec.CapEntities, spec.CapNames},
			"rule":   {spec.CapQuery, spec.CapText, spec.CapNot},
			"cached": {spec.CapQuery, spec.CapText, spec.CapPrepared},
		},
	}))
}
