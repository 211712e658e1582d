package transcript

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// alignedWorld is the reference's world brought into line with that of Flecs where they differ, as
// declared: an operation that Flecs refused is left out. An answer that differs from the reference
// and agrees with this follows from the declaration.
type alignedWorld struct {
	start  func(without string) (spec.Engine, error) // an empty world in which one of the declarations does not count
	always []string                                  // the declarations by which the worlds differ from the start
	engine spec.Engine                               // nil until the worlds part
	steps  []alignedStep
	// without are the worlds in which one of the declarations does not count, where there are several.
	without map[string]*spared
}

// spared is a world in which a declaration does not count, with its last answer.
type spared struct {
	engine spec.Engine
	answer spec.Outcome
}

// alignedStep is an operation, and what stands in its place where a declaration says that Flecs did something else.
type alignedStep struct {
	op      spec.Operation
	by      string // "": Flecs did the same
	instead []spec.Operation
}

// apply carries an operation out in the aligned world; it gives nil where the worlds have not parted.
func (a *alignedWorld) apply(op spec.Operation) *spec.Outcome {
	a.steps = append(a.steps, alignedStep{op: op})
	if a.engine == nil {
		return nil
	}
	for _, w := range a.without {
		w.answer = w.engine.Apply(op)
	}
	out := a.engine.Apply(op)
	return &out
}

// part makes a world of the operations so far: with others in place of the last, none where Flecs refused it.
func (a *alignedWorld) part(by string, instead ...spec.Operation) error {
	last := &a.steps[len(a.steps)-1]
	last.by, last.instead = by, instead
	return a.replay()
}

// replay makes the worlds of the operations so far.
func (a *alignedWorld) replay() error {
	world, err := a.replayed("")
	if err != nil {
		return err
	}
	a.engine, a.without = world.engine, nil
	all := a.declarations()
	if len(all) < 2 {
		return nil
	}
	a.without = map[string]*spared{}
	for _, id := range all {
		if a.without[id], err = a.replayed(id); err != nil {
			return err
		}
	}
	return nil
}

func (a *alignedWorld) replayed(without string) (*spared, error) {
	engine, err := a.start(without)
	if err != nil {
		return nil, err
	}
	w := &spared{engine: engine}
	for _, op := range a.operations(without) {
		w.answer = engine.Apply(op)
	}
	return w, nil
}

// operations are those that lead to the world, where one declaration does not count.
func (a *alignedWorld) operations(without string) []spec.Operation {
	var out []spec.Operation
	for _, s := range a.steps {
		if s.by == "" || s.by == without {
			out = append(out, s.op)
		} else {
			out = append(out, s.instead...)
		}
	}
	return out
}

// declarations are those by which the worlds parted.
func (a *alignedWorld) declarations() []string {
	all := slices.Clone(a.always)
	for _, s := range a.steps {
		if s.by != "" && !slices.Contains(all, s.by) {
			all = append(all, s.by)
		}
	}
	return all
}

// causes are the declarations without which the aligned world would not agree with Flecs; all of them where each could
// be spared.
func (r *replay) causes(l *Line) string {
	var needed []string
	for id, w := range r.aligned.without {
		if r.observed(l, &w.answer, w.engine) != nil {
			needed = append(needed, id)
		}
	}
	if len(needed) == 0 {
		needed = r.aligned.declarations()
	}
	ids := strings.Split(strings.Join(needed, "+"), "+")
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), "+")
}

// nearest is the world that is nearest to Flecs': the aligned one where the worlds have parted.
func (r *replay) nearest() spec.Engine {
	if r.aligned.engine != nil {
		return r.aligned.engine
	}
	return r.reference
}

func (r *replay) world(engine spec.Engine) *declaredWorld {
	return newDeclaredWorld(r.t.Profile, engine.Apply(spec.Operation{Op: spec.OpDump}).Dump)
}

// worldBefore is the world before an operation that may have a declared effect; nil before others.
func (r *replay) worldBefore(l *Line) *declaredWorld {
	if len(r.effects) == 0 || l.Got == nil || l.Got.Err != nil || !mayHaveEffect(&l.Op) {
		return nil
	}
	return r.world(r.nearest())
}

// affect lets the worlds part where an operation that both sides carried out has a declared effect.
func (r *replay) affect(l *Line, before *declaredWorld, want, other *spec.Outcome) {
	if other != nil {
		want = other
	}
	if before == nil || want.Err != nil {
		return
	}
	done := r.aligned.operations("")
	done = done[:len(done)-1]
	c := &change{before: before, after: r.world(r.nearest()), op: &l.Op, done: done}
	for _, d := range r.effects {
		if instead := effects[d.Effect](c); instead != nil {
			if err := r.aligned.part(d.ID, instead...); err != nil {
				return // the reference has started before
			}
			return
		}
	}
}

// forced are the operations that Flecs carried out and the reference refuses, so that no reference has that world.
type forced struct {
	by      string // the last declaration
	handles map[spec.Handle]bool
}

func (f *forced) note(by string, op *spec.Operation) {
	if f.handles == nil {
		f.handles = map[spec.Handle]bool{}
	}
	f.by = by
	if op.As != "" {
		f.handles[spec.Handle(op.As)] = true
	}
	for _, h := range append([]spec.Handle{op.Entity, op.ID.First, op.ID.Second}, handlesOfIDs(op.IDs)...) {
		if h != "" && !spec.IsReserved(h) && !h.IsWildcard() {
			f.handles[h] = true
		}
	}
}

func handlesOfIDs(ids []spec.ID) []spec.Handle {
	var out []spec.Handle
	for _, id := range ids {
		out = append(out, id.First, id.Second)
	}
	return out
}

// touches reports whether a difference is about such an operation: each line of it names one of the handles.
func (f *forced) touches(op string, d *compare.Difference) bool {
	if f.by == "" {
		return false
	}
	names := func(text string) bool {
		for _, word := range handleWords.FindAllString(text, -1) {
			if f.handles[spec.Handle(word)] {
				return true
			}
		}
		return false
	}
	if d.Kind == compare.DiffError || d.Kind == compare.DiffValue {
		return names(op)
	}
	for _, line := range d.Lines {
		if !names(line) {
			return false
		}
	}
	return true
}

var handleWords = regexp.MustCompile(`[\pL\pN_~#]+`)
