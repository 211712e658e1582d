package fast_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Above and below a cabin: its ship and its fleet.
func ExampleWorld_Traverse() {
	w := fast.NewWorld()
	fleet := w.NewTag("Fleet")
	before, _ := w.SetScope(fleet)
	ship := w.Spawn(fast.Named("Argo"))
	fmt.Println(w.Scope() == fleet)
	_, _ = w.SetScope(before)
	cabin := w.Spawn(fast.Pair(fast.ChildOf, ship))

	depth, _ := w.Depth(cabin, fast.ChildOf)
	above, _ := w.WalkUp(cabin, fast.ChildOf, 0)
	fmt.Println(depth, above[0] == ship, above[1] == fleet)
	fmt.Println(len(w.Traverse(fleet, fast.ChildOf, 0)), len(w.Sources(fast.ChildOf, fleet)))
	// Output:
	// true
	// 2 true true
	// 2 1
}

// Queries do not find a disabled ship. If only its shield is disabled, the ship keeps the shield,
// but queries for the shield do not find it.
func ExampleWorld_Disable() {
	w := fast.NewWorld()
	shield := w.NewTag("Shield", fast.CanToggle)
	argo, nemo := w.Spawn(shield), w.Spawn(shield)
	shielded := fast.NewQuery0(w, shield)

	_ = w.Disable(argo)
	fmt.Println(shielded.Len(), w.Has(argo, fast.Disabled))
	_ = w.Enable(argo)
	_ = w.DisableID(nemo, shield)
	fmt.Println(shielded.Len(), w.IsEnabled(nemo, shield))
	_ = w.EnableID(nemo, shield)
	fmt.Println(shielded.Len(), w.IsEnabled(nemo, shield))
	// Output:
	// 1 true
	// 1 false
	// 2 true
}

// Changes between DeferBegin and DeferEnd are deferred. The error lists the changes that failed.
func ExampleDeferredError() {
	w := fast.NewWorld()
	likes, bob := w.NewRelationship("Likes"), w.Spawn()
	w.DeferBegin()
	_ = w.AddPair(bob, likes, bob)
	_ = w.SetName(bob, "Likes") // a sibling has the name
	fmt.Println(w.IsDeferred(), w.HasPair(bob, likes, bob))
	err := w.DeferEnd()

	var deferred *fast.DeferredError
	fmt.Println(errors.As(err, &deferred), len(deferred.Failures), len(deferred.Unwrap()))
	var refusal *fast.Error
	fmt.Println(errors.As(err, &refusal) && refusal.Code == fast.CodeExists, w.HasPair(bob, likes, bob))
	// Output:
	// true false
	// true 1 1
	// true true
}

// Everything that is poisoned is deleted together.
func ExampleWorld_DeleteWith() {
	w := fast.NewWorld()
	poisoned, hero := w.NewTag("Poisoned"), w.Spawn()
	a, b := w.Spawn(poisoned), w.Spawn(poisoned)
	fmt.Println(w.DeleteWith(poisoned), w.Alive(a), w.Alive(b), w.Alive(hero))
	// Output: <nil> false false true
}

// Modified announces a change through an address.
func ExampleWorld_Modified() {
	w := fast.NewWorld()
	cargo := fast.Register[Cargo](w)
	ship := fast.Spawn1(w, Cargo{5})
	fast.Observe(w, fast.OnSet, func(e fast.Entity, c *Cargo) { fmt.Println("now", c.Tons) })
	cargo.Own(ship).Tons = 7
	_ = cargo.Modified(ship)
	cargo.Own(ship).Tons = 8
	_ = w.Modified(ship, cargo.ID())
	loop := fast.NewQuery1[Cargo](w)
	for batch := range loop.Batches() {
		batch.Modified(0)
		for i, c := range fast.ValuesIn[Cargo](batch.Batch, cargo.ID()) {
			fmt.Println(i, c.Tons)
		}
	}
	_ = fast.Unset[Cargo](w, ship)
	fmt.Println(fast.Has[Cargo](w, ship))
	// Output:
	// now 7
	// now 8
	// 0 8
	// false
}

