package reduce

import (
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// Options configure a reduction.
type Options struct {
	// Checks is the maximum number of traces to try; default 5,000.
	Checks int
	// Operations is the number of operations at the beginning of the trace that are known to fail;
	// later operations are removed first. If it is 0, the number is searched for.
	Operations int
	// Timeout ends the reduction with the smallest trace so far; 0 means no limit. With a timeout the
	// result depends on the speed of the machine.
	Timeout time.Duration
	// KeepNames turns off the renaming of handles.
	KeepNames bool
	// NoChildOf never replaces a relationship by ChildOf, for engines that do not have it.
	NoChildOf bool
}

// Trace returns a smaller trace that still fails. It removes operations, then parts of operations,
// terms and values, merges operations that add ids into those that make entities, and merges
// entities, until nothing more can be removed. Then it renames handles to a, b, c (plain entities),
// R, S (relationships) and P, Q (other ids). stillFails must be true for t. It should test for the
// same kind of failure; see [FailsLike]. Trace does not change t. The result has the header of t.
func Trace(t *spec.Trace, stillFails func(*spec.Trace) bool, opts Options) *spec.Trace {
	if opts.Checks <= 0 {
		opts.Checks = 5000
	}
	r := &reducer{trace: t, fails: stillFails, left: opts.Checks, childOf: !opts.NoChildOf}
	if opts.Timeout > 0 {
		r.until = time.Now().Add(opts.Timeout)
	}
	r.best = t.Operations()
	switch n := opts.Operations; {
	case n <= 0 || n > len(r.best):
		r.truncate(0)
	case n < len(r.best) && !r.try(slices.Clone(r.best[:n])): // a variant may need operations after the failure
		r.truncate(n)
	}
	r.removeQuestions()
	for changed := true; changed && r.more(); {
		changed = r.removeChunks()
		changed = r.removeHandles() || changed
		changed = r.simplify() || changed
		changed = r.fold() || changed
		changed = r.merge() || changed
	}
	if !opts.KeepNames {
		r.rename()
	}
	return t.With(r.best...)
}

type reducer struct {
	trace   *spec.Trace // the original
	fails   func(*spec.Trace) bool
	best    []spec.Operation
	left    int
	until   time.Time
	childOf bool
}

func (r *reducer) more() bool {
	return r.left > 0 && (r.until.IsZero() || time.Now().Before(r.until))
}

// try makes ops the best trace so far if they still fail.
func (r *reducer) try(ops []spec.Operation) bool {
	if !r.more() {
		return false
	}
	r.left--
	if !r.fails(r.trace.With(ops...)) {
		return false
	}
	r.best = ops
	return true
}

// truncate finds the shortest failing prefix by bisection. The first low operations are known not
// to fail.
func (r *reducer) truncate(low int) {
	high := len(r.best)
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

// removeQuestions removes all reads and observers at once, except the last operation and those that
// it needs. Reads are most of a trace and take most of its run time. If the failure depends on
// earlier uses of the last operation's query, these uses stay.
func (r *reducer) removeQuestions() {
	for _, used := range []bool{false, true} {
		if ops := withoutQuestions(r.best, used); len(ops) < len(r.best) && r.try(ops) {
			return
		}
	}
}

func withoutQuestions(ops []spec.Operation, used bool) []spec.Operation {
	last := len(ops) - 1
	listens := last >= 0 && (ops[last].Op == spec.OpEvents || ops[last].Op == spec.OpTeardown)
	needed := map[string]bool{}
	var out []spec.Operation
	for i := last; i >= 0; i-- {
		op := ops[i]
		asks := op.Op.IsRead() || op.Op == spec.OpObserve && !listens
		if asks && i < last && !needed[op.As] && (!used || !needed[op.On]) {
			continue
		}
		needed[op.As], needed[op.On] = op.As != "", op.On != ""
		out = append(out, op)
	}
	slices.Reverse(out)
	return out
}

// removeChunks removes consecutive operations, long chunks first, starting at the end.
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
	handles, _ := lawful.HandlesOf(lawful.Each(r.best))
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
	lawful.HandleMap(func(x spec.Handle) spec.Handle {
		found = found || x == h
		return x
	}).Operation(*op)
	return found
}

// simplify tries simpler forms of each operation, starting at the end, until none still fails.
func (r *reducer) simplify() bool {
	changed := false
	for i := len(r.best) - 1; i >= 0 && r.more(); i-- {
		for again := true; again && r.more(); {
			again = false
			for _, op := range simpler(r.best, i, r.trace.Header.Profile) {
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
