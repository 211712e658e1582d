package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Traversal stops at the first entity above that matches.
func ExampleSearch_On() {
	w := facts.World(spec.Flecs3(), "ship Engine", "deck (ChildOf, ship)", "deck Light", "cabin (ChildOf, deck)",
		"ship Light")
	ask(w, "Light(up(ChildOf))")
	ask(w, "Engine(self|up(ChildOf))")
	// Output:
	// Light(up(ChildOf))
	//   deck  Light of ship
	//   cabin  Light of deck
	// Engine(self|up(ChildOf))
	//   ship  Engine
	//   deck  Engine of ship
	//   cabin  Engine of ship
}

// Where a traversal stops does not depend on the variables: the deck has a DockedTo, so the
// traversal does not go on to the ship, although the pier is no planet (traversal.end).
func ExampleSearch_On_hidden() {
	w := facts.World(spec.Flecs3(), "ship (DockedTo, Earth)", "Earth Planet", "deck (ChildOf, ship)",
		"deck (DockedTo, pier)", "cabin (ChildOf, deck)")
	ask(w, "DockedTo(up(ChildOf), $p), Planet($p)")
	// Output:
	// DockedTo(up(ChildOf), $p), Planet($p)
	//   deck  (DockedTo, Earth) of ship  Planet of Earth  $p=Earth
}
