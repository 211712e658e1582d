package suite

import (
	"fmt"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reduce reduces the trace of a sighting. If the divergence does not occur in each of several runs
// of the full trace, reduce keeps the trace as it is and marks the finding as intermittent; its
// From is 0. In the runs of the full trace the time limit for answers is longer, but not during the
// reduction. limits are the limits of the reduction. over reports whether the run has ended; then
// answers are ignored.
func reduce(seen sighting, s *Subject, limits oracle.ReduceOptions, over func() bool) *Finding {
	opts := s.runOptions()
	im, late := noticingLateness(s.implementation())
	again := oracle.FailsLike(seen.divergence, engines.Model(), im, opts)
	checks := 0
	fails := func(t *spec.Trace) bool {
		checks++
		*late = false
		failed := again(t)
		// A timeout says nothing about the trace, unless the divergence is a timeout.
		if !failed && *late && !seen.divergence.Hangs() {
			*late = false
			failed = again(t)
		}
		return failed && !over()
	}
	started := time.Now()
	spent := func() bool { return over() || limits.Timeout > 0 && time.Since(started) >= limits.Timeout }
	deciding := func(do func()) { do() }
	if !seen.divergence.Hangs() {
		deciding = s.patiently
	}
	var shown, runs int
	deciding(func() { shown, runs = confirmed(seen, fails, spent) })
	if runs == 0 {
		return unreduced(seen, noTime)
	}
	if shown == 0 {
		return unreduced(seen, "intermittent: the divergence did not occur when the trace ran again alone").intermittent(1, 1+runs)
	}
	if shown < runs {
		return unreduced(seen, "not reduced: the divergence does not occur in every run").intermittent(1+shown, 1+runs)
	}
	limits.Operations, limits.NoChildOf = seen.divergence.Index+1,
		!capability.Declares(&s.Info, "world", spec.CapChildOf)
	small := oracle.Reduce(seen.trace, fails, limits)
	once := seen.divergence.Hangs() || spent()
	var f *oracle.Finding
	deciding(func() { f = shownBy(small, seen, im, opts, once, late) })
	switch {
	case over():
		return unreduced(seen, noTime)
	case f == nil:
		return unreduced(seen, fmt.Sprintf("not reduced: a smaller trace showed it once, but not again in %d runs",
			finding.Confirmations)).intermittent(1+shown, 1+runs)
	}
	f.From = len(seen.trace.Entries)
	f.Why = append(slices.Clone(seen.stated), f.Why...)
	switch {
	case limits.Timeout > 0 && time.Since(started) >= limits.Timeout:
		f.Why = append(f.Why, fmt.Sprintf("reducing stopped after %v; a smaller trace may exist",
			limits.Timeout.Round(time.Millisecond)))
	case checks > limits.Checks:
		f.Why = append(f.Why, fmt.Sprintf("reducing stopped after %d tries; a smaller trace may exist",
			limits.Checks))
	}
	return newFinding(f)
}

// noTime is the reason if there was no time to reduce a finding.
const noTime = "not reduced: there was no time"

// confirmed runs the trace of a sighting again, and counts the runs and those in which the
// divergence occurs. If the divergence is a timeout, the trace runs only once. If the time runs
// out, confirmed returns 0 runs.
func confirmed(seen sighting, fails func(*spec.Trace) bool, spent func() bool) (shown, runs int) {
	runs = finding.Confirmations
	if seen.divergence.Hangs() {
		runs = 1
	}
	for range runs {
		if fails(seen.trace) {
			shown++
		}
		if spent() {
			return 0, 0
		}
	}
	return shown, runs
}

// shownBy returns the finding of a reduced trace, or nil if the divergence does not occur. It runs
// the trace one or more times. A run that times out is ignored, unless the divergence is a timeout.
func shownBy(
	small *spec.Trace, seen sighting, im oracle.Implementation, opts oracle.RunOptions, once bool, late *bool,
) *oracle.Finding {
	signature := seen.divergence.Signature()
	void := func() bool {
		was := *late
		*late = false
		return was
	}
	if !once {
		_ = void() // clear what earlier runs noted
		f, _ := oracle.ConfirmedFinding(small, engines.Model(), im, signature, opts, void)
		return f
	}
	for range 2 {
		*late = false
		f, err := oracle.NewFinding(small, engines.Model(), im, signature, opts)
		if err == nil && (!*late || seen.divergence.Hangs()) {
			return f
		}
	}
	return nil
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

// noticingLateness wraps an implementation and records whether an answer timed out.
func noticingLateness(im oracle.Implementation) (oracle.Implementation, *bool) {
	late := new(bool)
	open := im.New
	im.New = func(p spec.Profile) (spec.Engine, error) {
		engine, err := open(p)
		return noticing{engine, late}, err
	}
	return im, late
}

type noticing struct {
	engine spec.Engine
	late   *bool
}

func (n noticing) Apply(op spec.Operation) spec.Outcome {
	out := n.engine.Apply(op)
	*n.late = *n.late || out.Err != nil && out.Err.Code == spec.CodeTimeout
	return out
}
