package fast_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Cargo is what a ship carries.
type Cargo struct{ Tons int }

// A world is written to a file and loaded into a new world of a program that knows its types.
func ExampleWorld_Save() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked")
	harbour, ship := w.Spawn(), w.Spawn()
	_ = w.SetName(harbour, "Rotterdam")
	_ = fast.Set(w, ship, Cargo{1200})
	_ = w.AddPair(ship, docked, harbour)

	var file bytes.Buffer
	if err := w.Save(&file); err != nil {
		fmt.Println(err)
	}

	next := fast.NewWorld()
	fast.Register[Cargo](next)
	if err := next.Load(&file); err != nil {
		fmt.Println(err)
	}
	docked, _ = next.Find("Docked")
	fmt.Println(fast.Get[Cargo](next, ship).Tons, next.Name(next.Target(ship, docked, 0)))
	// Output: 1200 Rotterdam
}

// A file with an unknown component type is refused with a message, and the world does not change.
func ExampleWorld_Load() {
	w := fast.NewWorld()
	_ = fast.Set(w, w.Spawn(), Cargo{7})
	var file bytes.Buffer
	_ = w.Save(&file)

	next := fast.NewWorld()
	before := next.Spawn()
	err := next.Load(&file)
	where, why, _ := strings.Cut(err.Error(), ": the file has ")
	fmt.Println(strings.Split(where, " at byte")[0]) // and the byte
	fmt.Println(why)
	fmt.Println(next.Alive(before))
	// Output:
	// unresolved: the file, section 2 ('T')
	// the component type github.com/relspec/relspec/fast_test.Cargo, which this world does not know; call Register for it before Load
	// true
}

// The ships of a world are loaded into another one twice, as a template. Each time they are new
// entities, in the port of that world.
func ExampleWorld_SaveQuery() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked")
	port := w.NewTag("Genoa")
	for i := range 2 {
		ship := w.Spawn(fast.Pair(docked, port))
		_ = fast.Set(w, ship, Cargo{100 * (i + 1)})
	}
	ships, err := w.Prepare(spec.Query{Expr: "Cargo, (Docked, $port)"})
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	if err := w.SaveQuery(&file, ships); err != nil {
		fmt.Println(err)
	}

	next := fast.NewWorld()
	fast.Register[Cargo](next)
	template := file.Bytes()
	_, err = next.LoadPart(bytes.NewReader(template))
	fmt.Println(err)
	docked, port = next.NewRelationship("Docked"), next.NewTag("Genoa")
	for range 2 {
		part, err := next.LoadPart(bytes.NewReader(template))
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, ship := range part.Entities() {
			fmt.Println(ship, fast.Get[Cargo](next, ship).Tons, next.HasPair(ship, docked, port))
		}
	}
	// Output:
	// unresolved: the part mentions "Docked", which does not exist in this world; create it first, or pass FileMakeMissing or FileLeaveOut
	// #67 100 true
	// #68 200 true
	// #69 100 true
	// #70 200 true
}

// A ship with its turret is loaded below a fleet in another world.
func ExampleWorld_SaveTree() {
	w := fast.NewWorld()
	ship := w.NewTag("Argo")
	turret := w.Spawn(fast.Pair(fast.ChildOf, ship))
	_ = w.SetName(turret, "turret")
	var file bytes.Buffer
	_ = w.SaveTree(&file, ship)

	next := fast.NewWorld()
	fleet := next.NewTag("Fleet")
	part, err := next.LoadPart(&file, fast.FileBelow(fleet))
	if err != nil {
		fmt.Println(err)
		return
	}
	path, _ := next.Path(part.Of(turret), 0)
	fmt.Println(path, next.Name(part.Tops()[0]))
	// Output: Fleet.Argo.turret Argo
}

// WriteText writes one line per entity.
func ExampleWorld_WriteText() {
	w := fast.NewWorld()
	docked := w.NewRelationship("Docked", fast.Exclusive, fast.CanToggle)
	_ = w.AddPair(fast.Register[Cargo](w).Entity(), fast.OnInstantiate, fast.Inherit)
	harbour, hull := w.Spawn(), w.Spawn()
	_ = w.SetName(harbour, "Rotterdam")
	_ = w.SetName(hull, "Hull")
	_ = fast.Set(w, hull, Cargo{1200})
	ship := w.Spawn(fast.Pair(fast.IsA, hull), fast.Pair(docked, harbour))
	_ = w.DisableID(ship, fast.Pair(docked, harbour))
	_ = w.WriteText(os.Stdout)
	// Output:
	// Docked #64: Exclusive, CanToggle
	// Cargo #65: (OnInstantiate, Inherit)
	// Rotterdam #66
	// Hull #67: Cargo{Tons:1200}
	// #68: Cargo{Tons:1200} from Hull, (IsA, Hull), (Docked, Rotterdam) off
}

// Describe is for a log or a debugger.
func ExampleWorld_Describe() {
	w := fast.NewWorld()
	distance := w.NewComponent("Distance", []spec.Member{{Name: "km", Type: spec.F32}})
	moon := w.Spawn()
	_ = w.SetName(moon, "moon")
	probe := w.Spawn()
	_ = w.SetValue(probe, fast.Pair(distance, moon),
		spec.Value{{Name: "km", Scalar: spec.Scalar{Type: spec.F32, Num: 12}}})
	fmt.Println(w.Describe(probe))
	fmt.Println(w.TextOf(fast.Pair(fast.Wildcard, moon)), len(w.Entities()))
	_ = w.Delete(probe)
	fmt.Println(w.Describe(probe))
	// Output:
	// #66: (Distance, moon){km:12}
	// (*, moon) 3
	// #66, which is not alive
}

// Instantiate copies a ship with its turret. Of returns the copy of the turret.
func ExampleWorld_Instantiate() {
	w := fast.NewWorld()
	frigate := w.Spawn(fast.Prefab)
	turret := w.Spawn(fast.Pair(fast.ChildOf, frigate))
	_ = w.SetName(turret, "turret")
	_ = fast.Set(w, turret, Cargo{2})

	ship, err := w.Instantiate(frigate)
	if err != nil {
		fmt.Println(err)
		return
	}
	fast.Get[Cargo](w, ship.Of(turret)).Tons = 3
	path, _ := w.Path(ship.Of(turret), ship.Root)
	fmt.Println(path, fast.Get[Cargo](w, ship.Of(turret)).Tons, fast.Get[Cargo](w, turret).Tons)
	// Output: turret 3 2
}

// A clone owns the same ids, with its own values.
func ExampleWorld_Clone() {
	w := fast.NewWorld()
	likes := w.NewRelationship("Likes")
	pears := w.Spawn()
	guest := w.Spawn(fast.Pair(likes, pears))
	_ = fast.Set(w, guest, Cargo{1})
	other, _ := w.Clone(guest)
	fast.Get[Cargo](w, other).Tons++
	fmt.Println(w.HasPair(other, likes, pears), fast.Get[Cargo](w, other).Tons, fast.Get[Cargo](w, guest).Tons)
	// Output: true 2 1
}
