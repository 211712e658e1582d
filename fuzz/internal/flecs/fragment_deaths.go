package flecs

import "github.com/relspec/relspec/spec"

// reusedRelationship deletes a relationship, component or tag that is in use under held queries and observers, and makes another
// at once, which takes over its number: with properties of its own, or as a plain entity. Sometimes the trace then goes
// back to a snapshot of before, and the number is used a third time. Nothing that an engine derives from the number may stay.
func (b *builder) reusedRelationship() {
	r := [...]role{roleRelationship, roleRelationship, roleComponent, roleTag}[b.below(4)]
	if !b.room() {
		return
	}
	old := b.declaredWith(r, b.propertiesOf(r))
	e, t := b.plain(), b.plain()
	b.use(old, r, e, t)
	b.leanOn(old, r)
	rewinds := b.features.Snapshots && b.Deferred == 0 && b.oneIn(3)
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	if rewinds {
		b.emit(before)
	}
	held := b.holdTerms(b.termsAbout(old, r, t)...)
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.termsAbout(old, r, t)...)
	}
	b.compareHeld(held)
	b.deleteEntity(old)
	b.successor(old, r, e, t, held)
	if rewinds {
		before.Op = spec.OpRestore
		b.emit(before)
		b.compareHeld(held)
		if b.world.IsAlive(old) && b.oneIn(2) {
			b.deleteEntity(old)
		}
		if b.world.IsAlive(e) && b.world.IsAlive(t) {
			b.successor(old, r, e, t, held)
		}
	}
}

// successor makes the entity that takes over the number of one that has died, in every other case in the same role, uses it, and asks
// about both.
func (b *builder) successor(old ref, was role, e, t ref, held int) {
	if !b.room() || b.world.IsAlive(old) {
		b.compareHeld(held)
		return
	}
	r := [...]role{was, was, was, was, was, roleRelationship, roleRelationship, roleComponent, roleTag, rolePlain}[b.below(10)]
	var ids []fact
	if r == roleRelationship && b.oneIn(2) {
		ids = b.propertiesOf(r)
	}
	n := b.declaredWith(r, ids)
	b.compareHeld(held)
	if !b.world.IsAlive(e) || !b.world.IsAlive(t) {
		return
	}
	if r == rolePlain {
		r = roleRelationship
	}
	b.use(n, r, e, t)
	b.askTerms(b.termsAbout(n, r, t)...)
	if r == roleRelationship {
		b.emit(b.relOp(spec.OpTargets, e, n))
		b.emit(b.relOp(spec.OpSources, t, n))
	} else {
		b.factOp(spec.OpHas, e, single(n))
	}
	b.compareHeld(held)
	b.emit(b.op(spec.OpIDs, e))
}

// declaredWith is a new relationship, component or tag. The operation that makes a component takes no ids.
func (b *builder) declaredWith(r role, ids []fact) ref {
	if r != roleComponent {
		return b.birth(r, ids)
	}
	e := b.birth(r, nil)
	for _, f := range ids {
		b.attach(e, f)
	}
	return e
}

// propertiesOf are ids that a new relationship, component or tag begins with.
func (b *builder) propertiesOf(r role) []fact {
	k := b.world.Words
	if r == roleRelationship {
		if b.oneIn(3) && k.Reflexive != stranger {
			return []fact{single(k.Transitive), single(k.Reflexive)}[:1+b.below(2)]
		}
		return b.relationshipIDs()
	}
	switch b.below(4) {
	case 0, 1:
		return []fact{b.instantiation()}
	case 2:
		return []fact{b.policy()}
	}
	return nil
}

