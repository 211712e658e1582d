package oracle

import (
	"math"
	"slices"
	"time"

	"github.com/relspec/relspec/spec"
)

// FailsLike makes the test for [Reduce]: whether the implementation, with its variant, still diverges from the
// reference with the same signature.
func FailsLike(d Divergence, reference Implementation, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	return failsLike(d, opts, func(t *spec.Trace, opts RunOptions) (*Result, error) {
		return Run(t, reference, []Implementation{im}, opts)
	})
}

// FailsLikeWithin is [FailsLike] for engines in this process, which nothing can end: a smaller trace can hang where the whole
// one did not. One with an operation that takes longer than the limit fails in another way, and after three of them no
// further is tried.
func FailsLikeWithin(limit time.Duration, d Divergence, reference Implementation, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	hung := 0
	return failsLike(d, opts, func(t *spec.Trace, opts RunOptions) (*Result, error) {
		if hung >= 3 {
			return &Result{}, nil
		}
		res, err := RunWithin(limit, t, reference, []Implementation{im}, opts)
		if err == nil && len(res.Divergences) > 0 && res.Divergences[0].Hangs() {
			hung++
		}
		return res, err
	})
}

func failsLike(d Divergence, opts RunOptions, run func(*spec.Trace, RunOptions) (*Result, error)) func(*spec.Trace) bool {
	signature := d.Signature()
	fails := func(t *spec.Trace, opts RunOptions) bool {
		res, err := run(t, opts)
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
