package events_test

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// The events of an operation are computed from the worlds before and after it.
func ExampleListener_EventsOf() {
	w := facts.World(spec.Flecs3(), "Cargo", "ship (DockedTo, Earth)")
	asked := spec.Query{
		Terms: []spec.Term{{First: spec.EntityRef("DockedTo"), Second: spec.EntityRef(spec.Wildcard)}},
		Kind:  spec.KindFilter,
	}
	q, err := query.Compile(w, &asked, asked.Terms)
	if err != nil {
		panic(err)
	}
	l, err := events.Listen("o", q, nil, false)
	if err != nil {
		panic(err)
	}
	look := func(w *rules.World) *events.Snapshot {
		ids := query.NewSearch(w, &query.Query{}, new(1000))
		ids.Literal = true
		return &events.Snapshot{HasRow: query.NewSearch(w, l.Query, new(1000)).HasRow, IDs: ids}
	}
	ship, mars := w.Handles["ship"], facts.Entity(w, "Mars")
	before := *w
	before.Entities = slices.Clone(w.Entities)
	w.Was = map[rules.Entity]rules.Record{} // an operation begins
	for _, change := range []func(rules.Entity, rules.ID) *spec.Error{w.Remove, w.Add} {
		id := facts.ID(w, "(DockedTo, Earth)")
		if len(w.Was) > 0 {
			id.Second = mars
		}
		if err := change(ship, id); err != nil {
			panic(err)
		}
	}
	for _, e := range l.EventsOf(ship, look(&before), look(w)) {
		fmt.Println(e.Event, e.Entity, e.ID)
	}
	// Output:
	// OnRemove ship (DockedTo, Earth)
	// OnAdd ship (DockedTo, Mars)
}
