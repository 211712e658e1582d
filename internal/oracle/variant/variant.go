package variant

import "github.com/relspec/relspec/spec"

// Variant is another way to ask the same of an engine, whose answers must be those of the trace as it stands.
type Variant struct {
	Name string
	// Law says which law the variant relies on, in one sentence for reports.
	Law string
	// Needs says in which profiles the variant applies to something; nil is in all.
	Needs func(*spec.Profile) bool
	// Rewrite turns a recorded trace into steps. It returns nil where the variant does not apply to anything in the
	// trace; the run is then not counted. It must not change the recording.
	Rewrite func(*Recorded) []Step
	// OnlyQueries says that the variant changes nothing but how questions are asked. The worlds are then compared at
	// the end only, since the trace as it stands compares them at every step.
	OnlyQueries bool
}

// For is Rewrite, nil where the variant is not for the trace's profile.
func (v *Variant) For(r *Recorded) []Step {
	if v.Needs != nil && !v.Needs(&r.Profile) {
		return nil
	}
	return v.Rewrite(r)
}

// Recorded is a trace with what the reference answered.
type Recorded struct {
	Profile  spec.Profile
	Ops      []*spec.Operation // of the trace itself
	Outcomes []spec.Outcome
	// Dumps has the world after each operation where it was taken, nil elsewhere.
	Dumps []*spec.Dump
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
func Direct(r *Recorded) []Step {
	steps := make([]Step, len(r.Ops))
	for i := range r.Ops {
		steps[i] = r.keep(i)
	}
	return steps
}

// keep is a recorded operation as it stands.
func (r *Recorded) keep(i int) Step { return Step{Op: r.Ops[i], Of: i, World: i} }

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
