package scenario_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func scenarioOf(t *testing.T, steps string) scenario.Scenario {
	t.Helper()
	all, err := scenario.Parse("a.feature", "@profile:flecs-3\nFeature: f\n\n  @a-1\n  Scenario: s\n"+steps)
	require.NoError(t, err)
	require.Len(t, all, 1)
	return all[0]
}

// fewCapabilities returns the capabilities of an engine without names and query text.
func fewCapabilities() spec.Info {
	query := []spec.Capability{spec.CapQuery, spec.CapNot}
	return spec.Info{Capabilities: map[string][]spec.Capability{
		"world": {spec.CapEntities, spec.CapPairs, spec.CapDump}, "filter": query, "cached": query, "rule": query,
	}}
}

func TestPortableScenarios(t *testing.T) {
	tests := []struct{ name, steps, want string }{
		{"names like handles are removed", "Given an entity Bob", `{"op":"entity","entity":"Bob"}`},
		{"other names stay", "Given an entity Bob named \"Robert\"", `{"op":"entity","entity":"Bob","name":"Robert"}`},
		{
			"texts become terms", "Given a tag T\nWhen a rule queries \"T, !T\"",
			`{"op":"entity","entity":"T"} {"op":"query","terms":[{"first":"T"},{"oper":"not","first":"T"}],"kind":"rule"}`,
		},
		{
			"names stand for handles", "Given a tag T named \"Tag\"\nWhen a filter queries \"Tag\"",
			`{"op":"entity","entity":"T","name":"Tag"} {"op":"query","terms":[{"first":"T"}],"kind":"filter"}`,
		},
		{
			"builtins are known", "When a rule queries \"(ChildOf, *)\"",
			`{"op":"query","terms":[{"first":"ChildOf","second":"*"}],"kind":"rule"}`,
		},
		{
			"traversals too", "Given a tag T\nAnd a relationship R\nWhen a rule queries \"T(self|up(R))\"",
			`{"op":"entity","entity":"T"} {"op":"entity","entity":"R"} {"op":"query","terms":[{"first":"T","src":{"trav":{"flags":["self","up"],"rel":"R"}}}],"kind":"rule"}`,
		},
		{"unknown names stay", "When a rule queries \"Nobody\"", `{"op":"query","expr":"Nobody","kind":"rule"}`},
		{"wrong texts stay", "When a rule queries \"T(\"", `{"op":"query","expr":"T(","kind":"rule"}`},
		{
			"names below a parent are not at the root",
			"Given an entity P\nAnd an entity C below P\nWhen a rule queries \"C\"",
			`{"op":"entity","entity":"P"} {"op":"entity","entity":"C","parent":"P"} {"op":"query","expr":"C","kind":"rule"}`,
		},
		{
			"a renamed entity is not replaced", "Given a tag T\nWhen T is named \"U\"\nAnd a rule queries \"T\"",
			`{"op":"entity","entity":"T"} {"op":"set_name","entity":"T","name":"U"} {"op":"query","expr":"T","kind":"rule"}`,
		},
		{
			"a name of two entities is not replaced",
			"Given a tag T\nAnd a tag U named \"T\"\nWhen a rule queries \"T\"",
			`{"op":"entity","entity":"T"} {"op":"entity","entity":"U","name":"T"} {"op":"query","expr":"T","kind":"rule"}`,
		},
	}
	info := fewCapabilities()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, _ := scenarioOf(t, tt.steps).Portable(info)
			got := ""
			for i, c := range s.Checks {
				line, err := json.Marshal(c.Op)
				require.NoError(t, err)
				if i > 0 {
					got += " "
				}
				got += string(line)
			}
			require.Equal(t, tt.want, got)
		})
	}
}

func TestPortableDoesNotChangeOtherScenarios(t *testing.T) {
	s := scenarioOf(t, "Given a tag T\nWhen a rule queries \"T\"")
	everything := spec.Info{Implementation: "all"}
	same, _ := s.Portable(everything)
	require.Equal(t, s, same)

	texts := fewCapabilities()
	texts.Capabilities["world"] = append(texts.Capabilities["world"], spec.CapNames)
	texts.Capabilities["rule"] = append(texts.Capabilities["rule"], spec.CapText)
	same, _ = s.Portable(texts)
	require.Equal(t, s, same)
}

func TestPortableShowsRemovedNames(t *testing.T) {
	info := fewCapabilities()
	s, named := scenarioOf(t, "Given an entity Bob\nAnd an anonymous entity Eve").Portable(info)
	engine := named(model.New(spec.Flecs3()))
	for _, c := range s.Checks {
		require.Nil(t, engine.Apply(c.Op).Err)
	}
	dump := engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	require.Equal(t, []spec.DumpEntity{{Handle: "Bob", Name: "Bob"}, {Handle: "Eve"}}, dump.Entities)
}
