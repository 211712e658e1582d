package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// An operation that reads accepts a deleted entity. An operation that changes it does not.
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
