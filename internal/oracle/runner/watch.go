package runner

import (
	"sync/atomic"
	"time"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// HangAfter is the time limit for an operation that the commands of diffcheck use.
const HangAfter = 20 * time.Second

// Within is like [Run], for engines that may hang. If an operation and its comparison take longer
// than the limit, that is a divergence with [spec.CodeTimeout] and the run ends. The goroutine that
// hangs is leaked, because Go cannot stop it.
func Within(
	limit time.Duration, t *spec.Trace, reference Implementation, ims []Implementation, opts Options,
) (*Result, error) {
	w := &watch{}
	w.begin(&reference)
	stop := opts.Stop
	opts.Stop = func() bool { return w.step() || stop != nil && stop() }
	type ended struct {
		result *Result
		err    error
	}
	done := make(chan ended, 1)
	go func() {
		result, err := run(t, reference, ims, opts, w.begin)
		done <- ended{result, err}
	}()
	tick := time.NewTicker(max(limit/8, time.Millisecond))
	defer tick.Stop()
	last, since := w.steps.Load(), time.Now()
	for {
		select {
		case e := <-done:
			return e.result, e.err
		case <-tick.C:
		}
		// The time before the first operation does not count; it is spent on rewriting the trace.
		if now := w.steps.Load(); now != last || w.at.Load() == 0 {
			last, since = now, time.Now()
		}
		if time.Since(since) >= limit {
			w.over.Store(true)
			im := w.what.Load()
			return &Result{
				Counts:      cover.NewCounts(),
				Divergences: []Divergence{TimedOut(t, *im, int(w.at.Load())-1, limit)},
			}, nil
		}
	}
}

// watch lets another goroutine observe the progress of a run.
type watch struct {
	steps atomic.Uint64 // steps of all engines
	at    atomic.Int64  // operations applied by the engine that runs now
	what  atomic.Pointer[Implementation]
	over  atomic.Bool
}

func (w *watch) begin(im *Implementation) {
	w.at.Store(0)
	w.what.Store(im)
	w.steps.Add(1)
}

func (w *watch) step() bool {
	w.at.Add(1)
	w.steps.Add(1)
	return w.over.Load()
}

// TimedOut returns the divergence of an engine that does not answer the operation at index.
func TimedOut(t *spec.Trace, im Implementation, index int, limit time.Duration) Divergence {
	d := Divergence{Implementation: im.Name, Index: min(max(index, 0), max(len(t.Entries)-1, 0))}
	if im.Variant != nil {
		d.Variant = im.Variant.Name
	}
	if len(t.Entries) > 0 {
		d.Op = t.Entries[d.Index].Op
	}
	want, got := spec.OK(), spec.Fail(spec.Errorf(spec.CodeTimeout, "no answer within %s", limit))
	d.Difference = *compare.DifferenceOf(compare.DiffBroken, &d.Op, &want, &got)
	return d
}

// Hangs reports whether the divergence is a timeout.
func (d *Divergence) Hangs() bool {
	return d.Difference.Kind == compare.DiffBroken &&
		d.Difference.Got == show.Outcome(spec.Fail(spec.Errorf(spec.CodeTimeout, "")))
}

// UpTo returns the trace up to and including the operation at index.
func UpTo(t *spec.Trace, index int) *spec.Trace {
	ops := t.Operations()
	return t.With(ops[:min(index+1, len(ops))]...)
}
