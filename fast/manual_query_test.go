package fast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// answers returns the entities of a query, ordered by id.
func answers(t require.TestingT, q *fast.Query, given ...fast.Given) []fast.Entity {
	rows, err := q.Rows(given...)
	require.NoError(t, err)
	var all []fast.Entity
	for row := range rows {
		all = append(all, row.Entity())
	}
	slices.Sort(all)
	return all
}

// drawWorld draws a world whose entities own some of a few tags.
func drawWorld(t *rapid.T, bits int) (w *fast.World, all, entities []fast.Entity) {
	w = fast.NewWorld()
	all = tags(w, bits)
	for i, owned := range rapid.SliceOfN(rapid.Uint8Range(0, uint8(1<<bits-1)), 0, 20).Draw(t, "entities") {
		e := w.Spawn()
		for bit, tag := range all {
			if owned>>bit&1 == 1 {
				require.NoError(t, w.Add(e, tag))
			}
		}
		entities = append(entities, e)
		if i%5 == 4 { // sometimes empties a table
			require.NoError(t, w.Delete(entities[i]))
		}
	}
	return w, all, slices.DeleteFunc(entities, func(e fast.Entity) bool { return !w.Alive(e) })
}

// QRY-622, QRY-623, QRY-624, QRY-626, SET-010, SET-011, SET-012: a query returns the same as a
// chain of nodes. The first node finds all tables with a component. Each further node tests them
// for another component, and the last one returns the tables that passed. QRY-635: empty tables
// yield nothing.
func TestAQueryIsAChainOfNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, all, entities := drawWorld(t, 4)
		terms := rapid.IntRange(1, 4).Draw(t, "terms")
		var names []string
		for _, tag := range all[:terms] {
			names = append(names, w.Name(tag))
		}
		tables := map[int]fast.TableInfo{}
		for _, table := range w.Tables() {
			tables[table.Number] = table
		}
		yielded := map[int]bool{}
		for _, record := range w.Records(all[0]) { // select
			reached := tables[record.Table].Entities > 0
			for _, tag := range all[1:terms] { // with
				reached = reached && tables[record.Table].Search(tag, 0) >= 0
			}
			if reached {
				yielded[record.Table] = true
			}
		}
		var want []fast.Entity
		for _, e := range entities {
			if table, ok := w.TableOf(e); ok && yielded[table.Number] {
				want = append(want, e)
			}
		}
		slices.Sort(want)
		for _, kind := range []spec.QueryKind{spec.KindFilter, spec.KindCached, spec.KindRule} {
			require.Equal(t, want, answers(t, prepared(w, strings.Join(names, ", "), kind)))
		}
		q := fast.NewQuery0(w, all[0])
		for batch := range q.Batches() {
			require.Positive(t, batch.Len())
		}
	})
}

// QRY-622: a node that fails returns to the node before, which tries its next value, as in three
// nested loops.
func TestAQueryGoesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := fast.NewWorld()
		e := named(w, "Likes", "Happy")
		var people []fast.Entity
		for range 6 {
			people = append(people, w.Spawn())
		}
		for _, pair := range rapid.SliceOfN(rapid.IntRange(0, 35), 0, 15).Draw(t, "likes") {
			require.NoError(t, w.AddPair(people[pair/6], e[0], people[pair%6]))
		}
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, 5), 0, 4).Draw(t, "happy") {
			require.NoError(t, w.Add(people[i], e[1]))
		}
		var want, got []string
		for _, this := range people {
			for _, x := range people {
				for _, y := range people {
					if w.HasPair(this, e[0], x) && w.HasPair(x, e[0], y) && w.Has(y, e[1]) {
						want = append(want, fmt.Sprint(this, x, y))
					}
				}
			}
		}
		q := prepared(w, "(Likes, $x), Likes($x, $y), Happy($y)", spec.KindRule)
		for _, x := range people {
			for _, y := range people {
				for _, this := range answers(t, q, fast.Given{Variable: "x", Value: x},
					fast.Given{Variable: "y", Value: y}) {
					got = append(got, fmt.Sprint(this, x, y))
				}
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		require.Equal(t, want, got)
		require.Equal(t, len(want), rowsOf(q))
	})
}

// QRY-627, SET-126, SET-127: either all entities of a table match or none.
func TestATableMatchesAsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, _, entities := drawWorld(t, 3)
		text := rapid.SampledFrom([]string{"T0", "T0, T1", "T0, !T1", "T0 || T2", "T1, ?T2", "!T0"}).Draw(t, "query")
		matches := answers(t, prepared(w, text, spec.KindFilter))
		seen := map[int]bool{}
		for _, e := range entities {
			table, ok := w.TableOf(e)
			require.True(t, ok)
			answer := slices.Contains(matches, e)
			if before, asked := seen[table.Number]; asked {
				require.Equal(t, before, answer)
			}
			seen[table.Number] = answer
		}
	})
}

