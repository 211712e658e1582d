package flecs

import "github.com/relspec/relspec/spec"

// arranged is the sources of targets of an Ordered relationship.
type arranged struct {
	*builder
	r, t, u ref
	of      []ref // the sources, some of which may have left
	before  spec.Operation
}

// arranged gives a target of an Ordered relationship sources, moves them among each other, lets them leave and come back, and asks
// for the order after each step: also deferred, in an operation that is refused, and after a restoration.
func (b *builder) arranged() {
	a := &arranged{builder: b, r: b.orderedRelationship(), before: spec.Operation{Op: spec.OpSnapshot, As: "s1"}}
	a.t, a.u = b.fresh(), b.plain()
	for range 3 + b.below(3) {
		e := b.fresh()
		a.of = append(a.of, e)
		b.attach(e, pair(a.r, a.t))
	}
	a.move()
	rewinds := b.features.Snapshots && b.Deferred == 0 && b.oneIn(3)
	if rewinds {
		b.emit(a.before)
	}
	waits := b.features.Deferral && b.Deferred == 0 && b.oneIn(5)
	if waits {
		b.Defer()
		if e := a.source(); b.oneIn(2) { // who has died when the move comes to be made
			b.deleteEntity(e)
			b.emit(spec.Operation{Op: spec.OpReorder, Entity: b.world.Handle(a.source()), ID: b.world.ID(pair(a.r, a.t)), Before: b.world.Handle(e)})
		}
	}
	for range 3 + b.below(4) {
		a.change()
		a.ask()
	}
	if waits {
		b.EndDeferral()
		a.ask()
	}
	if a.before.Op = spec.OpRestore; rewinds && b.Deferred == 0 {
		b.emit(a.before)
		a.settle()
		a.ask()
		a.move()
		a.change()
		a.ask()
	}
}

// orderedRelationship is a relationship that is Ordered, in one of the ways to keep pairs, or with more that follows from a pair.
func (b *builder) orderedRelationship() ref {
	k := b.world.Words
	ordered := k.Of(spec.Ordered)
	with := [...][]ref{
		nil, nil, {k.Exclusive}, {k.Exclusive}, {k.Symmetric}, {k.Union}, {k.Exclusive, k.DontFragment}, {k.Transitive}, {k.DontFragment},
	}[b.below(9)]
	for _, p := range with {
		if !b.features.Properties.Has(b.world.Handle(p)) {
			with = nil
			break
		}
	}
	if b.oneIn(6) { // for as long as nothing has a parent
		b.attach(k.ChildOf, single(ordered))
	}
	if b.world.Is(k.ChildOf, ordered) && b.oneIn(3) {
		return k.ChildOf
	}
	r := b.relationshipWith(append([]ref{ordered}, with...)...)
	if b.features.Properties.Has(spec.With) && b.features.Properties.Has(spec.Acyclic) && b.oneIn(3) {
		s := b.relationshipWith(k.Acyclic)
		b.attach(r, pair(k.With, s)) // then (r, e) on e is refused by the pair that comes with it
	}
	return r
}

// settle replaces entities that a restoration took away.
func (a *arranged) settle() {
	for n, e := range a.of {
		if !a.world.IsAlive(e) {
			a.of[n] = a.fresh()
		}
	}
	if !a.world.IsAlive(a.t) {
		a.t = a.fresh()
	}
	if !a.world.IsAlive(a.u) {
		a.u = a.plain()
	}
}

func (a *arranged) source() ref { return a.of[a.below(len(a.of))] }

// move puts a source before or after another one; an entity that is no source is refused.
func (a *arranged) move() {
	b := a.builder
	op := spec.Operation{Op: spec.OpReorder, Entity: b.world.Handle(a.source()), ID: b.world.ID(pair(a.r, a.t))}
	beside := b.world.Handle(a.source())
	if b.oneIn(16) {
		beside = b.world.Handle(b.plain())
	}
	if b.oneIn(2) {
		op.Before = beside
	} else {
		op.After = beside
	}
	b.emit(op)
}

// change moves a source, or lets it leave or come.
func (a *arranged) change() {
	b := a.builder
	n := b.below(len(a.of))
	e, f := a.of[n], pair(a.r, a.t)
	if !b.world.IsAlive(a.r) || !b.world.IsAlive(a.t) {
		return
	}
	switch b.below(16) {
	case 0, 1, 2, 3:
		a.move()
	case 4:
		b.removeFact(e, [...]fact{f, pair(a.r, every), pair(every, a.t)}[b.below(3)])
		a.ask()
		b.attach(e, f)
	case 5, 6:
		b.attach(e, pair(a.r, a.u))
		a.ask()
		b.attach(e, f)
	case 7, 8: // its number in other hands
		b.deleteEntity(e)
		a.ask()
		a.of[n] = b.fresh()
		b.attach(a.of[n], f)
	case 9:
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID([...]fact{pair(every, a.t), f}[b.below(2)])})
		for _, e := range a.of {
			b.attach(e, f)
		}
	case 10, 11: // refused after it has left, where something comes with it that cannot
		b.addFact(e, pair(a.r, e))
	case 12:
		b.emit(b.op(spec.OpClear, e))
		b.attach(e, f)
	case 13:
		b.deleteEntity(a.t)
		a.t = b.fresh()
		for _, e := range a.of {
			b.attach(e, pair(a.r, a.t))
		}
	case 14:
		b.factOp([...]spec.OpKind{spec.OpAdd, spec.OpRemove}[b.below(2)], a.r, single(b.world.Words.Of(spec.Ordered)))
	case 15:
		b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID(f)})
	}
}

// ask asks for the order.
func (a *arranged) ask() {
	b := a.builder
	t := [...]ref{a.t, a.t, a.t, a.u}[b.below(4)]
	if b.oneIn(8) {
		t = a.source()
	}
	b.emit(b.relOp(spec.OpOrdered, t, a.r))
}
