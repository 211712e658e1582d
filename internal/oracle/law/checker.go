package law

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/spec"
)

// Checker checks laws on one engine along a trace.
type Checker struct {
	laws      []*Law
	kase      Case
	Questions []spec.Operation // asked by the last law
}

// NewChecker starts a trace on an engine.
func NewChecker(laws []*Law, p spec.Profile, engine spec.Engine, expectations *compare.Expectations) *Checker {
	l := &Checker{laws: laws, kase: Case{Profile: p, Engine: engine, Expectations: expectations}}
	l.kase.Questions = &l.Questions
	return l
}

// Check checks every law on an operation that succeeded and returns the first contradiction.
func (l *Checker) Check(op *spec.Operation, out *spec.Outcome, c *cover.Counts) (string, *compare.Difference) {
	if len(l.laws) == 0 || out.Err != nil {
		return "", nil
	}
	l.follow(op)
	l.kase.Op, l.kase.Outcome = *op, *out
	l.kase.Fresh++
	for _, law := range l.laws {
		if law.Needs != nil && !law.Needs(&l.kase.Profile) {
			continue
		}
		l.Questions = l.Questions[:0]
		n, d := law.Check(l.kase)
		c.Applied[law.Name] += uint64(n)
		if d != nil {
			return law.Name, d
		}
	}
	return "", nil
}

func (l *Checker) follow(op *spec.Operation) {
	detects := op.Op == spec.OpPrepare && op.Query.DetectChanges || op.Op == spec.OpChanged || op.Changes
	l.kase.Untouched = l.kase.Untouched || detects
	l.followMonitors(op)
	note := func(id spec.ID) {
		if !id.IsPair() && !id.HasWildcard() && !slices.Contains(l.kase.Tags, id.First) {
			l.kase.Tags = append(l.kase.Tags, id.First)
		}
	}
	if op.Op == spec.OpAdd || op.Op == spec.OpSet {
		note(op.ID)
	}
	for _, id := range op.IDs {
		note(id)
	}
}
