package transcript

import (
	"hash/fnv"
	"slices"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// FalseCover says how many wrong answers declarations would let pass: answers on which Flecs and the reference agree,
// made wrong on purpose in one place.
type FalseCover struct {
	Wrong     int            // answers made wrong
	Swallowed int            // explained by declarations all the same
	By        map[string]int // by declarations, joined ids as [Replayed.By]
	Kinds     map[string][2]int
}

// ProbeDeclarations makes every answer of transcripts wrong that agrees with the reference, in several ways, and
// counts which of them the declarations explain. No declaration should: the fewer, the narrower they are.
func ProbeDeclarations(ts []*Transcript, opts ReplayOptions) (*FalseCover, error) {
	out := &FalseCover{By: map[string]int{}, Kinds: map[string][2]int{}}
	for _, t := range ts {
		reference, err := opts.Reference.Start(t.Profile)
		if err != nil {
			return nil, err
		}
		r := newReplay(t, opts, reference)
		for i := range t.Lines {
			l := &t.Lines[i]
			if got := r.line(l); got.Verdict == Agrees && l.Got != nil && l.Op.Op != spec.OpNote {
				r.probe(l, out)
			}
		}
	}
	return out, nil
}

// probe makes the answer to a line wrong and looks whether that would be declared.
func (r *replay) probe(l *Line, out *FalseCover) {
	dump := r.reference.Apply(spec.Operation{Op: spec.OpDump})
	for _, wrong := range wrongAnswers(l, dump.Dump) {
		line := *l
		line.Got = &wrong.answer
		d := r.observed(&line, l.Got, r.reference)
		if d == nil {
			continue // right after all, such as another pair that facts.reported allows
		}
		out.Wrong++
		k := out.Kinds[wrong.name]
		k[0]++
		by, _ := explainDeclared(r.opts.Declared, r.judged(&line, l.Got, d, r.reference))
		if by == "" && r.forced.touches(show.Operation(r.t.Profile, &l.Op), d) {
			by = r.forced.by
		}
		if by != "" {
			out.Swallowed++
			out.By[by]++
			k[1]++
		}
		out.Kinds[wrong.name] = k
	}
}

// wrongAnswer is an answer that is wrong in one place.
type wrongAnswer struct {
	name   string
	answer spec.Outcome
}

func wrongAnswers(l *Line, d *spec.Dump) []wrongAnswer {
	got := *l.Got
	if got.Err != nil {
		return []wrongAnswer{{"accepted", spec.Outcome{Kind: l.Op.Op.Outcome()}}}
	}
	draw := drawFrom(l)
	out := []wrongAnswer{{"refused", spec.Fail(spec.Errorf(spec.CodeInvalid, "wrong on purpose"))}}
	other := spec.Handle("R")
	if d != nil && len(d.Entities) > 0 {
		other = d.Entities[draw(len(d.Entities))].Handle
	}
	add := func(name string, change func(*spec.Outcome)) {
		o := got
		change(&o)
		out = append(out, wrongAnswer{name, o})
	}
	switch got.Kind {
	case spec.OutBool:
		add("flipped", func(o *spec.Outcome) { o.Bool = !o.Bool })
	case spec.OutNumber:
		add("number", func(o *spec.Outcome) { o.Number++ })
	case spec.OutEntity:
		add("entity", func(o *spec.Outcome) { o.Entity = other })
	case spec.OutEntities:
		add("entity added", func(o *spec.Outcome) { o.Entities = append(slices.Clone(o.Entities), other) })
	case spec.OutIDs:
		add("id added", func(o *spec.Outcome) { o.IDs = append(slices.Clone(o.IDs), spec.Single(other)) })
	case spec.OutRows:
		out = append(out, wrongRows(got, other, draw)...)
	case spec.OutDump:
		out = append(out, wrongDumps(got, other, draw)...)
	case spec.OutNone, spec.OutPath, spec.OutValue, spec.OutText, spec.OutEvents, spec.OutExplanation, spec.OutInfo,
		spec.OutFailures:
	}
	return out
}

// drawFrom draws numbers that depend on nothing but the line.
func drawFrom(l *Line) func(n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(show.Operation(spec.Flecs4(), &l.Op)))
	state := h.Sum64()
	return func(n int) int {
		state = hash.Mix(state)
		return int(state % uint64(n)) //nolint:gosec // n is small
	}
}

func wrongRows(got spec.Outcome, other spec.Handle, draw func(int) int) []wrongAnswer {
	var out []wrongAnswer
	add := func(name string, change func(rows []spec.Row) []spec.Row) {
		o := got
		o.Rows = change(slices.Clone(got.Rows))
		out = append(out, wrongAnswer{name, o})
	}
	if len(got.Rows) == 0 {
		return nil
	}
	at := draw(len(got.Rows))
	add("row dropped", func(rows []spec.Row) []spec.Row { return slices.Delete(rows, at, at+1) })
	add("row repeated", func(rows []spec.Row) []spec.Row { return append(rows, rows[at]) })
	add("row of another", func(rows []spec.Row) []spec.Row { rows[at].This = other; return rows })
	add("row added", func(rows []spec.Row) []spec.Row { r := rows[at]; r.This = other; return append(rows, r) })
	if n := len(got.Rows[at].Fields); n > 0 {
		k := draw(n)
		field := func(change func(*spec.Field)) func(rows []spec.Row) []spec.Row {
			return func(rows []spec.Row) []spec.Row {
				rows[at].Fields = slices.Clone(rows[at].Fields)
				change(&rows[at].Fields[k])
				return rows
			}
		}
		add("field unset or set", field(func(f *spec.Field) { f.Set = !f.Set; f.ID.First = "R" }))
		add("another id", field(func(f *spec.Field) {
			if f.ID.Second == "" {
				f.ID.First = other
			} else {
				f.ID.Second = other
			}
		}))
		add("another source", field(func(f *spec.Field) { f.Src = other }))
	}
	return out
}

func wrongDumps(got spec.Outcome, other spec.Handle, draw func(int) int) []wrongAnswer {
	if got.Dump == nil || len(got.Dump.Entities) == 0 {
		return nil
	}
	at := draw(len(got.Dump.Entities))
	change := func(name string, f func(*spec.DumpEntity)) wrongAnswer {
		o, d := got, *got.Dump
		d.Entities = slices.Clone(d.Entities)
		d.Entities[at].IDs = slices.Clone(d.Entities[at].IDs)
		f(&d.Entities[at])
		o.Dump = &d
		return wrongAnswer{name, o}
	}
	return []wrongAnswer{
		change("dump: id added", func(e *spec.DumpEntity) {
			e.IDs = append(e.IDs, spec.DumpID{ID: spec.Pair("R", other)})
		}),
		change("dump: id lost", func(e *spec.DumpEntity) { e.IDs = e.IDs[:len(e.IDs)/2] }),
	}
}
