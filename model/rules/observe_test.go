package rules_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// An observer hears what an operation did, from the world before it and the world after it.
func ExampleListener_Hears() {
	w := world(spec.Flecs3(), "Cargo", "ship (DockedTo, Earth)")
	l, err := rules.Listen("o", compile(w, spec.Query{Expr: "(DockedTo, *)", Kind: spec.KindFilter}), nil, false)
	if err != nil {
		panic(err)
	}
	look := func(w *rules.World) *rules.Snapshot {
		ids := w.NewSearch(&rules.Query{}, new(1000))
		ids.Literal = true
		return &rules.Snapshot{Rows: w.NewSearch(l.Query, new(1000)), IDs: ids}
	}
	ship, mars := w.Handles["ship"], entity(w, "Mars")
	w.Was = map[rules.Entity]rules.Record{} // an operation begins
	for _, change := range []func(rules.Entity, rules.ID) *spec.Error{w.Remove, w.Add} {
		id := idOf(w, "(DockedTo, Earth)")
		if len(w.Was) > 0 {
			id.Second = mars
		}
		if err := change(ship, id); err != nil {
			panic(err)
		}
	}
	for _, e := range l.Hears(ship, look(w.Before()), look(w)) {
		fmt.Println(e.Event, e.Entity, e.ID)
	}
	// Output:
	// OnRemove ship (DockedTo, Earth)
	// OnAdd ship (DockedTo, Mars)
}
