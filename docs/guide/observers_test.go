package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")

	// An observer hears of ids and values that come and go.
	fast.Observe(w, fast.OnSet, func(e fast.Entity, h *Health) {
		if h.Points <= 0 {
			_ = w.Delete(e) // waits until all observers have run
		}
	})

	// One of OnRemove has a copy of the value that went, also where the entity is gone.
	fast.Observe(w, fast.OnRemove, func(_ fast.Entity, h *Health) { fmt.Println("had", h.Points) })

	// A monitor hears of who comes to match a query, and who ceases to.
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

	// An event of your own is an entity. It has a value, and goes along a relationship to those
	// that have pairs to the entity.
	w.Listen(hit, room, func(e fast.Event) {
		fmt.Println(w.Name(e.Entity), "shakes by", e.Value(), e.Source == hall)
	})
	_ = w.SetName(hall, "hall")
	_ = w.Emit(fast.Emission{Event: hit, Entity: hall, Value: 7, Along: fast.ChildOf})
	// Output:
	// hall shakes by 7 false
	// cellar shakes by 7 true
}
