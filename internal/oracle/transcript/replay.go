package transcript

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Verdict is the result of comparing an engine's answer with that of Flecs.
type Verdict string

// The verdicts. Unexplained is a failure; the others are not.
const (
	Agrees      Verdict = "agree"
	Declared    Verdict = "declared"    // differs, and declared.yaml says why
	NotBuilt    Verdict = "unsupported" // the engine does not support the operation
	Unexplained Verdict = "unexplained"
	Unanswered  Verdict = "unanswered" // no answer was recorded
	// Answers with these verdicts are not compared, so any answer would pass.
	Refused   Verdict = "refused"   // Flecs refuses what the reference answers, as declared
	Undefined Verdict = "undefined" // a declaration says that the answer of Flecs has no meaning
)

// compared reports whether the answer was compared.
func (v Verdict) compared() bool { return v != Refused && v != Undefined }

// Excused reports whether a declaration explains the line, or says that it is not compared.
func (v Verdict) Excused() bool { return v == Declared || !v.compared() }

// Replayed is one line of a transcript with its verdict.
type Replayed struct {
	Transcript *Transcript
	Line       *Line
	Verdict    Verdict
	// By is the id of the declaration, or the engine's message if it does not support the
	// operation.
	By string
	// Difference is nil if the answers agree. "+" marks the recorded answer, "-" the engine's.
	Difference *compare.Difference
	// Answer is the reference's answer if it was compared with the recorded one, or if only the
	// recorded one is `unsupported`. Otherwise it is nil.
	Answer *spec.Outcome
}

// Causes returns the declarations that together explain a line.
func (r *Replayed) Causes() []string { return strings.Split(r.By, "+") }

// byGravity orders verdicts. [Refused] and [Undefined] are as grave as [Declared]. [Unanswered] does
// not count.
var byGravity = []Verdict{Agrees, NotBuilt, Declared, Unexplained}

// Worst returns the worst of a verdict and those of lines, in this order: unexplained, declared,
// unsupported, agree. It ignores notes and lines without an answer. A line that is not compared
// counts as declared.
func Worst(worst Verdict, lines []Replayed) Verdict {
	for i := range lines {
		v := lines[i].Verdict
		if v.Excused() {
			v = Declared
		}
		if lines[i].Line.Op.Op != spec.OpNote && slices.Index(byGravity, v) > slices.Index(byGravity, worst) {
			worst = v
		}
	}
	return worst
}

// Where returns the position of the line.
func (r *Replayed) Where() string { return fmt.Sprintf("%s:%d", r.Transcript.File(), r.Line.Number) }

// ReplayOptions selects the engines that a replay compares with the recording.
type ReplayOptions struct {
	// Reference must return alternatives where they are allowed, as the model does.
	Reference runner.Implementation
	// Engine is compared with the recording and with the reference. If it is nil, the reference is
	// compared with the recording.
	Engine *runner.Implementation
	// Declared explains differences.
	Declared []Declaration
	// Judged, unless it is nil, is called for each line after its answer was compared. world lists the
	// entities of the reference.
	Judged func(line *Replayed, world []spec.Handle, again Again)
}

// Again judges a line again with other answers: got instead of the recorded one, and each answer of
// the reference changed by alter, unless alter is nil. It does not change the replay.
type Again func(got *spec.Outcome, alter func(spec.Outcome) spec.Outcome) (verdict Verdict, by string)

// Replay runs one transcript and judges every line. If the worlds differ after a declared
// difference, the resulting differences count as declared, too.
func Replay(t *Transcript, opts ReplayOptions) ([]Replayed, error) {
	reference, err := opts.Reference.Start(t.Profile)
	if err != nil {
		return nil, err
	}
	r := newReplay(t, opts, reference)
	if opts.Engine != nil {
		if r.engine, err = opts.Engine.Start(t.Profile); err != nil {
			return nil, err
		}
		r.expectations = compare.NewExpectations(t.Profile, r.engine, opts.Engine.Info, opts.Engine.Foreign)
	}
	out := make([]Replayed, 0, len(t.Lines))
	for i := range t.Lines {
		out = append(out, r.line(&t.Lines[i]))
	}
	return out, nil
}

