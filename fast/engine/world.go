package engine

import (
	"errors"
	"unsafe"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// component creates a component with a new handle (entities.identity).
func (e *Engine) component(op *request) (spec.Outcome, *spec.Error) {
	if err := spec.CheckMembers(op.Members); err != nil {
		return none, err
	}
	return none, e.make(op, func(made Entity) { e.w.MakeComponent(made, op.Members) })
}

// entity creates entities with new handles.
func (e *Engine) entity(op *request) (spec.Outcome, *spec.Error) {
	var err *spec.Error
	if op.birth.IDs, err = e.exactAll(op.IDs); err != nil {
		return none, err
	}
	if len(op.More) > 0 {
		return none, e.makeBatch(op)
	}
	return none, e.make(op, rules.NoComponent)
}

// makeBatch creates several entities in one operation. If their ids have no consequences, they
// become rows of one table; otherwise they are created one by one (entities.batch).
func (e *Engine) makeBatch(op *request) *spec.Error {
	all := op.Makes()
	if err := e.checkNew(all); err != nil {
		return err
	}
	return e.makeAll(all, func(made func(Entity)) *spec.Error {
		return bridge.CreateMany(e.world, op.birth, len(all), made)
	})
}

// make creates an entity. The entity has its handle before observers are notified.
func (e *Engine) make(op *request, makeComponent func(Entity)) *spec.Error {
	return e.makeAll([]spec.Handle{op.Entity}, func(made func(Entity)) *spec.Error {
		_, err := e.w.DeclareAs(op.birth, func(entity Entity) {
			made(entity)
			makeComponent(entity)
		})
		return err
	})
}

// checkNew refuses handles that are in use or occur twice.
func (e *Engine) checkNew(handles []spec.Handle) *spec.Error {
	seen := map[spec.Handle]bool{}
	for _, h := range handles {
		if seen[h] {
			return spec.Errorf(spec.CodeExists, "the handle %q is given twice", string(h))
		}
		seen[h] = true
		if _, err := e.birth(&spec.Operation{Entity: h}); err != nil {
			return err
		}
	}
	return nil
}

// makeAll gives handles to the entities that create makes, in order. If create fails, makeAll takes
// the handles back.
func (e *Engine) makeAll(handles []spec.Handle, create func(made func(Entity)) *spec.Error) *spec.Error {
	bound := 0
	err := create(func(made Entity) {
		e.handles.bind(handles[bound], made)
		bound++
	})
	if err != nil {
		for _, h := range handles[:bound] {
			e.handles.unbind(h)
		}
		return err
	}
	e.made += len(handles)
	return nil
}

// birth resolves the arguments that new entities and components share.
func (e *Engine) birth(op *spec.Operation) (rules.Birth, *spec.Error) {
	b := rules.Birth{Unscoped: op.Unscoped}
	if op.Entity == "" {
		return b, rules.ErrMissing
	}
	if err := op.Entity.Check(); err != nil {
		return b, err
	}
	if _, err := e.handles.known(op.Entity); err == nil || spec.IsReserved(op.Entity) {
		return b, spec.Errorf(spec.CodeExists, "the handle %q is or was in use", string(op.Entity))
	}
	if op.Name != nil {
		b.Name = *op.Name
	}
	var err *spec.Error
	b.Parent, err = e.handles.optional(op.Parent)
	return b, err
}

func (e *Engine) delete(op *request) (spec.Outcome, *spec.Error) { return none, e.w.Delete(op.entity) }

func (e *Engine) clear(op *request) (spec.Outcome, *spec.Error) { return none, e.w.Clear(op.entity) }

func (e *Engine) enable(op *request) (spec.Outcome, *spec.Error) {
	on := op.Op == spec.OpEnable
	if op.ID.IsZero() {
		return none, e.w.SetEnabled(op.entity, on)
	}
	id, _, err := e.exact(op.ID)
	if err == nil {
		err = e.w.Toggle(op.entity, id, on)
	}
	return none, err
}

func (e *Engine) scope(op *request) (spec.Outcome, *spec.Error) {
	before := e.w.Scope
	e.w.SetScope(op.entity)
	return spec.EntityOutcome(e.handles.name(before)), nil
}

func (e *Engine) setName(op *request) (spec.Outcome, *spec.Error) {
	name := ""
	if op.Name != nil {
		name = *op.Name
	}
	return none, e.w.SetName(op.entity, name)
}

func (e *Engine) removeAll(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.RemoveAll(publicID(op.pattern)))
}

func (e *Engine) deleteWith(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.DeleteWith(publicID(op.pattern)))
}

func (e *Engine) remove(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.Remove(op.entity, publicID(op.pattern)))
}

func (e *Engine) add(op *request) (spec.Outcome, *spec.Error) { return none, e.w.Add(op.entity, op.id) }

func (e *Engine) override(op *request) (spec.Outcome, *spec.Error) {
	return none, e.w.Override(op.entity, op.id)
}

func (e *Engine) modified(op *request) (spec.Outcome, *spec.Error) {
	return none, e.w.Modified(op.entity, op.id)
}

// set adds an id if needed and replaces its whole value (data.set).
func (e *Engine) set(op *request) (spec.Outcome, *spec.Error) {
	return none, change.Set(e.w, op.entity, op.id, rawValue{e, op.Value})
}

func (e *Engine) setValue(entity Entity, id store.ID, raw spec.RawValue) *spec.Error {
	by := e.w.TypedBy(id)
	if by == 0 {
		return e.w.ErrNoType(id)
	}
	value, err := raw.Typed(e.w.Components[by].Members)
	if err != nil {
		return err
	}
	return e.w.Write(entity, id, func(cell unsafe.Pointer, c *rules.Component) { c.Write(cell, value, e.handles.ref) })
}

// exact resolves an id that can be added. A wildcard is invalid, a dead element is not_alive.
func (e *Engine) exact(id spec.ID) (elements rules.Elements, stored store.ID, err *spec.Error) {
	if elements, err = e.handles.id(id); err == nil {
		stored, err = e.w.Exact(elements)
	}
	return elements, stored, err
}

// exactAll resolves several ids that can be added.
func (e *Engine) exactAll(given []spec.ID) ([]rules.Elements, *spec.Error) {
	ids := make([]rules.Elements, len(given))
	for i, id := range given {
		var err *spec.Error
		if ids[i], _, err = e.exact(id); err != nil {
			return nil, err
		}
	}
	return ids, nil
}

// publicID converts an id to the type of the public API.
func publicID(el rules.Elements) fast.ID {
	if !el.IsPair() {
		return fast.Single(el.First)
	}
	return fast.Pair(el.First, el.Second)
}

// refusal returns the error of a function of package fast.
func refusal(err error) (refused *spec.Error) {
	errors.As(err, &refused)
	return refused
}
