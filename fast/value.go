package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Value is the value that an entity owns or inherits for an id that a component with members types (see
// [World.DeclareComponent]), one scalar per member; nil if it does not have the id. A member that refers to an entity has
// the text "#" and the entity's index, "" for none and for a dead one. Errors have the code not_alive, or invalid for a
// wildcard and for an id whose values are of a Go type or that has none.
func (w *World) Value(e Entity, id ID) (spec.Value, error) {
	value, err := w.valueOf(e, id)
	return value, asError(err)
}

func (w *World) valueOf(e Entity, id ID) (spec.Value, *spec.Error) {
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
	if err == nil {
		err = c.CheckDeclared()
	}
	if err != nil || cell == nil {
		return nil, err
	}
	return c.Read(cell, w.core.TextOf), nil
}

// SetValue gives an entity a value of its own for an id that a component with members types, adding the id if the entity
// does not own it. The scalars have the names and types of members; those of members that are left out are zero. An entity
// is given by name or path, or by "#" and its index. Errors are those of [World.Add], unresolved for an entity that does not
// exist, and invalid for an id without such a type and for a value that does not fit it.
func (w *World) SetValue(e Entity, id ID, value spec.Value) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err == nil {
		err = w.core.SetDeclared(e, sid, value)
	}
	return asError(err)
}
