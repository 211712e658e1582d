package oracle

import (
	"fmt"

	"github.com/relspec/relspec/spec"
)

// Implementation is an engine that traces run on.
type Implementation struct {
	// Name identifies the implementation in reports, such as "fast" or "bitecs".
	Name string
	// New makes an empty world of a profile. An error means that the implementation cannot have that profile; the
	// trace is then skipped for it and counted.
	New func(spec.Profile) (spec.Engine, error)
	// Foreign marks an engine that is not ours: all its refusals compare equal, ids that stand for "any" match any
	// id, and a target by index may be any of the targets (docs/protocol.md, Answers).
	Foreign bool
	// Info is what the engine declares; nil asks it (hello). What it declares it may not answer with
	// [spec.CodeUnsupported] where the reference answers.
	Info *spec.Info
	// Variant, where set, rewrites every trace before it runs on this engine.
	Variant *Variant
}

// Label is the name with the variant, if there is one.
func (im Implementation) Label() string {
	if im.Variant == nil {
		return im.Name
	}
	return im.Name + " (" + im.Variant.Name + ")"
}

// With is the same implementation under a variant.
func (im Implementation) With(v *Variant) Implementation {
	im.Variant = v
	return im
}

// Variant is another way to ask the same of an engine, whose answers must be those of the trace as it stands.
type Variant struct {
	Name string
	// Law says what the variant relies on, in one sentence for reports.
	Law string
	// Rewrite turns a recorded trace into steps. It returns nil where the variant does not apply to anything in the
	// trace; the run is then not counted. It must not change the recording.
	Rewrite func(*Recording) []Step
	// OnlyQueries says that the variant changes nothing but how questions are asked. The worlds are then compared at
	// the end only, since the trace as it stands compares them at every step.
	OnlyQueries bool
}

// Step is one operation of a rewritten trace.
type Step struct {
	// Op is the operation: the recorded one where that stays as it is, so that rewriting a long trace copies none.
	Op *spec.Operation
	// As turns Op into the operation that is applied, when it is applied; nil where that is Op.
	As func(spec.Operation) spec.Operation
	// Of is the index of the recorded operation whose outcome this one must have, or -1 for an operation that the
	// variant adds or whose outcome shows later.
	Of int
	// World is the index of the recorded operation after which the world must be as it is now, or -1.
	World int
	// MayFail lets a step without Of fail.
	MayFail bool
	// Back turns this step's outcome into the form of the recorded one; nil where they have the same form.
	Back func(*spec.Outcome)
}

// Direct is the rewriting that changes nothing.
func Direct(r *Recording) []Step {
	steps := make([]Step, len(r.Ops))
	for i := range r.Ops {
		steps[i] = r.keep(i)
	}
	return steps
}

// keep is a recorded operation as it stands.
func (r *Recording) keep(i int) Step { return Step{Op: r.Ops[i], Of: i, World: i} }

// asking is recorded operation i, rewritten.
func asking(op spec.Operation, i int) Step { return Step{Op: &op, Of: i, World: i} }

// Applied is the operation that a step applies.
func (s *Step) Applied() *spec.Operation {
	if s.As == nil {
		return s.Op
	}
	op := s.As(*s.Op)
	return &op
}

// extra is an operation that a variant adds.
func extra(op spec.Operation) Step { return Step{Op: &op, Of: -1, World: -1} }

// guard makes an engine of which panics are outcomes with [spec.CodeCrash].
type guard struct{ engine spec.Engine }

// Apply applies op; a panic becomes a crash.
func (g guard) Apply(op spec.Operation) (out spec.Outcome) {
	defer func() {
		if p := recover(); p != nil {
			out = spec.Fail(spec.Errorf(spec.CodeCrash, "panic: %v", p))
		}
	}()
	return g.engine.Apply(op)
}

// Steps are those of an engine that is a [spec.Reasoner]; others give none.
func (g guard) Steps() []spec.Proof {
	if r, ok := g.engine.(spec.Reasoner); ok {
		return r.Steps()
	}
	return nil
}

// Start makes a world whose panics are outcomes with [spec.CodeCrash]. An error says that the implementation cannot have
// the profile.
func (im Implementation) Start(p spec.Profile) (eng spec.Engine, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s cannot make a world: panic: %v", im.Name, r)
		}
	}()
	eng, err = im.New(p)
	if err != nil {
		return nil, fmt.Errorf("%s cannot make a world of profile %s: %w", im.Name, p.Name, err)
	}
	return guard{eng}, nil
}
