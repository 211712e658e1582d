package fuzz_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// betaEngines are the model and fast in the profile of sets, whether they follow it by themselves or not.
func betaEngines(t *testing.T, property func(*rapid.T, spec.Engine, spec.Profile)) {
	beta := spec.Flecs3Beta()
	beta.Built = true
	for name, fresh := range map[string]func() spec.Engine{
		"model": func() spec.Engine { return model.New(beta) },
		"fast":  func() spec.Engine { return engine.New(beta) },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, fresh(), beta) })
		})
	}
}

// drawDense draws a trace that makes a dense world of sets and asks about it.
func drawDense(t *rapid.T, p spec.Profile) *spec.Trace {
	weights, err := fuzz.ParseWeights("sets")
	require.NoError(t, err)
	bytes := rapid.SliceOfN(rapid.Byte(), 100, 500).Draw(t, "decisions")
	return fuzz.Decode(bytes, p, fuzz.WithWeights(weights), fuzz.Entities(4, 12), fuzz.Operations(70))
}

// The laws of sets hold in dense worlds. What is first is depth first (SET-224, laws "all" and "first"); where every set is
// written out the kinds agree (SET-021, SET-023, law "kinds"); a variable is a wildcard that is the same entity everywhere (SET-201,
// laws "star", "constant" and "preset"); two steps are one step from one step (SET-250, law "compose").
func TestLawsOfSetsHoldInDenseWorlds(t *testing.T) {
	betaEngines(t, func(t *rapid.T, e spec.Engine, p spec.Profile) {
		counts := cover.NewCounts()
		checker := law.NewChecker(law.All(), p, e, compare.NewOwed(p, e, nil, false))
		trace := drawDense(t, p)
		for i := range trace.Entries {
			op := &trace.Entries[i].Op
			out := e.Apply(*op)
			name, d := checker.Check(op, &out, &counts)
			if d != nil {
				t.Fatalf("operation %d breaks the law %q: %v", i+1, name, d.Lines)
			}
		}
	})
}

// A query that is prepared before changes between the entities of its rows answers like one that is made anew
// (SET-247).
func TestPreparedSetsAreFresh(t *testing.T) {
	betaEngines(t, func(t *rapid.T, e spec.Engine, p spec.Profile) {
		cached := map[string]*spec.Query{}
		trace := drawDense(t, p)
		for i := range trace.Entries {
			op := trace.Entries[i].Op
			if e.Apply(op).Err != nil {
				continue
			}
			switch op.Op { //nolint:exhaustive // the others make no query
			case spec.OpPrepare:
				cached[op.As] = op.Query
			case spec.OpRelease:
				delete(cached, op.On)
			case spec.OpReset:
				clear(cached)
			}
			for name, q := range cached {
				requireFresh(t, e, name, q)
			}
		}
	})
}

// requireFresh compares a prepared query with the same made now. One by name may mean something else now.
func requireFresh(t *rapid.T, e spec.Engine, name string, q *spec.Query) {
	if q.IsText() || q.OrderBy != nil || q.GroupBy != "" || slices.ContainsFunc(q.Terms, func(t spec.Term) bool {
		return t.First.Kind == spec.RefName || t.Second.Kind == spec.RefName || t.Src.Kind == spec.RefName
	}) {
		return
	}
	fresh := e.Apply(spec.Operation{Op: spec.OpQuery, Query: q.Clone(), Untouched: true})
	if fresh.Err != nil {
		return
	}
	old := e.Apply(spec.Operation{Op: spec.OpIterate, On: name, Untouched: true})
	require.Nil(t, old.Err)
	require.True(t, compare.MatchRows(fresh.Rows, old.Rows, compare.Options{}).Complete(), "%s: %v, made now %v", name, old.Rows, fresh.Rows)
}
