package rules_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// The parts of a fleet, depth first. Mast is a part of Ship at depth 2. Flag is a part of Mast and
// of Ship, so it is at the depths 2 and 3.
func ExampleSet_Candidates() {
	w := facts.World(spec.Flecs3Beta(), "PartOf Acyclic", "Ship (PartOf, Fleet)", "Mast (PartOf, Ship)",
		"Flag (PartOf, Mast)",
		"Flag (PartOf, Ship)", "Bell (PartOf, Ship)")
	show := func(set rules.Set) {
		var line []string
		set.Along = w.Handles["PartOf"]
		for _, c := range set.Candidates(w.Handles["Fleet"],
			func(e rules.Entity) []rules.Entity { return w.Next(e, set) }) {
			line = append(line, string(w.Handle(c.Entity)))
		}
		fmt.Println(strings.Join(line, " "))
	}
	show(rules.Set{Self: true, Down: true})
	show(rules.Set{Down: true, Max: 1})
	show(rules.Set{Down: true, Min: 2, Max: 2})
	show(rules.Set{Down: true, Min: 3, Max: 3})
	show(rules.Set{Self: true})
	// Output:
	// Fleet Ship Mast Flag Bell
	// Ship
	// Mast Flag Bell
	// Flag
	// Fleet
}
