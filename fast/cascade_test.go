package fast_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// World positions are computed breadth first, so that a parent's position is known before those of
// its children.
//
// Statements: QRY-563.
func ExampleCascade() {
	type Local struct{ X int }
	type World struct{ X int }
	w := fast.NewWorld()
	world := fast.Register[World](w)
	hand := fast.Spawn2(w, Local{3}, World{})
	arm := fast.Spawn2(w, Local{2}, World{})
	body := fast.Spawn2(w, Local{1}, World{})
	_ = w.AddPair(hand, fast.ChildOf, arm)
	_ = w.AddPair(arm, fast.ChildOf, body)

	above := fast.Optional(fast.Cascade(fast.ChildOf, world.ID()))
	q := fast.NewQuery3[Local, World, World](w, fast.Field[World](above))
	for batch := range q.Batches() {
		locals, worlds, parent := batch.Columns()
		for i := range batch.Len() {
			worlds.At(i).X = locals.At(i).X
			if parent.IsSet() {
				worlds.At(i).X += parent.Value().X
			}
		}
	}
	fmt.Println(world.Get(body).X, world.Get(arm).X, world.Get(hand).X)
	// Output: 1 3 6
}

// A cascade goes down or, if requested, up, also along the term by which the rows of a depth are
// sorted.
func TestCascadeGoesDownOrUp(t *testing.T) {
	w := fast.NewWorld()
	m := fast.Register[mass](w)
	var line []fast.Entity
	for i := range 5 {
		e := fast.Spawn1(w, mass{float64(i * 3 % 5)})
		if i > 0 {
			check(w.AddPair(e, fast.ChildOf, line[i-1]))
		}
		line = append(line, e)
	}
	for _, terms := range [][]fast.Term{nil, {fast.OrderByComponent(m.Entity())}, {fast.OrderByEntity()}} {
		for _, up := range []bool{false, true} {
			cascade := fast.Cascade(fast.ChildOf, m.ID())
			want := slices.Clone(line[1:])
			if up {
				cascade = fast.Descending(cascade)
				slices.Reverse(want)
			}
			var got []fast.Entity
			for b := range fast.NewQuery0(w, append([]fast.Term{cascade}, terms...)...).Batches() {
				got = append(got, b.Entities()...)
			}
			require.Equal(t, want, got, "%d terms, up %v", len(terms), up)
		}
	}
}

// Group restricts a cascade to one depth, also after a loop over all (order.cascade).
func TestGroupOfACascadeIsOneDepth(t *testing.T) {
	for _, beside := range []bool{false, true} {
		w := fast.NewWorld()
		if beside {
			_ = w.Add(fast.ChildOf, fast.DontFragment)
		}
		root := fast.Spawn1(w, position{})
		child := fast.Spawn1(w, position{}, fast.Below(root))
		fast.Spawn1(w, position{}, fast.Below(child))
		p := fast.Register[position](w)
		q := fast.NewQuery2[position, position](w, fast.Field[position](fast.Optional(fast.Cascade(fast.ChildOf, p))))
		for range 3 {
			require.Equal(t, 3, q.Len())
			require.Equal(t, 1, q.Group(child).Len())
			require.Equal(t, 1, q.Group(0).Len())
			n := 0
			for range q.Group(child).All() {
				n++
			}
			require.Equal(t, 1, n)
		}
	}
}
