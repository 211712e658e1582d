package fast_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
)

// describe writes an id with the names of its elements.
func describe(w *fast.World, id fast.ID) string {
	name := func(e fast.Entity) string {
		if e == fast.Wildcard {
			return "*"
		}
		return w.Name(e)
	}
	if !id.IsPair() {
		return name(id.First())
	}
	return "(" + name(id.First()) + ", " + name(id.Second()) + ")"
}

// diner creates a world with the table of the manual's example: Npc, three things that are liked
// and two that are eaten.
func diner() (w *fast.World, npc, likes, eats, apples, pears, guest fast.Entity) {
	w = fast.NewWorld()
	e := named(w, "Npc", "Likes", "Eats", "Apples", "Pears", "Bananas")
	npc, likes, eats, apples, pears = e[0], e[1], e[2], e[3], e[4]
	guest = w.Spawn(
		fast.Pair(eats, pears), fast.Pair(likes, e[5]), fast.Pair(eats, apples), fast.Pair(likes, apples),
		npc, fast.Pair(likes, pears),
	)
	return w, npc, likes, eats, apples, pears, guest
}

// The manual's example of a table: the plain id first, then the pairs, those of a relationship together.
//
// Statements: REL-282.
func ExampleWorld_TableOf() {
	w, _, _, _, _, _, guest := diner()
	table, _ := w.TableOf(guest)
	var texts []string
	for _, id := range table.IDs {
		texts = append(texts, describe(w, id))
	}
	fmt.Println(strings.Join(texts, ", "))
	fmt.Println(table.Entities)
	// Output:
	// Npc, (Likes, Apples), (Likes, Pears), (Likes, Bananas), (Eats, Apples), (Eats, Pears)
	// 1
}

// The table is in the index of every id that it has and of every wildcard that matches one, with
// the column and the count that the manual gives.
//
// Statements: REL-267, REL-268, REL-269, REL-274, REL-275, REL-276, REL-284, REL-285, REL-288.
func ExampleWorld_Records() {
	w, npc, likes, eats, apples, pears, guest := diner()
	table, _ := w.TableOf(guest)
	for _, id := range []fast.ID{
		fast.Single(npc), fast.Pair(likes, apples), fast.Pair(eats, pears),
		fast.Pair(likes, fast.Wildcard), fast.Pair(fast.Wildcard, pears), fast.Pair(fast.Wildcard, apples),
		fast.Pair(fast.Wildcard, fast.Wildcard), fast.Pair(apples, fast.Wildcard),
	} {
		for _, record := range w.Records(id) {
			if record.Table == table.Number { // not a table that the guest was in before
				fmt.Println(describe(w, id), "column", record.Column, "count", record.Count)
			}
		}
	}
	// Output:
	// Npc column 0 count 1
	// (Likes, Apples) column 1 count 1
	// (Eats, Pears) column 5 count 1
	// (Likes, *) column 1 count 3
	// (*, Pears) column 2 count 2
	// (*, Apples) column 1 count 2
	// (*, *) column 1 count 5
}

// All (Likes, *) are consecutive. To find the (*, Pears), continue from the column until the count
// is reached.
//
// Statements: REL-072, REL-279, REL-281, REL-286, REL-287.
func ExampleTableInfo_Search() {
	w, _, likes, _, _, pears, guest := diner()
	table, _ := w.TableOf(guest)
	for _, pattern := range []fast.ID{fast.Pair(likes, fast.Wildcard), fast.Pair(fast.Wildcard, pears)} {
		records := w.Records(pattern)
		record := records[slices.IndexFunc(records, func(r fast.Record) bool { return r.Table == table.Number })]
		at := record.Column - 1
		for range record.Count {
			at = table.Search(pattern, at+1)
			fmt.Println(describe(w, pattern), at, describe(w, table.IDs[at]))
		}
		fmt.Println(table.Search(pattern, at+1))
	}
	// Output:
	// (Likes, *) 1 (Likes, Apples)
	// (Likes, *) 2 (Likes, Pears)
	// (Likes, *) 3 (Likes, Bananas)
	// -1
	// (*, Pears) 2 (Likes, Pears)
	// (*, Pears) 5 (Eats, Pears)
	// -1
}

// Each set of ids has its own table. A pair with a new target makes a new table, and deleting a
// component removes all tables that have it.
//
// Statements: REL-259, REL-264, REL-265.
func ExampleWorld_Tables() {
	w := fast.NewWorld()
	e := named(w, "Position", "Likes", "Bob", "Alice")
	pos, likes, bob, alice := e[0], e[1], e[2], e[3]
	count := func(what string) { fmt.Println(len(w.Tables()), what) }
	count("table: of entities without ids")
	check(w.Add(bob, pos), w.Add(alice, pos))
	count("tables: Bob and Alice share one")
	check(w.Add(bob, fast.Pair(likes, w.Spawn())), w.Add(alice, fast.Pair(likes, w.Spawn())))
	count("tables: they like somebody new each")
	check(w.Delete(pos))
	for _, table := range w.Tables() {
		for _, id := range table.IDs {
			fmt.Println(describe(w, fast.Single(id.First())), table.Entities)
		}
	}
	fmt.Println(len(w.Records(pos)))
	// Output:
	// 1 table: of entities without ids
	// 2 tables: Bob and Alice share one
	// 4 tables: they like somebody new each
	// Likes 1
	// Likes 1
	// 0
}

// Entities that differ only in the target of a Union relationship share a table.
//
// Statements: REL-215.
func ExampleWorld_TableOf_union() {
	w := fast.NewWorld()
	walking, running := w.NewTag("Walking"), w.NewTag("Running")
	for _, property := range []fast.Entity{fast.Union, fast.Exclusive} {
		movement := w.NewRelationship("Movement", property)
		a, b := w.Spawn(fast.Pair(movement, walking)), w.Spawn(fast.Pair(movement, running))
		one, _ := w.TableOf(a)
		other, _ := w.TableOf(b)
		fmt.Println(w.Name(property), one.Number == other.Number, describe(w, one.IDs[0]))
		check(w.Delete(movement))
	}
	// Output:
	// Union true (Movement, *)
	// Exclusive false (Movement, Walking)
}

// An editor writes and reads values whose Go types it does not know.
func ExampleWorld_SetValue() {
	type hull struct{ Points, Most int }
	w := fast.NewWorld()
	hulls := fast.Register[hull](w)
	ship := w.Spawn()
	check(w.SetValue(ship, hulls.ID(), hull{80, 100}))
	fmt.Println(w.SetValue(ship, hulls.ID(), 90))
	for _, id := range w.IDs(ship) {
		value, _ := w.Value(ship, id)
		fmt.Printf("%s %+v\n", w.TextOf(id), value)
	}
	// Output:
	// invalid: values of the id are of type fast_test.hull, not int
	// hull {Points:80 Most:100}
}

// Handles, ids and queries have a text form for messages.
func ExampleID_String() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	ship := w.Spawn()
	id := fast.Pair(likes, ship)
	fmt.Println(ship, id, w.TextOf(id), fast.NewQuery0(w, fast.Pair(likes, fast.Variable(1))))
	// Output:
	// #65 (#64, #65) (Likes, #65) Likes($this, $1)
}
