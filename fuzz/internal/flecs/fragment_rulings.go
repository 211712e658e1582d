package flecs

import "github.com/relspec/relspec/spec"

// prefabs makes a branch of ChildOf, of which a part becomes a prefab, under a held query (ruling 28).
func (b *builder) prefabs() {
	w, k := b.world, b.world.Words
	prefab := single(k.Prefab)
	top, middle, low := b.plain(), b.fresh(), b.fresh()
	tag := single(b.of(roleTag))
	b.attach(low, tag)
	held := b.holdTerms(b.tagTerm(spec.And, tag.First))
	b.attach(low, pair(k.ChildOf, middle))
	if b.oneIn(2) {
		b.attach(top, prefab)
		b.attach(middle, pair(k.ChildOf, top))
	} else {
		b.attach(middle, pair(k.ChildOf, top))
		b.attach(top, prefab)
	}
	b.compareHeld(held)
	b.askTerms(b.tagTerm(spec.And, tag.First), b.tagTerm(spec.And, k.Prefab))
	switch b.below(4) {
	case 0: // the tag that ends the spreading
		b.removeFact(middle, prefab)
		b.removeFact(top, prefab)
		b.attach(top, prefab)
	case 1:
		b.removeFact(middle, pair(k.ChildOf, top))
	case 2:
		if e := b.instance(middle); w.IsUser(e) {
			b.attach(e, pair(k.ChildOf, top))
		}
	case 3:
		b.removeFact(low, prefab)
		b.attach(low, pair(k.ChildOf, top))
	}
	b.compareHeld(held)
	b.factOp(spec.OpOwns, low, prefab)
}

// starting gives data to a base of a base after the one below it became its instance, and lets an instance come to own the id
// without a value (ruling 29).
func (b *builder) starting() {
	w, k := b.world, b.world.Words
	c := single(b.of(roleComponent))
	if len(w.Members(c)) == 0 {
		return
	}
	top := b.plain()
	base := b.instance(top)
	set := func(e ref) {
		if b.allows(e, c) {
			b.setFact(e, c)
		}
	}
	set(top)
	if b.oneIn(3) {
		set(base)
	}
	instance := b.fresh()
	switch b.below(4) {
	case 0, 1: // copied, or found
		b.attach(instance, pair(k.IsA, base))
	case 2: // added later, after a second base
		b.attach(instance, pair(k.IsA, base))
		b.attach(instance, pair(k.IsA, b.instance(top)))
		b.removeFact(instance, c)
	case 3: // with something else
		b.attach(instance, pair(k.IsA, top))
		b.removeFact(instance, c)
		tag := single(b.of(roleTag))
		b.attach(tag.First, pair(k.With, c.First))
		b.attach(instance, tag)
	}
	b.attach(instance, c)
	b.factOp(spec.OpGet, instance, c)
	b.askTerms(b.tagTerm(spec.And, c.First))
}

// anyTarget asks for (R, *) of a Union relationship, which some profiles report as it is written (ruling 31).
func (b *builder) anyTarget() {
	w, k := b.world, b.world.Words
	r := b.relationshipWith(k.Union)
	b.inheritable(r)
	base := b.plain()
	b.attach(base, pair(r, b.other(base)))
	instance := b.instance(base)
	if sub := b.of(roleRelationship); b.oneIn(3) && sub != r {
		b.attach(sub, pair(k.IsA, r))
		b.addToward(base, sub, b.below(len(w.Live)))
		b.addToward(instance, sub, b.below(len(w.Live)))
	}
	term := b.pairTerm(spec.And, r, every)
	held := b.holdTerms(term)
	b.askTerms(b.variableTerm(spec.And, r, "x"))
	term.Oper = [...]spec.Operator{spec.Not, spec.Optional}[b.below(2)]
	b.askTerms(b.tagTerm(spec.And, b.of(roleTag)), term)
	b.attach(base, pair(r, b.plain()))
	b.compareHeld(held)
}
