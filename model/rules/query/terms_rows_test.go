package query_test

import (
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// "_" matches once if there is any target, "*" matches each target. Anonymous variables are
// not in rows.
func ExampleSearch_Rows() {
	w := facts.World(spec.Flecs3(), "bob (Eats, apple)", "bob (Eats, pear)")
	ask(w, "(Eats, *)")
	ask(w, "(Eats, _)")
	ask(w, "(Eats, $_fruit)")
	// Output:
	// (Eats, *)
	//   bob  (Eats, apple)
	//   bob  (Eats, pear)
	// (Eats, _)
	//   bob  (Eats, *)
	// (Eats, $_fruit)
	//   bob  (Eats, apple)
	//   bob  (Eats, pear)
}

// Two derivations of one fact are one row (query.rows).
func ExampleSearch_Rows_diamond() {
	w := facts.World(spec.Flecs3(), "LocatedIn Transitive", "bob (LocatedIn, park)", "bob (LocatedIn, mall)",
		"park (LocatedIn, city)", "mall (LocatedIn, city)")
	ask(w, "LocatedIn(bob, city)")
	// Output:
	// LocatedIn(bob, city)
	//   (LocatedIn, city) of bob
}
