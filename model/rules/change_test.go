package rules_test

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// An entity created after a snapshot does not exist after the restore, but its number is not
// reused.
func ExampleWorld_Restore() {
	w := facts.World(spec.Flecs3(), "bob (Likes, fruit)")
	before, scope := slices.Clone(w.Entities), w.Scope
	later, _ := w.Create(spec.Operation{Op: spec.OpEntity, Entity: "eve"}, rules.None, nil)
	likes := rules.ID{First: w.Handles["Likes"], Second: later}
	fmt.Println(w.Dropped(w.Handles["bob"], likes))
	w.Restore(before, scope)
	fmt.Println(w.Alive(later), w.Dropped(w.Handles["bob"], likes))
	// Output:
	// false
	// false true
}
