package order_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/model/rules/order"
	"github.com/relspec/relspec/spec"
)

// A new source is last. The flag is moved before the hull, removed, and last again when it is added.
func ExampleLists() {
	w := facts.World(spec.Flecs3(), "PartOf Ordered", "ship", "hull", "flag")
	lists, pair := order.Lists{}, facts.ID(w, "(PartOf, ship)")
	do := func(change func(rules.Entity, rules.ID) *spec.Error, who ...string) {
		for _, x := range who {
			w.Effects = rules.Effects{}
			if err := change(facts.Entity(w, x), pair); err != nil {
				panic(err)
			}
			lists.Follow(w)
		}
	}
	show := func() {
		list, err := lists.Sources(w, pair)
		for _, e := range list {
			fmt.Print(w.Handle(e), " ")
		}
		fmt.Println(err == nil)
	}
	do(w.Add, "mast", "hull", "flag")
	show()
	if err := lists.Move(w, facts.Entity(w, "flag"), pair, facts.Entity(w, "hull"), false); err != nil {
		panic(err)
	}
	show()
	do(w.Remove, "mast")
	do(w.Add, "hull", "mast")
	show()
	fmt.Println(lists.Move(w, facts.Entity(w, "ship"), pair, facts.Entity(w, "hull"), true).Message)
	// Output:
	// mast hull flag true
	// mast flag hull true
	// flag hull mast true
	// ship is not a source of (PartOf, ship)
}
