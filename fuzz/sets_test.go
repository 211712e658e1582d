package fuzz_test

import (
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// betaEngines returns the model and fast in the profile of sets, even if they do not declare it.
func betaEngines(t *testing.T, property func(*rapid.T, spec.Engine, spec.Profile)) {
	beta := spec.Flecs3Beta()
	for name, fresh := range map[string]func() spec.Engine{
		"model": func() spec.Engine { return model.New(beta) },
		"fast":  func() spec.Engine { return engine.New(beta) },
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, fresh(), beta) })
		})
	}
}

// drawDense draws a trace that creates a dense world of sets and queries it.
func drawDense(t *rapid.T, p spec.Profile) *spec.Trace {
	weights, err := fuzz.ParseWeights("sets")
	require.NoError(t, err)
	bytes := rapid.SliceOfN(rapid.Byte(), 100, 500).Draw(t, "decisions")
	return fuzz.Decode(bytes, p, fuzz.WithWeights(weights), fuzz.Entities(4, 12), fuzz.Operations(70))
}

// A target with many instances matches pairs with each of them, in whichever direction the engine
// searches (sets.object-substitution).
func TestTargetsWithManyInstancesAnswerAsInTheModel(t *testing.T) {
	beta := spec.Flecs3Beta()
	rapid.Check(t, func(t *rapid.T) {
		reference, tested := model.New(beta), engine.New(beta)
		apply := func(op spec.Operation) (want, got spec.Outcome) { return reference.Apply(op), tested.Apply(op) }
		names := []spec.Handle{"In", "Near", "Likes", "Loves", "a", "b", "c", "d"}
		for i := range rapid.IntRange(5, 30).Draw(t, "instances") {
			names = append(names, spec.Handle("e"+strconv.Itoa(i)))
		}
		for _, name := range names {
			text := string(name)
			apply(spec.Operation{Op: spec.OpEntity, Entity: name, Name: &text})
		}
		add := func(e, first, second spec.Handle) {
			apply(spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.ID{First: first, Second: second}})
		}
		add("In", "Transitive", "")
		if rapid.Bool().Draw(t, "class") {
			add("Loves", "IsA", "Likes")
		}
		few, all := rapid.SampledFrom(names[4:8]), rapid.SampledFrom(names[4:])
		followed := rapid.SampledFrom([]spec.Handle{"IsA", "IsA", "In", "Near"})
		for _, name := range names[8:] {
			add(name, followed.Draw(t, "followed"), few.Draw(t, "base"))
		}
		for range rapid.IntRange(0, 20).Draw(t, "more") {
			add(all.Draw(t, "entity"), followed.Draw(t, "followed"), all.Draw(t, "target"))
		}
		for range rapid.IntRange(1, 6).Draw(t, "liked") {
			add(few.Draw(t, "fan"), rapid.SampledFrom(names[2:4]).Draw(t, "likes"), all.Draw(t, "target"))
		}
		sets := rapid.SampledFrom([]string{
			"", "", "[all|subset]", "[self|all|sub(In)]", "[all|sub(In)]", "[all|sub(Near, 2)]", "[all|sub(IsA, 2, 3)]",
			"[self|subset]",
		})
		for range 6 {
			q := &spec.Query{
				Text: true, Kind: spec.KindRule,
				Expr: fmt.Sprintf("(Likes, %s%s)", few.Draw(t, "asked"), sets.Draw(t, "set")),
			}
			want, got := apply(spec.Operation{Op: spec.OpQuery, Query: q})
			require.Nil(t, want.Err, q.Expr)
			require.Nil(t, got.Err, q.Expr)
			require.True(t, compare.MatchRows(want.Rows, got.Rows, compare.Options{}).Complete(), "%s: got %v, want %v",
				q.Expr, got.Rows, want.Rows)
		}
	})
}

// A query prepared before changes between the entities of its rows answers like a new query
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
			switch op.Op { //nolint:exhaustive // not enough terms
			case spec.OpPrepare:
				cached[op.As] = op.Query
			case spec.OpRelease:
				delete(cached, op.On)
			case spec.OpReset, spec.OpReload:
				clear(cached)
			}
			for name, q := range cached {
				requireFresh(t, e, name, q)
			}
		}
	})
}

// requireFresh compares a prepared query with a new one. Queries by name are skipped, because the
// name may have changed.
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
	require.True(t, compare.MatchRows(fresh.Rows, old.Rows, compare.Options{}).Complete(), "%s: prepared %v, new %v", name,
		old.Rows, fresh.Rows)
}
