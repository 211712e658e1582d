package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Terms that always count are evaluated first, those that only test last. What is optional keeps its place.
func ExampleQuery_InOrder() {
	w := facts.World(spec.Flecs3(), "Ship", "Lost", "DockedTo")
	for _, t := range compile(w, spec.Query{Expr: "!Lost, ?DockedTo($this, $x), Ship", Kind: spec.KindRule}).InOrder {
		text, _ := lang.Print(spec.DialectFlecs3, []spec.Term{*t.Written})
		fmt.Println(text)
	}
	// Output:
	// Ship
	// ?(DockedTo, $x)
	// !Lost
}

// A comparison does not say what a variable may be.
func ExampleCompile_unbound() {
	compile(facts.World(spec.Flecs3(), "Ship", "Mars"), spec.Query{Expr: "Ship, $x != Mars", Kind: spec.KindRule})
	// Output:
	// Ship, $x != Mars is refused: nothing gives $x values: texts, lookups, != and ~= only compare; add a term such as Ship($x), or $x == Mars
}
