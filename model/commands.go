package model

import (
	"github.com/relspec/relspec/spec"
)

// command is an operation that waits for the end of a deferral, its arguments checked when it was given (P-44).
type command struct {
	op spec.Operation
	e  entity
	i  id
}

func errDeferred(op spec.OpKind) *spec.Error {
	return spec.Errorf(spec.CodeInvalid, "%s is not possible while the world is deferred", op)
}

func deferBegin(w *World, _ spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	w.deferred++
	return done(nil)
}

// deferEnd applies the commands in the order given, at the outermost end (ruling 24, QRY-102, QRY-103, P-46). A command whose entity or
// id died meanwhile is dropped, one that errs is reported, the others apply.
func deferEnd(w *World, _ spec.Operation, _ entity, _ id) (out spec.Outcome, _ *spec.Error) {
	if w.deferred == 0 {
		return done(spec.Errorf(spec.CodeInvalid, "the world is not deferred"))
	}
	w.deferred--
	if w.deferred > 0 {
		return out, nil
	}
	commands := w.commands
	w.commands = nil
	for n, c := range commands {
		if c.e != none && !w.alive(c.e) || w.mentionsDead(c.i) && c.i != (id{}) {
			continue
		}
		err := w.operate(func() *spec.Error {
			_, err := operations[c.op.Op].do(w, c.op, c.e, c.i)
			return err
		})
		if err != nil {
			out.Failures = append(out.Failures, w.failure(n, c, err))
		}
	}
	return out, nil
}

// failure says which command erred (P-46, P-92).
func (w *World) failure(n int, c command, err *spec.Error) spec.Failure {
	f := spec.Failure{Command: n, Err: err, Op: c.op.Op}
	if c.e != none {
		f.Entity = w.handle(c.e)
	}
	if c.i != (id{}) {
		f.ID = w.specID(c.i)
	}
	return f
}

// orLater does a part of an operation now, or as a command of its own while the world is deferred (P-45).
func (w *World) orLater(op spec.Operation, e entity, i id) *spec.Error {
	if w.deferred > 0 {
		w.commands = append(w.commands, command{op, e, i})
		return nil
	}
	_, err := operations[op.Op].do(w, op, e, i)
	return err
}
