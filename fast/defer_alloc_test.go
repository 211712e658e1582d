//go:build !race && !relspec_debug

package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func TestDeferralAllocatesNothingInSteadyState(t *testing.T) {
	w := fast.NewWorld()
	p, v := fast.Register[position](w), fast.Register[velocity](w)
	tag := w.NewTag("Tag")
	e := fast.Spawn1(w, position{1, 2})
	body := func() {
		_ = p.Set(e, position{3, 4})
		_ = v.Set(e, velocity{5, 6})
		_ = w.Add(e, tag)
		_ = w.Remove(e, tag)
		_ = v.Remove(e)
		_ = w.Delete(w.Spawn())
	}
	steady(t, "defer", func() { _ = w.Defer(body) })
	require.Equal(t, position{3, 4}, *p.Get(e))
	require.False(t, v.Has(e))
}

func TestTogglingAllocatesNothingInSteadyState(t *testing.T) {
	w := fast.NewWorld()
	tag := w.NewTag("Tag", fast.CanToggle)
	e, other := w.Spawn(tag), w.Spawn(tag)
	require.NoError(t, w.DisableID(other, tag))
	require.NoError(t, w.DisableID(e, tag))
	require.NoError(t, w.EnableID(e, tag))
	q := fast.NewQuery0(w, tag)
	n := 0
	steady(t, "query", func() { n = q.Len() })
	require.Equal(t, 1, n)
}

func TestObserversAllocateNothingInSteadyState(t *testing.T) {
	w := fast.NewWorld()
	pos, tag := fast.Register[position](w), w.NewTag("Tag")
	events := 0
	for _, kinds := range []fast.EventKind{allEvents, fast.Monitor} {
		w.Observe(kinds, fast.Terms{pos, fast.Optional(tag)}, func(fast.Event) { events++ })
	}
	e := w.Spawn()
	steady(t, "add, set and remove", func() {
		_ = w.Add(e, pos.ID())
		_ = pos.Set(e, position{1, 1})
		_ = w.Add(e, tag)
		_ = w.Remove(e, tag)
		_ = pos.Remove(e)
	})
	require.Positive(t, events)
}
