package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Terms that bind variables are evaluated first, terms that only test last. Optional terms keep
// their position.
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

// A comparison other than "==" does not bind a variable.
func ExampleCompile_unbound() {
	compile(facts.World(spec.Flecs3(), "Ship", "Mars"), spec.Query{Expr: "Ship, $x != Mars", Kind: spec.KindRule})
	// Output:
	// Ship, $x != Mars is refused: nothing gives $x values: texts, lookups, != and ~= only compare; add a term such as Ship($x), or $x == Mars
}
