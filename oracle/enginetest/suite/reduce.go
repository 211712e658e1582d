package suite

import (
	"fmt"
	"slices"
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reduce makes the small trace of a sighting, still on the subject. A sighting that does not show again in a run of its
// own is kept as it was seen; its From is 0. limits bound the reduction.
func reduce(seen sighting, s *Subject, limits oracle.ReduceOptions) (*Finding, error) {
	opts := s.runOptions()
	im, late := noticingLateness(s.implementation())
	again := oracle.FailsLike(seen.divergence, oracle.Model(), im, opts)
	checks := 0
	fails := func(t *spec.Trace) bool {
		checks++
		*late = false
		// An answer that did not come in time says nothing about the trace, unless that is what is looked for.
		return again(t) || *late && !seen.divergence.Hangs() && again(t)
	}
	if !fails(seen.trace) {
		return asSeen(seen, "the divergence does not show when the trace is run again alone"), nil
	}
	limits.Operations, limits.NoChildOf = seen.divergence.Index+1, !has(&s.Info, "world", spec.CapChildOf)
	started := time.Now()
	small := oracle.Reduce(seen.trace, fails, limits)
	f, err := oracle.NewFinding(small, oracle.Model(), im, seen.divergence.Signature(), opts)
	if err != nil {
		return nil, err
	}
	f.From = len(seen.trace.Entries)
	f.Why = append(slices.Clone(seen.stated), f.Why...)
	switch {
	case limits.Timeout > 0 && time.Since(started) >= limits.Timeout:
		f.Why = append(f.Why, fmt.Sprintf("reducing ended after %v; a smaller trace may show the same", limits.Timeout))
	case checks > limits.Checks:
		f.Why = append(f.Why, fmt.Sprintf("reducing ended after %d tries; a smaller trace may show the same", limits.Checks))
	}
	return &Finding{Finding: f, Name: nameOf(f), Seen: 1}, nil
}

// asSeen keeps a sighting without reducing it, and says why.
func asSeen(seen sighting, why string) *Finding {
	f := &oracle.Finding{Trace: seen.trace, Divergence: seen.divergence, Reference: oracle.Model().Name, Why: append(slices.Clone(seen.stated), why)}
	return &Finding{Finding: f, Name: nameOf(f), Seen: 1}
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
