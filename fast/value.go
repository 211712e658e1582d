package fast

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Value is a copy of the value that an entity owns or inherits for an id, for programs that do not know its Go type: an editor, a
// debugger, a script. It is of the Go type of the component (see [Register]), or a [spec.Value] with one scalar per member where
// a component with members types the id (see [World.DeclareComponent]); nil if the entity does not have the id. A member
// that refers to an entity has the text "#" and the entity's index, "" for none and for a dead one.
//
// Errors have the code not_alive, or invalid for a wildcard and for an id without values. It costs a look-up, as [Component.Get],
// and one allocation.
func (w *World) Value(e Entity, id ID) (any, error) {
	value, err := w.valueOf(e, id)
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
	switch {
	case err != nil || cell == nil:
		return nil, err
	case len(c.Members) > 0:
		return c.Read(cell, w.core.TextOf), nil
	}
	return reflect.NewAt(w.core.Store.GoType(c.Typ), cell).Elem().Interface(), nil
}

// SetValue gives an entity a value of its own for an id, adding the id if the entity does not own it: what [World.Value] gives,
// SetValue takes. The value has exactly the Go type of the component. Where a component with members types the id, it is a
// [spec.Value] whose scalars have the names and types of members; members that are left out are zero, and an entity is
// given by name or path, or by "#" and its index.
//
// Errors are those of [World.Add], unresolved for an entity that does not exist, and invalid for an id without values and for
// a value that does not fit. It costs as much as [SetID], and one allocation.
func (w *World) SetValue(e Entity, id ID, value any) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err == nil {
		err = w.core.SetAny(e, sid, value)
	}
	return asError(err)
}
