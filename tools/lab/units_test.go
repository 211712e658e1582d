package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// The units must pass without a mutant, twice in one process. This test runs one unit in eight: the
// default run of diffcheck covers all scenarios, regressions and transcripts, and a mutation run
// stops at a unit that fails without a mutant.
func TestUnitsOfTheMutationRunAreRight(t *testing.T) {
	units, err := mutationUnits(2, 1)
	require.NoError(t, err)
	require.NotEmpty(t, units)
	names := map[string]bool{}
	for i, u := range units {
		require.False(t, names[u.Name], "%s stands twice", u.Name)
		names[u.Name] = true
		if i%8 != 0 {
			continue
		}
		require.Empty(t, u.Run(), u.Name)
		require.Empty(t, u.Run(), u.Name)
	}
}

// With low limits both engines refuse the same operations, except those that take the model too
// many steps.
func TestOnlyStepsAreCountedByEachEngineForItself(t *testing.T) {
	reference := engines.Model()
	usual := &recorded{known: &runner.Recording{}}
	low := &recorded{model: &reference, usual: usual}
	uneven := func(refused map[spec.OpKind]uint64) bool {
		t.Helper()
		is, err := low.isUneven(refused)
		require.NoError(t, err)
		return is
	}
	require.False(t, uneven(nil))
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpExplain: 2}))
	require.True(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 1}))
	steps := spec.Fail(spec.Exhaustedf("too many steps"))
	usual.known.Ops = []*spec.Operation{{Op: spec.OpQuery}, {Op: spec.OpQuery}, {Op: spec.OpIterate}}
	usual.known.Outcomes = []spec.Outcome{steps, {}, steps}
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 1, spec.OpIterate: 1}))
	require.True(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 2}), "one is of a low limit")
	low.model = nil
	require.False(t, uneven(map[spec.OpKind]uint64{spec.OpQuery: 2}))
}

// rowless is an engine whose queries return no rows.
type rowless struct{ spec.Engine }

func (r rowless) Apply(op spec.Operation) spec.Outcome {
	out := r.Engine.Apply(op)
	if op.Op == spec.OpQuery {
		out.Rows = nil
	}
	return out
}

// The expectations of scenarios detect a broken engine even without another engine, and the result
// is attributed to them.
func TestExpectationsOfScenariosKillMutants(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	forgetful := engines.Fast()
	forgetful.New = func(p spec.Profile) (spec.Engine, error) {
		engine, err := engines.Fast().New(p)
		return rowless{engine}, err
	}
	by := ""
	for _, s := range all {
		require.Empty(t, statedUnit(s, engines.Fast()).Run(), s.Key())
		if u := statedUnit(s, forgetful); u.Run() != "" {
			by = u.Name + ": " + u.Run()
		}
	}
	require.Contains(t, by, asStated+": line ")
}

// An engine that ignores its limits is detected, although comparisons skip answers that one engine
// refuses as too much work.
func TestLowLimitsKillMutants(t *testing.T) {
	reference, limited := engines.Limited(spec.Limits{Elements: 1})
	trace := spec.NewTrace(spec.Flecs3().Name)
	for _, op := range []spec.Operation{
		{Op: spec.OpEntity, Entity: "A"},
		{Op: spec.OpEntity, Entity: "e", IDs: []spec.ID{spec.Single("A")}},
		{Op: spec.OpQuery, Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("A")}}}},
	} {
		trace.Entries = append(trace.Entries, spec.Entry{Op: op})
	}
	w := &mutationWorkload{}
	usual := &recorded{trace: func() *spec.Trace { return trace }}
	w.add("trace", &recorded{trace: usual.trace, model: &reference, usual: usual}, limited, engines.Fast())
	require.Empty(t, w.units[0].Run())
	require.Contains(t, w.units[1].Run(), "because of a limit")
}
