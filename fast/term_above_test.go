package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Terms of a transitive relationship with a variable return the same rows in a typed loop and in
// the rows of the same text, in worlds with chains, cycles, entities with two targets, instances
// and reserved targets.
func TestAncestorsAgreeWithRows(t *testing.T) {
	seeds := 40
	if testing.Short() {
		seeds = 8
	}
	queries := []struct {
		text  string
		terms int
	}{
		{"(In, $x)", 1},
		{"Tag, (In, $x)", 2},
		{"(In, $x), Tag($x)", 2},
		{"(In, $x), !Tag($x)", 2},
		{"(In, $x), (Near, $x)", 2},
		{"(In, $x), (In, $y)", 2},
		{"(Near, $x), (In, $x)", 2},
		{"(In, $_x)", 1},
		{"(Near, $_x)", 1},
		{"Tag, (Near, $_x)", 2},
		{"(Near, $_x), !Tag($_x)", 2},
		{"Tag, ?(In, $x)", 2},
		{"(In, $x), ?Tag($x)", 2},
		{"(Near, $x), !(In, $x)", 2},
	}
	compared := 0
	for seed := range seeds {
		tw := newTwin(spec.Flecs3(), uint64(7000+seed))
		w := tw.short
		tag, transitive, plain := w.NewTag("Tag"), w.NewRelationship("In", fast.Transitive), w.NewRelationship("Near")
		for step := range 44 {
			e, target := tw.pick(), tw.pick()
			switch { // some changes are refused
			case step == 20 && seed%4 == 0:
				_ = w.AddPair(e, transitive, fast.Wildcard)
				_ = w.AddPair(e, transitive, fast.Prefab)
			case step > 25 && seed%3 == 0:
				_ = w.AddPair(e, fast.IsA, target)
			case step%5 == 0:
				_ = w.Add(e, tag)
			case step%5 == 1:
				_ = w.AddPair(e, plain, target)
			case step%7 == 6:
				_ = w.RemovePair(e, transitive, w.Target(e, transitive, 0))
			case seed%2 == 0 || e > target && w.Target(e, transitive, 0) == 0: // otherwise a forest
				_ = w.AddPair(e, transitive, target)
			}
			q := queries[step%len(queries)]
			want := rowsOfText(t, w, q.text, q.terms)
			require.Equal(t, want, rowsOfLoop(w, q.text, q.terms), "%s, seed %d, step %d", q.text, seed, step)
			compared += len(want)
		}
	}
	require.Greater(t, compared, 100*seeds)
}

// rowsOfText returns the rows of a rule, sorted.
func rowsOfText(t *testing.T, w *fast.World, text string, terms int) (list []string) {
	q, err := w.Prepare(spec.Query{Expr: text, Kind: spec.KindRule})
	require.NoError(t, err, text)
	rows, err := q.Rows()
	require.NoError(t, err)
	for row := range rows {
		list = append(list, matchLine(row.Entity(), &row, terms))
	}
	slices.Sort(list)
	return list
}

// rowsOfLoop returns the rows of a typed loop, sorted.
func rowsOfLoop(w *fast.World, text string, terms int) (list []string) {
	for batch := range fast.NewQuery0(w, fast.Text(text), fast.Rule).Batches() {
		for _, e := range batch.Entities() {
			list = append(list, matchLine(e, &batch, terms))
		}
	}
	slices.Sort(list)
	return list
}

// matchLine formats an entity with the matches of the terms.
func matchLine(e fast.Entity, matched interface {
	IsSet(n int) bool
	ID(n int) fast.ID
	Source(n int) fast.Entity
}, terms int,
) string {
	line := fmt.Sprint(e)
	for n := range terms {
		line += fmt.Sprint(" ", matched.IsSet(n))
		if matched.IsSet(n) {
			line += fmt.Sprint(matched.ID(n), matched.Source(n))
		}
	}
	return line
}

// Variables keep their values if entities of one table differ in what is above them.
func TestVariablesWithUp(t *testing.T) {
	w := fast.NewWorld()
	in := w.NewRelationship("In", fast.Exclusive, fast.DontFragment, fast.Traversable)
	near, far, tag := w.NewRelationship("Near"), w.NewRelationship("Far"), w.NewTag("Tag")
	above := []fast.Entity{w.Spawn(tag), w.Spawn(tag)}
	for i := range 12 {
		check(w.AddPair(w.Spawn(fast.Pair(near, above[i%2]), fast.Pair(far, above[i/2%2])), in, above[i%2]))
	}
	x, y := fast.Variable(1), fast.Variable(2)
	n := 0
	for b := range fast.NewQuery0(w, fast.Pair(near, x), fast.Pair(far, y), fast.Up(in, tag)).Batches() {
		for _, e := range b.Entities() {
			require.Equal(t, []fast.Entity{w.Target(e, near, 0), w.Target(e, far, 0), w.Target(e, in, 0)},
				[]fast.Entity{b.Variable(x), b.Variable(y), b.Source(2)})
			n++
		}
	}
	require.Equal(t, 12, n)
}
