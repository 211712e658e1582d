package flecs

import "github.com/relspec/relspec/spec"

// upward gives a term traversal flags along a relationship.
func (b *builder) upward(t spec.Term, along ref, flags spec.TravFlags) spec.Term {
	t.Src.Trav = &spec.Traversal{Flags: flags}
	if flags != spec.TravSelf {
		t.Src.Trav.Rel = new(b.refTo(along))
	}
	return t
}

var upwardFlags = [...]spec.TravFlags{spec.TravSelf, spec.TravUp, spec.TravSelf | spec.TravUp, spec.TravSelf | spec.TravUp}

// nearest asks by self, up and self|up for pairs of a relationship from which more follows, on entities that have some, and
// below entities that have others: where the search ends, with a constant, a wildcard, and a variable that is set or not
// (rulings 15 and 30).
func (b *builder) nearest() {
	w, k := b.world, b.world.Words
	r := b.relationshipWith([...]ref{k.Transitive, k.Reflexive, k.Transitive}[b.below(3)])
	if b.oneIn(3) && !w.Is(r, k.Reflexive) {
		b.attach(r, single(k.Reflexive))
	}
	along := k.ChildOf
	switch b.below(4) {
	case 0:
		along = b.relationshipWith(k.Traversable)
	case 1:
		along = r
		b.attach(r, single(k.Traversable))
	}
	top, middle, low := b.plain(), b.plain(), b.fresh()
	b.attach(middle, pair(along, top))
	b.attach(low, pair(along, middle))
	for _, e := range [...]ref{top, middle, low} {
		switch b.below(8) {
		case 0, 1, 2, 3:
			b.attach(e, pair(r, b.plain()))
		case 4: // a target that no variable can be
			b.attach(e, pair(r, k.ChildOf))
		}
	}
	if b.oneIn(3) {
		b.inheritable(r)
		b.instance(low)
	}
	flags := upwardFlags[b.below(len(upwardFlags))]
	preset := map[string]spec.Handle{"x": w.Handle(b.plain())}
	variable := b.upward(b.variableTerm(spec.And, r, "x"), along, flags)
	b.askTerms(variable)
	b.emit(spec.Operation{Op: spec.OpQuery, Query: b.queryOf(variable), Vars: preset})
	b.askTerms(b.upward(b.pairTerm(spec.And, r, b.plain()), along, flags))
	switch b.below(3) {
	case 0:
		b.askTerms(b.upward(b.pairTerm(spec.And, r, every), along, flags))
	case 1:
		b.askTerms(b.pairTerm(spec.And, along, every), b.upward(b.variableTerm(spec.Not, r, "x"), along, flags))
	case 2:
		b.askTerms(b.upward(b.variableTerm(spec.And, r, spec.This), along, flags))
	}
}

// uprooted holds terms along a relationship that ceases to be traversable, and is so again by another property (ruling 35).
func (b *builder) uprooted() {
	w, k := b.world, b.world.Words
	r := b.relationshipWith(k.Traversable)
	c := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	top, e := b.plain(), b.fresh()
	b.attach(top, c)
	b.attach(e, pair(r, top))
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.upward(b.idTerm(c), r, spec.TravUp))
	}
	oper := [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
	terms := []spec.Term{b.upward(b.tagTerm(oper, c.First), r, upwardFlags[1+b.below(3)])}
	if oper != spec.And {
		terms = append([]spec.Term{b.pairTerm(spec.And, r, every)}, terms...)
	}
	held := b.holdTerms(terms...)
	b.iterateHeld(b.held[held], nil)
	for _, property := range [...]ref{k.Traversable, k.Transitive} {
		if w.Is(r, property) {
			b.removeFact(r, single(property))
		}
	}
	b.iterateHeld(b.held[held], nil)
	if b.oneIn(4) {
		b.compareHeld(held) // refused now
	}
	b.attach(r, single([...]ref{k.Traversable, k.Transitive, k.Acyclic}[b.below(3)]))
	b.iterateHeld(b.held[held], nil)
	if w.IsTraversable(r) {
		b.compareHeld(held)
	}
	if b.features.Observers {
		b.events()
	}
}

// disinherited holds terms along IsA and another relationship for an id whose rule changes (ruling 36).
func (b *builder) disinherited() {
	w, k := b.world, b.world.Words
	f := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	if b.oneIn(3) {
		f = pair(b.of(roleRelationship), b.plain())
	}
	yes, no := pair(k.OnInstantiate, k.Inherit), pair(k.OnInstantiate, k.DontInherit)
	plainly := b.Profile.Instantiation == spec.Inherit
	switch {
	case plainly && w.Is(f.First, k.DontInherit):
		b.removeFact(f.First, single(k.DontInherit))
	case !plainly:
		b.attach(f.First, yes)
	}
	base := b.plain()
	b.give(base, f)
	instance := b.instance(base)
	b.attach(b.fresh(), pair(k.ChildOf, instance))
	isA := b.holdTerms(b.upward(b.idTerm(f), k.IsA, upwardFlags[1+b.below(3)]))
	parent := b.holdTerms(b.upward(b.idTerm(f), k.ChildOf, upwardFlags[1+b.below(3)]))
	isA = min(isA, parent-1)
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.upward(b.idTerm(f), [...]ref{k.IsA, k.ChildOf}[b.below(2)], spec.TravUp))
	}
	b.compareHeld(isA)
	b.compareHeld(parent)
	if plainly {
		b.attach(f.First, single(k.DontInherit))
	} else {
		b.attach(f.First, no)
	}
	b.iterateHeld(b.held[isA], nil)
	b.compareHeld(parent)
	if b.oneIn(6) {
		b.compareHeld(isA) // refused now
	}
	if plainly {
		b.removeFact(f.First, single(k.DontInherit))
	} else {
		b.attach(f.First, yes)
	}
	b.compareHeld(isA)
	if b.features.Observers {
		b.events()
	}
}
