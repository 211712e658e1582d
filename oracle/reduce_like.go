package oracle

import (
	"math"
	"slices"
	"time"

	"github.com/relspec/relspec/spec"
)

// tryWithin is how long one operation of a trace that is tried may take. A smaller trace can hang where the whole one did not.
const tryWithin = time.Second

// FailsLike makes the test for [Reduce]: whether the implementation, with its variant, still diverges from the
// reference with the same signature. A trace that hangs fails in another way; after three, which nothing can end, no
// further is tried.
func FailsLike(d Divergence, reference Implementation, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	signature := d.Signature()
	hung := 0
	fails := func(t *spec.Trace, opts RunOptions) bool {
		if hung >= 3 {
			return false
		}
		res, err := RunWithin(tryWithin, t, reference, []Implementation{im}, opts)
		if err == nil && len(res.Divergences) > 0 && res.Divergences[0].Hangs() {
			hung++
		}
		return err == nil && slices.ContainsFunc(res.Divergences, func(d Divergence) bool { return d.Signature() == signature })
	}
	alone := alone(d, opts)
	if len(alone.Laws) == len(opts.Laws) && alone.DumpEvery == opts.DumpEvery {
		return func(t *spec.Trace) bool { return fails(t, opts) }
	}
	return func(t *spec.Trace) bool {
		if d.Difference.Kind == DiffDump && len(t.Entries) > d.Index+1 {
			return fails(t, opts) // the world at the end says nothing of the one that differed
		}
		return fails(t, alone) && fails(t, opts)
	}
}

// alone are the options that look for one divergence and nothing else: most traces that are tried show nothing, which
// other laws and worlds cannot change.
func alone(d Divergence, opts RunOptions) RunOptions {
	laws := opts.Laws
	opts.Laws = nil
	for _, l := range laws {
		if l.Name == d.Law {
			opts.Laws = append(opts.Laws, l)
		}
	}
	switch {
	case d.Law != "":
	case d.Difference.Kind != DiffDump:
		opts.DumpEvery = -1
	case opts.DumpEvery >= 0:
		opts.DumpEvery = math.MaxInt // at the end
	}
	return opts
}
