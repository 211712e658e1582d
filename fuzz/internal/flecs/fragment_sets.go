package flecs

import "github.com/relspec/relspec/spec"

// crowd are few entities, always the same ones, so that several fragments make a dense world of them.
func (b *builder) crowd() []ref {
	for len(b.world.Of[rolePlain]) < 6 && b.room() {
		b.fresh()
	}
	plain := b.world.Of[rolePlain]
	return plain[:min(len(plain), 4+b.below(4))]
}

// followed is a relationship for sets: IsA, ChildOf, a user's that has a property or none.
func (b *builder) followed() ref {
	k := b.world.Words
	switch b.below(8) {
	case 0, 1:
		return k.IsA
	case 2:
		return k.ChildOf
	case 3:
		return b.relationshipWith(k.Acyclic)
	case 4:
		return b.relationshipWith(k.Traversable)
	case 5, 6:
		return b.relationshipWith(k.Transitive)
	}
	return b.of(roleRelationship)
}

// tangle adds pairs of a relationship among a crowd: cycles where it allows them, diamonds, and ways of several lengths.
func (b *builder) tangle(crowd []ref, r ref) {
	for range 3 + b.below(7) {
		c := b.below(len(crowd) * len(crowd))
		b.attach(crowd[c%len(crowd)], pair(r, crowd[c/len(crowd)]))
	}
}

// substituted makes a dense world of a relationship and asks for ids of it with sets on all elements.
func (b *builder) substituted() {
	w, k := b.world, b.world.Words
	crowd, r := b.crowd(), b.followed()
	b.tangle(crowd, r)
	if b.oneIn(2) {
		b.tangle(crowd, k.IsA)
	}
	q := b.of(roleRelationship)
	tags := [...]ref{b.of(roleTag), b.of(roleTag), b.of(roleComponent)}
	for range 3 + b.below(4) {
		b.attach(b.from(crowd), single(tags[b.below(len(tags))]))
		b.attach(b.from(crowd), pair(q, b.from(crowd)))
	}
	if b.oneIn(2) { // sets on predicates have something to find
		b.attach(crowd[0], single(crowd[1]))
		b.attach(b.from(crowd), single(b.from(crowd)))
	}
	for range 2 + b.below(4) {
		b.askOfCrowd(crowd, r, q, tags[b.below(len(tags))])
	}
	if b.oneIn(3) {
		e := b.from(crowd)
		if t := w.Target(e, r); t != nobody {
			b.removeFact(e, pair(r, t))
			b.askOfCrowd(crowd, r, q, tags[0])
		}
	}
}

// askOfCrowd asks one term with sets, or two.
func (b *builder) askOfCrowd(crowd []ref, r, q, tag ref) {
	var t spec.Term
	switch b.below(8) {
	case 0, 1, 2:
		t = b.tagTerm(spec.And, tag)
	case 3:
		t = b.tagTerm(spec.And, b.from(crowd))
	case 4:
		t = b.pairTerm(spec.And, q, b.from(crowd))
	case 5:
		t = b.pairTerm(spec.And, r, b.from(crowd))
	case 6:
		t = b.pairTerm(spec.And, [...]ref{q, r}[b.below(2)], every)
	default:
		t = b.variableTerm(spec.And, [...]ref{q, r}[b.below(2)], "x")
	}
	if b.oneIn(4) {
		t = on(t, b.refTo(b.from(crowd)))
	}
	t = b.withSets(t, r)
	switch b.below(8) {
	case 0:
		t.Oper = spec.Not
	case 1:
		t.Oper = spec.Optional
	}
	if t.Oper == spec.And && !b.oneIn(4) {
		b.askTerms(t)
		return
	}
	other := b.pairTerm(spec.And, q, every)
	if b.oneIn(2) {
		other = b.withSets(b.tagTerm(spec.And, b.from(crowd)), r)
	}
	b.askTerms(other, t)
}

