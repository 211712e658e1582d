package runner

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/variant"
	"github.com/relspec/relspec/spec"
)

// Run runs a trace on the reference and on each implementation, and compares every outcome and the worlds after
// every operation that is not a read, up to each implementation's first divergence. An error means that the trace
// cannot run at all: its profile is unknown to the vocabulary or to the reference.
func Run(t *spec.Trace, reference Implementation, implementations []Implementation, opts Options) (*Result, error) {
	return run(t, reference, implementations, opts, func(*Implementation) {})
}

// run is Run; begin is told which implementation comes next.
func run(
	t *spec.Trace, reference Implementation, implementations []Implementation, opts Options,
	begin func(*Implementation),
) (*Result, error) {
	res := &Result{Counts: cover.NewCounts()}
	opts.Foreign = opts.Foreign || AnyForeign(implementations)
	rec, err := Record(t, reference, opts, &res.Counts)
	if err != nil {
		return nil, err
	}
	if rec.Broken != nil {
		res.Divergences = append(res.Divergences, *rec.Broken)
	}
	for _, im := range implementations {
		begin(&im)
		if d := rec.Check(im, opts, &res.Counts); d != nil {
			res.Divergences = append(res.Divergences, *d)
		}
	}
	return res, nil
}

// AnyForeign reports whether one of the implementations is not ours.
func AnyForeign(ims []Implementation) bool {
	return slices.ContainsFunc(ims, func(im Implementation) bool { return im.Foreign })
}

// Check runs the recorded trace, rewritten where the implementation has a variant, on the implementation and gives
// its first divergence, or nil.
func (r *Recording) Check(im Implementation, opts Options, c *cover.Counts) *Divergence {
	steps := r.direct
	label := im.Label()
	if im.Variant != nil {
		if steps = im.Variant.For(&r.Recorded); steps == nil {
			c.NotRun[im.Variant.Name]++
			return nil
		}
	}
	engine, err := im.Start(r.Profile)
	if err != nil {
		c.Skipped("reset: " + err.Error())
		return nil
	}
	k := &checker{
		rec: r, im: im, engine: engine, counts: c, skip: map[string]bool{},
		expectations: compare.NewExpectations(r.Profile, engine, im.Info, im.Foreign),
	}
	k.opts = compare.Options{AnyError: im.Foreign, AnyWildcard: im.Foreign, ExtraUnset: im.Foreign, Blocks: !im.Foreign}
	if im.Variant == nil {
		k.laws = law.NewChecker(opts.Laws, r.Profile, engine, k.expectations)
	}
	done, d := k.all(steps, opts.Stop)
	c.Comparisons[label] += k.compared
	switch {
	case im.Variant == nil:
	case done && d == nil:
		c.NotRun[im.Variant.Name]++
	default:
		c.Applied[im.Variant.Name]++
	}
	return d
}

func (k *checker) all(steps []variant.Step, stop func() bool) (done bool, _ *Divergence) {
	for i := range steps {
		if stop != nil && stop() {
			return false, nil
		}
		done, d := k.step(&steps[i])
		if d != nil && d.Difference.Words != "" {
			d.Difference.Words = compare.WithoutHandles(d.Difference.Words, handlesIn(steps[:i+1]))
		}
		if d != nil && (d.Variant != "" || d.Law != "") {
			d.plain = make([]spec.Operation, 0, i+1)
			for _, s := range steps[:i+1] {
				d.plain = append(d.plain, *s.Applied())
			}
			if d.Law != "" {
				d.plain = append(d.plain, k.laws.Questions...)
			}
		}
		if done || d != nil {
			return done, d
		}
	}
	return false, nil
}

// handlesIn are the handles that steps name, but for builtin ones.
func handlesIn(steps []variant.Step) map[spec.Handle]bool {
	out := map[spec.Handle]bool{}
	note := lawful.HandleMap(func(h spec.Handle) spec.Handle {
		if !spec.IsReserved(h) && !h.IsWildcard() {
			out[h] = true
		}
		return h
	})
	for i := range steps {
		note.Operation(*steps[i].Applied())
	}
	return out
}

