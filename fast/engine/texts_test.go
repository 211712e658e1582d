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

// The ways of a trace: which changes go the same way, by the number under which each fingerprint was told first.
func TestWaysAreAsBefore(t *testing.T) {
	var lines []string
	for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		e, numbers, line := New(profile), map[spec.Fingerprint]int{}, ""
		e.Fingerprint(func(f spec.Fingerprint) {
			if _, known := numbers[f]; !known {
				numbers[f] = len(numbers)
			}
			line += fmt.Sprintf(" %v:%d", f.Way, numbers[f])
		})
		for _, text := range strings.Split(strings.TrimSpace(explained+`
	{"op":"entity","entity":"away","ids":["Likes"]}
	{"op":"delete","entity":"away"}
	{"op":"entity","entity":"at its index"}
	{"op":"entity","entity":"E","ids":["Exclusive"]}
	{"op":"entity","entity":"U","ids":["Union"]}
	{"op":"entity","entity":"S","ids":["Symmetric"]}
	{"op":"entity","entity":"x"}
	{"op":"entity","entity":"y"}
	{"op":"entity","entity":"z"}
	{"op":"add","entity":"x","id":["E","y"]}
	{"op":"add","entity":"x","id":["E","z"]}
	{"op":"add","entity":"y","id":["E","x"]}
	{"op":"add","entity":"y","id":["E","z"]}
	{"op":"add","entity":"y","id":["E","z"]}
	{"op":"remove","entity":"y","id":["E","z"]}
	{"op":"remove","entity":"x","id":["E","*"]}
	{"op":"add","entity":"x","id":["U","y"]}
	{"op":"add","entity":"x","id":["U","z"]}
	{"op":"add","entity":"x","id":["S","y"]}
	{"op":"add","entity":"z","id":["S","y"]}
	{"op":"add","entity":"x","id":["S","x"]}
	{"op":"add","entity":"x","id":"y"}
	{"op":"add","entity":"y","id":"y"}
	{"op":"add","entity":"z","id":"y"}
	{"op":"add","entity":"z","id":"Likes"}
	{"op":"add","entity":"z","id":"Disabled"}
	{"op":"add","entity":"x","id":"Prefab"}
	{"op":"add","entity":"z","id":["IsA","z"]}
	{"op":"add","entity":"z","id":["IsA","x"]}
	{"op":"add","entity":"y","id":["IsA","x"]}
	{"op":"add","entity":"z","id":["ChildOf","y"]}
	{"op":"add","entity":"x","id":["ChildOf","Mona"]}
	{"op":"set","entity":"x","id":"Pos","value":{"x":2}}
	{"op":"set","entity":"x","id":["Pos","y"],"value":{"x":2}}
	{"op":"set","entity":"y","id":"Pos","value":{"x":2}}
	{"op":"disable","entity":"y","id":"Pos"}
	{"op":"enable","entity":"y","id":"Pos"}
	{"op":"override","entity":"x","id":"Pos"}
	{"op":"set_name","entity":"x","name":"ex"}
	{"op":"scope","entity":"x"}
	{"op":"scope"}
	{"op":"observe","as":"o","terms":[{"first":"Likes"}],"events":["OnAdd"]}
	{"op":"add","entity":"x","id":"Likes"}
	{"op":"add","entity":"y","id":"Likes"}
	{"op":"events"}
	{"op":"add","entity":"NYC","id":"Likes"}
	{"op":"defer_begin"}
	{"op":"add","entity":"NYC","id":"x"}
	{"op":"add","entity":"NYC","id":["IsA","NYC"]}
	{"op":"defer_end"}
	{"op":"prepare","as":"q","terms":[{"first":"Likes"}],"kind":"cached"}
	{"op":"iterate","query":"q"}
	{"op":"iterate","query":"q"}
	{"op":"iter_begin","query":"q","as":"i"}
	{"op":"iter_next","iter":"i"}
	{"op":"add","entity":"USA","id":"y"}
	{"op":"remove","entity":"USA","id":"y"}
	{"op":"iter_end","iter":"i"}
	{"op":"query","kind":"rule","terms":[{"first":"Likes","second":"$x"}]}
	{"op":"query","kind":"rule","terms":[{"first":"Likes","second":"$x"}],"vars":{"x":"USA"}}
	{"op":"query","kind":"filter","terms":[{"first":"gone"}]}
	{"op":"remove_all","id":"Likes"}
	{"op":"delete_with","id":["ChildOf","Mona"]}
	{"op":"clear","entity":"NYC"}
	{"op":"delete","entity":"Mona"}
	{"op":"delete","entity":"Pos"}
	{"op":"has","entity":"USA","id":"y"}
	{"op":"snapshot","as":"s"}
	{"op":"delete","entity":"USA"}
	{"op":"restore","as":"s"}
	{"op":"teardown"}`), "\n") {
			line = ""
			out := apply(t, e, text)
			if out.Err != nil {
				line += " " + string(out.Err.Code)
			}
			lines = append(lines, strings.TrimSpace(text)+line)
		}
	}
	golden.Compare(t, "testdata/ways.txt", strings.Join(lines, "\n")+"\n")
}
