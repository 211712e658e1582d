package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Only the first candidate with a match counts. With all, each of them counts.
func ExampleSearch_On_sets() {
	w := facts.World(spec.Flecs3Beta(), "Above Acyclic", "top Light", "mid (Above, top)", "mid Light",
		"low (Above, mid)",
		"Lamp (IsA, Light)", "Torch (IsA, Light)", "cave Lamp", "cave Torch", "LocatedIn Transitive",
		"Amsterdam (LocatedIn, Holland)",
		"Holland (LocatedIn, Europe)")
	ask(w, "Light(low[super(Above)])")
	ask(w, "Light(low[all|super(Above)])")
	ask(w, "Light[self|subset](cave)")
	ask(w, "Light(cave)")
	ask(w, "(LocatedIn, Europe)")
	ask(w, "LocatedIn(Amsterdam, $x)")
	// Output:
	// Light(low[super(Above)])
	//   Light of mid
	// Light(low[all|super(Above)])
	//   Light of top
	//   Light of mid
	// Light[self|subset](cave)
	//   Lamp of cave
	// Light(cave)
	//   Lamp of cave
	//   Torch of cave
	// (LocatedIn, Europe)
	//   Amsterdam  (LocatedIn, Holland)
	//   Holland  (LocatedIn, Europe)
	// LocatedIn(Amsterdam, $x)
	//   (LocatedIn, Holland) of Amsterdam  $x=Holland
	//   (LocatedIn, Europe) of Amsterdam  $x=Europe
}