func newReplay(t *Transcript, opts ReplayOptions, reference spec.Engine) *replay {
	r := &replay{t: t, opts: opts, reference: reference, stored: compare.NewStoredPairs(t.Profile)}
	r.forced.handles = map[spec.Handle]bool{}
	defects := map[string]string{} // effects of Tecs, by declaration
	for i := range opts.Declared {
		d := &opts.Declared[i]
		r.undefines = r.undefines || d.Undefined && d.Covers(t.Version)
		switch {
		case d.Effect == "" || !d.Covers(t.Version):
		case slices.Contains(tecsDefects, d.Effect):
			defects[d.ID] = d.Effect
			r.aligned.always = append(r.aligned.always, d.ID)
		default:
			r.effects = append(r.effects, d)
		}
	}
	r.aligned.start = func(without string) spec.Engine {
		world, err := opts.Reference.Start(t.Profile)
		if err != nil { // although it has started before
			world = runner.Refusing{Err: spec.Errorf(spec.CodeCrash, "%v", err)}
		}
		if len(defects) == 0 {
			return world
		}
		some := maps.Clone(defects)
		delete(some, without)
		return newTecsWorld(world, some)
	}
	if len(defects) > 0 {
		r.aligned.engine = r.aligned.start("")
	}
	return r
}

type replay struct {
	t            *Transcript
	opts         ReplayOptions
	reference    spec.Engine
	engine       spec.Engine
	expectations *compare.Expectations // of the engine
	stored       *compare.StoredPairs
	aligned      alignedWorld // the world of Flecs, if the worlds differ as declared
	effects      []*Declaration
	undefines    bool                            // some declaration says that an answer is undefined
	forced       forced                          // operations that Flecs carried out and the reference cannot
	altered      func(spec.Outcome) spec.Outcome // for [Again]
	unbuilt      string                          // an unsupported operation on which later ones may depend
}

func (r *replay) line(l *Line) Replayed {
	out := Replayed{Transcript: r.t, Line: l, Verdict: Unanswered}
	r.stored.Follow(&l.Op)
	before := r.worldBefore(l)
	question := l.Op
	if l.isPart() {
		question.Limit = 0
	}
	want, other := r.reference.Apply(question), r.aligned.apply(question)
	r.affect(l, before, &want, other)
	if r.engine != nil {
		got := r.engine.Apply(question)
		r.expectations.Follow(&l.Op)
		if err, yes := r.expectations.Skips(&l.Op, &want, &got); yes && (got.Err == nil || !l.refusedToo(&want)) {
			r.rests(l, err, &want, &got, l.Got)
			out.Verdict, out.By = NotBuilt, err.Message
			return out
		}
		if d := compare.Outcomes(&question, &want, &got, compare.Options{}); d != nil {
			return r.differs(out, d)
		}
	}
	if l.Got == nil {
		return out
	}
	if l.refusedToo(&want) {
		out.Verdict = Agrees
		return out
	}
	for _, answer := range []*spec.Outcome{&want, l.Got} {
		if answer.Err != nil && answer.Err.Code == spec.CodeUnsupported {
			r.rests(l, answer.Err, &want, l.Got)
			out.Verdict, out.By = NotBuilt, answer.Err.Message
			if answer != &want { // the reference supports it
				out.Answer = &want
			}
			return out
		}
	}
	return r.judge(out, &want, other)
}

// refusedToo reports whether both the reference and Flecs refuse the operation, even if the
// reference refuses it because the profile does not have it.
func (l *Line) refusedToo(want *spec.Outcome) bool {
	return want.Err != nil && l.Got != nil && l.Got.Err != nil && l.Got.Err.Code != spec.CodeUnsupported
}

// rests records an operation that one side does not support and another side carried out, because
// later operations may depend on it.
func (r *replay) rests(l *Line, err *spec.Error, sides ...*spec.Outcome) {
	done := slices.ContainsFunc(sides, func(o *spec.Outcome) bool { return o != nil && o.Err == nil })
	if done && (l.Op.As != "" || !l.Op.Op.IsRead()) {
		r.unbuilt = err.Message
	}
}

