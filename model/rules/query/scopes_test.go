package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A scope under Not asks its terms together: no planet that the ship is docked to, whatever else it is docked to.
func ExampleSearch_Scope() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "frigate (DockedTo, Earth)", "frigate (DockedTo, Moon)", "cutter Ship",
		"cutter (DockedTo, Moon)", "Earth Planet")
	ask(w, "Ship, !{ DockedTo($this, $p), Planet($p) }")
	ask(w, "Ship, !{ DockedTo($this, $p), !Planet($p) }")
	// Output:
	// Ship, !{ DockedTo($this, $p), Planet($p) }
	//   cutter  Ship
	// Ship, !{ DockedTo($this, $p), !Planet($p) }
}
