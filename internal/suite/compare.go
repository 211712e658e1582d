package suite

import (
	"context"
	"reflect"
	"slices"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// sighting is one occurrence of a divergence, with the trace up to it.
type sighting struct {
	trace      *spec.Trace
	divergence oracle.Divergence
	options    oracle.RunOptions // with which it occurred
	stated     []string          // the expectation of the scenario that showed it
}

// comparison is the result of comparing one trace. Each operation that differs is removed and the
// rest is compared again, so that one defect does not hide others.
type comparison struct {
	sightings   []sighting
	counts      oracle.Counts
	unsupported []spec.Operation // that the subject neither supports nor declares
	late        int              // answers that timed out once but arrived with the longer limit
	cut         bool             // the time ran out
	refused     *refusals        // counts the answers of the first run
}

// maxDifferences is the number of differing operations after which the rest of a trace is skipped.
const maxDifferences = 6

// compareTrace compares a trace between the reference and the subject. It records the answers of
// the subject, and then compares the recording with the reference. It skips operations that the
// subject answers with `unsupported`, unless the subject declares their capability. If ctx ends,
// compareTrace compares the answers so far. The comparison is never nil.
func compareTrace(ctx context.Context, t *spec.Trace, s *Subject) (*comparison, error) {
	c := &comparison{counts: cover.NewCounts(), refused: s.refused}
	late := s.late
	defer func() { c.late = s.late - late }()
	opts := s.runOptions()
	ops := t.Operations()
	if opts.DumpEvery == 0 { // a long trace is compared with fewer worlds, which are kept in memory
		entities := len(ops)
		for i := range ops {
			entities += len(ops[i].More)
		}
		opts.DumpEvery = 1 + len(ops)*entities/runner.DefaultStoredWorlds
	}
	for round := 0; len(c.sightings) < maxDifferences; round++ {
		r, err := c.record(ctx, t.With(ops...), s, opts.DumpEvery)
		if err != nil || c.cut && round > 0 {
			return c, err
		}
		result, err := c.judge(t, r, s, opts)
		if err != nil {
			return c, err
		}
		if round == 0 && !c.cut {
			c.counts.Add(result.Counts)
		}
		if c.cut || len(result.Divergences) == 0 {
			break
		}
		index := result.Divergences[0].Index
		ops = slices.Delete(r.ops, index, index+1)
	}
	return c, nil
}

// recording has the answers of the subject to the supported operations of a trace, up to a crash, a
// timeout, or the end of the time.
type recording struct {
	ops         []spec.Operation
	answers     []answer         // to ops, and worlds
	unsupported []spec.Operation // that the subject neither supports nor declares
	broken      bool             // at the last answer the subject crashed or did not answer in time
}

// answer is an operation and the answer of the subject.
type answer struct {
	op  spec.Operation
	out spec.Outcome
}

// recorder is a new world of a subject that records its answers. It ignores the answers after the
// end of the run.
type recorder struct {
	recording
	world *world
	judge *capability.Judge
	lacks *spec.Error // the last answer, if the subject neither supports nor declares the operation
}

func (s *Subject) recorder(profile string) (*recorder, error) {
	p, perr := spec.ProfileByName(profile)
	if perr != nil {
		return nil, perr
	}
	w, err := s.world(p)
	w.recorded = true
	return &recorder{world: w, judge: capability.New(p)}, err
}

// Apply applies op to the subject.
func (r *recorder) Apply(op spec.Operation) spec.Outcome {
	r.judge.Follow(&op)
	out := r.world.Apply(op)
	if r.lacks = nil; compare.IsUnsupported(&out) && !r.judge.MustSupport(&op, &r.world.s.Info) {
		r.lacks, r.unsupported = out.Err, append(r.unsupported, op)
		return out
	}
	if r.note(op, out) {
		r.ops = append(r.ops, op)
	}
	return out
}

// dump records the world of the subject.
func (r *recorder) dump() {
	op := spec.Operation{Op: spec.OpDump}
	r.note(op, r.world.Apply(op))
}

// note records an answer. It returns false if the answer was given after the end of the run.
func (r *recorder) note(op spec.Operation, out spec.Outcome) bool {
	if r.world.s.ended() && !r.world.unsure {
		return false
	}
	r.answers = append(r.answers, answer{op, out})
	r.broken = compare.Broken(&out)
	return true
}

// record runs a trace on the subject alone, until the subject supports all operations that are
// left. It records the world after each n-th change, where n is dumpEvery, and at the end.
func (c *comparison) record(ctx context.Context, t *spec.Trace, s *Subject, dumpEvery int) (*recorder, error) {
	for {
		r, err := s.recorder(t.Header.Profile)
		if err != nil {
			return nil, err
		}
		writes := 0
		for i, op := range t.Operations() {
			if ctx.Err() != nil || s.ended() || r.broken {
				break
			}
			c.refused.count(op.Op, r.Apply(op).Err)
			if r.lacks != nil || r.broken || dumpEvery < 0 {
				continue
			}
			if !op.Op.IsRead() {
				writes++
			}
			if !op.Op.IsRead() && writes%dumpEvery == 0 || dumpEvery > 1 && i == len(t.Entries)-1 {
				r.dump()
			}
		}
		c.refused = nil
		c.unsupported = append(c.unsupported, r.unsupported...)
		c.cut = c.cut || ctx.Err() != nil || s.ended()
		if c.cut || len(r.unsupported) == 0 {
			return r, nil
		}
		t = t.With(r.ops...)
	}
}

// unconfirmed explains a reported timeout that was not confirmed.
const unconfirmed = "not confirmed: the time ran out before the operation could be tried again"

// judge compares a recording with the reference and adds the first divergence to the sightings.
func (c *comparison) judge(t *spec.Trace, r *recorder, s *Subject, o oracle.RunOptions) (*oracle.Result, error) {
	im := s.implementation()
	im.New = func(spec.Profile) (spec.Engine, error) { return &replayed{r.answers}, nil }
	result, err := oracle.Run(t.With(r.ops...), engines.Model(), []oracle.Implementation{im}, o)
	if err != nil || len(result.Divergences) == 0 {
		return result, err
	}
	d := result.Divergences[0]
	seen := sighting{trace: t.With(r.ops[:d.Index+1]...), divergence: d, options: o}
	if d.Hangs() && r.world.unsure {
		seen.stated = []string{unconfirmed}
	}
	c.sightings = append(c.sightings, seen)
	return result, nil
}

// replayed gives recorded answers. The comparison asks for them in the order of the recording, but
// may leave out some, for example the answers about a query that the reference does not support.
type replayed struct{ left []answer }

// Apply returns the next recorded answer to the operation.
func (r *replayed) Apply(op spec.Operation) spec.Outcome {
	for len(r.left) > 0 {
		next := r.left[0]
		r.left = r.left[1:]
		if next.op.Op == op.Op && reflect.DeepEqual(next.op, op) {
			return next.out
		}
	}
	return spec.Fail(spec.Errorf(spec.CodeInvalid, "the recording ends before this"))
}

// first runs a trace on the subject and returns the first divergence, or nil.
func (s *Subject) first(t *spec.Trace) (*oracle.Divergence, error) {
	opts := s.runOptions()
	opts.Uncounted = true
	result, err := oracle.Run(t, engines.Model(), []oracle.Implementation{s.implementation()}, opts)
	if err != nil || len(result.Divergences) == 0 {
		return nil, err
	}
	return &result.Divergences[0], nil
}

// runOptions returns options for comparing whole worlds after every change, or only answers if the
// subject does not declare dumps.
func (s *Subject) runOptions() oracle.RunOptions {
	if !capability.Declares(&s.Info, "world", spec.CapDump) {
		return oracle.RunOptions{DumpEvery: -1}
	}
	return oracle.RunOptions{}
}
