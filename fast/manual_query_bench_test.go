package fast_test

import (
	"fmt"
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The benchmarks in this file measure what the Queries manual says about the cost of creating and
// evaluating queries. See compare for what they report.

// QRY-003, QRY-637: a loop over a cached query compared with one that searches, for few matching
// tables among many that have only one of the two components.
func BenchmarkCachedAgainstFilter(b *testing.B) {
	w, all := manyTables(4_096, 12)
	pair := []fast.Term{all[10], all[11]}
	cached := fast.NewQuery0(w, pair...)
	filter := fast.NewQuery0(w, append(pair, fast.Uncached)...)
	compare(b, 1_024, body{"cached", cached.Len}, body{"filter", filter.Len})
}

// QRY-618, SET-008: the cost of creating a filter, also in a world that is a thousand times as
// large. QRY-035: creating a rule compared with a filter.
func BenchmarkQueryCreation(b *testing.B) {
	w, _ := manyTables(4_096, 12)
	small, _ := manyTables(4, 12)
	make1 := func(w *fast.World, kind spec.QueryKind) func() int {
		return times(50, func() int {
			if prepared(w, "T0, T1, T2", kind) == nil {
				return 0
			}
			return 1
		})
	}
	b.Run("filter and rule", func(b *testing.B) {
		compare(b, 1, body{"filter", make1(w, spec.KindFilter)}, body{"rule", make1(w, spec.KindRule)})
	})
	b.Run("filter in a small world and a large one", func(b *testing.B) {
		compare(b, 1, body{"small", make1(small, spec.KindFilter)}, body{"large", make1(w, spec.KindFilter)})
	})
}

// tagsOf returns terms for entities by name.
func tagsOf(w *fast.World, names ...string) []fast.Term {
	var found []fast.Term
	for _, name := range names {
		e, err := w.Find(name)
		check(err)
		found = append(found, fast.Single(e))
	}
	return found
}

// QRY-030, QRY-645, SET-016: a query that is created, iterated once and released, cached and not;
// the cached one finds its tables in the first loop. QRY-025: the same for a query that is created
// once and iterated many times.
func BenchmarkQueryUsedOnce(b *testing.B) {
	w, _ := manyTables(4_096, 12)
	e := tagsOf(w, "T0", "T1", "T2")
	use := func(options ...fast.Term) func() int {
		return func() int {
			q := fast.NewQuery0(w, append(e, options...)...)
			defer q.Release()
			return q.Len()
		}
	}
	b.Run("made for one loop", func(b *testing.B) {
		compare(b, 512, body{"filter", use(fast.Uncached)}, body{"cached", use()})
	})
	b.Run("filter created for each loop or once", func(b *testing.B) {
		saved := fast.NewQuery0(w, append(e, fast.Uncached)...)
		compare(b, 512, body{"kept", saved.Len}, body{"made", use(fast.Uncached)})
	})
}

// QRY-035: the cost of a rule depends on its terms: one that joins three variables, compared with
// one that has a single variable.
func BenchmarkRuleComplexity(b *testing.B) {
	w := fast.NewWorld()
	e := named(w, "Likes", "Knows", "Eats")
	var people []fast.Entity
	for range 100 {
		people = append(people, w.Spawn())
	}
	for i, one := range people {
		check(w.AddPair(one, e[0], people[(i+1)%100]), w.AddPair(one, e[1], people[(i+2)%100]),
			w.AddPair(one, e[2], people[(i+3)%100]))
	}
	simple := prepared(w, "(Likes, $x)", spec.KindRule)
	complexer := prepared(w, "(Likes, $x), Knows($x, $y), Eats($y, $z)", spec.KindRule)
	compare(b, 100, body{"one-variable", func() int { return rowsOf(simple) }},
		body{"three-variables", func() int { return rowsOf(complexer) }})
}

// QRY-070: a loop that works for any query, compared with the loop over a typed query.
func BenchmarkGenericNext(b *testing.B) {
	w := spread(10_000, 100)
	e := fast.Register[position](w)
	generic, err := w.Prepare(spec.Query{
		Terms: []spec.Term{{First: spec.NameRef(w.Name(e.Entity()))}},
		Kind:  spec.KindCached,
	})
	check(err)
	specific := fast.NewQuery1[position](w)
	compare(b, 10_000, body{"specific", func() int {
		count := 0
		for range specific.All() {
			count++
		}
		return count
	}}, body{"generic", func() int { return rowsOf(generic) }})
}

// QRY-236: a Not term next to other terms is cheap. QRY-237: alone it must visit every table,
// because the index lists the tables that have an id, not the others. Only one table has all tags.
func BenchmarkNot(b *testing.B) {
	w, all := manyTables(4_096, 13)
	check(w.Add(w.Spawn(all[0]), all[12]))
	with := fast.NewQuery0(w, all[12], fast.Uncached)
	both := fast.NewQuery0(w, all[12], fast.Not(all[1]), fast.Uncached)
	b.Run("beside a term", func(b *testing.B) {
		compare(b, 1, body{"without", times(100, with.Len)}, body{"with", times(100, both.Len)})
	})
	b.Run("alone", func(b *testing.B) {
		only := prepared(w, "!T12", spec.KindFilter)
		combined := prepared(w, "T12, !T1", spec.KindFilter)
		compare(b, 0, body{"beside", times(10, func() int { return rowsOf(combined) })},
			body{"alone", func() int { return 10 * rowsOf(only) }})
	})
}

// QRY-246: an Optional term next to other terms is cheap; alone it matches everything.
func BenchmarkOptionalTerm(b *testing.B) {
	w, all := manyTables(4_096, 13)
	check(w.Add(w.Spawn(all[0]), all[12]))
	with := prepared(w, "T12", spec.KindFilter)
	both := prepared(w, "T12, ?T1", spec.KindFilter)
	only := prepared(w, "?T12", spec.KindFilter)
	b.Run("beside a term", func(b *testing.B) {
		compare(b, 1, body{"without", times(100, func() int { return rowsOf(with) })},
			body{"with", times(100, func() int { return rowsOf(both) })})
	})
	b.Run("alone", func(b *testing.B) {
		compare(b, 0, body{"beside", times(10, func() int { return rowsOf(both) })},
			body{"alone", func() int { return rowsOf(only) }})
	})
}

// QRY-474: one rule with a variable that is set to different values, compared with a new query for
// each value.
func BenchmarkReuseWithVariables(b *testing.B) {
	w := fast.NewWorld()
	e := named(w, "Docked", "A", "B", "C")
	for i := range 300 {
		w.Spawn(fast.Pair(e[0], e[1+i%3]))
	}
	one := prepared(w, "(Docked, $x)", spec.KindRule)
	compare(b, 300, body{"one-query", func() int {
		count := 0
		for _, x := range e[1:] {
			count += rowsOf(one, fast.Given{Variable: "x", Value: x})
		}
		return count
	}}, body{"many-queries", func() int {
		count := 0
		for _, name := range []string{"A", "B", "C"} {
			count += rowsOf(prepared(w, "(Docked, "+name+")", spec.KindRule))
		}
		return count
	}})
}

// QRY-625: finding the tables of a component takes the same time however many other tables there
// are. Testing a table for another component takes the same time however many ids it has.
func BenchmarkSelectAndWith(b *testing.B) {
	one := func(others, ids int) func() int {
		w := fast.NewWorld()
		e := w.Spawn()
		for range ids {
			check(w.Add(e, w.Spawn()))
		}
		a, c := w.Spawn(), w.Spawn()
		check(w.Add(e, a), w.Add(e, c))
		for range others {
			w.Spawn(w.Spawn())
		}
		return times(1_000, fast.NewQuery0(w, a, c, fast.Uncached).Len)
	}
	b.Run("select", func(b *testing.B) {
		compare(b, 1, body{"10-tables", one(10, 0)}, body{"10000-tables", one(10_000, 0)})
	})
	b.Run("with", func(b *testing.B) { compare(b, 1, body{"10-ids", one(0, 10)}, body{"1000-ids", one(0, 1_000)}) })
}

// QRY-628: a table that lacks a component is skipped at once, however many entities it has. All
// candidate tables have the same size, so that the order of terms does not hide that.
func BenchmarkRejectTables(b *testing.B) {
	one := func(entities int) func() int {
		w := fast.NewWorld()
		a, c := w.Spawn(), w.Spawn()
		for range entities {
			w.Spawn(a)
			w.Spawn(c)
		}
		w.Spawn(a, c)
		return times(1_000, fast.NewQuery0(w, a, c, fast.Uncached).Len)
	}
	compare(b, 1, body{"10-entities", one(10)}, body{"100000-entities", one(100_000)})
}

// QRY-633, QRY-634, SET-009: a filter for 1 to 10 components in a world with many tables. With more
// components, more tables are tested in vain. QRY-638, SET-019: the time of a cached query per
// returned table is the same in all cases.
func BenchmarkTermCount(b *testing.B) {
	w, all := manyTables(4_096, 12)
	for _, n := range []int{1, 2, 5, 10} {
		b.Run(fmt.Sprintf("terms=%d", n), func(b *testing.B) {
			var terms []fast.Term
			for _, tag := range all[:n] {
				terms = append(terms, fast.Single(tag))
			}
			returned := 4_096 >> n
			cached := fast.NewQuery0(w, terms...)
			filter := fast.NewQuery0(w, append(terms, fast.Uncached)...)
			ofCached, ofFilter := compare(b, returned, body{"cached", times(10, cached.Len)},
				body{"filter", times(10, filter.Len)})
			b.ReportMetric(ofCached/float64(10*returned), "cached-ns/table")
			b.ReportMetric(ofFilter/float64(10*returned), "filter-ns/table")
		})
	}
}

// QRY-646: creating and deleting a table in a world with many cached queries for its tag, compared
// with a world without queries.
func BenchmarkTablesAndQueries(b *testing.B) {
	one := func(queries int) func() int {
		w := fast.NewWorld()
		common := w.Spawn()
		saved := make([]fast.Query0, queries)
		for i := range saved {
			saved[i] = fast.NewQuery0(w, common)
		}
		return func() int {
			fresh := w.Spawn()
			e := w.Spawn(common, fresh)
			found := 1
			for _, q := range saved {
				found = q.Len()
			}
			check(w.Delete(e), w.Delete(fresh))
			return found
		}
	}
	compare(b, 1, body{"no-queries", one(0)}, body{"1000-queries", one(1_000)})
}

// QRY-650: a filter that finds a component 100 parents above, compared with 10.
func BenchmarkDeepHierarchy(b *testing.B) {
	one := func(depth int) func() int {
		w, leaf := chain(depth)
		check(w.Add(leaf, named(w, "Leaf")[0]))
		return times(10, func() int { return rowsOf(prepared(w, "Leaf, Tag(up(ChildOf))", spec.KindFilter)) })
	}
	compare(b, 1, body{"10-levels", one(10)}, body{"100-levels", one(100)})
}

// chain creates a line of children below a root with Tag.
func chain(depth int) (w *fast.World, leaf fast.Entity) {
	w = fast.NewWorld()
	tag := named(w, "Tag")[0]
	leaf = w.Spawn(tag)
	for range depth {
		leaf = w.Spawn(fast.Pair(fast.ChildOf, leaf))
	}
	return w, leaf
}

// QRY-649: if a component is removed from a parent and added again, every cached query that found
// it there must be updated: one query compared with a hundred. QRY-372: the same with the parent
// ten levels up.
func BenchmarkRevalidation(b *testing.B) {
	one := func(queries, depth int) func() int {
		w, leaf := chain(depth)
		ancestors, err := w.WalkUp(leaf, fast.ChildOf, 0)
		check(err)
		root := ancestors[len(ancestors)-1]
		tag, err := w.Find("Tag")
		check(err)
		saved := make([]fast.Query0, queries)
		for i := range saved {
			saved[i] = fast.NewQuery0(w, fast.Up(fast.ChildOf, tag))
		}
		return func() int {
			check(w.Remove(root, tag))
			gone := 0
			for _, q := range saved {
				gone += q.Len()
			}
			check(w.Add(root, tag))
			for _, q := range saved {
				if q.Len() != depth {
					return -1
				}
			}
			return gone + 1
		}
	}
	b.Run("queries", func(b *testing.B) {
		compare(b, 1, body{"1-query", one(1, 10)}, body{"100-queries", one(100, 10)})
	})
	b.Run("levels", func(b *testing.B) {
		compare(b, 1, body{"10-levels", one(20, 10)}, body{"100-levels", one(20, 100)})
	})
}
