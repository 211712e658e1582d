package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// The id of a read may mention a deleted entity. The id of a change may not, and it must not have
// a wildcard.
func ExampleWorld_Argument() {
	w := facts.World(spec.Flecs3(), "bob (Likes, fruit)")
	if err := w.Delete(w.Handles["fruit"]); err != nil {
		panic(err)
	}
	for _, kind := range []rules.IDKind{rules.Covering, rules.Exact} {
		_, err := w.Argument(spec.Pair("Likes", "fruit"), kind)
		fmt.Println(err == nil)
	}
	_, err := w.Argument(spec.Pair("Likes", spec.Wildcard), rules.Exact)
	fmt.Println(err.Message)
	// Output:
	// true
	// false
	// (Likes, *) has a wildcard where an id is needed
}