// use gives entities ids of a relationship, component or tag: a chain of two pairs, which a transitive one follows, or
// an id on a base and its instance.
func (b *builder) use(first ref, r role, e, t ref) {
	k := b.world.Words
	if r == roleRelationship {
		b.give(e, pair(first, t))
		if b.oneIn(3) && b.world.Owns(e, pair(first, t)) {
			b.switchFact(e, pair(first, t))
		}
		b.give(t, pair(first, b.other(t)))
		if b.oneIn(3) {
			b.give(e, pair(first, b.other(t)))
		}
		return
	}
	b.give(e, single(first))
	if b.oneIn(2) {
		b.attach(t, pair(k.IsA, e))
	}
	if r == roleComponent && b.oneIn(3) {
		b.give(e, pair(first, t))
	}
}

// leanOn lets something else depend on a relationship, component or tag: a With, a subclass, or the scope of a OneOf.
func (b *builder) leanOn(first ref, r role) {
	k := b.world.Words
	other := b.of(r)
	switch b.below(8) {
	case 0, 1:
		if other != first {
			b.attach(other, pair(k.With, first))
		}
	case 2:
		if other != first && !b.isFinal(first) {
			b.attach(other, pair(k.IsA, first))
		}
	case 3:
		b.attach(b.of(roleRelationship), pair(k.OneOf, first))
	}
}

// termsAbout asks for a relationship with some target, or for a component or tag, also under Not and with a variable.
func (b *builder) termsAbout(first ref, r role, t ref) []spec.Term {
	oper := [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
	term := b.tagTerm(oper, first)
	if r == roleRelationship {
		switch b.below(4) {
		case 0:
			term = b.pairTerm(oper, first, t)
		case 1:
			term = b.variableTerm(oper, first, "x")
		default:
			term = b.pairTerm(oper, first, every)
		}
	}
	if oper == spec.And {
		return []spec.Term{term}
	}
	return []spec.Term{b.tagTerm(spec.And, b.of(roleTag)), term}
}

// jointDeletion gives one entity pairs with two or three others that then die in one operation, by a tag, a parent or a policy, and
// asks for the rest of it. Released engines took the pairs with the first from the entity and lost the others.
func (b *builder) jointDeletion() {
	k := b.world.Words
	c := b.plain()
	tag := single(b.of(roleTag))
	way := b.below(4)
	root := b.fresh()
	up := k.ChildOf
	if way == 3 {
		up = b.of(roleRelationship)
		b.attach(up, pair(k.OnDeleteTarget, k.Delete))
	}
	var doomed []ref
	for range 2 + b.below(3)/2 {
		e := b.fresh()
		if e == c {
			return
		}
		if way < 2 {
			b.attach(e, tag)
		} else {
			b.attach(e, pair(up, root))
		}
		doomed = append(doomed, e)
	}
	rels := [...]ref{b.bondOf(), b.bondOf()}
	if b.oneIn(3) { // an index of the targets they lead to
		rels = [...]ref{b.relationshipWith(k.Transitive), b.of(roleRelationship)}
		b.attach(rels[1], single(k.Transitive))
	}
	for i, e := range doomed {
		b.give(c, pair(rels[i%2], e))
		if b.oneIn(2) { // two pairs that it loses together
			b.give(c, pair(rels[1-i%2], e))
		}
	}
	if b.oneIn(2) { // a second entity, of the same table or of another
		x := b.other(c)
		b.give(x, pair(rels[1], doomed[0]))
		b.give(x, pair(rels[0], doomed[1]))
	}
	if b.oneIn(4) {
		b.attach(rels[1], b.policy())
	}
	held := b.holdTerms(b.pairTerm([...]spec.Operator{spec.And, spec.And, spec.Not}[b.below(3)], rels[b.below(2)], every))
	if b.features.Observers && b.oneIn(2) {
		b.watchTerms(b.pairTerm(spec.And, rels[b.below(2)], every))
	}
	b.iterateHeld(b.held[held], nil)
	b.askTerms(b.pairTerm(spec.And, rels[1], doomed[0]))
	if way < 2 {
		b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID(tag)})
	} else {
		b.deleteEntity(root)
	}
	b.afterDeaths(c, rels[b.below(2)], held)
}

