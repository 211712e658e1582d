package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

type (
	Position struct{ X, Y float64 }
	Velocity struct{ X, Y float64 }
	Health   struct{ Points int }
)

func Example_firstWorld() {
	w := fast.NewWorld()

	// Create entities with values, directly in their table.
	hare := fast.Spawn2(w, Position{0, 0}, Velocity{3, 1})
	rock := fast.Spawn1(w, Position{5, 5})

	// A tag is an entity, too. Like other entities, it can have a name.
	hidden := w.NewTag("Hidden")
	_ = w.Add(rock, hidden)

	// Make a query once, run it every frame.
	movers := fast.NewQuery2[Position, Velocity](w, fast.Not(hidden))
	for range 10 {
		for batch := range movers.Batches() {
			positions, velocities := batch.Fields()
			for i := range positions {
				positions[i].X += velocities[i].X
				positions[i].Y += velocities[i].Y
			}
		}
	}
	fmt.Println(*fast.Get[Position](w, hare))

	// Values can be added and removed at any time.
	_ = fast.Set(w, rock, Velocity{1, 0})
	_ = w.Remove(rock, hidden)
	fmt.Println(movers.Len())

	// A deleted entity stays dead, even if a new entity is stored in its place.
	_ = w.Delete(hare)
	fmt.Println(w.Alive(hare), w.Delete(hare))
	// Output:
	// {30 10}
	// 2
	// false not_alive: the entity is not alive; check Alive before using a kept handle
}

func Example_changesInALoop() {
	w := fast.NewWorld()
	for points := range 5 {
		fast.Spawn1(w, Health{points})
	}
	wounded := fast.NewQuery1[Health](w)
	err := w.Defer(func() {
		for e, health := range wounded.All() {
			if health.Points < 2 {
				_ = w.Delete(e)
			}
		}
	})
	fmt.Println(wounded.Len(), err)
	// Output: 3 <nil>
}
