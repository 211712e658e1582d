package oracle

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// lawRun checks laws on one engine along a trace.
type lawRun struct {
	laws  []*Law
	kase  LawCase
	asked []spec.Operation // by the last law
}

func newLawRun(laws []*Law, p spec.Profile, engine spec.Engine, owed *Owed) *lawRun {
	l := &lawRun{laws: laws, kase: LawCase{Profile: p, Engine: engine, Owed: owed}}
	l.kase.Asked = &l.asked
	return l
}

// check tries every law on an operation that succeeded and gives the first contradiction.
func (l *lawRun) check(op *spec.Operation, out *spec.Outcome, c *Counts) (string, *Difference) {
	if len(l.laws) == 0 || out.Err != nil {
		return "", nil
	}
	l.follow(op)
	l.kase.Op, l.kase.Outcome = *op, *out
	l.kase.Fresh++
	for _, law := range l.laws {
		l.asked = l.asked[:0]
		n, d := law.Check(l.kase)
		c.Applied[law.Name] += uint64(n)
		if d != nil {
			return law.Name, d
		}
	}
	return "", nil
}

func (l *lawRun) follow(op *spec.Operation) {
	detects := op.Op == spec.OpPrepare && op.Query.DetectChanges || op.Op == spec.OpChanged || op.Changes
	l.kase.Untouched = l.kase.Untouched || detects
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
