package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_relationships() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")                    // any number of targets
	docked := w.NewRelationship("Docked", fast.Exclusive)  // one target: adding another replaces it
	allied := w.NewRelationship("Allied", fast.Symmetric)  // the target gets the pair, too
	inside := w.NewRelationship("Inside", fast.Transitive) // queries follow it over any number of steps
	crew := w.NewTag("Crew")

	genoa, venice, dock := w.Spawn(fast.Named("Genoa")), w.Spawn(fast.Named("Venice")), w.Spawn(fast.Named("Dock"))
	anna, bela := w.Spawn(fast.Named("Anna")), w.Spawn(fast.Named("Bela"))
	_ = w.AddPair(anna, likes, genoa)
	_ = w.AddPair(anna, likes, venice)
	_ = w.AddPair(anna, docked, genoa)
	_ = w.AddPair(anna, docked, venice)
	_ = w.AddPair(anna, allied, bela)
	_ = w.AddPair(dock, inside, venice)
	_ = w.AddPair(anna, inside, dock)
	_ = w.Add(anna, crew)

	fmt.Println(len(w.Targets(anna, likes)), w.HasPair(anna, docked, genoa), w.HasPair(bela, allied, anna))

	// A reader of one relationship is faster in loops.
	reader := w.Relationship(docked)
	for e := range reader.Sources(venice) {
		fmt.Println(w.Name(e), "is docked at", w.Name(reader.Target(e)))
	}

	// A query follows a transitive relationship: Anna is inside the dock, which is inside Venice.
	everyoneInVenice := fast.NewQuery0(w, fast.Pair(inside, venice), crew)
	fmt.Println(everyoneInVenice.Len())
	// Output:
	// 2 false true
	// Anna is docked at Venice
	// 1
}

func Example_pairsWithValues() {
	w := fast.NewWorld()
	type Price struct{ Coins int }
	price := fast.Register[Price](w)
	port, wine, salt := w.Spawn(), w.NewTag("Wine"), w.NewTag("Salt")
	_ = price.SetPair(port, wine, Price{30})
	_ = price.SetPair(port, salt, Price{4})

	for goods, p := range price.Pairs(port) { // of one entity
		fmt.Println(w.Name(goods), p.Coins)
	}

	prices := fast.NewQuery1[Price](w, fast.Field[Price](price.Pair(fast.Wildcard))) // of all
	for batch := range prices.Batches() {
		for _, p := range batch.Field() {
			fmt.Println(w.Name(batch.Target(0)), p.Coins)
		}
	}
	// Unordered output:
	// Wine 30
	// Salt 4
	// Wine 30
	// Salt 4
}

func Example_whatADeletionDoes() {
	w := fast.NewWorld()
	owes := w.NewRelationship("Owes")
	lives := w.NewRelationship("LivesIn")
	_ = w.AddPair(lives, fast.OnDeleteTarget, fast.Delete)

	house, bank := w.Spawn(), w.Spawn()
	guest := w.Spawn(fast.Pair(lives, house), fast.Pair(owes, bank))

	_ = w.Delete(bank) // by default the pair is removed
	fmt.Println(w.Alive(guest), w.HasPair(guest, owes, fast.Wildcard))
	_ = w.Delete(house) // with (OnDeleteTarget, Delete) the guest is deleted, too
	fmt.Println(w.Alive(guest))
	// Output:
	// true false
	// false
}
