package bench

import (
	"fmt"
	"io"
	"runtime"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/bench"
)

// memory prints the bytes of the heap per relationship table and per entity.
func memory(out io.Writer, n int) (perTable, perEntity float64) {
	perTable = heapOf(n, func(w *fast.World) { tablesOf(w, n, true) }) - heapOf(n, func(w *fast.World) { tablesOf(w, n, false) })
	perEntity = heapOf(n, func(w *fast.World) { fast.SpawnMany2[bench.Pos, bench.Vel](w, n) })
	_, _ = fmt.Fprintf(out, "memory of %d relationship tables with one entity: %.0f bytes per table\n", n, perTable)
	_, _ = fmt.Fprintf(out, "memory of %d entities with Pos and Vel in one table: %.0f bytes per entity, 32 of them values\n", n, perEntity)
	return perTable, perEntity
}

// tablesOf makes n entities and n targets, with or without a pair to a target of its own for each entity.
func tablesOf(w *fast.World, n int, pairs bool) {
	r := w.NewRelationship("R")
	for _, e := range withPos(w, n) {
		target := w.Spawn()
		if pairs {
			must(w.AddPair(e, r, target))
		}
	}
}

// withPos makes n entities with Pos.
func withPos(w *fast.World, n int) []fast.Entity {
	s := fast.NewSpawner1[bench.Pos](w)
	list := make([]fast.Entity, n)
	for i := range list {
		list[i] = s.Spawn(bench.Pos{X: float64(i)})
	}
	return list
}

// must ends the program if a workload is wrong.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// heap is the bytes of the heap that are in use.
func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// heapOf is the growth of the heap by filling a world, per n.
func heapOf(n int, fill func(*fast.World)) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w := fast.NewWorld()
	fill(w)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(w)
	return float64(after.HeapAlloc-before.HeapAlloc) / float64(n)
}
