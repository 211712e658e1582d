package bench

import (
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"runtime/debug"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/bench"
)

// enduring is a world in which entities, targets, pairs, tags and values come and go at random beside five cached queries.
type enduring struct {
	w         *fast.World
	random    *rand.Rand
	pos       *fast.Component[bench.Pos]
	vel       *fast.Component[bench.Vel]
	relations []fast.Entity
	tags      []fast.ID
	entities  []fast.Entity
	queries   []fast.Query1[bench.Pos]
}

// alive is how many entities there are at any time.
const alive = 2_000

func newEnduring() *enduring {
	w := fast.NewWorld()
	x := &enduring{w: w, random: rand.New(rand.NewPCG(5, 6)), pos: fast.Register[bench.Pos](w), vel: fast.Register[bench.Vel](w)}
	x.relations = []fast.Entity{w.NewRelationship("R"), w.NewRelationship("E", fast.Exclusive), w.NewRelationship("N", fast.Exclusive, fast.DontFragment)}
	for range 6 {
		x.tags = append(x.tags, fast.Single(w.NewTag("")))
	}
	x.entities = withPos(w, alive)
	with := [][]fast.Term{nil, {fast.Pair(x.relations[0], fast.Wildcard)}, {x.tags[0]}, {fast.Not(x.tags[1])}, {fast.Pair(x.relations[1], fast.Wildcard), x.vel.ID()}}
	for _, terms := range with {
		x.queries = append(x.queries, fast.NewQuery1[bench.Pos](w, terms...))
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
		must(x.pos.Set(x.entities[i], bench.Pos{X: 1}))
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
		must(x.vel.Set(e, bench.Vel{X: 1}))
	default:
		must(x.vel.Remove(e))
	}
}

// endure makes n changes and prints ten times the memory in use. It errs if the heap has grown by more than a tenth in the
// second half.
func endure(out io.Writer, n int) error {
	x := newEnduring()
	_, _ = fmt.Fprintf(out, "%12s %12s %12s %8s %10s\n", "changes", "heap kB", "resident kB", "tables", "matches")
	first, last := 0.0, 0.0
	for part := 1; part <= 10; part++ {
		matches := 0
		for i := range n / 10 {
			if x.change(); i%1_000 == 0 {
				for j := range x.queries {
					matches += x.queries[j].Len()
				}
			}
		}
		var m runtime.MemStats
		debug.FreeOSMemory()
		runtime.ReadMemStats(&m)
		last = float64(m.HeapAlloc)
		if part == 5 {
			first = last
		}
		_, _ = fmt.Fprintf(out, "%12d %12d %12d %8d %10d\n", part*(n/10), m.HeapAlloc>>10, (m.Sys-m.HeapReleased)>>10, len(x.w.Tables()), matches)
	}
	if last > 1.1*first {
		return fmt.Errorf("memory grows: %.0f kB after half of the changes, %.0f kB at the end", first/1024, last/1024)
	}
	return nil
}
