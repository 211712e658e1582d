package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// create makes one or more entities, or a component.
func (w *World) create(op spec.Operation) *spec.Error {
	err := w.checkMore(op)
	for _, single := range op.Singly() {
		if err == nil {
			err = w.createOne(single)
		}
	}
	return err
}

// checkMore checks a request for several entities before any of them is created: first all
// arguments of the first entity, then the handles of the others.
func (w *World) checkMore(op spec.Operation) *spec.Error {
	switch {
	case len(op.More) == 0:
		return nil
	case !w.rules.Profile.Offers(spec.CapBatch):
		return spec.Errorf(spec.CodeUnsupported, "the profile %s makes one entity at a time", w.rules.Profile.Name)
	case op.Op != spec.OpEntity || op.Name != nil:
		return spec.Errorf(spec.CodeInvalid, "more makes entities without names and members; leave out name and members")
	}
	_, _, err := w.rules.CheckNew(op)
	seen := map[spec.Handle]bool{op.Entity: true}
	for _, h := range op.More {
		if err == nil && seen[h] {
			err = spec.Errorf(spec.CodeExists, "the handle %s occurs twice", h)
		}
		seen[h] = true
		if err == nil {
			_, _, err = w.rules.CheckNew(spec.Operation{Op: spec.OpEntity, Entity: h})
		}
	}
	return err
}

// createOne makes an entity or a component and adds its ids and its name. If the world is deferred,
// the ids and the name are queued.
func (w *World) createOne(op spec.Operation) *spec.Error {
	parent, ids, err := w.rules.CheckNew(op)
	if err != nil {
		return err
	}
	e, ids := w.rules.Create(op, parent, ids)
	for _, i := range ids {
		if err == nil {
			err = w.orLater(spec.Operation{Op: spec.OpAdd}, e, i)
		}
	}
	if err == nil && op.Name != nil {
		err = w.orLater(spec.Operation{Op: spec.OpSetName, Name: op.Name}, e, rules.ID{})
	}
	return err
}

// makeCopy makes a clone or an instance. It cannot be deferred: other commands could change the
// original first, and the number of handles in the request would no longer fit.
func (w *World) makeCopy(op spec.Operation) *spec.Error {
	c, err := w.rules.CheckCopy(op)
	if err == nil && w.deferred > 0 {
		err = errDeferred(op.Op)
	}
	if err == nil {
		err = w.rules.Copy(op, c)
	}
	return err
}

// define adds the facts of a query text and returns the entities that it creates. Because it
// answers with them, it cannot be deferred.
func (w *World) define(op spec.Operation) ([]spec.Handle, *spec.Error) {
	facts, err := lang.ParseData(w.rules.Profile.Dialect, op.Text)
	if err == nil && w.deferred > 0 {
		err = spec.Errorf(spec.CodeInvalid, "define cannot be deferred; end the deferral first")
	}
	if err != nil {
		return nil, err
	}
	created, err := w.rules.Define(facts)
	if err != nil {
		return nil, err
	}
	return w.handles(created)
}

func (w *World) isAlive(h spec.Handle) (bool, *spec.Error) {
	_, err := w.rules.Find(h)
	if err != nil && err.Code == spec.CodeInvalid {
		return false, err
	}
	return err == nil, nil
}

// setScope changes the scope and returns the one before.
func (w *World) setScope(op spec.Operation) (spec.Handle, *spec.Error) {
	before := w.rules.Scope
	e, err := w.rules.Optional(op.Entity)
	if err == nil {
		w.rules.Scope = e
	}
	return w.rules.Handle(before), err
}

func (w *World) lookup(op spec.Operation) (spec.Handle, *spec.Error) {
	from, err := w.rules.Optional(op.From)
	if err != nil {
		return "", err
	}
	if op.From == "" {
		from = w.rules.Scope
	}
	recursive := op.Recursive == nil || *op.Recursive
	return w.rules.Handle(w.rules.Lookup(op.Path, from, recursive)), nil
}

func (w *World) path(op spec.Operation, e rules.Entity) (*string, *spec.Error) {
	from, err := w.rules.Optional(op.From)
	if err != nil {
		return nil, err
	}
	if text, ok := w.rules.Path(e, from); ok {
		return &text, nil
	}
	return nil, nil
}
