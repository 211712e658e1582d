package bench

import (
	"runtime"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkGet, per access: random order over N entities in 1 table.
func BenchmarkGet(b *testing.B) { measure(b, sizesAll, get(oneTable)) }

// BenchmarkGetFrag, per access: random order over N entities in 1,024 tables.
func BenchmarkGetFrag(b *testing.B) { measure(b, sizesAll, get(tagged)) }

// BenchmarkGetOwn, per access: as BenchmarkGet, but by Own, which does not see inherited values.
func BenchmarkGetOwn(b *testing.B) { measure(b, sizesAll, getOwn) }

// BenchmarkSet, per access: set in random order over N entities in 1 table.
func BenchmarkSet(b *testing.B) { measure(b, sizesAll, set) }

// BenchmarkHas, per access: has in random order over N entities in 2 tables, half of the answers
// are no.
func BenchmarkHas(b *testing.B) { measure(b, sizesAll, has(oneTable)) }

// BenchmarkHasFrag, per access: has in random order over N entities in 1,024 tables, half of the
// answers are no.
func BenchmarkHasFrag(b *testing.B) { measure(b, sizesAll, has(tagged)) }

// BenchmarkHasPair, per access: has (R, one of 100 targets) in random order, 99 of 100 answers are
// no.
func BenchmarkHasPair(b *testing.B) { measure(b, sizesAll, hasPair) }

// BenchmarkGetTarget, per access: target of R in random order, 100 targets.
func BenchmarkGetTarget(b *testing.B) { measure(b, sizesAll, getTarget) }

//go:noinline
func get(world func(*fast.World, int) []fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := shuffled(world(w, n))
		pos := fast.Register[Pos](w)
		return again(n, func() int64 {
			sum := 0.0
			for _, e := range all {
				sum += pos.Get(e).X
			}
			return int64(sum)
		})
	}
}

func getOwn(n int) body {
	w := fast.NewWorld()
	all := shuffled(oneTable(w, n))
	pos := fast.Register[Pos](w)
	return again(n, func() int64 {
		sum := 0.0
		for _, e := range all {
			sum += pos.Own(e).X
		}
		return int64(sum)
	})
}

func set(n int) body {
	w := fast.NewWorld()
	all := shuffled(withPosVel(w, n))
	pos := fast.Register[Pos](w)
	return again(n, func() int64 {
		for i, e := range all {
			must(pos.Set(e, Pos{X: float64(i)}))
		}
		return int64(pos.Get(all[n-1]).X)
	})
}

//go:noinline
func has(world func(*fast.World, int) []fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := world(w, n)
		pos := fast.Register[Pos](w)
		for i := n / 2; i < n; i++ {
			must(pos.Remove(all[i]))
		}
		shuffled(all)
		return again(n, func() int64 {
			count := 0
			for _, e := range all {
				if pos.Has(e) {
					count++
				}
			}
			return int64(count)
		})
	}
}

// linked returns n entities with Pos and (R, one of 100 targets) in random order, and the targets.
func linked(w *fast.World, n int) (reader *fast.Relationship, all, targets []fast.Entity) {
	r := w.NewRelationship("R")
	fast.Register[Pos](w)
	targets = plain(w, 100)
	all = make([]fast.Entity, n)
	for i := range n {
		all[i] = fast.Spawn1(w, Pos{X: 1}, fast.Pair(r, targets[i%100]))
	}
	return w.Relationship(r), shuffled(all), targets
}

func hasPair(n int) body {
	w := fast.NewWorld()
	reader, all, targets := linked(w, n)
	asked := make([]fast.Entity, n)
	for i, e := range all {
		asked[i] = targets[pick(int(e.Index()-targets[0].Index()), len(targets))]
	}
	return again(n, func() int64 {
		count := 0
		for i, e := range all {
			if !reader.Has(e, asked[i]) {
				count++
			}
		}
		return int64(count)
	})
}

func getTarget(n int) body {
	w := fast.NewWorld()
	reader, all, targets := linked(w, n)
	before := int64(targets[0].Index()) - 1
	return again(n, func() int64 {
		sum := int64(0)
		for _, e := range all {
			sum += int64(reader.Target(e).Index())
		}
		return sum - int64(n)*before
	})
}

// BenchmarkQueryNewCached, per query: create, count and release a cached query with two terms in a
// world of N matching tables.
func BenchmarkQueryNewCached(b *testing.B) { measure(b, []int{64, 1_000, 8_000}, queryNew(true)) }

// BenchmarkQueryNewCachedLazy, per query: as BenchmarkQueryNewCached, but 1 of the N tables
// matches.
func BenchmarkQueryNewCachedLazy(b *testing.B) { measure(b, []int{64, 1_000, 8_000}, queryNew(false)) }

// BenchmarkQueryNewUnc, per query: as BenchmarkQueryNewCachedLazy, uncached.
func BenchmarkQueryNewUnc(b *testing.B) {
	measure(b, []int{64, 1_000, 8_000}, queryNew(false, fast.Uncached))
}

//go:noinline
func queryNew(match bool, terms ...fast.Term) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R")
		entities, targets := withPos(w, n), plain(w, n)
		if match {
			for i := range entities {
				must(fast.Set(w, entities[i], Vel{X: 1}))
			}
		}
		for i, e := range entities {
			must(w.AddPair(e, r, targets[i]))
		}
		if !match {
			fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
		}
		const rounds = 10
		return again(rounds, func() int64 {
			count := 0
			for range rounds {
				q := fast.NewQuery2[Pos, Vel](w, terms...)
				count += q.Len()
				q.Release()
			}
			return int64(count)
		})
	}
}

// BenchmarkGcRel, per collection: one runtime.GC in a world with N relationship tables.
func BenchmarkGcRel(b *testing.B) { measure(b, sizesCold, collect) }

func collect(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	entities, targets := withPos(w, n), plain(w, n)
	for i, e := range entities {
		must(w.AddPair(e, r, targets[i]))
	}
	return again(1, func() int64 {
		runtime.GC()
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}
