package fast

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Add gives an entity an id, with everything that follows from the properties of its first element:
// an exclusive relationship drops its old pair, With and Symmetric add further ids, instances of a
// base get copies where the profile says so. An id that is owned already is left alone. Errors have
// the code not_alive, invalid (a wildcard, a reserved entity), final, one_of, cycle, exists (a
// sibling's name) or in_use; then nothing has changed. For example, a ship with (DockedTo, Earth)
// that gets (DockedTo, Mars) has left Earth if DockedTo is exclusive, and has both pairs if not.
//
// An id without such properties costs a move between two tables, in constant time and without allocation.
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

// Exchange takes ids from an entity and gives it others, as one operation: first [World.Remove] of
// each pattern, then [World.Add] of each id, in their order; if one of them errs, with its error,
// nothing has changed. For example, with (DockedTo, Mars) to add and (DockedTo, *) to remove, a
// ship ends at Mars alone, wherever it was. Observers hear of the differences afterwards. Dead and
// malformed ids are refused first. Where nothing else follows from the ids, and no observer hears
// of them, it is one move between two tables, whatever their number; otherwise it costs as much as
// the calls one by one. Deferred, it waits as the calls one by one.
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

// Delete ends an entity. Policies decide whether an entity that mentions it is deleted: OnDelete of
// the entity for those that have it or a pair of it, OnDeleteTarget of each relationship for those
// that have a pair with it; the ids are removed, or the entities deleted too, or the deletion is
// refused with code policy, and nothing changes. For example, without a policy Bob loses (Likes,
// Alice) when Alice is deleted; a child of Alice, by (ChildOf, Alice), is deleted with her. The
// cost is proportional to the entities that mention it or are deleted with it.
//
// Statements: cleanup.dead-target.
func (w *World) Delete(e Entity) error { return asError(w.core.Delete(e)) }

// DeleteWith deletes every entity that owns a match of a pattern, as Delete does, or none of them.
// For example, (ChildOf, fleet) deletes the ships of a fleet with everything below them, and leaves
// the fleet.
func (w *World) DeleteWith(pattern AnyID) error {
	if w.core.Hooked() {
		return asError(w.core.Pass(change.Change{Kind: change.ChangeDeleteWith, ID: idOf(pattern).elements()}))
	}
	return asError(w.core.DeleteWithNow(idOf(pattern).elements()))
}

// Modified announces that the value of an id which the entity owns has been written: observers of
// [OnSet] hear of it, and queries that detect changes.
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

// Enable takes the tag [Disabled] away, Disable adds it.
//
// Statements: toggle.entity.
func (w *World) Enable(e Entity) error { return asError(w.core.SetEnabled(e, true)) }

// Disable gives an entity the tag [Disabled], which keeps it out of queries that do not name Disabled. For example, the
// cockpit of a disabled ship is still found: children do not get the tag.
//
// Statements: toggle.entity, query.hidden-entities.
func (w *World) Disable(e Entity) error { return asError(w.core.SetEnabled(e, false)) }

// Override marks an id on a base: whatever gets (IsA, base) from then on also gets a copy of the id
// of its own, with the value of the first of its bases that owns it, or zero. For example, frigates
// that are there when Hull is marked on their base go on inheriting it; those that come later have
// a Hull of their own. The base need not have the id; instances of its instances get a copy too.
// The copy is left out where the instance owns the id already, or another target of an exclusive
// relationship. Clear ends the marks of an entity. Errors have the code not_alive, or invalid for a
// property, a wildcard and on a reserved entity.
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

// Overrides lists the ids that are marked on a base, in type order.
func (w *World) Overrides(base Entity) []ID {
	if !w.core.Store.Alive(base) {
		return nil
	}
	ids := slices.Clone(w.core.Marks[base.Index()])
	w.core.SortIDs(ids)
	out := make([]ID, len(ids))
	for i, id := range ids {
		out[i] = w.publicID(id)
	}
	return out
}

