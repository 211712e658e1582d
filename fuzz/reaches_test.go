package fuzz_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// Generated traces with default weights reach prefab.spreads, inheritance.copies and wildcard.union: Prefab that
// spreads, copies for an instance, data that starts with a base's value, and (R, *) reported for a
// Union relationship.
func TestGeneratedTracesReachConsequences(t *testing.T) {
	if testing.Short() {
		t.Skip("has one goroutine, and fewer traces do not reach everything")
	}
	says := map[string]string{
		"spreads": "is a child of the prefab", "copies": "has an override of it",
		"starts": "starts with the value that",
	}
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		counts := map[string]int{}
		g := fuzz.New(p)
		for seed := range long.Times(uint64(100), 60) {
			w := model.New(p)
			for _, entry := range g.Generate(seed).Entries {
				out := w.Apply(entry.Op)
				for _, s := range w.Steps() {
					for what, words := range says {
						if out.Err == nil && strings.Contains(s.Claim, words) {
							counts[what]++
						}
					}
				}
				if entry.Op.Query != nil && reportsAnyTarget(entry.Op.Query, out.Rows) {
					counts["any target"]++
				}
			}
		}
		t.Logf("%s: %v", p.Name, counts)
		for what := range says {
			require.NotZero(t, counts[what], "%s in %s", what, p.Name)
		}
		require.Equal(t, p.UnionWildcard, counts["any target"] > 0, p.Name)
	}
}

// reportsAnyTarget reports whether a term (R, *) has a row that reports (R, *).
func reportsAnyTarget(q *spec.Query, rows []spec.Row) bool {
	for _, row := range rows {
		for i, f := range row.Fields {
			if i < len(q.Terms) && f.ID.Second == spec.Wildcard && f.ID.First == spec.Handle(q.Terms[i].First.Name) &&
				q.Terms[i].Second.Kind == spec.RefWildcard {
				return true
			}
		}
	}
	return false
}

// text.names: some query texts have names in backquotes, and the model finds the named entities.
func TestGeneratedTextsQuoteNames(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4(), spec.Flecs3Beta()} {
		quoted, found := 0, 0
		g := fuzz.New(p)
		for seed := uint64(0); seed < 150 && found <= 1; seed++ {
			w := model.New(p)
			for _, entry := range g.Generate(seed).Entries {
				out := w.Apply(entry.Op)
				if q := entry.Op.Query; q != nil && strings.Contains(q.Expr, "`") {
					quoted++
					if out.Err == nil {
						found++
					}
				}
			}
		}
		t.Logf("%s: %d queries with names in backquotes, %d of them answered", p.Name, quoted, found)
		require.Greater(t, found, 1, p.Name)
	}
}
