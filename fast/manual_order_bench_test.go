package fast_test

import (
	"fmt"
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The benchmarks in this file measure what the Queries manual says about the cost of sorting and
// grouping. See compare for what they report.

type depth struct{ Value int64 }

// depths creates n entities with a depth in a number of tables. If mixed is set, consecutive depths
// are in different tables; otherwise the order follows the tables.
func depths(n, tables int, mixed bool) (w *fast.World, all []fast.Entity) {
	w = fast.NewWorld()
	fast.Register[depth](w)
	tags := make([]fast.Entity, tables)
	for i := range tags {
		tags[i] = w.Spawn()
	}
	for i := range n {
		of := i % tables
		if !mixed {
			of = i * tables / n
		}
		all = append(all, fast.Spawn1(w, depth{int64(i)}, tags[of]))
	}
	return w, all
}

// ordered returns a query for depth, sorted by it.
func ordered(w *fast.World) *fast.Query {
	return orderedBy(w, &spec.OrderBy{Component: "depth"}, "")
}

func orderedBy(w *fast.World, by *spec.OrderBy, group spec.Handle) *fast.Query {
	q, err := w.Prepare(spec.Query{Expr: "depth", Kind: spec.KindCached, OrderBy: by, GroupBy: group})
	check(err)
	return q
}

// QRY-540, SET-097: a loop over a sorted query without changes, compared with the same query
// unsorted. QRY-525: the same with one entity set before each loop.
func BenchmarkSortedLoop(b *testing.B) {
	const n = 10_000
	w, all := depths(n, 10, false)
	plain, sorted := prepared(w, "depth", spec.KindCached), ordered(w)
	b.Run("unchanged", func(b *testing.B) {
		compare(b, n, body{"plain", func() int { return rowsOf(plain) }},
			body{"sorted", func() int { return rowsOf(sorted) }})
	})
	turn := 0
	b.Run("changed", func(b *testing.B) {
		compare(b, n, body{"unchanged", func() int { return rowsOf(sorted) }}, body{"changed", func() int {
			turn++
			check(fast.Set(w, all[turn%n], depth{int64(turn * 7 % n)}))
			return rowsOf(sorted)
		}})
	})
}

// QRY-526: sorting entities in many tables, compared with as many in one. QRY-541: an order that
// changes the table at every entity, compared with one that visits the tables one after the other.
func BenchmarkSortedTables(b *testing.B) {
	const n = 10_000
	sort := func(tables int, mixed bool) func() int {
		w, _ := depths(n, tables, mixed)
		q := ordered(w)
		return func() int { return rowsOf(q) }
	}
	b.Run("tables", func(b *testing.B) {
		compare(b, n, body{"1-table", sort(1, false)}, body{"1000-tables", sort(1_000, true)})
	})
	b.Run("slices", func(b *testing.B) {
		compare(b, n, body{"10-slices", sort(10, false)}, body{"10000-slices", sort(10, true)})
	})
}

// QRY-527: two sorted queries with opposite orders in turn, compared with two of the same order.
func BenchmarkConflictingOrders(b *testing.B) {
	const n = 5_000
	w, _ := depths(n, 10, true)
	up, same := ordered(w), ordered(w)
	down := orderedBy(w, &spec.OrderBy{Component: "depth", Desc: true}, "")
	compare(b, 2*n, body{"same", func() int { return rowsOf(up) + rowsOf(same) }},
		body{"conflicting", func() int { return rowsOf(up) + rowsOf(down) }})
}

// QRY-530: sorting by a component that whole tables inherit, compared with one that each entity
// owns.
func BenchmarkSortedByInherited(b *testing.B) {
	const n, bases = 10_000, 10
	own, _ := depths(n, bases, false)
	w := fast.NewWorld()
	fast.Register[depth](w)
	for i := range bases {
		base := fast.Spawn1(w, depth{int64(bases - i)}, fast.Prefab)
		for range n / bases {
			w.Spawn(fast.Pair(fast.IsA, base))
		}
	}
	inherited, each := ordered(w), ordered(own)
	compare(b, n, body{"inherited", func() int { return rowsOf(inherited) }},
		body{"own", func() int { return rowsOf(each) }})
}

// regions creates n entities in a number of regions with a number of tables each.
func regions(n, groups, tables int) (w *fast.World, all []fast.Entity) {
	w = fast.NewWorld()
	fast.Register[depth](w)
	region := w.NewRelationship("Region")
	for g := range groups {
		target := w.NewTag(fmt.Sprintf("R%d", g))
		all = append(all, target)
		for range tables {
			for range n / groups / tables {
				fast.Spawn1(w, depth{1}, fast.Pair(region, target), fast.Single(w.Spawn()))
			}
		}
	}
	return w, all
}

// QRY-558: a grouped query compared with a sorted one. QRY-561: adding a table to the cache of a
// grouped query with ten tables, compared with ten thousand.
func BenchmarkGrouping(b *testing.B) {
	const n = 10_000
	w, _ := regions(n, 10, 10)
	grouped, sorted := orderedBy(w, nil, "Region"), ordered(w)
	b.Run("against sorting", func(b *testing.B) {
		compare(b, n, body{"grouped", func() int { return rowsOf(grouped) }},
			body{"sorted", func() int { return rowsOf(sorted) }})
	})
	insert := func(tables int, group spec.Handle) func() int {
		w, targets := regions(tables, 1, tables)
		region, err := w.Find("Region")
		check(err)
		q := orderedBy(w, nil, group)
		rowsOf(q)
		return times(100, func() int {
			e := fast.Spawn1(w, depth{1}, fast.Pair(region, targets[0]), w.Spawn())
			check(w.Delete(e))
			return 1
		})
	}
	b.Run("insertion", func(b *testing.B) {
		compare(b, 1, body{"10-tables", insert(10, "Region")}, body{"10000-tables", insert(10_000, "Region")})
	})
	b.Run("insertion against no groups", func(b *testing.B) {
		compare(b, 1, body{"ungrouped", insert(10_000, "")}, body{"grouped", insert(10_000, "Region")})
	})
}

// unitsInRegions creates units in ten regions, with a number of tables each, and returns the first
// region.
func unitsInRegions(tables int) (w *fast.World, first fast.Entity) {
	w = fast.NewWorld()
	unit, region := w.NewTag("Unit"), w.NewRelationship("Region")
	for i := range 10 {
		target := w.NewTag(fmt.Sprintf("R%d", i))
		if i == 0 {
			first = target
		}
		for table := range tables {
			e := w.Spawn(unit, w.Spawn())
			if table < 10 || i > 0 {
				check(w.AddPair(e, region, target))
			}
		}
	}
	return w, first
}

// QRY-570: iterating one group of a query, compared with a cached query for that group. QRY-571:
// the same group of ten entities, with ten tables in each other group and with a thousand.
func BenchmarkGroupIterators(b *testing.B) {
	group := func(tables int) func() int {
		w, first := unitsInRegions(tables)
		q, err := w.Prepare(spec.Query{Expr: "Unit", Kind: spec.KindCached, GroupBy: "Region"})
		check(err)
		return times(10, func() (n int) {
			rows, err := q.GroupRows(first)
			check(err)
			for range rows {
				n++
			}
			return n
		})
	}
	w, _ := unitsInRegions(10)
	one := prepared(w, "Unit, (Region, R0)", spec.KindCached)
	small, large := group(10), group(1_000)
	b.Run("compared with one query per group", func(b *testing.B) {
		compare(b, 10, body{"query", times(10, func() int { return rowsOf(one) })}, body{"group", small})
	})
	b.Run("tables", func(b *testing.B) {
		compare(b, 10, body{"10-tables", small}, body{"1000-tables", large})
	})
}
