package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Names are looked up when a query is created: it still means the same entity after that is renamed.
func ExampleWorld_Compile() {
	w := world(spec.Flecs3(), "ship (DockedTo, Earth)")
	q := compile(w, spec.Query{Expr: "(DockedTo, Earth)"})
	if err := w.SetName(w.Handles["Earth"], "Terra"); err != nil {
		panic(err)
	}
	s := w.NewSearch(q, new(1000))
	for _, r := range s.Rows(rules.Assignment{}, 10) {
		fmt.Println(line(s, &r))
	}
	compile(w, spec.Query{Expr: "(DockedTo, Earth)"})
	// Output:
	// ship  (DockedTo, Earth)
	// (DockedTo, Earth) is refused: nothing is named "Earth"
}
