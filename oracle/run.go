package oracle

import (
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// RunOptions say how a trace is compared. The zero value compares the worlds after every operation that is not a read,
// and checks no laws.
type RunOptions = runner.Options

// Result is the result of running a trace: counts of the comparisons, and at most one divergence
// for each implementation.
type Result = runner.Result

// Divergence is an implementation's first wrong answer in a trace: who (Implementation, Variant, Law), at which
// operation (Index, from 0), and the Difference.
type Divergence = runner.Divergence

// Counts counts the parts of traces and the comparisons: operations, features and patterns of queries, rows,
// worlds, refusals and answers that were left out, with the reason.
type Counts = cover.Counts

// Run runs a trace on the reference and on each implementation, and compares every outcome and the
// worlds after every operation that is not a read, up to each implementation's first divergence. An
// error means that the trace cannot run at all: its profile is unknown to the vocabulary or to the
// reference. The reference runs once, however many implementations there are. An engine that panics
// diverges.
func Run(t *spec.Trace, reference Implementation, implementations []Implementation, opts RunOptions) (*Result, error) {
	return runner.Run(t, reference, implementations, opts)
}

// RunWithin is [Run] for engines that may hang: an operation that takes longer than the limit, with the laws and the
// world that are compared after it, is a divergence with [spec.CodeTimeout], and the run ends there. The goroutine that
// hangs is left behind, since Go cannot end it.
func RunWithin(
	limit time.Duration, t *spec.Trace, reference Implementation, implementations []Implementation, opts RunOptions,
) (*Result, error) {
	return runner.Within(limit, t, reference, implementations, opts)
}
