package acceptance

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// explained is an explain operation, and what the answer must contain.
type explained struct {
	Name    string
	Ask     map[string]any
	Nearest string   // part of the nearest match, if there is no match
	Reason  string   // part of the reason, if there is no match
	Proof   string   // part of the proof, if there is a match
	Cites   []string // among the statements
}

type explainedWorld struct {
	World []map[string]any
	Cases []explained
}

func TestExplanationsNameTheNearestMatch(t *testing.T) {
	text, err := os.ReadFile("testdata/explain.yaml")
	require.NoError(t, err)
	var worlds map[string]explainedWorld
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	require.NoError(t, decoder.Decode(&worlds))
	for name, world := range worlds {
		profile, unknown := spec.ProfileByName(name)
		require.Nil(t, unknown)
		e := model.New(profile)
		for _, fields := range world.World {
			require.Nil(t, e.Apply(operation(t, fields)).Err, fields)
		}
		require.NotEmpty(t, world.Cases)
		for _, c := range world.Cases {
			t.Run(name+" "+c.Name, func(t *testing.T) {
				c.Ask["op"] = spec.OpExplain
				out := e.Apply(operation(t, c.Ask))
				require.Nil(t, out.Err)
				require.NotNil(t, out.Explanation)
				c.check(t, *out.Explanation)
			})
		}
	}
}

func (c explained) check(t *testing.T, got spec.Explanation) {
	var cites []string
	note := func(p spec.Proof) {
		for _, id := range p.Statements() {
			cites = append(cites, string(id))
		}
	}
	if c.Proof != "" {
		require.Len(t, got.Matches, 1)
		require.Empty(t, got.Misses)
		whole := ""
		for _, term := range got.Matches[0].Terms {
			whole += term.String() + "\n"
			note(term)
		}
		require.Contains(t, whole, c.Proof)
	} else {
		require.Empty(t, got.Matches)
		require.Len(t, got.Misses, 1)
		require.Contains(t, got.Misses[0].Nearest, c.Nearest)
		require.Contains(t, got.Misses[0].Reason.String(), c.Reason)
		require.NotEmpty(t, c.Nearest+c.Reason)
		note(got.Misses[0].Reason)
	}
	for _, id := range c.Cites {
		require.Contains(t, cites, id)
	}
}

