//go:build !race && !relspec_debug

package fast_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// steady fails if f still allocates after a warm-up. It measures three times, because garbage
// collection empties pools, and other goroutines allocate, too.
func steady(t *testing.T, name string, f func()) {
	t.Helper()
	for range 100 {
		f()
	}
	count := testing.AllocsPerRun(1000, f)
	for range 2 {
		count = min(count, testing.AllocsPerRun(1000, f))
	}
	require.Zero(t, count, name)
}

func TestSteadyStateAllocatesNothing(t *testing.T) {
	w := fast.NewWorld()
	p, v, m := fast.Register[position](w), fast.Register[velocity](w), fast.Register[mass](w)
	likes := w.NewRelationship("Likes")
	near := w.NewRelationship("Near", fast.Exclusive)
	reader := w.Relationship(near)
	targets := []fast.Entity{w.Spawn(), w.Spawn(), w.Spawn()}
	base := fast.Spawn1(w, mass{1})
	e := fast.Spawn1(w, position{1, 2}, fast.Pair(near, targets[0]))
	instance := w.Spawn(fast.Pair(fast.IsA, base))
	for i := range 100 {
		fast.Spawn2(w, position{}, velocity{}, fast.Pair(near, targets[i%3]))
	}
	n := 0
	next := func() fast.Entity { n++; return targets[n%3] }
	sum := 0.0

	steady(t, "get", func() { sum += p.Get(e).X + fast.Get[position](w, e).X })
	steady(t, "inherited get", func() { sum += m.Get(instance).Kilograms })
	steady(t, "set", func() { _, _ = p.Set(e, position{3, 4}), fast.Set(w, e, position{5, 6}) })
	steady(t, "has", func() { _, _ = p.Has(e), v.Has(instance) })
	steady(t, "add and remove", func() { _, _ = v.Add(e), v.Remove(e) })
	steady(t, "add and remove by id", func() { _, _ = w.Add(e, v.ID()), w.Remove(e, v.ID()) })
	steady(t, "pair", func() { _, _ = w.AddPair(e, likes, targets[1]), w.RemovePair(e, likes, targets[1]) })
	steady(t, "exclusive pair", func() { _ = w.AddPair(e, near, next()) })
	steady(t, "parent", func() { _ = w.AddPair(e, fast.ChildOf, next()) })
	steady(t, "target", func() { _, _ = reader.Target(e), w.Target(e, near, 0) })
	steady(t, "has pair", func() { _, _ = reader.Has(e, targets[0]), w.HasPair(e, near, targets[0]) })
	steady(t, "spawn and delete", func() {
		_ = w.Delete(fast.Spawn2(w, position{}, velocity{}))
		_ = w.Delete(fast.Spawn1(w, position{}, fast.Pair(near, next())))
		_ = w.Delete(w.Spawn(fast.Pair(near, targets[0])))
		_ = w.Delete(w.Spawn())
	})
	many := make([]fast.Entity, 0, 10)
	steady(t, "spawn many and delete", func() {
		many = append(many[:0], fast.SpawnMany1[position](w, 10).Entities()...)
		for _, e := range many {
			_ = w.Delete(e)
		}
	})
	var later fast.Commands
	steady(t, "commands", func() {
		x := later.Spawn(p.ID())
		v.SetLater(&later, x, velocity{1, 2})
		later.Add(x, fast.Pair(near, targets[0]))
		later.Delete(x)
		_ = later.Apply(w)
	})
}

// An instance of a base with an override allocates the list of its ids and that of its copies.
func TestInstancesWithOverridesAllocateTheirLists(t *testing.T) {
	w := fast.NewWorld()
	base := fast.Spawn1(w, mass{1})
	require.NoError(t, w.Override(base, fast.Register[mass](w).ID()))
	instance := func() { _ = w.Delete(w.Spawn(fast.Pair(fast.IsA, base))) }
	instance()
	require.LessOrEqual(t, testing.AllocsPerRun(1000, instance), 2.0)
}

