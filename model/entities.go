package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

func nothing(*World, spec.Operation) (spec.Outcome, *spec.Error) { return done(nil) }

// create makes one or more entities, or a component.
func create(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	if err := w.checkMore(op); err != nil {
		return done(err)
	}
	for _, single := range op.Singly() {
		if err := w.createOne(single); err != nil {
			return done(err)
		}
	}
	return done(nil)
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

func alive(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	_, err := w.rules.Find(op.Entity)
	if err != nil && err.Code == spec.CodeInvalid {
		return done(err)
	}
	return yes(err == nil)
}

func setScope(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	before := w.rules.Scope
	e, err := w.rules.Optional(op.Entity)
	if err != nil {
		return done(err)
	}
	w.rules.Scope = e
	return w.one(before)
}

func lookup(w *World, op spec.Operation) (spec.Outcome, *spec.Error) {
	from, err := w.rules.Optional(op.From)
	if err != nil {
		return done(err)
	}
	if op.From == "" {
		from = w.rules.Scope
	}
	return w.one(w.rules.Lookup(op.Path, from, op.Recursive == nil || *op.Recursive))
}

func path(w *World, op spec.Operation, e rules.Entity, _ rules.ID) (out spec.Outcome, err *spec.Error) {
	from, err := w.rules.Optional(op.From)
	if err != nil {
		return done(err)
	}
	if text, ok := w.rules.Path(e, from); ok {
		out.Text = &text
	}
	return out, nil
}

func ids(w *World, _ spec.Operation, e rules.Entity, _ rules.ID) (out spec.Outcome, _ *spec.Error) {
	for _, f := range w.rules.Entities[e].Own {
		out.IDs = append(out.IDs, w.rules.SpecID(f.ID))
	}
	return out, w.fitsAnswer(len(out.IDs))
}

func parent(w *World, _ spec.Operation, e rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
	return w.one(w.rules.Parent(e))
}

func children(w *World, _ spec.Operation, e rules.Entity, _ rules.ID) (spec.Outcome, *spec.Error) {
	return w.many(w.rules.Children(e))
}

func setName(w *rules.World, op spec.Operation, e rules.Entity, _ rules.ID) *spec.Error {
	return w.SetName(e, *op.Name)
}

func clearEntity(w *rules.World, _ spec.Operation, e rules.Entity, _ rules.ID) *spec.Error {
	return w.Clear(e)
}

func deleteEntity(w *rules.World, _ spec.Operation, e rules.Entity, _ rules.ID) *spec.Error {
	return w.Delete(e)
}

func depth(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	n, acyclic := w.rules.Depth(e, r)
	if !acyclic {
		return done(spec.Errorf(spec.CodeCycle, "%s leads into a cycle of %s", w.rules.Handle(e), w.rules.Handle(r)))
	}
	return spec.Outcome{Number: int64(n)}, nil
}

func walkUp(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	up, err := w.rules.WalkUp(e, r, op.MaxDepth)
	if err != nil {
		return done(err)
	}
	return w.many(up)
}

func target(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	targets := w.rules.AllTargets(e, r)
	if op.Index < 0 || op.Index >= len(targets) {
		return w.one(rules.None)
	}
	return w.one(targets[op.Index])
}

func below(w *World, op spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	return w.many(w.rules.Below(e, r, op.MaxDepth))
}

func sources(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	return w.many(w.rules.Owners(rules.ID{First: r, Second: e}))
}

func targets(w *World, _ spec.Operation, e, r rules.Entity) (spec.Outcome, *spec.Error) {
	return w.many(w.rules.AllTargets(e, r))
}
