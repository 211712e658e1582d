package fast_test

import (
	"errors"
	"fmt"

	"github.com/relspec/relspec/fast"
)

// Changes made in a loop are applied after it.
func ExampleWorld_Defer() {
	w := fast.NewWorld()
	dead := w.NewTag("Dead")
	for i := range 4 {
		fast.Spawn1(w, Position{X: float64(i)})
	}
	q := fast.NewQuery1[Position](w)
	err := w.Defer(func() {
		for e, p := range q.All() {
			if p.X > 1 {
				_ = w.Add(e, dead)
			}
		}
	})
	fmt.Println(w.Count(dead), err)
	// Output: 2 <nil>
}

// An observer is notified when its query matches, also through inheritance.
func ExampleWorld_Observe() {
	w := fast.NewWorld()
	position := fast.Register[Position](w)
	_ = w.AddPair(position.Entity(), fast.OnInstantiate, fast.Inherit)
	w.Observe(fast.OnAdd|fast.OnSet|fast.OnRemove, position.ID(), func(e fast.Event) {
		fmt.Println(e.Kind, w.Name(e.Entity), e.Source != 0)
	})
	ship, frigate := w.Spawn(), w.Spawn()
	_, _ = w.SetName(ship, "ship"), w.SetName(frigate, "frigate")
	_ = position.Set(ship, Position{1, 2})
	_ = w.AddPair(frigate, fast.IsA, ship)
	// Output:
	// OnAdd ship false
	// OnSet ship false
	// OnAdd frigate true
	// OnSet frigate true
}

// A typed observer gets the value; for OnRemove it is a copy of the removed value.
func ExampleObserve() {
	w := fast.NewWorld()
	fast.Observe(w, fast.OnAdd, func(_ fast.Entity, p *Position) { fmt.Println("placed at", p.X) })
	fast.Observe(w, fast.OnRemove,
		func(e fast.Entity, p *Position) { fmt.Println("gone from", p.X, w.Alive(e)) })
	ship := fast.Spawn1(w, Position{3, 4})
	_ = w.Delete(ship)
	// Output:
	// placed at 3
	// gone from 3 false
}

// An observer of pairs gets the removed value with its target.
func ExampleEvent_Value() {
	w := fast.NewWorld()
	debt := fast.NewRelationshipOf[int](w, "Debt")
	w.Observe(fast.OnRemove, fast.Pair(debt, fast.Wildcard), func(e fast.Event) { fmt.Println("written off:", e.Value()) })
	bank, merchant := w.Spawn(), w.Spawn()
	_ = fast.SetID(w, merchant, fast.Pair(debt, bank), 900)
	_ = w.Delete(bank)
	// Output: written off: 900
}

// A custom event is delivered for an entity, for its watchers, and for their watchers.
func ExampleWorld_Emit() {
	w := fast.NewWorld()
	hit, crew := w.NewTag("Hit"), w.NewTag("Crew")
	watches := w.NewRelationship("Watches", fast.Traversable)
	mast := w.Spawn(crew)
	sailor := w.Spawn(crew, fast.Pair(watches, mast))
	captain := w.Spawn(crew, fast.Pair(watches, sailor))
	for name, e := range map[string]fast.Entity{"mast": mast, "sailor": sailor, "captain": captain} {
		_ = w.SetName(e, name)
	}
	w.Listen(hit, fast.Single(crew), func(e fast.Event) {
		fmt.Println(w.Name(e.Entity), "hears of a hit of", e.Value())
	})
	fmt.Println(w.Emit(fast.Emission{Event: hit, Entity: mast, Value: 7, Along: watches}))
	// Output:
	// mast hears of a hit of 7
	// sailor hears of a hit of 7
	// captain hears of a hit of 7
	// <nil>
}

// An error has a code.
func ExampleError() {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs4()))
	e := w.Spawn()
	_ = w.Delete(e)
	var refused *fast.Error
	if errors.As(fast.Set(w, e, Position{}), &refused) {
		fmt.Println(refused.Code == fast.CodeNotAlive, refused.Message)
	}
	// Output: true the entity is not alive; check Alive before using a kept handle
}

// A monitor reports which entities start and stop matching.
func ExampleWorld_Observe_monitor() {
	w := fast.NewWorld()
	burning, wet := w.NewTag("Burning"), w.NewTag("Wet")
	w.Observe(fast.Monitor, fast.Text("Burning, !Wet"), func(e fast.Event) { fmt.Println(w.Name(e.Entity), "leaves:", e.Leave) })
	house := w.Spawn()
	_ = w.SetName(house, "house")
	_ = w.Add(house, burning)
	_ = w.Add(house, wet)
	// Output:
	// house leaves: false
	// house leaves: true
}

// Ids marked on a base are copied to its instances. Queries do not see disabled ids.
func ExampleWorld_Override() {
	w := fast.NewWorld()
	position := fast.Register[Position](w)
	base := fast.Spawn1(w, Position{1, 2})
	_ = w.Override(base, position.ID())
	instance := w.Spawn(fast.Pair(fast.IsA, base))
	fmt.Println(*position.Own(instance))

	q := fast.NewQuery1[Position](w)
	_ = w.Add(position.Entity(), fast.CanToggle)
	_ = w.DisableID(instance, position.ID())
	fmt.Println(q.Len(), position.Has(instance))
	// Output:
	// {1 2}
	// 1 true
}
