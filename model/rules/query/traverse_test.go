package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Traversal stops at the first entity above that fits.
func ExampleSearch_On() {
	w := facts.World(spec.Flecs3(), "ship Engine", "deck (ChildOf, ship)", "deck Light", "cabin (ChildOf, deck)", "ship Light")
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
