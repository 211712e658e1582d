package engine_test

import (
	"fmt"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

func ExampleNew() {
	e := engine.New(spec.Flecs3())
	e.Apply(spec.Operation{Op: spec.OpEntity, Entity: "Likes"})
	e.Apply(spec.Operation{Op: spec.OpEntity, Entity: "Alice"})
	e.Apply(spec.Operation{Op: spec.OpEntity, Entity: "Bob", IDs: []spec.ID{spec.Pair("Likes", "Alice")}})
	out := e.Apply(spec.Operation{Op: spec.OpSources, Entity: "Alice", Relationship: "Likes"})
	fmt.Println(out.Entities, e.Apply(spec.Operation{Op: spec.OpDelete, Entity: "Eve"}).Err)
	// Output:
	// [Bob] unresolved: there is no entity with the handle "Eve"
}
