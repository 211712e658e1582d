package runner_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

func TestPropertiesOfOperationsAreCounted(t *testing.T) {
	pair := spec.Pair("R", "R")
	trace := spec.NewTrace("flecs-3",
		spec.Operation{
			Op: spec.OpEntity, Entity: "R",
			IDs: []spec.ID{spec.Single(spec.Symmetric), spec.Single(spec.Exclusive)},
		},
		spec.Operation{Op: spec.OpEntity, Entity: "a"},
		spec.Operation{Op: spec.OpAdd, Entity: "a", ID: pair},
		spec.Operation{Op: spec.OpRemove, Entity: "a", ID: pair},
		spec.Operation{Op: spec.OpRemove, Entity: "R", ID: spec.Single(spec.Symmetric)},
		spec.Operation{Op: spec.OpAdd, Entity: "a", ID: pair},
	)
	result, err := runner.Run(trace, engines.Model(), []runner.Implementation{engines.Fast()}, runner.Options{})
	require.NoError(t, err)
	c := result.Counts
	require.Equal(t, uint64(3), c.Properties["Exclusive"])
	require.Equal(t, uint64(2), c.Properties["Symmetric"])
	require.Equal(t, uint64(2), c.Properties["Exclusive + Symmetric"])
	always := func(a, b spec.Handle) bool { return true }
	require.Contains(t, c.PropertiesApart(always), "Union", "no operation had it")
	require.NotContains(t, c.PropertiesApart(always), "Exclusive with Symmetric")
	c.Properties["Union"] = 1
	require.Contains(t, c.PropertiesApart(always), "Exclusive with Union")
	require.Empty(t, c.PropertiesApart(func(a, b spec.Handle) bool { return a == spec.Union && b == a }),
		"no profile has others")
}

func TestRunCountsWhatTheTraceDeclares(t *testing.T) {
	tr := build.Trace(
		build.Entity("R", spec.Single(spec.Symmetric)), build.Entity("S"), build.Add("S", "Union"), build.Entity("a"),
		build.Query(build.Terms(build.Related("a"))),
		build.Query(build.Terms(spec.Term{First: spec.EntityRef("S"), Second: spec.EntityRef("*")})),
	)
	c := cover.NewCounts()
	_, err := runner.Record(tr, oracletest.Sound("model"), runner.Options{}, &c)
	require.NoError(t, err)
	require.EqualValues(t, 1, c.Features["symmetric"])
	require.EqualValues(t, 1, c.Features["union"])
	require.EqualValues(t, 2, c.Features[spec.FeatEmptyAnswer])
}
