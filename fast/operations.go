package fast

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Add gives e an id. Adding an id that e owns does nothing. The properties of the first element can
// have consequences: if the relationship is [Exclusive], e loses its old pair; [With] and
// [Symmetric] add further ids; and (IsA, base) adds copies of ids of the base if the profile or
// [OnInstantiate] says so. For example, if a ship with (DockedTo, Earth) gets (DockedTo, Mars), it
// loses the pair with Earth if DockedTo is exclusive, and otherwise has both pairs.
//
// The error has code not_alive, invalid (for example for a wildcard), final, one_of, cycle, exists
// (a sibling has the name), in_use, limit (e has 65,000 ids) or locked (a loop runs); then nothing
// has changed.
//
// If there are no consequences, Add moves e to another table, in constant time and, if the table
// exists, without allocation.
//
// Statements: properties.consequences.
func (w *World) Add(e Entity, id AnyID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(idOf(id))
	if err == nil {
		err = w.core.Add(e, sid)
	}
	return asError(err)
}

// Exchange removes ids from e and adds others in one operation: first [World.Remove] of each
// pattern, then [World.Add] of each id, in order. If a step fails, Exchange returns its error and
// nothing has changed. For example, if you add (DockedTo, Mars) and remove (DockedTo, *), a ship is
// afterwards docked to Mars only. Observers are notified at the end, of the ids that e owned either
// only before or only afterwards.
//
// If the ids have no consequences and no observers, Exchange moves e once, to its final table.
// Otherwise it costs as much as the single calls. If changes are deferred, Exchange refuses dead
// and invalid ids at once, and each removal and each addition is a deferred change of its own.
func (w *World) Exchange(e Entity, add, remove []AnyID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	edit, err := w.makeEdit(add, remove)
	if err == nil {
		err = w.core.EditOne(e, edit)
	}
	return asError(err)
}

func (w *World) makeEdit(add, remove []AnyID) (*change.Edit, *spec.Error) {
	var adds, removes [8]ID
	return w.core.MakeEdit(elementsOfAll(idsOf(adds[:0], add)), elementsOfAll(idsOf(removes[:0], remove)))
}

// Delete deletes e. Other entities may own e as a tag or component, or have pairs with e. For
// entities that own e or a pair (e, target), the [OnDelete] policy of e decides what happens. For
// entities that own a pair (R, e), the [OnDeleteTarget] policy of R decides. A policy removes the
// ids (the default), deletes the entities too, or refuses the deletion. For example, when Alice is
// deleted, Bob loses (Likes, Alice), since Likes has no policy, and the children of Alice are
// deleted, since ChildOf has (OnDeleteTarget, Delete).
//
// The error has code not_alive, invalid (a reserved entity), policy or locked (a loop runs); then
// nothing has changed. The cost is proportional to the number of entities that are deleted or that
// own an id with a deleted entity.
//
// Statements: cleanup.dead-target.
func (w *World) Delete(e Entity) error { return asError(w.core.Delete(e)) }

// DeleteWith deletes every entity that owns an id matching pattern, as Delete does. If one deletion
// is refused, it deletes none. For example, (ChildOf, fleet) deletes the ships of a fleet and
// everything below them, but not the fleet. The error has code policy, locked (a loop runs), or
// invalid for the zero ID or a pair with the zero Entity.
func (w *World) DeleteWith(pattern AnyID) error {
	return asError(w.core.Pass(change.Change{Kind: change.ChangeDeleteWith, ID: idOf(pattern).elements()}))
}

// Modified announces that the program wrote the own value of e for an id through a pointer. It
// notifies observers of [OnSet], sorted queries and queries that detect changes. The error has code
// not_alive, or invalid for a wildcard or an id that e does not own.
//
// Statements: data.set-refused.
func (w *World) Modified(e Entity, id AnyID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(idOf(id))
	if err != nil {
		return err
	}
	return asError(w.core.Modified(e, sid))
}

// Enable removes the tag [Disabled] from e. The error has code not_alive, invalid (a reserved
// entity) or locked (a loop runs).
//
// Statements: toggle.entity.
func (w *World) Enable(e Entity) error { return asError(w.core.SetEnabled(e, true)) }

// Disable adds the tag [Disabled] to e, so that only queries that name Disabled find it. Children
// do not get the tag: the cockpit of a disabled ship is still found. Errors are those of Enable.
//
// Statements: toggle.entity, query.hidden-entities.
func (w *World) Disable(e Entity) error { return asError(w.core.SetEnabled(e, false)) }

// Override marks an id on a base. An entity that gets (IsA, base) afterwards also gets its own copy
// of the id, with the value of its first base that owns the id, or zero. Existing instances do not
// change: frigates that exist when Hull is marked continue to inherit it. The base need not own the
// id, and instances of instances get a copy too. No copy is made if the instance already owns the
// id, or another pair of the same exclusive relationship. [World.Clear] removes the marks of an
// entity. The error has code not_alive, or invalid for a property, a wildcard or a reserved entity.
//
// Statements: inheritance.override-mark, inheritance.copies.
func (w *World) Override(base Entity, id AnyID) error {
	if err := w.core.CheckAlive(base); err != nil {
		return err
	}
	sid, err := w.exactID(idOf(id))
	if err == nil {
		err = w.core.Override(base, sid)
	}
	return asError(err)
}

