package declared

import (
	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// payloads sets edges of a relationship with fields, given in all ways, from two sources to one target
// and from one source to two targets, and reads each (declared.value, declared.fields).
func (b *builder) payloads() {
	r := b.relationshipWith(func(d *spec.Declaration) bool { return len(d.Fields) > 0 },
		spec.Declaration{Fields: []string{"weight", "since"}, Defaults: []spec.Scalar{{Type: spec.F64, Num: 0.5}}})
	if len(r.Fields) == 0 {
		return
	}
	sources, targets := [...]spec.Handle{b.alive(), b.fresh()}, [...]spec.Handle{b.alive(), b.fresh()}
	for range 3 + b.below(3) {
		b.link(sources[b.below(2)], r, targets[b.below(2)])
	}
	for _, s := range sources {
		b.emit(spec.Operation{Op: spec.OpGet, Entity: s, ID: spec.Single(r.Handle)})
		for _, t := range targets {
			b.emit(spec.Operation{Op: spec.OpGet, Entity: s, ID: spec.Pair(r.Handle, t)})
		}
	}
	if b.oneIn(3) { // other entities of the same table move
		b.emit(spec.Operation{Op: spec.OpRemove, Entity: sources[0], ID: spec.Pair(r.Handle, targets[b.below(2)])})
		b.setComponent()
		b.emit(spec.Operation{Op: spec.OpGet, Entity: sources[1], ID: spec.Single(r.Handle)})
	}
}

// monitored makes a monitor for a relationship or a target and then adds, moves and removes edges, also
// deferred and by deletion (declared.monitors).
func (b *builder) monitored() {
	r := b.plain()
	e, one, two := b.alive(), b.alive(), b.fresh()
	terms := []spec.Term{tag(r.Handle)}
	switch b.below(4) {
	case 0:
		if !r.Sparse {
			terms[0] = targeting(r.Handle, one)
		}
	case 1:
		terms = append(terms, spec.Term{First: spec.EntityRef(b.componentHandle())})
	case 2:
		terms = []spec.Term{
			{First: spec.EntityRef(b.componentHandle())},
			{First: spec.EntityRef(r.Handle), Oper: spec.Not},
		}
	}
	b.watch(&spec.Query{Terms: terms})
	waits := b.Deferral && b.Deferred == 0 && b.oneIn(4)
	if waits {
		b.Defer()
	}
	for range 3 + b.below(4) {
		b.stir(e, r, one, two)
		if b.oneIn(2) {
			b.events()
		}
	}
	if waits {
		b.EndDeferral()
	}
	b.events()
}

// stir makes a change that a monitor may report.
func (b *builder) stir(e spec.Handle, r edges.Relationship, one, two spec.Handle) {
	switch b.below(9) {
	case 0, 1:
		b.set(e, r, one)
	case 2:
		b.set(e, r, two)
	case 3:
		b.emit(spec.Operation{
			Op: spec.OpRemove, Entity: e,
			ID: spec.Pair(r.Handle, [...]spec.Handle{one, two}[b.below(2)]),
		})
	case 4:
		b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Single(r.Handle)})
	case 5:
		b.setComponent()
	case 6:
		b.emit(spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Single(b.componentHandle())})
	case 7:
		if b.known(one) && len(b.world.Live) > 2 {
			b.emit(ask(spec.OpDelete, [...]spec.Handle{one, two, e}[b.below(3)]))
		}
	default:
		b.bear(spec.Pair(r.Handle, b.alive()))
	}
}

// rewind takes a snapshot, changes the world and restores it once or twice, with a prepared query and a
// monitor. The edges of transient relationships are not restored (declared.snapshot).
func (b *builder) rewind() {
	r := b.relationship()
	if b.oneIn(2) {
		r = b.relationshipWith(func(d *spec.Declaration) bool { return d.Transient && len(d.Require) == 0 },
			spec.Declaration{Transient: true})
	}
	e, t := b.alive(), b.alive()
	b.link(e, r, t)
	if b.Observers && b.oneIn(2) {
		b.watch(&spec.Query{Terms: []spec.Term{tag(r.Handle)}})
	}
	held := b.hold(&spec.Query{Terms: []spec.Term{tag(r.Handle)}})
	b.EndDeferral()
	keep := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	b.emit(keep)
	for range 2 + b.below(3) {
		switch b.below(4) {
		case 0:
			b.delete()
		case 1:
			b.create()
		case 2:
			b.connect()
		default:
			b.remove()
		}
	}
	keep.Op = spec.OpRestore
	for range 1 + b.below(2) {
		b.emit(keep)
		b.compare(held, true)
		b.emit(about(spec.OpTargets, e, r.Handle))
		b.create()
	}
	if r.ReverseIndex {
		b.emit(about(spec.OpSources, t, r.Handle))
	}
	if b.Observers {
		b.events()
	}
}

// waiting defers changes of a few entities that depend on each other, and reads before the deferral ends
// (declared.deferral).
func (b *builder) waiting() {
	b.EndDeferral()
	r := b.plain()
	e, t := b.alive(), b.alive()
	held := b.hold(&spec.Query{Terms: []spec.Term{tag(r.Handle)}})
	b.Defer()
	for range 3 + b.below(5) {
		switch b.below(9) {
		case 0, 1:
			b.link(e, r, t)
		case 2:
			b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Single(r.Handle)})
		case 3: // queued commands for the entity are dropped
			if b.known(t) && len(b.world.Live) > 2 {
				b.emit(ask(spec.OpDelete, t))
				t = b.alive()
			}
		case 4:
			e = b.fresh()
		case 5:
			b.compare(held, false)
		case 6:
			b.emit(about(spec.OpTargets, e, r.Handle))
		case 7:
			b.setComponent()
		default:
			b.emit(ask(spec.OpClear, e))
		}
		if !b.known(e) {
			e = b.alive()
		}
	}
	b.EndDeferral()
	b.compare(held, true)
	b.dump()
}
