package acceptance

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
)

// betaEngines returns the model and fast in the profile of sets, even if they do not declare it.
func betaEngines(t *testing.T, property func(*rapid.T, spec.Engine, spec.Profile)) {
	beta := spec.Flecs3Beta()
	for _, engine := range everyEngine[:2] {
		t.Run(engine.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { property(t, engine.fresh(beta), beta) })
		})
	}
}

// A predicate is true for a subject if it has the component. Its negation is true otherwise
// (SET-152). A query tries each entity as This, so its rows are the subjects for which its terms are
// true (SET-158). With every set written out, a cached query has the rows of a filter (SET-021,
// SET-023).
func TestPredicatesAreTrueForTheirSubjects(t *testing.T) {
	betaEngines(t, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		worldOfProperties(t, e)
		for range rapid.IntRange(0, 25).Draw(t, "changes") {
			e.Apply(drawChange(t))
		}
		id := drawPair(t, entityNames)
		if rapid.Bool().Draw(t, "single") {
			id = spec.Single(rapid.SampledFrom(entityNames).Draw(t, "tag"))
		}
		ask := func(oper spec.Operator, src spec.Ref) []spec.Row {
			first, second := spec.EntityRef(id.First), spec.EntityRef(id.Second)
			first.Trav = &spec.Traversal{Flags: spec.TravSelf}
			src.Trav = first.Trav
			if id.IsPair() {
				second.Trav = first.Trav
			}
			rowsOf := func(kind spec.QueryKind) []spec.Row {
				out := e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
					Kind: kind, Terms: []spec.Term{{Oper: oper, First: first, Second: second, Src: src}},
				}})
				require.Nil(t, out.Err)
				return out.Rows
			}
			rows := rowsOf(spec.KindFilter)
			require.ElementsMatch(t, rows, rowsOf(spec.KindCached))
			return rows
		}
		all := ask(spec.And, spec.Ref{})
		for _, h := range entityNames {
			if !e.Apply(spec.Operation{Op: spec.OpAlive, Entity: h}).Bool {
				continue
			}
			has := e.Apply(spec.Operation{Op: spec.OpHas, Entity: h, ID: id}).Bool
			require.Equal(t, has, len(ask(spec.And, spec.EntityRef(h))) > 0, "%s(%s)", id, h)
			require.Equal(t, !has, len(ask(spec.Not, spec.EntityRef(h))) > 0, "!%s(%s)", id, h)
			require.Equal(t, has, slices.ContainsFunc(all, func(r spec.Row) bool { return r.This == h }), "%s of %s",
				id, h)
		}
	})
}
