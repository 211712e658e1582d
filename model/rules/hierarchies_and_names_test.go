package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A path is searched below an entity, then below its parents.
func ExampleWorld_Lookup() {
	w := facts.World(spec.Flecs3(), "red (ChildOf, fleet)", "flagship (ChildOf, red)", "bridge (ChildOf, flagship)")
	red := w.Handles["red"]
	fmt.Println(w.Handle(w.Lookup("flagship.bridge", red, false)))
	fmt.Println(w.Lookup("fleet", red, false) == rules.None, w.Handle(w.Lookup("fleet", red, true)))
	fmt.Println(w.Path(w.Handles["bridge"], rules.None))
	// Output:
	// bridge
	// true fleet
	// fleet.red.flagship.bridge true
}

// A child is not found at the root by its name alone. The error suggests the shortest path that
// ends with the name.
func ExampleWorld_Unnamed() {
	w := facts.World(spec.Flecs3(), "red (ChildOf, fleet)", "bridge (ChildOf, red)", "seat (ChildOf, bridge)")
	fmt.Println(w.Unnamed("bridge"))
	fmt.Println(w.Unnamed("bridge.seat"))
	fmt.Println(w.Unnamed("bridge.door"))
	fmt.Println(w.Unnamed("Fleet"))
	// Output:
	// unresolved: nothing is named "bridge" in the scope or at the root; did you mean "fleet.red.bridge"?
	// unresolved: nothing is named "bridge.seat" in the scope or at the root; did you mean "fleet.red.bridge.seat"?
	// unresolved: nothing is named "bridge.door"
	// unresolved: nothing is named "Fleet" in the scope or at the root; did you mean "fleet"?
}

// The depth is the length of the longest path up.
func ExampleWorld_Depth() {
	w := facts.World(spec.Flecs3(), "room (In, house)", "house (In, city)", "room (In, city)", "snake (In, tail)",
		"tail (In, snake)")
	fmt.Println(w.Depth(w.Handles["room"], w.Handles["In"]))
	_, acyclic := w.Depth(w.Handles["snake"], w.Handles["In"])
	fmt.Println(acyclic)
	// Output:
	// 2 true
	// false
}
