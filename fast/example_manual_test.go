package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The terms of the manual: an id is what can be added to an entity. A component is an id with one
// element, its entity. A pair is an id with two elements, the relationship and the target, and is
// added to the source. Bob is the source of the pair (Likes, Alice). The same calls accept both.
//
// Statements: REL-003, REL-004, REL-005, REL-006, REL-008, REL-009, REL-010, REL-015.
func ExampleID() {
	w := fast.NewWorld()
	position := fast.Register[Position](w)
	e := named(w, "Likes", "Bob", "Alice")
	likes, bob, alice := e[0], e[1], e[2]

	component, pair := position.ID(), fast.Pair(likes, alice)
	for _, id := range []fast.ID{component, pair} {
		check(w.Add(bob, id))
		fmt.Println(w.Has(bob, id), id.IsPair())
		check(w.Remove(bob, id))
		fmt.Println(w.Has(bob, id))
	}
	fmt.Println(component == fast.Single(position.Entity()), component.First() == position.Entity())

	check(w.Add(bob, pair))
	fmt.Println(pair.First() == likes, pair.Second() == alice, w.Sources(likes, alice)[0] == bob)
	// Output:
	// true false
	// false
	// true true
	// false
	// true true
	// true true true
}

// The type of an entity is a list of ids with a length. Some of the ids are pairs.
//
// Statements: REL-033.
func ExampleWorld_IDs() {
	w := fast.NewWorld()
	e := named(w, "Eats", "Bob", "Apples", "Pears", "Npc")
	bob := e[1]
	check(w.AddPair(bob, e[0], e[2]), w.AddPair(bob, e[0], e[3]), w.Add(bob, e[4]))
	fmt.Println(len(w.IDs(bob)))
	for _, id := range w.IDs(bob) {
		fmt.Println(describe(w, id), id.IsPair())
	}
	// Output:
	// 3
	// Npc false
	// (Eats, Apples) true
	// (Eats, Pears) true
}

// Targets are numbered from 0. A Relationship returns the first one without a number.
//
// Statements: REL-028.
func ExampleWorld_Target() {
	w := fast.NewWorld()
	e := named(w, "Eats", "Bob", "Apples", "Pears")
	eats, bob := e[0], e[1]
	check(w.AddPair(bob, eats, e[2]), w.AddPair(bob, eats, e[3]))
	for n := 0; ; n++ {
		food := w.Target(bob, eats, n)
		if food == 0 {
			break
		}
		fmt.Println(n, w.Name(food))
	}
	fmt.Println(w.Name(w.Relationship(eats).Target(bob)))
	// Output:
	// 0 Apples
	// 1 Pears
	// Apples
}

// A pair of two Go types can be a term, and a field with the values of the pair.
//
// Statements: REL-021.
func ExampleField() {
	type Eats struct{ Amount int }
	type Apples struct{}
	w := fast.NewWorld()
	eats, apples := fast.Register[Eats](w), fast.Register[Apples](w)
	check(eats.SetPair(w.Spawn(), apples.Entity(), Eats{3}), eats.SetPair(w.Spawn(), w.NewTag("Pears"), Eats{5}))
	q := fast.NewQuery1[Eats](w, fast.Field[Eats](eats.Pair(apples.Entity())))
	for batch := range q.Batches() {
		fmt.Println(batch.Field())
	}
	// Output: [{3}]
}

// A filter is made of terms, returns every match and is then discarded. Another loop returns one
// entity at a time.
//
// Statements: REL-038.
func ExampleNewQuery0() {
	w := fast.NewWorld()
	e := named(w, "Eats", "Apples", "Pears", "Alice", "Bob", "Carl")
	check(w.AddPair(e[3], e[0], e[1]), w.AddPair(e[4], e[0], e[1]), w.AddPair(e[5], e[0], e[2]))

	for batch := range fast.NewQuery0(w, fast.Pair(e[0], e[1]), fast.Uncached).Batches() {
		for _, entity := range batch.Entities() {
			fmt.Println(w.Name(entity))
		}
	}
	filter, err := w.Prepare(spec.Query{Expr: "(Eats, Apples)", Kind: spec.KindFilter})
	check(err)
	rows, err := filter.Rows()
	check(err)
	for row := range rows {
		fmt.Println(w.Name(row.Entity()))
	}
	// Output:
	// Alice
	// Bob
	// Alice
	// Bob
}

