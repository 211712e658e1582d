package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// TypeOf is the component that types an id, the zero Entity for a tag and for a pair with the zero Entity. For example,
// (Eats, Weight) has values of Weight only if Eats is a tag; if Eats is a component too, they are of Eats.
func (w *World) TypeOf(id AnyID) (Entity, error) {
	named := idOf(id)
	if named.first != 0 && named.second == rules.Nobody {
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

// Spawn makes an entity with ids, straight in its final table, and with a name if [Named] is among
// them: w.Spawn(Named("Anna"), Below(house), guest). Inside a scope, see [World.SetScope], it becomes
// a child of that unless it has a parent among the ids. It panics if the ids make no sense together,
// the name is no name or a sibling has it, or a loop locks the world; then no entity is made.
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
	if err != nil { // OneOf on ChildOf forbids the scope, or the world is locked
		if e, err = w.core.Create(rules.Birth{Unscoped: true}); err != nil {
			panic(err)
		}
	}
	return e
}

// NewComponent makes a component with members, whose values [World.Value] gives and [World.SetValue]
// sets; without members it is a tag. [Register] does the same for a Go type. It panics as
// [World.NewRelationship] does.
func (w *World) NewComponent(name string, members []spec.Member, properties ...Entity) Entity {
	return must(w.core.Declare(rootOf(name, properties), members))
}

// rootOf is what a root entity with properties begins with.
func rootOf(name string, properties []Entity) rules.Birth {
	b := rules.Birth{Name: name, Unscoped: true}
	for _, p := range properties {
		b.IDs = append(b.IDs, rules.Elements{First: p})
	}
	return b
}

// must is the entity that a constructor has made; a refusal is a panic.
func must(e Entity, err *spec.Error) Entity {
	if err != nil {
		panic(err)
	}
	return e
}

// Alive reports whether an entity exists. For example, the handle of a deleted ship stays dead if
// another entity gets its index.
func (w *World) Alive(e Entity) bool { return w.core.CheckAlive(e) == nil }

// Len is the number of entities that the user made. For example, it is 2 if [Spawn1] has made one ship with a Hull: the
// component is an entity, too.
func (w *World) Len() int { return w.core.Living() }

// Has reports whether an entity owns or inherits an id or a match of a pattern; _ counts as *. It takes constant
// time for an own id, time proportional to the depth of bases otherwise. A dead entity has nothing. For example, a ship
// whose one id is (DockedTo, Mars) has a match of (*, *) and none of *.
//
// Statements: ids.patterns.
func (w *World) Has(e Entity, pattern AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(idOf(pattern))
	return alive && ok && w.core.Has(t, e.Index(), id)
}

// Owns is [World.Has] without inheritance: for example, a frigate has a Hull that it inherits, and does not own it.
//
// Statements: ids.questions.
func (w *World) Owns(e Entity, pattern AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(idOf(pattern))
	return alive && ok && w.core.Owns(t, e.Index(), id)
}

// IDs lists the ids that an entity owns, in type order. For example, a frigate that inherits its
// Hull has (IsA, ship) in the list and no Hull.
func (w *World) IDs(e Entity) []ID {
	t, _, alive := w.core.Store.Record(e)
	if !alive {
		return nil
	}
	ids := w.core.OwnIDs(t, e.Index())
	w.core.SortIDs(ids)
	out := make([]ID, len(ids))
	for i, id := range ids {
		out[i] = w.publicID(id)
	}
	return out
}

// Count is the number of the user's entities that own a match of a pattern. For example, Bob, who
// likes Alice and Carol, counts once for (Likes, *), and a frigate that inherits its Hull does not
// count for Hull.
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
