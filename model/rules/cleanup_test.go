package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Children are deleted with their parent. Other entities lose ids with deleted elements.
func ExampleWorld_Delete() {
	w := facts.World(spec.Flecs3(), "cockpit (ChildOf, ship)", "pilot (ChildOf, cockpit)", "bob (Likes, ship)",
		"bob Rower")
	if err := w.Delete(w.Handles["ship"]); err != nil {
		panic(err)
	}
	for _, e := range w.Died {
		fmt.Println(w.Handle(e), "died")
	}
	facts.Owns(w, "bob")
	// Output:
	// ship died
	// cockpit died
	// pilot died
	// bob owns Rower
}

// A policy can forbid a deletion.
func ExampleWorld_Delete_forbidden() {
	w := facts.World(spec.Flecs3(), "DockedTo (OnDeleteTarget, Panic)", "ship (DockedTo, station)")
	fmt.Println(w.Delete(w.Handles["station"]).Message)
	// Output: (OnDeleteTarget, Panic) of DockedTo forbids the deletion of station, a target on ship
}
