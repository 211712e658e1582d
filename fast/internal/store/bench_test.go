package store

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"
)

// The workloads of docs/benchmarks.md that need storage only. Times are per entity
// or per single operation, as ns/op.

const benchPosition, benchVelocity = ID(10), ID(11)

var benchSizes = []int{1_000, 100_000, 1_000_000}

// perSize runs a body that does n operations per call, after a set-up.
func perSize(b *testing.B, sizes []int, body func(b *testing.B, n int) func()) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			run := body(b, n)
			run()
			runtime.GC()
			b.ResetTimer()
			for b.Loop() {
				run()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/one")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// fresh times only what the body returns, in a new store per repetition, and
// reports the median.
func fresh(b *testing.B, sizes []int, body func(n int) func()) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			times := make([]float64, b.N)
			for i := range times {
				run := body(n)
				runtime.GC()
				start := time.Now()
				run()
				times[i] = float64(time.Since(start).Nanoseconds()) / float64(n)
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2], "ns/one")
			b.ReportMetric(times[0], "min-ns/one")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func fill(b testing.TB, s *Store, n int, ids ...ID) []Entity {
	t, err := s.Table(ids...)
	if err != nil {
		b.Fatal(err)
	}
	row, err := s.CreateMany(t, n)
	if err != nil {
		b.Fatal(err)
	}
	return append([]Entity(nil), s.Entities(t)[row:]...)
}

func BenchmarkMapInsert(b *testing.B) {
	fresh(b, []int{100_000}, func(n int) func() {
		return func() {
			m := map[uint64]uint64{}
			for i := range n {
				m[uint64(i)*0x9E3779B97F4A7C15] = uint64(i)
			}
		}
	})
}

func BenchmarkCreate2(b *testing.B) {
	fresh(b, benchSizes, func(n int) func() {
		s := newWorld(b, Options{})
		return func() {
			t, _ := s.Table(benchPosition, benchVelocity)
			for range n {
				_, _ = s.CreateIn(t)
			}
		}
	})
}

func BenchmarkCreate2Bulk(b *testing.B) {
	fresh(b, benchSizes, func(n int) func() {
		s := newWorld(b, Options{})
		return func() {
			t, _ := s.Table(benchPosition, benchVelocity)
			_, _ = s.CreateMany(t, n)
		}
	})
}

func BenchmarkSpawnDelete(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		fill(b, s, n, benchPosition, benchVelocity)
		t, _ := s.Table(benchPosition, benchVelocity)
		return func() {
			for range n {
				e, _ := s.CreateIn(t)
				_ = s.Delete(e)
			}
		}
	})
}

func addAndRemove(s *Store, entities []Entity, id func(int) ID) {
	for i, e := range entities {
		_, _ = s.Add(e, id(i))
	}
	for i, e := range entities {
		_, _ = s.Remove(e, id(i))
	}
}

func BenchmarkAddRemove(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		entities := fill(b, s, n/2, benchPosition)
		return func() { addAndRemove(s, entities, func(int) ID { return benchVelocity }) }
	})
}

func benchPairAddRemove(b *testing.B, targets func(n int) int) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		entities := fill(b, s, n/2, benchPosition)
		to := fill(b, s, targets(n/2))
		return func() {
			addAndRemove(s, entities, func(i int) ID { return Pair(30, to[i%len(to)].Index()) })
		}
	})
}

func BenchmarkPairAddRemoveT10(b *testing.B) {
	benchPairAddRemove(b, func(int) int { return 10 })
}

func BenchmarkPairAddRemoveFrag(b *testing.B) {
	benchPairAddRemove(b, func(n int) int { return n / 10 })
}

func BenchmarkPairCold(b *testing.B) {
	fresh(b, []int{1_000, 10_000, 100_000}, func(n int) func() {
		s := newWorld(b, Options{})
		entities := fill(b, s, n, benchPosition)
		to := fill(b, s, n)
		return func() {
			for i, e := range entities {
				_, _ = s.Add(e, Pair(30, to[i].Index()))
			}
		}
	})
}

