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
	profile := w.rules.Profile
	switch {
	case !op.Op.Known():
		return out, spec.Errorf(spec.CodeInvalid, "unknown operation %q", string(op.Op))
	case !profile.Has(op.Op):
		return out, spec.Errorf(spec.CodeUnsupported, "the profile %s has no operation %s", profile.Name, op.Op)
	case len(op.Acts) > 0 && !profile.Offers(spec.CapActs):
		return out, spec.Errorf(spec.CodeUnsupported, "observers of the profile %s do not act", profile.Name)
	case w.over && !needsNoWorld(op.Op):
		return out, spec.Errorf(spec.CodeInvalid, "the world was torn down; send reset")
	}
	e, i, err := w.rules.Check(op)
	if err != nil {
		return out, err
	}
	c := command{op, e, i}
	if w.deferred > 0 && rules.ArgumentsOf[op.Op].Waits {
		w.commands = append(w.commands, c)
		return out, nil
	}
	return w.perform(c)
}

// needsNoWorld reports whether an operation is about the engine and not about the world. Such an
// operation is possible after a teardown.
func needsNoWorld(op spec.OpKind) bool {
	return slices.Contains([]spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}, op)
}

// perform runs an operation. If the operation changes the world, perform runs it inside operate,
// unless the operation calls operate itself.
func (w *World) perform(c command) (out spec.Outcome, err *spec.Error) {
	if inSteps[c.op.Op] || c.op.Op.IsRead() {
		*w.work = w.limits.Work
		return w.do(c)
	}
	err = w.operate(func() (err *spec.Error) {
		out, err = w.do(c)
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
	w.rules.FollowOrders()
	w.happened()
	w.notify(scope)
	return nil
}
