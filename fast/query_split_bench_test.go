package fast_test

import (
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkSplit moves 100,000 entities in ten tables: in one loop; in n parts one after the other,
// which shows the cost of splitting; and in n goroutines, which is faster by up to the number of
// processors.
func BenchmarkSplit(b *testing.B) {
	w := fast.NewWorld()
	for i := range 10 {
		fast.SpawnMany2[position, velocity](w, 10_000, w.NewTag(fmt.Sprint("Kind", i)))
	}
	q := fast.NewQuery2[position, velocity](w)
	move := func(batches iter.Seq[fast.Batch2[position, velocity]]) {
		for batch := range batches {
			p, v := batch.Fields()
			for i := range p {
				p[i].X += v[i].X
			}
		}
	}
	b.Run("loop", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			move(q.Batches())
		}
	})
	for _, n := range []int{2, 4, 16} {
		b.Run(fmt.Sprintf("in turn/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, part := range q.Split(n) {
					move(part)
				}
			}
		})
		b.Run(fmt.Sprintf("goroutines/%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				var group sync.WaitGroup
				for _, part := range q.Split(n) {
					group.Go(func() { move(part) })
				}
				group.Wait()
			}
		})
	}
}
