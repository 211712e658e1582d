package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/spec"
)

const explained = museum + `
	{"op":"entity","entity":"Next","name":"Next","ids":["Reflexive","Traversable"]}
	{"op":"entity","entity":"End","name":"End"}
	{"op":"add","entity":"NYC","id":["Next","End"]}
	{"op":"add","entity":"Mona","id":["Next","NYC"]}
	{"op":"component","entity":"Pos","name":"Pos","members":[["x","i64"],["at","entity"]]}
	{"op":"set","entity":"Mona","id":"Pos","value":{"x":1,"at":"NYC"}}
	{"op":"entity","entity":"off","name":"off","ids":["Painting","Disabled"]}
	{"op":"entity","entity":"fab","name":"fab","ids":["Painting","Prefab",["Likes","NYC"]]}
	{"op":"entity","entity":"gone"} {"op":"delete","entity":"gone"}`

// What the engine explains of many queries: for each row of all entities the claim of each term with what it cites, and for some entities why they are missing.
func TestExplanationsAreAsBefore(t *testing.T) {
	var lines []string
	proof := func(p spec.Proof) string {
		return fmt.Sprintf("%s %v", p.Claim, p.Cites)
	}
	for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4(), spec.Flecs3Beta()} {
		e := New(profile)
		apply(t, e, explained)
		for _, expr := range []string{
			"Painting", "Art", "!Painting", "?Painting, (Likes, *)", "(Likes, *)", "(Likes, _)", "(Likes, $x)", "(Likes, Art)", "(In, USA)", "(In, NYC)", "(In, $x)", "(*, NYC)", "(_, NYC)",
			"(IsA, Art)", "(IsA, Base)", "Painting(parent)", "Painting(up(ChildOf))", "Painting(up ChildOf)", "Painting(self|up ChildOf)", "Painting(super(ChildOf))", "In(super(ChildOf), NYC)", "Painting(self)",
			"Painting(NYC), (Likes, *)", "Painting(Mona), Likes", "Painting(kid)", "(Next, End)", "(Next, NYC)", "(Next, Mona)", "(Next, $x), Painting($x)", "Next($x, $y)", "Painting || Likes", "(Likes, NYC) || Art, !Pos",
			"Pos", "Pos, (Likes, *)", "(Pos.at, $x)", "Pos.at($this, NYC)", "$this == NYC", "$this == \"NYC\"", "$this ~= \"o\", Painting", "Painting, $this != NYC", "$x == NYC, (Likes, $x)",
			"!{ Painting }, (Likes, *)", "Painting($this.kid)", "Prefab", "Disabled, Painting", "?Prefab, Painting", "Prefab, Disabled", "(Likes, gone)", "Likes(kid, $this)", "Likes($x, $this)", "!Likes($x, $this), Painting($x)",
			"(ChildOf, *)", "(In, $x), (Likes, $x)", "Painting($x), (In, $x)", "(Likes, $x), !Painting($x)", "(Likes, Painting)", "OR | Base, In", "AND | Base", "NOT | Base, Likes", "!(Likes, *)", "!(*, NYC)",
		} {
			for _, entity := range []spec.Handle{"", "Mona", "kid", "off", "fab", "NYC"} {
				for _, vars := range []map[string]spec.Handle{nil, {"x": "NYC"}} {
					if vars != nil && (entity == "off" || entity == "NYC") {
						continue
					}
					out := e.Apply(spec.Operation{Op: spec.OpExplain, Entity: entity, Vars: vars, Query: &spec.Query{Text: true, Expr: expr, Kind: spec.KindRule}})
					about := fmt.Sprint(profile.Name, " | ", expr, " | ", entity, " ", slices.Sorted(maps.Values(vars)))
					if out.Err != nil {
						if entity == "" {
							lines = append(lines, about+" | "+string(out.Err.Code))
						}
						continue
					}
					if entity == "" || len(out.Explanation.Misses) > 0 {
						lines = append(lines, about)
					}
					if entity == "" {
						for _, m := range out.Explanation.Matches {
							line := "  " + string(m.Row.This)
							for _, term := range m.Terms {
								line += " | " + proof(term)
							}
							lines = append(lines, line)
						}
					}
					for _, m := range out.Explanation.Misses {
						lines = append(lines, fmt.Sprintf("  misses %s %s | %s | %s", m.Entity, m.Term, proof(m.Reason), m.Nearest))
						require.Equal(t, vars, m.Vars)
					}
				}
			}
		}
	}
	golden.Compare(t, "testdata/explanations.txt", strings.Join(lines, "\n")+"\n")
}