// differs judges a difference between the engine and the reference. Only missing support can
// explain it.
func (r *replay) differs(out Replayed, d *compare.Difference) Replayed {
	out.Verdict, out.Difference, out.By = Unexplained, d, "differs from the reference"
	if r.unbuilt != "" && d.Kind != compare.DiffBroken {
		out.Verdict, out.By = NotBuilt, "follows from: "+r.unbuilt
	}
	return out
}

// observed compares the engine's answer with that of Flecs.
func (r *replay) observed(l *Line, want *spec.Outcome, world spec.Engine) *compare.Difference {
	opts := compare.Options{
		AnyError: true, ExtraUnset: true,
		First: compare.FirstTargetsOf(world, r.t.Profile, &l.Op),
	}
	if want.Err == nil && len(want.Rows) > 0 {
		allowed := *want
		allowed.Rows = r.stored.Allow(world, &l.Op, want.Rows)
		want = &allowed
	}
	if !l.isPart() || want.Err != nil || l.Got.Err != nil {
		return compare.Outcomes(&l.Op, want, l.Got, opts)
	}
	m := compare.MatchRows(want.Rows, l.Got.Rows, opts)
	switch {
	case slices.Contains(m.Got, -1):
		m.Want = nil
		return compare.RowsDifference(&l.Op, want, l.Got, m)
	case len(l.Got.Rows) < min(l.Op.Limit, len(want.Rows)):
		return compare.DifferenceOf(compare.DiffMissing, &l.Op, want, l.Got)
	}
	return nil
}

// isPart reports whether the operation is a query with a limit and no skip, so that any rows of the
// full answer are right.
func (l *Line) isPart() bool { return l.Op.Op == spec.OpQuery && l.Op.Limit > 0 && l.Op.Skip == 0 }

// weighed is a recorded answer compared with the reference.
type weighed struct {
	difference *compare.Difference
	verdict    Verdict
	by         string
	explained  bool // by declarations for this line
	rest       bool // later lines may follow from it
}

// judge compares a recorded answer with the reference. If a declaration explains a difference, the
// worlds may differ from then on.
func (r *replay) judge(out Replayed, want, other *spec.Outcome) Replayed {
	l := out.Line
	w := r.weigh(l, want, other)
	out.Answer, out.Difference, out.By, out.Verdict = want, w.difference, w.by, w.verdict
	if r.opts.Judged != nil {
		r.opts.Judged(&out, r.world(r.reference).entities, r.again(l, want, other))
	}
	if !w.explained || l.Op.Op.IsRead() && l.Op.As == "" {
		return out
	}
	switch {
	case l.Got.Err != nil:
		r.aligned.part(w.by)
	case w.rest:
		r.forced.note(w.by, &l.Op)
	}
	return out
}

func (r *replay) again(l *Line, want, other *spec.Outcome) Again {
	return func(got *spec.Outcome, alter func(spec.Outcome) spec.Outcome) (Verdict, string) {
		line, want, other := *l, *want, other
		line.Got = got
		if alter != nil {
			want = alter(want)
		}
		if alter != nil && other != nil {
			changed := alter(*other)
			other = &changed
		}
		r.altered = alter
		defer func() { r.altered = nil }()
		w := r.weigh(&line, &want, other)
		return w.verdict, w.by
	}
}

