package runner_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// refusing is an engine that answers some operations with an error.
type refusing struct {
	spec.Engine
	op  spec.OpKind
	err *spec.Error
}

func (r refusing) Apply(op spec.Operation) spec.Outcome {
	if op.Op == r.op {
		return spec.Fail(r.err)
	}
	return r.Engine.Apply(op)
}

func refuses(op spec.OpKind, err *spec.Error) runner.Implementation {
	im := engines.Fast()
	start := im.New
	im.New = func(p spec.Profile) (spec.Engine, error) {
		engine, failed := start(p)
		return refusing{engine, op, err}, failed
	}
	return im
}

// If the reference or the engine runs out of work or memory, the operation is skipped and counted.
// Limits that are the same in all engines, such as the number of terms, are compared.
func TestLimitsOfWorkAndMemoryAreNotCompared(t *testing.T) {
	query := spec.Query{Expr: "T", Text: true}
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")},
		spec.Operation{Op: spec.OpPrepare, As: "q", Query: &query},
		spec.Operation{Op: spec.OpQuery, Query: &query},
		spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"},
		spec.Operation{Op: spec.OpIterNext, On: "i"},
		spec.Operation{Op: spec.OpIDs, Entity: "T"},
	)
	for _, op := range []spec.OpKind{spec.OpQuery, spec.OpIterBegin, spec.OpIDs, spec.OpDump} {
		result, err := runner.Run(trace, engines.Model(),
			[]runner.Implementation{refuses(op, spec.Exhaustedf("too much"))}, runner.Options{})
		require.NoError(t, err)
		require.Empty(t, result.Divergences, op)
		if op != spec.OpDump { // dumps are not in the trace
			require.Equal(t, uint64(1), result.Counts.Exhausted[op], op)
		}
	}
	for _, op := range []spec.OpKind{spec.OpQuery, spec.OpIterBegin, spec.OpIDs} {
		shared := spec.Errorf(spec.CodeLimit, "a query has at most 64 terms")
		result, err := runner.Run(trace, engines.Model(), []runner.Implementation{refuses(op, shared)},
			runner.Options{})
		require.NoError(t, err)
		require.Len(t, result.Divergences, 1, op)
	}
}

// If only one side refuses a write because of a limit, the worlds differ, so the run ends.
func TestARunEndsIfOneSideRefusesAWriteByALimit(t *testing.T) {
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "a"}, spec.Operation{Op: spec.OpDelete, Entity: "a"},
		spec.Operation{Op: spec.OpAlive, Entity: "a"},
	)
	result, err := runner.Run(trace, engines.Model(),
		[]runner.Implementation{refuses(spec.OpDelete, spec.Exhaustedf("too much"))}, runner.Options{})
	require.NoError(t, err)
	require.Empty(t, result.Divergences)
	require.Equal(t, uint64(1), result.Counts.Stopped)
}

// If only one engine has an open iterator, the run ends, because only this engine refuses reload.
func TestARunEndsIfOneSideHasAnIterator(t *testing.T) {
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")},
		spec.Operation{Op: spec.OpPrepare, As: "q", Query: &spec.Query{Expr: "T", Text: true}},
		spec.Operation{Op: spec.OpIterBegin, On: "q", As: "i"},
		spec.Operation{Op: spec.OpIterNext, On: "i"},
		spec.Operation{Op: spec.OpReload},
	)
	for _, op := range []spec.OpKind{spec.OpIterBegin, spec.OpIterNext} {
		result, err := runner.Run(trace, engines.Model(),
			[]runner.Implementation{refuses(op, spec.Exhaustedf("too much"))}, runner.Options{})
		require.NoError(t, err)
		require.Empty(t, result.Divergences, op)
		require.Equal(t, uint64(1), result.Counts.Stopped, op)
	}
}

// The time to rewrite a long trace for a variant does not count as a hang of the engine.
func TestRewritingATraceIsNoHang(t *testing.T) {
	slow := &variant.Variant{Name: "slow", Rewrite: func(r *variant.Recorded) []variant.Step {
		time.Sleep(600 * time.Millisecond)
		return variant.Direct(r)
	}}
	trace := spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpEntity, Entity: "a"})
	result, err := runner.Within(300*time.Millisecond, trace, engines.Model(),
		[]runner.Implementation{engines.Fast().With(slow)}, runner.Options{})
	require.NoError(t, err)
	require.Empty(t, result.Divergences)
}

// later answers the first query and refuses the following ones, which are the queries of laws.
type later struct {
	spec.Engine
	asked *int
	err   *spec.Error
}

func (l later) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpQuery {
		if *l.asked++; *l.asked > 1 {
			return spec.Fail(l.err)
		}
	}
	return l.Engine.Apply(op)
}

// A law does not fail if the engine reports a work limit for the rewritten query.
func TestLawsIgnoreLimitsOfWork(t *testing.T) {
	query := spec.Query{Expr: "T, S", Text: true}
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "T", Name: new("T")},
		spec.Operation{Op: spec.OpEntity, Entity: "S", Name: new("S")},
		spec.Operation{Op: spec.OpQuery, Query: &query},
	)
	findings := func(refusal *spec.Error) int {
		im := engines.Fast()
		start := im.New
		im.New = func(p spec.Profile) (spec.Engine, error) {
			engine, failed := start(p)
			return later{engine, new(int), refusal}, failed
		}
		result, err := runner.Run(trace, engines.Model(), []runner.Implementation{im}, runner.Options{Laws: law.All()})
		require.NoError(t, err)
		return len(result.Divergences)
	}
	require.Zero(t, findings(spec.Exhaustedf("too much")))
	require.Positive(t, findings(spec.Errorf(spec.CodeInvalid, "the rewritten query was refused")))
}
