package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Entities that own the same ids are one table. Whoever gets another id leaves it, and both tables changed.
func ExampleWorld_Moves() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "cutter Ship", "Lost")
	frigate, cutter := w.Handles["frigate"], w.Handles["cutter"]
	fmt.Println(w.Table(frigate) == w.Table(cutter))
	w.Was = map[rules.Entity]rules.Record{}
	if err := w.Add(frigate, facts.ID(w, "Lost")); err != nil {
		panic(err)
	}
	fmt.Println(w.Table(frigate) == w.Table(cutter), len(w.Moves()))
	// Output:
	// true
	// false 2
}
