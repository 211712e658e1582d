package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// The type of a pair is the relationship if the relationship has members, and otherwise the target.
// A relationship with PairIsTag has pairs without data.
func ExampleWorld_TypeOf() {
	w := facts.World(spec.Flecs3(), "Likes", "Visits PairIsTag", "bob")
	members := []spec.Member{{Name: "x", Type: spec.F32}}
	w.Create(spec.Operation{Op: spec.OpComponent, Entity: "Position", Members: members}, rules.None, nil)
	for _, id := range []string{"Position", "Likes", "(Position, bob)", "(Likes, Position)", "(Visits, Position)"} {
		fmt.Printf("%s: %q\n", id, w.Handle(w.TypeOf(facts.ID(w, id))))
	}
	// Output:
	// Position: "Position"
	// Likes: ""
	// (Position, bob): "Position"
	// (Likes, Position): "Position"
	// (Visits, Position): ""
}

// A property acts only where it is owned. An instance does not inherit the properties of its base.
func ExampleWorld_Is() {
	w := facts.World(spec.Flecs3(), "LocatedIn Transitive", "Near (IsA, LocatedIn)")
	fmt.Println(w.Is(w.Handles["LocatedIn"], spec.Transitive), w.Is(w.Handles["Near"], spec.Transitive))
	// Output: true false
}

// A property affects only later operations: an existing pair gets no mirror (properties.change).
func ExampleWorld_Is_later() {
	w := facts.World(spec.Flecs3(), "bob (Likes, alice)", "Likes Symmetric", "bob (Likes, carol)")
	mirror := facts.ID(w, "(Likes, bob)")
	fmt.Println(w.Owns(w.Handles["alice"], mirror), w.Owns(w.Handles["carol"], mirror))
	// Output: false true
}
