package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_relationships() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")                    // any number of targets
	docked := w.NewRelationship("Docked", fast.Exclusive)  // one target: adding another replaces it
	allied := w.NewRelationship("Allied", fast.Symmetric)  // the target also gets a pair with the source
	inside := w.NewRelationship("Inside", fast.Transitive) // if a is inside b and b inside c, a query for c also finds a
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

	// If you use a relationship often, a reader of it is faster.
	reader := w.Relationship(docked)
	for e := range reader.Sources(venice) {
		fmt.Println(w.Name(e), "is docked at", w.Name(reader.Target(e)))
	}

	// Anna is inside the dock, which is inside Venice, so the query finds Anna.
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

	for goods, p := range price.Pairs(port) { // all prices of one port
		fmt.Println(w.Name(goods), p.Coins)
	}

	prices := fast.NewQuery1[Price](w, fast.Field[Price](price.Pair(fast.Wildcard))) // all prices of all ports
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

	_ = w.Delete(bank) // the pair (Owes, bank) is removed
	fmt.Println(w.Alive(guest), w.HasPair(guest, owes, fast.Wildcard))
	_ = w.Delete(house) // the guest is deleted, because of (OnDeleteTarget, Delete)
	fmt.Println(w.Alive(guest))
	// Output:
	// true false
	// false
}

type Mana struct{ Points int }

func Example_requiredComponents() {
	w := fast.NewWorld()
	creature, mana := w.NewTag("Creature"), fast.Register[Mana](w)

	// An entity that gets Creature also gets Mana, with the value zero.
	_ = w.AddPair(creature, fast.With, mana.Entity())
	imp := w.Spawn(creature)
	fmt.Println(*mana.Get(imp))

	// The observer sets a default. It runs after Spawn1 has set its values, so it does not replace them.
	fast.Register[Health](w)
	w.Observe(fast.OnAdd, creature, func(e fast.Event) {
		if fast.Get[Health](w, e.Entity) == nil {
			_ = fast.Set(w, e.Entity, Health{100})
		}
	})
	troll, wolf := w.Spawn(creature), fast.Spawn1(w, Health{7}, creature)
	fmt.Println(fast.Get[Health](w, troll).Points, fast.Get[Health](w, wolf).Points)
	// Output:
	// {0}
	// 100 7
}
