package suite

import (
	"context"
	"fmt"
	"strings"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// runScenario runs a scenario. If the subject supports no names or no query text, the scenario is
// rewritten for it ([scenario.Scenario.Portable]). If the scenario fails, runScenario compares its
// operations with the reference, so that the failure can be reduced. If the subject's own profile
// changes the answers of the scenario, runScenario only compares with the reference and ignores the
// expected answers.
func (c *Case) runScenario(ctx context.Context, s *Subject, r *CaseResult) []sighting {
	sc, named := c.scenario.Portable(s.Info)
	if lacks := sc.Lacks(s.Info); len(lacks) > 0 {
		r.Status, r.Reason = Unsupported, strings.Join(lacks, ", ")
		return nil
	}
	if c.otherwise {
		r.Otherwise = true
		return compareAll(ctx, sc.Trace(), s, r)
	}
	given, err := s.recorder(sc.Profile)
	if err != nil {
		r.Status, r.Reason = Unsupported, err.Error()
		return nil
	}
	judge := &judge{engine: named(given), anyCode: !s.SameCodes}
	session := scenario.NewSession(judge)
	for _, check := range sc.Checks {
		judge.expects(check)
		failure := session.Apply(check)
		switch {
		case s.ended() && !given.world.unsure:
			return nil
		case judge.more:
			r.Status, r.Reason = Unsupported,
				"the profile does not support "+string(check.Op.Op)+", but the engine does not refuse it"
			return nil
		case failure == nil:
			continue
		case failure.Unsupported && given.lacks != nil:
			s.refused.count(check.Op.Op, given.lacks)
			r.Status, r.Reason = Unsupported, failure.Error()
			return nil
		}
		r.Status = Failed
		r.Reason = fmt.Sprintf("%s:%d: %s\n%s", sc.Path, sc.Steps[failure.Step].Line, sc.Steps[failure.Step].Text,
			failure.Error())
		return c.compared(ctx, sc.Trace(), given, s, r)
	}
	return nil
}

// compared compares the operations of a failed scenario with the reference. The rules of comparison
// sometimes allow answers that differ from the scenario, for example another target as the first of
// several. If all operations and all recorded answers agree with the reference, the scenario passes
// or, if it has an operation that the subject does not support, it counts as unsupported. But it
// still fails if the subject must return the same error codes (SameCodes), or if it is a scenario
// of the user in which the reference fails, too.
func (c *Case) compared(
	ctx context.Context, t *spec.Trace, given *recorder, s *Subject, r *CaseResult,
) []sighting {
	compared, err := compareTrace(ctx, t, s)
	if err == nil && len(compared.sightings) == 0 {
		_, err = compared.judge(t, given, s, oracle.RunOptions{DumpEvery: -1, Uncounted: true})
	}
	if err != nil {
		r.Reason += "\n" + err.Error()
		return nil
	}
	switch {
	case len(compared.sightings) > 0 || s.SameCodes:
	case c.own && scenario.Run(*c.scenario, reference).Status != scenario.Passed:
		r.Reason += "\nthe reference gives the same answer as the engine, so the scenario may be wrong"
	case len(compared.unsupported) > 0:
		later := scenario.Failure{Op: compared.unsupported[0]}
		r.Status, r.Reason = Unsupported, later.Error()
	default:
		r.Status, r.Reason = Passed, ""
	}
	for i := range compared.sightings {
		compared.sightings[i].stated = append(c.stated(), compared.sightings[i].stated...)
	}
	return compared.sightings
}

// stated returns the title of the scenario, its position and the statements that it checks.
func (c *Case) stated() []string {
	s := c.scenario
	name := s.Name
	if s.Rule != "" {
		name = s.Rule + ": " + name
	}
	line := fmt.Sprintf("%s:%d", s.Path, s.Line)
	if !c.own {
		line = "spec/features/" + line
	}
	if len(s.Statements) > 0 {
		line += "  " + fmt.Sprint(s.Statements)
	}
	return []string{"scenario " + s.ID + ": " + name, "  in " + line}
}

// judge wraps an engine that may use its own error codes. If the scenario expects a refusal, judge
// accepts any error code except unsupported and the codes of a broken process.
type judge struct {
	engine   spec.Engine
	anyCode  bool
	expected spec.ErrorCode
	// more is set if an operation succeeds that the profile does not support.
	more bool
}

// expects sets the error code that the next operation must return, if any.
func (j *judge) expects(c scenario.Check) {
	j.expected = ""
	for _, w := range c.Wants {
		if refused, is := w.Expectation.(scenario.Refused); is {
			j.expected = refused.Code
		}
	}
}

// Apply applies op.
func (j *judge) Apply(op spec.Operation) spec.Outcome {
	out := j.engine.Apply(op)
	if op.Op == spec.OpDump || !j.anyCode || j.expected == "" {
		return out
	}
	switch {
	case out.Err == nil:
		j.more = j.more || j.expected == spec.CodeUnsupported
	case out.Err.Code != spec.CodeUnsupported && !out.Err.Code.IsHarness():
		err := *out.Err
		err.Code = j.expected
		out.Err = &err
	}
	return out
}
