package rules_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Subjects that nobody made are created, and may be objects of the same text.
func ExampleWorld_Define() {
	w := facts.World(spec.Flecs3Beta(), "Likes", "Tall")
	define := func(text string) {
		terms, _ := lang.ParseData(w.Profile.Dialect, text)
		var line []string
		created, err := w.Define(terms)
		for _, e := range created {
			line = append(line, string(w.Handle(e)))
		}
		if err != nil {
			line = append(line, string(err.Code))
		}
		fmt.Println(strings.Join(line, " "))
	}
	define("Likes(Bob, Alice)\nTall(Alice)")
	define("Likes(Alice, Bob)")
	define("Likes(Bob, Carl)")
	fmt.Println(w.Owns(w.Handles["Bob"], w.IDOf(spec.Pair("Likes", "Alice"))))
	// Output:
	// Bob Alice
	//
	// unresolved
	// true
}
