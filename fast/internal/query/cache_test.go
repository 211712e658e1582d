package query

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// keeper is a cached query, and the same query without a cache.
type keeper struct {
	text          string
	cached, fresh *Query
}

// keep compiles both queries. "TERMS by C" is sorted by a component, "TERMS by $this" by entity, and
// "TERMS per R" is grouped by a relationship. "desc" before the terms reverses the order.
func (s *scene) keep(text string) *keeper {
	from := spec.Query{Text: true, Kind: spec.KindCached}
	expr, desc := strings.CutPrefix(text, "desc ")
	if terms, group, ok := strings.Cut(expr, " per "); ok {
		expr, from.GroupBy = terms, spec.Handle(group)
	}
	if terms, key, ok := strings.Cut(expr, " by "); ok {
		from.OrderBy = &spec.OrderBy{Desc: desc}
		if expr = terms; key != "$this" {
			from.OrderBy.Component = spec.Handle(key)
		}
	}
	from.Expr = expr
	k := &keeper{text: text}
	for _, q := range []**Query{&k.cached, &k.fresh} {
		var err *spec.Error
		*q, err = Compile(s.w, &from, s.w.Named)
		require.Nil(s.t, err, text)
	}
	k.cached.CacheMatches()
	return k
}

// poison is a column that no id has. A match that still has it was not updated.
const poison = 1<<16 - 1

// poisoned updates the cached matches and poisons their columns.
func (k *keeper) poisoned() (version uint64) {
	k.cached.TableMatches()
	c := k.cached.Cache
	for i := range c.fields {
		c.fields[i].Column = poison
	}
	return c.Version
}

// deliver returns the ordered rows of a query, each with the number of its block.
func (k *keeper) deliver(q *Query, only *uint32) []string {
	x := q.NewExec()
	defer x.Release()
	var b blocks
	x.Deliver(&b, false, only)
	return b.rows
}

// blocks returns the rows of an ordered query.
type blocks struct{ rows []string }

func (b *blocks) Take(x *Exec) bool {
	one := func(this uint32) {
		text := fmt.Sprintf("%s %d", x.W.NameOf(this), x.Position.Block)
		if x.Position.Group != 0 {
			text += " in " + x.W.NameOf(x.Position.Group)
		}
		b.rows = append(b.rows, text)
	}
	eachThis(x, one)
	return true
}

func (s *scene) tableName(t store.Table) string {
	entities := s.w.Store.Entities(t)
	if len(entities) == 0 {
		return "none"
	}
	return s.name(entities[0].Index())
}

// forget drops the cached matches.
func (k *keeper) forget(t *testing.T) {
	t.Helper()
	k.cached.ForgetMatches()
	if c := k.cached.Cache; c != nil {
		require.False(t, c.valid)
		require.Nil(t, c.matches)
		require.Nil(t, c.fields)
		require.Nil(t, c.heads)
		require.Nil(t, c.link)
		require.True(t, c.order == nil || c.order.sequence == nil && c.order.matches == nil)
	}
}

// check requires that every cached match can be found by its table, and that matches have fields of
// their own unless the cache shares fields.
func (c *cache) check(t *testing.T, q *Query) {
	t.Helper()
	n := len(q.Nodes)
	for i, m := range c.matches {
		require.LessOrEqual(t, int(m.First)+n, len(c.fields))
		if !c.shares {
			require.Equal(t, i*n, int(m.First))
		}
	}
	if !c.shares {
		require.Len(t, c.fields, len(c.matches)*n)
	}
	require.False(t, c.shares && len(c.fields) > 2*len(c.matches)*n+fewFields,
		"most fields belong to removed matches")
	if c.heads == nil {
		require.Empty(t, c.link)
		return
	}
	if len(c.link) == 0 && (q.Ordering == nil || !q.Ordering.Sorts) {
		return // rebuilt, but not linked yet
	}
	require.Len(t, c.link, len(c.matches))
	linked := 0
	for page, heads := range c.heads {
		for at := 0; heads != nil && at < headPage; at++ {
			for i := heads[at]; i != 0; i = c.link[i-1] {
				linked++
				require.LessOrEqual(t, linked, len(c.matches))
				require.Equal(t, store.Table(page*headPage+at), c.matches[i-1].Table)
			}
		}
	}
	require.Len(t, c.matches, linked)
}

// same compares the rows of both queries.
func (k *keeper) same(s *scene) {
	if k.cached.Ordering != nil {
		require.Equal(s.t, k.deliver(k.fresh, nil), k.deliver(k.cached, nil), k.text)
		if k.cached.Ordering.Groups {
			for _, only := range []string{"", "port", "quay"} {
				group := s.entity(only).Index()
				require.Equal(s.t, k.deliver(k.fresh, &group), k.deliver(k.cached, &group), "%s, only %s", k.text, only)
			}
		}
		return
	}
	cached, fresh := &results{s: s}, &results{s: s}
	x := k.cached.NewExec()
	defer x.Release()
	if !k.cached.Replay(x, cached) {
		return
	}
	y := k.fresh.NewExec()
	defer y.Release()
	y.Run(fresh)
	slices.Sort(cached.rows)
	slices.Sort(fresh.rows)
	require.Equal(s.t, fresh.rows, cached.rows, k.text)
}

func sequenceOf(q *Query) *Sequence {
	cached, _ := q.CachedResult(nil)
	return cached.Sequence
}