// A pair has the type of its first element or, if that has none, of its second. There is a call to
// set the value in either case.
//
// Statements: REL-057.
func ExampleSetID() {
	type Eats struct{ Amount int }
	w := fast.NewWorld()
	eats, position := fast.Register[Eats](w), fast.Register[Position](w)
	apples, begin, e := w.Spawn(), w.Spawn(), w.Spawn()
	check(
		eats.SetPair(e, apples, Eats{1}),
		fast.SetID(w, e, fast.Pair(begin, position.Entity()), Position{10, 20}),
	)
	fmt.Println(*eats.GetPair(e, apples), *fast.GetID[Position](w, e, fast.Pair(begin, position.Entity())))
	// Output: {1} {10 20}
}

// An entity created in a scope is a child of it, unless it is created outside of it.
//
// Statements: REL-114.
func ExampleWorld_SetScope_outside() {
	w := fast.NewWorld()
	parent := w.Spawn()
	before, err := w.SetScope(parent)
	check(err)
	scoped, unscoped := w.Spawn(), w.NewTag("Outside")
	_, err = w.SetScope(before)
	check(err)
	fmt.Println(w.Parent(scoped) == parent, w.Parent(w.Spawn()) == parent, w.Parent(unscoped) == parent)
	// Output: true false false
}

// The entity of a type can have a policy and can be deleted. There are three policies.
//
// Statements: REL-129, REL-136.
func ExampleComponent_Entity() {
	type Archer struct{ Range int }
	for _, action := range []fast.Entity{0, fast.Remove, fast.Delete, fast.Panic} {
		w := fast.NewWorld()
		archer := fast.Register[Archer](w)
		e := fast.Spawn1(w, Archer{30})
		if action != 0 {
			check(w.AddPair(archer.Entity(), fast.OnDelete, action))
		}
		err := w.Delete(archer.Entity())
		fmt.Println(w.Name(action), err, w.Alive(e), archer.Has(e))
	}
	// Output:
	// <nil> true false
	// Remove <nil> true false
	// Delete <nil> false false
	// Panic policy: (OnDelete, Panic) of Archer forbids deleting it; remove the policy first true true
}

// A property is a tag on the relationship. With and OneOf are themselves relationships, whose
// targets complete their meaning.
//
// Statements: REL-163, REL-233.
func ExampleWorld_NewRelationship() {
	w := fast.NewWorld()
	marriedTo, likes := w.NewRelationship("MarriedTo"), w.NewRelationship("Likes")
	bob, alice, eve := w.Spawn(), w.Spawn(), w.Spawn()
	check(w.Add(marriedTo, fast.Exclusive), w.AddPair(marriedTo, fast.With, likes))
	check(w.AddPair(bob, marriedTo, alice), w.AddPair(bob, marriedTo, eve))
	fmt.Println(w.HasPair(bob, marriedTo, alice), w.HasPair(bob, marriedTo, eve))
	fmt.Println(w.HasPair(bob, likes, alice), w.HasPair(bob, likes, eve))

	power, responsibility, spider := w.Spawn(), w.Spawn(), w.Spawn()
	check(w.AddPair(power, fast.With, responsibility), w.Add(spider, power))
	fmt.Println(len(w.IDs(spider)), w.Has(spider, responsibility))
	// Output:
	// false true
	// true true
	// 2 true
}

// The entity of a component stores the type of its values. The type of a pair follows from its
// elements.
//
// Statements: REL-244.
func ExampleWorld_TypeOf() {
	w := fast.NewWorld()
	position := fast.Register[Position](w)
	plain := w.NewComponent("Plain", nil)
	tag := w.NewTag("Tag")
	for _, id := range []fast.ID{
		position.ID(), fast.Single(plain), fast.Single(tag), position.Pair(tag), fast.Pair(tag, position.Entity()),
		fast.Pair(tag, plain),
	} {
		typ, err := w.TypeOf(id)
		check(err)
		fmt.Println(describe(w, id), typ == position.Entity())
	}
	// Output:
	// Position true
	// Plain false
	// Tag false
	// (Position, Tag) true
	// (Tag, Position) true
	// (Tag, Plain) false
}

// A Union relationship is used like any other: it is declared by adding a property, pairs are added
// and removed, and an entity has one target at a time.
//
// Statements: REL-219.
func ExampleWorld_AddPair() {
	w := fast.NewWorld()
	e := named(w, "Movement", "Walking", "Running", "Bob")
	movement, walking, running, bob := e[0], e[1], e[2], e[3]
	check(w.Add(movement, fast.Union))
	for _, target := range []fast.Entity{running, walking} {
		check(w.AddPair(bob, movement, target))
		fmt.Println(w.HasPair(bob, movement, running), w.HasPair(bob, movement, walking))
	}
	check(w.RemovePair(bob, movement, walking))
	fmt.Println(w.HasPair(bob, movement, fast.Wildcard))
	// Output:
	// true false
	// false true
	// false
}
