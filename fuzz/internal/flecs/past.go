package flecs

import "github.com/relspec/relspec/spec"

// past gives a relationship a property for a while, or for an operation that is refused, and then does what the property governs:
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