func TestLoopsAllocateNothing(t *testing.T) {
	t.Run("cached", func(t *testing.T) { loopsAllocateNothing(t, true) })
	t.Run("uncached", func(t *testing.T) { loopsAllocateNothing(t, false, fast.Uncached) })
}

// loopsAllocateNothing tests queries with the given terms. With instances the engine must match
// uncached queries, which may allocate.
func loopsAllocateNothing(t *testing.T, instances bool, terms ...fast.Term) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	near := w.NewRelationship("Near")
	base := fast.Spawn1(w, mass{1})
	for i := range 30 {
		target := fast.Spawn1(w, mass{2})
		fast.Spawn2(w, position{float64(i), 0}, velocity{}, fast.Pair(near, target), fast.Pair(fast.ChildOf, target))
		if instances {
			fast.Spawn1(w, position{}, fast.Pair(fast.IsA, base))
		}
	}
	sum := 0.0
	x := fast.Variable(1)
	target := fast.Spawn1(w, mass{2})
	q2 := fast.NewQuery2[position, velocity](w, terms...)
	wild := fast.NewQuery1[position](w, append(terms, fast.Pair(near, fast.Wildcard))...)
	shared := fast.NewQuery2[position, mass](w, terms...)
	up := fast.NewQuery2[position, mass](w, append(terms, fast.Field[mass](fast.Up(fast.ChildOf, m.ID())))...)
	bound := fast.NewQuery1[position](w, append(terms, fast.Pair(near, x))...)
	steady(t, "batches", func() { loopBatches(q2) })
	steady(t, "rows", func() { loopRows(q2) })
	steady(t, "wildcard", func() { sum += loopTargets(wild) })
	steady(t, "shared", func() { sum += loopShared(shared) })
	steady(t, "up", func() { sum += loopShared(up) })
	steady(t, "bound", func() { sum += loopTargets(bound.Bind(x, target)) })
	steady(t, "length", func() { sum += float64(q2.Len()) })
	reader := w.Relationship(near)
	steady(t, "sources", func() {
		for e := range reader.Sources(target) {
			sum += float64(e)
		}
	})
}

func loopBatches(q fast.Query2[position, velocity]) {
	for batch := range q.Batches() {
		p, v := batch.Fields()
		for i := range p {
			p[i].X += v[i].X
		}
	}
}

func loopRows(q fast.Query2[position, velocity]) {
	for _, row := range q.All() {
		row.A.X += row.B.X
	}
}

func loopTargets(q fast.Query1[position]) (sum float64) {
	for batch := range q.Batches() {
		sum += float64(batch.Target(1).Index())
	}
	return sum
}

func loopShared(q fast.Query2[position, mass]) (sum float64) {
	for batch := range q.Batches() {
		p, m := batch.Columns()
		sum += p.At(0).X * m.At(0).Kilograms
	}
	return sum
}

func TestOtherTargetsBesideTablesDoNotAllocate(t *testing.T) {
	w := fast.NewWorld()
	r := w.NewRelationship("R", fast.Exclusive, fast.DontFragment)
	x, y := w.Spawn(), w.Spawn()
	e := fast.Spawn1(w, position{}, fast.Pair(r, x))
	likes := w.Relationship(r)
	require.Zero(t, testing.AllocsPerRun(100, func() {
		_ = likes.Add(e, y)
		_ = likes.Add(e, x)
	}))
}

