package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")

	// An observer is called when ids are added or removed, and when values are set.
	fast.Observe(w, fast.OnSet, func(e fast.Entity, h *Health) {
		if h.Points <= 0 {
			_ = w.Delete(e) // deferred until all observers have run
		}
	})

	// For OnRemove it gets a copy of the removed value, even if the entity was deleted.
	fast.Observe(w, fast.OnRemove, func(_ fast.Entity, h *Health) { fmt.Println("had", h.Points) })

	// A monitor is called when an entity starts or stops to match a query.
	w.Observe(fast.Monitor, fast.Terms{burning, fast.Not(wet)}, func(e fast.Event) { fmt.Println("burns:", !e.Leave) })

	house := fast.Spawn1(w, Health{50})
	_ = w.Add(house, burning)
	_ = w.Add(house, wet)
	_ = fast.Set(w, house, Health{0})
	fmt.Println(w.Alive(house))
	// Output:
	// burns: true
	// burns: false
	// had 0
	// false
}

func Example_emission() {
	w := fast.NewWorld()
	hit, room := w.NewTag("Hit"), w.NewTag("Room")
	hall := w.Spawn(room)
	w.Spawn(fast.Named("cellar"), fast.Below(hall), room)

	// A custom event is an entity. It can have a value, and can be sent along a relationship to the
	// entities that have pairs with the entity.
	w.Listen(hit, room, func(e fast.Event) {
		fmt.Println(w.Name(e.Entity), "shakes by", e.Value(), e.Source == hall)
	})
	_ = w.SetName(hall, "hall")
	_ = w.Emit(fast.Emission{Event: hit, Entity: hall, Value: 7, Along: fast.ChildOf})
	// Output:
	// hall shakes by 7 false
	// cellar shakes by 7 true
}
