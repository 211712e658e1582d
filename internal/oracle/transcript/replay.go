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
	// NotCompared: the engine refuses what Flecs answers, as declared, or Flecs's answer is
	// declared to be meaningless. Any answer would pass.
	NotCompared Verdict = "not compared"
)

// Excused reports whether a declaration explains the line, or says that it is not compared.
func (v Verdict) Excused() bool { return v == Declared || v == NotCompared }

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

// Worst returns the worst of a verdict and those of lines, in this order: unexplained, declared,
// unsupported, agree. It ignores notes and lines without an answer. A line that is not compared
// counts as declared.
func Worst(worst Verdict, lines []Replayed) Verdict {
	for i := range lines {
		if lines[i].Line.Op.Op != spec.OpNote && gravity(lines[i].Verdict) > gravity(worst) {
			worst = lines[i].Verdict
		}
	}
	if worst == NotCompared {
		worst = Declared
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
}

// Replay runs one transcript and judges every line. If the worlds differ after a declared
// difference, the resulting differences count as declared, too.
func Replay(t *Transcript, opts ReplayOptions) ([]Replayed, error) {
	reference, err := opts.Reference.Start(t.Profile)
	if err != nil {
		return nil, err
	}
	r, err := newReplay(t, opts, reference)
	if err != nil {
		return nil, err
	}
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

func newReplay(t *Transcript, opts ReplayOptions, reference spec.Engine) (*replay, error) {
	r := &replay{t: t, opts: opts, reference: reference, stored: compare.NewStoredPairs(t.Profile)}
	defects := map[string]string{} // effects of Tecs, by declaration
	for i := range opts.Declared {
		d := &opts.Declared[i]
		switch {
		case d.Effect == "" || !d.Covers(t.Version):
		case slices.Contains(tecsDefects, d.Effect):
			defects[d.ID] = d.Effect
			r.aligned.always = append(r.aligned.always, d.ID)
		default:
			r.effects = append(r.effects, d)
		}
	}
	r.aligned.start = func(without string) (spec.Engine, error) {
		world, err := opts.Reference.Start(t.Profile)
		if err != nil || len(defects) == 0 {
			return world, err
		}
		some := maps.Clone(defects)
		delete(some, without)
		return newTecsWorld(world, some), nil
	}
	if len(defects) == 0 {
		return r, nil
	}
	return r, r.aligned.replay()
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
	forced       forced // operations that Flecs carried out and the reference cannot
	probe        *probe
	altered      func(spec.Outcome) spec.Outcome // for the probe
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
	answer     *spec.Outcome // explained by the declarations; nil if none applies
	rest       bool          // later lines may follow from it
}

// judge compares a recorded answer with the reference. If a declaration explains a difference, the
// worlds may differ from then on.
func (r *replay) judge(out Replayed, want, other *spec.Outcome) Replayed {
	l := out.Line
	w := r.weigh(l, want, other)
	if r.probe != nil {
		r.probe.line(r, l, want, other, w.verdict)
	}
	out.Answer, out.Difference, out.By, out.Verdict = want, w.difference, w.by, w.verdict
	if w.answer == nil || l.Op.Op.IsRead() && l.Op.As == "" {
		return out
	}
	switch {
	case l.Got.Err != nil:
		if err := r.aligned.part(w.by); err != nil {
			out.By, out.Verdict = "", Unexplained
		}
	case w.rest:
		r.forced.note(w.by, &l.Op)
	}
	return out
}

// weigh compares a recorded answer with the reference and, if the worlds differ as declared, with
// the aligned world.
func (r *replay) weigh(l *Line, want, other *spec.Outcome) weighed {
	if by := r.undefined(l, want); by != "" {
		return weighed{verdict: NotCompared, by: by}
	}
	w := weighed{difference: r.observed(l, want, r.reference), verdict: Agrees}
	if w.difference == nil {
		return w
	}
	j := r.judged(l, want, w.difference, r.reference)
	if !j.sound() {
		w.verdict = Unexplained
		return w
	}
	w.verdict = Declared
	parted := other != nil && r.aligned.engine != nil
	var apart *compare.Difference
	if parted {
		if apart = r.observed(l, other, r.aligned.engine); apart == nil {
			w.by = r.causes(l)
			return w
		}
	}
	w.answer = want
	w.by, w.rest = r.explain(j, r.reference)
	if w.by == "" && parted {
		w.answer = other
		w.by, w.rest = r.explain(r.judged(l, other, apart, r.aligned.engine), r.aligned.engine)
	}
	if l.Got.Err != nil && want.Err == nil {
		w.verdict = NotCompared
	}
	if w.by != "" {
		return w
	}
	w.answer = nil
	switch {
	case r.forced.touches(show.Operation(r.t.Profile, &l.Op), w.difference):
		w.by = r.forced.by
	case r.unbuilt != "":
		w.verdict, w.by = NotBuilt, "follows from: "+r.unbuilt
	default:
		w.verdict = Unexplained
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
	var exact []*Declaration
	var guesses []guess
	eachPart(r.predicting(j), func(some []*Declaration) bool {
		predicted := j.predicted(world, some)
		if predicted == nil || predicted.Err != nil {
			return false
		}
		left := r.observed(j.line, predicted, world)
		if left == nil {
			exact = some
			return true
		}
		if show.Outcome(*predicted) != show.Outcome(*j.want) {
			guesses = append(guesses, guess{some, r.judged(j.line, predicted, left, world)})
		}
		return false
	})
	if exact != nil {
		return joined(exact, ""), false
	}
	if by, rest = explainDeclared(r.opts.Declared, j); by != "" {
		return by, rest
	}
	for _, g := range guesses {
		if g.left.diff.Size() <= j.diff.Size() {
			if by, rest = explainDeclared(r.opts.Declared, g.left); by != "" {
				return joined(g.by, by), rest
			}
		}
	}
	return "", false
}

// predicting returns the declarations that apply to an operation and predict Flecs's answer.
func (r *replay) predicting(j *judgedLine) []*Declaration {
	var out []*Declaration
	if j.want.Err != nil || j.line.Got.Err != nil {
		return nil
	}
	for i := range r.opts.Declared {
		if d := &r.opts.Declared[i]; d.Answer != "" && d.appliesTo(j) {
			out = append(out, d)
		}
	}
	return out
}

// undefined returns the declaration that makes an answer of Flecs meaningless, or "".
func (r *replay) undefined(l *Line, want *spec.Outcome) string {
	if r.stored.Query(&l.Op) == nil || want.Err != nil || l.Got.Err != nil {
		return ""
	}
	for i := range r.opts.Declared {
		d := &r.opts.Declared[i]
		if d.Undefined && d.Covers(r.t.Version) && d.appliesTo(r.judged(l, want, nil, r.reference)) {
			return d.ID
		}
	}
	return ""
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

// ReplayReport counts the verdicts of all transcripts.
type ReplayReport struct {
	Engine string `json:"engine"`
	// Files counts transcripts by version and worst line: unexplained, declared, unsupported,
	// agree.
	Files map[string]map[Verdict]int `json:"files"`
	// Topics counts lines by version, topic and verdict.
	Topics map[string]map[string]map[Verdict]int `json:"topics"`
	// Uses counts the lines of each declaration, in the order of the file.
	Uses []DeclarationUse `json:"declared"`
	// Reasons counts unsupported lines by "verdict: reason", and lines without an answer.
	Reasons map[string]int `json:"reasons"`
	// Unexplained lists every line without explanation.
	Unexplained []Replayed `json:"-"`
	// Unused lists declarations that explain nothing, except those with [Declaration.Made].
	Unused []string `json:"unused"`
}

// DeclarationUse is the number of lines that a declaration explains.
type DeclarationUse struct {
	ID    string `json:"id"`
	Lines int    `json:"lines"`
	Files int    `json:"files"`
}

// ReplayAll replays transcripts and counts the verdicts.
func ReplayAll(ts []*Transcript, opts ReplayOptions) (*ReplayReport, error) {
	replayed := make([][]Replayed, len(ts))
	for i, t := range ts {
		var err error
		if replayed[i], err = Replay(t, opts); err != nil {
			return nil, err
		}
	}
	return Count(ts, replayed, opts), nil
}

// Count returns the report for transcripts that [Replay] has replayed with these options.
func Count(ts []*Transcript, replayed [][]Replayed, opts ReplayOptions) *ReplayReport {
	rep := &ReplayReport{
		Engine: opts.Reference.Name, Files: map[string]map[Verdict]int{},
		Topics: map[string]map[string]map[Verdict]int{}, Reasons: map[string]int{},
	}
	if opts.Engine != nil {
		rep.Engine = opts.Engine.Name
	}
	lines, files := map[string]int{}, map[string]int{}
	for i, t := range ts {
		rep.add(t, replayed[i], lines, files)
	}
	for _, d := range opts.Declared {
		rep.Uses = append(rep.Uses, DeclarationUse{ID: d.ID, Lines: lines[d.ID], Files: files[d.ID]})
		if lines[d.ID] == 0 && !d.Made {
			rep.Unused = append(rep.Unused, d.ID)
		}
	}
	return rep
}

func (rep *ReplayReport) add(t *Transcript, got []Replayed, lines, files map[string]int) {
	if rep.Files[t.Version] == nil {
		rep.Files[t.Version], rep.Topics[t.Version] = map[Verdict]int{}, map[string]map[Verdict]int{}
	}
	if rep.Topics[t.Version][t.Topic] == nil {
		rep.Topics[t.Version][t.Topic] = map[Verdict]int{}
	}
	used := map[string]bool{}
	for _, r := range got {
		if r.Line.Op.Op == spec.OpNote {
			continue
		}
		rep.Topics[t.Version][t.Topic][r.Verdict]++
		switch r.Verdict {
		case Agrees:
		case Declared, NotCompared:
			for _, id := range r.Causes() {
				lines[id]++
				if !used[id] {
					used[id] = true
					files[id]++
				}
			}
		case NotBuilt, Unanswered:
			rep.Reasons[strings.TrimSuffix(string(r.Verdict)+": "+r.By, ": ")]++
		case Unexplained:
			rep.Unexplained = append(rep.Unexplained, r)
		}
	}
	rep.Files[t.Version][Worst(Agrees, got)]++
}

// gravity orders verdicts. A line without an answer does not make a transcript worse.
func gravity(v Verdict) int {
	switch v {
	case Unexplained:
		return 3
	case Declared, NotCompared:
		return 2
	case NotBuilt:
		return 1
	case Agrees, Unanswered:
		return 0
	}
	return 0
}
