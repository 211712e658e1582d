package bench

import (
	"bytes"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkObserveNone, per change: spawn an entity, set Pos, add and remove Vel, and delete the
// entity, N times.
func BenchmarkObserveNone(b *testing.B) { measure(b, sizesCold, oneAtATime(0)) }

// BenchmarkObserveOne, per change: as BenchmarkObserveNone, with one observer of another id.
func BenchmarkObserveOne(b *testing.B) { measure(b, sizesCold, oneAtATime(1)) }

// BenchmarkObserversOther, per change: as BenchmarkObserveNone for 100 entities, with N observers
// of N other ids.
func BenchmarkObserversOther(b *testing.B) { measure(b, []int{1, 10, 100, 1_000}, observersOther) }

// BenchmarkPairsWide, per pair: 50 entities get the same N pairs one by one.
func BenchmarkPairsWide(b *testing.B) { measure(b, []int{30, 100, 300, 1_000}, pairsWide) }

// BenchmarkPairsOneWide, per pair: one entity gets N pairs one by one in random order, and loses
// them.
func BenchmarkPairsOneWide(b *testing.B) { measure(b, []int{100, 1_000, 10_000, 60_000}, pairsOneWide) }

// BenchmarkTagsMany, per tag: each of N entities gets another entity as its tag.
func BenchmarkTagsMany(b *testing.B) { measure(b, sizesCold, tagsMany) }

// BenchmarkReadersMany, per tag: as BenchmarkTagsMany, with 1,000 readers of other relationships.
func BenchmarkReadersMany(b *testing.B) { measure(b, sizesCold, readersMany) }

// BenchmarkShrink, per set: an entity goes through N sets of tags; Shrink gives back their tables.
func BenchmarkShrink(b *testing.B) { measure(b, []int{1 << 10, 1 << 13, 1 << 16}, shrinkSets) }

// BenchmarkSortedTouch, per frame: one Set, then read the first of N rows of a sorted query.
func BenchmarkSortedTouch(b *testing.B) { measure(b, sizesCold, sortedTouch(false)) }

// BenchmarkSortedSpawn, per frame: one Spawn and Delete, then read the first of N rows of a sorted
// query.
func BenchmarkSortedSpawn(b *testing.B) { measure(b, sizesCold, sortedTouch(true)) }

// BenchmarkFragWild, per entity: query Pos, (R, *) where R is exclusive and has 10 sources per
// target, by entity.
func BenchmarkFragWild(b *testing.B) { measure(b, sizesCold, hasOrNot(false)) }

// BenchmarkNoFragWild, per entity: as BenchmarkFragWild, but R is DontFragment.
func BenchmarkNoFragWild(b *testing.B) { measure(b, sizesCold, hasOrNot(false, fast.DontFragment)) }

// BenchmarkFragNot, per entity: query Pos, Not (R, *) where half of the entities have a pair of R,
// by entity.
func BenchmarkFragNot(b *testing.B) { measure(b, sizesCold, hasOrNot(true)) }

// BenchmarkNoFragNot, per entity: as BenchmarkFragNot, but R is DontFragment.
func BenchmarkNoFragNot(b *testing.B) { measure(b, sizesCold, hasOrNot(true, fast.DontFragment)) }

// BenchmarkSaveLoad, per entity: save and load N entities with Pos and a pair.
func BenchmarkSaveLoad(b *testing.B) { measure(b, sizesCold, saveLoad) }

// BenchmarkStreamFirst, per query: read the first of N matches of Pos, (R, *) where R is
// DontFragment.
func BenchmarkStreamFirst(b *testing.B) { measure(b, sizesCold, streamFirst) }

// observers creates observers of tags that no entity has.
func observers(w *fast.World, n int) {
	for range n {
		w.Observe(fast.OnAdd|fast.OnRemove|fast.OnSet, w.NewTag(""), func(fast.Event) { panic("bench: no entity should have the tag") })
	}
}

// rounds creates, changes and deletes entities.
func rounds(w *fast.World, n int) body {
	pos, vel := fast.Register[Pos](w), fast.Register[Vel](w)
	fast.Spawn1(w, Pos{})
	return again(5*n, func() int64 {
		sum := 0.0
		for range n {
			e := fast.Spawn1(w, Pos{X: 1})
			must(pos.Set(e, Pos{X: 2}))
			must(vel.Add(e))
			must(vel.Remove(e))
			sum += pos.Get(e).X
			must(w.Delete(e))
		}
		return int64(sum)
	})
}

//go:noinline
func oneAtATime(watchers int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		observers(w, watchers)
		return rounds(w, n)
	}
}

