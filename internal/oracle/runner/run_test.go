package runner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

func TestRunAgrees(t *testing.T) {
	res := oracletest.Run(t, build.Small(), oracletest.Sound("engine"), runner.Options{Laws: law.All()})
	require.Empty(t, res.Divergences)
	c := &res.Counts
	require.EqualValues(t, 9, c.Total())
	require.EqualValues(t, 4, c.Operations[spec.OpEntity])
	require.EqualValues(t, 2, c.Queries)
	require.EqualValues(t, 1, c.Features[spec.FeatWildcard])
	require.EqualValues(t, 3, c.Rows)
	require.EqualValues(t, 6, c.Dumps, "worlds are compared after each operation that is not a read")
	require.EqualValues(t, 9, c.Comparisons["engine"])
	require.Positive(t, c.Applied["split"])
}

func TestRunStopsAtTheFirstDivergence(t *testing.T) {
	rowLess := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(out.Rows) > 1 {
			out.Rows = out.Rows[1:]
		}
	})
	res := oracletest.Run(t, build.Small(), rowLess, runner.Options{})
	require.Len(t, res.Divergences, 1)
	d := res.Divergences[0]
	require.Equal(t, 7, d.Index)
	require.Equal(t, compare.DiffMissing, d.Difference.Kind)
	require.Len(t, d.Difference.Missing, 1)
	require.Equal(t, "engine|||query rows missing", d.Signature())
}

func TestRunComparesWorlds(t *testing.T) {
	forgetful := oracletest.NewMutant("engine", func(_ *spec.Operation, out *spec.Outcome) {
		if out.Dump != nil && len(out.Dump.Entities) == 4 {
			out.Dump.Entities[2].IDs = nil
		}
	})
	every := oracletest.Run(t, build.Small(), forgetful, runner.Options{})
	require.Equal(t, 4, every.Divergences[0].Index, "the world differs after (R, b) was added")
	require.Equal(t, compare.DiffDump, every.Divergences[0].Difference.Kind)
	third := oracletest.Run(t, build.Small(), forgetful, runner.Options{DumpEvery: 3})
	require.Equal(t, 6, third.Divergences[0].Index)
	require.Empty(t, oracletest.Run(t, build.Small(), forgetful, runner.Options{DumpEvery: -1}).Divergences)
}

func TestRunTurnsPanicsIntoCrashes(t *testing.T) {
	panics := oracletest.NewMutant("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpHas {
			panic("broken invariant")
		}
	})
	d := oracletest.Run(t, build.Small(), panics, runner.Options{}).Divergences[0]
	require.Equal(t, compare.DiffBroken, d.Difference.Kind)
	require.Contains(t, d.Difference.String(), "broken invariant")

	res, err := runner.Run(build.Small(), panics, []runner.Implementation{oracletest.Sound("engine")}, runner.Options{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1, "a crash of the reference is a finding, and the others are compared up to it")
	require.Equal(t, 8, res.Divergences[0].Index)
	require.EqualValues(t, 8, res.Counts.Comparisons["engine"])
}

// unsupportedOps returns an engine that does not support some operations and declares nothing.
func unsupportedOps(name string, kinds ...spec.OpKind) runner.Implementation {
	return runner.Implementation{Name: name, Info: &spec.Info{}, New: func(p spec.Profile) (spec.Engine, error) {
		return refuser{model.New(p), kinds}, nil
	}}
}

// refuser does not support some operations.
type refuser struct {
	spec.Engine
	kinds []spec.OpKind
}

func (r refuser) Apply(op spec.Operation) spec.Outcome {
	for _, k := range r.kinds {
		if op.Op == k {
			return build.Fail(spec.CodeUnsupported)
		}
	}
	return r.Engine.Apply(op)
}

func TestRunCountsUnsupportedOperations(t *testing.T) {
	read := oracletest.Run(t, build.Small(), unsupportedOps("engine", spec.OpHas), runner.Options{})
	require.Empty(t, read.Divergences)
	require.Equal(t, map[string]uint64{"has: no": 1}, read.Counts.Unsupported)
	require.Zero(t, read.Counts.Stopped)

	write := oracletest.Run(t, build.Small(), unsupportedOps("engine", spec.OpAdd), runner.Options{})
	require.Empty(t, write.Divergences, "the worlds would differ, so the run ends")
	require.EqualValues(t, 1, write.Counts.Stopped)

	held := build.Trace(
		build.Entity("T"), spec.Operation{Op: spec.OpPrepare, As: "q", Query: build.Terms(build.Tag("T"))},
		build.Entity("a", spec.Single("T")), spec.Operation{Op: spec.OpIterate, On: "q"},
	)
	res := oracletest.Run(t, held, unsupportedOps("engine", spec.OpPrepare), runner.Options{})
	require.Empty(t, res.Divergences, "a query that could not be prepared is not iterated")
	require.EqualValues(t, 2, res.Counts.Comparisons["engine"])
}

