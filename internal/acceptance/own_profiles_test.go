package acceptance_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// differs is a world in which a field of an own profile matters: the answer to the last operation
// differs between the base and the value of the field.
type differs struct {
	base, field, value string
	operations         string
	before, after      string
}

var ownFields = []differs{
	{
		"flecs-3", "self_pairs", "refuse",
		`{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"add","entity":"a","id":["R","a"]}`, "ok",
		"refused: invalid",
	},
	{"flecs-3", "multi_target", "no", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"entity","entity":"e","ids":[["R","a"]]}
		{"op":"add","entity":"e","id":["R","b"]} {"op":"ids","entity":"e"}`, "{(R, a), (R, b)}", "{(R, b)}"},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"e","ids":[["R","a"]]} {"op":"delete","entity":"a"}
		{"op":"ids","entity":"e"}`, "{}", "{R}"},
	{"flecs-3", "dead_target", "zero", `{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"entity","entity":"a"} {"op":"entity","entity":"e"}
		{"op":"set","entity":"e","id":["C","a"],"value":{"n":7}} {"op":"delete","entity":"a"} {"op":"get","entity":"e","id":"C"}`, "none", "{n=7}"},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"b"} {"op":"entity","entity":"e","ids":[["R","a"]]}
		{"op":"delete","entity":"a"} {"op":"add","entity":"e","id":["R","b"]} {"op":"remove","entity":"e","id":["R","b"]} {"op":"ids","entity":"e"}`, "{}", "{}"},
	// All targets are deleted at once. The value of the last pair in type order remains, and the
	// relationship is enabled again.
	{"flecs-3", "dead_target", "zero", `{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"entity","entity":"T"} {"op":"entity","entity":"a","ids":["T"]} {"op":"entity","entity":"b","ids":["T"]}
		{"op":"entity","entity":"e"} {"op":"set","entity":"e","id":["C","b"],"value":{"n":2}} {"op":"set","entity":"e","id":["C","a"],"value":{"n":1}} {"op":"set","entity":"e","id":"C","value":{"n":3}}
		{"op":"disable","entity":"e","id":"C"} {"op":"delete_with","id":"T"} {"op":"query","terms":[{"first":"C"}],"values":true}`, "{}", "{$this=e  C {n=2}}"},
	{"flecs-3", "dead_target", "zero", `{"op":"component","entity":"C","members":[["n","i32"]]} {"op":"add","entity":"C","id":"PairIsTag"} {"op":"entity","entity":"a"} {"op":"entity","entity":"e","ids":[["C","a"],"C"]}
		{"op":"set","entity":"e","id":"C","value":{"n":3}} {"op":"delete","entity":"a"} {"op":"get","entity":"e","id":"C"}`, "{n=3}", "{n=0}"},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R","ids":["Exclusive","DontFragment"]} {"op":"entity","entity":"a"} {"op":"entity","entity":"e","ids":[["R","a"]]} {"op":"delete","entity":"a"}
		{"op":"ids","entity":"e"}`, "{}", "{R}"},
	{"flecs-3", "dead_target", "zero", `{"op":"entity","entity":"R"} {"op":"entity","entity":"a"} {"op":"entity","entity":"e","ids":[["R","a"],["a","R"],["ChildOf","a"]]} {"op":"entity","entity":"f","ids":[["R","a"],["a","R"]]}
		{"op":"delete","entity":"a"} {"op":"ids","entity":"f"}`, "{}", "{R}"},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":[["OnDelete","Panic"]]} {"op":"delete","entity":"T"}`, "refused: policy", "ok"},
	{"flecs-3", "panic_cascade", "ignore", `{"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["ChildOf","a"],["OnDelete","Panic"]]} {"op":"delete","entity":"a"}`, "refused: policy", "ok"},
	{"flecs-3", "panic_cascade", "ignore", `{"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["ChildOf","a"],["OnDelete","Panic"]]} {"op":"delete","entity":"b"}`, "refused: policy", "refused: policy"},
	{"flecs-3", "panic_cascade", "ignore", `{"op":"entity","entity":"R","ids":["Union",["OnDeleteTarget","Panic"]]} {"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["ChildOf","a"]]} {"op":"entity","entity":"c","ids":[["R","b"]]} {"op":"delete","entity":"a"}`, "refused: policy", "ok"},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":[["OnDelete","Panic"]]} {"op":"entity","entity":"a","ids":["T"]} {"op":"delete","entity":"T"}`, "refused: policy", "refused: policy"},
	{"flecs-3", "panic", "held", `{"op":"entity","entity":"T","ids":["Union",["OnDelete","Panic"]]} {"op":"entity","entity":"a","ids":[["T","T"]]} {"op":"delete","entity":"T"}`, "refused: policy", "refused: policy"},
	{"flecs-3", "panic_relationship", "held", `{"op":"entity","entity":"R","ids":[["OnDeleteTarget","Panic"]]} {"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["R","a"]]} {"op":"delete","entity":"R"}`, "ok", "refused: policy"},
	{"flecs-3", "panic_relationship", "held", `{"op":"entity","entity":"R","ids":["Union",["OnDeleteTarget","Panic"]]} {"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["R","a"]]} {"op":"delete","entity":"R"}`, "ok", "refused: policy"},
	{"flecs-3", "panic_relationship", "held", `{"op":"entity","entity":"R","ids":[["OnDeleteTarget","Panic"]]} {"op":"entity","entity":"b","ids":["R"]} {"op":"delete","entity":"R"}`, "ok", "ok"},
	{"flecs-3", "optional_alone", "none", `{"op":"entity","entity":"A"} {"op":"query","terms":[{"first":"A","oper":"optional"}]}`, "{$this=A  -}", "{}"},
	{
		"flecs-3", "prefab_children", "own",
		`{"op":"entity","entity":"p","ids":["Prefab"]} {"op":"entity","entity":"c","parent":"p"} {"op":"has","entity":"c","id":"Prefab"}`, "true", "false",
	},
	{"flecs-3", "instantiation", "DontInherit", `{"op":"entity","entity":"P"} {"op":"entity","entity":"a","ids":["P"]} {"op":"entity","entity":"b","ids":[["IsA","a"]]}
		{"op":"has","entity":"b","id":"P"}`, "true", "false"},
	{"tecs", "only_not", "no", `{"op":"entity","entity":"a"} {"op":"query","terms":[{"first":"ChildOf","oper":"not"}]}`, "{$this=a}", "{}"},
	{"tecs", "only_not", "no", `{"op":"entity","entity":"a"} {"op":"query","terms":[]}`, "{$this=a}", "{}"},
	{
		"tecs", "dead_entities", "refuse",
		`{"op":"entity","entity":"a"} {"op":"delete","entity":"a"} {"op":"has","entity":"a","id":"ChildOf"}`, "false", "refused: not_alive",
	},
	{
		"tecs", "dead_entities", "refuse",
		`{"op":"entity","entity":"a"} {"op":"delete","entity":"a"} {"op":"delete","entity":"a"}`, "ok", "refused: not_alive",
	},
	{"tecs", "staged_entities", "at-once", `{"op":"defer_begin"} {"op":"entity","entity":"a"} {"op":"alive","entity":"a"}`, "false", "true"},
	{"tecs", "staged_entities", "at-once", `{"op":"observe","as":"o","monitor":true,"terms":[{"first":"ChildOf","oper":"not"}]}
		{"op":"defer_begin"} {"op":"entity","entity":"a"} {"op":"events"}`, "0 events", "1 event"},
	{"tecs", "staged_values", "at-end", `{"op":"component","entity":"P","members":[["x","f32"]]} {"op":"entity","entity":"a","ids":["P"]} {"op":"defer_begin"}
		{"op":"set","entity":"a","id":"P","value":{"x":2}} {"op":"get","entity":"a","id":"P"}`, "{x=2}", "{x=0}"},
	{"tecs", "scope_events", "each", `{"op":"component","entity":"P"} {"op":"entity","entity":"a","ids":["P"]} {"op":"observe","as":"o","monitor":true,"terms":[{"first":"P"}]} {"op":"defer_begin"}
		{"op":"remove","entity":"a","id":"P"} {"op":"set","entity":"a","id":"P"} {"op":"entity","entity":"b","ids":["P"]} {"op":"defer_end"} {"op":"events"}`, "1 event", "3 events"},
	{"tecs", "restore_events", "no", `{"op":"component","entity":"P"} {"op":"entity","entity":"a","ids":["P"]} {"op":"observe","as":"o","monitor":true,"terms":[{"first":"P"}]}
		{"op":"snapshot","as":"s"} {"op":"restore","as":"s"} {"op":"events"}`, "2 events", "0 events"},
	{"flecs-4", "usage_traits", "yes", `{"op":"entity","entity":"R","ids":["Exclusive"]} {"op":"entity","entity":"a"}
		{"op":"add","entity":"a","id":["R","ChildOf"]}`, "ok", "refused: invalid"},
	{"flecs-4", "number_targets", "yes", `{"op":"entity","entity":"R"} {"op":"add","entity":"R","id":["R","@3"]}`, "refused: unresolved", "ok"},
	{"flecs-4", "on_set", "more", `{"op":"entity","entity":"P"} {"op":"observe","as":"o","terms":[{"first":"P"}],"events":["OnSet"]}
		{"op":"entity","entity":"a","ids":["P"]} {"op":"events"}`, "0 events", "1 event"},
	{"flecs-4", "transitivity", "rule", `{"op":"entity","entity":"R","ids":["Transitive"]} {"op":"entity","entity":"a"} {"op":"entity","entity":"b","ids":[["R","a"]]}
		{"op":"entity","entity":"c","ids":[["R","b"]]} {"op":"query","terms":[{"first":"R","second":"a"}],"kind":"filter"}`, "{$this=b  (R, a);  $this=c  (R, a)}", "{$this=b  (R, a)}"},
	{"flecs-3", "subclasses", "all", `{"op":"entity","entity":"P"} {"op":"entity","entity":"Q","ids":[["IsA","P"]]} {"op":"entity","entity":"a","ids":["Q"]}
		{"op":"query","terms":[{"first":"P"}],"kind":"filter"}`, "{}", "{$this=a  Q}"},
}

