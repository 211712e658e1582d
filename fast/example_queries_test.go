package fast_test

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

type Depth struct{ Value int }

// The loop visits the entities of three tables in one sorted order. A batch is a run of entities
// that are consecutive both in this order and in their table.
func ExampleOrderBy() {
	w := fast.NewWorld()
	for _, depth := range []int{1, 3, 4, 10, 11} {
		fast.Spawn1(w, Depth{depth})
	}
	fast.Spawn2(w, Depth{5}, Velocity{})
	fast.Spawn2(w, Depth{7}, Velocity{})
	fast.Spawn2(w, Depth{8}, Mass{})
	q := fast.NewQuery1[Depth](w, fast.ReadOnly[Depth](), fast.OrderBy[Depth]())
	for batch := range q.Batches() {
		fmt.Println(batch.Field())
	}
	// Output:
	// [{1} {3} {4}]
	// [{5} {7}]
	// [{8}]
	// [{10} {11}]
}

// OrderByFunc takes a function that compares two values.
func ExampleOrderByFunc() {
	w := fast.NewWorld()
	for _, depth := range []int{-3, 1, 2} {
		fast.Spawn1(w, Depth{depth})
	}
	q := fast.NewQuery1[Depth](w, fast.OrderByFunc(func(a, b *Depth) int {
		return cmp.Compare(a.Value*a.Value, b.Value*b.Value)
	}))
	for _, depth := range q.All() {
		fmt.Println(*depth)
	}
	// Output:
	// {1}
	// {2}
	// {-3}
}

// Descending puts the greatest value first.
func ExampleDescending() {
	w := fast.NewWorld()
	for _, depth := range []int{2, 3, 1} {
		fast.Spawn1(w, Depth{depth})
	}
	for _, depth := range fast.NewQuery1[Depth](w, fast.Descending(fast.OrderBy[Depth]())).All() {
		fmt.Print(*depth)
	}
	// Output: {3}{2}{1}
}

// Entities can be ordered by creation, or by a function of the entity.
func ExampleOrderByEntityFunc() {
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	for _, name := range []string{"Carl", "Alice", "Bob"} {
		_ = w.Add(w.NewTag(name), tag)
	}
	byName := fast.OrderByEntityFunc(func(a, b fast.Entity) int { return cmp.Compare(w.Name(a), w.Name(b)) })
	for _, order := range []fast.Term{fast.OrderByEntity(), byName} {
		for e := range fast.NewQuery0(w, tag, order).All() {
			fmt.Print(w.Name(e), ".")
		}
		fmt.Println()
	}
	// Output:
	// Carl.Alice.Bob.
	// Alice.Bob.Carl.
}

// A world divided into regions needs only one query, with a loop over the relevant region.
//
// Statements: QRY-569.
func ExampleGroupBy() {
	w := fast.NewWorld()
	region := w.NewRelationship("Region", fast.Exclusive)
	north, south := w.NewTag("North"), w.NewTag("South")
	fast.Spawn1(w, Mass{1}, fast.Pair(region, south))
	fast.Spawn1(w, Mass{2}, fast.Pair(region, north))
	fast.Spawn1(w, Mass{3})
	q := fast.NewQuery1[Mass](w, fast.GroupBy(region))
	for batch := range q.Batches() {
		fmt.Println(w.Name(batch.Group()), batch.Field())
	}
	fmt.Println(len(q.Groups()), q.Group(south).Len())
	for _, mass := range q.Group(south).All() {
		fmt.Println(*mass)
	}
	// Output:
	//  [{3}]
	// North [{2}]
	// South [{1}]
	// 3 1
	// {1}
}

// As in the manual, two entities inherit Mass and two own it. Instanced batches, the default, are
// whole tables. Without instancing, Fields returns slices for any field.
//
// Statements: QRY-441, QRY-449.
func ExampleQueryOption_instancing() {
	w := fast.NewWorld()
	_ = w.AddPair(fast.Register[Mass](w).Entity(), fast.OnInstantiate, fast.Inherit)
	base := fast.Spawn1(w, Mass{10}, fast.Prefab)
	for x := range 2 {
		fast.Spawn1(w, Position{float64(x), 0}, fast.Pair(fast.IsA, base))
	}
	fast.Spawn2(w, Position{2, 0}, Mass{20})
	fast.Spawn2(w, Position{3, 0}, Mass{30})
	for batch := range fast.NewQuery2[Position, Mass](w).Batches() {
		p, m := batch.Columns()
		fmt.Println(len(p.Slice()), m.IsShared(), *m.At(0))
	}
	for batch := range fast.NewQuery2[Position, Mass](w, fast.NotInstanced).Batches() {
		p, m := batch.Fields()
		fmt.Println(p, m)
	}
	// Unordered output:
	// 2 false {20}
	// 2 true {10}
	// [{2 0} {3 0}] [{20} {30}]
	// [{0 0}] [{10}]
	// [{1 0}] [{10}]
}

