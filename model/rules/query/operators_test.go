package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A ship that is not docked does not match.
func ExampleSearch_Solutions() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "frigate (DockedTo, Earth)", "cutter Ship",
		"cutter (DockedTo, Moon)", "raft Ship", "Earth Planet")
	ask(w, "Ship, (DockedTo, $p), Planet($p)")
	ask(w, "Ship, ?(DockedTo, $p), Planet($p)")
	ask(w, "Ship, !(DockedTo, $p)")
	ask(w, "Ship, !{ DockedTo($this, $p), Planet($p) }")
	// Output:
	// Ship, (DockedTo, $p), Planet($p)
	//   frigate  Ship  (DockedTo, Earth)  Planet of Earth  $p=Earth
	// Ship, ?(DockedTo, $p), Planet($p)
	//   frigate  Ship  (DockedTo, Earth)  Planet of Earth  $p=Earth
	//   raft  Ship  -  -  $p=
	// Ship, !(DockedTo, $p)
	//   raft  Ship  -  $p=
	// Ship, !{ DockedTo($this, $p), Planet($p) }
	//   cutter  Ship
	//   raft  Ship
}

// Only the first alternative that matches counts, with all its matches.
func ExampleSearch_Solutions_chain() {
	w := facts.World(spec.Flecs3(), "bob (Eats, apple)", "bob (Eats, pear)", "bob (Likes, plum)", "eve (Likes, plum)")
	ask(w, "(Eats, $f) || (Likes, $f)")
	// Output:
	// (Eats, $f) || (Likes, $f)
	//   bob  (Eats, apple)  $f=apple
	//   bob  (Eats, pear)  $f=pear
	//   bob  (Likes, plum)  $f=plum
	//   eve  (Likes, plum)  $f=plum
}

// $this is never a prefab unless a term mentions Prefab, with any operator (query.hidden-entities).
func ExampleSearch_Solutions_prefab() {
	w := facts.World(spec.Flecs3(), "hull Prefab", "hull Engine", "frigate Engine")
	ask(w, "Engine")
	ask(w, "Engine, ?Prefab")
	// Output:
	// Engine
	//   frigate  Engine
	// Engine, ?Prefab
	//   hull  Engine  Prefab
	//   frigate  Engine  -
}
