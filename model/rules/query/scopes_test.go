package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A Not scope excludes entities for which all its terms match together: here, ships docked
// to a planet.
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
