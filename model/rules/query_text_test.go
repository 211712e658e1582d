package rules_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Subjects that do not exist are created. All facts of the same text can use them as targets, even
// facts before the one with the subject.
func ExampleWorld_Define() {
	w := facts.World(spec.Flecs3Beta(), "Likes", "Tall")
	define := func(facts ...spec.Term) {
		var line []string
		created, err := w.Define(facts)
		for _, e := range created {
			line = append(line, string(w.Handle(e)))
		}
		if err != nil {
			line = append(line, string(err.Code))
		}
		fmt.Println(strings.Join(line, " "))
	}
	likes := func(subject, object string) spec.Term {
		return spec.Term{First: spec.NameRef("Likes"), Second: spec.NameRef(object), Src: spec.NameRef(subject)}
	}
	define(likes("Bob", "Alice"), spec.Term{First: spec.NameRef("Tall"), Src: spec.NameRef("Alice")})
	define(likes("Alice", "Bob"))
	define(likes("Bob", "Carl"))
	fmt.Println(w.Owns(w.Handles["Bob"], w.IDOf(spec.Pair("Likes", "Alice"))))
	// Output:
	// Bob Alice
	//
	// unresolved
	// true
}
