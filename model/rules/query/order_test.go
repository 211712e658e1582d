package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Entities without a group come first, and parents come before their children.
func ExampleSearch_Arrange() {
	w := facts.World(spec.Flecs3(), "red", "blue", "cutter Ship", "cutter (Fleet, blue)", "frigate Ship",
		"frigate (Fleet, red)", "raft Ship",
		"deck (ChildOf, frigate)", "deck Ship")
	for _, asked := range []spec.Query{{Expr: "Ship", GroupBy: "Fleet"}, {Expr: "Ship(self|cascade(ChildOf))"}} {
		s, rows := answer(w, asked)
		for i := range rows {
			fmt.Printf("block %d: %s %q\n", rows[i].Block, s.Handle(rows[i].Vars[0]), s.Handle(s.Group(&rows[i])))
		}
	}
	// Output:
	// block 0: raft ""
	// block 0: deck ""
	// block 1: frigate "red"
	// block 2: cutter "blue"
	// block 0: cutter ""
	// block 0: frigate ""
	// block 0: raft ""
	// block 1: deck ""
}
