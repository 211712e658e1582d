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
		{"A", nil, "the tables of an id are listed"},
		{"B, A", nil, "the rarer term comes first"},
		{"(R, *), Rare", nil, "the rarer term comes first"},
		{"A, !B, ?(R, *)", nil, "an And term comes first"},
		{"(R, x)", nil, "the tables of a pair are listed"},
		{"(R, $t)", map[string]string{"t": "x"}, "a variable that is bound names its pair"},
		{"B, (R, $t)", map[string]string{"t": "x"}, "and comes before a term with more tables"},
		{"(R, $t), Rare", nil, "the rarer term leads to the pairs"},
		{"Rare($t), (N, $t)", nil, "the rarer term binds a variable"},
		{"(In, x)", nil, "an index has what lies in x, however deep"},
		{"(In, $t)", map[string]string{"t": "x"}, "and that of a variable that is bound"},
		{"(Far, x)", nil, "and what lies in x beside the tables"},
		{"(N, x)", nil, "the sources of a target beside the tables are listed"},
		{"(N, $t)", map[string]string{"t": "x"}, "and those of a variable that is bound"},
		{"B, (R, $t)", map[string]string{"This": "a"}, "an entity that is given is asked alone"},
		{"Rare(a), A", nil, "a source that is fixed is asked first"},
		{"Rare(b), B", nil, "and ends the search where it does not match"},
		{"(IsA, base), Rare", nil, "the heirs of a base are listed"},
	} {
		at, more := few.rule(c.query), many.rule(c.query)
		smallest, rows := few.tried(at, c.presets)
		most, again := many.tried(more, c.presets)
		require.Equal(t, rows, again, c.query)
		require.Equal(t, smallest, most, "%s %v: %s", c.query, c.presets, c.why)
	}
	// A query that everything matches shows that the work is counted.
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
		{"A, B", "a2 A B Rare R:x", nil}, // into a table that is there
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

// matchedAgain names an entity of each table whose match was updated since the matches were
// poisoned.
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
