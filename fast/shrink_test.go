package fast_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

func ExampleWorld_Shrink() {
	w := fast.NewWorld()
	docked := w.NewRelationship("DockedTo")
	ship, stations := w.Spawn(), make([]fast.Entity, 100)
	for i := range stations {
		stations[i] = w.Spawn()
		_ = w.AddPair(ship, docked, stations[i]) // a separate table for each
		if i > 0 {
			_ = w.RemovePair(ship, docked, stations[i-1])
		}
	}
	before := len(w.Tables())
	if err := w.Shrink(); err != nil {
		fmt.Println(err)
	}
	fmt.Println(before > 100, len(w.Tables()), w.Target(ship, docked, 0) == stations[99])
	// Output: true 2 true
}

func heapInUse() int {
	var m runtime.MemStats
	for last := uint64(1 << 63); ; last = m.HeapAlloc { // pools and finalizers of other tests need several rounds
		runtime.GC()
		if runtime.ReadMemStats(&m); m.HeapAlloc+m.HeapAlloc/1000 >= last {
			return int(m.HeapAlloc)
		}
	}
}

// Tables of short-lived sets of tags are freed, and queries still work.
func TestShrinkFreesTables(t *testing.T) {
	w := fast.NewWorld()
	base := heapInUse()
	pos := fast.Register[position](w)
	var tags []fast.Entity
	for range 13 {
		tags = append(tags, w.NewTag(""))
	}
	e, other := w.Spawn(), w.Spawn()
	require.NoError(t, pos.Set(e, position{X: 1}))
	require.NoError(t, pos.Set(other, position{X: 2}))
	require.NoError(t, w.Add(other, tags[12]))
	q := fast.NewQuery1[position](w)
	q.Len()
	few := heapInUse() - base
	for set := range 1 << 13 { // in Gray code: each step adds or removes one tag
		bit := 0
		for (set+1)>>bit&1 == 0 {
			bit++
		}
		id := fast.Single(tags[min(bit, 12)])
		if w.Has(e, id) {
			require.NoError(t, w.Remove(e, id))
		} else {
			require.NoError(t, w.Add(e, id))
		}
	}
	require.Equal(t, 2, q.Len())
	many := heapInUse() - base
	require.NoError(t, w.Shrink())
	require.Equal(t, 2, q.Len())
	require.Equal(t, 1.0, pos.Get(e).X)
	require.True(t, w.Has(other, tags[12]))
	after := heapInUse() - base
	require.Greater(t, many, 10*after, "%d, %d, %d bytes", few, many, after)
	require.LessOrEqual(t, len(w.Tables()), 3)
	require.NoError(t, w.Add(e, other))
	require.Equal(t, 2, q.Len())
	runtime.KeepAlive(w)
}

// Without Shrink, empty tables are freed once there are more than 4,096 of them, and more empty
// tables than others.
func TestManyEmptyTablesAreFreed(t *testing.T) {
	w := fast.NewWorld()
	var parents []fast.Entity
	for range 20_000 {
		parent := w.Spawn()
		w.Spawn(fast.Below(parent))
		parents = append(parents, parent)
	}
	q := fast.NewQuery0(w, fast.Below(fast.Wildcard))
	require.Equal(t, len(parents), q.Len())
	full := len(w.Tables())
	require.Greater(t, full, len(parents))
	for i, parent := range parents {
		require.NoError(t, w.Delete(parent))
		if i == len(parents)/2 {
			require.Equal(t, len(parents)-i-1, q.Len())
		}
	}
	require.Zero(t, q.Len())
	require.Less(t, len(w.Tables()), 4096+100)

	wanderer, at := w.Spawn(), fast.Entity(0)
	for range 20_000 { // moves through many tables
		if at != 0 {
			require.NoError(t, w.RemovePair(wanderer, fast.ChildOf, at))
		}
		at = w.Spawn()
		require.NoError(t, w.AddPair(wanderer, fast.ChildOf, at))
		require.Equal(t, 1, q.Len())
	}
	require.Less(t, len(w.Tables()), 4096+1000)
}
