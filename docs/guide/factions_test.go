package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_factions() {
	w := fast.NewWorld()
	member, hates := w.NewRelationship("Member"), w.NewRelationship("Hates")
	in := w.NewRelationship("In", fast.Exclusive)
	crown, guild, hall, crypt := w.Spawn(fast.Named("Crown")), w.Spawn(fast.Named("Guild")), w.Spawn(fast.Named("Hall")), w.Spawn(fast.Named("Crypt"))
	_ = w.AddPair(crown, hates, guild)
	hero, guard, far := w.Spawn(fast.Named("Hero")), w.Spawn(fast.Named("Guard")), w.Spawn(fast.Named("Far"))
	for e, pairs := range map[fast.Entity][2]fast.Entity{
		hero: {guild, hall}, guard: {crown, hall}, far: {crown, crypt},
	} {
		_ = w.AddPair(e, member, pairs[0])
		_ = w.AddPair(e, in, pairs[1])
	}

	// Who is in a room with a member of a faction that their own faction hates?
	q := fast.NewQuery0(w, fast.Text("(Member, $theirs), Hates($theirs, $ours), Member($victim, $ours), (In, $room), In($victim, $room)"))
	victim := q.Variable("victim")
	for batch := range q.Batches() {
		for _, e := range batch.Entities() {
			fmt.Println(w.Name(e), "attacks", w.Name(batch.Variable(victim)))
		}
	}

	// With a bound victim, the query visits only entities that are related to it.
	fmt.Println(q.Bind(victim, hero).Len(), q.Bind(victim, far).Len())
	// Output:
	// Guard attacks Hero
	// 1 0
}

func Example_inventory() {
	w := fast.NewWorld()
	type Holds struct{ Number int }
	holds := fast.Register[Holds](w)
	needs, recipe := w.NewRelationship("Needs"), w.NewTag("Recipe")
	iron, wire, herb := w.NewTag("Iron"), w.NewTag("Wire"), w.NewTag("Herb")
	pick, elixir, hero := w.NewTag("Lockpick"), w.NewTag("Elixir"), w.Spawn(fast.Named("Hero"))
	for _, e := range []fast.Entity{pick, elixir} {
		_ = w.Add(e, recipe)
	}
	_, _, _ = w.AddPair(pick, needs, iron), w.AddPair(pick, needs, wire), w.AddPair(elixir, needs, herb)
	_, _ = holds.SetPair(hero, iron, Holds{2}), holds.SetPair(hero, wire, Holds{1})

	missing := fast.NewQuery0(w, fast.Text("Recipe, (Needs, $kind), !Holds(Hero, $kind)"))
	for e := range fast.NewQuery0(w, recipe).All() {
		fmt.Println(w.Name(e), missing.Matches(e))
	}
	// Output:
	// Lockpick false
	// Elixir true
}
