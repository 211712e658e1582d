package rules_test

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/spec"
)

// An entity created after a snapshot does not exist after the restore, but its number is not
// reused.
func ExampleWorld_Restore() {
	w := facts.World(spec.Flecs3(), "bob (Likes, fruit)")
	before, scope := slices.Clone(w.Entities), w.Scope
	later, _ := w.Create(spec.Operation{Op: spec.OpEntity, Entity: "eve"}, rules.None, nil)
	likes := rules.ID{First: w.Handles["Likes"], Second: later}
	fmt.Println(w.Dropped(w.Handles["bob"], likes))
	w.Restore(before, scope, nil)
	fmt.Println(w.Alive(later), w.Dropped(w.Handles["bob"], likes))
	// Output:
	// false
	// false true
}

// Eve was deleted before the save, and is dead in the loaded world. Bob still likes Alice, in the
// same type order.
func ExampleWorld_Reload() {
	w := facts.World(spec.Flecs3(), "Likes", "eve", "bob", "alice", "bob (Likes, alice)", "bob Npc", "bob (Likes, eve)")
	if err := w.Delete(facts.Entity(w, "eve")); err != nil {
		panic(err)
	}
	if err := w.Switch(facts.Entity(w, "bob"), facts.ID(w, "Npc"), false); err != nil {
		panic(err)
	}
	w.Scope = facts.Entity(w, "alice")
	pair := facts.ID(w, "(Likes, alice)")
	w.Orders[pair] = []rules.Entity{facts.Entity(w, "bob")}
	other := w.Reload()
	facts.Owns(other, "bob")
	npc, _ := other.Owned(facts.Entity(other, "bob"), facts.ID(other, "Npc"))
	fmt.Println("Npc off:", npc.Off, "scope:", other.Handle(other.Scope), "sources:", len(other.Orders[pair]))
	_, err := other.Find("eve")
	fmt.Println(err.Code)
	for _, e := range other.Users() {
		fmt.Print(other.Handle(e), " ")
	}
	// Output:
	// bob owns Npc, (Likes, alice)
	// Npc off: true scope: alice sources: 1
	// not_alive
	// Likes bob alice Npc
}
