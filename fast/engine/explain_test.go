package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

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
	e := New(spec.Flecs3())
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

// The failing term is the one after which no values are left, even if each term alone has some.
func TestExplainSaysWhichTermFails(t *testing.T) {
	cases := []struct {
		entity spec.Handle
		terms  string
		index  int
		term   string
	}{
		{"Bob", `{"first":"City"}`, 1, "City"},
		{"NewYork", `{"first":"City","oper":"not"}`, 1, "!City"},
		{"Bob", `{"first":"LocatedIn","second":"City"}`, 1, "(LocatedIn, City)"},
		{"NewYork", `{"first":"City","src":"$x"},{"first":"LocatedIn","second":"$x"}`, 1, "City($x)"},
		{
			"NewYork", `{"first":"LocatedIn","second":"$x"},{"first":"LocatedIn","src":"Bob","second":"$x","oper":"not"}`, 2,
			"!LocatedIn(Bob, $x)",
		},
		{
			"Bob", `{"first":"LocatedIn","second":"NewYork"},{"oper":"not","scope":[{"first":"LocatedIn","second":"$x"},{"first":"City","src":"$x"}]}`,
			2, "!{ (LocatedIn, $x), City($x) }",
		},
		{
			"NewYork", `{"first":"LocatedIn","second":"$x"},{"compare":"!=","src":"$x","second":"USA"}`, 2, "$x != USA",
		},
		{"Bob", `{"first":"City","src":"Bob"}`, 1, "City(Bob)"},
	}
	for _, c := range cases {
		x := explain(t, c.entity, c.terms)
		require.Empty(t, x.Matches, c.terms)
		require.Len(t, x.Misses, 1, c.terms)
		miss := x.Misses[0]
		require.Equal(t, c.index, miss.TermNumber, c.terms)
		require.Equal(t, []string{c.term, c.term + " fails for every solution of the terms before it"},
			[]string{miss.Term, miss.Reason.Claim})
	}
}

func TestExplainOfADeadEntityIsRefused(t *testing.T) {
	e := New(spec.Flecs3())
	apply(t, e, city+`
	{"op":"delete","entity":"Bob"}`)
	out := e.Apply(spec.Operation{
		Op: spec.OpExplain, Entity: "Bob",
		Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("City")}}},
	})
	require.Equal(t, spec.CodeNotAlive, out.Err.Code)
}

// A question about one entity does not search the others, so their rows do not count. In the
// reference they do.
func TestExplainSearchesOnlyTheEntityInQuestion(t *testing.T) {
	e := New(spec.Flecs3(), WithLimits(spec.Limits{Rows: 2}))
	apply(t, e, `{"op":"entity","entity":"T"}
		{"op":"entity","entity":"a","ids":["T"]} {"op":"entity","entity":"b","ids":["T"]} {"op":"entity","entity":"c","ids":["T"]}`)
	all := apply(t, e, `{"op":"explain","terms":[{"first":"T"}]}`)
	require.NotNil(t, all.Err)
	require.Equal(t, spec.CodeLimit, all.Err.Code)
	one := apply(t, e, `{"op":"explain","entity":"c","terms":[{"first":"T"}]}`)
	require.Nil(t, one.Err)
	require.Len(t, one.Explanation.Matches, 1)
}