// subsets makes sets of IsA under predicates and objects, with diamonds, and asks for them as they are written and with sets that are
// implicit.
func (b *builder) subsets() {
	k := b.world.Words
	crowd := b.crowd()
	b.tangle(crowd, k.IsA)
	likes := b.of(roleRelationship)
	loves := b.birth(roleRelationship, nil)
	class := likes
	if b.oneIn(6) { // reserved entities have subclasses, too, which they do not imply
		class = [...]ref{k.IsA, k.ChildOf}[b.below(2)]
	}
	if !b.isFinal(class) {
		b.attach(loves, pair(k.IsA, class))
	}
	kind := b.of(roleTag)
	if part := b.of(roleTag); part != kind && !b.isFinal(kind) {
		b.attach(part, pair(k.IsA, kind))
		b.attach(b.from(crowd), single(part))
	}
	if b.oneIn(2) {
		b.attach([...]ref{likes, loves}[b.below(2)], single([...]ref{k.Transitive, k.Transitive, k.Final, k.DontInherit, k.Exclusive}[b.below(5)]))
	}
	for range 3 + b.below(4) {
		b.attach(b.from(crowd), pair([...]ref{likes, loves}[b.below(2)], b.from(crowd)))
		b.attach(b.from(crowd), single(b.from(crowd)))
	}
	if b.features.Toggles && b.oneIn(4) { // a class that is off is none
		b.factOp(spec.OpDisable, loves, pair(k.IsA, class))
	}
	for range 3 + b.below(3) {
		t := b.tagTerm(spec.And, b.from(crowd))
		switch b.below(7) {
		case 0, 1:
			t = b.pairTerm(spec.And, [...]ref{likes, loves}[b.below(2)], b.from(crowd))
		case 2:
			t = b.pairTerm(spec.And, k.IsA, b.from(crowd))
		case 3:
			t = b.tagTerm(spec.And, kind)
		case 4:
			t = b.variableTerm(spec.And, [...]ref{class, k.IsA}[b.below(2)], "x")
		case 5:
			t = b.pairTerm(spec.And, [...]ref{class, k.IsA}[b.below(2)], every)
		}
		if b.oneIn(4) { // alternatives that stand for the same, as classes of one tree do
			other := b.tagTerm(spec.And, b.from(crowd))
			b.askTerms(spec.Term{Kind: spec.TermOr, Terms: []spec.Term{t, other}})
			continue
		}
		if b.oneIn(4) {
			t = on(t, b.refTo(b.from(crowd)))
		}
		if !b.oneIn(3) {
			t = b.withSets(t, k.IsA)
		}
		b.askTerms(t)
	}
}

// predicates makes relationships that are classes of each other, with pairs to few targets, and asks for them by sets that are
// written on the predicate, with every kind of object: who has several of the pairs, and whether those of one that is Transitive
// lead on.
func (b *builder) predicates() {
	k := b.world.Words
	crowd := b.crowd()
	crowd = crowd[:min(3, len(crowd))]
	classes := []ref{b.of(roleRelationship)}
	if b.oneIn(2) {
		classes[0] = b.relationshipWith(k.Transitive)
	}
	for range 1 + b.below(2) {
		class := b.of(roleRelationship)
		if b.room() && b.oneIn(2) {
			class = b.birth(roleRelationship, nil)
		}
		if above := b.from(classes); class != above && !b.isFinal(above) {
			b.attach(class, pair(k.IsA, above))
			classes = append(classes, class)
		}
	}
	if b.oneIn(3) {
		b.attach(b.from(classes), single(k.Transitive))
	}
	for range 5 + b.below(5) {
		b.attach(b.from(crowd), pair(b.from(classes), b.from(crowd)))
	}
	for range 4 + b.below(4) {
		t := b.pairTerm(spec.And, b.from(classes[:min(2, len(classes))]), b.from(crowd))
		switch b.below(6) {
		case 0, 1:
			t.Second = b.refTo(every)
		case 2:
			t.Second = spec.VarRef("x")
		case 3:
			t.Second = b.refTo(anyOf)
		}
		t.First.Trav = b.setAlong([...]spec.TravFlags{
			spec.TravSelf | spec.TravDown, spec.TravDown, spec.TravAll | spec.TravSelf | spec.TravDown, spec.TravSelf | spec.TravUp,
		}[b.below(4)], k.IsA)
		if b.oneIn(4) {
			t = on(t, b.refTo(b.from(crowd)))
		}
		if b.oneIn(4) {
			t.Src.Trav = b.substitution()
		}
		b.askTerms(t)
	}
}

// instances makes a target with more instances than there are tables of pairs that a query for it may find, and asks for them by sets
// all of whose candidates count: which of these pairs lead up to the target?
func (b *builder) instances() {
	k := b.world.Words
	crowd := b.crowd()
	base, r := b.from(crowd), k.IsA
	if b.oneIn(3) {
		r = b.followed()
	}
	for range 6 + b.below(6) {
		below := base
		if b.oneIn(4) {
			below = b.plain()
		}
		b.attach(b.fresh(), pair(r, below))
	}
	likes := b.of(roleRelationship)
	if b.room() && !b.oneIn(3) { // nobody has pairs of it yet
		likes = b.birth(roleRelationship, nil)
	}
	loves := likes
	if b.oneIn(3) && !b.isFinal(likes) {
		loves = b.of(roleRelationship)
		b.attach(loves, pair(k.IsA, likes))
	}
	fan := b.from(crowd)
	for range 1 + b.below(4) {
		if b.oneIn(3) {
			fan = b.from(crowd)
		}
		b.attach(fan, pair([...]ref{likes, likes, loves}[b.below(3)], b.plain()))
	}
	for range 3 + b.below(3) {
		target := base
		if b.oneIn(4) {
			target = b.plain()
		}
		t := b.pairTerm(spec.And, likes, target)
		if r != k.IsA || b.oneIn(2) {
			t.Second.Trav = b.setAlong([...]spec.TravFlags{spec.TravAll | spec.TravDown, spec.TravAll | spec.TravSelf | spec.TravDown}[b.below(2)], r)
		}
		b.askTerms(t)
	}
}

