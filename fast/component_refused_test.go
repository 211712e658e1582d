package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// A type that names entities, ids or terms is refused as a component by every call that would register it, and leaves nothing behind. A
// type of the program's own that is made of such a type is a component as any other.
func TestTypesOfIDsAreNoComponents(t *testing.T) {
	type leader fast.Entity
	type crew []fast.ID
	w := fast.NewWorld()
	tag := w.NewTag("Tag")
	e, id := w.Spawn(), fast.Single(tag)
	before := len(w.Entities())
	for name, call := range map[string]func(){
		"Spawn1 of an id":             func() { fast.Spawn1(w, id) },
		"Spawn1 of a pair":            func() { fast.Spawn1(w, fast.Pair(fast.ChildOf, tag)) },
		"Spawn2 of an entity":         func() { fast.Spawn2(w, position{}, tag) },
		"Spawn1 of an address":        func() { fast.Spawn1(w, &id) },
		"Spawn1 of ids":               func() { fast.Spawn1(w, []fast.ID{id}) },
		"Spawn1 of terms":             func() { fast.Spawn1(w, []fast.Term{id}) },
		"Spawn1 of a term":            func() { fast.Spawn1(w, fast.Not(id)) },
		"Spawn1 of an option":         func() { fast.Spawn1(w, fast.Uncached) },
		"Spawn1 of a component":       func() { fast.Spawn1(w, fast.Register[position](w)) },
		"Spawn1 of a relationship":    func() { fast.Spawn1(w, w.Relationship(tag)) },
		"SpawnMany1":                  func() { fast.SpawnMany1[fast.ID](w, 2) },
		"NewSpawner1":                 func() { fast.NewSpawner1[fast.Entity](w) },
		"Register of an entity":       func() { fast.Register[fast.Entity](w) },
		"Register of an address":      func() { fast.Register[*fast.Entity](w) },
		"NewQuery1":                   func() { fast.NewQuery1[fast.ID](w) },
		"NewQuery2":                   func() { fast.NewQuery2[position, fast.Entity](w) },
		"a query ordered by the type": func() { fast.NewQuery0(w, id, fast.OrderBy[fast.ID]()) },
	} {
		require.Equal(t, spec.CodeInvalid, panicCode(call), name)
	}
	observed := func(_ *fast.EventObserver, err error) error { return err }
	related := func(_ fast.Entity, err error) error { return err }
	for name, err := range map[string]error{
		"Set of an id":      fast.Set(w, e, id),
		"Set of an entity":  fast.Set(w, e, tag),
		"Set of an address": fast.Set(w, e, &tag),
		"Add":               fast.Add[fast.ID](w, e),
		"Observe":           observed(fast.Observe(w, fast.OnAdd, func(fast.Entity, *fast.ID) {})),
		"NewRelationshipOf": related(fast.NewRelationshipOf[fast.Entity](w, "Leads")),
	} {
		require.Equal(t, spec.CodeInvalid, code(err), name)
		require.ErrorContains(t, err, "ids come after the values", name)
	}
	require.Len(t, w.Entities(), before+1, "the component of position alone was made")
	require.Empty(t, w.IDs(e))

	require.NoError(t, fast.Set(w, e, leader(tag)))
	require.NoError(t, fast.Set(w, e, crew{id}))
	require.NoError(t, fast.Set(w, e, []fast.Entity{tag}))
	require.Len(t, w.IDs(e), 3)
}
