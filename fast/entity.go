package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// TypeOf is the component that types an id, the zero Entity for a tag and for a pair with the zero Entity. For example,
// (Eats, Weight) has values of Weight only if Eats is a tag; if Eats is a component too, they are of Eats.
func (w *World) TypeOf(id ID) (Entity, error) {
	if id.first != 0 && id.second == rules.Nobody {
		return 0, nil
	}
	sid, err := w.exactID(id)
	if err != nil {
		return 0, err
	}
	index := w.core.TypedBy(sid)
	if index == 0 {
		return 0, nil
	}
	return w.core.Entity(index), nil
}

// Spawn makes an entity without ids; inside a scope, see [World.SetScope], it becomes a child of that.
//
// Statements: REL-110.
func (w *World) Spawn() Entity {
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

// Birth has the first ids of a new entity, which are given in this order: its parent, then its ids, then its name.
//
// Statements: entities.create, REL-113.
type Birth struct {
	Name     string
	Parent   Entity // the current scope if zero
	Unscoped bool   // ignore the scope
	IDs      []ID
}

// Create makes an entity with everything that b asks for, or nothing: errors are those of Add and SetName.
func (w *World) Create(b Birth) (Entity, error) {
	e, err := w.core.Create(b.internal())
	return e, asError(err)
}

// internal is the same for the rules.
func (b Birth) internal() rules.Birth {
	return rules.Birth{Name: b.Name, Parent: b.Parent, Unscoped: b.Unscoped, IDs: elementsOfAll(b.IDs)}
}

// DeclareComponent makes a component with members, whose values [World.Value] gives and [World.SetValue] sets; without
// members it is a tag. [Register] does the same for a Go type, whose values are Go values.
func (w *World) DeclareComponent(b Birth, members []spec.Member) (Entity, error) {
	e, err := w.core.Declare(b.internal(), members)
	return e, asError(err)
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
func (w *World) Has(e Entity, pattern ID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(pattern)
	return alive && ok && w.core.Has(t, e.Index(), id)
}

// Owns is [World.Has] without inheritance: for example, a frigate has a Hull that it inherits, and does not own it.
//
// Statements: ids.questions.
func (w *World) Owns(e Entity, pattern ID) bool {
	t, _, alive := w.core.Store.Record(e)
	id, ok := w.patternID(pattern)
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
func (w *World) Count(pattern ID) int {
	id, ok := w.patternID(pattern)
	if !ok {
		return 0
	}
	n := 0
	for _, p := range w.core.Store.Lookup(id) {
		if w.core.Store.Flags(p.Table)&rules.FlagHidden == 0 {
			n += w.core.Store.Count(p.Table)
		}
	}
	if w.core.NonFragmenting.Any() && pattern.IsPair() && pattern.second != Wildcard && pattern.second != Any {
		return n + w.core.CountNonFragmenting(id)
	}
	return n
}
