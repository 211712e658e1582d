package bench

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkIsAGet, per access: inherited get in random order, depth 1.
func BenchmarkIsAGet(b *testing.B) { measure(b, sizesAll, isaGet(1)) }

// BenchmarkIsAGetD8, per access: inherited get in random order, depth 8.
func BenchmarkIsAGetD8(b *testing.B) { measure(b, sizesAll, isaGet(8)) }

// BenchmarkIsAQuery, per entity: query Pos and Mass, which the entities inherit from 100 bases.
func BenchmarkIsAQuery(b *testing.B) { measure(b, sizesAll, isaQuery) }

// BenchmarkInstantiate, per instance: create an instance of a prefab with 3 components, which are
// copied (flecs-4).
func BenchmarkInstantiate(b *testing.B) { measure(b, sizesAll, instantiate) }

//go:noinline
func isaGet(depth int) func(int) body {
	return func(n int) body {
		w := fast.NewWorld()
		mass := fast.Register[Mass](w)
		must(w.AddPair(mass.Entity(), fast.OnInstantiate, fast.Inherit))
		bases := make([]fast.Entity, 100)
		for i := range bases {
			bases[i] = fast.Spawn1(w, Mass{X: 1})
			for range depth - 1 {
				bases[i] = w.Spawn(fast.Pair(fast.IsA, bases[i]))
			}
		}
		all := make([]fast.Entity, n)
		for i := range all {
			all[i] = w.Spawn(fast.Pair(fast.IsA, bases[i%100]))
		}
		shuffled(all)
		return again(n, func() int64 {
			sum := 0.0
			for _, e := range all {
				sum += mass.Get(e).X
			}
			return int64(sum)
		})
	}
}

func isaQuery(n int) body {
	w := fast.NewWorld()
	must(w.AddPair(fast.Register[Mass](w).Entity(), fast.OnInstantiate, fast.Inherit))
	bases := make([]fast.Entity, 100)
	for i := range bases {
		bases[i] = fast.Spawn1(w, Mass{X: 1})
	}
	for i := range n {
		fast.Spawn1(w, Pos{X: 1}, fast.Pair(fast.IsA, bases[i%100]))
	}
	q := fast.NewQuery2[Pos, Mass](w)
	return again(n, func() int64 {
		count := 0
		for batch := range q.Batches() {
			p, m := batch.Columns()
			cells, shared := p.Slice(), m.Value().X
			for i := range cells {
				cells[i].X += shared
			}
			count += len(cells)
		}
		return int64(count)
	})
}

func instantiate(n int) body {
	w := fast.NewWorld()
	prefab := fast.Spawn3(w, Pos{X: 1}, Vel{X: 1}, Mass{X: 1}, fast.Prefab)
	pos := fast.Register[Pos](w)
	return once(n, func() int64 {
		for range n {
			w.Spawn(fast.Pair(fast.IsA, prefab))
		}
		return int64(w.Count(pos.ID()) - 1)
	})
}
