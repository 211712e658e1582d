// Package concurrency_test tests concurrent use of a world, for the race detector. It is separate from
// the other tests of package fast, because compiling those with the race detector takes a minute.
package concurrency_test

import (
	"errors"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

type (
	position struct{ X, Y float64 }
	mass     struct{ Kilograms float64 }
)

func check(errs ...error) {
	if err := errors.Join(errs...); err != nil {
		panic(err)
	}
}

// SET-018: many goroutines may read and loop while none writes. The race detector checks this test.
func TestManyReaders(t *testing.T) {
	w := fast.NewWorld()
	p, m := fast.Register[position](w), fast.Register[mass](w)
	near := w.NewRelationship("Near", fast.Exclusive)
	reader := w.Relationship(near)
	loose := w.NewRelationship("Beside", fast.Exclusive, fast.DontFragment)
	nonFragmenting := w.Relationship(loose)
	byNonFragmenting := fast.NewQuery1[position](w, fast.Pair(loose, fast.Wildcard))
	base := fast.Spawn1(w, mass{1})
	cached := fast.NewQuery2[position, mass](w)
	fixed := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.On(base, m.ID())))
	up := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Up(fast.ChildOf, m.ID())))
	uncached := fast.NewQuery1[position](w, fast.Pair(near, fast.Wildcard), fast.Uncached)
	x := fast.Variable(1)
	bound := fast.NewQuery1[position](w, fast.Pair(near, x))
	for round := range 3 {
		var all, targets []fast.Entity
		for i := range 50 {
			target := w.Spawn()
			targets = append(targets, target)
			all = append(all, fast.Spawn1(w, position{1, float64(i)}, fast.Pair(near, target),
				fast.Pair(fast.IsA, base),
				fast.Pair(fast.ChildOf, base), fast.Pair(loose, target)))
		}
		var running sync.WaitGroup
		for range 4 {
			running.Go(func() {
				var later fast.Commands
				n := 0
				for _, row := range cached.All() {
					n += int(row.A.X * row.B.Kilograms)
				}
				for range fixed.Batches() {
					n++
				}
				for range up.Batches() {
					n++
				}
				for batch := range uncached.Batches() {
					n += batch.Len()
				}
				for batch := range byNonFragmenting.Batches() {
					n += batch.Len()
				}
				for i, e := range all {
					for range bound.Bind(x, targets[i]).All() {
						n++
					}
					if m.Get(e) == nil || !p.Has(e) || reader.Target(e) != targets[i] ||
						nonFragmenting.Target(e) != targets[i] || !w.HasPair(e, near, targets[i]) {
						n = -1 << 30
					}
					m.SetLater(&later, e, mass{2})
				}
				if want := (4*50+1*50)*(round+1) + 0; n < want-200 {
					panic("a reader missed a row")
				}
			})
		}
		running.Wait()
		require.NoError(t, fast.Set(w, base, mass{1}))
	}
}

func TestManyMayQueryWhileNoneWrites(t *testing.T) {
	w := fast.NewWorld()
	e := []fast.Entity{w.NewTag("Tag"), w.NewTag("R"), w.NewTag("Base")}
	check(w.Add(e[2], e[0]), w.Add(e[1], fast.Transitive))
	last := e[2]
	for range 100 {
		next := w.Spawn()
		check(w.Add(next, fast.Pair(e[1], last)), w.Add(next, fast.Pair(fast.IsA, e[2])))
		last = next
	}
	queries := []spec.Query{
		{Expr: "Tag", Kind: spec.KindCached},
		{Expr: "Tag", Kind: spec.KindFilter},
		{Expr: "(R, Base)", Kind: spec.KindRule},
	}
	var prepared []*fast.Query
	for _, q := range queries {
		p, err := w.Prepare(q)
		require.NoError(t, err)
		prepared = append(prepared, p)
	}
	var group sync.WaitGroup
	counts := make([]int, 12)
	for i := range counts {
		group.Go(func() {
			rows, err := prepared[i%len(prepared)].Rows()
			if err != nil {
				return
			}
			for range rows {
				counts[i]++
			}
		})
	}
	group.Wait()
	require.Equal(t, []int{101, 101, 100, 101, 101, 100, 101, 101, 100, 101, 101, 100}, counts)
}

