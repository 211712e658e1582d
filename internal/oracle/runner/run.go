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

// Run runs a trace on the reference and on each implementation. It compares every outcome, and the
// worlds as [Options.DumpEvery] says, until the first divergence of each implementation. Run
// returns an error if the profile of the trace is unknown or the reference does not support it.
func Run(t *spec.Trace, reference Implementation, implementations []Implementation, opts Options) (*Result, error) {
	return run(t, reference, implementations, opts, func(*Implementation) {})
}

// run is like Run, but also calls begin before each implementation.
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

// AnyForeign reports whether one of the implementations is foreign.
func AnyForeign(ims []Implementation) bool {
	return slices.ContainsFunc(ims, func(im Implementation) bool { return im.Foreign })
}

// Check runs the recorded trace on an implementation and returns the first divergence, or nil. If
// the implementation has a variant, Check rewrites the trace first.
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

// handlesIn returns the handles in steps, except builtin ones.
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

// checker compares one implementation with a recorded trace.
type checker struct {
	rec          *Recording
	im           Implementation
	engine       spec.Engine
	opts         compare.Options
	counts       *cover.Counts
	laws         *law.Checker
	expectations *compare.Expectations
	unsure       bool            // change detection is not compared: only one side has seen all answers
	skip         map[string]bool // names of queries, snapshots and observers that one side does not have
	iters        map[string]*drained
	compared     uint64
	at           int // index of the last recorded operation that was compared

	got spec.Outcome // outcome of the step that runs now
}

// drained has the rows of an iterator so far, on both sides.
type drained struct {
	want, got         []spec.Row
	wantDone, gotDone bool
}

// step applies one step. If done is true, the run must end without a divergence.
func (k *checker) step(plan *variant.Step) (done bool, _ *Divergence) {
	applied := *plan
	applied.Op = plan.Applied()
	s, op := &applied, applied.Op
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
	opts.Values = s.Op.Values && (!k.im.Foreign || k.expectations.MustSupport(s.Op))
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

// world compares the whole world with the recorded one, if there is one.
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

// extra checks a step that has no recorded outcome: it must succeed, unless the step may fail or
// the engine does not declare its capability.
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

// unsupported handles an operation that one side does not support. Later operations that use a name
// defined by it are skipped. If the operation changed the world of the other side, done is true.
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

// observed returns an outcome without the events of observers that one side does not have.
func (k *checker) observed(o *spec.Outcome) *spec.Outcome {
	c := *o
	c.Events = slices.DeleteFunc(slices.Clone(o.Events), func(e spec.Event) bool { return k.skip[e.Observer] })
	return &c
}

// iterator compares all rows of an iterator when both sides have reached the end.
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

// exhausted handles an operation that one side refused because it takes too much work. Later
// operations that use a name defined by it are skipped. Change detection is not compared any more,
// because only one side counts the answer as seen. If only one world changed, done is true.
func (k *checker) exhausted(op *spec.Operation, want, got *spec.Outcome) (done bool) {
	k.counts.PassOver(op.Op, 1)
	k.unsure = k.unsure || op.Op.Outcome() == spec.OutRows
	// an iterator that only one side has locks a table and forbids reload
	if op.Op == spec.OpIterBegin || op.Op == spec.OpIterNext {
		k.counts.Stopped++
		return true
	}
	return k.unsupported(op, want, got)
}

// concernsChanges reports whether an answer depends on change detection.
func concernsChanges(op *spec.Operation) bool { return op.Op == spec.OpChanged || op.Changes }
