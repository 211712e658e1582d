package oracle

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Verdict is how an engine's answer stands to what Flecs was observed to do.
type Verdict string

// The verdicts. Unexplained is a failure; the others are not.
const (
	Agrees      Verdict = "agree"
	Declared    Verdict = "declared"    // differs, and declared.yaml says why
	NotBuilt    Verdict = "unsupported" // the engine does not support the operation
	Unexplained Verdict = "unexplained"
	Unspoken    Verdict = "not convertible" // no form in version 1
)

// Replayed is one line of a transcript with its verdict.
type Replayed struct {
	Transcript *Transcript
	Line       *TranscriptLine
	Verdict    Verdict
	// By is the id of the declaration, the engine's message where it does not support the operation, or the reason
	// why the line cannot be converted.
	By string
	// Difference is what differs, where something does; the observation stands as "+", the engine's answer as "-".
	Difference *Difference
}

// Where names the line.
func (r *Replayed) Where() string { return fmt.Sprintf("%s:%d", r.Transcript.File(), r.Line.Number) }

// ReplayOptions say what a replay holds the observations against.
type ReplayOptions struct {
	// Reference answers with alternatives where they are allowed, as the model does.
	Reference Implementation
	// Engine is held against the observations; where nil the reference is. Its answers are also compared with the
	// reference's, and differ from the observation just as that does.
	Engine *Implementation
	// Declared explains differences.
	Declared []Declaration
}

// Replay runs one transcript and judges every line. A difference covered by a declaration that says that it changes
// the world covers all later differences of the transcript as well.
func Replay(t *Transcript, opts ReplayOptions) ([]Replayed, error) {
	reference, err := opts.Reference.Start(t.Profile)
	if err != nil {
		return nil, err
	}
	r := &replay{t: t, opts: opts, reference: reference, closed: newClosedPairs(t.Profile)}
	if opts.Engine != nil {
		if r.engine, err = opts.Engine.Start(t.Profile); err != nil {
			return nil, err
		}
	}
	out := make([]Replayed, 0, len(t.Lines))
	for i := range t.Lines {
		out = append(out, r.line(&t.Lines[i]))
	}
	return out, nil
}

type replay struct {
	t         *Transcript
	opts      ReplayOptions
	reference spec.Engine
	engine    spec.Engine
	closed    *closedPairs
	rest      string // the declaration that covers what follows
	unbuilt   string // an operation that the engine does not support and that what follows may rest on
}

func (r *replay) line(l *TranscriptLine) Replayed {
	out := Replayed{Transcript: r.t, Line: l, Verdict: Unspoken, By: l.NotConvertible}
	if l.Op.Op == "" {
		if !l.Question {
			r.unbuilt = l.NotConvertible
		}
		return out
	}
	r.closed.follow(&l.Op)
	want := r.reference.Apply(l.Op)
	if r.engine != nil {
		got := r.engine.Apply(l.Op)
		if err, yes := Unsupported(&want, &got); yes && !broken(&got) {
			r.rests(l, err, &want, &got, l.Got)
			out.Verdict, out.By = NotBuilt, err.Message
			return out
		}
		if d := Compare(&l.Op, &want, &got, CompareOptions{}); d != nil {
			return r.differs(out, d)
		}
	}
	if l.Got == nil {
		return out
	}
	if want.Err != nil && want.Err.Code == spec.CodeUnsupported {
		r.rests(l, want.Err, l.Got)
		out.Verdict, out.By = NotBuilt, want.Err.Message
		return out
	}
	return r.judge(out, r.observed(l, &want))
}

// rests remembers an operation that one side does not support and another did: what follows may rest on it.
func (r *replay) rests(l *TranscriptLine, err *spec.Error, sides ...*spec.Outcome) {
	done := slices.ContainsFunc(sides, func(o *spec.Outcome) bool { return o != nil && o.Err == nil })
	if done && (l.Op.As != "" || !l.Op.Op.IsRead()) {
		r.unbuilt = err.Message
	}
}

// differs judges a difference between the engine and the reference, which nothing but what is not built explains.
func (r *replay) differs(out Replayed, d *Difference) Replayed {
	out.Verdict, out.Difference, out.By = Unexplained, d, "differs from the reference"
	if r.unbuilt != "" && d.Kind != DiffBroken {
		out.Verdict, out.By = NotBuilt, "follows from: "+r.unbuilt
	}
	return out
}