// compare.declared: an engine may not answer unsupported for a declared capability: in reads, in
// changes, in dumps, under variants and in laws.
func TestAnEngineMustSupportDeclaredCapabilities(t *testing.T) {
	declares := func(kinds ...spec.OpKind) runner.Implementation {
		im := unsupportedOps("engine", kinds...)
		im.Info = nil // the laws check the engine, which is the model
		return im
	}
	for _, k := range []spec.OpKind{spec.OpHas, spec.OpAdd, spec.OpQuery, spec.OpDump} {
		res := oracletest.Run(t, build.Small(), declares(k), runner.Options{})
		require.Len(t, res.Divergences, 1, k)
		require.Equal(t, compare.DiffError, res.Divergences[0].Difference.Kind, k)
		require.Empty(t, oracletest.Run(t, build.Small(), unsupportedOps("engine", k), runner.Options{}).Divergences, k)
	}
	partly := declares(spec.OpHas)
	partly.Info = model.New(spec.Flecs3()).Apply(spec.Operation{Op: spec.OpHello}).Info
	require.Len(t, oracletest.Run(t, build.Small(), partly, runner.Options{}).Divergences, 1)
	partly.Info.Partly = []spec.Capability{spec.CapEntities}
	require.Empty(t, oracletest.Run(t, build.Small(), partly, runner.Options{}).Divergences)

	sorted := build.Query(build.Text("T"))
	sorted.Query.OrderBy = &spec.OrderBy{Component: "T"}
	sorting := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Query != nil && (op.Query.OrderBy != nil || op.Query.GroupBy != "") {
			*out = build.Fail(spec.CodeUnsupported)
		}
	})
	sorted.Query.Kind = spec.KindRule
	require.Empty(t, oracletest.Run(t, build.Trace(build.Named("T"), sorted), sorting, runner.Options{}).Divergences,
		"both sides refuse to sort a rule (query.auto)")
	sorted.Query = &spec.Query{Expr: "T", Text: true, GroupBy: "T", Kind: spec.KindCached}
	require.Len(t, oracletest.Run(t, build.Trace(build.Named("T"), sorted), sorting, runner.Options{}).Divergences, 1)
	sorted.Query = &spec.Query{Expr: "T", Text: true, GroupBy: "T"}
	require.Len(t, oracletest.Run(t, build.Trace(build.Named("T"), sorted), sorting, runner.Options{}).Divergences, 1,
		"a grouped query is cached")

	negates := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(op.Query.Terms) > 1 {
			*out = build.Fail(spec.CodeUnsupported)
		}
	})
	res := oracletest.Run(t, build.Small(), negates, runner.Options{Laws: law.All()})
	require.Len(t, res.Divergences, 1)
	require.NotEmpty(t, res.Divergences[0].Law)
	for _, v := range variant.All() {
		if v.Name == "snapshot" {
			res := oracletest.Run(t, build.Small(), declares(spec.OpSnapshot).With(v), runner.Options{})
			require.Len(t, res.Divergences, 1)
			require.Empty(t, oracletest.Run(t, build.Small(), unsupportedOps("engine", spec.OpSnapshot).With(v),
				runner.Options{}).Divergences)
		}
	}
	res, err := runner.Run(build.Small(), unsupportedOps("model", spec.OpHas),
		[]runner.Implementation{oracletest.Sound("engine")}, runner.Options{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1, "an engine of this repository has no capability beyond the reference")
}

// compare.declared: an engine may not answer unsupported for a declared capability, even if the
// reference refuses the operation with another code.
func TestAnEngineMayNotAnswerUnsupportedToAWrongRequest(t *testing.T) {
	wrong := build.Trace(build.Entity("T"), spec.Operation{Op: spec.OpHas, Entity: "nobody", ID: spec.Single("T")},
		build.Query(build.Text("T(")))
	for _, k := range []spec.OpKind{spec.OpHas, spec.OpQuery} {
		for _, foreign := range []bool{false, true} {
			im := unsupportedOps("engine", k)
			im.Foreign = foreign
			require.Empty(t, oracletest.Run(t, wrong, im, runner.Options{}).Divergences, k)
			im.Info = nil // the info of the model, which declares both
			res := oracletest.Run(t, wrong, im, runner.Options{})
			require.Len(t, res.Divergences, 1, k)
			require.Equal(t, k, res.Divergences[0].Op.Op)
		}
	}
	both, err := runner.Run(wrong, unsupportedOps("model", spec.OpHas),
		[]runner.Implementation{unsupportedOps("engine", spec.OpHas)}, runner.Options{})
	require.NoError(t, err)
	require.Empty(t, both.Divergences)
}

