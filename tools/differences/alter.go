package differences

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// Altered counts answers that were made wrong on purpose, and those of them that a replay did not
// report: either a declaration explains the wrong answer, or the line is no longer compared.
type Altered struct {
	Verdict transcript.Verdict // of the line with the right answers
	Kind    string             // the kind of change
	Wrong   int
	Passed  int
	// By counts the passed answers by declarations, joined as in [transcript.Replayed.By].
	By map[string]int
}

// Alter makes answers of transcripts wrong, those of Flecs and those of the reference. It changes
// one place in each answer, chosen by the seed. It counts the wrong answers that a replay does not
// report, by the verdict of the line and the kind of change. It skips lines that are not compared.
func Alter(ts []*transcript.Transcript, opts transcript.ReplayOptions, seed uint64) ([]Altered, error) {
	p := &probe{seed: seed, counts: map[[2]string]*Altered{}}
	opts.Judged = p.line
	for _, t := range ts {
		if _, err := transcript.Replay(t, opts); err != nil {
			return nil, err
		}
	}
	out := make([]Altered, 0, len(p.counts))
	for _, a := range p.counts {
		out = append(out, *a)
	}
	slices.SortFunc(out, func(a, b Altered) int {
		return cmp.Or(cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Kind, b.Kind))
	})
	return out, nil
}

type probe struct {
	seed   uint64
	counts map[[2]string]*Altered
}

// line makes the two answers of a line wrong, one after the other.
func (p *probe) line(l *transcript.Replayed, world []spec.Handle, again transcript.Again) {
	op := &l.Line.Op
	if op.Op == spec.OpNote || l.Verdict != transcript.Agrees && l.Verdict != transcript.Declared {
		return
	}
	handles := append([]spec.Handle{"R"}, world...)
	alter := func(o *spec.Outcome) (string, *spec.Outcome) {
		a := &alteration{draw: p.drawFrom(l), handles: handles}
		return a.of(o)
	}
	same := func(a, b *spec.Outcome) bool { // for example, the source of an unset field is ignored
		return compare.Outcomes(op, a, b, compare.Options{ExtraUnset: true}) == nil
	}
	if kind, wrong := alter(l.Line.Got); kind != "" && !same(l.Line.Got, wrong) {
		p.count(l.Verdict, kind)(again(wrong, nil))
	}
	if op.Op == spec.OpDump {
		return
	}
	if kind, wrong := alter(l.Answer); kind != "" && !same(l.Answer, wrong) {
		p.count(l.Verdict, kind)(again(l.Line.Got, func(o spec.Outcome) spec.Outcome {
			_, wrong := alter(&o)
			return *wrong
		}))
	}
}

// count returns a function that counts a wrong answer, given its verdict and declarations.
func (p *probe) count(right transcript.Verdict, kind string) func(verdict transcript.Verdict, by string) {
	return func(verdict transcript.Verdict, by string) {
		if verdict == transcript.Agrees {
			return // still right, for example another pair that facts.reported allows
		}
		key := [2]string{string(right), kind}
		if p.counts[key] == nil {
			p.counts[key] = &Altered{Verdict: right, Kind: kind, By: map[string]int{}}
		}
		p.counts[key].Wrong++
		if verdict.Excused() {
			p.counts[key].Passed++
			p.counts[key].By[by]++
		}
	}
}

// drawFrom returns random numbers that depend only on the seed and the line.
func (p *probe) drawFrom(l *transcript.Replayed) func(n int) int {
	h := fnv.New64a()
	_, _ = h.Write([]byte(l.Transcript.File() + show.Operation(l.Transcript.Profile, &l.Line.Op)))
	state := h.Sum64() + hash.Mix(p.seed)
	return func(n int) int {
		state = hash.Mix(state)
		return int(state % uint64(n)) //nolint:gosec // n is small
	}
}

// alteration makes an answer wrong in one place.
type alteration struct {
	draw    func(n int) int
	handles []spec.Handle // entities in the world
}

func (a *alteration) handle() spec.Handle { return pick(a.draw, a.handles) }

func pick[T any](draw func(int) int, from []T) (one T) {
	if len(from) > 0 {
		one = from[draw(len(from))]
	}
	return one
}

// without removes one element.
func without[T any](draw func(int) int, from []T) []T {
	k := draw(len(from))
	return slices.Delete(slices.Clone(from), k, k+1)
}

