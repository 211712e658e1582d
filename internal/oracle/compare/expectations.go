package compare

import (
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

// Expectations decides whether an answer [spec.CodeUnsupported] is skipped in a comparison or is a
// divergence. An engine must support every capability that it declares (docs/protocol.md, Session).
// An Expectations follows one engine along one trace.
type Expectations struct {
	judge   *capability.Judge
	engine  spec.Engine
	info    *spec.Info // nil until it is asked for
	foreign bool
}

// NewExpectations starts a trace on engine. If info, the engine's answer to hello, is nil, the
// engine is asked when needed. foreign is set for engines other than model and fast.
func NewExpectations(p spec.Profile, engine spec.Engine, info *spec.Info, foreign bool) *Expectations {
	return &Expectations{judge: capability.New(p), engine: engine, info: info, foreign: foreign}
}

// Follow remembers the queries that later operations name. Call it for each operation, before
// Skips.
func (o *Expectations) Follow(op *spec.Operation) { o.judge.Follow(op) }

// Skips reports whether the answers to op cannot be compared because one side does not support it,
// and returns that side's error. Two kinds of answer are divergences and are not skipped:
// `unsupported` for an operation that the engine declares (compare.declared), and an answer of
// model or fast to an operation that the reference does not support.
func (o *Expectations) Skips(op *spec.Operation, want, got *spec.Outcome) (*spec.Error, bool) {
	switch {
	case Broken(got):
		return nil, false
	case IsUnsupported(want) && (got.Err != nil || o.foreign):
		return want.Err, true
	case IsUnsupported(got) && !o.MustSupport(op):
		return got.Err, true
	}
	return nil, false
}

// Refuses reports whether the engine answered `unsupported` to an operation that it declares.
func (o *Expectations) Refuses(op *spec.Operation, got *spec.Outcome) bool {
	return IsUnsupported(got) && o.MustSupport(op)
}

// MustSupport reports whether the engine declares every capability that op needs.
func (o *Expectations) MustSupport(op *spec.Operation) bool {
	if o.info == nil {
		o.info = &spec.Info{}
		if hello := o.engine.Apply(spec.Operation{Op: spec.OpHello}); hello.Info != nil {
			o.info = hello.Info
		}
	}
	return o.judge.MustSupport(op, o.info)
}
