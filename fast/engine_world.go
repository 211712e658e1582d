package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// create makes an entity or component under a new handle (P-2).
func (e *Engine) create(op *spec.Operation) *spec.Error {
	if err := op.Entity.Check(); err != nil {
		return err
	}
	if _, err := e.handles.known(op.Entity); err == nil || builtinEntities[op.Entity] != 0 {
		return spec.Errorf(spec.CodeExists, "the handle %q is or was in use", string(op.Entity))
	}
	b := Birth{Unscoped: op.Unscoped}
	var err *spec.Error
	if b.Parent, err = e.handles.optional(op.Parent); err != nil {
		return err
	}
	if op.Name != nil {
		b.Name = *op.Name
	}
	var made Entity
	if op.Op == spec.OpComponent {
		made, err = e.w.declare(b, op.Members)
	} else {
		b.IDs = make([]ID, len(op.IDs))
		for i, id := range op.IDs {
			if b.IDs[i], err = e.exact(id); err != nil {
				return err
			}
		}
		made, err = e.w.create(b)
	}
	if err == nil {
		e.handles.bind(op.Entity, made)
	}
	return err
}

// exact is an id that can be added; a dead element is not_alive, a wildcard invalid.
func (e *Engine) exact(id spec.ID) (ID, *spec.Error) {
	out, err := e.handles.id(id)
	if err == nil {
		_, err = e.w.exactID(out)
	}
	return out, err
}

// change applies the operations that change entities.
func (e *Engine) change(op *spec.Operation) spec.Outcome {
	w := e.w
	switch op.Op {
	case spec.OpScope:
		scope, err := e.handles.optional(op.Entity)
		if err != nil {
			return spec.Fail(err)
		}
		before := w.scope
		w.scope = scope
		return spec.EntityOutcome(e.handles.name(before))
	case spec.OpRemoveAll, spec.OpDeleteWith:
		id, err := e.handles.id(op.ID)
		switch {
		case err != nil:
			return spec.Fail(err)
		case op.Op == spec.OpRemoveAll:
			return doneError(w.RemoveAll(id))
		}
		return doneError(w.DeleteWith(id))
	}
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	switch op.Op {
	case spec.OpDelete:
		return done(w.delete(entity))
	case spec.OpClear:
		return done(w.clear(entity))
	case spec.OpEnable, spec.OpDisable:
		if !op.ID.IsZero() {
			return spec.Fail(unsupported("toggles"))
		}
		return done(w.setEnabled(entity, op.Op == spec.OpEnable))
	case spec.OpSetName:
		name := ""
		if op.Name != nil {
			name = *op.Name
		}
		return done(w.setName(entity, name))
	case spec.OpRemove:
		id, err := e.handles.id(op.ID)
		if err != nil {
			return spec.Fail(err)
		}
		return doneError(w.Remove(entity, id))
	}
	return done(e.changeID(op, entity))
}

// changeID applies add, set and modified, whose id is exact.
func (e *Engine) changeID(op *spec.Operation, entity Entity) *spec.Error {
	id, err := e.exact(op.ID)
	if err != nil {
		return err
	}
	sid, _ := e.w.exactID(id)
	switch op.Op {
	case spec.OpAdd:
		return e.w.add(entity, sid)
	case spec.OpModified:
		return e.w.modified(entity, sid)
	default:
		return e.set(entity, sid, op.Value)
	}
}

// set replaces the whole value of an id, adding it first (P-10).
func (e *Engine) set(entity Entity, id store.ID, raw spec.RawValue) *spec.Error {
	by := e.w.typedBy(id)
	if by == 0 {
		return errNoType
	}
	value, err := raw.Typed(e.w.components[by].members)
	if err != nil {
		return err
	}
	cell, c, err := e.w.ownCell(entity, id)
	if err != nil {
		return err
	}
	c.write(cell, value, e.handles.ref)
	e.w.touch(entity.Index())
	return nil
}

func doneError(err error) spec.Outcome {
	if err != nil {
		return spec.Fail(err.(*spec.Error))
	}
	return spec.OK()
}
