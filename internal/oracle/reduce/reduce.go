package reduce

import (
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// Options bound a reduction.
type Options struct {
	// Checks is the greatest number of traces tried; default 5,000.
	Checks int
	// Operations is how many operations of the trace are known to fail; the operations behind them go first. 0 has it
	// looked for.
	Operations int
	// Timeout ends the reduction with the smallest trace so far; 0 is none. Only without one is the result the same
	// on every machine.
	Timeout time.Duration
	// KeepNames leaves handles as they are.
	KeepNames bool
	// NoChildOf never puts ChildOf in the place of a relationship, for engines that do not have it.
	NoChildOf bool
}

// Trace makes a smaller trace that still fails, by removing operations, then parts of operations, terms and values,
// by giving entities their ids when they are made and letting one stand for two, until nothing can go, and gives
// handles short canonical names: a, b, c for plain entities, R, S for relationships, P, Q for other ids. stillFails
// must accept t itself, and should insist on the same kind of failure ([FailsLike]). t is not changed; the result has
// its header.
func Trace(t *spec.Trace, stillFails func(*spec.Trace) bool, opts Options) *spec.Trace {
	if opts.Checks <= 0 {
		opts.Checks = 5000
	}
	r := &reducer{header: t.Header, fails: stillFails, left: opts.Checks, childOf: !opts.NoChildOf}
	if opts.Timeout > 0 {
		r.until = time.Now().Add(opts.Timeout)
	}
	r.best = t.Operations()
	switch n := opts.Operations; {
	case n <= 0 || n > len(r.best):
		r.truncate(0)
	case n < len(r.best) && !r.try(slices.Clone(r.best[:n])): // a variant failed before what it does of a later operation
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
	out := spec.NewTrace(t.Header.Profile, r.best...)
	out.Header = t.Header
	return out
}

type reducer struct {
	header  spec.Header
	fails   func(*spec.Trace) bool
	best    []spec.Operation
	left    int
	until   time.Time
	childOf bool
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

// truncate finds the shortest failing beginning by halving: operations after the failure never
// matter. So many operations do not fail yet.
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

// removeQuestions removes questions and observers at once, but for the last operation and those that it needs: the
// most of a trace, and of its time. Where it matters how the last operation's query was used before, that stays.
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