// After a warm-up, loops over cached queries also allocate nothing if they are ordered, grouped,
// not instanced, bound to one entity, or use change detection.
func TestOrderedAndWatchedLoopsAllocateNothing(t *testing.T) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	by := w.NewRelationship("By", fast.Exclusive)
	base := fast.Spawn1(w, mass{1}, fast.Prefab)
	targets := []fast.Entity{w.Spawn(), w.Spawn()}
	var e fast.Entity
	for i := range 30 {
		e = fast.Spawn2(w, position{float64(i * 7 % 30), 0}, velocity{}, fast.Pair(by, targets[i%2]))
		fast.Spawn1(w, position{}, fast.Pair(fast.IsA, base), fast.Pair(fast.ChildOf, targets[0]))
	}
	sorted := fast.NewQuery2[position, velocity](w, fast.OrderBy[position]())
	byFunc := fast.NewQuery2[position, velocity](w,
		fast.OrderByFunc(func(a, b *position) int { return int(b.X - a.X) }))
	grouped := fast.NewQuery2[position, velocity](w, fast.GroupBy(by))
	both := fast.NewQuery2[position, velocity](w, fast.GroupBy(by), fast.OrderBy[position]())
	plain := fast.NewQuery2[position, velocity](w)
	steady(t, "sorted batches", func() { loopBatches(sorted) })
	steady(t, "sorted rows", func() { loopRows(sorted) })
	steady(t, "sorted by function", func() { loopRows(byFunc) })
	steady(t, "grouped", func() { loopBatches(grouped) })
	steady(t, "one group", func() { loopBatches(grouped.Group(targets[1])) })
	steady(t, "one sorted group", func() { loopRows(both.Group(targets[1])) })
	steady(t, "one entity", func() { plain.Get(e) })
	steady(t, "test of an entity", func() { plain.Matches(base) })

	sum := 0.0
	single := fast.NewQuery2[position, mass](w, fast.NotInstanced)
	steady(t, "not instanced", func() {
		for batch := range single.Batches() {
			p, m := batch.Fields()
			sum += p[0].X * m[0].Kilograms
		}
	})
	read := fast.NewQuery2[position, mass](w, fast.ReadOnly[position](), fast.DetectChanges)
	up := fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Optional(fast.Up(fast.ChildOf, m.ID()))))
	read.Changed()
	steady(t, "marked batches", func() { loopBatches(plain) })
	steady(t, "marked rows", func() { loopRows(plain) })
	steady(t, "marked above", func() { sum += float64(up.Len()) })
	steady(t, "remembered", func() {
		for batch := range read.Batches() {
			if !batch.Changed() {
				batch.Skip()
			}
		}
		read.Changed()
	})
}

// Observers of other ids do not make a change slower.
func TestObserversOfOtherIDsAllocateNothing(t *testing.T) {
	w := fast.NewWorld()
	p := fast.Register[position](w)
	for range 100 {
		w.Observe(fast.OnAdd, w.NewTag(""), func(fast.Event) {})
	}
	e := w.Spawn()
	change := func() { _, _, _ = p.Set(e, position{1, 2}), p.Remove(e), w.Delete(fast.Spawn1(w, position{})) }
	change()
	require.Zero(t, testing.AllocsPerRun(100, change))
}

// Passing an id as an interface does not move it to the heap.
func TestIDsOfAnyKindAllocateNothing(t *testing.T) {
	w := fast.NewWorld()
	tag, likes, c := w.NewTag("Tag"), w.NewRelationship("Likes"), fast.Register[position](w)
	e := w.Spawn()
	steady(t, "add, ask and remove", func() {
		for _, id := range [...]fast.AnyID{tag, c, fast.Pair(likes, tag)} {
			_ = w.Add(e, id)
			_ = w.Has(e, id)
			_ = w.Remove(e, id)
		}
	})
	steady(t, "spawn", func() { _ = w.Delete(fast.Spawn1(w, position{}, tag, fast.Pair(likes, tag), fast.Below(e))) })
	steady(t, "spawn without values", func() { _ = w.Delete(w.Spawn(tag, c)) })
}

// If the iterator is not inlined into the loop, each entity costs a call.
func TestLoopOverSourcesIsInlined(t *testing.T) {
	if testing.CoverMode() != "" {
		t.Skip("counters of coverage make functions too large to be inlined")
	}
	w := fast.NewWorld()
	target := w.Spawn()
	_ = w.Spawn(fast.Pair(fast.ChildOf, target))
	called := "no iterator"
	for range w.Relationship(fast.ChildOf).Sources(target) {
		pcs := make([]uintptr, 8)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)])
		for f, more := frames.Next(); more; f, more = frames.Next() {
			if strings.Contains(f.Function, ".Sources") {
				called = ""
				if f.Func != nil { // nil for a function that is inlined
					called = f.Function
				}
			}
		}
	}
	require.Empty(t, called)
}
