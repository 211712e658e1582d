package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// In this profile, a query of kind auto becomes a rule, or a cached query if it has an order.
func ExampleCompile_kind() {
	w := facts.World(spec.Flecs3(), "Ship", "DockedTo")
	compile(w, spec.Query{Expr: "Ship, (DockedTo, $x)", Kind: spec.KindFilter})
	fmt.Println(compile(w, spec.Query{Expr: "Ship, (DockedTo, $x)"}).Kind == spec.KindRule)
	fmt.Println(compile(w, spec.Query{Expr: "Ship", GroupBy: "DockedTo"}).Kind == spec.KindCached)
	// Output:
	// Ship, (DockedTo, $x) is refused: a filter query does not support a variable in flecs-3
	// true
	// true
}
