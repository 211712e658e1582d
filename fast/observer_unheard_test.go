package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
)

// observedWorld is a world whose observers record their events.
type observedWorld struct {
	*fast.World
	log      []string
	entities []fast.Entity
	r        fast.Entity
	tags     []fast.Entity
}

// newObservedWorld creates observers from a list of numbers. If all is set, one more observer
// observes every id, so that no change takes the fast path without observers.
func newObservedWorld(kinds []int, all bool) *observedWorld {
	h := &observedWorld{World: fast.NewWorld()}
	h.r = h.NewRelationship("R", fast.Exclusive)
	h.tags = []fast.Entity{h.NewTag("A"), h.NewTag("B"), h.NewTag("C")}
	p, v := fast.Register[position](h.World).ID(), fast.Register[velocity](h.World).ID()
	tag := func(i int) fast.ID { return fast.Single(h.tags[i]) }
	queries := [][]fast.Term{
		{tag(0)},
		{p},
		{v, fast.Not(tag(1))},
		{fast.Pair(h.r, fast.Wildcard)},
		{tag(2), fast.Not(tag(0))},
		{fast.Not(v)},
		{tag(0), fast.Optional(p)},
		{fast.Pair(fast.ChildOf, fast.Wildcard), v},
	}
	observe := func(number int, events fast.EventKind, terms ...fast.Term) {
		h.Observe(events, fast.Terms(terms), func(e fast.Event) {
			if number >= 0 {
				h.log = append(h.log, fmt.Sprint(number, e.Kind, e.Entity, e.ID, e.Source, e.Leave))
			}
		})
	}
	for number, kind := range kinds {
		events := allEvents
		if kind >= len(queries) {
			events = fast.Monitor
		}
		observe(number, events, queries[kind%len(queries)]...)
	}
	if all {
		observe(-1, fast.OnAdd, fast.Pair(fast.Variable(1), fast.Wildcard))
	}
	return h
}

// step makes one change, chosen by three numbers.
func (h *observedWorld) step(op, at, other int) {
	if len(h.entities) == 0 || op == 0 {
		h.entities = append(h.entities, fast.Spawn1(h.World, position{X: float64(at)}))
		return
	}
	e, target := h.entities[at%len(h.entities)], h.entities[other%len(h.entities)]
	tag := fast.Single(h.tags[other%len(h.tags)])
	switch op {
	case 1:
		_ = h.Delete(e)
	case 2:
		_ = h.Add(e, tag)
	case 3:
		_ = h.Remove(e, tag)
	case 4:
		_ = fast.Set(h.World, e, position{X: float64(other)})
	case 5:
		_ = fast.Set(h.World, e, velocity{})
	case 6:
		_ = fast.Unset[velocity](h.World, e)
	case 7:
		_ = h.AddPair(e, h.r, target)
	case 8:
		_ = h.RemovePair(e, h.r, fast.Wildcard)
	case 9:
		_ = h.AddPair(e, fast.ChildOf, target)
	case 10:
		h.entities = append(h.entities, h.Spawn(), h.Spawn(tag))
		if h.Alive(target) {
			h.entities = append(h.entities, fast.Spawn1(h.World, position{}, fast.Pair(h.r, target)))
		}
	case 11:
		h.entities = append(h.entities, fast.SpawnMany1[position](h.World, 2, tag).Entities()...)
	case 12:
		_ = h.AddPair(e, fast.IsA, target)
	}
}

// A change skips the observers only if none would have been notified.
func TestUnobservedChangesHaveNoEvents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kinds := rapid.SliceOfN(rapid.IntRange(0, 15), 1, 4).Draw(t, "observers")
		a, b := newObservedWorld(kinds, false), newObservedWorld(kinds, true)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			op, at, other := rapid.IntRange(0, 12).Draw(t, "op"), rapid.IntRange(0, 20).Draw(t, "at"),
				rapid.IntRange(0, 20).Draw(t, "other")
			notified, spawns := len(a.log), len(a.entities) == 0
			a.step(op, at, other)
			b.step(op, at, other)
			require.Equal(t, b.log, a.log)
			// the events of one operation without a deletion are grouped by observer
			if !spawns && (op == 2 || op == 3 || op >= 6 && op <= 9) {
				byObserver := slices.SortedStableFunc(slices.Values(a.log[notified:]),
					func(x, y string) int { return int(x[0]) - int(y[0]) })
				require.Equal(t, fmt.Sprint(byObserver), fmt.Sprint(a.log[notified:]))
			}
			require.Equal(t, b.entities, a.entities)
		}
	})
}

// An observer is notified of a new entity even if its table has the number of an earlier,
// unobserved table.
func TestChangesInATableWithAReusedNumberAreObserved(t *testing.T) {
	w := fast.NewWorld()
	count := 0
	b := w.NewTag("B")
	w.Observe(allEvents, b, func(fast.Event) { count++ })
	for range 4 {
		tag := w.NewTag("")
		fast.Spawn1(w, position{}, tag)
		require.NoError(t, w.Delete(tag))
		before := count
		e := fast.Spawn1(w, position{}, b)
		require.Equal(t, before+1, count)
		require.NoError(t, w.Delete(e))
		require.Equal(t, before+2, count)
		require.NoError(t, w.Shrink())
	}
}
