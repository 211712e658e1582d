package exhaust

import (
	"bytes"
	"encoding/json"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// World is one way to a world.
type World struct {
	Index uint64 // in the order of enumeration
	// Ops make it: what is there at the beginning, then the operations that each change something.
	Ops []spec.Operation
	// Idle are the operations that change nothing here: refused ones and repetitions.
	Idle []spec.Operation
}

// Worlds calls yield for every world of a bound, until it says no. The reference decides which operations are possible
// and which change something, and is run for that. An error says that it cannot make a world of the profile.
func Worlds(b Bound, reference oracle.Implementation, yield func(World) bool) error {
	w := &worlds{bound: b, profile: b.profile(), reference: reference, yield: yield}
	sets := b.combinations()
	for i, first := range sets {
		if b.Relationships == 1 {
			if err := w.from(first); err != nil || w.done {
				return err
			}
			continue
		}
		for _, second := range sets[i:] { // which of the two is called R does not matter
			if err := w.from(first, second); err != nil || w.done {
				return err
			}
		}
	}
	return nil
}

type worlds struct {
	bound     Bound
	profile   spec.Profile
	reference oracle.Implementation
	yield     func(World) bool
	next      uint64
	done      bool
}

// from lists the worlds in which the relationships have the properties; none where the profile refuses them.
func (w *worlds) from(sets ...[]spec.ID) error {
	ops := w.beginning(sets)
	engine, err := w.reference.New(w.profile)
	if err != nil {
		return err
	}
	for _, op := range ops {
		if out := engine.Apply(op); out.Err != nil {
			return nil //nolint:nilerr // a combination that is not lawful makes no worlds
		}
	}
	return w.extend(ops, len(ops))
}

// beginning declares everything, each named like its handle so that text can be used.
func (w *worlds) beginning(sets [][]spec.ID) []spec.Operation {
	var ops []spec.Operation
	declare := func(h spec.Handle, ids []spec.ID) {
		name := string(h)
		ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name, IDs: ids})
	}
	for i, r := range w.bound.relationships() {
		declare(r, sets[i])
	}
	declare(tagName, nil)
	for _, e := range w.bound.entities() {
		declare(e, nil)
	}
	return ops
}

// extend yields the world after ops and goes on from there. start is the number of declarations.
func (w *worlds) extend(ops []spec.Operation, start int) error {
	idle, further, err := w.split(ops)
	if err != nil {
		return err
	}
	world := World{Index: w.next, Ops: ops, Idle: idle}
	w.next++
	if w.done = !w.yield(world); w.done || len(ops)-start == w.bound.Operations {
		return nil
	}
	for _, op := range further {
		if err := w.extend(append(ops[:len(ops):len(ops)], op), start); err != nil || w.done {
			return err
		}
	}
	return nil
}

// split tells the operations that change nothing after ops from those that do.
func (w *worlds) split(ops []spec.Operation) (idle, further []spec.Operation, _ error) {
	engine, err := w.reference.New(w.profile)
	if err != nil {
		return nil, nil, err
	}
	for _, op := range ops {
		engine.Apply(op)
	}
	before, dump, err := dumpOf(engine)
	if err != nil {
		return nil, nil, err
	}
	engine.Apply(spec.Operation{Op: spec.OpSnapshot, As: "before"})
	for _, op := range w.bound.operations(dump) {
		if out := engine.Apply(op); out.Err != nil {
			idle = append(idle, op)
			continue
		}
		after, _, err := dumpOf(engine)
		if err != nil {
			return nil, nil, err
		}
		if bytes.Equal(before, after) {
			idle = append(idle, op)
			continue
		}
		further = append(further, op)
		if out := engine.Apply(spec.Operation{Op: spec.OpRestore, As: "before"}); out.Err != nil {
			return nil, nil, out.Err
		}
	}
	return idle, further, nil
}

func dumpOf(engine spec.Engine) ([]byte, *spec.Dump, error) {
	out := engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil {
		return nil, nil, out.Err
	}
	text, err := json.Marshal(out.Dump)
	return text, out.Dump, err
}

// operations are what can be tried in a world: every id added to and removed from every entity, everything deleted.
func (b Bound) operations(dump *spec.Dump) []spec.Operation {
	var out []spec.Operation
	tags := []spec.Handle{tagName}
	if b.Wide {
		tags = append(tags, spec.Prefab, spec.Disabled)
	}
	for _, e := range b.entities() {
		for _, t := range tags {
			out = append(out, spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Single(t)})
		}
		for _, r := range append(b.relationships()[:b.Relationships:b.Relationships], spec.IsA, spec.ChildOf) {
			for _, t := range b.entities() {
				out = append(out, spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Pair(r, t)})
			}
		}
	}
	for _, e := range dump.Entities {
		if !b.isEntity(e.Handle) {
			continue
		}
		for _, id := range e.IDs {
			out = append(out, spec.Operation{Op: spec.OpRemove, Entity: e.Handle, ID: id.ID})
		}
		if b.Wide && len(e.IDs) > 1 {
			out = append(out, spec.Operation{Op: spec.OpRemove, Entity: e.Handle, ID: spec.Pair(spec.Wildcard, spec.Wildcard)})
		}
		out = append(out, spec.Operation{Op: spec.OpDelete, Entity: e.Handle})
	}
	if b.Wide {
		out = append(out, spec.Operation{Op: spec.OpDelete, Entity: relationNames[0]})
	}
	return out
}

func (b Bound) isEntity(h spec.Handle) bool {
	for _, e := range b.entities() {
		if e == h {
			return true
		}
	}
	return false
}