// A change during a loop makes a new sequence. Without a loop the sequence is changed in place.
func TestASequenceDoesNotChangeDuringALoop(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "P x/i64", "a P=3", "b P=1", "c P=2")
	q := s.keep("P by P").cached
	first := sequenceOf(q)
	require.Equal(t, "[b c a]", s.names(listed(first)))
	s.do("d P=0")
	second := sequenceOf(q)
	require.NotSame(t, first, second)
	require.Equal(t, "[b c a]", s.names(listed(first)))
	require.Equal(t, "[d b c a]", s.names(listed(second)))
	first.End()
	second.End()
	s.do("d P=5")
	third := sequenceOf(q)
	require.Same(t, second, third, "no loop uses it")
	require.Equal(t, "[b c a d]", s.names(listed(third)))
	third.End()
	for _, matches := range []func(){func() { s.do("a -P") }, func() { s.do("delete b") }} {
		matches()
		again := sequenceOf(q)
		require.Same(t, second, again)
		again.End()
	}
	require.Equal(t, "[c d]", s.names(listed(second)))
}

// If at most few entities and a quarter of all have changed, they are moved one by one. If more have
// changed, all are sorted again.
func TestFewChangedEntitiesAreMovedOneByOne(t *testing.T) {
	for _, written := range []int{1, few + 9, few + 10, few + 11} {
		s := newScene(t, spec.Flecs3(), "P x/i64")
		for i := range 40 {
			s.do(fmt.Sprintf("e%d P=%d", i, i*7%40))
		}
		q := s.keep("P by P").cached
		before := sequenceOf(q)
		before.End()
		for i := range written {
			s.do(fmt.Sprintf("e%d P=%d", i, i*11%40))
		}
		after := sequenceOf(q)
		after.End()
		require.Equal(t, written <= few+40/4, before == after, "%d written", written)
	}
}

// A write that is not reported is found by comparing neighbours.
func TestUnreportedWritesAreFound(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "P x/i64")
	for i := range 20 {
		s.do(fmt.Sprintf("e%d P=%d", i, i))
	}
	q := s.keep("P by P").cached
	before := sequenceOf(q)
	before.End()
	for i, value := range map[int]int64{0: 25, 7: 2, 8: 1, 12: 12, 19: -1} {
		cell, _, ok := s.w.Store.Get(s.entity(fmt.Sprintf("e%d", i)), s.id("P"))
		require.True(t, ok)
		*(*int64)(cell) = value
	}
	after := sequenceOf(q)
	after.End()
	require.Same(t, before, after)
	require.Equal(t, s.names(listed(before)), s.names(listed(after)), "without a sweep, no address can have been written to")
	s.w.SortKeys.Swept.Add(1)
	after = sequenceOf(q)
	after.End()
	require.Same(t, before, after)
	require.Equal(t, "[e19 e1 e8 e2 e7 e3 e4 e5 e6 e9 e10 e11 e12 e13 e14 e15 e16 e17 e18 e0]", s.names(listed(after)))
	require.Equal(t, s.w.SortKeys.Swept.Load(), q.Cache.order.swept)
}

// A cache drops its fields if most belong to removed matches. It links matches by table only when
// it must find one.
func TestACacheWastesNoMemory(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "A", "B")
	for i := range 2 * fewMatches {
		s.do(fmt.Sprintf("T%d", i))
		s.do(fmt.Sprintf("e%d A B T%d", i, i))
	}
	q := s.keep("A, B").cached
	matches, fields, ok := q.TableMatches()
	require.True(t, ok)
	require.Len(t, matches, 2*fewMatches+1, "one table with A and B, and one for each tag")
	require.NotEmpty(t, fields)
	c := q.Cache
	require.Empty(t, c.link)
	require.Nil(t, c.heads)
	require.Equal(t, uint64(1), c.Version)
	_, _, _ = q.TableMatches()
	require.Equal(t, uint64(1), c.Version)
	s.do("f A B T1 T2")
	_, _, _ = q.TableMatches()
	require.NotEmpty(t, c.link)
	c.check(t, q)
	x := q.NewExec()
	defer x.Release()
	for _, capacity := range []int{0, 1} {
		c.fields = make([]FieldMatch, 2*len(c.matches)*len(q.Nodes)+fewFields+capacity)
		require.Equal(t, capacity > 0, c.wasteful(x))
		c.shares = false
		require.False(t, c.wasteful(x))
		c.shares = true
	}
}

// A custom comparison of entities is repeated each time, because its inputs are unknown. A
// comparison by a component is not.
func TestACustomOrderIsComparedEachTime(t *testing.T) {
	s := newScene(t, spec.Flecs3(), "A", "D", "a A", "b A D", "c A", "w D")
	rank := map[rules.Entity]int{}
	for _, desc := range []string{"", "desc "} {
		k, plain := s.keep(desc+"A by $this"), s.keep(desc+"A by $this")
		for _, q := range []*Query{k.cached, k.fresh} {
			q.Ordering.Entities = func(a, b rules.Entity) int { return rank[a] - rank[b] }
		}
		sequence := func(k *keeper) *Sequence { return k.cached.Cache.order.sequence }
		for round, ranks := range []map[string]int{
			{"a": 1, "b": 1, "c": 1},
			{"a": 2, "b": 1, "c": 2},
			{"a": 3, "b": 2, "c": 1},
			{"a": 1, "b": 3, "c": 3},
		} {
			for name, value := range ranks {
				rank[s.entity(name)] = value
			}
			k.same(s)
			plain.same(s)
			before, beforePlain := sequence(k), sequence(plain)
			s.do(fmt.Sprintf("%sx%d A D", strings.TrimSpace(desc), round))
			rank[s.entity(fmt.Sprintf("%sx%d", strings.TrimSpace(desc), round))] = 2
			k.same(s)
			plain.same(s)
			require.Same(t, before, sequence(k), "entities are moved one by one")
			require.Same(t, beforePlain, sequence(plain))
		}
	}
}
