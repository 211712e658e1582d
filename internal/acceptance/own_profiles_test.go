package acceptance_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// differs is a field of a profile of an engine's own: the last of the operations is answered by the base in one way, and in the
// other by the value.
type differs struct {
	base, field, value string
	operations         string
	before, after      string
	modelAlone         bool // fast refuses such a world
}

var ownFields = []differs{
	{"flecs-3", "self_pairs", "refuse", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"add","entity":"a","id":["R","a"]}`, "ok", "refused: invalid", true},
	{"flecs-3", "multi_target", "no", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"entity","entity":"e","ids":[["R","a"]]}
		{"op":"add","entity":"e","id":["R","b"]} {"op":"ids","entity":"e"}`, "{(R, a), (R, b)}", "{(R, b)}", true},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"e","ids":[["R","a"]]} {"op":"delete","entity":"a"}
		{"op":"ids","entity":"e"}`, "{}", "{R}", true},
	{"flecs-3", "dead_target", "zero", `{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"entity","entity":"a"} {"op":"entity","entity":"e"}
		{"op":"set","entity":"e","id":["C","a"],"value":{"n":7}} {"op":"delete","entity":"a"} {"op":"get","entity":"e","id":"C"}`, "none", "{n=7}", true},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"entity","entity":"e","ids":[["R","a"]]}
		{"op":"delete","entity":"a"} {"op":"add","entity":"e","id":["R","b"]} {"op":"remove","entity":"e","id":["R","b"]} {"op":"ids","entity":"e"}`, "{}", "{}", true},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":[["OnDelete","Panic"]]} {"op":"delete","entity":"T"}`, "refused: policy", "ok", false},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":[["OnDelete","Panic"]]} {"op":"entity","entity":"a","ids":["T"]} {"op":"delete","entity":"T"}`, "refused: policy", "refused: policy", false},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":["Union",["OnDelete","Panic"]]} {"op":"entity","entity":"a","ids":[["T","T"]]} {"op":"delete","entity":"T"}`, "refused: policy", "refused: policy", false},
	{"flecs-3", "properties", "sticky", `{"op":"entity","entity":"R","ids":["Symmetric"]} {"op":"remove","entity":"R","id":"Symmetric"} {"op":"entity","entity":"a"}
		{"op":"entity","entity":"b","ids":[["R","a"]]} {"op":"has","entity":"a","id":["R","b"]}`, "false", "true", true},
	{"flecs-3", "prefab_children", "own", `{"op":"entity","entity":"p","ids":["Prefab"]} {"op":"entity","entity":"c","parent":"p"} {"op":"has","entity":"c","id":"Prefab"}`, "true", "false", false},
	{"flecs-3", "instantiation", "DontInherit", `{"op":"entity","entity":"P"} {"op":"entity","entity":"a","ids":["P"]} {"op":"entity","entity":"b","ids":[["IsA","a"]]}
		{"op":"has","entity":"b","id":"P"}`, "true", "false", false},
	{"flecs-4", "transitivity", "rule", `{"op":"entity","entity":"R","ids":["Transitive"]} {"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["R","a"]]}
		{"op":"entity","entity":"c","ids":[["R","b"]]} {"op":"query","terms":[{"first":"R","second":"a"}],"kind":"filter"}`, "{$this=b  (R, a);  $this=c  (R, a)}", "{$this=b  (R, a)}", false},
	{"flecs-3", "subclasses", "all", `{"op":"entity","entity":"P"} {"op":"entity","entity":"Q","ids":[["IsA","P"]]} {"op":"entity","entity":"a","ids":["Q"]}
		{"op":"query","terms":[{"first":"P"}],"kind":"filter"}`, "{}", "{$this=a  Q}", false},
}

