package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// What an operation does beyond what was asked for comes with what it is about and with the statements.
func ExampleStep() {
	w := facts.World(spec.Flecs3(), "Likes Symmetric", "bob (Likes, alice)")
	for _, s := range w.Steps {
		fmt.Println(s.About, s.Rests)
	}
	// Output: [Likes alice (Likes, bob)] [REL-229]
}