// distant keeps queries with sets, and changes pairs between entities that are in no row of theirs.
func (b *builder) distant() {
	w := b.world
	crowd, r := b.crowd(), b.followed()
	b.tangle(crowd, r)
	q := b.of(roleRelationship)
	found := [...]fact{single(b.of(roleTag)), pair(q, b.from(crowd))}[b.below(2)]
	b.attach(crowd[len(crowd)-1], found)
	b.attach(crowd[0], pair(r, crowd[1]))
	b.attach(crowd[1], pair(r, crowd[len(crowd)-1]))
	t := b.idTerm(found)
	t.Src.Trav = b.setAlong([...]spec.TravFlags{spec.TravUp, spec.TravUp | spec.TravSelf, spec.TravDown, spec.TravUp | spec.TravAll}[b.below(4)], r)
	if b.oneIn(3) {
		t = b.withSets(t, r)
	}
	if b.oneIn(4) {
		t = on(t, spec.Ref{Kind: spec.RefEntity, Name: string(w.Handle(crowd[0])), Trav: t.Src.Trav})
	}
	held := b.holdTerms(t)
	if b.features.Observers && b.oneIn(3) {
		watched := b.queryOf(t)
		watched.Kind = spec.KindAuto
		b.watch(watched)
	}
	b.compareHeld(held)
	for range 2 + b.below(3) {
		e := crowd[b.below(len(crowd))]
		if f := pair(r, w.Target(e, r)); f.Second != nobody && b.oneIn(2) {
			b.removeFact(e, f)
		} else {
			b.attach(e, pair(r, b.from(crowd)))
		}
		b.compareHeld(held)
	}
	if b.features.Observers {
		b.events()
	}
}

// rings makes rings of a relationship with ways into, across and back through them, and asks for the ways round: for its
// pairs, which follow from others if it is Transitive, and in cached queries for ids that are found on the way.
func (b *builder) rings() {
	k := b.world.Words
	crowd := b.crowd()
	r := b.relationshipWith(k.Transitive)
	switch b.below(5) {
	case 0:
		r = b.relationshipWith(k.Traversable)
	case 1:
		r = b.relationshipWith(k.Transitive, k.Symmetric)
	}
	n := 1 + b.below(min(4, len(crowd)))
	for i := range n {
		b.attach(crowd[i], pair(r, crowd[(i+1)%n]))
	}
	if last := n + 2; n > 1 && last < len(crowd) && b.oneIn(2) { // two ways into the ring, and who goes both: which is met first?
		b.attach(crowd[n], pair(r, crowd[0]))
		b.attach(crowd[n+1], pair(r, crowd[n-1]))
		b.attach(crowd[last], pair(r, crowd[n]))
		b.attach(crowd[last], pair(r, crowd[n+1]))
	} else {
		b.tangle(crowd, r)
	}
	if b.oneIn(4) {
		b.tangle(crowd, k.IsA)
	}
	found := [...]fact{single(b.of(roleTag)), pair(b.of(roleRelationship), b.from(crowd))}[b.below(2)]
	for range 1 + b.below(3) {
		b.attach(b.from(crowd), found)
	}
	for range 1 + b.below(3) {
		t := b.idTerm(found)
		t.Src.Trav = b.setAlong([...]spec.TravFlags{spec.TravUp, spec.TravUp | spec.TravSelf}[b.below(2)], r)
		held := b.holdTerms(t)
		b.compareHeld(held)
		b.attach(b.from(crowd), pair(r, b.from(crowd)))
		b.compareHeld(held)
		for range 2 + b.below(4) {
			t := b.pairTerm(spec.And, r, b.from(crowd))
			switch b.below(12) {
			case 0:
				t.Second = b.refTo(every)
			case 1:
				t.Second = spec.VarRef("x")
			case 2:
				t = b.withSets(t, r)
			}
			b.askTerms(t)
		}
	}
}

// askSets asks a query of one term with sets for an id that some entity owns.
func (b *builder) askSets() {
	e, f := b.owned()
	t := b.idTerm(f)
	if f.IsPair() && b.oneIn(3) {
		t = b.variableTerm(spec.And, f.First, "x")
	}
	if e >= 0 && b.oneIn(4) {
		t = on(t, b.refTo(e))
	}
	b.askTerms(b.withSets(t, b.followed()))
}
