package flecs

import "github.com/relspec/relspec/spec"

// past gives a relationship a property for a while, or for an operation that is refused, and then does operations that the property governs:
// in profiles where properties are sticky the first acts on, and the second does not.
func (b *builder) past() {
	w, k := b.world, b.world.Words
	r := b.of(roleRelationship)
	if b.room() {
		r = b.birth(roleRelationship, nil)
	}
	p := b.property()
	if b.oneIn(3) {
		b.refusedProperty(r, p)
	} else {
		b.attach(r, p)
		if b.features.Snapshots && b.oneIn(4) {
			b.snapshot()
		}
		if b.oneIn(3) {
			b.emit(b.op(spec.OpClear, r))
		} else if w.Owns(r, p) {
			b.removeFact(r, p)
		}
		if b.features.Snapshots && b.oneIn(4) {
			b.restore()
		}
	}
	if !w.IsAlive(r) {
		return
	}
	e, t := b.fresh(), b.plain()
	for range 3 + b.below(4) {
		f := pair(r, b.oneOf(e, t, b.plain()))
		b.attempt(b.oneOf(e, t), f)
		if b.oneIn(3) {
			b.factOp(spec.OpHas, b.oneOf(e, t), pair(r, b.oneOf(e, t)))
		}
	}
	if b.oneIn(3) {
		b.attempt(b.plain(), pair(k.IsA, r))
	}
	b.askTerms(b.pairTerm(spec.And, r, b.oneOf(e, t)))
	b.emit(b.relOp(spec.OpTargets, e, r))
}

// refusedProperty adds a tag that brings a property along, and then Final, which r cannot get, as it has an instance.
func (b *builder) refusedProperty(r ref, p fact) {
	k := b.world.Words
	if k.With == stranger || k.Final == stranger || p.IsPair() || b.isFinal(r) {
		b.attach(r, p)
		return
	}
	tag := b.of(roleTag)
	b.attach(tag, pair(k.With, p.First))
	b.attach(tag, pair(k.With, k.Final))
	b.attach(b.fresh(), pair(k.IsA, r))
	b.attempt(r, single(tag))
}

// reloaded gives the world something of all that a file of it has to carry beside the ids of entities, saves and loads it, and then asks
// for these things, also once others have taken over the numbers of the dead and the sources have moved on.
func (b *builder) reloaded() {
	w, k := b.world, b.world.Words
	r, tag, base := b.of(roleRelationship), b.of(roleTag), b.fresh()
	e, dead := b.fresh(), b.fresh()
	if b.features.Properties.Has(spec.Ordered) && b.oneIn(2) {
		r = b.orderedRelationship()
	}
	for _, x := range []ref{dead, b.fresh(), e} {
		b.attach(x, pair(r, base))
		b.attach(x, single(tag))
	}
	if w.Is(r, k.Of(spec.Ordered)) {
		b.emit(spec.Operation{Op: spec.OpReorder, Entity: w.Handle(e), ID: w.ID(pair(r, base)), Before: w.Handle(dead)})
	}
	if b.features.Toggles {
		b.factOp(spec.OpDisable, e, [...]fact{single(tag), pair(r, base)}[b.below(2)])
	}
	if b.features.Overrides {
		b.attach(base, single(tag))
		b.factOp(spec.OpOverride, base, single(tag))
	}
	if b.oneIn(3) {
		b.emit(b.op(spec.OpScope, base))
	}
	if b.features.Properties.Has(spec.Final) && b.oneIn(2) { // a component is Final by default until then (P-12)
		b.removeFact(b.of(roleComponent), single(k.Final))
	}
	deaths := 1 + b.below(4)
	for i := range deaths { // of one number, as far as numbers are used again
		if i > 0 {
			dead = b.fresh()
		}
		if dead != e && dead != base {
			b.deleteEntity(dead)
		}
	}
	b.reload()
	for range b.below(4) { // who may take over the number
		b.bear()
		for _, d := range w.Dead[max(0, len(w.Dead)-deaths):] {
			b.emit(b.op(spec.OpAlive, d))
		}
	}
	b.askTerms(b.tagTerm(spec.And, tag))
	b.askTerms(b.pairTerm(spec.And, r, every))
	b.placesOf(base, r)
	b.attach(b.fresh(), pair(k.IsA, base))
	b.attach(b.fresh(), pair(r, base))
	b.emit(b.relOp(spec.OpSources, base, r))
	b.placesOf(base, r)
	if b.oneIn(3) {
		b.reload()
		b.askTerms(b.pairTerm(spec.And, r, base), b.tagTerm(spec.Not, tag))
	}
}
