package oracle

import (
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/spec"
)

// ReduceOptions bound a reduction. The zero value tries at most 5,000 traces and has no time limit.
type ReduceOptions = reduce.Options

// Reduce returns a smaller trace for which stillFails is true. It removes operations, then parts of
// operations, terms and values; it merges entities; and it renames handles to a, b, c (plain
// entities), R, S (relationships) and P, Q (other ids). stillFails must be true for t. It should
// test for the same kind of failure; see [FailsLike]. Reduce does not change t. The result has the
// header of t.
func Reduce(t *spec.Trace, stillFails func(*spec.Trace) bool, opts ReduceOptions) *spec.Trace {
	return reduce.Trace(t, stillFails, opts)
}

// FailsLike returns a test for [Reduce]: whether the implementation, with its variant, still
// diverges from the reference with the same signature.
func FailsLike(d Divergence, reference, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	return reduce.FailsLike(d, reference, im, opts)
}

// ReducedFinding reduces t to a smaller trace with the same divergence and makes a finding of it. d
// is the divergence that [Run] found on t with the implementation im, which must have the variant
// of d. If the divergence does not occur in every run, the finding is intermittent.
func ReducedFinding(
	t *spec.Trace, d Divergence, reference, im Implementation, run RunOptions, opts ReduceOptions,
) *Finding {
	return finding.Reduced(t, d, reference, im, run, opts)
}

// Finding is a divergence to show or save: a trace that ends with the difference, and the reason
// for the answer of the reference. Text formats it, Save writes it into a folder, and Group
// identifies its probable cause.
type Finding = finding.Finding

// FindingData is the JSON form of a finding.
type FindingData = finding.Data

// SaveOptions say which files to save in addition to the trace of a [Finding]: a scenario (if
// Reference is set), an HTML page, and other files.
type SaveOptions = finding.SaveOptions

// NewFinding runs the trace on the reference and the implementation and makes a finding of the
// divergence. If there are several divergences, it uses the one with the given signature, or else
// the first. If the engines agree, it returns an error.
func NewFinding(t *spec.Trace, reference, im Implementation, signature string, opts RunOptions) (*Finding, error) {
	return finding.New(t, reference, im, signature, opts)
}

// ConfirmedFinding is like [NewFinding], for engines with intermittent faults. It runs the trace
// five times. If the divergence does not occur in every run at the same operation, the finding is
// intermittent. If no run diverges, ConfirmedFinding returns an error. If stop is not nil, it is
// called after each run; if it returns true, ConfirmedFinding returns an error.
func ConfirmedFinding(
	t *spec.Trace, reference, im Implementation, signature string, opts RunOptions, stop func() bool,
) (*Finding, error) {
	return finding.Confirmed(t, reference, im, signature, opts, stop)
}