// twoIndexes gives an entity pairs of two transitive relationships with targets that die in one operation, once queries have followed
// both, and lets another take over the number of a target that leads on: nothing leads there from the entity any more.
func (b *builder) twoIndexes() {
	w, k := b.world, b.world.Words
	if b.Deferred > 0 || len(w.Live)+3 > b.Most {
		return
	}
	rels := [...]ref{b.relationshipWith(k.Transitive), b.birth(roleRelationship, []fact{single(k.Transitive)})}
	doomed, root := b.birth(rolePlain, nil), b.plain()
	users := []ref{b.plain(), b.plain()}[:1+b.below(2)]
	ask := func(t ref) {
		for _, r := range rels {
			if w.IsAlive(r) && w.IsAlive(t) {
				q := b.queryOf(b.pairTerm(spec.And, r, t))
				q.Kind = b.kindLike(spec.KindRule)
				b.emit(spec.Operation{Op: spec.OpQuery, Query: q})
			}
		}
	}
	for _, r := range rels {
		b.attach(doomed, pair(r, root))
		for _, e := range users {
			b.attach(e, pair(r, doomed))
		}
	}
	ask(root)
	b.deleteEntity(doomed)
	if w.IsAlive(doomed) || !b.room() {
		return
	}
	n := b.birth(rolePlain, nil)
	for _, r := range rels {
		if w.IsAlive(r) && w.IsAlive(root) {
			b.attach(n, pair(r, root))
		}
	}
	ask(n)
	ask(root)
}

// rewoundNumbers lets entities of a future that a restore undoes take over numbers, asks for them by a query that is still held, and
// makes others then: the entity that the query asks for never lived in this world, whichever entity has its number now.
func (b *builder) rewoundNumbers() {
	if b.Deferred > 0 || !b.room() {
		return
	}
	r, t := b.of(roleRelationship), b.fresh()
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	b.emit(before)
	old := t
	if b.oneIn(2) {
		old = b.birth(rolePlain, nil) // a number of that future alone
	}
	for range 1 + b.below(2) {
		b.deleteEntity(old)
		old = b.birth(rolePlain, nil)
	}
	tag := b.of(roleTag)
	term := b.pairTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], r, old)
	switch b.below(4) {
	case 0:
		term = b.tagTerm(spec.And, old)
	case 1:
		term = on(b.tagTerm(spec.And, tag), b.refTo(old))
	}
	name := b.held[b.holdTerms(b.tagTerm(spec.And, tag), term)].name
	before.Op = spec.OpRestore
	b.emit(before)
	if !b.oneIn(3) && b.world.IsAlive(t) {
		b.deleteEntity(t)
	}
	for range 1 + b.below(3) {
		n, e := b.fresh(), b.plain()
		b.attach(e, pair(r, n))
		for _, x := range [...]ref{e, n} {
			b.attach(x, single(tag))
		}
		b.attach(e, single(n))
		b.emit(spec.Operation{Op: spec.OpIterate, On: name})
	}
}

// bondOf is a relationship for pairs with those that die: stored in tables or beside them, with data, or IsA.
func (b *builder) bondOf() ref {
	switch b.below(8) {
	case 0:
		return b.world.Words.IsA
	case 1, 2:
		return b.besideTables()
	case 3:
		return b.of(roleComponent)
	}
	return b.of(roleRelationship)
}

// afterDeaths asks for the remaining ids of an entity, also once new ones have taken over the numbers of the dead.
func (b *builder) afterDeaths(c, r ref, held int) {
	b.compareHeld(held)
	if b.world.IsAlive(c) {
		b.emit(b.op(spec.OpIDs, c))
		b.emit(b.relOp(spec.OpTargets, c, r))
	}
	n := b.fresh()
	b.fresh()
	b.emit(b.relOp(spec.OpSources, n, r))
	b.askTerms(b.pairTerm(spec.And, [...]ref{every, r}[b.below(2)], n))
	b.compareHeld(held)
	if b.features.Observers {
		b.events()
	}
}
