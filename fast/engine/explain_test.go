package engine

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
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

const museum = `
	{"op":"entity","entity":"In","name":"In","ids":["Transitive"]}
	{"op":"entity","entity":"Likes","name":"Likes"}
	{"op":"entity","entity":"Art","name":"Art"}
	{"op":"entity","entity":"Painting","name":"Painting","ids":[["IsA","Art"]]}
	{"op":"entity","entity":"USA","name":"USA"}
	{"op":"entity","entity":"NYC","name":"NYC","ids":[["In","USA"],"Painting"]}
	{"op":"entity","entity":"Base","name":"Base","ids":["Painting"]}
	{"op":"entity","entity":"Mona","name":"Mona","ids":[["IsA","Base"],["In","NYC"]]}
	{"op":"entity","entity":"kid","name":"kid","ids":[["ChildOf","Mona"],["Likes","Base"],["Likes","NYC"]]}`

func TestExplainCitesWhatDecides(t *testing.T) {
	cases := []struct {
		profile       spec.Profile
		entity, terms string
		claims, cites string
	}{
		{spec.Flecs3(), "NYC", "Painting", "NYC has Painting", "QRY-109"},
		{spec.Flecs3(), "NYC", "Art", "NYC has Painting; Painting stands for Art", "QRY-109 QRY-581"},
		{spec.Flecs3(), "kid", "(Likes, *)", "kid has (Likes, Base)|kid has (Likes, NYC)", "QRY-133"},
		{
			spec.Flecs3(), "Mona", "Painting", "Base has Painting, which matches Painting($this), a base of Mona",
			"QRY-109 REL-088",
		},
		{
			spec.Flecs3(), "kid", "Painting(parent)", "Base has Painting, which matches Painting($this up ChildOf), found from kid",
			"QRY-109 QRY-365",
		},
		{spec.Flecs3(), "Mona", "(In, USA)", "Mona has (In, USA), which follows", "QRY-109 QRY-592"},
		{spec.Flecs3(), "Base", "(IsA, Base)", "Base has (IsA, Base), as everything has", "QRY-109 QRY-609"},
		{spec.Flecs3(), "NYC", "Likes", "NYC has nothing that matches Likes", "QRY-109"},
		{spec.Flecs3(), "NYC", "!Painting", "NYC has what !Painting excludes", "QRY-234"},
		{spec.Flecs3(), "kid", "(Likes, $x), $x != Base", "$x != Base holds|kid has (Likes, NYC)", "QRY-109 QRY-257"},
		{
			spec.Flecs3(), "NYC", "?(Likes, $x), $x != Base",
			"$x != Base uses $x, which is not set|Likes($this, $x) is not set", "QRY-243 QRY-257",
		},
		{spec.Flecs3Beta(), "NYC", "Painting", "NYC has Painting", "SET-153"},
		{spec.Flecs3Beta(), "NYC", "Art", "NYC has Painting; Painting stands for Art", "SET-153 SET-218 SET-268"},
		{spec.Flecs3Beta(), "Mona", "(In, USA)", "Mona has (In, NYC); NYC leads to USA", "SET-162 SET-256"},
		{spec.Flecs3Beta(), "kid", "(Likes, Art)", "kid has nothing that matches (Likes, Art)", "SET-109"},
		{spec.Flecs3Beta(), "kid", "(Likes, Painting)", "kid has nothing that matches (Likes, Painting)", "SET-109"},
		{spec.Flecs3Beta(), "kid", "(Likes, $x)", "kid has (Likes, Base)|kid has (Likes, NYC)", "SET-201"},
		{
			spec.Flecs3Beta(), "Mona", "Painting", "Base has Painting, which matches Painting($this), a base of Mona",
			"SET-153 SET-278",
		},
		{
			spec.Flecs3Beta(), "kid", "In(super(ChildOf), NYC)",
			"Mona has (In, NYC), which matches In($this, NYC), found from kid", "SET-162 SET-222",
		},
		{spec.Flecs3Beta(), "NYC", "!Painting", "NYC has what !Painting excludes", "SET-118"},
		{spec.Flecs3Beta(), "kid", "!Painting", "nothing matches Painting($this)", "SET-118"},
		{
			spec.Flecs3Beta(), "kid", "(Likes, NYC), ?Painting", "Painting($this) is not set|kid has (Likes, NYC)",
			"SET-124 SET-162",
		},
	}
	for _, c := range cases {
		e := New(c.profile)
		apply(t, e, museum)
		out := apply(t, e, `{"op":"explain","entity":"`+c.entity+`","kind":"rule","expr":"`+c.terms+`"}`)
		var claims, cites []string
		note := func(p spec.Proof) {
			claims = append(claims, p.Claim)
			for _, id := range p.Cites {
				if !slices.Contains(cites, string(id)) {
					cites = append(cites, string(id))
				}
			}
		}
		for _, m := range out.Explanation.Matches {
			for _, term := range m.Terms {
				note(term)
			}
		}
		for _, m := range out.Explanation.Misses {
			note(m.Reason)
		}
		slices.Sort(claims)
		slices.Sort(cites)
		got := strings.Join(slices.Compact(claims), "|") + ": " + strings.Join(cites, " ")
		assert.Equal(t, c.claims+": "+c.cites, got, "%s: %s", c.profile.Name, c.terms)
	}
}

