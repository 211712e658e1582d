package exhaust_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/exhaust"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func small() exhaust.Bound {
	return exhaust.Bound{Profile: "flecs-3", Entities: 2, Relationships: 1, Properties: 1, Operations: 1, Terms: 1}
}

// tiny has about fifty worlds.
func tiny() exhaust.Bound {
	b := small()
	b.Entities = 1
	return b
}

func options(b exhaust.Bound) exhaust.Options {
	return exhaust.Options{
		Bound: b, Reference: engines.Model(), Implementations: []oracle.Implementation{engines.Fast()},
	}
}

// of returns the options for a mutant of the reference.
func of(b exhaust.Bound, name string, mutant func(spec.Engine) spec.Engine) exhaust.Options {
	o := options(b)
	o.Implementations = []oracle.Implementation{{Name: name, New: func(p spec.Profile) (spec.Engine, error) {
		engine, err := engines.Model().New(p)
		return mutant(engine), err
	}}}
	return o
}

// oneGoroutine skips a test in a short run. Short runs look for data races, and the test has only
// one goroutine.
func oneGoroutine(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the test has one goroutine, so there is nothing concurrent to test")
	}
}

// every returns the worlds of a bound.
func every(t *testing.T, b exhaust.Bound) [][]spec.Operation {
	t.Helper()
	out, err := exhaust.Worlds(b, engines.Model())
	require.NoError(t, err)
	return out
}

// The smallest bound is compared completely, in every profile and with every variant.
func TestEnginesAgreeOnEverySmallWorld(t *testing.T) {
	profiles := []string{"flecs-3", "flecs-4"}
	for _, profile := range profiles[:long.Times(2, 1)] {
		b := small()
		b.Profile = profile
		o := options(b)
		o.Storage = engines.StorageChoices()
		report, err := exhaust.Run(context.Background(), o)
		require.NoError(t, err)
		for _, f := range report.Findings {
			t.Error(f.Text)
		}
		require.True(t, report.Complete)
		require.EqualValues(t, len(every(t, b)), report.Worlds)
		require.NotZero(t, report.Counts.Rows)
		compared := []string{"fast", "fast (held)", "fast (deferred)", "fast (recycled)", "fast (renamed)"}
		if profile == "flecs-3" { // the other profiles have one kind of query
			compared = append(compared, "fast (filter)", "fast (cached)", "fast (held cached)", "fast (text)")
		}
		for _, label := range compared {
			require.NotZero(t, report.Counts.Comparisons[label], label)
		}
	}
}

func TestWorldsAreDistinctAndReachEveryOperation(t *testing.T) {
	b := small()
	b.Operations, b.Wide = 2, true
	seen := map[string]bool{}
	kinds := map[spec.OpKind]bool{}
	for _, ops := range every(t, b) {
		text, err := json.Marshal(ops)
		require.NoError(t, err)
		require.False(t, seen[string(text)], "%s", text)
		seen[string(text)] = true
		for _, op := range ops {
			kinds[op.Op] = true
		}
	}
	require.Equal(t, map[spec.OpKind]bool{
		spec.OpEntity: true, spec.OpAdd: true, spec.OpDelete: true,
		spec.OpClear: true,
	}, kinds)
}

func TestBoundsGrow(t *testing.T) {
	oneGoroutine(t)
	least := len(every(t, exhaust.Bound{Profile: "flecs-3", Entities: 1, Relationships: 1, Terms: 1}))
	require.Equal(t, 1, least)
	b := small()
	b.Operations, b.Properties = 2, 0
	n := len(every(t, b))
	for _, larger := range []func(*exhaust.Bound){
		func(b *exhaust.Bound) { b.Entities++ },
		func(b *exhaust.Bound) { b.Relationships++ },
		func(b *exhaust.Bound) { b.Properties++ },
		func(b *exhaust.Bound) { b.Operations++ },
	} {
		c := b
		larger(&c)
		require.Greater(t, len(every(t, c)), n, c.String())
	}
	b.Terms = 2
	require.Greater(t, len(exhaust.Queries(b)), 1000)
	b.Entities, b.Operations, b.AnyOrder = 3, 3, true
	n = len(every(t, b))
	b.AnyOrder = false
	require.Greater(t, len(every(t, b)), n, "two bases, of which the first or the second has the tag")
}

func TestQueriesAreDistinctModuloVariables(t *testing.T) {
	oneGoroutine(t)
	b := small()
	b.Terms = 2
	seen := map[string]bool{}
	shapes := map[spec.TermKind]bool{}
	for _, q := range exhaust.Queries(b) {
		text, err := json.Marshal(spec.Operation{Op: spec.OpQuery, Query: q})
		require.NoError(t, err)
		require.False(t, seen[string(text)], "%s", text)
		seen[string(text)] = true
		q.Walk(func(t *spec.Term) { shapes[t.Kind] = true })
	}
	require.Len(t, shapes, 4)
}

