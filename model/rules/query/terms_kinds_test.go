package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// An auto query becomes a kind that supports its terms, if the profile allows that.
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