func TestEventsOfAnObserverThatOneSideLacks(t *testing.T) {
	tr := build.Trace(
		build.Entity("T"), spec.Operation{
			Op: spec.OpObserve, As: "o", Query: build.Terms(build.Tag("T")),
			Events: []spec.EventKind{spec.OnAdd},
		},
		build.Entity("a", spec.Single("T")), spec.Operation{Op: spec.OpEvents},
	)
	without := unsupportedOps("model", spec.OpObserve)
	require.Empty(t, oracletest.Run(t, tr, unsupportedOps("engine", spec.OpObserve), runner.Options{}).Divergences)
	foreign := oracletest.Sound("engine")
	foreign.Foreign = true
	res, err := runner.Run(tr, without, []runner.Implementation{foreign}, runner.Options{})
	require.NoError(t, err)
	require.Empty(t, res.Divergences)
	deaf := oracletest.NewMutant("engine", func(_ *spec.Operation, out *spec.Outcome) { out.Events = nil })
	require.Len(t, oracletest.Run(t, tr, deaf, runner.Options{}).Divergences, 1)
}

func TestRunComparesCutAnswersWithTheFullOne(t *testing.T) {
	tr := build.Small()
	tr.Entries[7].Op.Limit = 1
	reversed := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Limit == 1 {
			out.Rows = []spec.Row{build.Row("b", build.Set("T"))}
		}
	})
	require.Empty(t, oracletest.Run(t, tr, reversed, runner.Options{}).Divergences)
	wrong := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Limit == 1 {
			out.Rows = []spec.Row{build.Row("R", build.Set("T"))}
		}
	})
	require.Len(t, oracletest.Run(t, tr, wrong, runner.Options{}).Divergences, 1)
}

func TestRunRefusesATraceThatCannotRun(t *testing.T) {
	_, err := runner.Run(spec.NewTrace("flecs-9"), oracletest.Sound("model"), nil, runner.Options{})
	require.ErrorContains(t, err, "flecs-9")
	broken := runner.Implementation{Name: "broken", New: func(spec.Profile) (spec.Engine, error) { panic("no world") }}
	_, err = runner.Run(build.Small(), broken, nil, runner.Options{})
	require.ErrorContains(t, err, "no world")
	res := oracletest.Run(t, build.Small(), broken, runner.Options{})
	require.Empty(t, res.Divergences)
	require.Len(t, res.Counts.Unsupported, 1)
}

// iterating is an engine that iterates in batches of any size.
type iterating struct {
	spec.Engine
	size int
	rows []spec.Row
}

func (e *iterating) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpIterBegin {
		e.rows = []spec.Row{build.Row("a"), build.Row("b"), build.Row("c")}
		return spec.OK()
	}
	if op.Op != spec.OpIterNext {
		return e.Engine.Apply(op)
	}
	n := min(e.size, len(e.rows))
	out := build.Rows(e.rows[:n]...)
	e.rows = e.rows[n:]
	return out
}

func TestRunComparesAllRowsOfAnIterator(t *testing.T) {
	by := func(n int) runner.Implementation {
		return runner.Implementation{Name: "engine", New: func(p spec.Profile) (spec.Engine, error) {
			return &iterating{model.New(p), n, nil}, nil
		}}
	}
	next := spec.Operation{Op: spec.OpIterNext, On: "i"}
	tr := build.Trace(spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}, next, next, next, next)
	res, err := runner.Run(tr, by(1), []runner.Implementation{by(2), by(3)}, runner.Options{})
	require.NoError(t, err)
	require.Empty(t, res.Divergences)
	short := runner.Implementation{Name: "short", New: func(p spec.Profile) (spec.Engine, error) {
		return &oracletest.Mutant{
			Engine: &iterating{model.New(p), 2, nil},
			Change: func(_ *spec.Operation, out *spec.Outcome) {
				if len(out.Rows) == 2 {
					out.Rows = out.Rows[:1]
				}
			},
		}, nil
	}}
	res, err = runner.Run(tr, by(1), []runner.Implementation{short}, runner.Options{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	require.Equal(t, 4, res.Divergences[0].Index, "compared once both iterators have ended")
}

// A run without counting finds the same divergences.
func TestRunWithoutCounting(t *testing.T) {
	rowLess := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(out.Rows) > 1 {
			out.Rows = out.Rows[1:]
		}
	})
	counted := oracletest.Run(t, build.Small(), rowLess, runner.Options{Laws: law.All()})
	not := oracletest.Run(t, build.Small(), rowLess, runner.Options{Laws: law.All(), Uncounted: true})
	require.Equal(t, counted.Divergences, not.Divergences)
	require.Equal(t, counted.Counts.Comparisons, not.Counts.Comparisons)
	require.Positive(t, counted.Counts.Total())
	require.Zero(t, not.Counts.Total())
	require.Empty(t, not.Counts.Features)
}
