package fast_test

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// named creates entities with names.
func named(w *fast.World, names ...string) []fast.Entity {
	list := make([]fast.Entity, len(names))
	for i, name := range names {
		list[i] = w.Spawn(fast.Named(name))
	}
	return list
}

func check(errs ...error) {
	if err := errors.Join(errs...); err != nil {
		panic(err)
	}
}

func Example() {
	w := fast.NewWorld()
	e := named(w, "Likes", "Bob", "Alice", "Charlie")
	likes, bob, alice, charlie := e[0], e[1], e[2], e[3]
	check(w.Add(bob, fast.Pair(likes, alice)), w.Add(alice, fast.Pair(likes, charlie)))

	fmt.Println(w.Has(bob, fast.Pair(likes, alice)), w.Has(bob, fast.Pair(likes, fast.Wildcard)),
		w.Has(charlie, fast.Pair(likes, fast.Wildcard)))
	check(w.Delete(alice))
	fmt.Println(w.Has(bob, fast.Pair(likes, fast.Wildcard)), w.Alive(alice))
	// Output:
	// true true false
	// false false
}

func ExampleWorld_Prepare() {
	w := fast.NewWorld()
	e := named(w, "LocatedIn", "City", "USA", "NewYork", "Manhattan", "Bob")
	locatedIn, city := e[0], e[1]
	check(
		w.Add(locatedIn, fast.Transitive),
		w.Add(e[3], city),
		w.Add(e[3], fast.Pair(locatedIn, e[2])),
		w.Add(e[4], fast.Pair(locatedIn, e[3])),
		w.Add(e[5], fast.Pair(locatedIn, e[4])),
	)
	q, err := w.Prepare(spec.Query{Expr: "(LocatedIn, $place), City($place)", Kind: spec.KindRule})
	check(err)
	rows, err := q.Rows()
	check(err)
	for row := range rows {
		fmt.Println(w.Name(row.Entity()), "is in the city", w.Name(row.Variable("place")))
	}
	// Unordered output:
	// Manhattan is in the city NewYork
	// Bob is in the city NewYork
}

func ExampleQuery_Rows() {
	w := fast.NewWorld()
	e := named(w, "Likes", "Bob", "Pizza", "Salad")
	check(w.Add(e[1], fast.Pair(e[0], e[2])), w.Add(e[1], fast.Pair(e[0], e[3])))
	q, err := w.Prepare(spec.Query{Expr: "(Likes, $food)"})
	check(err)
	rows, err := q.Rows(fast.Given{Variable: "food", Value: e[3]})
	check(err)
	for row := range rows {
		fmt.Println(w.Name(row.Entity()), w.Name(row.ID(0).Second()))
	}
	_, err = q.Rows(fast.Given{Variable: "drink", Value: e[3]})
	fmt.Println(err)
	// Output:
	// Bob Salad
	// unresolved: the query has no variable $drink that can be set; use one of its variables outside scopes
}

func ExampleWorld_Delete() {
	w := fast.NewWorld()
	e := named(w, "Ship", "Cockpit", "Button")
	check(w.Add(e[1], fast.Pair(fast.ChildOf, e[0])), w.Add(e[2], fast.Pair(fast.ChildOf, e[1])))
	check(w.Delete(e[0]))
	fmt.Println(w.Alive(e[1]), w.Alive(e[2]), w.Len())

	dock := named(w, "DockedTo", "Harbour", "Boat")
	check(w.Add(dock[0], fast.Pair(fast.OnDeleteTarget, fast.Panic)), w.Add(dock[2], fast.Pair(dock[0], dock[1])))
	fmt.Println(w.Delete(dock[1]))
	// Output:
	// false false 0
	// policy: Boat has (DockedTo, Harbour), and (OnDeleteTarget, Panic) of DockedTo forbids deleting Harbour; remove the pair first
}

func ExampleWorld_Add() {
	w := fast.NewWorld()
	e := named(w, "MarriedTo", "Bob", "Alice", "Eve")
	check(
		w.Add(e[0], fast.Exclusive),
		w.Add(e[0], fast.Symmetric),
		w.Add(e[1], fast.Pair(e[0], e[2])),
		w.Add(e[1], fast.Pair(e[0], e[3])),
	)
	fmt.Println(w.Name(w.Target(e[1], e[0], 0)), w.Name(w.Target(e[3], e[0], 0)), w.Target(e[2], e[0], 0) == 0)

	var refusal *spec.Error
	fmt.Println(errors.As(w.Add(e[1], fast.Wildcard), &refusal), refusal.Code)
	// Output:
	// Eve Bob true
	// true invalid
}

func ExampleWorld_Lookup() {
	w := fast.NewWorld()
	e := named(w, "Parent", "Child")
	check(w.Add(e[1], fast.Pair(fast.ChildOf, e[0])))
	found, err := w.Find("Parent::Child")
	check(err)
	path, _ := w.Path(found, 0)
	fmt.Println(found == e[1], path)
	// Output:
	// true Parent.Child
}

func ExampleWorld_Restore() {
	w := fast.NewWorld()
	e := named(w, "Tag", "Bob")
	before := w.Snapshot()
	check(w.Add(e[1], e[0]), w.Delete(e[0]))
	w.Restore(before)
	fmt.Println(w.Alive(e[0]), w.Has(e[1], e[0]))
	// Output:
	// true false
}

func ExampleWorld_Targets() {
	w := fast.NewWorld()
	e := named(w, "Eats", "Apples", "Pears", "Fruit lover", "Bob")
	check(
		w.AddPair(e[0], fast.OnInstantiate, fast.Inherit),
		w.Add(e[3], fast.Pair(e[0], e[1])),
		w.Add(e[4], fast.Pair(fast.IsA, e[3])),
		w.Add(e[4], fast.Pair(e[0], e[2])),
	)
	for _, target := range w.Targets(e[4], e[0]) {
		fmt.Println(w.Name(target), w.Owns(e[4], fast.Pair(e[0], target)))
	}
	fmt.Println(slices.Equal(w.Sources(e[0], e[1]), e[3:4]))
	// Output:
	// Apples false
	// Pears true
	// true
}
