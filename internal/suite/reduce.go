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

// reduce makes the small trace of a sighting, still on the subject. A sighting that does not show
// in each of several runs of its own is kept as it was seen and is intermittent; its From is 0. The
// runs that decide that wait long for answers, the tries do not. limits bound the reduction; over
// reports that the run has come to its end, after which the answers of the subject mean nothing.
func reduce(seen sighting, s *Subject, limits oracle.ReduceOptions, over func() bool) *Finding {
	opts := s.runOptions()
	im, late := noticingLateness(s.implementation())
	again := oracle.FailsLike(seen.divergence, engines.Model(), im, opts)
	checks := 0
	fails := func(t *spec.Trace) bool {
		checks++
		*late = false
		failed := again(t)
		// An answer that did not come in time says nothing about the trace, unless that is looked for.
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
		return asSeen(seen, noTime)
	}
	if shown == 0 {
		return asSeen(seen, "the divergence does not show when the trace is run again alone").intermittent(1, 1+runs)
	}
	if shown < runs {
		return asSeen(seen, "not reduced, since a smaller trace would not show it each time either").intermittent(1+shown, 1+runs)
	}
	limits.Operations, limits.NoChildOf = seen.divergence.Index+1,
		!capability.Declares(&s.Info, "world", spec.CapChildOf)
	small := oracle.Reduce(seen.trace, fails, limits)
	once := seen.divergence.Hangs() || spent()
	var f *oracle.Finding
	deciding(func() { f = shownBy(small, seen, im, opts, once, late) })
	switch {
	case over():
		return asSeen(seen, noTime)
	case f == nil:
		return asSeen(seen, fmt.Sprintf("a smaller trace showed it once, and not again in %d runs",
			finding.Confirmations)).intermittent(1+shown, 1+runs)
	}
	f.From = len(seen.trace.Entries)
	f.Why = append(slices.Clone(seen.stated), f.Why...)
	switch {
	case limits.Timeout > 0 && time.Since(started) >= limits.Timeout:
		f.Why = append(f.Why, fmt.Sprintf("reducing ended after %v; a smaller trace may show the same",
			limits.Timeout.Round(time.Millisecond)))
	case checks > limits.Checks:
		f.Why = append(f.Why, fmt.Sprintf("reducing ended after %d tries; a smaller trace may show the same",
			limits.Checks))
	}
	return newFinding(f)
}

// noTime says why a finding is as it was seen.
const noTime = "not reduced: there was no time"

// confirmed runs the trace of a sighting again, once where each run takes long, and counts the runs that show it. There
// are no runs where the time was spent before their end.
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

// shownBy is the finding of a reduced trace, or nil where it does not show. It is run once or
// several times; a run in which an answer did not come in time says nothing, unless that is looked
// for.
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
		_ = void() // of the runs before
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

// asSeen keeps a sighting without reducing it, and says why.
func asSeen(seen sighting, why string) *Finding {
	f := &oracle.Finding{
		Trace: seen.trace, Divergence: seen.divergence, Reference: engines.Model().Name,
		Why: append(slices.Clone(seen.stated), why),
	}
	return newFinding(f)
}

// newFinding names a finding.
func newFinding(f *oracle.Finding) *Finding { return &Finding{Finding: f, Name: nameOf(f), Seen: 1} }

// intermittent marks a finding that showed in some runs only, which changes its name.
func (f *Finding) intermittent(shown, runs int) *Finding {
	f.Intermittent(shown, runs)
	f.Name = nameOf(f.Finding)
	return f
}

// noticingLateness notes whether an answer of an implementation did not come in time.
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

// Apply applies op.
func (n noticing) Apply(op spec.Operation) spec.Outcome {
	out := n.engine.Apply(op)
	*n.late = *n.late || out.Err != nil && out.Err.Code == spec.CodeTimeout
	return out
}
