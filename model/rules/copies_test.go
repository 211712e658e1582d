package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// The copy of a ship has its own cockpit. Pairs with the cockpit of the original are
// redirected to it.
func ExampleWorld_Copy() {
	w := facts.World(spec.Flecs3(), "ship Prefab", "cockpit (ChildOf, ship)", "ship (SteeredFrom, cockpit)")
	op := spec.Operation{Op: spec.OpInstantiate, Entity: "second", From: "ship", More: []spec.Handle{"seat"}}
	c, err := w.CheckCopy(op)
	if err == nil {
		err = w.Copy(op, c)
	}
	if err != nil {
		panic(err)
	}
	for _, e := range op.Makes() {
		for _, f := range w.Entities[w.Handles[e]].Own {
			fmt.Println(e, w.SpecID(f.ID))
		}
	}
	// Output:
	// second (IsA, ship)
	// second (SteeredFrom, seat)
	// seat (ChildOf, second)
}