// weigh compares a recorded answer with the reference and, if the worlds differ as declared, with
// the aligned world.
func (r *replay) weigh(l *Line, want, other *spec.Outcome) weighed {
	w := weighed{difference: r.observed(l, want, r.reference), verdict: Agrees}
	asks := r.undefines && r.stored.Query(&l.Op) != nil && want.Err == nil && l.Got.Err == nil
	if w.difference == nil && !asks {
		return w
	}
	j := r.judged(l, want, w.difference, r.reference)
	if asks {
		if undefined := r.applying(j, func(d *Declaration) bool { return d.Undefined }); len(undefined) > 0 {
			return weighed{verdict: Undefined, by: undefined[0].ID}
		}
	}
	if w.difference == nil {
		return w
	}
	if !j.sound() {
		w.verdict = Unexplained
		return w
	}
	w.verdict = Declared
	var apart *compare.Difference
	if other != nil {
		if apart = r.observed(l, other, r.aligned.engine); apart == nil {
			w.by = r.causes(l)
			return w
		}
	}
	w.by, w.rest = r.explain(j, r.reference)
	if w.by == "" && other != nil {
		w.by, w.rest = r.explain(r.judged(l, other, apart, r.aligned.engine), r.aligned.engine)
	}
	if l.Got.Err != nil && want.Err == nil {
		w.verdict = Refused
	}
	w.explained = w.by != ""
	switch {
	case w.explained:
	case r.forced.touches(show.Operation(r.t.Profile, &l.Op), w.difference):
		w.by = r.forced.by
	case r.unbuilt != "":
		w.verdict, w.by = NotBuilt, "follows from: "+r.unbuilt
	default:
		w.verdict = Unexplained
		if apart != nil && apart.Size() < w.difference.Size() {
			w.difference = apart // what declared changes of the world leave
		}
	}
	return w
}

// explain finds declarations for a difference. It first looks for a smallest set of declarations
// that together predict Flecs's answer. If there is none, it looks for other declarations that
// explain the difference. Finally it combines both kinds.
func (r *replay) explain(j *judgedLine, world spec.Engine) (by string, rest bool) {
	type guess struct {
		by   []*Declaration
		left *judgedLine
	}
	var predicting []*Declaration
	if j.want.Err == nil && j.line.Got.Err == nil {
		predicting = r.applying(j, func(d *Declaration) bool { return d.Answer != "" })
	}
	var guesses []guess
	for _, some := range subsets(predicting) {
		predicted := j.predicted(world, some)
		if predicted == nil || predicted.Err != nil {
			continue
		}
		left := r.observed(j.line, predicted, world)
		if left == nil {
			return joined(some, ""), false
		}
		if show.Outcome(*predicted) != show.Outcome(*j.want) {
			guesses = append(guesses, guess{some, r.judged(j.line, predicted, left, world)})
		}
	}
	if by, rest = r.describe(j); by != "" {
		return by, rest
	}
	for _, g := range guesses {
		if g.left.diff.Size() <= j.diff.Size() {
			if by, rest = r.describe(g.left); by != "" {
				return joined(g.by, by), rest
			}
		}
	}
	return "", false
}

// applying returns the declarations of a kind that apply to an operation.
func (r *replay) applying(j *judgedLine, kind func(*Declaration) bool) []*Declaration {
	var out []*Declaration
	for i := range r.opts.Declared {
		if d := &r.opts.Declared[i]; kind(d) && d.appliesTo(j) {
			out = append(out, d)
		}
	}
	return out
}

// describe finds declarations that together explain every part of a difference. Their ids are
// joined by "+".
func (r *replay) describe(j *judgedLine) (by string, rest bool) {
	relevant := r.applying(j, func(d *Declaration) bool {
		return d.Effect == "" && d.Answer == "" && !d.Undefined && !d.leaves(j)
	})
	used := map[string]bool{}
	for _, a := range j.atoms() {
		k := slices.IndexFunc(relevant, func(d *Declaration) bool { return d.answers(j, &a) })
		if k < 0 {
			return "", false
		}
		used[relevant[k].ID] = true
		rest = rest || relevant[k].Rest
	}
	return strings.Join(slices.Sorted(maps.Keys(used)), "+"), rest
}

func (r *replay) judged(l *Line, want *spec.Outcome, d *compare.Difference, world spec.Engine) *judgedLine {
	j := &judgedLine{t: r.t, line: l, want: want, diff: d, query: r.stored.Query(&l.Op), altered: r.altered}
	j.world = r.world(world)
	if j.query != nil {
		if terms, err := capability.Terms(r.t.Profile, j.query); err == nil {
			j.written = terms
			j.terms = declaredTerms(j.world, terms)
		}
	}
	return j
}
