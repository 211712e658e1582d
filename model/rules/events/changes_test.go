package events_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// A ship that gets a tag changes both the table that it leaves and the one that it enters.
func ExampleClock() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "cutter Ship", "Lost", "bob")
	asked := spec.Query{Terms: []spec.Term{{First: spec.EntityRef("Ship")}}, Kind: spec.KindCached}
	q, err := query.Compile(w, &asked, asked.Terms)
	if err != nil {
		panic(err)
	}
	clock, seen := events.NewClock(), events.Sight{}
	look := func() bool {
		s := query.NewSearch(w, q, new(1000))
		rows := s.Rows(query.Assignment{}, 10)
		changed := seen.Changed(clock.Tables(s, rows, seen))
		clock.Returned(s, rows, seen, false)
		return changed
	}
	add := func(who, id string) {
		w.Effects = rules.Effects{Was: map[rules.Entity]rules.Record{}}
		if err := w.Add(w.Handles[spec.Handle(who)], facts.ID(w, id)); err != nil {
			panic(err)
		}
		clock.Happened(w)
	}
	fmt.Println(look(), look())
	add("bob", "Lost")
	fmt.Println(look())
	add("frigate", "Lost")
	fmt.Println(look(), look())
	// Output:
	// true false
	// false
	// true false
}

// A ship that gets a new id moves between tables. Adding an id that it has moves nothing.
func ExampleMoves() {
	w := facts.World(spec.Flecs3(), "frigate Ship", "Lost")
	for range 2 {
		w.Was = map[rules.Entity]rules.Record{}
		if err := w.Add(w.Handles["frigate"], facts.ID(w, "Lost")); err != nil {
			panic(err)
		}
		fmt.Println(len(events.Moves(w)))
	}
	// Output:
	// 2
	// 0
}
