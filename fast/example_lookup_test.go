package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// In the profile of Flecs 4.1 a query finds a Singleton on its own entity. Traits restrict where
// entities may occur in ids, and which ids can be disabled.
//
// Statements: F41-007, F41-046.
func ExampleFlecs41() {
	type Clock struct{ Hour int }
	w := fast.NewWorld(fast.WithProfile(fast.Flecs41()))
	clock := fast.Register[Clock](w)
	_ = w.Add(clock.Entity(), fast.Singleton)
	shop := w.Spawn()
	fmt.Println(clock.Set(clock.Entity(), Clock{Hour: 7}), clock.Set(shop, Clock{}) != nil)

	trades := w.NewRelationship("Trades", fast.OnlyRelationship)
	bread := w.NewTag("Bread", fast.OnlyTarget)
	price := w.NewRelationship("Price", fast.IsTrait, fast.Inheritable)
	fmt.Println(w.AddPair(shop, trades, bread), w.AddPair(shop, price, trades))
	fmt.Println(w.Add(shop, trades) != nil, w.Add(shop, bread) != nil)

	fmt.Println(w.DisableID(shop, fast.Pair(trades, bread)) != nil, w.IsEnabled(shop, fast.Pair(trades, bread)))
	_ = w.Add(price, fast.Single(fast.CanToggle))
	fmt.Println(w.DisableID(shop, fast.Pair(price, trades)), w.IsEnabled(shop, fast.Pair(price, trades)))

	q, _ := w.Prepare(spec.Query{Expr: "(Trades, Bread), Clock"})
	rows, _ := q.Rows()
	for row := range rows {
		fmt.Println(row.Entity() == shop, row.Source(1) == clock.Entity())
	}
	// Output:
	// <nil> true
	// <nil> <nil>
	// true true
	// true true
	// <nil> false
	// true true
}

// A lookup variable is the child of a variable's entity with a path. It is looked up again for each
// value.
//
// Statements: FQL-138.
func ExampleWorld_Prepare_lookup() {
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	ship := w.Spawn(fast.Named("SpaceShip"))
	powered := w.Spawn(fast.Named("Powered"))
	for _, name := range []string{"Rocinante", "Razorback"} {
		e := w.Spawn(fast.Named(name), ship)
		cockpit := w.Spawn(fast.Named("cockpit"), fast.Below(e))
		if name == "Rocinante" {
			_ = w.Add(cockpit, powered)
		}
	}
	q, _ := w.Prepare(spec.Query{Expr: "SpaceShip, Powered($this.cockpit)"})
	rows, _ := q.Rows()
	for row := range rows {
		path, _ := w.Path(row.Source(1), 0)
		fmt.Println(w.Name(row.Entity()), path)
	}
	// Output: Rocinante Rocinante.cockpit
}

// A component's member that names an entity matches like a relationship.
//
// Statements: FQL-145.
func ExampleWorld_Prepare_member() {
	type Movement struct{ Direction fast.Entity }
	w := fast.NewWorld(fast.WithProfile(spec.Flecs4()))
	left := w.Spawn(fast.Named("Left"))
	movement := fast.Register[Movement](w)
	_ = w.SetName(movement.Entity(), "Movement")
	e := fast.Spawn1(w, Movement{Direction: left})
	_ = w.SetName(e, "npc")
	fast.Spawn1(w, Movement{})

	q, _ := w.Prepare(spec.Query{Expr: "(Movement.Direction, $to)"})
	rows, _ := q.Rows()
	for row := range rows {
		fmt.Println(w.Name(row.Entity()), "moves to the", w.Name(row.Variable("to")))
	}
	// Output: npc moves to the Left
}