func benchReparent(b *testing.B, targets func(n int) int) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		entities := fill(b, s, n, benchPosition)
		to := fill(b, s, targets(n))
		at := make([]int, n)
		for i, e := range entities {
			at[i] = i % len(to)
			_, _ = s.Add(e, Pair(30, to[at[i]].Index()))
		}
		var add, remove [1]ID
		return func() {
			for i, e := range entities {
				next := at[i] + 1
				if next == len(to) {
					next = 0
				}
				add[0], remove[0] = Pair(30, to[next].Index()), Pair(30, to[at[i]].Index())
				_, _ = s.Change(e, add[:], remove[:])
				at[i] = next
			}
		}
	})
}

func BenchmarkReparentT100(b *testing.B) { benchReparent(b, func(int) int { return 100 }) }
func BenchmarkReparentFrag(b *testing.B) { benchReparent(b, func(n int) int { return n / 10 }) }

func BenchmarkUnionReparentFrag(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		x := NewExclusive()
		shift := uint32(0)
		return func() {
			shift++
			for i := range uint32(n) {
				x.Set(100+i, 1+(i+shift)%uint32(n/10))
			}
		}
	})
}

func shuffled(entities []Entity) []Entity {
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(entities), func(i, j int) {
		entities[i], entities[j] = entities[j], entities[i]
	})
	return entities
}

var (
	benchSum   float64
	benchCount uint32
)

func BenchmarkGet(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		entities := shuffled(fill(b, s, n, benchPosition, benchVelocity))
		a := s.Reader(benchPosition.First())
		return func() {
			sum := 0.0
			for _, e := range entities {
				sum += (*vector)(a.Cell(e)).X
			}
			benchSum += sum
		}
	})
}

func BenchmarkValue(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		entities := shuffled(fill(b, s, n, benchPosition, benchVelocity))
		return func() {
			sum := 0.0
			for _, e := range entities {
				sum += Value[vector](s, e, benchPosition).X
			}
			benchSum += sum
		}
	})
}

// BenchmarkGetRoof is the least a random access can cost: record, row.
func BenchmarkGetRoof(b *testing.B) {
	perSize(b, benchSizes, func(_ *testing.B, n int) func() {
		records := make([]record, n)
		cells := make([]vector, n)
		order := rand.New(rand.NewPCG(1, 2)).Perm(n)
		for i := range records {
			records[i].row = uint32(i)
		}
		return func() {
			sum := 0.0
			for _, i := range order {
				sum += cells[records[i].row].X
			}
			benchSum += sum
		}
	})
}

// relatives are n entities with one of 100 targets each, in random order.
func relatives(b *testing.B, n int) (*Store, []Entity, ID) {
	s := newWorld(b, Options{})
	entities := fill(b, s, n, benchPosition)
	to := fill(b, s, 100)
	for i, e := range entities {
		_, _ = s.Add(e, Pair(30, to[i%len(to)].Index()))
	}
	return s, shuffled(entities), Pair(30, to[5].Index())
}

func BenchmarkHas(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s, entities, _ := relatives(b, n)
		return func() {
			sum := uint32(0)
			for _, e := range entities {
				if s.HasID(e, benchPosition) {
					sum++
				}
			}
			benchCount += sum
		}
	})
}

func BenchmarkHasPair(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s, entities, id := relatives(b, n)
		r := s.Relation(id.First())
		return func() {
			sum := uint32(0)
			for _, e := range entities {
				if r.Has(e, id.Second()) {
					sum++
				}
			}
			benchCount += sum
		}
	})
}

func BenchmarkTarget(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s, entities, id := relatives(b, n)
		r := s.Relation(id.First())
		return func() {
			sum := uint32(0)
			for _, e := range entities {
				sum += r.Target(e)
			}
			benchCount += sum
		}
	})
}

func BenchmarkIterate2(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		fill(b, s, n, benchPosition, benchVelocity)
		return func() {
			for _, p := range s.Lookup(benchVelocity) {
				column, _ := s.Find(p.Table, benchPosition)
				advance(Column[vector](s, p.Table, column), Column[vector](s, p.Table, int(p.column)))
			}
		}
	})
}

func BenchmarkIterate2Roof(b *testing.B) {
	perSize(b, benchSizes, func(_ *testing.B, n int) func() {
		positions, velocities := make([]vector, n), make([]vector, n)
		return func() { advance(positions, velocities) }
	})
}

//go:noinline
func advance(positions, velocities []vector) {
	velocities = velocities[:len(positions)]
	for i := range positions {
		positions[i].X += velocities[i].X
		positions[i].Y += velocities[i].Y
	}
}