func TestInvalidBounds(t *testing.T) {
	for _, spoil := range []func(*exhaust.Bound){
		func(b *exhaust.Bound) { b.Profile = "flecs-9" },
		func(b *exhaust.Bound) { b.Profile = "tecs" },
		func(b *exhaust.Bound) { b.Entities = 0 },
		func(b *exhaust.Bound) { b.Entities = 4 },
		func(b *exhaust.Bound) { b.Relationships = 3 },
		func(b *exhaust.Bound) { b.Properties = -1 },
		func(b *exhaust.Bound) { b.Operations = 6 },
		func(b *exhaust.Bound) { b.Terms = 3 },
	} {
		b := small()
		spoil(&b)
		_, err := exhaust.Run(context.Background(), options(b))
		require.Error(t, err)
	}
}

// forgetful is an engine that misses pairs to the second entity in one query.
type forgetful struct{ spec.Engine }

func (f forgetful) Apply(op spec.Operation) spec.Outcome {
	out := f.Engine.Apply(op)
	if op.Op == spec.OpQuery && len(op.Query.Terms) == 1 && op.Query.Terms[0].Second.Kind == spec.RefWildcard {
		for i, r := range out.Rows {
			if len(r.Fields) == 1 && r.Fields[0].ID == spec.Pair("R", "b") {
				out.Rows = append(out.Rows[:i:i], out.Rows[i+1:]...)
				break
			}
		}
	}
	return out
}

func TestADifferenceIsReducedGroupedAndSaved(t *testing.T) {
	b := small()
	b.Properties = 0
	o := of(b, "forgetful", func(e spec.Engine) spec.Engine { return forgetful{e} })
	o.Dir = t.TempDir()
	report, err := exhaust.Run(context.Background(), o)
	require.NoError(t, err)
	require.NotEmpty(t, report.Findings)
	first := report.Findings[0]
	require.Equal(t, "forgetful", first.Label)
	require.NotZero(t, first.Repeats, "the same fault in other worlds is a repetition")
	require.FileExists(t, o.Dir+"/"+first.Hash+"/trace.jsonl")
}

// loses is an engine that is correct except that it calls after, which removes something, after
// each load.
type loses struct {
	spec.Engine
	after func(spec.Engine, spec.Operation)
}

func (l loses) Apply(op spec.Operation) spec.Outcome {
	out := l.Engine.Apply(op)
	if op.Op == spec.OpReload && out.Err == nil {
		l.after(l.Engine, op)
	}
	return out
}

// An engine that loses something in a load is found by comparing worlds, or by a later operation.
func TestALoadThatForgetsIsFound(t *testing.T) {
	for name, after := range map[string]func(spec.Engine, spec.Operation){
		"an id": func(e spec.Engine, _ spec.Operation) {
			e.Apply(spec.Operation{Op: spec.OpRemove, Entity: "a", ID: spec.Single("T")})
		},
		"an alive entity": func(e spec.Engine, _ spec.Operation) {
			e.Apply(spec.Operation{Op: spec.OpDelete, Entity: "a"})
		},
	} {
		b := tiny()
		b.Properties = 0
		report, err := exhaust.Run(context.Background(),
			of(b, "loses", func(e spec.Engine) spec.Engine { return loses{e, after} }))
		require.NoError(t, err)
		require.NotEmpty(t, report.Findings, name)
	}
}

// stuck never answers queries with a wildcard while the test runs.
type stuck struct {
	spec.Engine
	over chan struct{}
}

func (s stuck) Apply(op spec.Operation) spec.Outcome {
	if op.Op == spec.OpQuery && len(op.Query.Terms) == 1 && op.Query.Terms[0].Second.Kind == spec.RefWildcard {
		<-s.over
	}
	return s.Engine.Apply(op)
}

func TestAnEngineThatHangsIsAFinding(t *testing.T) {
	over := make(chan struct{})
	t.Cleanup(func() { close(over) })
	o := of(tiny(), "stuck", func(e spec.Engine) spec.Engine { return stuck{e, over} })
	o.Dir, o.HangAfter, o.Findings, o.Workers = t.TempDir(), 2*time.Second, 1, 1
	report, err := exhaust.Run(context.Background(), o)
	require.NoError(t, err)
	require.Len(t, report.Findings, 1)
	require.Equal(t, "query broken refused: timeout", report.Findings[0].Signature)
	require.Contains(t, report.Findings[0].Text, "not reduced")
	require.FileExists(t, o.Dir+"/"+report.Findings[0].Hash+"/trace.jsonl")
}
