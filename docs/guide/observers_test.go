package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")

	// This observer is called when Health is set.
	fast.Observe(w, fast.OnSet, func(e fast.Entity, h *Health) {
		if h.Points <= 0 {
			_ = w.Delete(e) // deferred until all observers have run
		}
	})

	// OnRemove passes a copy of the removed value. The entity may already be deleted.
	fast.Observe(w, fast.OnRemove, func(_ fast.Entity, h *Health) { fmt.Println("had", h.Points) })

	// This monitor is called when an entity starts or stops burning. A wet entity does not burn.
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

	// Along also sends the event to entities with the pair (ChildOf, hall), to their children, and so on.
	// Source is zero for the entity for which the event was emitted.
	w.Listen(hit, room, func(e fast.Event) {
		fmt.Println(w.Name(e.Entity), "shakes by", e.Value(), e.Source == hall)
	})
	_ = w.SetName(hall, "hall")
	_ = w.Emit(fast.Emission{Event: hit, Entity: hall, Value: 7, Along: fast.ChildOf})
	// Output:
	// hall shakes by 7 false
	// cellar shakes by 7 true
}
