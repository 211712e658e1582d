package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// TypeOf returns the component whose type the values of an id have. For example, (Eats, Weight) has
// values of Weight if Eats is a tag, and values of Eats if Eats is a component. For an id without
// values, and for a pair with the zero Entity, TypeOf returns the zero Entity. The error has code
// not_alive, or invalid for a wildcard.
func (w *World) TypeOf(id AnyID) (Entity, error) {
	named := idOf(id)
	if named.first != 0 && named.second == rules.NullEntity {
		return 0, nil
	}
	sid, err := w.exactID(named)
	if err != nil {
		return 0, err
	}
	index := w.core.TypedBy(sid)
	if index == 0 {
		return 0, nil
	}
	return w.core.Entity(index), nil
}

// Spawn makes an entity with ids, directly in its final table. [Named] gives it a name:
// w.Spawn(Named("Anna"), Below(house), guest). If the world has a scope (see [World.SetScope]), the
// entity becomes a child of the scope unless an id gives it another parent.
//
// Spawn panics and makes no entity if an id cannot be added (see [World.Add]), if the name is
// invalid or taken by a sibling, or if a loop locks the world.
//
// Statements: entities.create, REL-110, REL-113.
func (w *World) Spawn(with ...Initial) Entity {
	if len(with) == 0 {
		return w.spawnBare()
	}
	e, at := w.bareSpawner().begin(with)
	w.finishSpawn(at)
	return e
}

func (w *World) spawnBare() Entity {
	if w.core.Scope == 0 && !w.core.Hooked() {
		return w.core.RawCreate()
	}
	e, err := w.core.Create(rules.Birth{})
	if err != nil { // OneOf on ChildOf may forbid the scope as parent: make a root. Other errors occur again.
		if e, err = w.core.Create(rules.Birth{Unscoped: true}); err != nil {
			panic(err)
		}
	}
	return e
}

// NewComponent makes a component with members, for example for a script that has no Go type for it.
// [World.Value] reads its values and [World.SetValue] sets them. Without members it is a tag.
// NewComponent panics as [World.NewRelationship] does.
func (w *World) NewComponent(name string, members []spec.Member, properties ...Entity) Entity {
	return must(w.core.Declare(rootOf(name, properties), members))
}

// rootOf returns the description of a root entity with properties.
func rootOf(name string, properties []Entity) rules.Birth {
	b := rules.Birth{Name: name, Unscoped: true}
	for _, p := range properties {
		b.IDs = append(b.IDs, rules.Elements{First: p})
	}
	return b
}

// must returns the entity that a constructor has created, or panics with its error.
func must(e Entity, err *spec.Error) Entity {
	if err != nil {
		panic(err)
	}
	return e
}

// Alive reports whether an entity exists. If a new entity gets the index of a deleted one, the old
// handle stays dead. Wildcards, variables and numbers (see [World.Number]) are not alive.
func (w *World) Alive(e Entity) bool { return w.core.CheckAlive(e) == nil }

// Len returns the number of alive entities that the program made, including components. For
// example, it is 2 after [Spawn1] made one ship with a Hull.
func (w *World) Len() int { return w.core.Living() }

// Has reports whether e owns or inherits an id that matches pattern; _ counts as *. It is false for
// a dead entity. For example, if the only id of a ship is (DockedTo, Mars), (*, *) matches and *
// does not. Has takes constant time for an own id, and otherwise time proportional to the number of
// bases above e.
//
// Statements: ids.patterns.
func (w *World) Has(e Entity, pattern AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(idOf(pattern))
	return alive && ok && w.core.Has(t, e.Index(), id)
}

// Owns reports whether e owns an id that matches pattern. Inherited ids do not count.
//
// Statements: ids.questions.
func (w *World) Owns(e Entity, pattern AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(idOf(pattern))
	return alive && ok && w.core.Owns(t, e.Index(), id)
}

// IDs lists the ids that e owns: first single ids, then pairs, each in the order in which their
// elements were created. For example, if a frigate inherits its Hull, IDs lists (IsA, ship) but not
// Hull.
func (w *World) IDs(e Entity) []ID {
	t, _, alive := w.core.Store.Record(e)
	if !alive {
		return nil
	}
	return w.publicIDs(w.core.OwnIDs(t, e.Index()))
}

// Count returns the number of entities of the program that own an id that matches pattern. Each
// entity counts once: Bob, who likes Alice and Carol, counts once for (Likes, *). Inherited ids do
// not count.
func (w *World) Count(pattern AnyID) int {
	want := idOf(pattern)
	id, ok := w.patternID(want)
	if !ok {
		return 0
	}
	n := 0
	for _, p := range w.core.Store.Lookup(id) {
		if w.core.Store.Flags(p.Table)&rules.FlagHidden == 0 {
			n += w.core.Store.Count(p.Table)
		}
	}
	if w.core.NonFragmenting.Any() && want.IsPair() && want.second != Wildcard && want.second != Any {
		return n + w.core.CountNonFragmenting(id)
	}
	return n
}
