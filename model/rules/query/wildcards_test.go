package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A wildcard that is the whole id matches any single id, but no pair (wildcard.single).
func ExampleSearch_Matches_wildcard() {
	w := facts.World(spec.Flecs3(), "bob Person", "bob (Likes, alice)")
	ask(w, "*")
	ask(w, "(*, *)")
	// Output:
	// *
	//   bob  Person
	// (*, *)
	//   bob  (Likes, alice)
}
