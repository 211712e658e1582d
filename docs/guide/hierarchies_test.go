package guide_test

import (
	"fmt"

	"github.com/relspec/relspec/fast"
)

type (
	Local  struct{ X, Y float64 }
	Global struct{ X, Y float64 }
)

func Example_hierarchies() {
	w := fast.NewWorld()
	global := fast.Register[Global](w)
	ship := fast.Spawn2(w, Local{100, 50}, Global{})
	mast := fast.Spawn2(w, Local{0, 20}, Global{}, fast.Below(ship))
	flag := fast.Spawn2(w, Local{1, 5}, Global{}, fast.Below(mast))

	// The last Global is the parent's. Cascade visits parents first. Optional includes entities without a parent.
	place := fast.NewQuery3[Local, Global, Global](w,
		fast.Field[Global](fast.Optional(fast.Cascade(fast.ChildOf, global))))
	for batch := range place.Batches() {
		locals, globals, parents := batch.Columns()
		for i := range batch.Len() {
			at := Global(*locals.At(i))
			if parents.IsSet() {
				at.X, at.Y = at.X+parents.At(i).X, at.Y+parents.At(i).Y
			}
			*globals.At(i) = at
		}
	}
	fmt.Println(*global.Get(flag))

	fmt.Println(len(w.Children(ship)), w.Parent(flag) == mast)
	_ = w.AddPair(flag, fast.ChildOf, ship) // ChildOf is exclusive, so ship replaces mast
	_ = w.Delete(ship)                      // children are deleted with their parent
	fmt.Println(w.Alive(flag))
	// Output:
	// {101 75}
	// 1 true
	// false
}

func Example_above() {
	w := fast.NewWorld()
	type Paint struct{ Colour string }
	paint := fast.Register[Paint](w)
	ship := fast.Spawn1(w, Paint{"red"}, fast.Named("Ship"))
	deck := w.Spawn(fast.Named("Deck"), fast.Below(ship))
	door := fast.Spawn1(w, Paint{"blue"}, fast.Named("Door"), fast.Below(deck))
	w.Spawn(fast.Named("Handle"), fast.Below(door))

	above := fast.NewQuery1[Paint](w, fast.Field[Paint](fast.Up(fast.ChildOf, paint)))
	for e, p := range above.All() {
		fmt.Println(w.Name(e), "is below something", p.Colour)
	}

	// self|up also tests the entity itself, so the query finds the ship, too.
	fmt.Println(fast.NewQuery0(w, fast.Text("Paint(self|up ChildOf)")).Len())
	// Unordered output:
	// 4
	// Deck is below something red
	// Door is below something red
	// Handle is below something blue
}

func Example_smallHierarchies() {
	w := fast.NewWorld()
	_ = w.Add(fast.ChildOf, fast.DontFragment)
	for range 1000 {
		machine := w.Spawn()
		fast.Spawn1(w, Local{1, 0}, fast.Below(machine))
		fast.Spawn1(w, Local{2, 0}, fast.Below(machine))
	}
	fmt.Println(len(w.Entities()), w.Stats().Tables < 10)
	// Output: 3001 true
}

func Example_childrenInOrder() {
	w := fast.NewWorld()
	_ = w.Add(fast.ChildOf, fast.Ordered)
	menu := w.Spawn()
	var entries [3]fast.Entity
	for i, name := range []string{"New", "Load", "Quit"} {
		entries[i] = w.Spawn(fast.Below(menu))
		_ = w.SetName(entries[i], name)
	}

	// A new child comes last. You can move it before or after any other child.
	_ = w.MoveBefore(entries[1], fast.Below(menu), entries[0])
	for _, e := range w.Children(menu) {
		fmt.Println(w.Name(e))
	}
	// Output:
	// Load
	// New
	// Quit
}

func Example_prefabs() {
	w := fast.NewWorld()
	health := fast.Register[Health](w)
	_ = w.AddPair(health.Entity(), fast.OnInstantiate, fast.Inherit) // without this line, each instance gets a copy
	tank := fast.Spawn1(w, Health{100}, fast.Prefab)
	turret := fast.Spawn1(w, Position{0, 2}, fast.Prefab, fast.Below(tank))

	// An instance inherits: it reads the prefab's value until it has its own.
	plain := w.Spawn(fast.Pair(fast.IsA, tank))
	_ = health.Set(tank, Health{120})
	fmt.Println(health.Get(plain).Points, health.Owns(plain))

	// After Override, each new instance gets its own copy of this component.
	_ = w.Override(tank, health.ID())
	// Instantiate also copies the children of the prefab, here the turret.
	made, err := w.Instantiate(tank)
	health.Own(made.Root).Points = 7
	fmt.Println(health.Get(tank).Points, health.Get(made.Root).Points, err)
	fmt.Println(w.Parent(made.Of(turret)) == made.Root)
	// Output:
	// 120 false
	// 120 7 <nil>
	// true
}

func Example_prefabsLater() {
	w := fast.NewWorld()
	muzzle := w.NewRelationship("Muzzle", fast.Exclusive)
	bullet := fast.Spawn1(w, Position{}, fast.Prefab)
	_ = w.AddPair(bullet, muzzle, fast.Spawn1(w, Position{0, 1}, fast.Below(bullet)))
	gun := fast.Spawn2(w, Position{3, 4}, Health{100})

	err := w.Defer(func() {
		for e, row := range fast.NewQuery2[Position, Health](w).All() {
			made, _ := w.Instantiate(bullet, fast.Below(e)) // made.Root is alive and still empty
			_ = fast.Set(w, made.Root, *row.A)              // applied after Instantiate
		}
	})
	shot := w.Children(gun)[0]
	fmt.Println(*fast.Get[Position](w, shot), *fast.Get[Position](w, w.Target(shot, muzzle, 0)), err)
	// Output: {3 4} {0 1} <nil>
}

func Example_slots() {
	w := fast.NewWorld()
	gun := w.NewRelationship("Gun", fast.Exclusive, fast.DontFragment)
	tank := w.Spawn(fast.Prefab)
	barrel := fast.Spawn1(w, Position{0, 2}, fast.Below(tank))
	_ = w.AddPair(tank, gun, barrel) // a slot

	made, _ := w.Instantiate(tank)
	mine := w.Target(made.Root, gun, 0) // finds the barrel of this tank
	fmt.Println(mine == made.Of(barrel), w.Parent(mine) == made.Root, w.Target(tank, gun, 0) == barrel)
	// Output: true true true
}
