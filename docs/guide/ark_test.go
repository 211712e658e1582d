package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_arkStyle() {
	w := fast.NewWorld()

	// A mapper: make it once, use it for all entities of the kind.
	mapper := fast.NewSpawner2[Position, Velocity](w)
	for i := range 1000 {
		mapper.Spawn(Position{X: float64(i)}, Velocity{1, 2})
	}

	// A filter that is registered: every query is cached.
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
	// A relation component has one target in Ark: Exclusive.
	childOf := fast.Register[ChildOf](w)
	_ = w.Add(childOf.Entity(), fast.Single(fast.Exclusive))
	parent, other := w.Spawn(), w.Spawn()
	child := w.Spawn()
	_ = childOf.SetPair(child, parent, ChildOf{Slot: 2})

	reader := w.Relationship(childOf.Entity())
	fmt.Println(reader.Target(child) == parent)
	_ = childOf.SetPair(child, other, ChildOf{Slot: 3}) // as SetRelations, with its value

	// A query for the children of one target: the target is given to the loop.
	parents := fast.Variable(1)
	children := fast.NewQuery0(w, childOf.Pair(parents), fast.Uncached)
	fmt.Println(children.Bind(parents, other).Len(), children.Bind(parents, parent).Len())
	// Output:
	// true
	// 1 0
}

type ChildOf struct{ Slot int }
