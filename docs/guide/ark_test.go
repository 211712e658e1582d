package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_arkStyle() {
	w := fast.NewWorld()

	// As with a mapper in Ark, an entity is created with its components.
	for i := range 1000 {
		fast.Spawn2(w, Position{X: float64(i)}, Velocity{1, 2})
	}

	// As with a registered filter in Ark, the query is cached.
	filter := fast.NewQuery2[Position, Velocity](w)
	for range 5000 {
		for batch := range filter.Batches() {
			pos, vel := batch.Fields()
			for i := range pos {
				pos[i].X += vel[i].X
				pos[i].Y += vel[i].Y
			}
		}
	}
	fmt.Println(filter.Len())
	// Output: 1000
}

func Example_arkRelations() {
	w := fast.NewWorld()
	// A relation of Ark has one target, so the relationship is Exclusive.
	childOf := fast.Register[ChildOf](w)
	_ = w.Add(childOf.Entity(), fast.Exclusive)
	parent, other := w.Spawn(), w.Spawn()
	child := w.Spawn()
	_ = childOf.SetPair(child, parent, ChildOf{Slot: 2})

	reader := w.Relationship(childOf.Entity())
	fmt.Println(reader.Target(child) == parent)
	_ = childOf.SetPair(child, other, ChildOf{Slot: 3}) // like SetRelations, and sets the value

	// One query finds the children of any parent: With chooses the parent for a loop.
	all := fast.NewQuery0(w, childOf.Pair(fast.Any))
	fmt.Println(all.With(childOf.Entity(), other).Len(), all.With(childOf.Entity(), parent).Len())
	// Output:
	// true
	// 1 0
}

type ChildOf struct{ Slot int }