// observed compares the engine's answer with what Flecs gave.
func (r *replay) observed(l *TranscriptLine, want *spec.Outcome) *Difference {
	opts := CompareOptions{AnyError: true, AnyWildcard: true, StoredPair: r.closed.fields(r.t.Profile, &l.Op)}
	if !l.Part || want.Err != nil || l.Got.Err != nil {
		return Compare(&l.Op, want, l.Got, opts)
	}
	m := matchRows(want.Rows, l.Got.Rows, opts)
	if !slices.Contains(m.got, -1) {
		return nil
	}
	m.want = nil
	return rowsDifference(&l.Op, want, l.Got, m)
}

func (r *replay) judge(out Replayed, d *Difference) Replayed {
	out.Difference, out.By, out.Verdict = d, "", Agrees
	if d == nil {
		return out
	}
	for i := range r.opts.Declared {
		dec := &r.opts.Declared[i]
		if dec.covers(r.t, out.Line, d) {
			out.Verdict, out.By = Declared, dec.ID
			if dec.Rest {
				r.rest = dec.ID
			}
			return out
		}
	}
	out.Verdict = Unexplained
	switch {
	case r.rest != "":
		out.Verdict, out.By = Declared, r.rest
	case r.unbuilt != "":
		out.Verdict, out.By = NotBuilt, "follows from: "+r.unbuilt
	}
	return out
}

// ReplayReport counts the verdicts of all transcripts.
type ReplayReport struct {
	Engine string `json:"engine"`
	// Files counts transcripts by version and by their worst line: unexplained, declared, unsupported, agree.
	Files map[string]map[Verdict]int `json:"files"`
	// Topics counts lines by version, topic and verdict.
	Topics map[string]map[string]map[Verdict]int `json:"topics"`
	// Uses counts the lines of each declaration, in the order of the file.
	Uses []DeclarationUse `json:"declared"`
	// Reasons counts the lines that are unsupported or not convertible, by "verdict: reason".
	Reasons map[string]int `json:"reasons"`
	// Unexplained lists every line without explanation.
	Unexplained []Replayed `json:"-"`
	// Unused lists declarations that nothing needed, and Mismatched those whose number of lines is not the one stated.
	Unused []string `json:"unused"`
}

// DeclarationUse is how many lines a declaration explains.
type DeclarationUse struct {
	ID    string `json:"id"`
	Lines int    `json:"lines"`
	Files int    `json:"files"`
}

// ReplayAll replays transcripts and counts.
func ReplayAll(ts []*Transcript, opts ReplayOptions) (*ReplayReport, error) {
	rep := &ReplayReport{
		Engine: opts.Reference.Name, Files: map[string]map[Verdict]int{},
		Topics: map[string]map[string]map[Verdict]int{}, Reasons: map[string]int{},
	}
	if opts.Engine != nil {
		rep.Engine = opts.Engine.Name
	}
	lines, files := map[string]int{}, map[string]int{}
	for _, t := range ts {
		got, err := Replay(t, opts)
		if err != nil {
			return nil, err
		}
		rep.add(t, got, lines, files)
	}
	for _, d := range opts.Declared {
		rep.Uses = append(rep.Uses, DeclarationUse{ID: d.ID, Lines: lines[d.ID], Files: files[d.ID]})
		if lines[d.ID] == 0 && !d.Made {
			rep.Unused = append(rep.Unused, d.ID)
		}
	}
	return rep, nil
}

func (rep *ReplayReport) add(t *Transcript, got []Replayed, lines, files map[string]int) {
	if rep.Files[t.Version] == nil {
		rep.Files[t.Version], rep.Topics[t.Version] = map[Verdict]int{}, map[string]map[Verdict]int{}
	}
	if rep.Topics[t.Version][t.Topic] == nil {
		rep.Topics[t.Version][t.Topic] = map[Verdict]int{}
	}
	worst := Agrees
	used := map[string]bool{}
	for _, r := range got {
		if r.Line.Op.Op == spec.OpNote {
			continue
		}
		rep.Topics[t.Version][t.Topic][r.Verdict]++
		worst = slices.MaxFunc([]Verdict{worst, r.Verdict}, func(a, b Verdict) int { return cmp.Compare(gravity(a), gravity(b)) })
		switch r.Verdict {
		case Agrees:
		case Declared:
			lines[r.By]++
			if !used[r.By] {
				used[r.By] = true
				files[r.By]++
			}
		case NotBuilt, Unspoken:
			rep.Reasons[string(r.Verdict)+": "+r.By]++
		case Unexplained:
			rep.Unexplained = append(rep.Unexplained, r)
		}
	}
	rep.Files[t.Version][worst]++
}

// gravity orders verdicts; a line that has no form does not make a transcript worse.
func gravity(v Verdict) int {
	switch v {
	case Unexplained:
		return 3
	case Declared:
		return 2
	case NotBuilt:
		return 1
	case Agrees, Unspoken:
		return 0
	}
	return 0
}
