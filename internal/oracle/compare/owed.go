package compare

import (
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Owed decides which answers [spec.CodeUnsupported] are left out of a comparison, and which are
// wrong: an engine owes an answer to all that it declares (docs/protocol.md, Session). It follows
// one engine along one trace.
type Owed struct {
	judge   *capability.Judge
	engine  spec.Engine
	info    *spec.Info // nil until it is asked for
	foreign bool
}

// NewOwed begins a trace on an engine. info is what it declares, nil asks it; foreign says that it is not one of ours.
func NewOwed(p spec.Profile, engine spec.Engine, info *spec.Info, foreign bool) *Owed {
	return &Owed{judge: capability.New(p), engine: engine, info: info, foreign: foreign}
}

// Follow remembers the queries that later operations name. It comes before Skips.
func (o *Owed) Follow(op *spec.Operation) { o.judge.Follow(op) }

// Skips reports that the answers to an operation cannot be compared because one side does not
// support it, and why. It does not skip an answer that is wrong: that the engine does not support
// an operation that it declares and the reference supports, though it refuses it
// (compare.declared), and that an engine of ours answers an operation that the reference does not
// support.
func (o *Owed) Skips(op *spec.Operation, want, got *spec.Outcome) (*spec.Error, bool) {
	switch {
	case Broken(got):
		return nil, false
	case IsUnsupported(want) && (got.Err != nil || o.foreign):
		return want.Err, true
	case IsUnsupported(got) && !o.Owes(op):
		return got.Err, true
	}
	return nil, false
}

// Refuses reports that an engine does not support what it declares.
func (o *Owed) Refuses(op *spec.Operation, got *spec.Outcome) bool {
	return IsUnsupported(got) && o.Owes(op)
}

// Owes reports whether the engine declares all that an operation needs. An engine that declares nothing is asked hello.
func (o *Owed) Owes(op *spec.Operation) bool {
	if o.info == nil {
		o.info = &spec.Info{}
		if hello := o.engine.Apply(spec.Operation{Op: spec.OpHello}); hello.Info != nil {
			o.info = hello.Info
		}
	}
	return o.judge.Owes(op, o.info)
}