// Overrides lists what instances of a frigate get as their own.
func ExampleWorld_Overrides() {
	w := fast.NewWorld()
	cargo := fast.Register[Cargo](w)
	frigate := fast.Spawn1(w, Cargo{5}, fast.Prefab)
	_ = w.Override(frigate, cargo.ID())
	for _, id := range w.Overrides(frigate) {
		fmt.Println(w.TextOf(id))
	}
	// Output: Cargo
}

// The player moves cards of a hand. New cards are added at the end.
func ExampleWorld_MoveAfter() {
	w := fast.NewWorld()
	held := w.NewRelationship("HeldBy", fast.Ordered)
	hand := w.Spawn()
	for _, name := range []string{"Ace", "King", "Queen"} {
		_ = w.AddPair(w.NewTag(name), held, hand)
	}
	cards := w.Sources(held, hand)
	_ = w.MoveAfter(cards[0], fast.Pair(held, hand), cards[1])
	for _, card := range w.Sources(held, hand) {
		fmt.Println(w.Name(card))
	}
	// Output:
	// King
	// Ace
	// Queen
}

// A text query grouped by the region of its ships: the rows of a group, and blocks of equal keys.
func ExampleQuery_GroupRows() {
	w := fast.NewWorld()
	region := w.NewRelationship("Region", fast.Exclusive)
	north, south := w.NewTag("North"), w.NewTag("South")
	ship := w.NewTag("Ship")
	for _, where := range []fast.Entity{north, south, north} {
		w.Spawn(ship, fast.Pair(region, where))
	}
	q, err := w.Prepare(spec.Query{Expr: "Ship", Kind: spec.KindCached, GroupBy: "Region", DetectChanges: true})
	check(err)
	rows, err := q.GroupRows(north)
	check(err)
	n := 0
	for row := range rows {
		n++
		fmt.Println(w.Name(row.Group()), row.Block())
	}
	check(q.ClearChanged())
	changed, err := q.Changed()
	fmt.Println(n, changed, err)
	// Output:
	// North 0
	// North 0
	// 2 false <nil>
}

// Long files report progress, and a limit protects against damaged ones.
func ExampleFileProgress() {
	w := fast.NewWorld()
	w.SpawnMany(3)
	var file bytes.Buffer
	done := 0
	fmt.Println(w.Save(&file, fast.FileProgress(func(n, total int) { done = total })), done > 0)
	next := fast.NewWorld()
	fmt.Println(next.Load(&file, fast.FileIndices(1000)), next.Len())
	// Output:
	// <nil> true
	// <nil> 3
}

// The profile of a world is chosen when it is created.
func ExampleWorld_Profile() {
	w := fast.NewWorld(fast.WithProfile(fast.Flecs4()), fast.WithoutRecycling(), fast.WithEventLimit(1000))
	fmt.Println(w.Profile().Name)
	first := w.Spawn()
	_ = w.Delete(first)
	fmt.Println(w.Spawn().Index() == first.Index(), first.Index() >= fast.ReservedIndices)
	// Output:
	// flecs-4
	// false true
}

// Failed changes of observers are reported to the program. Observers are notified of the end of a
// world.
func ExampleWorld_HandleFailures() {
	w := fast.NewWorld()
	w.NewTag("Taken")
	w.HandleFailures(func(err error) { fmt.Println(err) })
	o := fast.Observe(w, fast.OnAdd, func(e fast.Entity, _ *Cargo) { _ = w.SetName(e, "Taken") })
	fast.Spawn1(w, Cargo{1})
	o.Release()
	fast.Observe(w, fast.OnRemove, func(_ fast.Entity, c *Cargo) { fmt.Println("gone:", c.Tons) })
	fmt.Println(w.Teardown())
	_ = w.WriteText(os.Stdout)
	// Output:
	// exists: the sibling #64 has the name "Taken"; choose another name
	// gone: 1
	// <nil>
}
