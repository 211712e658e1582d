package acceptance

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/spec"
)

// betaEngines are the model and fast in the profile of sets, whether they follow it by themselves or not.
func betaEngines(t *testing.T, property func(*rapid.T, spec.Engine, spec.Profile)) {
	beta := spec.Flecs3Beta()
	beta.Built = true
	for _, engine := range everyEngine[:2] {
		t.Run(engine.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, engine.fresh(beta), beta) })
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
// laws "star", "constant" and "preset"); what is two steps away is one step from what is one step away (SET-250, law "compose").
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

// A query that is kept through changes of what is between the entities of its rows answers like one that is made anew
// (SET-247).
func TestKeptSetsAreFresh(t *testing.T) {
	betaEngines(t, func(t *rapid.T, e spec.Engine, p spec.Profile) {
		kept := map[string]*spec.Query{}
		trace := drawDense(t, p)
		for i := range trace.Entries {
			op := trace.Entries[i].Op
			if e.Apply(op).Err != nil {
				continue
			}
			switch op.Op { //nolint:exhaustive // the others make no query
			case spec.OpPrepare:
				kept[op.As] = op.Query
			case spec.OpRelease:
				delete(kept, op.On)
			case spec.OpReset:
				clear(kept)
			}
			for name, q := range kept {
				requireFresh(t, e, name, q)
			}
		}
	})
}

// requireFresh compares a kept query with the same made now. One by name may mean something else now.
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

// A predicate is true of a subject exactly if it has the component, and its negation exactly if not (SET-152). A query passes
// each entity as This, so that its rows are the subjects of which its terms are true (SET-158).
func TestPredicatesAreTrueOfTheirSubjects(t *testing.T) {
	betaEngines(t, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		worldOfProperties(t, e)
		for range rapid.IntRange(0, 25).Draw(t, "changes") {
			e.Apply(drawChange(t))
		}
		id := drawPair(t, things)
		if rapid.Bool().Draw(t, "single") {
			id = spec.Single(rapid.SampledFrom(things).Draw(t, "tag"))
		}
		ask := func(oper spec.Operator, src spec.Ref) []spec.Row {
			first, second := spec.EntityRef(id.First), spec.EntityRef(id.Second)
			first.Trav = &spec.Traversal{Flags: spec.TravSelf}
			if id.IsPair() {
				second.Trav = first.Trav
			}
			out := e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
				Kind: spec.KindFilter, Terms: []spec.Term{{Oper: oper, First: first, Second: second, Src: src}},
			}})
			require.Nil(t, out.Err)
			return out.Rows
		}
		all := ask(spec.And, spec.Ref{})
		for _, h := range things {
			if !e.Apply(spec.Operation{Op: spec.OpAlive, Entity: h}).Bool {
				continue
			}
			has := e.Apply(spec.Operation{Op: spec.OpHas, Entity: h, ID: id}).Bool
			require.Equal(t, has, len(ask(spec.And, spec.EntityRef(h))) > 0, "%s(%s)", id, h)
			require.Equal(t, !has, len(ask(spec.Not, spec.EntityRef(h))) > 0, "!%s(%s)", id, h)
			require.Equal(t, has, slices.ContainsFunc(all, func(r spec.Row) bool { return r.This == h }), "%s of %s", id, h)
		}
	})
}
