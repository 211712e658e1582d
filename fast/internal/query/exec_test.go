package query

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// rule compiles a query.
func (s *scene) rule(text string) *Query {
	q, err := Compile(s.w, &spec.Query{Text: true, Expr: text, Kind: spec.KindRule}, s.w.Named)
	require.Nil(s.t, err, text)
	return q
}

// A reused run is in the same state as a new one.
func TestARunBeginsAsNew(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "A", "B", "R Transitive", "a A B", "b A R:a", "c B R:b")
	long, short := s.rule("A, ?B, ?(R, *)"), s.rule("A, ?B")
	again := 0
	for range 100 { // a pool may drop its content
		x := long.NewExec()
		x.PlanFor(0)
		for i := range x.Values {
			x.Values[i] = 7
		}
		for i := range x.Fields {
			x.Fields[i] = FieldMatch{Set: true, ID: 7, Stored: 7, Source: 7}
		}
		x.This, x.stop, x.hit = ThisEntity, true, true
		x.found, x.tables = append(x.found, candidate{}), append(x.tables, 1)
		x.Position, x.Exact, x.Crowded = position{7, 7}, true, true
		x.reaching.Reaches(s.w.Reach[s.entity("R").Index()], 7, 8)
		x.work, x.had = 7, 7
		x.Sink = &results{s: s}
		x.Release()
		require.Nil(t, x.W, "a pooled execution must not refer to a world")
		require.Nil(t, x.Store)
		require.Nil(t, x.Q)
		require.Nil(t, x.Sink)
		require.Equal(t, rules.Reaching{}, x.reaching)
		require.Equal(t, rules.Above{}, x.above)
		for _, step := range x.steps[:cap(x.steps)] {
			require.Equal(t, Step{}, step)
		}
		for _, m := range x.matches {
			require.Equal(t, Match{}, m)
		}
		y := short.NewExec()
		if x != y {
			continue
		}
		again++
		require.Same(t, short, y.Q)
		require.Same(t, s.w, y.W)
		require.Same(t, s.w.Store, y.Store)
		require.Equal(t, make([]FieldMatch, short.Fields), y.Fields)
		require.Equal(t, Exec{}.Values, y.Values)
		require.Equal(t, ThisOpen, y.This)
		require.False(t, y.stop || y.hit || y.Exact || y.Crowded || y.AnyBases || y.Toggled)
		require.Empty(t, y.found)
		require.Empty(t, y.tables)
		require.Zero(t, y.Position)
		require.Equal(t, s.w.Meter.Left, y.work)
		require.Equal(t, s.w.Meter.Left, y.had)
	}
	require.NotZero(t, again)
}

// A walk over a long chain keeps only the data of the current step.
func TestAWalkOverAChainKeepsOneStep(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "R Transitive", "A", "base A", "i IsA:base")
	last := ""
	for i := range 300 {
		name := "e" + string(rune('a'+i%26)) + string(rune('a'+i/26))
		s.do(name)
		if last != "" {
			s.do(name + " R:" + last)
		}
		last = name
	}
	x := s.rule("(R, *)").NewExec()
	defer x.Release()
	x.held, x.level = nil, nil
	x.PlanFor(0)
	m := &x.steps[0].Terms[0]
	require.True(t, m.transitive)
	index := s.entity(last).Index()
	m.inherited = true // otherwise an index of the relationship answers
	x.collect(m, s.w.Table(index), index)
	require.Len(t, x.found, 299)
	require.Less(t, cap(x.held), 16)
	require.Less(t, cap(x.level), 16)
	x.found = x.found[:0]
}

// If the first element of a term is not a base, the term does not search for subclasses.
func TestSubclassesAreLookedForAtBasesAlone(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "A", "B IsA:A", "C", "D Final", "e A B C D")
	for text, looks := range map[string]bool{
		"A": true, "A(self)": true, "(A, e)": true, "C": false, "B": false,
		"D": false, "$x": false,
	} {
		x := s.rule(text).NewExec()
		x.level = nil
		x.PlanFor(0)
		require.Equal(t, looks, x.level != nil, text)
		x.Release()
	}
}

// If the number of items is known, space for them is allocated once.
func TestListsAreAllocatedOnce(t *testing.T) {
	s := newScene(t, spec.Flecs4(), "A", "B", "list A B")
	for i := range 60 {
		s.do(fmt.Sprintf("T%d", i))
		s.do(fmt.Sprintf("list T%d", i))
		s.do(fmt.Sprintf("e%d A B T%d", i, i))
	}
	x := s.rule("A, and|list").NewExec()
	defer x.Release()
	x.PlanFor(0)
	for _, step := range x.steps {
		if step.Kind == stepList {
			require.Len(t, step.Terms, 62)
			require.Equal(t, 62, cap(step.Terms))
		}
	}
	q := s.keep("A, B per list").cached
	made := testing.AllocsPerRun(10, func() {
		q.ForgetMatches()
		q.TableMatches()
	})
	require.LessOrEqual(t, made, 4.0)
}

// TakeFrom uses free values until they are used up.
func TestTakeFromUsesFreeValuesFirst(t *testing.T) {
	all := []int{1, 2, 3}
	free := all
	require.Same(t, &all[0], &TakeFrom(&free, 1)[0])
	require.NotSame(t, &all[1], &TakeFrom(&free, 3)[0])
	rest := TakeFrom(&free, 2)
	require.Same(t, &all[1], &rest[0])
	require.Equal(t, 2, cap(rest))
	require.Empty(t, free)
}
