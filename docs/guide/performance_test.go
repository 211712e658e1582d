package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_statistics() {
	w := fast.NewWorld()
	docked, ship := w.NewRelationship("DockedTo", fast.Exclusive), w.NewTag("Ship")
	for range 500 {
		w.Spawn(ship, fast.Pair(docked, w.Spawn()))
	}
	fmt.Println(w.Stats().Hints[0])
	// Output: DockedTo has 500 tables for 500 sources; with DontFragment, added before the first pair, it would have 1
}

func Example_allThatMatches() {
	w := fast.NewWorld()
	health := fast.Register[Health](w)
	docked, mars, venus := w.NewRelationship("DockedTo", fast.Exclusive), w.NewTag("Mars"), w.NewTag("Venus")
	ship, refuelled, empty := w.NewTag("Ship"), fast.Single(w.NewTag("Refuelled")),
		fast.Single(w.NewTag("Empty"))
	first := w.SpawnMany(3, ship, empty, fast.Pair(docked, mars)).Entities()[0]

	atMars := fast.NewQuery0(w, ship, fast.Pair(docked, mars))
	n, err := atMars.ExchangeAll([]fast.AnyID{refuelled, fast.Pair(docked, venus)}, []fast.AnyID{empty})
	fmt.Println(n, err)

	_, err = fast.SetAll(fast.NewQuery0(w, refuelled), health.ID(), Health{100})
	fmt.Println(err, fast.Get[Health](w, first).Points)

	// Exchange makes several changes of one entity, and moves it once.
	err = w.Exchange(first, []fast.AnyID{empty}, []fast.AnyID{refuelled})
	fmt.Println(err, w.Has(first, empty))

	n, err = fast.NewQuery0(w, empty).DeleteAll()
	fmt.Println(n, err)
	// Output:
	// 3 <nil>
	// <nil> 100
	// <nil> true
	// 1 <nil>
}
