package scenario

import "github.com/relspec/relspec/spec"

// Check is one operation of a scenario with its expectations. Unless it expects [Refused], the
// operation must succeed. An operation that is refused or only reads must not change the world.
type Check struct {
	Op spec.Operation
	// Step is the index of the step with the operation.
	Step int
	// Wants are the expectations of later steps, in order.
	Wants []Want
}

// Want is an expectation with the step that states it.
type Want struct {
	Step int
	Expectation
}

// Expectation is a claim of a scenario about the outcome of an operation: [Refused], [Answer],
// [Result] or [Changes].
//
//sumtype:decl
type Expectation interface {
	// judge returns lines that describe the difference, or nil.
	judge(r ran) []string
}

// ran is an operation that was applied, with the world before and after it.
type ran struct {
	op            spec.Operation
	out           spec.Outcome
	before, after *spec.Dump // nil if the engine does not support dump
}

// refusal returns the Refused among the expectations, if there is one.
func (c Check) refusal() (Refused, bool) {
	for _, w := range c.Wants {
		if r, is := w.Expectation.(Refused); is {
			return r, true
		}
	}
	return Refused{}, false
}

// needsDump reports whether the worlds before and after the operation are compared.
func (c Check) needsDump() bool {
	if c.Op.Op == spec.OpDump || c.Op.Op == spec.OpHello || c.Op.Op == spec.OpQuit || c.Op.Op == spec.OpNote {
		return false
	}
	if _, refused := c.refusal(); refused || c.Op.Op.IsRead() {
		return true
	}
	for _, w := range c.Wants {
		if _, is := w.Expectation.(Changes); is {
			return true
		}
	}
	return false
}
