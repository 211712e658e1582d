package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// Each kind of derived match cites statements.
func ExampleMatch_Statements() {
	w := facts.World(spec.Flecs3(), "Oak (IsA, Tree)", "garden Oak", "LocatedIn Transitive", "garden (LocatedIn, city)",
		"city (LocatedIn, land)")
	for _, expr := range []string{"Oak(garden)", "Tree(garden)", "LocatedIn(garden, land)", "LocatedIn(garden, _)"} {
		s, rows := answer(w, spec.Query{Expr: expr, Kind: spec.KindRule})
		fmt.Println(expr, s.Field(&rows[0], 0).Statements())
	}
	// Output:
	// Oak(garden) [QRY-109 FQL-009]
	// Tree(garden) [QRY-581 FQL-115]
	// LocatedIn(garden, land) [REL-187 QRY-592]
	// LocatedIn(garden, _) [QRY-135]
}
