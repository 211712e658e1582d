package variant_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

func record(t *testing.T, tr *spec.Trace) *runner.Recording {
	t.Helper()
	c := cover.NewCounts()
	rec, err := runner.Record(tr, oracletest.Sound("model"), runner.Options{}, &c)
	require.NoError(t, err)
	return rec
}

// rewritten returns the trace that a variant produces, one operation per line; "+" marks added
// ones.
func rewritten(t *testing.T, name string, tr *spec.Trace) string {
	t.Helper()
	v, ok := variant.ByName(name)
	require.True(t, ok, name)
	rec := record(t, tr)
	var lines []string
	for _, s := range v.Rewrite(&rec.Recorded) {
		mark := " "
		if s.Of < 0 {
			mark = "+"
		}
		lines = append(lines, mark+" "+show.Operation(rec.Profile, s.Applied()))
	}
	return strings.Join(lines, "\n")
}

func kind(q *spec.Query, k spec.QueryKind) *spec.Query {
	q.Kind = k
	return q
}

func TestVariantsRewriteTraces(t *testing.T) {
	world := func(ops ...spec.Operation) *spec.Trace {
		return build.Trace(append([]spec.Operation{build.Named("R"), build.Named("T"), build.Named("a")}, ops...)...)
	}
	iterate := spec.Operation{Op: spec.OpIterate, On: "q"}
	cases := []struct {
		name, variant string
		trace         *spec.Trace
		want          string // the lines after the three that create the world
	}{
		{"another kind", "filter", world(build.Query(build.Terms(build.Tag("T")))), `  query  "T"  filter`},
		{
			"a kind that does not support the query", "filter",
			world(build.Query(build.Terms(spec.Term{First: spec.EntityRef("R"), Second: spec.VarRef("x")}))), ``,
		},
		{
			"a kind that resolves the query otherwise", "cached",
			world(build.Add("R", "Transitive"), build.Query(build.Terms(build.Related("a")))), ``,
		},
		{"the same kind", "rule", world(build.Query(build.Terms(build.Tag("T")))), ``},
		{
			"held", "held", world(build.Add("a", "T"), build.Query(build.Terms(build.Tag("T")))),
			"  entity a name \"a\"\n  add a T\n  iterate ~held0",
		},
		{
			"held and cached", "held cached",
			world(build.Add("a", "T"), build.Query(build.Terms(build.Tag("T"))),
				build.Query(build.Terms(build.Tag("T")))),
			"  entity a name \"a\"\n  add a T\n  iterate ~held0\n  iterate ~held0",
		},
		{
			"a held query with text is prepared when its names exist", "held",
			world(build.Entity("b"), build.Named("c"), build.Add("a", "T"), build.Query(build.Text("T"))),
			"  entity b\n  entity c name \"c\"\n+ prepare ~held0  \"T\"\n  add a T\n  iterate ~held0",
		},
		{
			"fresh", "fresh", world(spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Terms(build.Tag("T"))},
				build.Add("a", "T"), iterate),
			"  prepare q  \"T\"\n  add a T\n  query  \"T\"",
		},
		{
			"no fresh query after a name may have changed", "fresh",
			world(spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Text("T")}, build.Named("b"), iterate), ``,
		},
		{
			"permuted", "permuted", world(build.Query(build.Terms(build.Tag("T"), build.Related("a")))),
			`  query  "(R, a), T"`,
		},
		{
			"terms are not moved past a term with the same variable", "permuted",
			world(build.Query(build.Terms(
				spec.Term{Oper: spec.Optional, First: spec.EntityRef("R"), Second: spec.VarRef("x")},
				spec.Term{First: spec.EntityRef("T"), Src: spec.VarRef("x")},
			))), ``,
		},
		{"text", "text", world(build.Query(build.Terms(build.Tag("T"), build.Related("a")))), `  query  "T, (R, a)"`},
		{"terms", "text", world(build.Query(build.Text("T,(R,a)"))), `  query  "T, (R, a)"`},
		{
			"deferred", "deferred", world(build.Add("a", "T"), build.Add("a", "R", "a"),
				build.Query(build.Terms(build.Tag("T")))),
			"+ entity a name \"a\"\n+ add a T\n+ add a (R, a)\n+ defer_end\n  query  \"T\"",
		},
		{
			"regrouped: together", "regrouped",
			world(build.Entity("b"), build.Entity("c"), build.Add("a", "T"),
				build.Query(build.Terms(build.Tag("T")))),
			"+ entity b and c\n  add a T\n  query  \"T\"",
		},
		{
			"regrouped: one by one", "regrouped",
			world(spec.Operation{Op: spec.OpEntity, Entity: "b", More: []spec.Handle{"c"}},
				build.Query(build.Terms(build.Tag("T")))),
			"+ entity b\n+ entity c\n  query  \"T\"",
		},
		{
			"renamed", "renamed", world(build.Add("a", "R", "a"), build.Query(build.Text("T"))),
			"  add ~000001 (~000003, ~000001)\n  query  \"T\"",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			lines := strings.SplitN(rewritten(t, c.variant, c.trace), "\n", 4)
			if c.want == "" {
				require.Equal(t, []string{""}, lines, "nothing to rewrite")
				return
			}
			require.Len(t, lines, 4)
			require.Equal(t, c.want, lines[3], "queries are prepared as soon as T exists")
			require.Equal(t, strings.HasPrefix(c.variant, "held") && !strings.Contains(c.want, "prepare"),
				strings.HasPrefix(lines[2], "+ prepare"))
		})
	}
}

