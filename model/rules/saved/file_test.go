package saved_test

import (
	"fmt"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/internal/facts"
	"github.com/relspec/relspec/model/rules/order"
	"github.com/relspec/relspec/model/rules/saved"
	"github.com/relspec/relspec/spec"
)

// Eve was deleted before the save, and is dead in the loaded world. Bob still likes Alice, in the same
// type order.
func ExampleWrite() {
	w := facts.World(spec.Flecs3(), "Likes", "eve", "bob", "alice", "bob (Likes, alice)", "bob Npc", "bob (Likes, eve)")
	if err := w.Delete(facts.Entity(w, "eve")); err != nil {
		panic(err)
	}
	if err := w.Switch(facts.Entity(w, "bob"), facts.ID(w, "Npc"), false); err != nil {
		panic(err)
	}
	w.Scope = facts.Entity(w, "alice")
	pair := facts.ID(w, "(Likes, alice)")
	orders := order.Lists{pair: {facts.Entity(w, "bob")}}

	other := rules.New(spec.Flecs3())
	places := saved.Read(saved.Write(w, orders), other)
	facts.Owns(other, "bob")
	npc, _ := other.Owned(facts.Entity(other, "bob"), facts.ID(other, "Npc"))
	fmt.Println("Npc off:", npc.Off, "scope:", other.Handle(other.Scope), "sources:", len(places[pair]))
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
