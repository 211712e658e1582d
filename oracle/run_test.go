package oracle_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func TestRunAgrees(t *testing.T) {
	res := run(t, small(), sound("engine"), oracle.RunOptions{Laws: oracle.Laws()})
	require.Empty(t, res.Divergences)
	c := &res.Counts
	require.EqualValues(t, 9, c.Total())
	require.EqualValues(t, 4, c.Operations[spec.OpEntity])
	require.EqualValues(t, 2, c.Queries)
	require.EqualValues(t, 1, c.Features[spec.FeatWildcard])
	require.EqualValues(t, 3, c.Rows)
	require.EqualValues(t, 6, c.Dumps, "after each operation that is not a read")
	require.EqualValues(t, 9, c.Comparisons["engine"])
	require.Positive(t, c.Applied["split"])
}

func TestRunStopsAtTheFirstDivergence(t *testing.T) {
	rowLess := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(out.Rows) > 1 {
			out.Rows = out.Rows[1:]
		}
	})
	res := run(t, small(), rowLess, oracle.RunOptions{})
	require.Len(t, res.Divergences, 1)
	d := res.Divergences[0]
	require.Equal(t, 7, d.Index)
	require.Equal(t, oracle.DiffMissing, d.Difference.Kind)
	require.Len(t, d.Difference.Missing, 1)
	require.Equal(t, "engine|||query rows missing", d.Signature())
}

func TestRunComparesWorlds(t *testing.T) {
	forgetful := faulty("engine", func(_ *spec.Operation, out *spec.Outcome) {
		if out.Dump != nil && len(out.Dump.Entities) == 4 {
			out.Dump.Entities[2].IDs = nil
		}
	})
	every := run(t, small(), forgetful, oracle.RunOptions{})
	require.Equal(t, 4, every.Divergences[0].Index, "the world differs after (R, b) was added")
	require.Equal(t, oracle.DiffDump, every.Divergences[0].Difference.Kind)
	third := run(t, small(), forgetful, oracle.RunOptions{DumpEvery: 3})
	require.Equal(t, 6, third.Divergences[0].Index)
	require.Empty(t, run(t, small(), forgetful, oracle.RunOptions{DumpEvery: -1}).Divergences)
}

func TestRunTurnsPanicsIntoCrashes(t *testing.T) {
	panics := faulty("engine", func(op *spec.Operation, _ *spec.Outcome) {
		if op.Op == spec.OpHas {
			panic("broken invariant")
		}
	})
	d := run(t, small(), panics, oracle.RunOptions{}).Divergences[0]
	require.Equal(t, oracle.DiffBroken, d.Difference.Kind)
	require.Contains(t, d.Difference.String(), "broken invariant")

	res, err := oracle.Run(small(), panics, []oracle.Implementation{sound("engine")}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1, "a reference that crashes is a finding, and the others are compared up to there")
	require.Equal(t, 8, res.Divergences[0].Index)
	require.EqualValues(t, 8, res.Counts.Comparisons["engine"])
}

// unsupportedOps is an engine that does not support some operations and declares nothing.
func unsupportedOps(name string, kinds ...spec.OpKind) oracle.Implementation {
	return oracle.Implementation{Name: name, Info: &spec.Info{}, New: func(p spec.Profile) (spec.Engine, error) {
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
			return fail(spec.CodeUnsupported)
		}
	}
	return r.Engine.Apply(op)
}

func TestRunCountsWhatIsNotSupported(t *testing.T) {
	read := run(t, small(), unsupportedOps("engine", spec.OpHas), oracle.RunOptions{})
	require.Empty(t, read.Divergences)
	require.Equal(t, map[string]uint64{"has: no": 1}, read.Counts.Unsupported)
	require.Zero(t, read.Counts.Stopped)

	write := run(t, small(), unsupportedOps("engine", spec.OpAdd), oracle.RunOptions{})
	require.Empty(t, write.Divergences, "the worlds differ from there on, so the run ends")
	require.EqualValues(t, 1, write.Counts.Stopped)

	held := trace(
		entity("T"), spec.Operation{Op: spec.OpPrepare, As: "q", Query: terms(tag("T"))},
		entity("a", spec.Single("T")), spec.Operation{Op: spec.OpIterate, On: "q"},
	)
	res := run(t, held, unsupportedOps("engine", spec.OpPrepare), oracle.RunOptions{})
	require.Empty(t, res.Divergences, "a query that could not be prepared is not iterated")
	require.EqualValues(t, 2, res.Counts.Comparisons["engine"])
}

