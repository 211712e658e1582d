package guide_test

import (
	"bytes"
	"fmt"

	"github.com/relspec/relspec/fast"
)

func Example_saving() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive)
	port := w.Spawn(fast.Named("Genoa"))
	ship := fast.Spawn1(w, Health{80}, fast.Pair(docked, port))

	var file bytes.Buffer // an os.File in a game
	if err := w.Save(&file); err != nil {
		fmt.Println(err)
	}

	next := fast.NewWorld()
	fast.Register[Health](next) // every component type of the file, before Load
	if err := next.Load(&file); err != nil {
		fmt.Println(err) // next has then not changed
	}
	// Queries and observers are made after Load. Entities of before mean the same.
	fmt.Println(next.Name(next.Target(ship, docked, 0)), *fast.Get[Health](next, ship))
	// Output: Genoa {80}
}

func Example_templates() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive)
	port := w.Spawn(fast.Named("Genoa"))
	ship := fast.Spawn1(w, Health{80}, fast.Pair(docked, port))
	gun := fast.Spawn1(w, Health{5}, fast.Below(ship))

	var template bytes.Buffer
	if err := w.SaveTree(&template, ship); err != nil {
		fmt.Println(err)
	}

	next := fast.NewWorld()
	fast.Register[Health](next)
	fleet := next.NewTag("Fleet")
	part, err := next.LoadPart(&template, fast.FileBelow(fleet), fast.FileMakeMissing())
	if err != nil {
		fmt.Println(err) // next has then not changed
		return
	}
	docked = part.Of(docked) // what the part mentions is found by its path, or made
	fmt.Println(next.Name(next.Target(part.Of(ship), docked, 0)), next.Parent(part.Of(ship)) == fleet,
		*fast.Get[Health](next, part.Of(gun)))
	// Output: Genoa true {5}
}

func Example_rewinding() {
	w := fast.NewWorld()
	health := fast.Register[Health](w)
	hero := fast.Spawn1(w, Health{10})
	before := w.Snapshot()
	_ = w.Delete(hero)
	w.Restore(before)
	fmt.Println(w.Alive(hero), health.Get(hero).Points)
	// Output: true 10
}
