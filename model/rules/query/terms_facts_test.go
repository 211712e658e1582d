package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A match contains its derivation: here the pairs along the path.
func ExampleMatch() {
	w := facts.World(spec.Flecs3(), "LocatedIn Transitive", "bob (LocatedIn, park)", "park (LocatedIn, city)",
		"city (LocatedIn, land)")
	s, rows := answer(w, spec.Query{Expr: "LocatedIn(bob, land)", Kind: spec.KindRule})
	m := s.Field(&rows[0], 0)
	fmt.Println(s.Reported(m), m.Statements())
	fmt.Println(s.Handle(m.Owner), "has", s.SpecID(m.Via))
	for _, step := range m.Steps {
		fmt.Println(s.Handle(step.Owner), "has", s.SpecID(step.ID))
	}
	// Output:
	// (LocatedIn, land) [REL-187 QRY-592]
	// bob has (LocatedIn, park)
	// park has (LocatedIn, city)
	// city has (LocatedIn, land)
}

// Derived facts match a constant relationship, but not a variable.
func ExampleSearch_Matches() {
	w := facts.World(spec.Flecs3(), "LocatedIn Transitive", "bob (LocatedIn, park)", "park (LocatedIn, city)",
		"Oak (IsA, Tree)", "garden Oak")
	ask(w, "LocatedIn(bob, city)")
	ask(w, "$r(bob, city)")
	ask(w, "Tree")
	// Output:
	// LocatedIn(bob, city)
	//   (LocatedIn, city) of bob
	// $r(bob, city)
	// Tree
	//   garden  Oak
}

// A reflexive pair matches a constant target, but no wildcard, so a query can ask for entities
// without a base (facts.reflexive).
func ExampleSearch_Matches_reflexive() {
	w := facts.World(spec.Flecs3(), "Oak (IsA, Tree)", "Oak Green", "Tree Green")
	ask(w, "Green, (IsA, Tree)")
	ask(w, "Green, (IsA, *)")
	ask(w, "Green, !(IsA, *)")
	// Output:
	// Green, (IsA, Tree)
	//   Oak  Green  (IsA, Tree)
	//   Tree  Green  (IsA, Tree)
	// Green, (IsA, *)
	//   Oak  Green  (IsA, Tree)
	// Green, !(IsA, *)
	//   Tree  Green  -
}
