package flecs

import "github.com/relspec/relspec/spec"

// exclusiveOverride gives an instance its own target of an exclusive relationship over an inherited one, and takes
// it away again.
func (b *builder) exclusiveOverride() {
	k := b.world.Words
	r := b.relationshipWith(k.Exclusive)
	if b.features.Properties.Has(spec.Union) && b.oneIn(2) {
		r = b.relationshipWith(k.Union)
	}
	b.inheritable(r)
	base, own, inherited := b.plain(), b.plain(), b.plain()
	b.attach(base, pair(r, inherited))
	instance := b.instance(base)
	b.attach(instance, pair(r, own))
	b.askTerms(b.pairTerm(spec.And, r, every))
	b.askTerms(b.pairTerm(spec.And, r, inherited))
	b.emit(b.relOp(spec.OpTargets, instance, r))
	b.factOp(spec.OpHas, instance, pair(r, inherited))
	b.attach(base, pair(r, own))
	b.emit(b.relOp(spec.OpSources, inherited, r))
	switch b.below(4) {
	case 0, 1:
		b.removeFact(instance, pair(r, own))
		b.factOp(spec.OpHas, instance, pair(r, inherited))
	case 2: // a disabled id goes on hiding the inherited one
		if b.features.Toggles {
			b.factOp(spec.OpDisable, instance, pair(r, own))
			b.askTerms(b.pairTerm(spec.And, r, every))
			b.askTerms(b.pairTerm(spec.And, r, inherited))
		}
	}
}

// inheritable makes ids that begin with e inherited in profiles where they are not by default.
func (b *builder) inheritable(e ref) {
	k := b.world.Words
	if b.Profile.Instantiation != spec.Inherit && b.world.IsUser(e) && !b.oneIn(3) {
		b.attach(e, pair(k.OnInstantiate, k.Inherit))
	}
}

// instance is a new instance of base, or of nothing where base cannot have any.
func (b *builder) instance(base ref) ref {
	f := pair(b.world.Words.IsA, base)
	if b.isFinal(base) {
		return b.fresh()
	}
	if b.room() {
		return b.birth(rolePlain, []fact{f})
	}
	e := b.plain()
	b.attach(e, f)
	return e
}

// diamond makes a component reachable by two routes; one row must come of it.
func (b *builder) diamond() {
	w, k := b.world, b.world.Words
	c := single(b.of(roleComponent))
	if b.oneIn(3) {
		c = single(b.of(roleTag))
	}
	b.inheritable(c.First)
	top := b.plain()
	b.attach(top, c)
	left, right := b.instance(top), b.instance(top)
	bottom := b.fresh()
	for _, base := range [...]ref{right, left} {
		b.attach(bottom, pair(k.IsA, base))
	}
	if b.oneIn(2) && len(w.Members(c)) > 0 && b.allows(left, c) {
		b.setFact(left, c)
	}
	b.askTerms(b.tagTerm(spec.And, c.First))
	b.askTerms(b.pairTerm(spec.And, k.IsA, every))
	b.askTerms(b.tagTerm(spec.And, c.First), b.pairTerm(spec.And, k.IsA, top))
	if len(w.Members(c)) > 0 {
		b.factOp(spec.OpGet, bottom, c)
	}
}

// inheritedPairs gives a base two targets and asks its instance by wildcard: released engines lose one.
func (b *builder) inheritedPairs() {
	r := b.of(roleRelationship)
	b.inheritable(r)
	base := b.plain()
	t := b.other(base)
	b.attach(base, pair(r, t))
	b.attach(base, pair(r, b.other(t)))
	instance := b.instance(base)
	if b.oneIn(2) {
		b.attach(instance, pair(r, b.other(instance)))
	}
	held := b.holdTerms(b.pairTerm(spec.And, r, every))
	b.compareHeld(held)
	b.askTerms(b.variableTerm(spec.And, r, "x"))
	b.emit(b.relOp(spec.OpTargets, instance, r))
	if b.oneIn(2) {
		b.removeFact(base, pair(r, t))
		b.compareHeld(held)
	}
}

// subclass makes a component, tag or relationship inherit from another of its kind and asks for the base: an entity with
// the subclass must be found, under every operator, as long as neither is Final.
func (b *builder) subclass() {
	w, k := b.world, b.world.Words
	r := [...]role{roleTag, roleRelationship, roleComponent}[b.below(3)]
	base, sub := b.of(r), b.of(r)
	if b.isFinal(base) && !b.oneIn(4) {
		b.removeFact(base, single(k.Final))
	}
	b.attach(sub, pair(k.IsA, base))
	if b.room() && b.oneIn(2) { // a second one, below the base or below the first
		second := b.birth(r, nil)
		b.attach(second, pair(k.IsA, [...]ref{base, sub}[b.below(2)]))
		sub = [...]ref{sub, second}[b.below(2)]
	}
	e := b.plain()
	term := b.tagTerm(spec.And, base)
	if r == roleRelationship {
		b.addToward(e, sub, b.below(len(w.Live)))
		term = b.variableTerm(spec.And, base, "x")
		switch b.below(3) {
		case 0:
			term.Second = spec.EntityRef(spec.Wildcard)
		case 1:
			if t := b.world.Target(e, sub); t != nobody {
				term.Second = b.refTo(t)
			}
		}
	} else {
		b.attach(e, single(sub))
	}
	other := b.tagTerm(spec.And, b.of(roleTag))
	b.askTerms(term)
	if b.features.SelfOnElements && b.oneIn(3) { // the base alone
		term.First.Trav = &spec.Traversal{Flags: spec.TravSelf}
		b.askTerms(term)
		term.First.Trav = nil
	}
	term.Oper = [...]spec.Operator{spec.Not, spec.Optional}[b.below(2)]
	b.askTerms(other, term)
	term.Oper = spec.And
	switch b.below(4) {
	case 0, 1:
		held := b.holdTerms(term)
		b.compareHeld(held)
		b.removeFact(sub, pair(k.IsA, base))
		b.compareHeld(held)
		b.attach(sub, pair(k.IsA, base))
		b.compareHeld(held)
	case 2:
		if r != roleRelationship {
			b.switchFact(e, single(sub))
			b.askTerms(term)
		}
	}
}
