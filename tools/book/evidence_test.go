package book_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/tools/book"
	"github.com/relspec/relspec/tools/mutation"
)

const root = "../.."

func TestEachClauseHasAChangeOfTheModelOrAReason(t *testing.T) {
	all, err := book.AllEvidence()
	require.NoError(t, err)
	var of []string
	for i := range all {
		of = append(of, all[i].Clause)
	}
	var want []string
	for _, c := range specification.Clauses() {
		want = append(want, c.Name)
	}
	require.Equal(t, want, of, "go run -C tools ./lab book --mutants --find")
	in, err := mutation.Instrument(t.Context(), root, t.TempDir(), book.Mutated()...)
	require.NoError(t, err)
	for i := range all {
		e := &all[i]
		if e.None != "" {
			require.Empty(t, e.File, e.Clause)
			continue
		}
		require.NotEmpty(t, e.Noticed, e.Clause)
		require.NotNil(t, e.Point(in.Points), "%s: %s has no change %q; run go run -C tools ./lab book --mutants --find %s", e.Clause,
			e.Function, e.Change, e.Clause)
	}
}

// This test verifies a sample; "lab book --mutants" verifies all.
func TestExamplesNoticeTheirChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the model with all its mutants")
	}
	of := specification.Clauses()
	l, err := book.NewLaboratory(t.Context(), root, t.TempDir(), of)
	require.NoError(t, err)
	defer l.Close()
	all, err := book.AllEvidence()
	require.NoError(t, err)
	verify := func(e book.Evidence) (book.Evidence, error) {
		i := slices.IndexFunc(of, func(c specification.Clause) bool { return c.Name == e.Clause })
		return l.Evidence(t.Context(), []book.Evidence{e}, &of[i], false)
	}
	tried := 0
	for i := 0; i < len(all); i += 30 {
		if all[i].None != "" || len(of[i].Examples) == 0 {
			continue
		}
		now, err := verify(all[i])
		require.NoError(t, err)
		now.Others = all[i].Others // the number counts mutants of the model, which may have changed since
		require.Equal(t, all[i], now)
		tried++
	}
	require.Greater(t, tried, 5)

	first, last := all[0], all[len(all)-1] // the first entry is about entities, the last about worlds of Tecs
	first.File, first.Function, first.Operator = last.File, last.Function, last.Operator
	first.Change, first.Nth = last.Change, last.Nth
	_, err = verify(first)
	require.ErrorContains(t, err, first.Clause+": nothing notices")
	first.Change = "nothing"
	_, err = verify(first)
	require.ErrorContains(t, err, "has no change")
}