// checker follows one implementation through a recorded trace.
type checker struct {
	rec          *Recording
	im           Implementation
	engine       spec.Engine
	opts         compare.Options
	counts       *cover.Counts
	laws         *law.Checker
	expectations *compare.Expectations
	unsure       bool            // change detection depends on an answer that one side refused
	skip         map[string]bool // names of queries, snapshots and observers that one side does not have
	iters        map[string]*drained
	compared     uint64
	at           int // index of the last recorded operation that a step stood for

	got spec.Outcome // of the step under way
}

// drained has the rows of an iterator on both sides.
type drained struct {
	want, got         []spec.Row
	wantDone, gotDone bool
}

// step applies one step. done means that the run cannot go on, without a divergence.
func (k *checker) step(plan *variant.Step) (done bool, _ *Divergence) {
	s := *plan
	s.Op = s.Applied()
	return k.apply(&s)
}

func (k *checker) apply(s *variant.Step) (done bool, _ *Divergence) {
	op := s.Op
	if k.skip[op.On] && op.On != "" || op.Op == spec.OpRestore && k.skip[op.As] {
		if op.Op == spec.OpRestore {
			k.counts.Stopped++
		}
		return op.Op == spec.OpRestore, nil
	}
	k.at = max(k.at, s.Of, s.World)
	k.expectations.Follow(op)
	got := &k.got
	*got = k.engine.Apply(*op)
	if s.Back != nil {
		s.Back(got)
	}
	if s.Of < 0 {
		if done, d := k.extra(s, got); done || d != nil {
			return done, d
		}
	} else if done, d := k.outcome(s, got); done || d != nil {
		return done, d
	}
	if s.World >= 0 {
		if d := k.world(s); d != nil {
			return false, k.diverges("", d)
		}
	}
	if k.laws != nil {
		if name, d := k.laws.Check(op, got, k.counts); d != nil {
			return false, k.diverges(name, d)
		}
	}
	return false, nil
}

// outcome compares the answer to a step with the recorded outcome.
func (k *checker) outcome(s *variant.Step, got *spec.Outcome) (done bool, _ *Divergence) {
	want := &k.rec.Outcomes[s.Of]
	if err, yes := k.expectations.Skips(s.Op, want, got); yes {
		if k.im.Variant == nil {
			k.counts.Skipped(string(s.Op.Op) + ": " + err.Message)
		}
		return k.unsupported(s.Op, want, got), nil
	}
	if compare.Exhausted(want, got) {
		return k.exhausted(s.Op, want, got), nil
	}
	if k.unsure && concernsChanges(s.Op) {
		return false, nil
	}
	k.compared++
	opts := k.opts
	opts.Full, opts.Failing = k.rec.full[s.Of], k.rec.failing[s.Of]
	opts.Access = !k.im.Foreign
	opts.Values = s.Op.Values && (!k.im.Foreign || k.expectations.Owes(s.Op))
	if k.im.Foreign {
		opts.First = k.rec.first[s.Of]
		want = k.rec.loosened(s.Of, &opts)
	}
	if len(k.skip) > 0 && len(want.Events)+len(got.Events) > 0 {
		want, got = k.observed(want), k.observed(got)
	}
	d := compare.Outcomes(s.Op, want, got, opts)
	if d == nil {
		d = k.iterator(s.Op, want, got)
	}
	if d != nil {
		return false, k.diverges("", d)
	}
	return false, nil
}

// world compares the whole world with the recorded one, if that was taken.
func (k *checker) world(s *variant.Step) *compare.Difference {
	dump := k.rec.Dumps[s.World]
	if dump == nil || k.im.Variant != nil && k.im.Variant.OnlyQueries && s.World != k.rec.lastDump {
		return nil
	}
	op := spec.Operation{Op: spec.OpDump}
	out := k.engine.Apply(op)
	if compare.Broken(&out) {
		want := spec.Outcome{Kind: spec.OutDump, Dump: dump}
		return compare.DifferenceOf(compare.DiffBroken, &op, &want, &out)
	}
	if k.expectations.Refuses(&op, &out) {
		want := spec.Outcome{Kind: spec.OutDump, Dump: dump}
		return compare.DifferenceOf(compare.DiffError, &op, &want, &out)
	}
	if out.Err != nil {
		return nil
	}
	if s.Back != nil {
		s.Back(&out)
	}
	k.counts.Dumps++
	d := compare.Dumps(k.rec.Ops[s.World].Op, dump, out.Dump)
	if d == nil {
		return nil
	}
	recorded := &k.rec.Outcomes[s.World]
	if recorded.Err != nil {
		d.Refused = recorded.Err.Code
	}
	d.Failures = len(recorded.Failures)
	return d
}

