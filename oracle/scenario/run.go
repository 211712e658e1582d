package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

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

// needsDump reports whether Apply compares the worlds before and after the operation.
func (c Check) needsDump() bool {
	if c.Op.Op == spec.OpDump || c.Op.Op == spec.OpHello || c.Op.Op == spec.OpQuit || c.Op.Op == spec.OpNote {
		return false
	}
	_, refused := c.refusal()
	return refused || c.Op.Op.IsRead() || slices.ContainsFunc(c.Wants, func(w Want) bool {
		_, is := w.Expectation.(Changes)
		return is
	})
}

// Status is the result of a scenario.
type Status string

// The results of a scenario.
const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Unsupported: the engine answered unsupported, the scenario does not expect that, and the
	// engine does not declare the capability.
	Unsupported Status = "unsupported"
)

// Report is the result of running a scenario.
type Report struct {
	Scenario Scenario
	Status   Status
	// Checks is the number of operations that were applied and checked.
	Checks int
	// Reason names the step and the difference. It is empty for Passed.
	Reason string
}

// Run runs a scenario on a new engine of its profile and stops at the first failure.
func Run(s Scenario, fresh func(spec.Profile) spec.Engine) Report {
	profile, err := spec.ProfileByName(s.Profile)
	if err != nil {
		return Report{Scenario: s, Status: Failed, Reason: err.Error()}
	}
	engine := fresh(profile)
	session := NewSession(engine)
	for i, c := range s.Checks {
		failure := session.Apply(c)
		if failure == nil {
			continue
		}
		report := Report{Scenario: s, Status: Failed, Checks: i + 1, Reason: failure.text(s.Steps)}
		switch {
		case failure.Unsupported && s.mustSupport(profile, engine, i):
			report.Reason += "\nthe engine declares the capabilities that this needs"
		case failure.Unsupported:
			report.Status = Unsupported
		}
		return report
	}
	return Report{Scenario: s, Status: Passed, Checks: len(s.Checks)}
}

// Failure is a failed check.
type Failure struct {
	// Step is the index of the failed step: the step with the operation, or the one with the
	// expectation.
	Step int
	// Op is the operation that was applied.
	Op spec.Operation
	// Lines describes the difference. Lines that begin with "  - " are missing, those with "  + "
	// are not wanted.
	Lines []string
	// Unsupported: the engine answered unsupported, although the scenario does not expect that.
	Unsupported bool
}

// Error returns the lines, with the operation as JSON.
func (f *Failure) Error() string {
	op, err := json.Marshal(f.Op)
	if err != nil {
		op = []byte(f.Op.Op)
	}
	return strings.Join(append([]string{"operation " + string(op)}, f.Lines...), "\n")
}

func (f *Failure) text(steps []Step) string {
	if f.Step >= len(steps) {
		return f.Error()
	}
	step := steps[f.Step]
	return fmt.Sprintf("line %d: %s %s\n%s", step.Line, step.Keyword, step.Text, f.Error())
}

// Session runs checks on one world.
type Session struct {
	engine spec.Engine
}

// NewSession returns a session on an engine with an empty world.
func NewSession(engine spec.Engine) *Session { return &Session{engine: engine} }

// Apply applies the operation of a check and checks its outcome. It returns nil on success. If the
// world must not change, or the check expects certain [Changes], it also dumps the world before and
// after.
func (s *Session) Apply(c Check) *Failure {
	if failures := s.judge(c); len(failures) > 0 {
		return failures[0]
	}
	return nil
}

// judge returns every failure of a check.
func (s *Session) judge(c Check) (failures []*Failure) {
	r := ran{op: c.Op}
	if c.needsDump() {
		r.before = s.dump()
	}
	r.out = s.engine.Apply(c.Op)
	fail := func(step int, lines ...string) {
		if len(lines) > 0 {
			failures = append(failures, &Failure{Step: step, Op: c.Op, Lines: lines})
		}
	}
	refusal, refused := c.refusal()
	if err := r.out.Err; err != nil && (!refused || err.Code == spec.CodeUnsupported && refusal.Code != err.Code) {
		if err.Code == spec.CodeUnsupported {
			fail(c.Step, err.Error())
		} else {
			fail(c.Step, "want it to succeed", "it failed with "+err.Error())
		}
		for _, w := range c.Wants {
			if w.Step != c.Step {
				fail(w.Step, "not checked, because the step before failed")
			}
		}
		for _, f := range failures {
			f.Unsupported = err.Code == spec.CodeUnsupported
		}
		return failures
	}
	if r.before != nil {
		r.after = s.dump()
	}
	for _, w := range c.Wants {
		fail(w.Step, w.judge(r)...)
	}
	fail(c.Step, sideEffects(r)...)
	return failures
}

// Judge runs a scenario on a new engine of its profile to its end, even after a failure. It returns
// all failures by the index of their step. A step that is not in the map succeeded.
func Judge(s Scenario, fresh func(spec.Profile) spec.Engine) (map[int][]*Failure, error) {
	profile, refusal := spec.ProfileByName(s.Profile)
	if refusal != nil {
		return nil, refusal
	}
	session, failed := NewSession(fresh(profile)), map[int][]*Failure{}
	for _, c := range s.Checks {
		for _, f := range session.judge(c) {
			failed[f.Step] = append(failed[f.Step], f)
		}
	}
	return failed, nil
}

func (s *Session) dump() *spec.Dump {
	out := s.engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil {
		return nil
	}
	return out.Dump
}

// sideEffects lists the changes of an operation that only reads or was refused.
func sideEffects(r ran) []string {
	mayChange := !r.op.Op.IsRead() && r.out.Err == nil
	if r.before == nil || r.after == nil || mayChange {
		return nil
	}
	before, err := json.Marshal(r.before)
	after, failed := json.Marshal(r.after)
	if err != nil || failed != nil {
		return []string{fmt.Sprintf("the dump of the world is invalid: %v %v", err, failed)}
	}
	if bytes.Equal(before, after) {
		return nil
	}
	lines := Changes{}.judge(r)
	if lines == nil {
		lines = []string{"before " + string(before), "after  " + string(after)}
	}
	return append([]string{"want no effect on the world"}, lines...)
}
