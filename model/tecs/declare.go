package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// declare makes a relationship (TECS-009, TECS-011). Its handle is its name, so every relationship
// has a name (TECS-108).
func (w *World) declare(op spec.Operation) *spec.Error {
	if err := w.checkFree(op.Entity); err != nil {
		return err
	}
	if err := checkDeclaration(op.Declared); err != nil {
		return err
	}
	w.relations[op.Entity] = op.Declared
	return nil
}

// checkDeclaration returns an error if a declaration contradicts itself (declared.flags).
func checkDeclaration(d spec.Declaration) *spec.Error {
	no := func(why string) *spec.Error { return spec.Errorf(spec.CodeInvalid, "%s", why) }
	switch {
	case d.CascadeDelete && (!d.Exclusive || !d.ReverseIndex): // TECS-075, TECS-076, TECS-078
		return no("cascade_delete needs exclusive and reverse_index")
	case d.Transient && d.Serialize: // TECS-121
		return no("a relationship cannot be both transient and serialized")
	case len(d.Defaults) > len(d.Fields): // TECS-117: without fields there are no defaults
		return no("there are more defaults than fields")
	}
	for i, f := range d.Fields {
		if f == "" || f == target || slices.Contains(d.Fields[:i], f) { // TECS-131
			return no("field names must be distinct and not empty, and must not be \"target\"")
		}
	}
	for _, f := range d.Require {
		if !slices.Contains(d.Fields, f) { // TECS-119
			return no("a required field must be one of the fields")
		}
	}
	return nil
}

// component makes a component with typed members.
func (w *World) component(op spec.Operation) *spec.Error {
	if len(op.IDs) > 0 {
		return invalid("a component cannot be made with ids; give it members only")
	}
	if op.Name != nil || op.Parent != "" || op.Unscoped || len(op.More) > 0 {
		return unsupported("the fields name, parent, more and unscoped of the operation component")
	}
	if err := w.checkFree(op.Entity); err != nil {
		return err
	}
	if err := spec.CheckMembers(op.Members); err != nil {
		return err
	}
	w.components[op.Entity] = slices.Clone(op.Members)
	return nil
}

// entity makes an entity with its ids. If an id is refused, the entity is not created
// (declared.create). All ids are checked before the entity exists. If the world is deferred, each id
// is queued as a set operation, and in some profiles the entity becomes alive when the deferral ends
// (declared.staged).
func (w *World) entity(op spec.Operation) *spec.Error {
	if len(op.Members) > 0 {
		return invalid("entity takes no members; use component")
	}
	if op.Name != nil || op.Parent != "" || op.Unscoped || len(op.More) > 0 {
		return unsupported("the fields name, parent, more and unscoped of the operation entity")
	}
	if err := w.checkFree(op.Entity); err != nil {
		return err
	}
	for _, id := range op.IDs {
		if err := w.checkID(id, exact); err != nil {
			return err
		}
	}
	w.made, w.alive[op.Entity], w.born = append(w.made, op.Entity), true, w.born+1
	if w.deferred > 0 && w.profile.StagedLater {
		w.alive[op.Entity], w.staged = false, append(w.staged, op.Entity)
	}
	for _, id := range op.IDs {
		set := spec.Operation{Op: spec.OpSet, Entity: op.Entity, ID: id}
		if w.deferred > 0 {
			w.commands = append(w.commands, set)
		} else if err := w.set(set); err != nil {
			return err
		}
	}
	return nil
}

// checkFree returns an error if a handle is not valid or is reserved, or if it is used now or was
// used before.
func (w *World) checkFree(h spec.Handle) *spec.Error {
	if err := h.Check(); err != nil {
		return err
	}
	if w.kind(h) != unknown || spec.IsReserved(h) {
		return spec.Errorf(spec.CodeExists, "the handle %s is taken", h)
	}
	return nil
}
