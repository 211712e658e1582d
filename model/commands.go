package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// command is a deferred operation. Its arguments were checked when it was queued.
type command struct {
	op spec.Operation
	e  rules.Entity
	i  rules.ID
}

func errDeferred(op spec.OpKind) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "%s is not possible while the world is deferred", op)
}

// deferEnd applies the queued commands when the outermost deferral ends. A command that fails has
// no effect and is reported; the others still apply.
func (w *World) deferEnd() (failures []spec.Failure, _ *spec.Error) {
	if w.deferred == 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "the world is not deferred")
	}
	w.deferred--
	if w.deferred > 0 {
		return nil, nil
	}
	commands := w.commands
	w.commands = nil
	for n, c := range commands {
		applied := c
		switch {
		case (c.op.Op == spec.OpAdd || c.op.Op == spec.OpSet) && w.rules.Orphaned(c.e, c.i):
			applied = command{spec.Operation{Op: spec.OpDelete}, c.e, rules.ID{}}
		case w.rules.Dropped(c.e, c.i) || w.rules.Dropped(w.rules.Handles[c.op.Neighbour()], rules.ID{}):
			continue
		}
		if _, err := w.perform(applied); err != nil {
			failures = append(failures, w.failure(n, c, err))
		}
	}
	return failures, nil
}

// failure describes the n-th command and its error.
func (w *World) failure(n int, c command, err *spec.Error) spec.Failure {
	f := spec.Failure{Command: n, Err: err, Op: c.op.Op}
	if c.e != rules.None {
		f.Entity = w.rules.Handle(c.e)
	}
	if c.i != (rules.ID{}) {
		f.ID = w.rules.SpecID(c.i)
	}
	return f
}

// orLater applies a part of an operation at once or, if the world is deferred, queues it.
func (w *World) orLater(op spec.Operation, e rules.Entity, i rules.ID) *spec.Error {
	c := command{op, e, i}
	if w.deferred > 0 {
		w.commands = append(w.commands, c)
		return nil
	}
	_, err := w.do(c)
	return err
}
