package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")

	// An observer hears of ids and values that come and go.
	_, err := fast.Observe(w, fast.OnSet, func(e fast.Entity, h *Health) {
		if h.Points <= 0 {
			_ = w.Delete(e) // waits until every observer has been told
		}
	})
	fmt.Println(err)

	// One of OnRemove has a copy of the value that went, also where the entity is gone.
	_, err = fast.Observe(w, fast.OnRemove, func(_ fast.Entity, h *Health) { fmt.Println("had", h.Points) })
	fmt.Println(err)

	// A monitor hears of who comes to match a query, and who ceases to.
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
