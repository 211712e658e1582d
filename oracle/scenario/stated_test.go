package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestAFindingHasTagsForItsCitations(t *testing.T) {
	trace := spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpEntity, Entity: "a"},
		spec.Operation{Op: spec.OpAlive, Entity: "a"})
	text := scenario.OfFinding(trace, model.New(spec.Flecs3()), 1, "c0ffee", []spec.StatementID{"REL" + "-014"},
		[]string{"entities.dead-element", "cleanup.panic"})
	all, err := scenario.Parse("finding.feature", text)
	require.NoError(t, err, text)
	require.Equal(t, []spec.StatementID{"REL" + "-014"}, all[0].Statements)
	require.Equal(t, []string{"entities.dead-element", "cleanup.panic"}, all[0].Clauses)
}

func TestAFindingAboutTheWorldStatesTheChange(t *testing.T) {
	birth := func(h spec.Handle, ids ...spec.ID) spec.Operation {
		return spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids}
	}
	feature := func(ops ...spec.Operation) string {
		trace := spec.NewTrace("flecs-3", ops...)
		return scenario.OfFinding(trace, model.New(spec.Flecs3()), len(ops)-1, "c0ffee", nil, nil)
	}
	cases := map[string]string{
		feature(birth("R"), birth("a"), birth("b", spec.Pair("R", "a")), spec.Operation{Op: spec.OpDelete, Entity: "R"}): `    When R is deleted
    Then the changes are
      | - | R |        |
      | - | b | (R, a) |
`,
		feature(birth("P"), birth("a", spec.Single("P")), spec.Operation{Op: spec.OpRemove, Entity: "a", ID: spec.Single("*")}): `    When a loses *
    Then the world is unchanged
`,
		feature(birth("P"), birth("a"), spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Single("P")}): `    When a gets P
    Then the changes are
      | + | a | P |
`,
		feature(birth("a")): `    When an anonymous entity a
    Then the changes are
      | + | a |                |
      | + | a | without a name |
`,
	}
	for text, end := range cases {
		require.Contains(t, text, end)
		all, err := scenario.Parse("finding.feature", text)
		require.NoError(t, err, text)
		for _, s := range all {
			report := scenario.Run(s, func(p spec.Profile) spec.Engine { return model.New(p) })
			require.Equal(t, scenario.Passed, report.Status, text+report.Reason)
		}
	}
}
