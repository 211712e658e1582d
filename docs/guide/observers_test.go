package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

func Example_observers() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")
	health := fast.Register[Health](w)

	// An observer hears of ids and values that come and go.
	_, err := w.Observe(fast.ObserverOptions{
		Terms: []fast.Term{health.ID()}, Events: []spec.EventKind{spec.OnSet},
	}, func(e fast.Event) {
		if health.Get(e.Entity).Points <= 0 {
			_ = w.Delete(e.Entity) // waits until every observer has been told
		}
	})
	fmt.Println(err)

	// A monitor hears of who comes to match a query, and who ceases to.
	_, err = w.Observe(fast.ObserverOptions{
		Terms: []fast.Term{fast.Single(burning), fast.Not(fast.Single(wet))}, Monitor: true,
	}, func(e fast.Event) { fmt.Println("burns:", !e.Leave) })
	fmt.Println(err)

	house := fast.Spawn1(w, Health{50})
	_ = w.Add(house, fast.Single(burning))
	_ = w.Add(house, fast.Single(wet))
	_ = health.Set(house, Health{0})
	fmt.Println(w.Alive(house))
	// Output:
	// <nil>
	// <nil>
	// burns: true
	// burns: false
	// false
}
