package bench

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/relspec/relspec/fast"
)

// enduring is a world with five cached queries in which entities, targets, pairs, tags and values
// are added and removed at random.
type enduring struct {
	w         *fast.World
	random    *rand.Rand
	pos       *fast.Component[Pos]
	vel       *fast.Component[Vel]
	relations []fast.Entity
	tags      []fast.ID
	entities  []fast.Entity
	queries   []fast.Query1[Pos]
}

func newEnduring() *enduring {
	w := fast.NewWorld()
	x := &enduring{w: w, random: rand.New(rand.NewPCG(5, 6)), pos: fast.Register[Pos](w), vel: fast.Register[Vel](w)}
	x.relations = []fast.Entity{
		w.NewRelationship("R"), w.NewRelationship("E", fast.Exclusive),
		w.NewRelationship("N", fast.Exclusive, fast.DontFragment),
	}
	for range 6 {
		x.tags = append(x.tags, fast.Single(w.NewTag("")))
	}
	x.entities = withPos(w, 2_000)
	with := [][]fast.Term{
		nil,
		{fast.Pair(x.relations[0], fast.Wildcard)},
		{x.tags[0]},
		{fast.Not(x.tags[1])},
		{fast.Pair(x.relations[1], fast.Wildcard), x.vel.ID()},
	}
	for _, terms := range with {
		x.queries = append(x.queries, fast.NewQuery1[Pos](w, terms...))
	}
	return x
}

// change makes one change at random.
func (x *enduring) change() {
	i := x.random.IntN(len(x.entities))
	e, other := x.entities[i], x.entities[x.random.IntN(len(x.entities))]
	relation, tag := x.relations[x.random.IntN(len(x.relations))], x.tags[x.random.IntN(len(x.tags))]
	switch x.random.IntN(10) {
	case 0:
		must(x.w.Delete(e))
		x.entities[i] = x.w.Spawn()
		must(x.pos.Set(x.entities[i], Pos{X: 1}))
	case 1, 2, 3:
		must(x.w.AddPair(e, relation, other))
	case 4, 5:
		if target := x.w.Target(e, relation, 0); target != 0 {
			must(x.w.RemovePair(e, relation, target))
		}
	case 6:
		must(x.w.Add(e, tag))
	case 7:
		must(x.w.Remove(e, tag))
	case 8:
		must(x.vel.Set(e, Vel{X: 1}))
	default:
		must(x.vel.Remove(e))
	}
}

// BenchmarkEndure, per change: random changes. The heap grows at first, because unused tables are kept
// for other targets until Shrink. With ten million changes or more, the benchmark fails if the heap
// grows by more than a tenth in the second half:
//
//	go test -run '^$' -bench Endure -benchtime 10000000x ./fast/bench
func BenchmarkEndure(b *testing.B) {
	x, half := newEnduring(), 0.0
	for i := range b.N {
		if i == b.N/2 {
			b.StopTimer()
			half = heap()
			b.StartTimer()
		}
		if x.change(); i%1_000 == 0 {
			for j := range x.queries {
				x.queries[j].Len()
			}
		}
	}
	b.StopTimer()
	last := heap()
	b.ReportMetric(last, "heapB")
	debug.FreeOSMemory()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys-m.HeapReleased), "residentB")
	if b.N >= 10_000_000 && last > 1.1*half {
		b.Fatalf("memory grows: %.0f kB after half of the changes, %.0f kB at the end", half/1024, last/1024)
	}
	runtime.KeepAlive(x)
}
