package bench

import (
	"fmt"
	"math/rand/v2"

	"github.com/relspec/relspec/fast"
)

// The components of the workloads have 16 bytes each.
type (
	// Pos is a position.
	Pos struct{ X, Y float64 }
	// Vel is a velocity.
	Vel struct{ X, Y float64 }
	// Acc is an acceleration.
	Acc struct{ X, Y float64 }
	// Rot is a rotation.
	Rot struct{ X, Y float64 }
	// Mass is a mass.
	Mass struct{ X, Y float64 }
)

// must panics if a workload has an error.
func must(err error) {
	if err != nil {
		panic(fmt.Sprintf("bench: %v", err))
	}
}

// plain creates n entities without ids.
func plain(w *fast.World, n int) []fast.Entity {
	list := make([]fast.Entity, n)
	for i := range list {
		list[i] = w.Spawn()
	}
	return list
}

// withPos creates n entities with Pos. X is their number.
func withPos(w *fast.World, n int, with ...fast.Initial) []fast.Entity {
	list := make([]fast.Entity, n)
	for i := range list {
		list[i] = fast.Spawn1(w, Pos{X: float64(i)}, with...)
	}
	return list
}

// withPosVel creates n entities with Pos and Vel.
func withPosVel(w *fast.World, n int) []fast.Entity {
	list := make([]fast.Entity, n)
	for i := range list {
		list[i] = fast.Spawn2(w, Pos{X: float64(i)}, Vel{X: 1, Y: 1})
	}
	return list
}

// tagged creates n entities with Pos and Vel in up to 1,024 tables, one for each subset of ten tags.
func tagged(w *fast.World, n int) []fast.Entity {
	var tags [10]fast.Entity
	for i := range tags {
		tags[i] = w.NewTag("")
	}
	list := make([]fast.Entity, n)
	var ids []fast.Initial
	for i := range list {
		ids = ids[:0]
		for bit, tag := range tags {
			if i>>bit&1 != 0 {
				ids = append(ids, tag)
			}
		}
		list[i] = fast.Spawn2(w, Pos{X: float64(i)}, Vel{X: 1, Y: 1}, ids...)
	}
	return list
}

// family is a tree in breadth-first order: every entity but the first is a child of an earlier one.
func family(w *fast.World, n, fan int, bulk bool) []fast.Entity {
	list := make([]fast.Entity, 1, n)
	list[0] = fast.Spawn2(w, Pos{X: 1}, Vel{X: 1})
	for parent := 0; len(list) < n; parent++ {
		count := min(fan, n-len(list))
		id := fast.Pair(fast.ChildOf, list[parent])
		if bulk {
			batch := fast.SpawnMany2[Pos, Vel](w, count, id)
			p, v := batch.Fields()
			for i := range p {
				p[i], v[i] = Pos{X: 1}, Vel{X: 1}
			}
			list = append(list, batch.Entities()...)
			continue
		}
		for range count {
			list = append(list, fast.Spawn2(w, Pos{X: 1}, Vel{X: 1}, id))
		}
	}
	return list
}

// roots returns a world of n children with Pos. Each has one of n/10 parents with Mass.
func roots(w *fast.World, n int) {
	for left := n; left > 0; left -= 10 {
		parent := fast.Spawn1(w, Mass{X: 1})
		for range min(10, left) {
			fast.Spawn1(w, Pos{X: 1}, fast.Pair(fast.ChildOf, parent))
		}
	}
}

// pick returns a pseudo-random number below n that depends only on i, so programs for other engines use the same.
func pick(i, n int) int {
	x := uint64(i+1) * 0x9E3779B97F4A7C15 //nolint:gosec // not negative
	x ^= x >> 32
	x *= 0xD6E8FEB86659FD93
	x ^= x >> 32
	return int(x % uint64(n)) //nolint:gosec // below n
}

// shuffled returns a list in pseudo-random order, always the same.
func shuffled[T any](list []T) []T {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
