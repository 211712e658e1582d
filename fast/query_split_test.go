package fast_test

import (
	"fmt"
	"iter"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Four goroutines move a thousand entities. Each has a part and writes only the values of that
// part.
func ExampleQuery2_Split() {
	w := fast.NewWorld()
	_, v := fast.SpawnMany2[Position, Velocity](w, 1000).Fields()
	for i := range v {
		v[i].X = 2
	}
	q := fast.NewQuery2[Position, Velocity](w)
	var group sync.WaitGroup
	for _, part := range q.Split(4) {
		group.Go(func() {
			for batch := range part {
				p, v := batch.Fields()
				for i := range p {
					p[i].X += v[i].X
				}
			}
		})
	}
	group.Wait()
	sum := 0.0
	for _, row := range q.All() {
		sum += row.A.X
	}
	fmt.Println(sum)
	// Output: 2000
}

// splitWorld has tables of different sizes, empty tables, several targets, targets outside the
// tables, a base and entities above.
func splitWorld(sizes []int) (w *fast.World, near, nonFragmenting, region fast.Entity) {
	w = fast.NewWorld()
	near, nonFragmenting = w.NewRelationship("Near"), w.NewRelationship("Beside", fast.Exclusive, fast.DontFragment)
	region = w.NewRelationship("Region", fast.Exclusive)
	base := fast.Spawn1(w, mass{7})
	for i, n := range sizes {
		x, y := w.Spawn(), w.Spawn()
		for k := range n {
			e := fast.Spawn1(w, position{float64((k * 7) % 5), float64(i)}, fast.Pair(near, x), fast.Pair(region, y))
			switch i % 4 {
			case 1:
				check(w.AddPair(e, nonFragmenting, x))
			case 2:
				check(w.AddPair(e, fast.IsA, base))
				check(w.AddPair(e, near, y))
			case 3:
				check(fast.Set(w, e, mass{float64(k)}))
				check(w.AddPair(e, fast.ChildOf, base))
			}
		}
	}
	return w, near, nonFragmenting, region
}

// The parts together return what one loop returns, in the same order and in nearly equal numbers.
// The world is locked until the last part ends.
func TestPartsTogetherEqualOneLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, near, nonFragmenting, region := splitWorld(rapid.SliceOfN(rapid.IntRange(0, 9), 0, 9).Draw(t, "sizes"))
		m, there := fast.Register[mass](w), w.Spawn()
		inherited := fast.Field[mass](m.ID())
		queries := map[string]fast.Query2[position, mass]{
			"cached":    fast.NewQuery2[position, mass](w),
			"uncached":  fast.NewQuery2[position, mass](w, fast.Uncached),
			"instances": fast.NewQuery2[position, mass](w, inherited, fast.NotInstanced),
			"targets":   fast.NewQuery2[position, mass](w, inherited, fast.Pair(near, fast.Wildcard)),
			"sorted":    fast.NewQuery2[position, mass](w, fast.OrderBy[position]()),
			"descending": fast.NewQuery2[position, mass](w, fast.Pair(near, fast.Wildcard),
				fast.Descending(fast.OrderBy[position]())),
			"grouped": fast.NewQuery2[position, mass](w, fast.GroupBy(region)),
			"beside": fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Optional(m.ID())),
				fast.Pair(nonFragmenting, fast.Wildcard)),
			"above": fast.NewQuery2[position, mass](w, fast.Field[mass](fast.Up(fast.ChildOf, m.ID()))),
		}
		kind := rapid.SampledFrom([]string{
			"cached", "uncached", "instances", "targets", "sorted", "descending",
			"grouped", "beside", "above",
		}).Draw(t, "query")
		q, n := queries[kind], rapid.IntRange(1, 7).Draw(t, "parts")
		want := rowsIn(q.Batches())
		parts := q.Split(n)
		require.Len(t, parts, n)
		var got []string
		least, most := len(want), 0
		for _, part := range parts {
			if len(got) < len(want) {
				require.Equal(t, spec.CodeLocked, code(w.Delete(there)), kind)
			}
			rows := rowsIn(part)
			least, most = min(least, len(rows)), max(most, len(rows))
			got = append(got, rows...)
		}
		require.Equal(t, want, got, kind)
		require.LessOrEqual(t, most-least, 1, kind)
		require.NoError(t, w.Delete(there))
	})
}

// rowsIn returns the entities of batches with their fields.
func rowsIn(batches iter.Seq[fast.Batch2[position, mass]]) (list []string) {
	for batch := range batches {
		a, b := batch.Columns()
		for i, e := range batch.Entities() {
			kilograms := -1.0
			if b.IsSet() {
				kilograms = b.At(i).Kilograms
			}
			list = append(list, fmt.Sprint(e, *a.At(i), kilograms, batch.Group(), batch.IsSet(1), batch.Source(1)))
		}
	}
	return list
}

// Goroutines may write while an edit is recorded, and the edit can be undone.
func TestPartsWriteWhileAnEditIsRecorded(t *testing.T) {
	w := fast.NewWorld()
	q := fast.NewQuery1[position](w)
	fast.SpawnMany1[position](w, 100)
	edit, err := w.Record(func() error {
		fresh := fast.Spawn1(w, position{0, 0}) // the log treats the newest entity separately
		require.True(t, w.Alive(fresh))
		var group sync.WaitGroup
		for _, part := range q.Split(4) {
			group.Go(func() {
				for batch := range part {
					values := batch.Field()
					for i := range values {
						values[i] = position{1, 2}
					}
				}
			})
		}
		group.Wait()
		return nil
	})
	require.NoError(t, err)
	require.NoError(t, edit.Undo())
	for e, at := range q.All() {
		require.Equal(t, position{}, *at, "%v", e)
	}
}

// A break ends a part. An invalid number of parts and a second loop over a part are refused and
// change nothing.
func TestSplitMisused(t *testing.T) {
	w := fast.NewWorld()
	fast.SpawnMany1[position](w, 10)
	q := fast.NewQuery1[position](w)
	for _, n := range []int{-1, 0, 1<<16 + 1} {
		require.PanicsWithError(t, "invalid: Split takes 1 to 65536 parts", func() { q.Split(n) })
	}
	require.NoError(t, w.Delete(w.Spawn()))
	parts := q.Split(3)
	for range parts[2] {
		break
	}
	for range parts[1] {
		continue
	}
	require.PanicsWithError(t, "invalid: a loop has already used the part; call Split again for another loop", func() {
		for range parts[2] {
			t.Error("a part was iterated twice")
		}
	})
	tag := fast.Single(w.Entities()[0])
	require.Equal(t, spec.CodeLocked, code(w.Add(w.Entities()[0], tag)))
	for range parts[0] {
		continue
	}
	require.NoError(t, w.Add(w.Entities()[0], tag))

	_ = q.Split(3) // no part is iterated
	w.AbandonLoops()
	w.Spawn()
	require.Len(t, fast.NewQuery0(w, w.NewTag("Nobody")).Split(4), 4)
	w.Spawn() // empty parts lock nothing
}

// A loop over a part may end early; it then unlocks the world.
func TestALoopOverAPartEndsEarly(t *testing.T) {
	w := fast.NewWorld()
	for range 4 {
		fast.Spawn1(w, position{}, w.NewTag(""))
	}
	for _, part := range fast.NewQuery1[position](w).Split(1) {
		batches := 0
		for range part {
			batches++
			break
		}
		require.Equal(t, 1, batches)
	}
	require.NotPanics(t, func() { w.Spawn() })
}
