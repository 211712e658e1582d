// Command repro shows the defects of Ark that relspec found. It calls only Ark. To build it: make
// -C adapters/ark build/repro ARK=...
package main

import (
	"fmt"

	"github.com/mlange-42/ark/ecs"
)

type Likes struct{ ecs.RelationMarker }

func show(what string, expected, actual any) {
	fmt.Printf("%s: expected %v, actual %v\n", what, expected, actual)
}

func count(f *ecs.Filter1[Likes]) int {
	query := f.Query()
	defer query.Close()
	return query.Count()
}

func main() {
	fmt.Println("shrink-loses-entities")
	losesEntities()
	fmt.Println("shrink-misleads-filters")
	misleadsFilters()
}

func losesEntities() {
	w := ecs.NewWorld()
	likes := ecs.NewMap[Likes](w)
	a, b, c := w.NewEntity(), w.NewEntity(), w.NewEntity()
	e, f := w.NewEntity(), w.NewEntity()

	likes.Add(e, &Likes{}, a)
	likes.SetRelation(e, b)
	w.Shrink()
	likes.SetRelation(e, a)
	show("entities with Likes", 1, count(ecs.NewFilter1[Likes](w)))

	likes.Add(f, &Likes{}, c)
	show("e likes a", true, likes.GetRelation(e) == a)
}

func misleadsFilters() {
	w := ecs.NewWorld()
	likes := ecs.NewMap[Likes](w)
	a, b, e := w.NewEntity(), w.NewEntity(), w.NewEntity()
	filter := ecs.NewFilter1[Likes](w).Relations(ecs.Rel[Likes](a)).Register()

	likes.Add(e, &Likes{}, a)
	likes.Remove(e)
	w.Shrink()
	likes.Add(e, &Likes{}, b)
	show("entities that like a", 0, count(filter))
}