// Loops can be left early and can be nested, also over the same query.
func ExampleQuery1_All_nested() {
	w := fast.NewWorld()
	for i := range 3 {
		fast.Spawn1(w, Mass{float64(i + 1)})
	}
	q := fast.NewQuery1[Mass](w)
	for a, heavy := range q.All() {
		for b, other := range q.All() {
			if a == b {
				break
			}
			fmt.Println(heavy.Kilograms, other.Kilograms)
		}
	}
	// Output:
	// 2 1
	// 3 1
	// 3 2
}

// Get tests a single entity without searching for others.
func ExampleQuery2_Get() {
	w := fast.NewWorld()
	car := fast.Spawn2(w, Position{1, 2}, Velocity{3, 4})
	rock := fast.Spawn1(w, Position{5, 6})
	q := fast.NewQuery2[Position, Velocity](w)
	row, ok := q.Get(car)
	fmt.Println(*row.A, *row.B, ok)
	_, ok = q.Get(rock)
	fmt.Println(ok, q.Matches(rock), q.Matches(car))
	// Output:
	// {1 2} {3 4} true
	// false false true
}

// Terms may be given in the query language. Their variables have names, can be bound, and can be
// read in the loop.
func ExampleText() {
	w := fast.NewWorld()
	docked, planet := w.NewRelationship("DockedTo"), w.NewTag("Planet")
	earth, moon := w.NewTag("Earth"), w.NewTag("Moon")
	_ = w.Add(earth, planet)
	fast.Spawn1(w, Mass{1}, fast.Pair(docked, earth))
	fast.Spawn1(w, Mass{2}, fast.Pair(docked, moon))
	q := fast.NewQuery1[Mass](w, fast.Text("(DockedTo, $location), !Planet($location)"))
	location := q.Variable("location")
	for batch := range q.Batches() {
		fmt.Println(w.Name(batch.Variable(location)), batch.Field())
	}
	fmt.Println(q.Bind(location, moon).Len(), q.Bind(location, earth).Len())
	// Output:
	// Moon [{2}]
	// 1 0
}

// $this can occur in an id. This query finds entities that like themselves.
func ExampleQuery0_Bind_this() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	bob, alice := w.NewTag("Bob"), w.NewTag("Alice")
	_ = w.AddPair(bob, likes, alice)
	_ = w.AddPair(alice, likes, alice)
	q := fast.NewQuery0(w, fast.Pair(likes, fast.This))
	for e := range q.All() {
		fmt.Println(w.Name(e))
	}
	fmt.Println(q.Bind(fast.This, bob).Len())
	// Output:
	// Alice
	// 0
}

// If a query may write a value, a query that reads the value has changed after its loop, unless the
// loop calls Skip.
//
// Statements: QRY-512 to QRY-516.
func ExampleQuery1_Changed() {
	w := fast.NewWorld()
	e := fast.Spawn1(w, Position{1, 1})
	read := fast.NewQuery1[Position](w, fast.ReadOnly[Position](), fast.DetectChanges)
	write := fast.NewQuery1[Position](w)
	look := func() {
		changed := read.Changed()
		for batch := range read.Batches() {
			fmt.Println(changed, batch.Changed(), read.Changed())
		}
	}
	look() // nothing was seen before
	look()
	_ = fast.Set(w, e, Position{10, 20})
	look()
	for batch := range write.Batches() {
		batch.Skip()
	}
	look()
	for range write.Batches() { // changed or not
	}
	look()
	// Output:
	// true true false
	// false false false
	// true true false
	// false false false
	// true true false
}

// No term connects the stations with the ships, so the query returns every combination. The plan
// warns about this.
func ExampleQuery_Plan_warning() {
	w := fast.NewWorld()
	for _, name := range []string{"Ship", "Station", "DockedTo"} {
		w.NewTag(name)
	}
	for _, text := range []string{"Ship, Station($at)", "Ship, (DockedTo, $at), Station($at)"} {
		q, err := w.Prepare(spec.Query{Expr: text, Text: true, Kind: spec.KindRule})
		check(err)
		_, warning, _ := strings.Cut(q.Plan(), "yield\n")
		fmt.Printf("%s: %q\n", text, warning)
	}
	// Output:
	// Ship, Station($at): "warning: no term connects $at with $this: the rows are all combinations of their matches\n"
	// Ship, (DockedTo, $at), Station($at): ""
}

// Exact finds entities with these components and no others. Optional allows one more.
func ExampleQueryOption_exact() {
	w := fast.NewWorld()
	fast.Spawn2(w, Position{X: 1}, Velocity{})
	fast.Spawn3(w, Position{X: 2}, Velocity{}, Mass{})
	fast.Spawn2(w, Position{X: 3}, Velocity{}, w.NewTag("Frozen"))

	exact := fast.NewQuery2[Position, Velocity](w, fast.Exact)
	perhapsMass := fast.NewQuery2[Position, Velocity](w, fast.Exact, fast.Optional(fast.Register[Mass](w).ID()))
	fmt.Println(exact.Len(), perhapsMass.Len())
	// Output: 1 2
}
