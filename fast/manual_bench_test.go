package fast_test

import (
	"fmt"
	"testing"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The benchmarks in this file measure what the Relationships manual says about performance.
// spec/ledger/REL.yaml has the results: nanoseconds on two busy cores, the minimum of six runs with
// -benchtime 10ms. Each benchmark says what to compare.

// crowd creates n entities with Position that like one of n/10 others each, in as many tables.
func crowd(n int) (w *fast.World, likes fast.Entity, entities, targets []fast.Entity) {
	w = fast.NewWorld()
	likes = w.Spawn()
	for range max(1, n/10) {
		targets = append(targets, w.Spawn())
	}
	for i := range n {
		entities = append(entities, fast.Spawn1(w, position{1, 2}, fast.Pair(likes, targets[i%len(targets)])))
	}
	return w, likes, entities, targets
}

// REL-023: each question takes the same time in a world that is a hundred times as large.
func BenchmarkQuestions(b *testing.B) {
	for _, n := range []int{1_000, 100_000} {
		w, likes, entities, targets := crowd(n)
		bob := entities[n/2]
		apples := w.Target(bob, likes, 0)
		check(w.AddPair(bob, likes, targets[len(targets)-1]))
		one := fast.NewQuery0(w, fast.Pair(likes, apples), fast.Uncached)
		every := fast.NewQuery0(w, fast.Pair(likes, fast.Wildcard))
		first := func(q fast.Query0) int {
			for batch := range q.Batches() {
				return batch.Len()
			}
			return 0
		}
		for _, question := range []struct {
			name string
			ask  func() int
		}{
			{"has pair", func() int { return truth(w.Has(bob, fast.Pair(likes, apples))) }},
			{"has wildcard", func() int { return truth(w.Has(bob, fast.Pair(likes, fast.Wildcard))) }},
			{"first target", func() int { return int(w.Target(bob, likes, 0)) }},
			{"next target", func() int { return int(w.Target(bob, likes, 1)) }},
			{"ids", func() int { return len(w.IDs(bob)) }},
			{"entities with pair", func() int { return first(one) }},
			{"entities with wildcard", func() int { return first(every) }},
		} {
			b.Run(fmt.Sprintf("%s/world=%d", question.name, n), func(b *testing.B) {
				for b.Loop() {
					if question.ask() == 0 {
						b.Fatal("there is an answer")
					}
				}
			})
		}
	}
}

func truth(is bool) int {
	if is {
		return 1
	}
	return 0
}

// REL-248, REL-249, REL-258: adding and removing a pair compared with a tag, and a pair with a
// value compared with a component, on an entity that owns another component. REL-255, REL-257: a
// tag with a low index compared with one with a high index; the next table is found in the same map
// for every id.
func BenchmarkAddRemove(b *testing.B) {
	w := fast.NewWorld()
	lowTag, likes, begin := w.Spawn(), w.Spawn(), w.Spawn()
	vel := fast.Register[velocity](w)
	for range 10_000 {
		w.Spawn()
	}
	highTag, apples := w.Spawn(), w.Spawn()
	e := fast.Spawn1(w, position{1, 2})
	for _, one := range []struct {
		name string
		id   fast.ID
	}{
		{"tag with a low index", fast.Single(lowTag)},
		{"tag with a high index", fast.Single(highTag)},
		{"pair", fast.Pair(likes, apples)},
		{"component", vel.ID()},
		{"pair with a value", fast.Pair(begin, vel.Entity())},
	} {
		b.Run(one.name, func(b *testing.B) {
			for b.Loop() {
				check(w.Add(e, one.id), w.Remove(e, one.id))
			}
		})
	}
}

// REL-260: creating and iterating the same entities in one table and in thousands. REL-261: asking
// about hundreds of thousands of tables is as fast.
func BenchmarkFragmentation(b *testing.B) {
	const n = 20_000
	for _, tables := range []int{1, 100, n} {
		b.Run(fmt.Sprintf("make/tables=%d", tables), func(b *testing.B) {
			for b.Loop() {
				spread(n, tables)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entity")
		})
		b.Run(fmt.Sprintf("iterate/tables=%d", tables), func(b *testing.B) {
			q := fast.NewQuery1[position](spread(n, tables))
			for b.Loop() {
				visit(b, q, n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entity")
		})
	}
	b.Run("ask/tables=300000", func(b *testing.B) {
		w := spread(300_000, 300_000)
		b.ReportMetric(float64(len(w.Tables())), "tables")
		e := w.Spawn()
		tag := w.Spawn()
		for b.Loop() {
			check(w.Add(e, tag), w.Remove(e, tag))
		}
	})
}

// spread creates n entities with Position in a number of tables.
func spread(n, tables int) *fast.World {
	w := fast.NewWorld()
	likes := w.Spawn()
	targets := make([]fast.Entity, tables)
	for i := range targets {
		targets[i] = w.Spawn()
	}
	for i := range n {
		fast.Spawn1(w, position{1, 2}, fast.Pair(likes, targets[i%tables]))
	}
	return w
}

func visit(b *testing.B, q fast.Query1[position], want int) {
	sum := 0.0
	for batch := range q.Batches() {
		for _, p := range batch.Field() {
			sum += p.X
		}
	}
	if sum != float64(want) {
		b.Fatal("every entity is visited")
	}
}

// REL-216: the number of tables for the targets of a Union, an Exclusive and another relationship.
// REL-217: the time to change the target of an entity. REL-218: the time to iterate a query for the
// pairs.
func BenchmarkUnion(b *testing.B) {
	const n, targets = 10_001, 100
	for _, kind := range []struct {
		name       string
		properties []fast.Entity
	}{{"union", []fast.Entity{fast.Union}}, {"exclusive", []fast.Entity{fast.Exclusive}}, {"regular", nil}} {
		w := fast.NewWorld()
		movement := w.NewRelationship("Movement", kind.properties...)
		var directions []fast.Entity
		for range targets {
			directions = append(directions, w.Spawn())
		}
		var entities []fast.Entity
		for i := range n {
			entities = append(entities, fast.Spawn1(w, position{1, 2}, fast.Pair(movement, directions[i%targets])))
		}
		b.Run("switch/"+kind.name, func(b *testing.B) {
			turn := 0
			for b.Loop() {
				e, next := entities[turn%n], directions[(turn+1)%targets]
				turn++
				if kind.properties == nil {
					check(w.RemovePair(e, movement, w.Target(e, movement, 0)))
				}
				check(w.AddPair(e, movement, next))
			}
			b.ReportMetric(float64(len(w.Tables())), "tables")
		})
		b.Run("iterate/"+kind.name, func(b *testing.B) {
			q := fast.NewQuery1[position](w, fast.Pair(movement, fast.Wildcard))
			for b.Loop() {
				visit(b, q, n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/entity")
		})
	}
}

// REL-266: creating and removing a table compared with creating and deleting an entity. REL-270,
// REL-271: a table with a new tag compared with one with a pair of a new relationship, which must
// also be registered for its wildcard, and one with a new target of a known relationship. All
// include the deletion.
func BenchmarkTableCreation(b *testing.B) {
	w := fast.NewWorld()
	likes, apples := w.Spawn(), w.Spawn()
	e := fast.Spawn1(w, position{1, 2})
	b.Run("entity", func(b *testing.B) {
		for b.Loop() {
			check(w.Delete(w.Spawn()))
		}
	})
	for _, one := range []struct {
		name string
		id   func(fresh fast.Entity) fast.ID
	}{
		{"table with a new tag", fast.Single},
		{"table with a new relationship", func(fresh fast.Entity) fast.ID { return fast.Pair(fresh, apples) }},
		{"table with a new target", func(fresh fast.Entity) fast.ID { return fast.Pair(likes, fresh) }},
	} {
		b.Run(one.name, func(b *testing.B) {
			for b.Loop() {
				fresh := w.Spawn()
				check(w.Add(e, one.id(fresh)), w.Delete(fresh))
			}
		})
	}
}

// REL-278: the time to find the occurrences of (Likes, *) depends only on their number. REL-280:
// the time for (*, Apples) also depends on the ids between the first and the last one.
func BenchmarkWildcards(b *testing.B) {
	for _, between := range []int{10, 1_000} {
		w := fast.NewWorld()
		likes, knows, eats, apples := w.Spawn(), w.Spawn(), w.Spawn(), w.Spawn()
		var ids []fast.ID
		for range between {
			ids = append(ids, fast.Pair(knows, w.Spawn()))
		}
		// The ids in question are added last, so that few empty tables have them.
		ids = append(ids, fast.Pair(likes, apples), fast.Pair(likes, w.Spawn()), fast.Pair(eats, apples),
			fast.Pair(eats, w.Spawn()))
		w.Spawn(as[fast.Initial](ids)...)
		check(w.SetName(likes, "Likes"), w.SetName(apples, "Apples"))
		for _, text := range []string{"(Likes, *)", "(*, Apples)"} {
			b.Run(fmt.Sprintf("%s/between=%d", text, between), func(b *testing.B) {
				q, err := w.Prepare(spec.Query{Expr: text, Kind: spec.KindFilter})
				check(err)
				for b.Loop() {
					rows, err := q.Rows()
					check(err)
					count := 0
					for range rows {
						count++
					}
					if count != 2 {
						b.Fatal("there are two matches, not", count)
					}
				}
			})
		}
	}
}

// REL-178: a rule query for a Final component need not look for subclasses.
func BenchmarkFinal(b *testing.B) {
	for _, final := range []bool{true, false} {
		w := fast.NewWorld()
		unit := named(w, "Unit")[0]
		for range 100 {
			subclass := w.Spawn()
			check(w.Add(subclass, fast.Pair(fast.IsA, unit)))
			w.Spawn(subclass)
		}
		if final {
			for _, subclass := range w.Sources(fast.IsA, unit) {
				check(w.Remove(subclass, fast.Pair(fast.IsA, unit)))
			}
			check(w.Add(unit, fast.Final))
		}
		w.Spawn(unit)
		q, err := w.Prepare(spec.Query{Expr: "Unit($x)", Kind: spec.KindRule})
		check(err)
		b.Run(fmt.Sprintf("final=%t", final), func(b *testing.B) {
			for b.Loop() {
				rows, err := q.Rows()
				check(err)
				count := 0
				for range rows {
					count++
				}
				if (count == 1) != final {
					b.Fatal("subclasses count unless the component is final:", count)
				}
			}
		})
	}
}

// SET-294: a rule query for a component with many subsets, which are final, or could have subsets
// of their own.
func BenchmarkFinalSubsets(b *testing.B) {
	rule := func(final bool) func() int {
		w := fast.NewWorld()
		unit := named(w, "Unit")[0]
		for range 1_000 {
			subset := w.Spawn()
			check(w.Add(subset, fast.Pair(fast.IsA, unit)))
			if final {
				check(w.Add(subset, fast.Final))
			}
			w.Spawn(subset)
		}
		return fast.NewQuery0(w, unit, fast.Rule).Len
	}
	compare(b, 1_000, body{"final", rule(true)}, body{"open", rule(false)})
}
