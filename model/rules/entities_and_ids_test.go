package rules_test

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A wildcard alone matches single ids. In a pair it matches any element.
func ExampleID_Covers() {
	w := facts.World(spec.Flecs3(), "bob Position", "bob (Likes, fruit)")
	for _, pattern := range []string{"*", "(Likes, *)", "(*, fruit)", "(Eats, _)"} {
		covers := func(id string) bool { return facts.ID(w, pattern).Covers(facts.ID(w, id)) }
		fmt.Println(pattern, covers("Position"), covers("(Likes, fruit)"))
	}
	// Output:
	// * true false
	// (Likes, *) false true
	// (*, fruit) false true
	// (Eats, _) false false
}

// Ids are listed in type order: single ids in the order of creation of their entities, then pairs.
func ExampleID_Compare() {
	w := facts.World(spec.Flecs3(), "Apple", "Pear", "Likes", "bob (Likes, Pear)", "bob Pear", "bob (Likes, Apple)",
		"bob Apple")
	facts.Owns(w, "bob")
	fmt.Println(slices.IsSortedFunc(w.Entities[w.Handles["bob"]].Own,
		func(a, b rules.Fact) int { return a.Compare(b.ID) }))
	// Output:
	// bob owns Apple, Pear, (Likes, Apple), (Likes, Pear)
	// true
}

// Entities with the same ids are in one table. An entity that gets another id leaves the table.
func ExampleWorld_Table() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "cutter Ship", "Lost")
	frigate, cutter := w.Handles["frigate"], w.Handles["cutter"]
	fmt.Println(w.Table(frigate) == w.Table(cutter))
	if err := w.Add(frigate, facts.ID(w, "Lost")); err != nil {
		panic(err)
	}
	fmt.Println(w.Table(frigate) == w.Table(cutter))
	// Output:
	// true
	// false
}
