package fast_test

import (
	"testing"

	"github.com/relspec/relspec/fast"
)

// BenchmarkObservers measures adding and removing an id, and setting a value, in a world without
// observers, with an observer that the change cannot trigger, with one that it triggers, with a
// monitor of two terms, and with an observer of a base with a thousand instances.
func BenchmarkObservers(b *testing.B) {
	for _, c := range []struct {
		name    string
		observe func(w *fast.World, a, other fast.Entity)
	}{
		{"none", func(*fast.World, fast.Entity, fast.Entity) {}},
		{"of others", func(w *fast.World, _, other fast.Entity) {
			hear(w, allEvents, other)
		}},
		{"one", func(w *fast.World, a, _ fast.Entity) {
			hear(w, allEvents, a)
		}},
		{"monitor", func(w *fast.World, a, other fast.Entity) {
			hear(w, fast.Monitor, fast.Terms{a, fast.Not(other)})
		}},
	} {
		w := fast.NewWorld()
		pos := fast.Register[position](w)
		a, other := w.NewTag("A"), w.NewTag("Other")
		c.observe(w, a, other)
		hear(w, allEvents, other).Release()
		e := fast.Spawn1(w, position{})
		b.Run("add and remove/"+c.name, func(b *testing.B) {
			for b.Loop() {
				_ = w.Add(e, a)
				_ = w.Remove(e, a)
			}
		})
		b.Run("set/"+c.name, func(b *testing.B) {
			for b.Loop() {
				_ = pos.Set(e, position{1, 1})
			}
		})
		b.Run("spawn and delete/"+c.name, func(b *testing.B) {
			for b.Loop() {
				_ = w.Delete(fast.Spawn1(w, position{}, a))
			}
		})
	}
}

// hear creates an observer that does nothing.
func hear(w *fast.World, events fast.EventKind, what fast.Term) *fast.EventObserver {
	return w.Observe(events, what, func(fast.Event) {})
}

// BenchmarkObserverOfInstances sets a value of a base that a thousand instances inherit.
func BenchmarkObserverOfInstances(b *testing.B) {
	w := fast.NewWorld()
	pos := fast.Register[position](w)
	base := fast.Spawn1(w, position{})
	for range 1000 {
		w.Spawn(fast.Pair(fast.IsA, base))
	}
	hear(w, allEvents, pos)
	for b.Loop() {
		_ = pos.Set(base, position{1, 1})
	}
}

// BenchmarkDefer measures a hundred deferred changes, each adding a tag.
func BenchmarkDefer(b *testing.B) {
	w := fast.NewWorld()
	tag := fast.Single(w.NewTag("Tag"))
	list := make([]fast.Entity, 100)
	for i := range list {
		list[i] = fast.Spawn1(w, position{})
	}
	add := func() {
		for _, e := range list {
			_ = w.Add(e, tag)
		}
	}
	remove := func() {
		for _, e := range list {
			_ = w.Remove(e, tag)
		}
	}
	b.Run("now", func(b *testing.B) {
		for b.Loop() {
			add()
			remove()
		}
	})
	b.Run("deferred", func(b *testing.B) {
		for b.Loop() {
			_ = w.Defer(add)
			_ = w.Defer(remove)
		}
	})
}
