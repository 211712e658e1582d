package reduce

import (
	"math"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// FailsLike returns a test for [Trace]: whether the implementation, with its variant, still
// diverges from the reference with the same signature.
func FailsLike(
	d runner.Divergence, reference runner.Implementation, im runner.Implementation, opts runner.Options,
) func(*spec.Trace) bool {
	return failsLike(d, opts, func(t *spec.Trace, opts runner.Options) (*runner.Result, error) {
		return runner.Run(t, reference, []runner.Implementation{im}, opts)
	})
}

// FailsLikeWithin is like [FailsLike], with a time limit for each operation. Use it for engines in
// this process, which cannot be stopped: a smaller trace may hang although the original did not. A
// trace that exceeds the limit does not count as the same failure. After three such traces the test
// is always false.
func FailsLikeWithin(
	limit time.Duration, d runner.Divergence, reference runner.Implementation, im runner.Implementation,
	opts runner.Options,
) func(*spec.Trace) bool {
	hung := 0
	return failsLike(d, opts, func(t *spec.Trace, opts runner.Options) (*runner.Result, error) {
		if hung >= 3 {
			return &runner.Result{}, nil
		}
		res, err := runner.Within(limit, t, reference, []runner.Implementation{im}, opts)
		if err == nil && len(res.Divergences) > 0 && res.Divergences[0].Hangs() {
			hung++
		}
		return res, err
	})
}

func failsLike(
	d runner.Divergence, opts runner.Options, run func(*spec.Trace, runner.Options) (*runner.Result, error),
) func(*spec.Trace) bool {
	signature := d.Signature()
	opts.Uncounted = true
	alike := func(o runner.Divergence) bool {
		// A crash of an operation that the reference refuses is not the same failure as a crash of
		// one that the reference answers.
		return o.Signature() == signature &&
			(!broken(&o) || !o.Difference.WantsRefusal() || d.Difference.WantsRefusal())
	}
	fails := func(t *spec.Trace, opts runner.Options) bool {
		res, err := run(t, opts)
		return err == nil && slices.ContainsFunc(res.Divergences, alike)
	}
	alone := alone(d, opts)
	if len(alone.Laws) == len(opts.Laws) && alone.DumpEvery == opts.DumpEvery {
		return func(t *spec.Trace) bool { return fails(t, opts) }
	}
	// With fewer laws and fewer compared worlds, a variant may rewrite less of the trace, and an
	// engine whose behaviour depends on the number of requests may behave differently. The first
	// failing trace shows whether the reduced options are enough.
	const undecided, enough, tooLittle = 0, 1, 2
	quick := undecided
	return func(t *spec.Trace) bool {
		switch {
		case ofWorld(&d) && len(t.Entries) > d.Index+1: // the final world is not the world that differed
			return fails(t, opts)
		case quick == enough:
			return fails(t, alone) && fails(t, opts)
		case !fails(t, opts):
			return false
		case quick == undecided && fails(t, alone):
			quick = enough
		default:
			quick = tooLittle
		}
		return true
	}
}

func broken(d *runner.Divergence) bool { return d.Difference.Kind == compare.DiffBroken }

// ofWorld reports whether a divergence was found by comparing worlds: they differ, or dump crashed.
func ofWorld(d *runner.Divergence) bool {
	return d.Difference.Kind == compare.DiffDump || broken(d) && d.Difference.Op == spec.OpDump
}

// alone returns options that check only what is needed for one divergence. Most reduced traces do
// not fail, and checking other laws and worlds on them would waste time.
func alone(d runner.Divergence, opts runner.Options) runner.Options {
	laws := opts.Laws
	opts.Laws = nil
	for _, l := range laws {
		if l.Name == d.Law {
			opts.Laws = append(opts.Laws, l)
		}
	}
	switch {
	case d.Law != "":
	case !ofWorld(&d):
		opts.DumpEvery = -1
	case opts.DumpEvery >= 0:
		opts.DumpEvery = math.MaxInt // at the end
	}
	return opts
}
