package oracle

import (
	"slices"
	"time"

	"github.com/relspec/relspec/spec"
)

// ReduceOptions bound a reduction.
type ReduceOptions struct {
	// Checks is the greatest number of traces tried; default 5,000.
	Checks int
	// Timeout ends the reduction with the smallest trace so far; 0 is none. Only without one is the result the same
	// on every machine.
	Timeout time.Duration
	// KeepNames leaves handles as they are.
	KeepNames bool
}

// Reduce makes a smaller trace that still fails, by removing operations, then parts of operations, terms and values,
// until nothing can go, and gives handles short canonical names: a, b, c for plain entities, R, S for relationships,
// P, Q for other ids. stillFails must accept t itself, and should insist on the same kind of failure ([FailsLike]).
// t is not changed; the result has its header.
func Reduce(t *spec.Trace, stillFails func(*spec.Trace) bool, opts ReduceOptions) *spec.Trace {
	if opts.Checks <= 0 {
		opts.Checks = 5000
	}
	r := &reducer{header: t.Header, fails: stillFails, left: opts.Checks}
	if opts.Timeout > 0 {
		r.until = time.Now().Add(opts.Timeout)
	}
	r.best = t.Operations()
	r.truncate()
	for changed := true; changed && r.more(); {
		changed = r.removeChunks()
		changed = r.removeHandles() || changed
		changed = r.simplify() || changed
	}
	if !opts.KeepNames {
		r.rename()
	}
	out := spec.NewTrace(t.Header.Profile, r.best...)
	out.Header = t.Header
	return out
}

// FailsLike makes the test for [Reduce]: whether the implementation, with its variant, still diverges from the
// reference with the same signature.
func FailsLike(d Divergence, reference Implementation, im Implementation, opts RunOptions) func(*spec.Trace) bool {
	signature := d.Signature()
	fails := func(t *spec.Trace, opts RunOptions) bool {
		res, err := Run(t, reference, []Implementation{im}, opts)
		return err == nil && slices.ContainsFunc(res.Divergences, func(d Divergence) bool { return d.Signature() == signature })
	}
	// What differs is looked for alone first: most traces that are tried show nothing, which laws and dumps cannot change.
	alone := opts
	if d.Law == "" {
		alone.Laws = nil
	}
	if d.Difference.Kind != DiffDump && d.Law == "" {
		alone.DumpEvery = -1
	}
	if len(alone.Laws) == len(opts.Laws) && alone.DumpEvery == opts.DumpEvery {
		return func(t *spec.Trace) bool { return fails(t, opts) }
	}
	return func(t *spec.Trace) bool { return fails(t, alone) && fails(t, opts) }
}

type reducer struct {
	header spec.Header
	fails  func(*spec.Trace) bool
	best   []spec.Operation
	left   int
	until  time.Time
}

func (r *reducer) more() bool {
	return r.left > 0 && (r.until.IsZero() || time.Now().Before(r.until))
}

// try keeps ops if they still fail.
func (r *reducer) try(ops []spec.Operation) bool {
	if !r.more() {
		return false
	}
	r.left--
	t := spec.NewTrace(r.header.Profile, ops...)
	t.Header = r.header
	if !r.fails(t) {
		return false
	}
	r.best = ops
	return true
}

// truncate finds the shortest failing beginning by halving: what comes after the failure never matters.
func (r *reducer) truncate() {
	low, high := 0, len(r.best)
	all := r.best
	for low+1 < high && r.more() {
		mid := (low + high) / 2
		if r.try(slices.Clone(all[:mid])) {
			high = mid
		} else {
			low = mid
		}
	}
}

// removeChunks removes runs of operations, long ones first, from the end.
func (r *reducer) removeChunks() bool {
	changed := false
	for size := max(1, len(r.best)/2); size >= 1 && r.more(); size /= 2 {
		for at := len(r.best) - size; at > -size && r.more(); at -= size {
			from := max(0, at)
			to := min(at+size, len(r.best))
			if from >= to || to-from == len(r.best) {
				continue
			}
			if r.try(slices.Concat(r.best[:from], r.best[to:])) {
				changed = true
			}
		}
	}
	return changed
}

// removeHandles removes everything that mentions an entity.
func (r *reducer) removeHandles() bool {
	changed := false
	handles, _ := handlesOf(r.best)
	for _, h := range handles {
		var ops []spec.Operation
		for _, op := range r.best {
			if !mentions(&op, h) {
				ops = append(ops, op)
			}
		}
		if len(ops) < len(r.best) && len(ops) > 0 && r.try(ops) {
			changed = true
		}
	}
	return changed
}

func mentions(op *spec.Operation, h spec.Handle) bool {
	found := false
	renaming(func(x spec.Handle) spec.Handle {
		found = found || x == h
		return x
	}).operation(*op)
	return found
}

// simplify tries smaller forms of each operation, from the last on, until none is accepted.
func (r *reducer) simplify() bool {
	changed := false
	for i := len(r.best) - 1; i >= 0 && r.more(); i-- {
		for again := true; again && r.more(); {
			again = false
			for _, op := range simpler(r.best, i, r.header.Profile) {
				ops := slices.Clone(r.best)
				ops[i] = op
				if r.try(ops) {
					again, changed = true, true
					break
				}
			}
		}
	}
	return changed
}
