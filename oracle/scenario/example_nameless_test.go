package scenario_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
)

// handlesOnly is an engine without names. It answers unsupported to every operation with a name or
// with query text.
type handlesOnly struct{ world spec.Engine }

func (h handlesOnly) Apply(op spec.Operation) spec.Outcome {
	text := op.Query != nil && op.Query.IsText()
	if text || op.Name != nil || op.Op == spec.OpSetName || op.Op == spec.OpLookup || op.Op == spec.OpPath {
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "there are no names here"))
	}
	return h.world.Apply(op)
}

// declared returns the answer of such an engine to hello: everything except names and text.
func declared() spec.Info {
	var rest []spec.Capability
	for _, c := range spec.Capabilities() {
		if c != spec.CapNames && c != spec.CapScope && c != spec.CapText {
			rest = append(rest, c)
		}
	}
	return spec.Info{Capabilities: map[string][]spec.Capability{
		"world": rest, "filter": rest, "cached": rest,
		"rule": rest,
	}}
}

// An engine without names runs the scenarios that are not about names. Entities are identified by
// their handles.
func ExampleScenario_Portable() {
	all, err := scenario.Parse("ships.feature", `@profile:flecs-3
Feature: Ships

  @ships-1
  Scenario: A ship that is docked somewhere
    Given these facts
      | Rocinante | (DockedTo, Tycho) |
    When a rule queries "(DockedTo, $place)"
    Then the result is, in any order
      | $this     | $place |
      | Rocinante | Tycho  |
`)
	if err != nil {
		panic(err)
	}
	s := all[0]
	fmt.Println(s.Lacks(declared()))
	s, named := s.Portable(declared())
	fmt.Println(s.Lacks(declared()))
	session := scenario.NewSession(named(handlesOnly{model.New(spec.Flecs3())}))
	for _, check := range s.Checks {
		fmt.Println(check.Op.Op, session.Apply(check) == nil)
	}
	// Output:
	// [world: names rule: text]
	// []
	// entity true
	// entity true
	// entity true
	// add true
	// query true
}

// More than a hundred scenarios about properties of relationships pass on an engine without names.
func TestAnEngineWithoutNamesRunsTheScenarios(t *testing.T) {
	all, err := scenario.Load(features.FS)
	require.NoError(t, err)
	passed, properties := 0, 0
	for _, s := range all {
		p, refused := spec.ProfileByName(s.Profile)
		require.Nil(t, refused)
		s, named := s.Portable(declared())
		if len(s.Lacks(declared())) > 0 {
			continue
		}
		session := scenario.NewSession(named(handlesOnly{model.New(p)}))
		for _, check := range s.Checks {
			require.Nil(t, session.Apply(check), s.Key())
		}
		passed++
		if strings.HasPrefix(s.Path, "properties/") {
			properties++
		}
	}
	t.Logf("%d scenarios, %d of them on properties", passed, properties)
	require.Greater(t, properties, 100)
	require.Greater(t, passed, 1000)
}