func TestFieldsOfOwnProfilesDecide(t *testing.T) {
	for _, d := range ownFields {
		own := spec.OwnProfile{Name: "mine", Base: d.base, Fields: map[string]spec.FieldValue{d.field: spec.FieldValue(d.value)}}
		mine, err := own.Profile()
		require.Nil(t, err)
		require.Equal(t, "mine="+d.base+"+"+d.field+":"+d.value, mine.Name)
		again, err := spec.ProfileByName(mine.Name)
		require.Nil(t, err)
		require.Equal(t, mine, again, "the name says all of it")
		base, err := spec.ProfileByName(d.base)
		require.Nil(t, err)
		for _, im := range []oracle.Implementation{engines.Model(), engines.Fast()} {
			require.Equal(t, d.before, lastAnswer(t, im.Name, base, d.operations), "%s in %s", d.field, im.Name)
			if d.modelAlone && im.Name == "fast" {
				continue
			}
			require.Equal(t, d.after, lastAnswer(t, im.Name, mine, d.operations), "%s in %s", d.field, im.Name)
		}
		if d.modelAlone {
			engine, err := engines.Fast().New(base)
			require.NoError(t, err)
			out := engine.Apply(spec.Operation{Op: spec.OpReset, Profile: mine.Name})
			require.NotNil(t, out.Err)
			require.Equal(t, spec.CodeUnsupported, out.Err.Code)
		}
	}
}

func lastAnswer(t *testing.T, name string, p spec.Profile, operations string) string {
	t.Helper()
	im := engines.Model()
	if name == "fast" {
		im = engines.Fast()
	}
	engine, err := im.New(p)
	require.NoError(t, err)
	decoder := json.NewDecoder(strings.NewReader(operations))
	var out spec.Outcome
	for decoder.More() {
		var op spec.Operation
		require.NoError(t, decoder.Decode(&op))
		out = engine.Apply(op)
	}
	return oracle.OutcomeText(out)
}

func TestEveryFieldThatDiffersIsTried(t *testing.T) {
	tried := map[string]bool{}
	for _, d := range ownFields {
		tried[d.field] = true
	}
	for _, key := range []string{"self_pairs", "multi_target", "dead_target", "panic", "properties", "prefab_children", "instantiation", "transitivity", "subclasses"} {
		require.True(t, tried[key], key)
	}
}

func TestOwnProfilesAreChecked(t *testing.T) {
	for _, tt := range []struct {
		own  string
		want string
	}{
		{`{"name":"mine","base":"flecs-3","fields":{"odd":"yes"}}`, `no field "odd"`},
		{`{"name":"mine","base":"flecs-3","fields":{"reflexive":"perhaps"}}`, `is no or yes`},
		{`{"name":"mine","base":"flecs-3","fields":{"transitivity":["filter","odd"]}}`, `all, none, or some of`},
		{`{"name":"mine","base":"flecs-9","fields":{}}`, `the base "flecs-9"`},
		{`{"name":"flecs-3","base":"flecs-3","fields":{}}`, `one of ours`},
		{`{"name":"a b","base":"flecs-3","fields":{}}`, `the name "a b"`},
		{`{"name":"mine","base":"tecs","fields":{"reflexive":true}}`, `tecs has no field`},
	} {
		var own spec.OwnProfile
		require.NoError(t, json.Unmarshal([]byte(tt.own), &own))
		_, err := own.Profile()
		require.NotNil(t, err, tt.own)
		require.Contains(t, err.Message, tt.want)
	}
	var own spec.OwnProfile
	require.NoError(t, json.Unmarshal([]byte(`{"name":"mine","base":"flecs-4","fields":{"reflexive":false,"transitivity":["filter"],"scopes":[],"instantiation":"Override"}}`), &own))
	p, err := own.Profile()
	require.Nil(t, err)
	require.Equal(t, "mine=flecs-4+reflexive:no+transitivity:filter+scopes:none", p.Name, "what does not differ is left out")
	for _, name := range []string{"mine=flecs-3+reflexive", "mine=flecs-3+reflexive:no+reflexive:yes", "=flecs-3", "mine=mine=flecs-3", strings.Repeat("x", 5000) + "=flecs-3"} {
		_, err := spec.ProfileByName(name)
		require.NotNil(t, err, name)
	}
}
