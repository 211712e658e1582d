package scenario

import "github.com/relspec/relspec/spec"

// Check is one operation of a scenario with its expectations. An operation without a [Refused] among its
// expectations must succeed, and one that is refused or only reads must leave the world as it is.
type Check struct {
	Op spec.Operation
	// Step is the index of the step that asks for the operation.
	Step int
	// Wants are the expectations that later steps state, in their order.
	Wants []Want
}

// Want is an expectation with the step that states it.
type Want struct {
	Step int
	Expectation
}

// Expectation is a claim of a scenario about the outcome of an operation: [Refused], [Answer], [Result] or [Changes].
//
//sumtype:decl
type Expectation interface {
	// judge gives nil, or lines that describe the difference.
	judge(r ran) []string
}

// ran is an operation that was applied, with the world around it.
type ran struct {
	op            spec.Operation
	out           spec.Outcome
	before, after *spec.Dump // nil where the engine has no dump
}

// refusal is the Refused among the expectations, if there is one.
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
