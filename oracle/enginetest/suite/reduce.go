package suite

import (
	"time"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reduce makes the small trace of a sighting, still on the subject. A sighting that does not show again in a run of its
// own is kept as it was seen, which is told by shown. Reducing takes at most limit; negative is no limit.
func reduce(seen sighting, s *Subject, limit time.Duration) (_ *Finding, shown bool, _ error) {
	im, opts := s.implementation(), s.runOptions()
	options := oracle.ReduceOptions{
		Timeout: max(limit, 0), Operations: seen.divergence.Index + 1, NoChildOf: !has(&s.Info, "world", spec.CapChildOf),
	}
	fails := oracle.FailsLike(seen.divergence, oracle.Model(), im, opts)
	if !fails(seen.trace) {
		f := &oracle.Finding{Trace: seen.trace, Divergence: seen.divergence, Reference: oracle.Model().Name}
		f.Why = []string{"the divergence does not show when the trace is run again alone"}
		return &Finding{Finding: f, Name: nameOf(f), Seen: 1}, false, nil
	}
	small := oracle.Reduce(seen.trace, fails, options)
	f, err := oracle.NewFinding(small, oracle.Model(), im, seen.divergence.Signature(), opts)
	if err != nil {
		return nil, false, err
	}
	f.From = len(seen.trace.Entries)
	return &Finding{Finding: f, Name: nameOf(f), Seen: 1}, true, nil
}
