package oracle

import (
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// RunOptions say how a trace is compared. The zero value compares the worlds after every operation
// that is not a read, and checks no laws.
type RunOptions = runner.Options

// Result is the result of running a trace: counts of the comparisons, and at most one divergence
// for each implementation.
type Result = runner.Result

// Divergence is the first wrong answer of an implementation: the Implementation with its Variant or
// Law, the Index of the operation (from 0), and the Difference.
type Divergence = runner.Divergence

// Counts counts what traces contain and what was compared: operations, features of queries, pairs
// of features, rows, worlds, refusals, and answers that were not compared, with the reason.
type Counts = cover.Counts

// Run runs a trace on the reference and on each implementation, up to the first divergence of each
// implementation. It compares every outcome and, as often as opts says, the worlds. A panic of an
// engine is a divergence. The reference runs once, even if there are several implementations. Run
// returns an error if the profile of the trace is unknown or the reference does not support it.
func Run(t *spec.Trace, reference Implementation, implementations []Implementation, opts RunOptions) (*Result, error) {
	return runner.Run(t, reference, implementations, opts)
}

// RunWithin is like [Run], for engines that may hang. If an operation and the comparisons after it
// take longer than the limit, that is a divergence with [spec.CodeTimeout] and the run ends. The
// goroutine that hangs is leaked, because Go cannot stop it.
func RunWithin(
	limit time.Duration, t *spec.Trace, reference Implementation, implementations []Implementation, opts RunOptions,
) (*Result, error) {
	return runner.Within(limit, t, reference, implementations, opts)
}
