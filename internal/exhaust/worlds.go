package exhaust

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// family is the set of worlds that can be reached from one start. There is one family for each
// combination of properties.
type family struct {
	begin      []spec.Operation
	operations func(*spec.Dump) []spec.Operation // operations to try in a world
	worlds     [][]spec.Operation                // a shortest list of operations to each compared world, including begin
}

// families returns the families of a bound, without their worlds.
func (b Bound) families() iter.Seq[*family] {
	return func(yield func(*family) bool) {
		sets := b.combinations()
		for i, one := range sets {
			if b.Relationships == 1 {
				if !yield(&family{begin: b.beginning(one), operations: b.operations}) {
					return
				}
				continue
			}
			for _, two := range sets[i:] { // R and S are interchangeable
				if !yield(&family{begin: b.beginning(one, two), operations: b.operations}) {
					return
				}
			}
		}
	}
}

// beginning returns operations that create every entity, with its handle as name, and then add the
// properties.
func (b Bound) beginning(sets ...[]spec.ID) []spec.Operation {
	var ops []spec.Operation
	for _, h := range slices.Concat(b.relationships(), []spec.Handle{tagName}, b.entities()) {
		name := string(h)
		ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name})
	}
	for i, set := range sets {
		for _, id := range set {
			ops = append(ops, spec.Operation{Op: spec.OpAdd, Entity: b.relationships()[i], ID: id})
		}
	}
	return ops
}

// reached is a world of the reference, and the outcome of the last operation on the way to it.
type reached struct {
	engine spec.Engine
	out    spec.Outcome
	dump   *spec.Dump
}

func reach(reference oracle.Implementation, p spec.Profile, ops []spec.Operation) (w reached, err error) {
	if w.engine, err = reference.Start(p); err != nil {
		return w, err
	}
	for _, op := range ops {
		w.out = w.engine.Apply(op)
	}
	w.dump, err = dumpOf(w.engine)
	return w, err
}

func dumpOf(engine spec.Engine) (*spec.Dump, error) {
	out := engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil {
		return nil, out.Err
	}
	return out.Dump, nil
}

// explore tries every operation in every world within the bound, nearest worlds first.
func (f *family) explore(b Bound, reference oracle.Implementation) error {
	judge := b.newJudge()
	if err := f.endAtRefusal(b, reference); err != nil {
		return err
	}
	w, err := reach(reference, b.profile(), f.begin)
	if err != nil {
		return err
	}
	judge(w)
	f.worlds = [][]spec.Operation{f.begin}
	level := f.worlds
	for depth := 0; depth < b.Operations && f.operations != nil; depth++ {
		var next [][]spec.Operation
		for _, ops := range level {
			w, err := reach(reference, b.profile(), ops)
			if err != nil {
				return err
			}
			for _, op := range f.operations(w.dump) {
				longer := slices.Concat(ops, []spec.Operation{op})
				if w, err = reach(reference, b.profile(), longer); err != nil {
					return err
				}
				compared, leadsOn := judge(w)
				if compared {
					f.worlds = append(f.worlds, longer)
				}
				if leadsOn {
					next = append(next, longer)
				}
			}
		}
		level = next
	}
	return nil
}

// endAtRefusal shortens the beginning if the profile refuses one of its properties: the beginning
// then ends with the refused operation, and the family has no further worlds.
func (f *family) endAtRefusal(b Bound, reference oracle.Implementation) error {
	engine, err := reference.Start(b.profile())
	if err != nil {
		return err
	}
	for i, op := range f.begin {
		if out := engine.Apply(op); out.Err != nil {
			f.begin, f.operations = f.begin[:i+1], nil
			return nil
		}
	}
	return nil
}

// newJudge returns a function that decides for each world whether it is compared and whether to
// continue from it. If a world differs from a compared one only in names, it is not compared, but
// the search continues from it.
func (b Bound) newJudge() func(reached) (compared, leadsOn bool) {
	every, alike := newKeys(b, !b.AnyOrder), newKeys(b, false)
	seen, classes := map[string]bool{}, map[string]bool{}
	return func(w reached) (compared, leadsOn bool) {
		if w.out.Err != nil {
			return false, false
		}
		key := every.of(w.dump)
		if seen[key] {
			return false, false
		}
		seen[key] = true
		class := alike.of(w.dump)
		compared = !classes[class]
		classes[class] = true
		return compared, true
	}
}

const here = "~here"

// excursions returns operations that try everything in a world and undo it. Operations with an
// inverse come first, so that prepared queries survive them. The others are undone by a snapshot.
func (f *family) excursions(b Bound, reference oracle.Implementation, world []spec.Operation) ([]spec.Operation, error) {
	if f.operations == nil {
		return nil, nil
	}
	w, err := reach(reference, b.profile(), world)
	if err != nil {
		return nil, err
	}
	var undone, restored []spec.Operation
	restore := spec.Operation{Op: spec.OpRestore, As: here}
	w.engine.Apply(spec.Operation{Op: spec.OpSnapshot, As: here})
	for _, op := range f.operations(w.dump) {
		if out := w.engine.Apply(op); out.Err != nil {
			undone = append(undone, op)
			continue
		}
		if back := inverse(w.engine, op, w.dump); back != nil {
			undone = append(undone, op, *back)
		} else {
			restored = append(restored, op, restore)
		}
		w.engine.Apply(restore)
	}
	return slices.Concat(undone, []spec.Operation{{Op: spec.OpSnapshot, As: here}}, restored), nil
}

// walk returns the operations that lead to a world, with all queries before and after each step. If
// the last step has an inverse, walk undoes it, runs the queries again, and repeats the step.
func (f *family) walk(b Bound, reference oracle.Implementation, world, questions []spec.Operation) ([]spec.Operation, error) {
	out := slices.Concat(f.begin, questions)
	for _, op := range world[len(f.begin):] {
		out = append(append(out, op), questions...)
	}
	if len(world) == len(f.begin) {
		return out, nil
	}
	last := len(world) - 1
	before, err := reach(reference, b.profile(), world[:last])
	if err != nil {
		return nil, err
	}
	after, err := reach(reference, b.profile(), world)
	if err != nil {
		return nil, err
	}
	if back := inverse(after.engine, world[last], before.dump); back != nil {
		out = append(append(append(out, *back), questions...), world[last])
	}
	return out, nil
}

// inverse returns the operation that undoes the change of op: it removes the id that op added, or
// adds the id that op removed. It applies that operation to the engine, which has just applied op.
// If the world is then not the world before, because op had other consequences, there is no
// inverse.
func inverse(engine spec.Engine, op spec.Operation, before *spec.Dump) *spec.Operation {
	back := spec.Operation{Entity: op.Entity, ID: op.ID}
	switch {
	case op.Op == spec.OpAdd:
		back.Op = spec.OpRemove
	case op.Op == spec.OpRemove && !op.ID.HasWildcard():
		back.Op = spec.OpAdd
	default:
		return nil
	}
	if out := engine.Apply(back); out.Err != nil {
		return nil
	}
	again, err := dumpOf(engine)
	if err != nil || oracle.CompareDumps(back.Op, before, again) != nil {
		return nil
	}
	return &back
}
