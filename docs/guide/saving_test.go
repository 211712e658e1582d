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
	fast.Register[Health](next) // before Load, register every component type that is in the file
	if err := next.Load(&file); err != nil {
		fmt.Println(err) // next is unchanged
	}
	// Create queries and observers after Load. Entities have the same handles as before.
	fmt.Println(next.Name(next.Target(ship, docked, 0)), *fast.Get[Health](next, ship))
	// Output: Genoa {80}
}

type handles struct{ docked, hidden fast.Entity }

func bind(w *fast.World) (r handles) {
	if r.docked, _ = w.Find("Docked"); r.docked == 0 {
		r.docked = w.NewRelationship("Docked", fast.Exclusive)
	}
	if r.hidden, _ = w.Find("Hidden"); r.hidden == 0 {
		r.hidden = w.NewTag("Hidden")
	}
	return r
}

func Example_bind() {
	w := fast.NewWorld()
	before := bind(w)
	var file bytes.Buffer
	ignore(w.Save(&file))
	next := fast.NewWorld()
	ignore(next.Load(&file))
	fmt.Println(bind(next) == before)
	// Output: true
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
		fmt.Println(err) // next is unchanged
		return
	}
	docked = part.Of(docked) // the relationship Docked in next, which LoadPart created
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

func Example_undoing() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive)
	genoa, venice := w.Spawn(fast.Named("Genoa")), w.Spawn(fast.Named("Venice"))
	ship := fast.Spawn1(w, Health{80}, fast.Pair(docked, genoa))

	edit, err := w.Record(func() error {
		fast.Get[Health](w, ship).Points = 20
		return w.AddPair(ship, docked, venice)
	})
	if err != nil {
		fmt.Println(err) // the world is unchanged
	}
	fmt.Println(w.Name(w.Target(ship, docked, 0)), fast.Get[Health](w, ship).Points)
	_ = edit.Undo()
	fmt.Println(w.Name(w.Target(ship, docked, 0)), fast.Get[Health](w, ship).Points)
	_ = edit.Redo()
	fmt.Println(w.Name(w.Target(ship, docked, 0)), fast.Get[Health](w, ship).Points)
	// Output:
	// Venice 20
	// Genoa 80
	// Venice 20
}
