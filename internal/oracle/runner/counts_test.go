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
	all := spec.Profiles()
	require.Contains(t, c.PropertiesApart(all), "Union", "no operation had it")
	require.NotContains(t, c.PropertiesApart(all), "Exclusive with Symmetric")
	c.Properties["Union"] = 1
	require.Contains(t, c.PropertiesApart(all), "Exclusive with Union")
	require.Empty(t, c.PropertiesApart(nil))
}

func TestPropertiesOfDifferentProfilesAreApart(t *testing.T) {
	c := cover.NewCounts()
	for _, p := range []spec.Handle{spec.DontInheritTag, spec.Ordered, spec.OnInstantiate} {
		c.Properties[string(p)] = 1
	}
	// in flecs-4, DontInherit is only a target of OnInstantiate (inheritance.rule)
	require.Contains(t, c.PropertiesApart([]spec.Profile{spec.Flecs4()}), "OnInstantiate with Ordered")
	require.Contains(t, c.PropertiesApart([]spec.Profile{spec.Flecs3()}), "DontInherit with Ordered")
	for _, p := range spec.Profiles() {
		require.NotContains(t, c.PropertiesApart([]spec.Profile{p}), "DontInherit with OnInstantiate")
	}
	require.NotContains(t, c.PropertiesApart([]spec.Profile{spec.Flecs4()}), "DontInherit with Ordered")
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
