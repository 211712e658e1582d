package suite

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reduce reduces a divergence. If there is no time, it returns the divergence as it is, and false.
func (c *collector) reduce(seen sighting, s *Subject) (_ *Finding, inTime bool) {
	grant, ok := c.budget.take(max(c.o.ReduceFor, 0))
	if !ok {
		return unreduced(seen, fmt.Sprintf("not reduced: the time for reducing within %v is used up",
			cmp.Or(c.o.Total, c.o.Duration))), false
	}
	begun := time.Now()
	defer func() { c.budget.giveBack(grant - time.Since(begun)) }()
	f := c.reduceWithin(seen, s, oracle.ReduceOptions{Checks: c.o.ReduceChecks, Timeout: grant})
	return f, !c.over() && (f.From > 0 || f.Runs > 0 || !c.budget.limited())
}

// briefly is the time limit for an answer while a timeout is reduced.
const briefly = time.Second

// reduceWithin reduces a divergence within limits. A timeout is reduced on a subject with a short
// time limit. If the subject answers the reduced trace within its usual time limit, reduceWithin
// keeps the original trace.
func (c *collector) reduceWithin(seen sighting, s *Subject, limits oracle.ReduceOptions) *Finding {
	if !seen.divergence.Hangs() || c.o.Command == "" {
		return reduce(seen, s, limits, c.over)
	}
	var err error
	if s.brief == nil {
		s.brief, err = c.open(c.ctx, briefly)
	}
	if s.brief != nil {
		s.brief.hung = s.hung
	}
	switch {
	case c.over():
		return unreduced(seen, noTime)
	case err != nil:
		return unreduced(seen, "not reduced: the program could not be started again: "+err.Error())
	}
	limits.Checks = max(limits.Checks/50, 1)
	f := reduce(seen, s.brief, limits, c.over)
	if f.From == 0 {
		return f
	}
	d, err := s.first(f.Trace)
	switch {
	case c.over():
		return unreduced(seen, noTime)
	case err != nil || d == nil || d.Signature() != seen.divergence.Signature():
		return unreduced(seen, "not reduced: smaller traces are answered slowly, but in time")
	}
	return f
}

// reduce reduces the trace of a sighting. If the divergence does not occur in each of several runs
// of the full trace, reduce keeps the trace as it is and marks the finding as intermittent; its
// From is 0. limits are the limits of the reduction. over reports whether the run has ended; then
// answers are ignored.
func reduce(seen sighting, s *Subject, limits oracle.ReduceOptions, over func() bool) *Finding {
	started := time.Now()
	tooLate := func() bool { return limits.Timeout > 0 && time.Since(started) >= limits.Timeout }
	runs := finding.Confirmations
	if seen.divergence.Hangs() {
		runs = 1
	}
	f := s.confirm(seen.trace, seen, runs, func() bool { return over() || tooLate() })
	switch {
	case over() || tooLate():
		return unreduced(seen, noTime)
	case f == nil:
		return unreduced(seen, "intermittent: the divergence did not occur when the trace ran again alone").
			intermittent(1, 1+runs)
	case f.Runs > 0:
		return unreduced(seen, "not reduced: the divergence does not occur in every run").
			intermittent(1+f.Shown, 1+f.Runs)
	}
	fails := oracle.FailsLike(seen.divergence, engines.Model(), s.implementation(), seen.options)
	checks := 0
	limits.Operations = seen.divergence.Index + 1
	limits.NoChildOf = !capability.Declares(&s.Info, "world", spec.CapChildOf)
	small := oracle.Reduce(seen.trace, func(t *spec.Trace) bool {
		checks++
		return fails(t) && !over()
	}, limits)
	again := runs
	if tooLate() {
		again = 1
	}
	f = s.confirm(small, seen, again, over)
	switch {
	case over():
		return unreduced(seen, noTime)
	case f == nil:
		return unreduced(seen, fmt.Sprintf("not reduced: a smaller trace showed it once, but not again in %d runs",
			finding.Confirmations)).intermittent(1+runs, 1+runs)
	}
	f.From = len(seen.trace.Entries)
	f.Why = append(slices.Clone(seen.stated), f.Why...)
	const stopped = "reducing stopped after %v; a smaller trace may exist"
	switch {
	case tooLate():
		f.Why = append(f.Why, fmt.Sprintf(stopped, limits.Timeout.Round(time.Millisecond)))
	case checks >= limits.Checks:
		f.Why = append(f.Why, fmt.Sprintf(stopped, fmt.Sprintf("%d tries", limits.Checks)))
	}
	return newFinding(f)
}

// noTime is the reason if there was no time to reduce a finding.
const noTime = "not reduced: there was no time"

// confirm runs a trace once or several times and returns its finding, or nil if the divergence of the
// sighting does not occur. If stop returns true after one of several runs, there are no more.
func (s *Subject) confirm(t *spec.Trace, seen sighting, runs int, stop func() bool) (f *oracle.Finding) {
	var err error
	im, signature := s.implementation(), seen.divergence.Signature()
	if runs == 1 {
		f, err = oracle.NewFinding(t, engines.Model(), im, signature, seen.options)
	} else {
		f, err = oracle.ConfirmedFinding(t, engines.Model(), im, signature, seen.options, stop)
	}
	if err != nil || f.Divergence.Signature() != signature {
		return nil
	}
	return f
}

// unreduced returns a finding with the trace of the sighting, not reduced, and the reason.
func unreduced(seen sighting, why string) *Finding {
	f := &oracle.Finding{
		Trace: seen.trace, Divergence: seen.divergence, Reference: engines.Model().Name,
		Why: append(slices.Clone(seen.stated), why),
	}
	return newFinding(f)
}

// newFinding gives a finding its name.
func newFinding(f *oracle.Finding) *Finding { return &Finding{Finding: f, Name: nameOf(f), Seen: 1} }

// intermittent marks a finding that occurred only in some runs, and renames it.
func (f *Finding) intermittent(shown, runs int) *Finding {
	f.Intermittent(shown, runs)
	f.Name = nameOf(f.Finding)
	return f
}
