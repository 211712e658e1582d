package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Adding an id may add others.
func ExampleWorld_Add() {
	w := facts.World(spec.Flecs3(), "Likes Symmetric", "Likes (With, Knows)", "bob (Likes, alice)")
	facts.Owns(w, "bob")
	facts.Owns(w, "alice")
	// Output:
	// bob owns (Likes, alice), (Knows, alice)
	// alice owns (Likes, bob), (Knows, bob)
}

// A second target of an exclusive relationship replaces the first.
func ExampleWorld_Add_exclusive() {
	w := facts.World(spec.Flecs3(), "DockedTo Exclusive", "ship (DockedTo, Earth)", "ship (DockedTo, Mars)")
	facts.Owns(w, "ship")
	// Output: ship owns (DockedTo, Mars)
}

// Removing a pair also removes its mirror, but not the pairs that With added.
func ExampleWorld_Remove() {
	w := facts.World(spec.Flecs3(), "Likes Symmetric", "Likes (With, Knows)", "bob (Likes, alice)",
		"bob (Likes, carol)")
	if err := w.Remove(w.Handles["bob"], facts.ID(w, "(Likes, *)")); err != nil {
		panic(err)
	}
	facts.Owns(w, "bob")
	facts.Owns(w, "alice")
	// Output:
	// bob owns (Knows, alice), (Knows, carol)
	// alice owns (Knows, bob)
}

// A disabled id is hidden only from queries: the entity still owns it, and has returns true
// (toggle.hides).
func ExampleWorld_Switch() {
	w := facts.World(spec.Flecs3(), "lamp Light")
	if err := w.Switch(w.Handles["lamp"], facts.ID(w, "Light"), false); err != nil {
		panic(err)
	}
	facts.Owns(w, "lamp")
	_, has := w.Has(w.Handles["lamp"], facts.ID(w, "Light"))
	fmt.Println(has)
	// Output:
	// lamp owns Light
	// true
}
