package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")

	// An observer is notified of ids that are added, set and removed.
	_, err := fast.Observe(w, fast.OnSet, func(e fast.Entity, h *Health) {
		if h.Points <= 0 {
			_ = w.Delete(e) // waits until all observers have run
		}
	})
	fmt.Println(err)

	// An observer of OnRemove gets a copy of the old value, even if the entity is deleted.
	_, err = fast.Observe(w, fast.OnRemove, func(_ fast.Entity, h *Health) { fmt.Println("had", h.Points) })
	fmt.Println(err)

	// A monitor is notified of entities that start or stop matching a query.
	_, err = w.Observe(fast.ObserverOptions{
		Terms: []fast.Term{fast.Single(burning), fast.Not(fast.Single(wet))}, Monitor: true,
	}, func(e fast.Event) { fmt.Println("burns:", !e.Leave) })
	fmt.Println(err)

	house := fast.Spawn1(w, Health{50})
	_ = w.Add(house, fast.Single(burning))
	_ = w.Add(house, fast.Single(wet))
	_ = fast.Set(w, house, Health{0})
	fmt.Println(w.Alive(house))
	// Output:
	// <nil>
	// <nil>
	// <nil>
	// burns: true
	// burns: false
	// had 0
	// false
}

func Example_emission() {
	w := fast.NewWorld()
	hit, room := w.NewTag("Hit"), w.NewTag("Room")
	hall := w.SpawnWith(fast.Single(room))
	cellar := w.SpawnWith(fast.Single(room), fast.Pair(fast.ChildOf, hall))
	_ = w.SetName(cellar, "cellar")

	// A custom event is an entity. It carries a value, and Along also sends it to the sources of
	// pairs to the entity.
	_, err := w.Observe(fast.ObserverOptions{
		Terms: []fast.Term{fast.Single(room)}, Emitted: []fast.Entity{hit},
	}, func(e fast.Event) {
		fmt.Println(w.Name(e.Entity), "shakes by", e.Value(), e.Source == hall)
	})
	fmt.Println(err)
	_ = w.SetName(hall, "hall")
	_ = w.Emit(fast.Emission{Event: hit, Entity: hall, Value: 7, Along: fast.ChildOf})
	// Output:
	// <nil>
	// hall shakes by 7 false
	// cellar shakes by 7 true
}
