package reduce

import (
	"math"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// FailsLike makes the test for [Trace]: whether the implementation, with its variant, still diverges from the
// reference with the same signature.
func FailsLike(
	d runner.Divergence, reference runner.Implementation, im runner.Implementation, opts runner.Options,
) func(*spec.Trace) bool {
	return failsLike(d, opts, func(t *spec.Trace, opts runner.Options) (*runner.Result, error) {
		return runner.Run(t, reference, []runner.Implementation{im}, opts)
	})
}

// FailsLikeWithin is [FailsLike] for engines in this process, which nothing can end: a smaller
// trace can hang where the whole one did not. One with an operation that takes longer than the
// limit fails in another way, and after three of them no further is tried.
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
		// An engine that breaks where the reference refuses is not the one that breaks where it answers.
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
	// Without the other worlds and laws a variant may rewrite less, and an engine that counts what
	// it is asked may do something else. The first trace that fails tells whether they matter.
	const untold, enough, tooLittle = 0, 1, 2
	quick := untold
	return func(t *spec.Trace) bool {
		switch {
		case ofWorld(&d) && len(t.Entries) > d.Index+1: // the world at the end says nothing of the one that differed
			return fails(t, opts)
		case quick == enough:
			return fails(t, alone) && fails(t, opts)
		case !fails(t, opts):
			return false
		case quick == untold && fails(t, alone):
			quick = enough
		default:
			quick = tooLittle
		}
		return true
	}
}

func broken(d *runner.Divergence) bool { return d.Difference.Kind == compare.DiffBroken }

// ofWorld reports whether a divergence shows where worlds are compared: they differ, or telling of one crashes.
func ofWorld(d *runner.Divergence) bool {
	return d.Difference.Kind == compare.DiffDump || broken(d) && d.Difference.Op == spec.OpDump
}

// alone are the options that look for one divergence and nothing else: most traces that are tried show nothing, which
// other laws and worlds cannot change.
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