// P-90: an engine owes what it declares, to questions and changes, in worlds, under variants and in laws.
func TestAnEngineMayNotRefuseWhatItDeclares(t *testing.T) {
	declares := func(kinds ...spec.OpKind) oracle.Implementation {
		im := unsupportedOps("engine", kinds...)
		im.Info = nil // ask the engine, which is the model
		return im
	}
	for _, k := range []spec.OpKind{spec.OpHas, spec.OpAdd, spec.OpQuery, spec.OpDump} {
		res := run(t, small(), declares(k), oracle.RunOptions{})
		require.Len(t, res.Divergences, 1, k)
		require.Equal(t, oracle.DiffError, res.Divergences[0].Difference.Kind, k)
		require.Empty(t, run(t, small(), unsupportedOps("engine", k), oracle.RunOptions{}).Divergences, k)
	}
	partly := declares(spec.OpHas)
	partly.Info = model.New(spec.Flecs3()).Apply(spec.Operation{Op: spec.OpHello}).Info
	require.Len(t, run(t, small(), partly, oracle.RunOptions{}).Divergences, 1)
	partly.Info.Partly = []spec.Capability{spec.CapEntities}
	require.Empty(t, run(t, small(), partly, oracle.RunOptions{}).Divergences)

	sorted := query(text("T"))
	sorted.Query.OrderBy = &spec.OrderBy{Component: "T"}
	sorting := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Query != nil && (op.Query.OrderBy != nil || op.Query.GroupBy != "") {
			*out = fail(spec.CodeUnsupported)
		}
	})
	sorted.Query.Kind = spec.KindRule
	require.Empty(t, run(t, trace(named("T"), sorted), sorting, oracle.RunOptions{}).Divergences, "rules are not sorted (ruling 26), which both say")
	sorted.Query = &spec.Query{Expr: "T", Text: true, GroupBy: "T", Kind: spec.KindCached}
	require.Len(t, run(t, trace(named("T"), sorted), sorting, oracle.RunOptions{}).Divergences, 1)
	sorted.Query = &spec.Query{Expr: "T", Text: true, GroupBy: "T"}
	require.Len(t, run(t, trace(named("T"), sorted), sorting, oracle.RunOptions{}).Divergences, 1, "what is grouped is cached")

	negates := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery && len(op.Query.Terms) > 1 {
			*out = fail(spec.CodeUnsupported)
		}
	})
	res := run(t, small(), negates, oracle.RunOptions{Laws: oracle.Laws()})
	require.Len(t, res.Divergences, 1)
	require.NotEmpty(t, res.Divergences[0].Law)
	for _, v := range oracle.Variants() {
		if v.Name == "snapshot" {
			res := run(t, small(), declares(spec.OpSnapshot).With(v), oracle.RunOptions{})
			require.Len(t, res.Divergences, 1)
			require.Empty(t, run(t, small(), unsupportedOps("engine", spec.OpSnapshot).With(v), oracle.RunOptions{}).Divergences)
		}
	}
	res, err := oracle.Run(small(), unsupportedOps("model", spec.OpHas), []oracle.Implementation{sound("engine")}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1, "an engine of ours has no more than the reference")
}

