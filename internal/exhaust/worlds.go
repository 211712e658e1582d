package exhaust

import (
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// family is the tree of worlds that can be reached from one combination of properties. Each world
// is reached by a shortest sequence of operations.
type family struct {
	index int
	begin []spec.Operation
	// refused is the declaration that the profile refuses; there is then only the world before it.
	refused *spec.Operation
	worlds  []reached
	order   []int // the worlds to be compared, each followed by those that were reached from it
}

// reached is a world by how it came about.
type reached struct {
	from  int // the world before, -1 for the beginning
	op    spec.Operation
	depth int
	// chosen is set if the world is compared. A world that differs only in names from a chosen one
	// is not compared, but other worlds are reached through it.
	chosen bool
	// back undoes op exactly, where one operation can.
	back *spec.Operation
}

// path is how a world was reached from the beginning.
func (f *family) path(at int) []spec.Operation {
	out := make([]spec.Operation, f.worlds[at].depth)
	for ; f.worlds[at].from >= 0; at = f.worlds[at].from {
		out[f.worlds[at].depth-1] = f.worlds[at].op
	}
	return out
}

// families iterates over the families of a bound, starting with the one numbered first, until yield
// returns false.
func families(b Bound, reference oracle.Implementation, first int, yield func(*family) bool) error {
	sets := b.combinations()
	index := 0
	next := func(sets ...[]spec.ID) (bool, error) {
		index++
		if index <= first {
			return true, nil
		}
		f, err := newFamily(b, reference, index-1, sets)
		return err == nil && yield(f), err
	}
	for i, one := range sets {
		if b.Relationships == 1 {
			if more, err := next(one); err != nil || !more {
				return err
			}
			continue
		}
		for _, two := range sets[i:] { // which of the two is called R does not matter
			if more, err := next(one, two); err != nil || !more {
				return err
			}
		}
	}
	return nil
}

const (
	beginning = "~begin"
	here      = "~here"
)

// newFamily finds the worlds in the order of their distance.
func newFamily(b Bound, reference oracle.Implementation, index int, sets [][]spec.ID) (*family, error) {
	engine, err := reference.Start(b.profile())
	if err != nil {
		return nil, err
	}
	f := &family{index: index, worlds: []reached{{from: -1, chosen: true}}}
	for _, op := range b.beginning(sets) {
		if out := engine.Apply(op); out.Err != nil {
			f.refused = &op
			break
		}
		f.begin = append(f.begin, op)
	}
	if f.refused == nil {
		if err := f.explore(b, engine); err != nil {
			return nil, err
		}
	}
	f.arrange()
	return f, nil
}

// beginning declares everything, each named like its handle so that text can be used, then gives the properties.
func (b Bound) beginning(sets [][]spec.ID) []spec.Operation {
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

// explore tries every operation in every world that is less than the bound away.
func (f *family) explore(b Bound, engine spec.Engine) error {
	engine.Apply(spec.Operation{Op: spec.OpSnapshot, As: beginning})
	exact := b
	exact.Ordered = !b.AnyOrder
	every, k := newKeys(exact), newKeys(b) // which worlds there are, and which of them count as one
	dump, err := dumpOf(engine)
	if err != nil {
		return err
	}
	seen, classes := map[string]bool{every.of(dump): true}, map[string]bool{k.of(dump): true}
	for at := 0; at < len(f.worlds); at++ {
		depth := f.worlds[at].depth
		if depth == b.Operations {
			continue
		}
		goTo(engine, f.path(at))
		engine.Apply(spec.Operation{Op: spec.OpSnapshot, As: here})
		before, err := dumpOf(engine)
		if err != nil {
			return err
		}
		for _, op := range b.operations(before) {
			if out := engine.Apply(op); out.Err != nil {
				continue
			}
			after, err := dumpOf(engine)
			if err != nil {
				return err
			}
			if key := every.of(after); !seen[key] {
				seen[key] = true
				class := k.of(after)
				next := reached{from: at, op: op, depth: depth + 1, chosen: !classes[class]}
				classes[class] = true
				next.back = inverse(engine, op, before)
				f.worlds = append(f.worlds, next)
			}
			engine.Apply(spec.Operation{Op: spec.OpRestore, As: here})
		}
	}
	return nil
}

// goTo brings an engine that has a snapshot of the beginning to a world.
func goTo(engine spec.Engine, path []spec.Operation) {
	engine.Apply(spec.Operation{Op: spec.OpRestore, As: beginning})
	for _, op := range path {
		engine.Apply(op)
	}
}

// inverse returns the operation that undoes exactly the change of op: the remove of the id that was
// added, or the reverse. It tries it on the engine that has just applied op. If op had other
// consequences, there is no inverse.
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

// arrange orders the worlds so that most of them are one operation away from the previous one.
func (f *family) arrange() {
	children := make([][]int, len(f.worlds))
	for at, w := range f.worlds {
		if w.from >= 0 {
			children[w.from] = append(children[w.from], at)
		}
	}
	var visit func(at int)
	visit = func(at int) {
		if f.worlds[at].chosen {
			f.order = append(f.order, at)
		}
		for _, child := range children[at] {
			visit(child)
		}
	}
	visit(0)
}

func dumpOf(engine spec.Engine) (*spec.Dump, error) {
	out := engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil {
		return nil, out.Err
	}
	return out.Dump, nil
}
