package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// A new source is last. The flag is moved before the hull. The mast is removed, and it is last when
// it is added again. The hull is already a source, so adding it again changes nothing.
func ExampleWorld_Sources() {
	w := facts.World(spec.Flecs3(), "PartOf Ordered", "ship", "hull", "flag")
	pair := facts.ID(w, "(PartOf, ship)")
	do := func(change func(rules.Entity, rules.ID) *spec.Error, who ...string) {
		for _, x := range who {
			w.Effects = rules.Effects{}
			if err := change(facts.Entity(w, x), pair); err != nil {
				panic(err)
			}
			w.FollowOrders()
		}
	}
	show := func() {
		list, err := w.Sources(pair)
		for _, e := range list {
			fmt.Print(w.Handle(e), " ")
		}
		fmt.Println(err == nil)
	}
	do(w.Add, "mast", "hull", "flag")
	show()
	if err := w.Move(facts.Entity(w, "flag"), pair, facts.Entity(w, "hull"), false); err != nil {
		panic(err)
	}
	show()
	do(w.Remove, "mast")
	do(w.Add, "hull", "mast")
	show()
	fmt.Println(w.Move(facts.Entity(w, "ship"), pair, facts.Entity(w, "hull"), true).Message)
	// Output:
	// mast hull flag true
	// mast flag hull true
	// flag hull mast true
	// ship is not a source of (PartOf, ship)
}