// Many goroutines may loop over ordered, grouped and watched queries while none writes. The race
// detector checks this test.
func TestManyReadersOfOrderedAndWatchedQueries(t *testing.T) {
	w := fast.NewWorld()
	by := w.NewRelationship("By", fast.Exclusive)
	x, y := w.Spawn(), w.Spawn()
	for i := range 40 {
		fast.Spawn1(w, position{float64(i * 7 % 40), 0}, fast.Pair(by, []fast.Entity{x, y}[i%2]))
	}
	sorted := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.OrderBy[position]())
	grouped := fast.NewQuery1[position](w, fast.GroupBy(by))
	tracked := fast.NewQuery1[position](w, fast.ReadOnly[position](), fast.DetectChanges)
	require.True(t, tracked.Changed())
	counts := make([]int, 8)
	var running sync.WaitGroup
	for i := range counts {
		running.Go(func() {
			last := -1.0
			for _, p := range sorted.All() {
				if p.X >= last {
					counts[i]++
				}
				last = p.X
			}
			for batch := range grouped.Group(y).Batches() {
				counts[i] += batch.Len()
			}
		})
	}
	running.Wait()
	for _, count := range counts {
		require.Equal(t, 60, count)
	}
	require.True(t, tracked.Changed())
}

// splitWorld returns a world of positions in tables with own, inherited and missing values, and with pairs stored
// outside the tables.
func splitWorld(sizes ...int) *fast.World {
	w := fast.NewWorld()
	near, loose := w.NewRelationship("Near"), w.NewRelationship("Beside", fast.Exclusive, fast.DontFragment)
	base := fast.Spawn1(w, mass{7})
	for i, n := range sizes {
		x, y := w.Spawn(), w.Spawn()
		for k := range n {
			e := fast.Spawn1(w, position{float64((k * 7) % 5), float64(i)}, fast.Pair(near, x))
			switch i % 4 {
			case 1:
				check(w.AddPair(e, loose, x))
			case 2:
				check(w.AddPair(e, fast.IsA, base), w.AddPair(e, near, y))
			case 3:
				check(fast.Set(w, e, mass{float64(k)}), w.AddPair(e, fast.ChildOf, base))
			}
		}
	}
	return w
}

// Goroutines may write their parts at the same time, also if columns are resolved late or changes are
// recorded. The race detector checks this test.
func TestSplitOverGoroutines(t *testing.T) {
	w := splitWorld(40, 1, 0, 30, 7, 100, 3)
	far := w.NewRelationship("Far")
	for range 20 {
		w.Spawn(fast.Register[position](w).ID(), fast.Pair(far, w.Spawn()))
	}
	changed := fast.NewQuery1[position](w, fast.DetectChanges)
	require.True(t, changed.Changed())
	queries := []fast.Query1[position]{
		changed,
		fast.NewQuery1[position](w, fast.Uncached),
		fast.NewQuery1[position](w, fast.Field[position](fast.Register[position](w).Entity()),
			fast.Uncached),
		fast.NewQuery1[position](w, fast.OrderBy[position]()),
		fast.NewQuery1[position](w, fast.Optional(fast.Register[mass](w).ID()), fast.Uncached),
	}
	for round, q := range queries {
		before := 0.0
		for _, p := range q.All() {
			before += p.X
		}
		var running sync.WaitGroup
		for _, part := range q.Split(5) {
			running.Go(func() {
				for batch := range part {
					p := batch.Field()
					for i := range p {
						p[i].X++
					}
				}
			})
		}
		running.Wait()
		after := 0.0
		for _, p := range q.All() {
			after += p.X
		}
		require.InDelta(t, before+float64(q.Len()), after, 0, "query %d", round)
	}
	require.True(t, changed.Changed())
}
