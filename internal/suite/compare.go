package suite

import (
	"slices"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// sighting is one occurrence of a divergence, with the trace up to it.
type sighting struct {
	trace      *spec.Trace
	divergence oracle.Divergence
	stated     []string // the expectation of the scenario that showed it
}

// comparison is the result of comparing one trace. Each operation that differs is removed and the
// rest is compared again, so that one defect does not hide others.
type comparison struct {
	sightings   []sighting
	counts      oracle.Counts
	unsupported []spec.Operation // that the subject neither supports nor declares
	late        int              // answers that timed out once but arrived when the trace was run again
	cut         bool
}

// maxDifferences is the number of differing operations after which the rest of a trace is skipped.
const maxDifferences = 6

// compareTrace compares a trace between the reference and the subject. It skips operations that the
// subject answers with `unsupported`, unless the subject declares their capability. A timeout
// counts only if it happens again with a longer limit. After one such confirmed timeout, timeouts
// of the same kind of operation are not retried. If stop returns true, the comparison ends early
// (cut). It then also reports a timeout that was not confirmed, and wrong answers that the subject
// gave when it ran alone. The comparison is never nil.
func compareTrace(t *spec.Trace, s *Subject, stop func() bool) (*comparison, error) {
	c := &comparison{counts: cover.NewCounts()}
	if stop == nil {
		stop = func() bool { return false }
	}
	alone, err := c.alone(t, s, stop)
	if err != nil {
		return c, err
	}
	ops, hung := alone.ops, alone.hung
	var once *sighting // a timeout that is not confirmed yet
	opts := s.runOptions()
	opts.Stop = stop
	for len(c.sightings) < maxDifferences {
		if stop() {
			return c, c.cutOff(t, alone, once, s)
		}
		var result *oracle.Result
		var err error
		s.again(ops, hung, func() {
			result, err = oracle.Run(t.With(ops...), engines.Model(), []oracle.Implementation{s.implementation()}, opts)
		})
		if err != nil {
			return c, err
		}
		if !opts.Uncounted {
			c.counts.Add(result.Counts)
			opts.Uncounted = true
		}
		if s.ended() || stop() && len(result.Divergences) == 0 {
			return c, c.cutOff(t, alone, once, s)
		}
		if hung >= 0 && !hangsAt(result.Divergences, hung) {
			c.late++
		}
		if len(result.Divergences) == 0 {
			break
		}
		d := result.Divergences[0]
		seen := sighting{trace: t.With(ops[:d.Index+1]...), divergence: d}
		if d.Hangs() && d.Index != hung {
			hung, once = d.Index, &seen
			continue
		}
		if d.Hangs() {
			s.hangs(ops[d.Index].Op)
		}
		hung, once = -1, nil
		c.sightings = append(c.sightings, seen)
		ops = slices.Delete(slices.Clone(ops), d.Index, d.Index+1)
	}
	if alone.broken && len(c.sightings) == 0 {
		return c, c.judge(t, alone.answers, s)
	}
	return c, nil
}

// unconfirmed explains a reported timeout that was not confirmed.
const unconfirmed = "not confirmed: the time ran out before the operation could be tried again"

// cutOff ends a comparison that is out of time. It still reports an unconfirmed timeout, or a wrong
// answer that the subject gave when it ran alone.
func (c *comparison) cutOff(t *spec.Trace, alone *aloneRun, once *sighting, s *Subject) error {
	c.cut = true
	if once != nil {
		once.stated = append(once.stated, unconfirmed)
		c.sightings = append(c.sightings, *once)
	}
	if len(c.sightings) > 0 {
		return nil
	}
	return c.judge(t, alone.answers, s)
}

// judge compares earlier answers of the subject with the reference, so that a wrong answer is
// reported even if the subject gives the right answer in the next run. A timeout that was not
// confirmed is reported only if there was no time to confirm it.
func (c *comparison) judge(t *spec.Trace, given []answer, s *Subject) error {
	expectations := s.declares(t.Header.Profile)
	given = slices.DeleteFunc(slices.Clone(given), func(a answer) bool {
		declared := expectations(&a.op)
		return a.out.Err != nil && a.out.Err.Code == spec.CodeUnsupported && !declared
	})
	ops := make([]spec.Operation, len(given))
	for i := range given {
		ops[i] = given[i].op
	}
	im := s.implementation()
	im.New = func(spec.Profile) (spec.Engine, error) { return &recorded{left: given}, nil }
	result, err := oracle.Run(t.With(ops...), engines.Model(), []oracle.Implementation{im},
		oracle.RunOptions{DumpEvery: -1, Uncounted: true})
	if err != nil || len(result.Divergences) == 0 {
		return err
	}
	d := result.Divergences[0]
	seen := sighting{trace: t.With(ops[:d.Index+1]...), divergence: d}
	if d.Hangs() {
		if !c.cut || c.late > 0 {
			return nil
		}
		seen.stated = []string{unconfirmed}
	}
	c.sightings = append(c.sightings, seen)
	return nil
}

// answer is an operation and the answer of the subject.
type answer struct {
	op  spec.Operation
	out spec.Outcome
}

// recorded replays answers in order, and answers everything else with unsupported.
type recorded struct{ left []answer }

// Apply returns the next recorded answer to an operation of that kind.
func (r *recorded) Apply(op spec.Operation) spec.Outcome {
	for len(r.left) > 0 {
		next := r.left[0]
		r.left = r.left[1:]
		if next.op.Op == op.Op {
			return next.out
		}
	}
	return spec.Fail(spec.Errorf(spec.CodeUnsupported, "the recording has no further answer"))
}

// aloneRun is the result of running a trace on the subject alone.
type aloneRun struct {
	ops     []spec.Operation // supported operations, up to a crash or timeout
	hung    int              // the index of the operation that timed out, or -1
	broken  bool             // the last operation crashed the subject
	answers []answer
}

// alone calls c.supported. If an answer times out, it calls c.supported again with a longer time
// limit, unless an operation of this kind already has a confirmed timeout.
func (c *comparison) alone(t *spec.Trace, s *Subject, stop func() bool) (*aloneRun, error) {
	r, err := c.supported(t, s, stop)
	if err != nil || r.hung < 0 || s.hung[r.ops[r.hung].Op] || stop() {
		return r, err
	}
	c.unsupported = nil
	once := r
	s.patiently(func() { r, err = c.supported(t, s, stop) })
	switch {
	case err != nil:
	case s.ended() || r.hung < 0 && stop():
		return once, nil
	case r.hung < 0:
		c.late++
	default:
		s.hangs(r.ops[r.hung].Op)
	}
	return r, err
}

// again calls do(). late is the index of an operation that has timed out once, or -1. While do()
// runs, the time limit is longer, unless late is -1 or operations of this kind have a confirmed
// timeout.
func (s *Subject) again(ops []spec.Operation, late int, do func()) {
	if late < 0 || s.hung[ops[late].Op] {
		do()
		return
	}
	s.patiently(do)
}

// hangs records a confirmed timeout of an operation kind. Timeouts of that kind are not retried.
func (s *Subject) hangs(kind spec.OpKind) {
	if s.hung == nil {
		s.hung = map[spec.OpKind]bool{}
	}
	s.hung[kind] = true
}

// judged compares a trace and returns the first divergence, or nil. It uses the longer limit, and
// runs the trace again if an answer times out.
func (s *Subject) judged(t *spec.Trace) (d *oracle.Divergence, err error) {
	opts := s.runOptions()
	opts.Uncounted = true
	s.patiently(func() {
		for range 2 {
			var result *oracle.Result
			result, err = oracle.Run(t, engines.Model(), []oracle.Implementation{s.implementation()}, opts)
			if d = nil; err != nil || len(result.Divergences) == 0 {
				return
			}
			if d = &result.Divergences[0]; !d.Hangs() {
				return
			}
		}
	})
	return d, err
}

// supported applies the trace to the subject alone and removes unsupported operations, which have
// no effect. This finds all of them in one run; comparing would find one per run. It stops at a
// crash, at a timeout, or when stop returns true.
func (c *comparison) supported(t *spec.Trace, s *Subject, stop func() bool) (*aloneRun, error) {
	p, perr := spec.ProfileByName(t.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	engine, err := s.world(p)
	if err != nil {
		return nil, err
	}
	expectations := s.declares(t.Header.Profile)
	r := &aloneRun{hung: -1}
	for i := range t.Entries {
		op := t.Entries[i].Op
		out := engine.Apply(op)
		if s.ended() {
			return r, nil
		}
		r.answers = append(r.answers, answer{op, out})
		s.refused.count(op.Op, out.Err)
		if declared := expectations(&op); out.Err != nil && out.Err.Code == spec.CodeUnsupported && !declared {
			c.unsupported = append(c.unsupported, op)
			continue
		}
		r.ops = append(r.ops, op)
		if out.Err != nil && out.Err.Code == spec.CodeTimeout {
			r.hung = len(r.ops) - 1
			return r, nil
		}
		if out.Err != nil && out.Err.Code.IsHarness() {
			r.broken = true
			return r, nil
		}
		if stop() {
			return r, nil
		}
	}
	return r, nil
}

// hangsAt reports whether the first divergence is a timeout of a given operation.
func hangsAt(found []oracle.Divergence, index int) bool {
	return len(found) > 0 && found[0].Hangs() && found[0].Index == index
}

// runOptions returns options for comparing whole worlds after every change, or only answers if the
// subject does not declare dumps.
func (s *Subject) runOptions() oracle.RunOptions {
	if !capability.Declares(&s.Info, "world", spec.CapDump) {
		return oracle.RunOptions{DumpEvery: -1}
	}
	return oracle.RunOptions{}
}

// declares returns a function that is called for each operation of a trace in order. It reports
// whether the subject declares the capabilities that the operation needs.
func (s *Subject) declares(profile string) func(*spec.Operation) bool {
	p, err := spec.ProfileByName(profile)
	if err != nil {
		return func(*spec.Operation) bool { return false }
	}
	g := capability.New(p)
	return func(op *spec.Operation) bool {
		g.Follow(op)
		return g.MustSupport(op, &s.Info)
	}
}
