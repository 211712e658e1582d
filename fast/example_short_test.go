package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

// Spawn2 creates an entity with values, a name, a parent, tags and pairs, in one call.
func ExampleSpawn2() {
	w := fast.NewWorld()
	guest, knows := w.NewTag("Guest"), w.NewRelationship("Knows")
	house := w.Spawn(fast.Named("House"))
	bela := w.Spawn(fast.Named("Bela"))
	anna := fast.Spawn2(w, Position{1, 2}, Velocity{}, fast.Named("Anna"), fast.Below(house), guest, fast.Pair(knows, bela))
	path, _ := w.Path(anna, 0)
	fmt.Println(path, w.Has(anna, guest), w.HasPair(anna, knows, bela))
	// Output: House.Anna true true
}

// FindBelow finds a part of one entity by its path. The error names what is missing.
func ExampleWorld_FindBelow() {
	w := fast.NewWorld()
	tank := w.Spawn(fast.Named("Tank"))
	turret := w.Spawn(fast.Named("Turret"), fast.Below(tank))
	w.Spawn(fast.Named("Barrel"), fast.Below(turret))
	barrel, err := w.FindBelow(tank, "Turret.Barrel")
	fmt.Println(w.Name(barrel), err)
	_, err = w.FindBelow(tank, "Barrel")
	fmt.Println(err)
	// Output:
	// Barrel <nil>
	// unresolved: no entity has the path "Barrel"
}

// Pairs returns the pairs of an entity with their values.
func ExampleComponent_Pairs() {
	type Price struct{ Coins int }
	w := fast.NewWorld()
	price := fast.Register[Price](w)
	port, wine, salt := w.Spawn(), w.NewTag("Wine"), w.NewTag("Salt")
	_ = price.SetPair(port, wine, Price{30})
	_ = price.SetPair(port, salt, Price{4})
	for goods, p := range price.Pairs(port) {
		fmt.Println(w.Name(goods), p.Coins)
	}
	// Output:
	// Wine 30
	// Salt 4
}

// A resource is a component with one value, on its own entity.
func ExampleSetOne() {
	type Clock struct{ Hour int }
	w := fast.NewWorld()
	_ = fast.SetOne(w, Clock{7})
	fast.One[Clock](w).Hour++
	fmt.Println(*fast.One[Clock](w), fast.One[Position](w))

	clock := fast.Register[Clock](w)
	fast.Spawn1(w, Position{})
	for _, row := range fast.NewQuery2[Position, Clock](w, fast.Field[Clock](fast.On(clock.Entity(), clock))).All() {
		fmt.Println(row.B.Hour)
	}
	// Output:
	// {8} <nil>
	// 8
}

// Maybe makes a field optional; it is nil if it is not set.
func ExampleMaybe() {
	w := fast.NewWorld()
	fast.Spawn1(w, Position{1, 0})
	fast.Spawn2(w, Position{2, 0}, Velocity{3, 0})
	for _, row := range fast.NewQuery2[Position, Velocity](w, fast.Maybe[Velocity]()).All() {
		fmt.Println(row.A.X, row.B)
	}
	// Output:
	// 1 <nil>
	// 2 &{3 0}
}

// With restricts a query to one target. The query can be used with several targets in turn.
func ExampleQuery2_With() {
	w := fast.NewWorld()
	fleet, harbour := w.Spawn(), w.Spawn()
	fast.Spawn1(w, Position{1, 0}, fast.Below(fleet))
	fast.Spawn1(w, Position{2, 0}, fast.Below(harbour))
	ships := fast.NewQuery1[Position](w)
	for _, p := range ships.With(fast.ChildOf, harbour).All() {
		fmt.Println(p.X, ships.Len())
	}
	// Output: 2 2
}

// An observer in one line. It ends with the entity for which it was made.
func ExampleWorld_Observe_pair() {
	w := fast.NewWorld()
	docked, harbour, ship := w.NewRelationship("Docked"), w.NewTag("Harbour"), w.Spawn(fast.Named("Ship"))
	o := w.Observe(fast.OnAdd|fast.OnRemove, fast.Pair(docked, harbour), func(e fast.Event) { fmt.Println(e.Kind, w.Name(e.Entity)) })
	o.EndWith(ship)
	_ = w.AddPair(ship, docked, harbour)
	_ = w.RemovePair(ship, docked, harbour)
	// Output:
	// OnAdd Ship
	// OnRemove Ship
}
