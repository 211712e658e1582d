package query

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// crowd is a world in which few entities have the pairs that queries ask for, some in tables of
// their own.
func crowd(t *testing.T, others int) *scene {
	t.Helper()
	s := newScene(t, spec.Flecs3(), "early", "A", "B", "Rare", "R", "In Transitive DontInherit",
		"N Exclusive DontFragment", "Far Transitive DontInherit Exclusive DontFragment",
		"x", "y In:x Far:x", "z In:y Far:y", "a A B Rare R:x", "b A R:y", "c A In:z N:x", "base Rare", "heir IsA:base",
		"child ChildOf:a")
	for i := range others {
		s.do(fmt.Sprintf("T%d", i))
		s.do(fmt.Sprintf("o%d B T%d R:T%d N:T%d In:T%d Far:T%d", i, i, i, i, i, i))
	}
	return s
}

// tried counts the steps of a run, and the tables and sources that its plan looks at.
func (s *scene) tried(q *Query, presets map[string]string) (steps, rows int) {
	x := q.NewExec()
	defer x.Release()
	x.PlanFor(s.preset(x, presets))
	for i := range x.steps {
		step := &x.steps[i]
		for j := range step.Terms {
			m := &step.Terms[j]
			open := m.Src.Kind == ElementVar && x.openOf(m.Src.Uses()) != 0
			if i > 0 || step.Kind != stepMatch || m.Compares || m.Lookups != 0 || !open {
				continue
			}
			sources, _ := x.nonFragmentingLead(m)
			if sources == nil {
				x.candidates(m)
			}
			steps += len(sources) + len(x.tables)
			x.tables, x.level = x.tables[:0], x.level[:0]
		}
	}
	r := &results{s: s}
	before := x.work
	x.Run(r)
	return steps + before - x.work, len(r.rows)
}

// A plan that starts with the wrong term, or searches instead of using an index, returns the same
// rows but may be a thousand times slower. So this test counts the work: it must not grow with
// entities that do not match.
func TestWhatDoesNotMatchCostsNothing(t *testing.T) {
	few, many := crowd(t, 20), crowd(t, 200)
	for _, c := range []struct {
		query   string
		presets map[string]string
		why     string
	}{
		{"A", nil, "an index lists the tables of an id"},
		{"B, A", nil, "the plan starts with the rarer term"},
		{"(R, *), Rare", nil, "the plan starts with the rarer term"},
		{"A, !B, ?(R, *)", nil, "the plan starts with an And term"},
		{"(R, x)", nil, "an index lists the tables of a pair"},
		{"(R, $t)", map[string]string{"t": "x"}, "a preset target is used like a constant"},
		{"B, (R, $t)", map[string]string{"t": "x"}, "the plan starts with the pair of the preset target"},
		{"(R, $t), Rare", nil, "the plan starts with the rarer term"},
		{"Rare($t), (N, $t)", nil, "the rarer term binds the variable"},
		{"(In, x)", nil, "an index lists the entities below x at any depth"},
		{"(In, $t)", map[string]string{"t": "x"}, "the index is also used for a preset target"},
		{"(Far, x)", nil, "an index has non-fragmenting pairs, too"},
		{"(N, x)", nil, "an index lists the sources of a non-fragmenting pair"},
		{"(N, $t)", map[string]string{"t": "x"}, "the index is also used for a preset target"},
		{"B, (R, $t)", map[string]string{"This": "a"}, "only the preset entity is tested"},
		{"Rare(a), A", nil, "the plan starts with the fixed source"},
		{"Rare(b), B", nil, "the run ends if the fixed source does not match"},
		{"(IsA, base), Rare", nil, "an index lists the instances of a base"},
	} {
		at, more := few.rule(c.query), many.rule(c.query)
		smallest, rows := few.tried(at, c.presets)
		most, again := many.tried(more, c.presets)
		require.Equal(t, rows, again, c.query)
		require.Equal(t, smallest, most, "%s %v: %s", c.query, c.presets, c.why)
	}
	// Check the counter: the work of a query that every entity matches grows with the world.
	smallest, _ := few.tried(few.rule("B"), nil)
	most, _ := many.tried(many.rule("B"), nil)
	require.Greater(t, most, smallest+170)
}

// After a change a cached query matches again only new tables, and tables whose fields depend on
// the change.
func TestACachedQueryMatchesAgainWhatHasChanged(t *testing.T) {
	for _, c := range []struct {
		keep, change string
		again        []string // an entity of each table that is matched again
	}{
		{"A, B", "other Rare", nil},
		{"A, B", "a2 A B Rare R:x", nil}, // into an existing table
		{"A, B", "a2 A B In:y", []string{"a2"}},
		{"A, B", "a -A", nil},
		{"A, ?Rare", "a2 A Rare R:y", []string{"a2"}},
		{"A, !B", "b2 A R:x", []string{"b2"}},
		{"(R, *)", "b2 R:z", []string{"b2"}},
	} {
		s := crowd(t, 3)
		k := s.keep(c.keep)
		version := k.poisoned()
		s.do(c.change)
		require.Equal(t, c.again, k.matchedAgain(s), "%s after %s", c.keep, c.change)
		if c.again != nil {
			require.Greater(t, k.cached.Cache.Version, version, c.keep)
		}
		k.same(s)
		k.forget(t)
		k.same(s)
	}
}

// matchedAgain names an entity of each table whose match was updated after poisoned marked all
// matches as old.
func (k *keeper) matchedAgain(s *scene) (again []string) {
	_, _, ok := k.cached.TableMatches()
	require.True(s.t, ok)
	c := k.cached.Cache
	c.check(s.t, k.cached)
	for _, m := range c.matches {
		fields := c.fields[m.First:][:len(k.cached.Nodes)]
		anew := !slices.ContainsFunc(fields, func(f FieldMatch) bool { return f.Column == poison })
		if anew && len(s.w.Store.Entities(m.Table)) > 0 {
			again = append(again, s.tableName(m.Table))
		}
	}
	slices.Sort(again)
	return again
}

// In a profile with sets, a search for a constant id ends at the nearest entity that has it. So the
// work grows with the number of instances, and not with its square.
func TestASearchForAConstantIDEndsAtTheNearest(t *testing.T) {
	steps := func(n int) int {
		s := newScene(t, spec.Flecs3Beta(), "A", "e0 A")
		for i := 1; i < n; i++ {
			s.do(fmt.Sprintf("e%d A IsA:e%d", i, i-1))
		}
		q, err := Compile(s.w, &spec.Query{Text: true, Expr: "A", Kind: spec.KindFilter}, s.w.Named)
		require.Nil(t, err)
		x := q.NewExec()
		defer x.Release()
		before, r := x.work, &results{s: s}
		x.Run(r)
		require.Len(t, r.rows, n)
		return before - x.work
	}
	require.LessOrEqual(t, steps(80), 2*steps(40))
}