// QRY-636: a cached query returns the same as a filter after any change. QRY-647: an entity that
// moves to a new table affects a query only if the table has all components of the query.
func TestTablesConcernQueriesWithACommonComponent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, all, _ := drawWorld(t, 4)
		const queries = 15 // one for each nonempty set of tags
		saved := make([]fast.Query0, queries)
		terms := make([][]fast.Term, queries)
		before := make([]int, queries)
		for i := range saved {
			for bit, tag := range all {
				if (i+1)>>bit&1 == 1 {
					terms[i] = append(terms[i], fast.Single(tag))
				}
			}
			saved[i] = fast.NewQuery0(w, terms[i]...)
			before[i] = saved[i].Len()
		}
		owned := rapid.IntRange(0, 15).Draw(t, "owned")
		ids := []fast.ID{fast.Single(w.Spawn())}
		for bit, tag := range all {
			if owned>>bit&1 == 1 {
				ids = append(ids, fast.Single(tag))
			}
		}
		w.Spawn(as[fast.Initial](ids)...)
		for i, q := range saved {
			asked := i + 1
			more := 0
			if owned&asked == asked {
				more = 1
				require.NotZero(t, owned&asked, "a component in common")
			}
			require.Equal(t, before[i]+more, q.Len())
			require.Equal(t, fast.NewQuery0(w, append(terms[i], fast.Uncached)...).Len(), q.Len())
		}
	})
}

// QRY-050: the terms of a query can be added one by one. Here a condition decides whether to add
// the second.
func TestAQueryIsBuiltTermByTerm(t *testing.T) {
	for _, npc := range []bool{false, true} {
		w := fast.NewWorld()
		e := named(w, "Position", "Npc")
		w.Spawn(e[0])
		w.Spawn(e[0], e[1])
		terms := []spec.Term{{First: spec.NameRef("Position")}}
		typed := []fast.Term{e[0]}
		if npc {
			terms = append(terms, spec.Term{First: spec.NameRef("Npc")})
			typed = append(typed, fast.Single(e[1]))
		}
		q, err := w.Prepare(spec.Query{Terms: terms})
		require.NoError(t, err)
		want := 2 - truth(npc)
		require.Equal(t, want, rowsOf(q))
		require.Equal(t, want, fast.NewQuery0(w, typed...).Len())
	}
}

// QRY-119: the fields of a query are those of its types, in their order, whatever other terms it
// has.
func TestFieldsOfTypesComeBeforeTerms(t *testing.T) {
	w := fast.NewWorld()
	npc := w.Spawn()
	fast.Spawn3(w, velocity{5, 6}, position{1, 2}, mass{7}, npc)
	heavy := fast.Register[mass](w).ID()
	q := fast.NewQuery2[position, velocity](w, heavy, npc)
	count := 0
	for batch := range q.Batches() {
		p, v := batch.Fields()
		require.Equal(t, []position{{1, 2}}, p)
		require.Equal(t, []velocity{{5, 6}}, v)
		count++
	}
	require.Equal(t, 1, count)
}

// QRY-089, QRY-090, QRY-091, QRY-093, QRY-094: a loop has one iteration for each table. In it, code
// can run once or iterate over the entities any number of times. Each field has as many values as
// there are entities, and each entity is visited once.
func TestALoopHasATurnForEachTable(t *testing.T) {
	w := fast.NewWorld()
	want := map[fast.Entity]position{}
	for i := range 3 {
		tag := w.Spawn()
		for j := range 4 {
			p := position{float64(i), float64(j)}
			e := fast.Spawn2(w, p, velocity{10, 20}, tag)
			want[e] = position{p.X + 10, p.Y + 20}
		}
	}
	turns, visited := 0, 0
	for batch := range fast.NewQuery2[position, velocity](w).Batches() {
		turns++
		p, v := batch.Fields()
		require.Len(t, p, batch.Len())
		require.Len(t, v, batch.Len())
		require.Len(t, batch.Entities(), batch.Len())
		for i := range p {
			p[i].X += v[i].X
		}
		for i := range p {
			p[i].Y += v[i].Y
			visited++
		}
		for i, e := range batch.Entities() {
			require.Equal(t, want[e], p[i])
		}
	}
	require.Equal(t, 3, turns)
	require.Equal(t, len(want), visited)
	for e, p := range want {
		require.Equal(t, p, *fast.Get[position](w, e))
	}
}
