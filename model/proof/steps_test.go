package proof_test

import (
	"fmt"

	"github.com/relspec/relspec/model/proof"
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// The consequences of an operation are listed with the statements from which they follow.
func ExampleSteps() {
	w := rules.New(spec.Flecs3())
	for _, h := range []spec.Handle{"Likes", "bob", "alice"} {
		w.Create(spec.Operation{Op: spec.OpEntity, Entity: h}, rules.None, nil)
	}
	likes, bob, alice := w.Handles["Likes"], w.Handles["bob"], w.Handles["alice"]
	_ = w.Add(likes, rules.ID{First: w.Handles[spec.Symmetric]})
	_ = w.Add(bob, rules.ID{First: likes, Second: alice})
	for _, p := range proof.Steps(w.Steps) {
		fmt.Println(p)
	}
	// Output: Likes is Symmetric: alice gets (Likes, bob)  [REL-229]
}