// Remove takes an id from an entity; of a pair pattern, every match: (R, *), (*, T), (*, *). The pattern * alone and
// patterns with _ remove nothing. For example, (*, Alice) takes both (Likes, Alice) and (Knows, Alice) from Bob.
// An id that the entity does not own is left alone. The mirror of a symmetric
// pair goes too. Errors have the code not_alive, invalid (a reserved entity), in_use or exists (a sibling's name at the
// root); then nothing has changed.
//
// Statements: ids.patterns.
func (w *World) Remove(e Entity, pattern AnyID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	if err := idOf(pattern).elements().Check(); err != nil {
		return err
	}
	if w.core.Hooked() {
		return asError(w.core.Pass(change.Change{Kind: change.ChangeRemove, Entity: e, ID: idOf(pattern).elements()}))
	}
	return asError(w.core.RemovePattern(e, idOf(pattern).elements()))
}

// Clear takes all ids and the name from an entity. For example, a ship that is cleared lives on as
// a root without a name, and keeps its cockpit: that has the pair.
//
// Statements: entities.clear.
func (w *World) Clear(e Entity) error { return asError(w.core.Clear(e)) }

// RemoveAll removes the matches of a pattern from every entity that owns one.
//
// Statements: REL-122 to REL-124.
func (w *World) RemoveAll(pattern AnyID) error {
	if w.core.Hooked() {
		return asError(w.core.Pass(change.Change{Kind: change.ChangeRemoveAll, ID: idOf(pattern).elements()}))
	}
	return asError(w.core.RemoveAllNow(idOf(pattern).elements()))
}

// DisableID switches an id that an entity owns off: queries do not see it any more, while Has, Get, inheritance and
// everything else do. It goes on hiding the ids of the bases: for example, a ship whose own Armed is off is not found
// by the Armed of its base. Removing the id ends that. Errors have the code
// not_alive, or invalid for an id that the entity does not own, a wildcard, and ids that a reserved entity has from the
// start. In the profile of Flecs 4.1 the first element of the id needs CanToggle.
//
// Statements: toggle.hides.
func (w *World) DisableID(e Entity, id AnyID) error {
	return asError(w.core.Toggle(e, idOf(id).elements(), false))
}

// EnableID switches an id on again; errors are those of [World.DisableID].
func (w *World) EnableID(e Entity, id AnyID) error {
	return asError(w.core.Toggle(e, idOf(id).elements(), true))
}

// IsEnabled reports whether an entity owns an id that is not switched off. For example, it is false for a Hull that a
// frigate inherits.
func (w *World) IsEnabled(e Entity, id AnyID) bool {
	t, _, alive := w.core.Store.Record(e)
	sid, ok := w.patternID(idOf(id))
	return alive && ok && !sid.IsWildcard() && w.core.OwnsID(t, e.Index(), sid) && !w.core.IsOff(e.Index(), sid)
}

// Value is a copy of the value that an entity owns or inherits for an id, for programs that do not
// know its Go type: an editor, a debugger, a script. It is of the Go type of the component (see
// [Register]), or a [spec.Value] with one scalar per member where a component with members types
// the id (see [World.NewComponent]); nil if the entity does not have the id. A member that
// refers to an entity has the text "#" and the entity's index, "" for none and for a dead one.
//
// Errors have the code not_alive, or invalid for a wildcard and for an id without values. It costs
// a look-up, as [Component.Get], and one allocation.
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

// valueIn is the value of a component in a cell.
func (w *World) valueIn(c *rules.Component, cell unsafe.Pointer) any {
	if len(c.Members) > 0 {
		return c.Read(cell, w.core.TextOf)
	}
	return reflect.NewAt(w.core.Store.GoType(c.Typ), cell).Elem().Interface()
}

// SetValue gives an entity a value of its own for an id, adding the id if the entity does not own
// it: it takes the values that [World.Value] gives. The value has exactly the Go type of the
// component. For example, 7 is refused for a float64, since Go makes an int of it. Where a
// component with members types the id, it is a [spec.Value] whose scalars have the names and types
// of members; members that are left out are zero, and an entity is given by name or path, or by "#"
// and its index.
//
// Errors are those of [World.Add], unresolved for an entity that does not exist, and invalid for an
// id without values and for a value that does not fit. It costs as much as [SetID], and one
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