func TestFieldsOfOwnProfilesDecide(t *testing.T) {
	for _, d := range slices.Concat(ownFields, fieldsOfDocuments) {
		own := spec.OwnProfile{
			Name: "mine", Base: d.base,
			Fields: map[string]spec.FieldValue{d.field: spec.FieldValue(d.value)},
		}
		mine, err := own.Profile()
		require.Nil(t, err)
		require.Equal(t, "mine="+d.base+"+"+d.field+":"+d.value, mine.Name)
		again, err := spec.ProfileByName(mine.Name)
		require.Nil(t, err)
		require.Equal(t, mine, again, "the name must have all fields")
		base, err := spec.ProfileByName(d.base)
		require.Nil(t, err)
		for _, im := range append(engines.Tested(), engines.StorageChoices()...) {
			require.Equal(t, d.before, lastAnswer(t, im, base, d.operations), "%s in %s", d.field, im.Name)
			require.Equal(t, d.after, lastAnswer(t, im, mine, d.operations), "%s in %s", d.field, im.Name)
		}
	}
}

func lastAnswer(t *testing.T, im oracle.Implementation, p spec.Profile, operations string) string {
	t.Helper()
	engine, err := im.New(p)
	require.NoError(t, err)
	decoder := json.NewDecoder(strings.NewReader(operations))
	var out spec.Outcome
	var last spec.Operation
	for decoder.More() {
		last = spec.Operation{}
		require.NoError(t, decoder.Decode(&last))
		out = engine.Apply(last)
	}
	text := oracle.OutcomeText(out)
	if len(out.Rows) > 0 && last.Batches {
		var batches []int
		for i := range out.Rows {
			batches = append(batches, out.Rows[i].Batch)
		}
		text += fmt.Sprintf(" in batches %v", batches)
	}
	return text
}