func TestSnapshotVariantDamagesAndRestores(t *testing.T) {
	got := rewritten(t, "snapshot", build.Trace(build.Entity("T"), build.Entity("a"), build.Add("a", "T"),
		build.Query(build.Terms(build.Tag("T")))))
	require.Equal(t, `  entity T
  entity a
+ snapshot ~kept2
+ delete a
+ clear T
+ restore ~kept2
  add a T
+ snapshot ~kept3
+ delete a
+ clear a
+ delete T
+ restore ~kept3
  query  "T"`, got)
}

// text.names: the text contains the name of an entity, in backquotes if needed. A name of two
// entities cannot be used.
func TestTextVariantQuotesNames(t *testing.T) {
	named := func(h spec.Handle, name, parent string) spec.Operation {
		return spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name, Parent: spec.Handle(parent)}
	}
	query := build.Query(build.Terms(build.Tag("T"), build.Tag("Prefab")))
	got := rewritten(t, "text", build.Trace(named("T", "Tag `ö", ""), query))
	require.Equal(t, "  entity T name \"Tag `ö\"\n  query  \"`Tag ``ö`, Prefab\"", got)
	got = rewritten(t, "text", build.Trace(named("T", "n", ""), query, named("c", "n", "T"), query))
	require.Contains(t, got, "query  \"n, Prefab\"", "the first is rewritten")
	require.Contains(t, got, "query  \"T, Prefab\"", "the second is not")
}

func TestRecycledVariantUsesEachIDBefore(t *testing.T) {
	got := rewritten(t, "recycled", build.Trace(build.Entity("T"), build.Add("T", "T")))
	require.Equal(t, "+ entity ~used0 unscoped\n+ delete ~used0\n  entity T\n  add T T", got)
}

// The model is compared with itself under every variant and law: none may raise a false alarm.
func TestVariantsAndLawsHoldOnTheModel(t *testing.T) {
	counts := cover.NewCounts()
	profiles := spec.Profiles()
	for _, p := range profiles {
		seeds := long.Times(uint64(12), 2)
		if p.Has(spec.OpDefine) { // only few definitions can be split
			seeds = 24
		}
		for seed := range seeds {
			sound := oracletest.Sound("model")
			res, err := runner.Run(fuzz.Generate(seed, p), sound, runner.WithVariants(sound),
				runner.Options{Laws: law.All()})
			require.NoError(t, err)
			require.Empty(t, res.Divergences, "%s, seed %d", p.Name, seed)
			counts.Add(res.Counts)
		}
	}
	concerned := func(needs func(*spec.Profile) bool) bool {
		return needs == nil || slices.ContainsFunc(profiles, func(p spec.Profile) bool { return needs(&p) })
	}
	for _, l := range law.All() {
		require.Equal(t, concerned(l.Needs), counts.Applied[l.Name] > 0, l.Name)
	}
	for _, v := range variant.All() {
		require.Equal(t, concerned(v.Needs), counts.Applied[v.Name] > 0, v.Name)
	}
}