// Overrides lists the ids that are marked on a base, in the order of [World.IDs].
func (w *World) Overrides(base Entity) []ID {
	if !w.core.Store.Alive(base) {
		return nil
	}
	return w.publicIDs(slices.Clone(w.core.Marks[base.Index()]))
}

// Remove removes an id from e, or all ids that match a pair pattern: (R, *), (*, T) or (*, *). The
// pattern * alone and patterns with _ remove nothing. For example, (*, Alice) removes both (Likes,
// Alice) and (Knows, Alice) from Bob. Removing an id that e does not own does nothing. If a removed
// pair (R, target) is symmetric, the target loses (R, e) too. The error has code not_alive, invalid
// (a reserved entity), in_use, exists (a root entity has the name) or locked (a loop runs); then
// nothing has changed.
//
// Statements: ids.patterns.
func (w *World) Remove(e Entity, pattern AnyID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	elements := idOf(pattern).elements()
	if err := elements.Check(); err != nil {
		return err
	}
	if id, err := w.core.Exact(elements); err == nil {
		return asError(w.core.Remove(e, id))
	}
	return asError(w.core.Pass(change.Change{Kind: change.ChangeRemove, Entity: e, ID: elements}))
}

// Clear removes all ids, the name and the overrides of e. For example, a cleared ship is a root
// without a name. Its cockpit stays its child, since the cockpit owns the ChildOf pair. Errors are
// those of [World.Remove].
//
// Statements: entities.clear.
func (w *World) Clear(e Entity) error { return asError(w.core.Clear(e)) }

// RemoveAll removes the ids that match a pattern from every entity that owns one, as [World.Remove]
// does. If one removal causes an error, RemoveAll returns it and removes nothing.
//
// Statements: REL-122 to REL-124.
func (w *World) RemoveAll(pattern AnyID) error {
	return asError(w.core.Pass(change.Change{Kind: change.ChangeRemoveAll, ID: idOf(pattern).elements()}))
}

// DisableID switches off an id that e owns. Queries no longer find the id on e; Has, Get,
// inheritance and other calls ignore the switch. The id on e still hides the same id of a base: if
// a ship's own Armed is off, a query for Armed does not find the ship through the Armed of its
// base. Removing the id ends this. The error has code not_alive, or invalid for an id that e does
// not own, for a wildcard, and for ids that a reserved entity has from the start. The first element
// of the id needs CanToggle, except in the profiles of Flecs 3 and 4.0.
//
// Statements: toggle.hides.
func (w *World) DisableID(e Entity, id AnyID) error {
	return asError(w.core.Toggle(e, idOf(id).elements(), false))
}

// EnableID switches an id on again. Errors are those of [World.DisableID].
func (w *World) EnableID(e Entity, id AnyID) error {
	return asError(w.core.Toggle(e, idOf(id).elements(), true))
}

// IsEnabled reports whether e owns the id and the id is not switched off. For example, it is false
// for a Hull that a frigate inherits.
func (w *World) IsEnabled(e Entity, id AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	sid, ok := w.patternID(idOf(id))
	return alive && ok && !sid.IsWildcard() && w.core.OwnsID(t, e.Index(), sid) && !w.core.IsOff(e.Index(), sid)
}

// Value returns a copy of the value that e owns or inherits for an id. It is for programs that do
// not know the Go type, such as an editor, a debugger or a script. The value has the Go type of the
// component (see [Register] and [World.TypeOf]). If the component was made by [World.NewComponent],
// the value is a [spec.Value] with one scalar for each member; a reference to an entity is the text
// "#" and the entity's index, or "" if there is no entity or it is dead. Value returns nil if e
// does not have the id. A copy shares slices, maps and pointers with the world.
//
// The error has code not_alive, or invalid for a wildcard and for an id without values. Value costs
// a lookup and one allocation.
func (w *World) Value(e Entity, id AnyID) (any, error) {
	value, err := w.valueOf(e, idOf(id))
	return value, asError(err)
}

func (w *World) valueOf(e Entity, id ID) (any, *spec.Error) {
	if err := w.core.CheckAlive(e); err != nil {
		return nil, err
	}
	if id.hasWildcard() {
		return nil, rules.ErrWildcard
	}
	sid, ok := w.patternID(id)
	if !ok {
		return nil, nil
	}
	cell, c, err := w.core.CellOf(e, sid)
	if err != nil || cell == nil {
		return nil, err
	}
	return w.valueIn(c, cell), nil
}

// valueIn returns the value of a component in a cell.
func (w *World) valueIn(c *rules.Component, cell unsafe.Pointer) any {
	if len(c.Members) > 0 {
		return c.Read(cell, w.core.TextOf)
	}
	return reflect.NewAt(w.core.Store.GoType(c.Typ), cell).Elem().Interface()
}

// SetValue gives e its own value for an id, and adds the id if e does not own it. It accepts the
// values that [World.Value] returns. The value must have exactly the Go type of the component: 7 is
// refused for a float64, since in Go it is an int. If the component was made by
// [World.NewComponent], the value is a [spec.Value] whose scalars have the names and types of
// members. Missing members become zero. For a reference to an entity, pass a name, a path, or "#"
// and an index.
//
// Errors are those of [World.Add], unresolved for an entity that does not exist, and invalid for an
// id without values or a value that does not fit. SetValue costs as much as [SetID], plus one
// allocation.
func (w *World) SetValue(e Entity, id AnyID, value any) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(idOf(id))
	if err == nil {
		err = w.core.SetAny(e, sid, value)
	}
	return asError(err)
}
