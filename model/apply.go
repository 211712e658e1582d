package model

import (
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// Apply performs one operation. It never panics. An operation that fails has no effect.
func (w *World) Apply(op spec.Operation) spec.Outcome {
	if w.front != nil && !needsNoWorld(op.Op) {
		return w.front.Apply(op)
	}
	w.rules.Effects, *w.work = rules.Effects{}, w.limits.Work
	out, err := w.apply(op)
	if err != nil {
		w.rules.NoteRefusal(err)
		return spec.Fail(err)
	}
	out.Kind = op.Op.Outcome()
	return out
}

func (w *World) apply(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	o, ok := operations[op.Op]
	if op.Op.Known() && !w.rules.Profile.Has(op.Op) {
		return done(spec.Errorf(spec.CodeUnsupported, "the profile %s has no operation %s", w.rules.Profile.Name,
			op.Op))
	}
	if !ok {
		return done(spec.Errorf(spec.CodeInvalid, "unknown operation %q", string(op.Op)))
	}
	if len(op.Acts) > 0 && !w.rules.Profile.Offers(spec.CapActs) {
		return done(spec.Errorf(spec.CodeUnsupported, "observers of the profile %s do not act", w.rules.Profile.Name))
	}
	if w.over && !needsNoWorld(op.Op) {
		return done(spec.Errorf(spec.CodeInvalid, "the world was torn down; send reset"))
	}
	e, i, err := w.rules.Check(o.Arguments, op)
	if err == nil && op.Op == spec.OpReorder {
		_, err = w.orderNeighbour(op)
	}
	switch {
	case err != nil:
		return done(err)
	case w.deferred > 0 && o.Waits:
		w.commands = append(w.commands, command{op, e, i})
		return done(nil)
	}
	return w.perform(command{op, e, i})
}

// needsNoWorld reports whether an operation is about the engine. It is possible after a teardown.
func needsNoWorld(op spec.OpKind) bool {
	return slices.Contains([]spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}, op)
}

// perform runs an operation. If the operation changes the world, perform runs it inside operate,
// unless do() of the operation calls operate.
func (w *World) perform(c command) (out spec.Outcome, err *spec.Error) {
	o := operations[c.op.Op]
	if o.parts || c.op.Op.IsRead() {
		*w.work = w.limits.Work
		return o.do(w, c.op, c.e, c.i)
	}
	err = w.operate(func() (err *spec.Error) {
		out, err = o.do(w, c.op, c.e, c.i)
		return err
	})
	return out, err
}

// operate applies one change to the world and notifies observers. If the change fails, operate
// undoes it and returns the error.
func (w *World) operate(change func() *spec.Error) *spec.Error {
	made, scope := len(w.rules.Entities), w.rules.Scope
	*w.work = w.limits.Work // each deferred command has its own budget
	w.rules.Effects = rules.Effects{Was: map[rules.Entity]rules.Record{}, Steps: w.rules.Steps}
	defer func() { w.rules.Was = nil }()
	err := change()
	w.held = nil
	if err == nil {
		err = w.mayMove()
	}
	if err != nil {
		undo(w.rules, made, scope)
		return err
	}
	w.orders.Follow(w.rules)
	w.happened()
	w.notify(scope)
	return nil
}

// done returns an answer without content, or the error if there is one.
func done(err *spec.Error) (spec.Outcome, *spec.Error) { return spec.Outcome{}, err }

func yes(b bool) (spec.Outcome, *spec.Error) { return spec.Outcome{Bool: b}, nil }

// one answers with an entity, or with an empty answer for None.
func (w *World) one(e rules.Entity) (spec.Outcome, *spec.Error) {
	if e == rules.None {
		return spec.Outcome{}, nil
	}
	return spec.Outcome{Entity: w.rules.Handle(e)}, nil
}

func (w *World) many(es []rules.Entity) (spec.Outcome, *spec.Error) {
	if err := w.fitsAnswer(len(es)); err != nil {
		return done(err)
	}
	var out spec.Outcome
	for _, e := range es {
		out.Entities = append(out.Entities, w.rules.Handle(e))
	}
	return out, nil
}