func BenchmarkWildcard(b *testing.B) {
	perSize(b, benchSizes, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		to := fill(b, s, n/10)
		for i := range to {
			fill(b, s, 10, benchPosition, Pair(30, to[i].Index()))
		}
		return func() {
			sum := 0.0
			for _, p := range s.Lookup(Pair(30, Wildcard)) {
				column, _ := s.Find(p.Table, benchPosition)
				target := float64(s.IDs(p.Table)[p.column].Second())
				for _, cell := range Column[vector](s, p.Table, column) {
					sum += cell.X + target
				}
			}
			benchSum += sum
		}
	})
}

// deleteTarget does what the default cleanup of a target does.
func deleteTarget(s *Store, e Entity) error {
	for _, p := range s.Lookup(Pair(Wildcard, e.Index())) {
		id := s.IDs(p.Table)[p.column]
		to, err := s.TableWithout(p.Table, id)
		if err == nil {
			_, _, err = s.Merge(p.Table, to)
		}
		if err != nil {
			return err
		}
	}
	return s.Delete(e)
}

func BenchmarkDeleteTarget(b *testing.B) {
	fresh(b, benchSizes, func(n int) func() {
		s := newWorld(b, Options{})
		target, _ := s.Create()
		fill(b, s, n, benchPosition, Pair(30, target.Index()))
		return func() { _ = deleteTarget(s, target) }
	})
}

// BenchmarkDeleteTargets2 is per target: 10 sources that have two targets of
// two relationships.
func BenchmarkDeleteTargets2(b *testing.B) {
	fresh(b, []int{100, 1_000, 10_000}, func(n int) func() {
		s := newWorld(b, Options{})
		to := fill(b, s, n)
		for i := range to {
			fill(b, s, 10, benchPosition, Pair(30, to[i].Index()), Pair(31, to[(i+1)%n].Index()))
		}
		return func() {
			for _, e := range to {
				if err := deleteTarget(s, e); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// BenchmarkChurn replaces a target and its one source all the time.
func BenchmarkChurn(b *testing.B) {
	perSize(b, []int{1_000, 100_000}, func(b *testing.B, n int) func() {
		s := newWorld(b, Options{})
		targets, sources := fill(b, s, n), make([]Entity, n)
		for i := range targets {
			sources[i] = fill(b, s, 1, benchPosition, Pair(30, targets[i].Index()))[0]
		}
		return func() {
			for i := range targets {
				_ = s.Delete(sources[i])
				_ = s.Delete(targets[i])
				targets[i], _ = s.Create()
				t, _ := s.Table(benchPosition, Pair(30, targets[i].Index()))
				sources[i], _ = s.CreateIn(t)
			}
		}
	})
}

func BenchmarkPairsOnOne(b *testing.B) {
	fresh(b, []int{100, 1_000, 3_000}, func(n int) func() {
		s := newWorld(b, Options{})
		to := fill(b, s, n)
		e, _ := s.Create()
		return func() {
			for _, target := range to {
				_, _ = s.Add(e, Pair(30, target.Index()))
			}
		}
	})
}

func BenchmarkArchetypes(b *testing.B) {
	fresh(b, []int{64, 1_024, 8_192}, func(n int) func() {
		s := newWorld(b, Options{})
		tags := fill(b, s, 13)
		return func() {
			for i := range n {
				e, _ := s.Create()
				for bit, tag := range tags {
					if i>>bit&1 != 0 {
						_, _ = s.Add(e, Single(tag.Index()))
					}
				}
			}
		}
	})
}

// relationshipTables makes n tables of one entity with a position.
func relationshipTables(b testing.TB, n int) *Store {
	s := newWorld(b, Options{})
	to := fill(b, s, n)
	for i := range to {
		fill(b, s, 1, benchPosition, Pair(30, to[i].Index()))
	}
	return s
}

// BenchmarkCollect is one full garbage collection with 100,000 relationship
// tables, and the memory of one table.
func BenchmarkCollect(b *testing.B) {
	const n = 100_000
	before := heap()
	s := relationshipTables(b, n)
	bytes := (heap() - before) / n
	best := time.Hour
	b.ResetTimer()
	for range b.N {
		start := time.Now()
		runtime.GC()
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Microseconds())/1000, "min-ms/gc")
	b.ReportMetric(bytes, "B/table")
	runtime.KeepAlive(s)
}

func heap() float64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
