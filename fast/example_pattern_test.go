package fast_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Remove with a pattern removes every pair that matches.
func ExampleWorld_Remove() {
	w := fast.NewWorld()
	e := named(w, "Likes", "Knows", "Bob", "Alice")
	likes, knows, bob, alice := e[0], e[1], e[2], e[3]
	check(w.Add(bob, fast.Pair(likes, alice)), w.Add(bob, fast.Pair(knows, alice)), w.Add(bob, fast.Pair(likes, bob)))

	check(w.Remove(bob, fast.Pair(fast.Wildcard, alice)))
	fmt.Println(w.Has(bob, fast.Pair(likes, alice)), w.Has(bob, fast.Pair(knows, alice)),
		w.Has(bob, fast.Pair(likes, bob)))
	// Output: false false true
}

// A disabled own id also hides that of the base.
func ExampleWorld_DisableID() {
	w := fast.NewWorld()
	e := named(w, "Armed", "Frigate", "Ship", "Other")
	armed, frigate, ship, other := e[0], e[1], e[2], e[3]
	check(w.Add(frigate, armed), w.Add(ship, fast.Pair(fast.IsA, frigate)),
		w.Add(other, fast.Pair(fast.IsA, frigate)))
	check(w.Add(armed, fast.CanToggle), w.Add(ship, armed), w.DisableID(ship, armed))

	q, err := w.Prepare(spec.Query{Expr: "Armed"})
	check(err)
	rows, err := q.Rows()
	check(err)
	for row := range rows {
		fmt.Println(w.Name(row.Entity()))
	}
	fmt.Println(w.Has(ship, armed))
	// Unordered output:
	// Frigate
	// Other
	// true
}
