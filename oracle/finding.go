package oracle

import (
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/spec"
)

// ReduceOptions bound a reduction; the zero value tries 5,000 traces at most, however long that takes.
type ReduceOptions = reduce.Options

// Reduce makes a smaller trace for which stillFails is true. It removes operations, then parts of
// operations, terms and values; it lets one entity stand for two; and it renames handles to a, b, c
// (plain entities), R, S (relationships) and P, Q (other ids). stillFails must accept t, and should
// require the same kind of failure ([FailsLike]). t is not changed; the result has its header.
func Reduce(t *spec.Trace, stillFails func(*spec.Trace) bool, opts ReduceOptions) *spec.Trace {
	return reduce.Trace(t, stillFails, opts)
}

// FailsLike makes the test for [Reduce]: whether the implementation, with its variant, still
// diverges from the reference with the same signature.
func FailsLike(d Divergence, reference, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	return reduce.FailsLike(d, reference, im, opts)
}

// ReducedFinding makes a finding of the smallest trace that still shows a divergence. d is what
// [Run] has found on t with the implementation im, which has the variant of d. A divergence that no
// longer shows each time makes an intermittent finding.
func ReducedFinding(
	t *spec.Trace, d Divergence, reference, im Implementation, run RunOptions, opts ReduceOptions,
) *Finding {
	return finding.Reduced(t, d, reference, im, run, opts)
}

// Finding is a divergence ready to be shown and saved: a trace, reduced or not, with the difference
// at its end and the reason why the reference answers as it does. Text shows it, Save writes it
// into a folder, Group names the fault that it shows.
type Finding = finding.Finding

// FindingData is a finding as data, with its JSON form.
type FindingData = finding.Data

// SaveOptions say which files are saved beside the trace of a [Finding]: a scenario where Reference
// is set, a page, further files.
type SaveOptions = finding.SaveOptions

// NewFinding runs the trace on the reference and the implementation and makes a finding of the divergence, the one
// with the signature if there are several; an error says that they agree.
func NewFinding(t *spec.Trace, reference, im Implementation, signature string, opts RunOptions) (*Finding, error) {
	return finding.New(t, reference, im, signature, opts)
}

// ConfirmedFinding is [NewFinding] for engines whose faults may come and go. It runs the trace five times; a divergence
// that does not show each time, at the same operation, makes an intermittent finding. An error says that no run showed
// one. void, where it is not nil, is asked after each run whether it says nothing; then there is another one, as often
// again.
func ConfirmedFinding(
	t *spec.Trace, reference, im Implementation, signature string, opts RunOptions, void func() bool,
) (*Finding, error) {
	return finding.Confirmed(t, reference, im, signature, opts, void)
}
