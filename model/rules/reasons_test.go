package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Steps lists each consequence of an operation with its ids and statements.
func ExampleStep() {
	w := facts.World(spec.Flecs3(), "Likes Symmetric", "bob (Likes, alice)")
	for _, s := range w.Steps {
		fmt.Println(s.About, s.Rests)
	}
	// Output: [Likes alice (Likes, bob)] [REL-229]
}
