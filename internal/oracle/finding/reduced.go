package finding

import (
	"fmt"
	"time"

	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// tryWithin is the time limit for one operation of a trace that reduction tries.
const tryWithin = time.Second

// Reduced reduces a trace that shows the divergence d of the implementation, and returns a finding.
// If no further run of the reduced trace shows the divergence, the finding has the unreduced trace
// t. If only some runs of the trace in the finding show the divergence, the finding is
// intermittent. If d is a timeout, the trace is only cut after the operation that timed out.
func Reduced(
	t *spec.Trace, d runner.Divergence, reference, im runner.Implementation, run runner.Options, opts reduce.Options,
) *Finding {
	if d.Hangs() {
		return &Finding{
			Trace: runner.UpTo(t, d.Index), Divergence: d, Reference: reference.Name, From: len(t.Entries),
			Why: []string{"not reduced, because every attempt would time out"},
		}
	}
	opts.Operations = d.Index + 1
	small := reduce.Trace(t, reduce.FailsLikeWithin(tryWithin, d, reference, im, run), opts)
	f, err := Confirmed(small, reference, im, d.Signature(), run, nil)
	if err == nil {
		f.From = len(t.Entries)
		return f
	}
	if f, err = Confirmed(t, reference, im, d.Signature(), run, nil); err != nil {
		f = &Finding{Trace: t, Divergence: d, Reference: reference.Name}
		f.Intermittent(1, 1+Confirmations)
	}
	f.Why = append(f.Why, fmt.Sprintf("a smaller trace showed it once, and not again in %d runs", Confirmations))
	return f
}
