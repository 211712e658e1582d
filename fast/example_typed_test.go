package fast_test

import (
	"bytes"
	"fmt"

	"github.com/relspec/relspec/fast"
)

type (
	Position struct{ X, Y float64 }
	Velocity struct{ X, Y float64 }
	Mass     struct{ Kilograms float64 }
)

// A world, a relationship, entities created directly in their table, and a query with one slice per
// field.
func Example_typed() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes", fast.Exclusive)
	alice := fast.Spawn1(w, Position{5, 5})
	bob := fast.Spawn2(w, Position{1, 2}, Velocity{3, 4})
	_ = w.AddPair(bob, likes, alice)

	q := fast.NewQuery2[Position, Velocity](w, fast.Pair(likes, fast.Wildcard))
	for batch := range q.Batches() {
		p, v := batch.Fields()
		for i := range p {
			p[i].X += v[i].X
			p[i].Y += v[i].Y
		}
	}
	fmt.Println(*fast.Get[Position](w, bob))
	// Output: {4 6}
}

// Register returns the component of a type. Its methods find values without looking up the type.
func ExampleRegister() {
	w := fast.NewWorld()
	position := fast.Register[Position](w)
	e := w.Spawn()
	fmt.Println(position.Has(e), position.Get(e))
	_ = position.Set(e, Position{1, 2})
	position.Get(e).X = 3
	fmt.Println(position.Has(e), *position.Get(e), w.Name(position.Entity()))
	// Output:
	// false <nil>
	// true {3 2} Position
}

// Loops over entities one at a time cost about as much as loops over slices.
func ExampleQuery2_All() {
	w := fast.NewWorld()
	fast.Spawn2(w, Position{1, 1}, Velocity{1, 0})
	fast.Spawn2(w, Position{2, 2}, Velocity{0, 1})
	for _, row := range fast.NewQuery2[Position, Velocity](w).All() {
		row.A.X += row.B.X
		row.A.Y += row.B.Y
		fmt.Println(*row.A)
	}
	// Output:
	// {2 1}
	// {2 3}
}

// SpawnMany2 creates entities as rows of one table. Their values are set through slices.
func ExampleSpawnMany2() {
	w := fast.NewWorld()
	batch := fast.SpawnMany2[Position, Velocity](w, 1000)
	p, v := batch.Fields()
	for i := range p {
		p[i].X, v[i].X = float64(i), 1
	}
	last := batch.Entities()[999]
	fmt.Println(*fast.Get[Position](w, last), *fast.Get[Velocity](w, last))
	// Output: {999 0} {1 0}
}

// Values of pairs: (T, target) for a component as relationship, (relationship, T) for one as target.
func ExampleComponent_SetPair() {
	w := fast.NewWorld()
	type Distance struct{ Metres float64 }
	distance := fast.Register[Distance](w)
	home, tree, fox := w.Spawn(), w.Spawn(), w.Spawn()
	_ = distance.SetPair(fox, home, Distance{120})
	_ = distance.SetPair(fox, tree, Distance{3})
	fmt.Println(*distance.GetPair(fox, tree), w.HasPair(fox, distance.Entity(), fast.Wildcard))

	begins := w.NewRelationship("Begins")
	_ = fast.SetID(w, fox, fast.Pair(begins, distance.Entity()), Distance{0.5})
	fmt.Println(*fast.GetID[Distance](w, fox, fast.Pair(begins, distance.Entity())))
	// Output:
	// {3} true
	// {0.5}
}

// A wildcard returns a batch for each target. Terms are numbered from 0, fields first.
func ExampleBatch_Target() {
	w := fast.NewWorld()
	eats := w.NewRelationship("Eats")
	apple, nut := w.NewTag("Apple"), w.NewTag("Nut")
	fast.Spawn1(w, Mass{1}, fast.Pair(eats, apple))
	fast.Spawn1(w, Mass{2}, fast.Pair(eats, nut))
	q := fast.NewQuery1[Mass](w, fast.Pair(eats, fast.Wildcard))
	for batch := range q.Batches() {
		fmt.Println(w.Name(batch.Target(1)), batch.Field())
	}
	// Output:
	// Apple [{1}]
	// Nut [{2}]
}

// A field that is inherited, on a fixed source or on an entity above has one value for the batch.
func ExampleUp() {
	w := fast.NewWorld()
	mass := fast.Register[Mass](w)
	ship := fast.Spawn1(w, Mass{1000})
	fast.SpawnMany1[Position](w, 3, fast.Pair(fast.ChildOf, ship))
	q := fast.NewQuery2[Position, Mass](w, fast.Field[Mass](fast.Up(fast.ChildOf, mass.ID())))
	for batch := range q.Batches() {
		p, m := batch.Columns()
		fmt.Println(len(p.Slice()), m.IsShared(), *m.Value(), batch.Source(1) == ship)
	}
	// Output: 3 true {1000} true
}

