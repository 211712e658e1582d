package law_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// set returns a set along R.
func set(flags spec.TravFlags, depths ...int) *spec.Traversal {
	t := &spec.Traversal{Flags: flags, Rel: new(spec.EntityRef("R"))}
	if len(depths) > 0 {
		t.MaxDepth = depths[0]
	}
	return t
}

// worldOfSets is a world with c below b below a along R, where a has T and U is below T, and some
// Likes pairs.
func worldOfSets() *spec.Trace {
	likes := func(who spec.Ref) spec.Term { return spec.Term{First: spec.EntityRef("Likes"), Second: who} }
	above := spec.EntityRef("c")
	above.Trav = set(spec.TravUp)
	ask := func(kind spec.QueryKind, t spec.Term) spec.Operation {
		q := build.Terms(t)
		q.Kind = kind
		return build.Query(q)
	}
	tr := build.Trace(
		build.Entity("R", spec.Single(spec.Acyclic)), build.Entity("Likes"), build.Entity("T"),
		build.Entity("a", spec.Single("T")), build.Entity("b", spec.Pair("R", "a")),
		build.Entity("c", spec.Pair("R", "b"), spec.Single("T")),
		build.Entity("d", spec.Pair("Likes", "b")),
		ask(spec.KindFilter, spec.Term{
			First: spec.EntityRef("T"),
			Src:   spec.Ref{Trav: set(spec.TravSelf|spec.TravUp, 2)},
		}),
		ask(spec.KindFilter, spec.Term{First: spec.EntityRef("T"), Src: spec.Ref{Trav: set(spec.TravUp)}}),
		ask(spec.KindFilter, spec.Term{First: spec.EntityRef("T"), Src: above}),
		ask(spec.KindFilter, likes(above)),
		ask(spec.KindRule, likes(spec.VarRef("x"))),
		ask(spec.KindRule, likes(spec.EntityRef(spec.Wildcard))),
	)
	tr.Header.Profile = spec.Flecs3Beta().Name
	return tr
}

// built makes an engine support the profile, even if the engines of this version do not.
func built(im runner.Implementation) runner.Implementation {
	start := im.New
	im.New = func(p spec.Profile) (spec.Engine, error) {
		p.Built = true
		return start(p)
	}
	return im
}

// Each law detects an engine that violates it, even though every answer to the trace itself is
// right.
func TestLawsOfSetsFindContradictions(t *testing.T) {
	src := func(op *spec.Operation) spec.Traversal {
		if t := op.Query.Terms[0].Src.Trav; t != nil {
			return *t
		}
		return spec.Traversal{}
	}
	when := map[string]func(op *spec.Operation) bool{
		"kinds": func(op *spec.Operation) bool { return op.Query.Kind == spec.KindCached },
		"implicit": func(op *spec.Operation) bool {
			return op.Query.Terms[0].First.Trav != nil && src(op).MaxDepth == 2 &&
				src(op).Flags == spec.TravSelf|spec.TravUp
		},
		"all":       func(op *spec.Operation) bool { return src(op).Flags&spec.TravAll != 0 },
		"inclusive": func(op *spec.Operation) bool { return src(op).Flags == spec.TravUp && src(op).MaxDepth == 2 },
		"depth":     func(op *spec.Operation) bool { return src(op).MinDepth == 1 },
		"compose": func(op *spec.Operation) bool {
			return op.Query.Terms[0].Src.Name == "b" || op.Query.Terms[0].Second.Name == "b"
		},
		"expand": func(op *spec.Operation) bool { return op.Query.Terms[0].Kind == spec.TermOr },
		"graph":  func(op *spec.Operation) bool { return len(op.Query.Terms) == 3 && src(op).MinDepth == 1 },
		"dual": func(op *spec.Operation) bool {
			return len(op.Query.Terms) == 4 && op.Query.Terms[1].Src.Trav.Flags&spec.TravDown != 0
		},
		"constant": func(op *spec.Operation) bool {
			return op.Query.Kind == spec.KindRule && op.Query.Terms[0].Second.Kind == spec.RefEntity
		},
		"star": func(op *spec.Operation) bool { return strings.HasPrefix(op.Query.Terms[0].Second.Name, "star") },
		"first": func(op *spec.Operation) bool {
			return op.Query.Terms[0].Src.Name == "b" || op.Query.Terms[0].Src.Name == "a"
		},
	}
	for _, l := range law.All() {
		if l.Needs == nil || l.Needs(new(spec.Flecs4())) || !l.Needs(new(spec.Flecs3Beta())) {
			continue
		}
		for _, profile := range []string{"flecs-3-beta", "mine=flecs-3-beta+properties:sticky"} {
			finds(t, l, profile, when[l.Name])
		}
	}
}

// finds checks that a law detects an engine that gives wrong answers to some operations.
func finds(t *testing.T, l *law.Law, profile string, when func(op *spec.Operation) bool) {
	t.Helper()
	t.Run(l.Name+" "+spec.RequestName(profile), func(t *testing.T) {
		beta, perr := spec.ProfileByName(profile)
		require.Nil(t, perr)
		require.True(t, l.Needs(&beta))
		require.NotEmpty(t, l.Summary)
		wrong := built(oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
			if op.Query == nil || len(op.Query.Terms) == 0 || !when(op) {
				return
			}
			if l.Name == "first" { // this law only looks at the second query
				for i := range out.Rows {
					out.Rows[i].Fields[0].Src = "d"
				}
				return
			}
			out.Rows = nil
		}))
		sound := built(oracletest.Sound("model"))
		world := worldOfSets()
		world.Header.Profile = profile
		res, err := runner.Run(world, sound, []runner.Implementation{wrong}, runner.Options{})
		require.NoError(t, err)
		require.Empty(t, res.Divergences)
		res, err = runner.Run(world, sound, []runner.Implementation{wrong}, runner.Options{Laws: []*law.Law{l}})
		require.NoError(t, err)
		require.Len(t, res.Divergences, 1)
		require.Equal(t, l.Name, res.Divergences[0].Law)
		require.Equal(t, compare.DiffLaw, res.Divergences[0].Difference.Kind)
	})
}