// The failing term is the one after which no values are left, even if each term alone has some.
func TestExplainSaysWhichTermFails(t *testing.T) {
	cases := []struct {
		entity       spec.Handle
		terms        string
		index        int
		term, reason string
		nearest      string
	}{
		{"Bob", `{"first":"City"}`, 1, "City", "Bob has nothing that matches City", ""},
		{"NewYork", `{"first":"City","oper":"not"}`, 1, "!City", "NewYork has what !City excludes", ""},
		{"Model", `{"first":"City"}`, 0, "", "Model has Prefab, and no term names that", ""},
		{
			"Bob", `{"first":"LocatedIn","second":"City"}`, 1, "(LocatedIn, City)",
			"Bob has nothing that matches (LocatedIn, City)", "Bob has (LocatedIn, NewYork)",
		},
		{
			"NewYork", `{"first":"City","src":"$x"},{"first":"LocatedIn","second":"$x"}`, 1, "City($x)",
			"nothing matches City($x)", "",
		},
		{
			"NewYork", `{"first":"LocatedIn","second":"$x"},{"first":"LocatedIn","src":"Bob","second":"$x","oper":"not"}`, 2,
			"!LocatedIn(Bob, $x)", "something matches what !LocatedIn(Bob, $x) excludes", "",
		},
		{
			"Bob", `{"first":"LocatedIn","second":"NewYork"},{"oper":"not","scope":[{"first":"LocatedIn","second":"$x"},{"first":"City","src":"$x"}]}`,
			2, "!{ (LocatedIn, $x), City($x) }", "the terms of !{ (LocatedIn, $x), City($x) } have a solution", "",
		},
		{
			"NewYork", `{"first":"LocatedIn","second":"$x"},{"compare":"!=","src":"$x","second":"USA"}`, 2, "$x != USA",
			"$x != USA does not hold", "",
		},
		{"Bob", `{"first":"City","src":"Bob"}`, 1, "City(Bob)", "nothing matches City(Bob)", ""},
	}
	for _, c := range cases {
		x := explain(t, c.entity, c.terms)
		require.Empty(t, x.Matches, c.terms)
		require.Len(t, x.Misses, 1, c.terms)
		miss := x.Misses[0]
		require.Equal(t, c.index, miss.TermNumber, c.terms)
		require.Equal(t, []string{c.term, c.reason, c.nearest}, []string{miss.Term, miss.Reason.Claim, miss.Nearest})
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