// Each variant detects an engine that is wrong only for operations in the form that the variant
// produces.
func TestVariantsFindBugsThatOnlyTheyShow(t *testing.T) {
	tr := func() *spec.Trace {
		x := spec.Term{First: spec.EntityRef("R"), Second: spec.EntityRef("b")}
		return build.Trace(
			build.Named("R"), build.Named("T"), build.Named("b"), build.Named("a"), build.Add("a", "R", "b"),
			build.Add("a", "T"),
			spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Terms(build.Tag("T"), x)},
			build.Query(kind(build.Terms(build.Tag("T"), x), spec.KindRule)), build.Query(build.Terms(x)),
			build.Add("b", "T"), build.Add("b", "R", "b"),
			build.Query(kind(build.Terms(build.Tag("T")), spec.KindFilter)),
			spec.Operation{Op: spec.OpEntity, Entity: "c", More: []spec.Handle{"d"}},
			spec.Operation{Op: spec.OpIterate, On: "q"}, build.Query(build.Terms(x)),
		)
	}
	noRows := func(when func(op *spec.Operation) bool) func(*spec.Operation, *spec.Outcome) {
		return func(op *spec.Operation, out *spec.Outcome) {
			if when(op) {
				out.Rows = nil
			}
		}
	}
	restored := false
	mutants := map[string]func(*spec.Operation, *spec.Outcome){
		"filter": noRows(func(op *spec.Operation) bool {
			return op.Query != nil && op.Query.Kind == spec.KindFilter && len(op.Query.Terms) == 2
		}),
		"cached": noRows(func(op *spec.Operation) bool { return op.Query != nil && op.Query.Kind == spec.KindCached }),
		"rule": noRows(func(op *spec.Operation) bool {
			return op.Query != nil && op.Query.Kind == spec.KindRule && len(op.Query.Terms) == 1
		}),
		"held": noRows(func(op *spec.Operation) bool { return op.Op == spec.OpIterate && op.On != "q" }),
		"held cached": func() func(*spec.Operation, *spec.Outcome) {
			cached := map[string]bool{}
			return func(op *spec.Operation, out *spec.Outcome) {
				if op.Op == spec.OpPrepare {
					cached[op.As] = op.Query.Kind == spec.KindCached
				}
				if op.Op == spec.OpIterate && cached[op.On] {
					out.Rows = nil
				}
			}
		}(),
		"deferred": func() func(*spec.Operation, *spec.Outcome) {
			waited := false
			return func(op *spec.Operation, out *spec.Outcome) {
				waited = op.Op != spec.OpReset && (waited || op.Op == spec.OpDeferEnd)
				if waited {
					out.Rows = nil
				}
			}
		}(),
		"regrouped": noRows(func() func(op *spec.Operation) bool {
			alone := false
			return func(op *spec.Operation) bool {
				alone = op.Op != spec.OpReset && (alone || op.Op == spec.OpEntity && op.Entity == "d")
				return alone
			}
		}()),
		"fresh": noRows(func(op *spec.Operation) bool {
			return op.Op == spec.OpQuery && len(op.Query.Terms) == 2 && op.Query.Kind == spec.KindAuto
		}),
		"permuted": noRows(func(op *spec.Operation) bool {
			return op.Op == spec.OpQuery && len(op.Query.Terms) == 2 && op.Query.Terms[0].Second.Kind != spec.RefNone
		}),
		"text": noRows(func(op *spec.Operation) bool { return op.Query != nil && op.Query.IsText() }),
		"snapshot": func(op *spec.Operation, out *spec.Outcome) {
			restored = restored && op.Op != spec.OpReset || op.Op == spec.OpRestore
			if restored {
				out.Rows = nil
			}
		},
		"recycled": noRows(func() func(op *spec.Operation) bool {
			deleted := false
			return func(op *spec.Operation) bool {
				deleted = deleted || op.Op == spec.OpDelete
				return deleted
			}
		}()),
		"renamed": noRows(func(op *spec.Operation) bool {
			return op.Query != nil && op.Query.Terms[0].First.Name > "~"
		}),
	}
	for _, v := range variant.All() {
		if flecs3 := spec.Flecs3(); v.Needs != nil && !v.Needs(&flecs3) {
			continue // TestVariantsOfEdgesFindBugsThatOnlyTheyShow tests it
		}
		mutate, ok := mutants[v.Name]
		require.True(t, ok, "no fault for variant %s; add one", v.Name)
		t.Run(v.Name, func(t *testing.T) {
			engine := oracletest.NewMutant("engine", mutate)
			require.Empty(t, oracletest.Run(t, tr(), engine, runner.Options{}).Divergences, "the engine must agree without the variant")
			d := oracletest.Run(t, tr(), engine.With(v), runner.Options{}).Divergences
			require.Len(t, d, 1)
			require.Equal(t, v.Name, d[0].Variant)
		})
	}
}

func TestPermutationKeepsTermsThatMayUnsetVariables(t *testing.T) {
	optional := spec.Term{Oper: spec.Optional, First: spec.EntityRef("R"), Second: spec.VarRef("x")}
	shares := spec.Term{First: spec.EntityRef("S"), Src: spec.VarRef("x"), Second: spec.VarRef("y")}
	follows := spec.Term{First: spec.EntityRef("U"), Src: spec.VarRef("y")}
	free := build.Tag("T")
	written := []spec.Term{optional, shares, follows, free}
	swapped := false
	for seed := range uint64(50) {
		order := lawful.Permutation(written, seed)
		at := map[int]int{}
		for i, from := range order {
			at[from] = i
		}
		if order == nil {
			continue
		}
		require.Less(t, at[0], at[1], "S($x, $y) is ignored where $x is unset")
		swapped = swapped || at[2] < at[1]
	}
	require.True(t, swapped, "And terms have no order, also where one may be ignored")
	scope := spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{build.Tag("T")}}
	require.Nil(t, lawful.Permutation([]spec.Term{free, scope}, 1), "a scope is not the first term")
}

func TestAlternatesAgree(t *testing.T) {
	alternates := engines.Alternates()
	require.Len(t, alternates, 2+len(engines.StorageChoices())+len(variant.All()))
	for seed := range uint64(6) {
		p := []spec.Profile{spec.Flecs3(), spec.Flecs4()}[seed%2]
		res, err := runner.Run(fuzz.Generate(seed, p), engines.Model(), append(alternates, engines.Fast()),
			runner.Options{})
		require.NoError(t, err)
		require.Empty(t, res.Divergences, "seed %d", seed)
	}
}
