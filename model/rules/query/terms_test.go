package query_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// Names are resolved when a query is created. A later rename does not change the query.
func ExampleCompile() {
	w := facts.World(spec.Flecs3(), "ship (DockedTo, Earth)")
	q := compile(w, spec.Query{Expr: "(DockedTo, Earth)"})
	if err := w.SetName(w.Handles["Earth"], "Terra"); err != nil {
		panic(err)
	}
	s := query.NewSearch(w, q, new(1000))
	for _, r := range s.Rows(query.Assignment{}, 10) {
		fmt.Println(line(s, &r))
	}
	compile(w, spec.Query{Expr: "(DockedTo, Earth)"})
	// Output:
	// ship  (DockedTo, Earth)
	// (DockedTo, Earth) is refused: nothing is named "Earth"
}