// P-110: that the reference refuses for another reason does not let an engine say that it has not got what it declares.
func TestAnEngineMayNotRefuseWhatItDeclaresForWhatIsWrong(t *testing.T) {
	wrong := trace(entity("T"), spec.Operation{Op: spec.OpHas, Entity: "nobody", ID: spec.Single("T")}, query(text("T(")))
	for _, k := range []spec.OpKind{spec.OpHas, spec.OpQuery} {
		for _, foreign := range []bool{false, true} {
			im := unsupportedOps("engine", k)
			im.Foreign = foreign
			require.Empty(t, run(t, wrong, im, oracle.RunOptions{}).Divergences, k)
			im.Info = nil // the model's, which declares both
			res := run(t, wrong, im, oracle.RunOptions{})
			require.Len(t, res.Divergences, 1, k)
			require.Equal(t, k, res.Divergences[0].Op.Op)
		}
	}
	both, err := oracle.Run(wrong, unsupportedOps("model", spec.OpHas), []oracle.Implementation{unsupportedOps("engine", spec.OpHas)}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Empty(t, both.Divergences)
}

func TestEventsOfAnObserverThatOneSideDoesNotHave(t *testing.T) {
	tr := trace(
		entity("T"), spec.Operation{Op: spec.OpObserve, As: "o", Query: terms(tag("T")), Events: []spec.EventKind{spec.OnAdd}},
		entity("a", spec.Single("T")), spec.Operation{Op: spec.OpEvents},
	)
	without := unsupportedOps("model", spec.OpObserve)
	require.Empty(t, run(t, tr, unsupportedOps("engine", spec.OpObserve), oracle.RunOptions{}).Divergences)
	foreign := sound("engine")
	foreign.Foreign = true
	res, err := oracle.Run(tr, without, []oracle.Implementation{foreign}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Empty(t, res.Divergences)
	deaf := faulty("engine", func(_ *spec.Operation, out *spec.Outcome) { out.Events = nil })
	require.Len(t, run(t, tr, deaf, oracle.RunOptions{}).Divergences, 1)
}

func TestRunComparesCutAnswersWithTheFullOne(t *testing.T) {
	tr := small()
	tr.Entries[7].Op.Limit = 1
	reversed := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Limit == 1 {
			out.Rows = []spec.Row{row("b", set("T"))}
		}
	})
	require.Empty(t, run(t, tr, reversed, oracle.RunOptions{}).Divergences)
	wrong := faulty("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Limit == 1 {
			out.Rows = []spec.Row{row("R", set("T"))}
		}
	})
	require.Len(t, run(t, tr, wrong, oracle.RunOptions{}).Divergences, 1)
}

func TestRunRefusesATraceThatCannotRun(t *testing.T) {
	_, err := oracle.Run(spec.NewTrace("flecs-9"), sound("model"), nil, oracle.RunOptions{})
	require.ErrorContains(t, err, "flecs-9")
	broken := oracle.Implementation{Name: "broken", New: func(spec.Profile) (spec.Engine, error) { panic("no world") }}
	_, err = oracle.Run(small(), broken, nil, oracle.RunOptions{})
	require.ErrorContains(t, err, "no world")
	res := run(t, small(), broken, oracle.RunOptions{})
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
		e.rows = []spec.Row{row("a"), row("b"), row("c")}
		return spec.OK()
	}
	if op.Op != spec.OpIterNext {
		return e.Engine.Apply(op)
	}
	n := min(e.size, len(e.rows))
	out := rows(e.rows[:n]...)
	e.rows = e.rows[n:]
	return out
}

func TestRunComparesIteratorsInAll(t *testing.T) {
	by := func(n int) oracle.Implementation {
		return oracle.Implementation{Name: "engine", New: func(p spec.Profile) (spec.Engine, error) {
			return &iterating{model.New(p), n, nil}, nil
		}}
	}
	next := spec.Operation{Op: spec.OpIterNext, On: "i"}
	tr := trace(spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"}, next, next, next, next)
	res, err := oracle.Run(tr, by(1), []oracle.Implementation{by(2), by(3)}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Empty(t, res.Divergences)
	short := oracle.Implementation{Name: "short", New: func(p spec.Profile) (spec.Engine, error) {
		return &mutant{&iterating{model.New(p), 2, nil}, p, func(_ *spec.Operation, out *spec.Outcome) {
			if len(out.Rows) == 2 {
				out.Rows = out.Rows[:1]
			}
		}}, nil
	}}
	res, err = oracle.Run(tr, by(1), []oracle.Implementation{short}, oracle.RunOptions{})
	require.NoError(t, err)
	require.Len(t, res.Divergences, 1)
	require.Equal(t, 4, res.Divergences[0].Index, "known when both have come to the end")
}
