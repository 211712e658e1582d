package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Every call that would register a type rejects a type that names entities, ids or terms, and
// leaves nothing behind. A type that the program declares on top of such a type is an ordinary
// component.
func TestTypesOfIDsCannotBeComponents(t *testing.T) {
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
		"Register of an entity":       func() { fast.Register[fast.Entity](w) },
		"Register of an address":      func() { fast.Register[*fast.Entity](w) },
		"NewQuery1":                   func() { fast.NewQuery1[fast.ID](w) },
		"NewQuery2":                   func() { fast.NewQuery2[position, fast.Entity](w) },
		"a query ordered by the type": func() { fast.NewQuery0(w, id, fast.OrderBy[fast.ID]()) },
	} {
		require.Equal(t, spec.CodeInvalid, panicCode(call), name)
	}
	for name, err := range map[string]error{
		"Set of an id":      fast.Set(w, e, id),
		"Set of an entity":  fast.Set(w, e, tag),
		"Set of an address": fast.Set(w, e, &tag),
		"Add":               fast.Add[fast.ID](w, e),
		"Observe":           caught(func() { fast.Observe(w, fast.OnAdd, func(fast.Entity, *fast.ID) {}) }),
		"NewRelationshipOf": caught(func() { fast.NewRelationshipOf[fast.Entity](w, "Leads") }),
	} {
		require.Equal(t, spec.CodeInvalid, code(err), name)
		require.ErrorContains(t, err, "ids and Named come after the values", name)
	}
	require.Len(t, w.Entities(), before+1, "only the component of position may be new")
	require.Empty(t, w.IDs(e))

	require.NoError(t, fast.Set(w, e, leader(tag)))
	require.NoError(t, fast.Set(w, e, crew{id}))
	require.Len(t, w.IDs(e), 2)
	require.NoError(t, fast.Set(w, e, own{World: w}))
}

// own is a type of the program that holds handles.
type own struct {
	fast.ID
	World *fast.World
}

type shape interface{ Area() float64 }

// Interface types and types of package fast cannot be components, nor can unnamed types made of
// them.
func TestTypesThatCannotBeComponents(t *testing.T) {
	w := fast.NewWorld()
	for name, call := range map[string]struct {
		register func()
		hint     string
	}{
		"a query":           {func() { fast.Register[fast.Query1[position]](w) }, "fast.Query1["},
		"commands":          {func() { fast.Register[*fast.Commands](w) }, "*fast.Commands cannot"},
		"an instance":       {func() { fast.Register[*fast.Instance](w) }, "struct of your own"},
		"an event":          {func() { fast.Register[fast.Event](w) }, "struct of your own"},
		"an emission":       {func() { fast.Register[fast.Emission](w) }, "struct of your own"},
		"a world":           {func() { fast.Register[fast.World](w) }, "struct of your own"},
		"a snapshot":        {func() { fast.Register[*fast.Snapshot](w) }, "struct of your own"},
		"a component":       {func() { fast.Register[fast.Component[position]](w) }, "struct of your own"},
		"worlds":            {func() { fast.Register[[]*fast.World](w) }, "[]*fast.World"},
		"an entity":         {func() { fast.Register[fast.Entity](w) }, "type Leader fast.Entity"},
		"entities":          {func() { fast.Register[[]fast.Entity](w) }, "[]fast.Entity cannot"},
		"an array":          {func() { fast.Register[[1]fast.Entity](w) }, "type Leader fast.Entity"},
		"a map to entities": {func() { fast.Register[map[string]fast.Entity](w) }, "type Leader fast.Entity"},
		"a set of entities": {func() { fast.Register[map[fast.Entity]bool](w) }, "type Leader fast.Entity"},
		"a term":            {func() { fast.Register[fast.Term](w) }, "ids and Named come after the values"},
		"any":               {func() { fast.Register[any](w) }, "World.SetValue"},
		"an error":          {func() { fast.Register[error](w) }, "error is an interface"},
		"an interface":      {func() { fast.Register[shape](w) }, "World.SetValue"},
	} {
		err, refused := panicValue(call.register).(*spec.Error)
		require.True(t, refused, name)
		require.Equal(t, spec.CodeInvalid, err.Code, name)
		require.Contains(t, err.Message, call.hint, name)
	}
	require.Empty(t, w.Entities())
	var value any = position{}
	require.Equal(t, spec.CodeInvalid, code(fast.Set(w, w.Spawn(), value)))
}
