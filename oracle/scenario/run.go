package scenario

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/relspec/relspec/spec"
)

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
		if failure := session.Apply(c); failure != nil {
			reason := failure.text(s.Steps)
			status := Failed
			switch {
			case failure.Unsupported && s.mustSupport(profile, engine, i):
				reason += "\nthe engine declares the capabilities that this needs"
			case failure.Unsupported:
				status = Unsupported
			}
			return Report{Scenario: s, Status: status, Checks: i + 1, Reason: reason}
		}
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
	// Unsupported: the engine lacks a capability that the operation needs.
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
// world must not change or the changes are stated, it also dumps the world before and after.
func (s *Session) Apply(c Check) *Failure {
	if failures := s.judge(c, true); len(failures) > 0 {
		return failures[0]
	}
	return nil
}

// judge returns every failure of a check, or only the first.
func (s *Session) judge(c Check, first bool) (failures []*Failure) {
	r := ran{op: c.Op}
	if c.needsDump() {
		r.before = s.dump()
	}
	r.out = s.engine.Apply(c.Op)
	refusal, refused := c.refusal()
	if err := r.out.Err; err != nil && err.Code == spec.CodeUnsupported && refusal.Code != spec.CodeUnsupported {
		return c.notRun(&Failure{Step: c.Step, Op: c.Op, Lines: []string{err.Error()}, Unsupported: true})
	}
	if r.out.Err != nil && !refused {
		return c.notRun(&Failure{
			Step: c.Step, Op: c.Op,
			Lines: []string{"want it to succeed", "it failed with " + r.out.Err.Error()},
		})
	}
	if r.before != nil {
		r.after = s.dump()
	}
	for _, w := range c.Wants {
		if lines := w.judge(r); lines != nil {
			failures = append(failures, &Failure{Step: w.Step, Op: c.Op, Lines: lines})
		}
		if first && len(failures) > 0 {
			return failures
		}
	}
	if lines := sideEffects(r); lines != nil {
		failures = append(failures, &Failure{Step: c.Step, Op: c.Op, Lines: lines})
	}
	return failures
}

// notRun adds a failure for each expectation of an operation that failed.
func (c Check) notRun(f *Failure) []*Failure {
	failures := []*Failure{f}
	for _, w := range c.Wants {
		if w.Step != c.Step {
			failures = append(failures, &Failure{
				Step: w.Step, Op: c.Op, Lines: []string{"not checked, because the step before failed"},
				Unsupported: f.Unsupported,
			})
		}
	}
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
		for _, f := range session.judge(c, false) {
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
