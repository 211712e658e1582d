package finding

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// Confirmations is the number of runs in which a divergence must occur to count as reproducible.
const Confirmations = 5

// Confirmed is like [New], for engines whose faults may be intermittent. It runs the trace
// [Confirmations] times. If the divergence does not occur in each run at the same operation, the
// finding is intermittent. If it occurs in none, Confirmed returns an error. stop, if not nil, is
// called after each run. If it returns true, Confirmed returns an error.
func Confirmed(
	t *spec.Trace, reference, im runner.Implementation, signature string, opts runner.Options, stop func() bool,
) (*Finding, error) {
	var seen []runner.Divergence
	agrees := fmt.Errorf("no run of %s gave a usable result", im.Label())
	for range Confirmations {
		d, err := divergenceOf(t, reference, im, signature, opts)
		switch {
		case stop != nil && stop():
			return nil, fmt.Errorf("the runs of %s were stopped", im.Label())
		case err != nil:
			agrees = err
		default:
			seen = append(seen, d)
		}
	}
	if len(seen) == 0 {
		return nil, agrees
	}
	f := &Finding{Trace: t, Divergence: seen[0], Reference: reference.Name}
	if i := slices.IndexFunc(seen, func(d runner.Divergence) bool { return d.Signature() == signature }); i > 0 {
		f.Divergence = seen[i]
	}
	if shown := countIn(seen, &f.Divergence); shown < Confirmations {
		f.Intermittent(shown, Confirmations)
	}
	f.explain(reference)
	return f, nil
}

// countIn counts the divergences with the same signature as d at the same operation.
func countIn(seen []runner.Divergence, d *runner.Divergence) int {
	n := 0
	for i := range seen {
		if seen[i].Index == d.Index && seen[i].Signature() == d.Signature() {
			n++
		}
	}
	return n
}

// Intermittent marks a finding whose divergence occurred only in some of several runs.
func (f *Finding) Intermittent(shown, runs int) {
	f.Shown, f.Runs = shown, runs
	f.Why = append([]string{fmt.Sprintf("intermittent: seen in %d of %d runs of this trace", shown, runs)}, f.Why...)
}

// divergenceOf runs a trace and returns its divergence. If there are several, it returns the one
// with the signature.
func divergenceOf(
	t *spec.Trace, reference, im runner.Implementation, signature string, opts runner.Options,
) (runner.Divergence, error) {
	opts.Uncounted = true
	res, err := runner.Run(t, reference, []runner.Implementation{im}, opts)
	if err != nil {
		return runner.Divergence{}, err
	}
	if len(res.Divergences) == 0 {
		return runner.Divergence{}, fmt.Errorf("%s and %s agree on the trace", reference.Name, im.Label())
	}
	for _, d := range res.Divergences {
		if d.Signature() == signature {
			return d, nil
		}
	}
	return res.Divergences[0], nil
}