// Not, Optional and On turn ids into conditions.
func ExampleOptional() {
	w := fast.NewWorld()
	frozen := w.NewTag("Frozen")
	velocity := fast.Register[Velocity](w)
	fast.Spawn1(w, Position{1, 1})
	fast.Spawn2(w, Position{2, 2}, Velocity{1, 0})
	fast.Spawn1(w, Position{3, 3}, frozen)
	q := fast.NewQuery2[Position, Velocity](w,
		fast.Field[Velocity](fast.Optional(velocity.ID())), fast.Not(frozen))
	for _, row := range q.All() {
		fmt.Println(*row.A, row.B != nil)
	}
	// Output:
	// {1 1} false
	// {2 2} true
}

// A variable stands for the same entity everywhere in a query. Bind sets its value.
func ExampleVariable() {
	w := fast.NewWorld()
	likes, eats := w.NewRelationship("Likes"), w.NewRelationship("Eats")
	pie, fish := w.NewTag("Pie"), w.NewTag("Fish")
	for _, pair := range [][2]fast.Entity{{pie, pie}, {pie, fish}, {fish, fish}} {
		fast.Spawn1(w, Mass{1}, fast.Pair(likes, pair[0]), fast.Pair(eats, pair[1]))
	}
	x := fast.Variable(1)
	q := fast.NewQuery1[Mass](w, fast.Pair(likes, x), fast.Pair(eats, x))
	for batch := range q.Batches() {
		fmt.Println("likes and eats", w.Name(batch.Variable(x)))
	}
	fmt.Println(q.Bind(x, fish).Len())
	// Unordered output:
	// likes and eats Pie
	// likes and eats Fish
	// 1
}

// While a loop runs, structural changes are refused. Commands record them.
func ExampleCommands() {
	w := fast.NewWorld()
	velocity := fast.Register[Velocity](w)
	fast.Spawn1(w, Position{1, 1})
	var later fast.Commands
	for e := range fast.NewQuery1[Position](w).All() {
		fmt.Println(w.Delete(e))
		velocity.SetLater(&later, e, Velocity{1, 0})
		later.Spawn(fast.Pair(fast.ChildOf, e))
	}
	fmt.Println(later.Apply(w), fast.NewQuery1[Velocity](w).Len(), w.Count(fast.Pair(fast.ChildOf, fast.Wildcard)))
	// Output:
	// locked: the world is locked by a loop, a file or a copy function; record the change in Commands and apply it afterwards
	// <nil> 1 1
}

// A Changes skips tables that have not changed. The query only reads: a loop over fields that it
// may write marks them as written.
func ExampleWorld_Changes() {
	w := fast.NewWorld()
	e := fast.Spawn1(w, Position{1, 1})
	q, changes := fast.NewQuery1[Position](w, fast.ReadOnly[Position]()), w.Changes()
	seen := func() (changed bool) {
		for batch := range q.Batches() {
			changed = changes.In(batch.Batch) || changed
		}
		return changed
	}
	fmt.Println(seen(), seen())
	_ = fast.Set(w, e, Position{2, 2})
	fmt.Println(seen(), seen())
	// Output:
	// true false
	// true false
}

// Sources returns the sources of a pair without a query.
func ExampleRelationship_Sources() {
	w := fast.NewWorld()
	children := w.Relationship(fast.ChildOf)
	parent := w.Spawn()
	a := w.Spawn(fast.Pair(fast.ChildOf, parent))
	for e := range children.Sources(parent) {
		fmt.Println(e == a, children.Target(e) == parent)
	}
	// Output: true true
}

// A singleton, one value of a type in the world, is a component on the component's own entity. Two
// one-line functions wrap it.
func Example_singleton() {
	type Clock struct{ Ticks int }
	w := fast.NewWorld()
	clock := fast.Register[Clock](w)
	setClock := func(c Clock) error { return clock.Set(clock.Entity(), c) }
	theClock := func() *Clock { return clock.Own(clock.Entity()) }

	fmt.Println(theClock() == nil, setClock(Clock{Ticks: 1}))
	theClock().Ticks++

	// A query can have it as a field shared by all entities.
	fast.Spawn1(w, Position{1, 2})
	q := fast.NewQuery2[Position, Clock](w, fast.Field[Clock](fast.On(clock.Entity(), clock.ID())))
	for _, row := range q.All() {
		fmt.Println(*row.A, row.B.Ticks)
	}

	// It is an ordinary entity with a Clock, and is saved with the world.
	var file bytes.Buffer
	next := fast.NewWorld()
	again := fast.Register[Clock](next)
	fast.Register[Position](next)
	fmt.Println(fast.NewQuery1[Clock](w).Len(), w.Save(&file), next.Load(&file), *again.Own(again.Entity()))
	// Output:
	// true <nil>
	// {1 2} 2
	// 1 <nil> <nil> {2}
}

// An instance copies the components of its base; in a world of Flecs 3 it inherits them.
func ExampleWithProfile() {
	for _, p := range []fast.Profile{fast.Flecs41(), fast.Flecs4(), fast.Flecs3()} {
		w := fast.NewWorld(fast.WithProfile(p))
		mass := fast.Register[Mass](w)
		base := fast.Spawn1(w, Mass{10})
		instance := w.Spawn(fast.Pair(fast.IsA, base))
		_ = mass.Set(base, Mass{20})
		fmt.Println(p.Name, mass.Get(instance).Kilograms)
	}
	// Output:
	// flecs-4.1 10
	// flecs-4 10
	// flecs-3 20
}