// of returns the kind of change and the wrong answer, or "" if the answer cannot be changed.
func (a *alteration) of(right *spec.Outcome) (kind string, wrong *spec.Outcome) {
	o := *right
	switch {
	case o.Err != nil:
		return "", right
	case a.draw(20) == 0:
		o = spec.Fail(spec.Errorf(spec.CodeInvalid, "wrong on purpose"))
		return "refused", &o
	}
	switch o.Kind {
	case spec.OutBool:
		o.Bool = !o.Bool
		return "truth", &o
	case spec.OutNumber:
		o.Number++
		return "number", &o
	case spec.OutEntity:
		o.Entity = a.handle()
		if o.Entity == right.Entity || a.draw(3) == 0 {
			o.Entity = ""
		}
		return "entity", &o
	case spec.OutEntities:
		kind, o.Entities = listed(a, o.Entities, "entity", a.handle)
	case spec.OutIDs:
		kind, o.IDs = listed(a, o.IDs, "id", func() spec.ID { return spec.Pair(a.handle(), a.handle()) })
	case spec.OutRows:
		kind = a.rows(&o)
	case spec.OutDump:
		kind = a.dump(&o)
	case spec.OutNone, spec.OutPath, spec.OutValue, spec.OutText, spec.OutEvents, spec.OutExplanation, spec.OutInfo,
		spec.OutFailures:
	}
	return kind, &o
}

// listed removes an element or adds one.
func listed[T any](a *alteration, list []T, name string, one func() T) (string, []T) {
	if len(list) > 0 && a.draw(2) == 0 {
		return name + " dropped", without(a.draw, list)
	}
	return name + " added", append(slices.Clone(list), one())
}

func (a *alteration) rows(o *spec.Outcome) string {
	if len(o.Rows) == 0 {
		return ""
	}
	o.Rows = slices.Clone(o.Rows)
	at := a.draw(len(o.Rows))
	row := &o.Rows[at]
	row.Fields = slices.Clone(row.Fields)
	kinds := []string{"row dropped", "row repeated", "all rows dropped"}
	if row.This != "" {
		kinds = append(kinds, "row added", "row of another")
	}
	if len(row.Fields) > 0 {
		kinds = append(kinds, "field set or unset", "source changed", "id changed", "target changed", "target untold")
	}
	if len(row.Vars) > 0 {
		kinds = append(kinds, "variable changed")
	}
	kind := pick(a.draw, kinds)
	var f *spec.Field
	if len(row.Fields) > 0 {
		f = &row.Fields[a.draw(len(row.Fields))]
	}
	switch kind {
	case "row dropped":
		o.Rows = slices.Delete(o.Rows, at, at+1)
	case "all rows dropped":
		o.Rows = nil
	case "row repeated":
		o.Rows = append(o.Rows, *row)
	case "row added":
		added := *row
		added.This = a.handle()
		o.Rows = append(o.Rows, added)
	case "row of another":
		row.This = a.handle()
	case "field set or unset":
		f.Set, f.ID, f.Or = !f.Set, spec.Single(a.handle()), nil
	case "source changed":
		source := a.handle()
		if f.Src != "" {
			source = ""
		}
		f.Src, f.Or = source, nil
	case "id changed":
		f.ID.First, f.Or = a.handle(), nil
	case "target changed", "target untold":
		if f.ID.Second == "" {
			return ""
		}
		f.ID.Second, f.Or = a.handle(), nil
		if kind == "target untold" {
			f.ID.Second = spec.Wildcard
		}
	case "variable changed":
		row.Vars = maps.Clone(row.Vars)
		row.Vars[pick(a.draw, slices.Sorted(maps.Keys(row.Vars)))] = a.handle()
	}
	return kind
}

func (a *alteration) dump(o *spec.Outcome) string {
	if o.Dump == nil || len(o.Dump.Entities) == 0 {
		return ""
	}
	d := *o.Dump
	o.Dump = &d
	if a.draw(3) == 0 {
		d.Entities = without(a.draw, d.Entities)
		return "entity of the world dropped"
	}
	d.Entities = slices.Clone(d.Entities)
	e := &d.Entities[a.draw(len(d.Entities))]
	var kind string
	kind, e.IDs = listed(a, e.IDs, "id of the world",
		func() spec.DumpID { return spec.DumpID{ID: spec.Pair(a.handle(), a.handle())} })
	return kind
}