func observersOther(n int) body {
	w := fast.NewWorld()
	observers(w, n)
	return rounds(w, 100)
}

func pairsWide(n int) body {
	const wide = 50
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	entities, targets := withPos(w, wide), plain(w, n)
	return once(wide*n, func() int64 {
		for _, e := range entities {
			for _, t := range targets {
				must(w.AddPair(e, r, t))
			}
		}
		return int64(w.Count(fast.Pair(r, targets[n-1])))
	})
}

func pairsOneWide(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	e, targets := w.Spawn(), shuffled(plain(w, n))
	return again(2*n, func() int64 {
		for _, t := range targets {
			must(w.AddPair(e, r, t))
		}
		count := len(w.Targets(e, r))
		for _, t := range targets {
			must(w.RemovePair(e, r, t))
		}
		return int64(count)
	})
}

func readersMany(n int) body {
	w := fast.NewWorld()
	readers := make([]*fast.Relationship, 1_000)
	for i := range readers {
		readers[i] = w.Relationship(w.NewRelationship(""))
	}
	entities, tags := withPos(w, n), plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			must(w.Add(e, tags[i]))
		}
		return int64(w.Count(tags[n-1])) + int64(len(readers))
	})
}

// shrinkSets goes through sets in Gray code, so that each differs from the last by one tag.
func shrinkSets(n int) body {
	w := fast.NewWorld()
	var tags []fast.ID
	for 1<<len(tags) <= n {
		tags = append(tags, fast.Single(w.NewTag("")))
	}
	e := w.Spawn()
	return again(n, func() int64 {
		for i := 1; i < n; i++ {
			tag := tags[bits.TrailingZeros(uint(i))]
			if w.Has(e, tag) {
				must(w.Remove(e, tag))
			} else {
				must(w.Add(e, tag))
			}
		}
		for _, tag := range tags {
			must(w.Remove(e, tag))
		}
		must(w.Shrink())
		return int64(len(w.Tables()))
	})
}

func tagsMany(n int) body {
	w := fast.NewWorld()
	entities, tags := withPos(w, n), plain(w, n)
	return once(n, func() int64 {
		for i, e := range entities {
			must(w.Add(e, tags[i]))
		}
		return int64(w.Count(tags[n-1]))
	})
}

//go:noinline
func sortedTouch(spawn bool) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		all := withPos(w, n)
		pos := fast.Register[Pos](w)
		q := fast.NewQuery1[Pos](w, fast.OrderByFunc(func(a, b *Pos) int { return int(a.X - b.X) }))
		random := rand.New(rand.NewPCG(11, 12))
		return again(1, func() int64 {
			if spawn {
				defer func(e fast.Entity) { must(w.Delete(e)) }(fast.Spawn1(w, Pos{X: -1}))
			} else {
				must(pos.Set(all[1+random.IntN(n-1)], Pos{X: float64(1 + random.IntN(n))}))
			}
			for _, p := range q.All() {
				return int64(p.X) + 2
			}
			return 0
		})
	}
}

//go:noinline
func hasOrNot(not bool, properties ...fast.Entity) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		r := w.NewRelationship("R", append(properties, fast.Exclusive)...)
		targets := plain(w, max(1, n/10))
		for i, e := range withPos(w, n) {
			if i%2 == 0 || !not {
				must(w.AddPair(e, r, targets[i%len(targets)]))
			}
		}
		var q fast.Query1[Pos]
		if pair := fast.Pair(r, fast.Wildcard); not {
			q = fast.NewQuery1[Pos](w, fast.Not(pair))
		} else {
			q = fast.NewQuery1[Pos](w, pair)
		}
		return again(n, func() int64 {
			count := 0
			for _, p := range q.All() {
				p.X++
				count++
			}
			return int64(count)
		})
	}
}

func saveLoad(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R")
	targets := plain(w, 100)
	for i, e := range withPos(w, n) {
		must(w.AddPair(e, r, targets[i%len(targets)]))
	}
	var file bytes.Buffer
	return again(n, func() int64 {
		file.Reset()
		must(w.Save(&file))
		must(w.Load(&file))
		return int64(w.Count(fast.Pair(r, fast.Wildcard)))
	})
}

func streamFirst(n int) body {
	w := fast.NewWorld()
	r := w.NewRelationship("R", fast.Exclusive, fast.DontFragment)
	targets := plain(w, 2)
	for i, e := range withPos(w, n) {
		must(w.AddPair(e, r, targets[i%2]))
	}
	q := fast.NewQuery1[Pos](w, fast.Pair(r, fast.Wildcard))
	return again(1, func() int64 {
		for e := range q.All() {
			return int64(e.Index())
		}
		return 0
	})
}
