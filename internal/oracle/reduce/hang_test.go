package reduce_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// A try that hangs counts as not failing. After three hangs, Reduce stops.
func TestAReductionSurvivesTracesThatHang(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	var hung atomic.Int32
	engine := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpQuery {
			*out = spec.Fail(spec.Errorf(spec.CodeInvalid, "a fault"))
		}
		if op.Op == spec.OpDelete {
			hung.Add(1)
			<-release
		}
	})
	query := spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: "(R, *)", Kind: spec.KindRule}}
	fine := spec.NewTrace("flecs-3", query)
	res, err := runner.Run(fine, engines.Model(), []runner.Implementation{engine}, runner.Options{})
	require.NoError(t, err)
	require.NotEmpty(t, res.Divergences)
	fails := reduce.FailsLikeWithin(time.Second, res.Divergences[0], engines.Model(), engine, runner.Options{})
	require.True(t, fails(fine))
	hangs := spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpDelete, Entity: "a"}, query)
	for range 5 {
		require.False(t, fails(hangs))
	}
	require.EqualValues(t, 3, hung.Load())
	require.False(t, fails(fine), "no more tries after three hangs")
}

// If the engine hangs at an operation that the reference accepts, a reduced trace in which the
// reference refuses it does not count as the same hang.
func TestAHangAtARefusedOperationIsAnotherFinding(t *testing.T) {
	for _, code := range []spec.ErrorCode{spec.CodeTimeout, spec.CodeCrash} {
		engine := oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpRemove {
				*out = spec.Fail(spec.Errorf(code, "nothing"))
			}
		})
		made := func(h spec.Handle) spec.Operation { return spec.Operation{Op: spec.OpEntity, Entity: h} }
		remove := spec.Operation{Op: spec.OpRemove, Entity: "b", ID: spec.Pair("R", "a")}
		whole := spec.NewTrace("flecs-3", made("R"), made("a"), made("b"), remove)
		res, err := runner.Run(whole, engines.Model(), []runner.Implementation{engine}, runner.Options{})
		require.NoError(t, err)
		require.NotEmpty(t, res.Divergences)
		d := res.Divergences[0]
		fails := reduce.FailsLike(d, engines.Model(), engine, runner.Options{})
		require.True(t, fails(whole))
		refused := spec.NewTrace("flecs-3", remove)
		require.False(t, fails(refused))
		small := reduce.Trace(whole, fails, reduce.Options{})
		require.Len(t, small.Entries, 2, "1 entity a; 2 the removal from it")
		// If the reference refused the operation from the start, it may also refuse it in reduced traces.
		res, err = runner.Run(refused, engines.Model(), []runner.Implementation{engine}, runner.Options{})
		require.NoError(t, err)
		require.True(t, reduce.FailsLike(res.Divergences[0], engines.Model(), engine, runner.Options{})(refused))
	}
}
