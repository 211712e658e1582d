// Package facts builds the worlds of the Examples from lines such as "bob (Likes, alice)".
package facts

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// World makes a world from facts such as "Bob (Likes, Alice)" or "Bob Position". It creates every
// entity that a fact mentions, with its handle as name. If a fact is refused, World prints the
// error.
func World(p spec.Profile, facts ...string) *rules.World {
	w := rules.New(p)
	for _, fact := range facts {
		who, id, _ := strings.Cut(fact, " ")
		e := Entity(w, who)
		if id == "" {
			continue
		}
		if err := w.Add(e, ID(w, id)); err != nil {
			fmt.Println("refused:", err.Message)
		}
	}
	return w
}

// Entity returns the entity with a name, and creates it if necessary.
func Entity(w *rules.World, name string) rules.Entity {
	if e, ok := w.Handles[spec.Handle(name)]; ok {
		return e
	}
	e, _ := w.Create(spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(name)}, rules.None, nil)
	if err := w.SetName(e, name); err != nil {
		panic(err)
	}
	return e
}

// ID parses "Position" or "(Likes, Alice)".
func ID(w *rules.World, text string) rules.ID {
	first, second, _ := strings.Cut(strings.Trim(text, "()"), ", ")
	i := rules.ID{First: element(w, first)}
	if second != "" {
		i.Second = element(w, second)
	}
	return i
}

func element(w *rules.World, name string) rules.Entity {
	switch name {
	case "*":
		return rules.Wildcard
	case "_":
		return rules.Any
	}
	return Entity(w, name)
}

// Owns prints the ids that an entity owns.
func Owns(w *rules.World, name string) {
	var all []string
	for _, f := range w.Entities[Entity(w, name)].Own {
		all = append(all, w.SpecID(f.ID).String())
	}
	fmt.Println(name, "owns", strings.Join(all, ", "))
}
