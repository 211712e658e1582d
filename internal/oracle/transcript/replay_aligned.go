package transcript

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// alignedWorld is the reference's world, aligned with that of Flecs after declared differences: an
// operation that Flecs refused is omitted. If an answer differs from the reference but agrees with
// this world, it follows from the declaration.
type alignedWorld struct {
	start  func(without string) spec.Engine // makes an empty world to which one declaration does not apply
	always []string                         // declarations by which the worlds differ from the start
	engine spec.Engine                      // nil until the worlds differ
	steps  []alignedStep

	lacking map[string]*lackingWorld // by the declaration that does not apply
}

// lackingWorld is a world to which one declaration does not apply.
type lackingWorld struct {
	engine spec.Engine
	last   spec.Outcome
	steps  int // applied so far
}

// alignedStep is an operation, and its replacement if a declaration says that Flecs did something
// else.
type alignedStep struct {
	op      spec.Operation
	by      string // "": Flecs did the same
	instead []spec.Operation
}

// apply applies an operation to the aligned world. It returns nil if the worlds do not differ.
func (a *alignedWorld) apply(op spec.Operation) *spec.Outcome {
	a.steps = append(a.steps, alignedStep{op: op})
	if a.engine == nil {
		return nil
	}
	out := a.engine.Apply(op)
	return &out
}

// part builds the aligned world from the operations so far, with instead in place of the last one.
// If Flecs refused the last one, instead is empty.
func (a *alignedWorld) part(by string, instead ...spec.Operation) {
	last := &a.steps[len(a.steps)-1]
	last.by, last.instead = by, instead
	a.lacking = nil
	a.engine = a.start("")
	for _, op := range a.operations("", 0) {
		a.engine.Apply(op)
	}
}

// without returns the world in which one declaration does not apply.
func (a *alignedWorld) without(id string) *lackingWorld {
	w := a.lacking[id]
	if w == nil {
		w = &lackingWorld{engine: a.start(id)}
		if a.lacking == nil {
			a.lacking = map[string]*lackingWorld{}
		}
		a.lacking[id] = w
	}
	for _, op := range a.operations(id, w.steps) {
		w.last = w.engine.Apply(op)
	}
	w.steps = len(a.steps)
	return w
}

// operations returns the operations of the steps from an index on that lead to the world in which one
// declaration does not apply.
func (a *alignedWorld) operations(without string, from int) []spec.Operation {
	var out []spec.Operation
	for _, s := range a.steps[from:] {
		if s.by == "" || s.by == without {
			out = append(out, s.op)
		} else {
			out = append(out, s.instead...)
		}
	}
	return out
}

// declarations returns the declarations by which the worlds differ.
func (a *alignedWorld) declarations() []string {
	all := slices.Clone(a.always)
	for _, s := range a.steps {
		if s.by != "" && !slices.Contains(all, s.by) {
			all = append(all, s.by)
		}
	}
	return all
}

// causes returns the declarations without which the aligned world would not agree with Flecs. If no
// single declaration is necessary, it returns all of them.
func (r *replay) causes(l *Line) string {
	all := r.aligned.declarations()
	var needed []string
	for _, id := range all {
		if len(all) == 1 {
			break
		}
		if w := r.aligned.without(id); r.observed(l, &w.last, w.engine) != nil {
			needed = append(needed, id)
		}
	}
	if len(needed) == 0 {
		needed = all
	}
	ids := strings.Split(strings.Join(needed, "+"), "+")
	slices.Sort(ids)
	return strings.Join(slices.Compact(ids), "+")
}

// nearest returns the world closest to that of Flecs: the aligned one, if there is one.
func (r *replay) nearest() spec.Engine {
	if r.aligned.engine != nil {
		return r.aligned.engine
	}
	return r.reference
}

func (r *replay) world(engine spec.Engine) *declaredWorld {
	return newDeclaredWorld(r.t.Profile, engine.Apply(spec.Operation{Op: spec.OpDump}).Dump)
}

// worldBefore returns the world before an operation that may have a declared effect, or nil.
func (r *replay) worldBefore(l *Line) *declaredWorld {
	if len(r.effects) == 0 || l.Got == nil || l.Got.Err != nil || !mayHaveEffect(&l.Op) {
		return nil
	}
	return r.world(r.nearest())
}

// affect lets the worlds differ after an operation that has a declared effect.
func (r *replay) affect(l *Line, before *declaredWorld, want, other *spec.Outcome) {
	if other != nil {
		want = other
	}
	if before == nil || want.Err != nil {
		return
	}
	done := r.aligned.operations("", 0)
	done = done[:len(done)-1]
	c := &change{before: before, after: r.world(r.nearest()), op: &l.Op, done: done}
	for _, d := range r.effects {
		if instead := effects[d.Effect](c); instead != nil {
			r.aligned.part(d.ID, instead...)
			return
		}
	}
}

// forced tracks operations that Flecs carried out and the reference refuses, so that the reference
// cannot have the same world.
type forced struct {
	by      string // the last declaration
	handles map[spec.Handle]bool
}

func (f *forced) note(by string, op *spec.Operation) {
	f.by = by
	ids := slices.Concat([]spec.ID{spec.Single(spec.Handle(op.As)), spec.Single(op.Entity), op.ID}, op.IDs)
	for _, id := range ids {
		for _, h := range []spec.Handle{id.First, id.Second} {
			if h != "" && !spec.IsReserved(h) && !h.IsWildcard() {
				f.handles[h] = true
			}
		}
	}
}

// touches reports whether a difference is about an operation that Flecs carried out and the
// reference refused: each of its lines names one of the handles.
func (f *forced) touches(op string, d *compare.Difference) bool {
	lines := d.Lines
	if d.Kind == compare.DiffError || d.Kind == compare.DiffValue {
		lines = []string{op}
	}
	return f.by != "" && !slices.ContainsFunc(lines, func(line string) bool {
		return !slices.ContainsFunc(handleWords.FindAllString(line, -1),
			func(word string) bool { return f.handles[spec.Handle(word)] })
	})
}

var handleWords = regexp.MustCompile(`[\pL\pN_~#]+`)