// fast explains like the model: the same rows, and the same failing term for an entity without a row.
func TestExplanationsOfFast(t *testing.T) {
	worlds := map[string][]string{
		"every profile": {
			"Painting", "Art", "!Painting", "?Painting, (Likes, *)", "(Likes, *)", "(Likes, _)", "(Likes, $x)",
			"(Likes, Art)", "(In, USA)", "(In, NYC)", "(In, $x)", "(*, NYC)", "(_, NYC)",
			"(IsA, Art)", "(IsA, Base)", "Painting(parent)", "Painting(self)", "Painting(NYC), (Likes, *)",
			"Painting(Mona), Likes", "Painting(kid)", "(Next, End)", "(Next, NYC)", "(Next, Mona)",
			"(Next, $x), Painting($x)", "Next($x, $y)", "Painting || Likes", "(Likes, NYC) || Art, !Pos", "Pos",
			"Pos, (Likes, *)", "Prefab", "Disabled, Painting", "?Prefab, Painting", "Prefab, Disabled",
			"Likes(kid, $this)", "Likes($x, $this)", "!Likes($x, $this), Painting($x)", "(ChildOf, *)",
			"(In, $x), (Likes, $x)", "Painting($x), (In, $x)", "(Likes, $x), !Painting($x)",
			"(Likes, Painting)", "OR | Base, In", "AND | Base", "NOT | Base, Likes", "!(Likes, *)", "!(*, NYC)",
			"?(Likes, $x), Painting($x), !Art($x)", "(Likes, $x), (In, $y), Likes($x, $y)",
			"(Likes, $x) || (In, $x), Painting($x)", "Painting(NYC), Pos(USA)", "",
		},
		"flecs-3": {
			"(Likes, $x), $x != NYC, $x != Base", "(Likes, $x), !{ Painting($x) }", "!{ Painting }, (Likes, *)",
			"$this == \"NYC\"", "$this ~= \"o\", Painting", "Painting, $this != NYC",
		},
		"flecs-4": {
			"(Likes, $x), $x != NYC, $x != Base", "(Likes, $x), !{ Painting($x) }", "!{ Painting }, (Likes, *)",
			"$this == NYC", "$x == NYC, (Likes, $x)", "Painting($this.kid)", "(Pos.at, $x)",
			"Pos.at($this, USA)", "(Next, $x), $y == $x, Painting($y)", "Painting, !{ (Likes, $x), !{ (In, $x) } }",
			"and|Base, (In, $x), Painting($x)",
		},
		"flecs-3-beta": {"Painting(super(ChildOf))", "In(super(ChildOf), NYC)", "(Likes, $x), Art($x), !Painting($x)"},
	}
	const world = `{"op":"entity","entity":"In","name":"In","ids":["Transitive"]}
{"op":"entity","entity":"Likes","name":"Likes"}
{"op":"entity","entity":"Art","name":"Art"}
{"op":"entity","entity":"Painting","name":"Painting","ids":[["IsA","Art"]]}
{"op":"entity","entity":"USA","name":"USA"}
{"op":"entity","entity":"NYC","name":"NYC","ids":[["In","USA"],"Painting"]}
{"op":"entity","entity":"Base","name":"Base","ids":["Painting"]}
{"op":"entity","entity":"Mona","name":"Mona","ids":[["IsA","Base"],["In","NYC"]]}
{"op":"entity","entity":"kid","name":"kid","ids":[["ChildOf","Mona"],["Likes","Base"],["Likes","NYC"]]}
{"op":"entity","entity":"Next","name":"Next","ids":["Reflexive","Traversable"]}
{"op":"entity","entity":"End","name":"End"}
{"op":"add","entity":"NYC","id":["Next","End"]}
{"op":"add","entity":"Mona","id":["Next","NYC"]}
{"op":"component","entity":"Pos","name":"Pos","members":[["x","i64"],["at","entity"]]}
{"op":"set","entity":"Mona","id":"Pos","value":{"x":1,"at":"NYC"}}
{"op":"entity","entity":"off","name":"off","ids":["Painting","Disabled"]}
{"op":"entity","entity":"fab","name":"fab","ids":["Painting","Prefab",["Likes","NYC"]]}
`
	misled := func(shift int) oracle.Implementation {
		im := engines.Fast()
		sound := im.New
		im.New = func(p spec.Profile) (spec.Engine, error) {
			e, err := sound(p)
			return &oracletest.Mutant{Engine: e, Change: func(_ *spec.Operation, out *spec.Outcome) {
				if out.Explanation != nil {
					for i := range out.Explanation.Misses {
						out.Explanation.Misses[i].TermNumber += shift
					}
				}
			}}, err
		}
		return im
	}
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4(), spec.Flecs3Beta()} {
		tr, err := spec.ReadTrace(strings.NewReader(fmt.Sprintf(`{"format":"relspec-trace","version":1,"profile":%q}`,
			p.Name)+"\n"+world), spec.ReadLimits{})
		require.NoError(t, err)
		asked := 0
		for _, expr := range slices.Concat(worlds["every profile"], worlds[p.Name]) {
			for _, e := range []spec.Handle{"", "Mona", "kid", "off", "fab", "NYC", "USA"} {
				for _, vars := range []map[string]spec.Handle{nil, {"x": "NYC"}, {"this": "NYC"}} {
					op := spec.Operation{
						Op: spec.OpExplain, Entity: e, Vars: vars,
						Query: &spec.Query{Text: true, Expr: expr, Kind: spec.KindRule},
					}
					tr.Entries = append(tr.Entries, spec.Entry{Op: op})
					asked++
				}
			}
		}
		for shift, differs := range map[int]bool{0: false, 1: true, -1: true} {
			if differs && p.Name != "flecs-3" {
				continue // one difference is enough
			}
			res, err := oracle.Run(tr, engines.Model(), []oracle.Implementation{misled(shift)},
				oracle.RunOptions{DumpEvery: -1})
			require.NoError(t, err)
			require.Equal(t, differs, len(res.Divergences) > 0, "%s, %d: %v", p.Name, shift, res.Divergences)
		}
		require.Greater(t, asked, 1000)
	}
}
