package rules_test

import "github.com/relspec/relspec/spec"

// Adding an id brings others with it.
func ExampleWorld_Add() {
	w := world(spec.Flecs3(), "Likes Symmetric", "Likes (With, Knows)", "bob (Likes, alice)")
	owns(w, "bob")
	owns(w, "alice")
	// Output:
	// bob owns (Likes, alice), (Knows, alice)
	// alice owns (Likes, bob), (Knows, bob)
}

// The second target of an exclusive relationship takes the place of the first.
func ExampleWorld_Add_exclusive() {
	w := world(spec.Flecs3(), "DockedTo Exclusive", "ship (DockedTo, Earth)", "ship (DockedTo, Mars)")
	owns(w, "ship")
	// Output: ship owns (DockedTo, Mars)
}

// Removing an id removes its mirror as well, but not what came with it.
func ExampleWorld_Remove() {
	w := world(spec.Flecs3(), "Likes Symmetric", "Likes (With, Knows)", "bob (Likes, alice)", "bob (Likes, carol)")
	if err := w.Remove(w.Handles["bob"], idOf(w, "(Likes, *)")); err != nil {
		panic(err)
	}
	owns(w, "bob")
	owns(w, "alice")
	// Output:
	// bob owns (Knows, alice), (Knows, carol)
	// alice owns (Knows, bob)
}