// extra judges a step that has no recorded outcome: it must work, unless it may fail or is not declared.
func (k *checker) extra(s *variant.Step, got *spec.Outcome) (done bool, _ *Divergence) {
	if got.Err == nil || s.MayFail && !compare.Broken(got) {
		return false, nil
	}
	if compare.IsUnsupported(got) && !k.expectations.Refuses(s.Op, got) {
		return true, nil
	}
	if compare.IsExhausted(got) {
		k.counts.PassOver(s.Op.Op, 1)
		return true, nil
	}
	want := spec.OK()
	return false, k.diverges("", compare.DifferenceOf(compare.DiffError, s.Op, &want, got))
}

// unsupported decides how to go on where one side refused as unsupported: names that it would have made are left
// alone from now on; if the other side changed its world, the run ends.
func (k *checker) unsupported(op *spec.Operation, want, got *spec.Outcome) (done bool) {
	if want.Err != nil && got.Err != nil {
		return false
	}
	if op.As != "" {
		k.skip[op.As] = true
	}
	if op.Op.IsRead() || op.Op == spec.OpObserve {
		return false
	}
	k.counts.Stopped++
	return true
}

// observed is an answer without the events of observers that one side does not have.
func (k *checker) observed(o *spec.Outcome) *spec.Outcome {
	c := *o
	c.Events = slices.DeleteFunc(slices.Clone(o.Events), func(e spec.Event) bool { return k.skip[e.Observer] })
	return &c
}

// iterator compares all rows of iterators, once both sides have come to the end.
func (k *checker) iterator(op *spec.Operation, want, got *spec.Outcome) *compare.Difference {
	if op.Op != spec.OpIterNext || want.Err != nil {
		return nil
	}
	if k.iters == nil {
		k.iters = map[string]*drained{}
	}
	d := k.iters[op.On]
	if d == nil {
		d = &drained{}
		k.iters[op.On] = d
	}
	d.want, d.got = append(d.want, want.Rows...), append(d.got, got.Rows...)
	d.wantDone, d.gotDone = d.wantDone || len(want.Rows) == 0, d.gotDone || len(got.Rows) == 0
	if !d.wantDone || !d.gotDone {
		return nil
	}
	w, g := spec.Outcome{Kind: spec.OutRows, Rows: d.want}, spec.Outcome{Kind: spec.OutRows, Rows: d.got}
	if m := compare.MatchRows(d.want, d.got, k.opts); !m.Complete() {
		return compare.RowsDifference(op, &w, &g, m)
	}
	return nil
}

func (k *checker) diverges(law string, d *compare.Difference) *Divergence {
	div := &Divergence{Implementation: k.im.Name, Law: law, Index: k.at, Op: *k.rec.Ops[k.at], Difference: *d}
	if k.im.Variant != nil {
		div.Variant = k.im.Variant.Name
	}
	return div
}

// exhausted passes over such an operation. Its consequences are left alone too: the names that it
// would have made, and the answers that change detection says from now on, since an answer counts
// as seen. done means that the run cannot go on: one world changed.
func (k *checker) exhausted(op *spec.Operation, want, got *spec.Outcome) (done bool) {
	k.counts.PassOver(op.Op, 1)
	k.unsure = k.unsure || op.Op.Outcome() == spec.OutRows
	// an iterator that one side has locks a table, and forbids to reload
	if op.Op == spec.OpIterBegin || op.Op == spec.OpIterNext {
		k.counts.Stopped++
		return true
	}
	return k.unsupported(op, want, got)
}

// concernsChanges reports whether an answer lists changes since another.
func concernsChanges(op *spec.Operation) bool { return op.Op == spec.OpChanged || op.Changes }
