package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

const city = `
	{"op":"entity","entity":"LocatedIn","ids":["Transitive"]}
	{"op":"entity","entity":"City"}
	{"op":"entity","entity":"USA"}
	{"op":"entity","entity":"NewYork","ids":["City",["LocatedIn","USA"]]}
	{"op":"entity","entity":"Bob","ids":[["LocatedIn","NewYork"]]}
	{"op":"entity","entity":"Model","ids":["Prefab","City"]}`

func explain(t *testing.T, entity spec.Handle, terms string) *spec.Explanation {
	e := engine.New(spec.Flecs3())
	apply(t, e, city)
	out := apply(t, e, `{"op":"explain","entity":"`+string(entity)+`","kind":"rule","terms":[`+terms+`]}`)
	return out.Explanation
}

func TestExplainSaysWhatEachTermMatched(t *testing.T) {
	x := explain(t, "Bob", `{"first":"LocatedIn","second":"$place"},{"first":"City","src":"$place"},{"first":"City","oper":"not"}`)
	require.Empty(t, x.Misses)
	require.Len(t, x.Matches, 1)
	claims := []string{}
	for _, term := range x.Matches[0].Terms {
		claims = append(claims, term.Claim)
	}
	require.Equal(t, []string{
		"Bob has (LocatedIn, NewYork)", "NewYork has City, which matches City($place)", "nothing matches City($this)",
	}, claims)
}

func TestExplainSaysWhatFailsFirst(t *testing.T) {
	cases := []struct {
		entity       spec.Handle
		terms        string
		term, reason string
		nearest      string
	}{
		{"Bob", `{"first":"City"}`, "City($this)", "Bob has nothing that matches City($this)", ""},
		{"NewYork", `{"first":"City","oper":"not"}`, "City($this)", "NewYork has what City($this) excludes", ""},
		{"Model", `{"first":"City"}`, "Prefab", "Model has Prefab, and no term names that", ""},
		{
			"Bob", `{"first":"LocatedIn","second":"City"}`, "LocatedIn($this, City)",
			"Bob has nothing that matches LocatedIn($this, City)", "has (LocatedIn, NewYork)",
		},
		{
			"NewYork", `{"first":"LocatedIn","second":"$x"},{"first":"City","src":"$x"}`, "",
			"each term matches by itself, but not with one value for each variable", "",
		},
	}
	for _, c := range cases {
		x := explain(t, c.entity, c.terms)
		require.Empty(t, x.Matches, c.terms)
		require.Len(t, x.Misses, 1, c.terms)
		miss := x.Misses[0]
		require.Equal(t, []string{c.term, c.reason, c.nearest}, []string{miss.Term, miss.Reason.Claim, miss.Nearest})
	}
}

func TestExplainOfADeadEntityIsRefused(t *testing.T) {
	e := engine.New(spec.Flecs3())
	apply(t, e, city+`
	{"op":"delete","entity":"Bob"}`)
	out := e.Apply(spec.Operation{Op: spec.OpExplain, Entity: "Bob", Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("City")}}}})
	require.Equal(t, spec.CodeNotAlive, out.Err.Code)
}
