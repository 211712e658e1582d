package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// An instance has what its base owns. For an exclusive relationship, the nearest target hides the
// others.
func ExampleWorld_Holdings() {
	w := facts.World(spec.Flecs3(), "DockedTo Exclusive", "Ship Engine", "Ship (DockedTo, Earth)",
		"frigate (IsA, Ship)", "frigate (DockedTo, Mars)")
	for _, h := range w.Holdings(w.Handles["frigate"]) {
		fmt.Println(w.SpecID(h.ID), "of", w.Handle(h.Owner))
	}
	// Output:
	// Engine of Ship
	// (IsA, Ship) of frigate
	// (DockedTo, Mars) of frigate
}

// By default this profile copies ids: an instance gets its own copy when it gets the base. An id
// with the rule Inherit is not copied.
func ExampleWorld_Add_override() {
	w := facts.World(spec.Flecs4(), "Ship Engine", "Crew (OnInstantiate, Inherit)", "Ship Crew", "frigate (IsA, Ship)")
	facts.Owns(w, "frigate")
	// Output: frigate owns Engine, (IsA, Ship)
}
