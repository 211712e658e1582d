package variant

import "github.com/relspec/relspec/spec"

// Variant rewrites a trace into another one that must give the same answers.
type Variant struct {
	Name string
	// Law is the law on which the variant relies, in one sentence for reports.
	Law string
	// Needs reports whether the variant can apply in a profile. A nil Needs means every profile.
	Needs func(*spec.Profile) bool
	// Rewrite converts a recorded trace to steps. It returns nil if the variant does not apply to
	// the trace; the trace then counts as not run. It must not change the recording.
	Rewrite func(*Recorded) []Step
	// OnlyQueries is set if the variant changes only how queries are asked. The worlds are then
	// compared only at the end, since the original trace compares them at every step.
	OnlyQueries bool
}

// For is like Rewrite, but returns nil if the variant does not support the trace's profile.
func (v *Variant) For(r *Recorded) []Step {
	if v.Needs != nil && !v.Needs(&r.Profile) {
		return nil
	}
	return v.Rewrite(r)
}

// Recorded is a trace with the answers of the reference.
type Recorded struct {
	Profile  spec.Profile
	Ops      []*spec.Operation // the operations of the trace
	Outcomes []spec.Outcome
	// Dumps holds the world after each operation, or nil if it was not recorded.
	Dumps []*spec.Dump
}

// Step is one operation of a rewritten trace.
type Step struct {
	// Op is the operation. If it is not rewritten, it points to the recorded one, so that a long
	// trace is not copied.
	Op *spec.Operation
	// As computes the operation to apply from Op just before it is applied. A nil As means Op
	// itself.
	As func(spec.Operation) spec.Operation
	// Of is the index of the recorded operation that must have the same outcome. It is -1 if the
	// variant added this step, or if the outcome is returned by a later step.
	Of int
	// World is the index of a recorded operation: the world must now be as it was after that
	// operation. -1 means no comparison.
	World int
	// MayFail allows a step with Of = -1 to fail.
	MayFail bool
	// Back converts the outcome of this step for comparison with the recorded one. A nil Back means
	// that no conversion is needed.
	Back func(*spec.Outcome)
}

// Direct returns the trace unchanged.
func Direct(r *Recorded) []Step {
	steps := make([]Step, len(r.Ops))
	for i := range r.Ops {
		steps[i] = r.keep(i)
	}
	return steps
}

// keep returns recorded operation i unchanged.
func (r *Recorded) keep(i int) Step { return Step{Op: r.Ops[i], Of: i, World: i} }

// asking returns recorded operation i in a rewritten form.
func asking(op spec.Operation, i int) Step { return Step{Op: &op, Of: i, World: i} }

// Applied returns the operation that a step applies.
func (s *Step) Applied() *spec.Operation {
	if s.As == nil {
		return s.Op
	}
	op := s.As(*s.Op)
	return &op
}

// extra returns a step for an operation that a variant adds.
func extra(op spec.Operation) Step { return Step{Op: &op, Of: -1, World: -1} }
