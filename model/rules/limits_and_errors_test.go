package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// If an id is refused, the error is the first case of mayAdd that applies.
func ExampleWorld_Add_refused() {
	facts.World(spec.Flecs3(), "Raft Final", "boat (IsA, Raft)")
	facts.World(spec.Flecs3(), "In Acyclic", "room (In, house)", "house (In, room)")
	facts.World(spec.Flecs3(), "Paint OneOf", "red (ChildOf, Paint)", "car (Paint, red)", "car (Paint, loud)")
	facts.World(spec.Flecs3(), "ship (DockedTo, Earth)", "DockedTo Exclusive")
	// Output:
	// refused: Raft is Final, nothing can be an instance of it
	// refused: (In, room) on house closes a cycle of an Acyclic relationship
	// refused: (Paint, loud) is not among the targets that OneOf allows
	// refused: Exclusive cannot change while pairs of DockedTo exist
}

// Reasons lists each consequence of an operation with its ids and statements.
func ExampleWorld_Reasons() {
	w := facts.World(spec.Flecs3(), "Likes Symmetric", "bob (Likes, alice)")
	for _, p := range w.Reasons() {
		fmt.Println(p)
	}
	// Output: Likes is Symmetric: alice gets (Likes, bob)  [REL-229]
}

// If a target gets another parent, its existing pairs are not checked again, but the next pair is
// (one-of.children).
func ExampleWorld_Add_later() {
	w := facts.World(spec.Flecs3(), "Paint OneOf", "red (ChildOf, Paint)", "car (Paint, red)", "red (ChildOf, Attic)",
		"bus (Paint, red)")
	facts.Owns(w, "car")
	// Output:
	// refused: (Paint, red) is not among the targets that OneOf allows
	// car owns (Paint, red)
}
