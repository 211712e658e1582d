package suite

import (
	"slices"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// sighting is a divergence as it was seen, with the trace up to it.
type sighting struct {
	trace      *spec.Trace
	divergence oracle.Divergence
	stated     []string // the expectation of the scenario that showed it
}

// comparison is the result of comparing one trace. The trace is compared again without each operation that differs, so
// that one defect does not hide those after it.
type comparison struct {
	sightings   []sighting
	counts      oracle.Counts
	unsupported int // operations that the subject has not got, and does not declare
	late        int // answers that did not come in time once, but did when the trace was run again
	cut         bool
}

// maxDifferences is how many operations of one trace may differ before the rest is given up.
const maxDifferences = 6

// compareTrace runs a trace on the reference and on the subject. Operations that the subject
// answers with `unsupported` are left out on both sides, unless it declares their capability. That
// an answer does not come in time must show twice, the second time where it is waited for longer,
// until that was in vain once for an operation of its kind. stop ends it early (cut): then what the
// subject has answered until its own end counts, and that an answer did not come needs to show but
// once. The comparison is never nil.
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
	var once *sighting // of an answer that did not come, until it is waited for again
	opts := s.runOptions()
	opts.Stop = stop
	for len(c.sightings) < maxDifferences {
		if stop() {
			return c, c.cutOff(t, alone, once, s)
		}
		var result *oracle.Result
		var err error
		s.again(ops, hung, func() {
			result, err = oracle.Run(withOps(t, ops), engines.Model(), []oracle.Implementation{s.implementation()}, opts)
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
		seen := sighting{trace: withOps(t, slices.Clone(ops[:d.Index+1])), divergence: d}
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

// unconfirmed says why an answer that did not come once is a finding.
const unconfirmed = "not confirmed: the time was over before the answer could be waited for again"

// cutOff ends a comparison for which there is no more time. What was wrong until now is not
// forgotten: an answer that did not come once, or one that was given before.
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

// judge compares answers that were given before with those of the reference: one that was wrong
// then and is right now is not forgotten. That an answer was late once is no divergence, unless
// there was no time to wait for it again.
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
	result, err := oracle.Run(withOps(t, ops), engines.Model(), []oracle.Implementation{im},
		oracle.RunOptions{DumpEvery: -1, Uncounted: true})
	if err != nil || len(result.Divergences) == 0 {
		return err
	}
	d := result.Divergences[0]
	seen := sighting{trace: withOps(t, ops[:d.Index+1]), divergence: d}
	if d.Hangs() {
		if !c.cut || c.late > 0 {
			return nil
		}
		seen.stated = []string{unconfirmed}
	}
	c.sightings = append(c.sightings, seen)
	return nil
}

// answer is the answer of a subject to an operation.
type answer struct {
	op  spec.Operation
	out spec.Outcome
}

// recorded gives answers again in their order, and supports nothing else.
type recorded struct{ left []answer }

// Apply gives the next answer to an operation of that kind.
func (r *recorded) Apply(op spec.Operation) spec.Outcome {
	for len(r.left) > 0 {
		next := r.left[0]
		r.left = r.left[1:]
		if next.op.Op == op.Op {
			return next.out
		}
	}
	return spec.Fail(spec.Errorf(spec.CodeUnsupported, "nothing more was asked"))
}

// aloneRun is the result of a trace on the subject without the reference.
type aloneRun struct {
	ops     []spec.Operation // that the subject has got, up to where it broke or hung
	hung    int              // the place of the operation that was not answered in time, or -1
	broken  bool             // the last operation broke the subject
	answers []answer
}

// alone is the result of supported. Where an answer does not come in time the trace is run again.
func (c *comparison) alone(t *spec.Trace, s *Subject, stop func() bool) (*aloneRun, error) {
	r, err := c.supported(t, s, stop)
	if err != nil || r.hung < 0 || s.hung[r.ops[r.hung].Op] || stop() {
		return r, err
	}
	c.unsupported = 0
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

// again does something, while answers are waited for long where one did not come before: at a place in operations, or
// nowhere for -1.
func (s *Subject) again(ops []spec.Operation, late int, do func()) {
	if late < 0 || s.hung[ops[late].Op] {
		do()
		return
	}
	s.patiently(do)
}

// hangs notes that answers to a kind of operation were waited for long and in vain: the next one need not be.
func (s *Subject) hangs(kind spec.OpKind) {
	if s.hung == nil {
		s.hung = map[spec.OpKind]bool{}
	}
	s.hung[kind] = true
}

// judged compares a trace and gives the first divergence, or nil. Answers are waited for long, and where one does not
// come the trace is run again.
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

// supported applies the trace to the subject alone and leaves out operations that it lacks: such an
// operation has no effect, so that the others mean the same without it. It finds them in one go,
// where comparing would find them one by one. The trace ends where the subject breaks.
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
		if declared := expectations(&op); out.Err != nil && out.Err.Code == spec.CodeUnsupported && !declared {
			c.unsupported++
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

// hangsAt reports whether the first divergence is that there is no answer to an operation.
func hangsAt(found []oracle.Divergence, index int) bool {
	return len(found) > 0 && found[0].Hangs() && found[0].Index == index
}

// runOptions compare whole worlds after every change where the subject can show them.
func (s *Subject) runOptions() oracle.RunOptions {
	if !capability.Declares(&s.Info, "world", spec.CapDump) {
		return oracle.RunOptions{DumpEvery: -1}
	}
	return oracle.RunOptions{}
}

func withOps(t *spec.Trace, ops []spec.Operation) *spec.Trace {
	out := spec.NewTrace(t.Header.Profile, ops...)
	out.Header = t.Header
	return out
}

// declares judges the operations of a trace one after the other: whether the subject declares the needs of each.
func (s *Subject) declares(profile string) func(*spec.Operation) bool {
	p, err := spec.ProfileByName(profile)
	if err != nil {
		return func(*spec.Operation) bool { return false }
	}
	g := capability.New(p)
	return func(op *spec.Operation) bool {
		g.Follow(op)
		return g.Owes(op, &s.Info)
	}
}
