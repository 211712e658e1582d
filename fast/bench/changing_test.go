package bench

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkDeferAddRem, per change: as BenchmarkAddRem, but all additions are one deferral and all
// removals another.
func BenchmarkDeferAddRem(b *testing.B) { measure(b, sizesAll, deferAddRemove) }

// BenchmarkObserveAddRem, per change: as BenchmarkAddRem under an observer of Vel.
func BenchmarkObserveAddRem(b *testing.B) { measure(b, sizesAll, observeAddRemove) }

// BenchmarkObserveOther, per change: as BenchmarkAddRem under an observer of another id.
func BenchmarkObserveOther(b *testing.B) { measure(b, sizesAll, observeOther) }

// BenchmarkToggle, per switch: disable Pos of all entities and enable it again.
func BenchmarkToggle(b *testing.B) { measure(b, sizesAll, toggle) }

// BenchmarkOverride, per instance: create an instance of a base whose only component is marked with
// Override.
func BenchmarkOverride(b *testing.B) { measure(b, sizesAll, override) }

func deferAddRemove(n int) body {
	w := fast.NewWorld()
	entities := withPos(w, n)
	vel := fast.Register[Vel](w)
	return again(2*n, func() int64 {
		must(w.Defer(func() {
			for _, e := range entities {
				must(vel.Add(e))
			}
		}))
		count := w.Count(vel.ID())
		must(w.Defer(func() {
			for _, e := range entities {
				must(vel.Remove(e))
			}
		}))
		return int64(count - w.Count(vel.ID()))
	})
}

func observeAddRemove(n int) body {
	w := fast.NewWorld()
	return observed(w, n, fast.Register[Vel](w).ID(), 1)
}

func observeOther(n int) body {
	w := fast.NewWorld()
	return observed(w, n, fast.Register[Acc](w).ID(), 0)
}

// observed adds Vel to n entities and removes it, with an observer of an id that is notified a
// number of times for each change.
func observed(w *fast.World, n int, id fast.ID, each int) body {
	entities := withPos(w, n)
	vel := fast.Register[Vel](w)
	count := 0
	w.Observe(fast.OnAdd|fast.OnRemove, id, func(fast.Event) { count++ })
	return again(2*n, func() int64 {
		count = 0
		for _, e := range entities {
			must(vel.Add(e))
		}
		for _, e := range entities {
			must(vel.Remove(e))
		}
		return int64(count + 1 - each)
	})
}

func toggle(n int) body {
	w := fast.NewWorld()
	entities := withPos(w, n)
	pos := fast.Register[Pos](w)
	must(w.Add(pos.Entity(), fast.CanToggle))
	q := fast.NewQuery1[Pos](w)
	return again(2*n, func() int64 {
		for _, e := range entities {
			must(w.DisableID(e, pos.ID()))
		}
		off := q.Len()
		for _, e := range entities {
			must(w.EnableID(e, pos.ID()))
		}
		return int64(q.Len() - off)
	})
}

func override(n int) body {
	w := fast.NewWorld()
	base := fast.Spawn1(w, Mass{X: 1})
	mass := fast.Register[Mass](w)
	must(w.Override(base, mass.ID()))
	id := fast.Pair(fast.IsA, base)
	return once(n, func() int64 {
		for range n {
			w.Spawn(id)
		}
		return int64(w.Count(mass.ID()) - 1)
	})
}