func TestEveryFieldHasAWorldInWhichItMatters(t *testing.T) {
	tried := map[string]bool{}
	for _, d := range slices.Concat(ownFields, fieldsOfDocuments) {
		tried[d.field] = tried[d.field] || d.before != d.after
	}
	for _, f := range spec.ProfileFields() {
		require.True(t, tried[f.Key], "no world shows a difference for %s; add one", f.Key)
	}
	require.Len(t, tried, len(spec.ProfileFields()))
}

// Each row in the table of profiles is a field, or follows from the base.
func TestEveryRowOfTheTableIsAField(t *testing.T) {
	ofTheBase := []string{
		"library",      // declared relationships
		"capabilities", // capabilities are in the answer to hello
		// another search: use the base flecs-3-beta
		"every id but DontInherit is found through IsA by substitution",
	}
	var asked []string
	for _, f := range spec.ProfileFields() {
		asked = append(asked, f.Question)
	}
	for _, a := range spec.Flecs3().Answers() {
		require.NotEqual(t, slices.Contains(ofTheBase, a.Question), slices.Contains(asked, a.Question), a.Question)
	}
}

func TestOwnProfilesAreChecked(t *testing.T) {
	for _, tt := range []struct {
		own  string
		want string
	}{
		{`{"name":"mine","base":"flecs-3","fields":{"odd":"yes"}}`, `unknown field "odd"`},
		{`{"name":"mine","base":"flecs-3","fields":{"reflexive":"perhaps"}}`, `is no or yes`},
		{`{"name":"mine","base":"flecs-3","fields":{"transitivity":["filter","odd"]}}`, `all, none, or some of`},
		{`{"name":"mine","base":"flecs-9","fields":{}}`, `the base "flecs-9"`},
		{`{"name":"flecs-3","base":"flecs-3","fields":{}}`, `flecs-3 is built in`},
		{`{"name":"a b","base":"flecs-3","fields":{}}`, `the name "a b"`},
		{`{"name":"mine","base":"tecs","fields":{"reflexive":true}}`, `tecs has no field`},
		{`{"name":"mine","base":"tecs","fields":{"walk_up":0}}`, `a number from 1`},
		{`{"name":"mine","base":"flecs-3","fields":{"walk_up":3}}`, `flecs-3 has no field walk_up`},
		{`{"name":"mine","base":"flecs-3","fields":{"sub":"all"}}`, `flecs-3 has no field sub`},
		{`{"name":"mine","base":"flecs-3","fields":{"without_operations":["reset"]}}`, `operations of the base`},
		{`{"name":"mine","base":"flecs-3","fields":{"without_operations":["define"]}}`, `operations of the base`},
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
	require.Equal(t, "mine=flecs-4+reflexive:no+transitivity:filter+scopes:none", p.Name,
		"what does not differ is left out")
	for _, name := range []string{
		"mine=flecs-3+reflexive", "mine=flecs-3+reflexive:no+reflexive:yes", "=flecs-3",
		"mine=mine=flecs-3", strings.Repeat("x", 5000) + "=flecs-3",
	} {
		_, err := spec.ProfileByName(name)
		require.NotNil(t, err, name)
	}
}
