package fuzz

import "github.com/relspec/relspec/spec"

// watched observes an id, own, inherited or found by up, and changes those who have it.
func (b *builder) watched() {
	w, k := b.world, b.world.words
	f := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	if b.oneIn(3) {
		f = fact{b.of(roleRelationship), b.plain()}
	}
	base := b.plain()
	b.inheritable(f.first)
	if !b.oneIn(3) {
		b.attach(base, f)
	}
	term := b.idTerm(f)
	e := b.plain()
	if b.features.Traversal && b.oneIn(4) {
		term.Src.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: new(b.refTo(k.childOf))}
		b.attach(e, fact{k.childOf, base})
	} else if b.oneIn(2) {
		e = b.instance(base)
	}
	terms := []spec.Term{term}
	if b.oneIn(3) {
		terms = append(terms, b.tagTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], b.of(roleTag)))
	}
	if b.oneIn(4) {
		terms[0].Oper = spec.Not
	}
	q := b.queryOf(terms...)
	q.Kind = spec.KindAuto
	b.watch(q)
	waits := b.features.Deferral && b.deferred == 0 && b.oneIn(4)
	if waits {
		b.deferral()
	}
	for range 2 + b.below(3) {
		if w.things[e].alive && w.things[base].alive {
			b.disturb(e, base, f)
		}
	}
	if waits {
		b.endDeferral()
	}
	b.events()
	if b.oneIn(2) {
		b.askTerms(terms...)
	}
}

// idTerm asks for an id, of a pair sometimes for any target.
func (b *builder) idTerm(f fact) spec.Term {
	t := spec.Term{First: b.refTo(f.first)}
	if f.isPair() {
		if t.Second = b.refTo(f.second); b.oneIn(2) {
			t.Second = b.refTo(every)
		}
	}
	return t
}

// disturb changes an entity that has an id by way of another, or that one.
func (b *builder) disturb(e, base ref, f fact) {
	k := b.world.words
	switch b.below(12) {
	case 0:
		b.removeFact(base, f)
	case 1:
		b.give(base, f)
	case 2, 3:
		b.give(e, f)
	case 4:
		b.removeFact(e, f)
	case 5, 9, 10:
		if !b.world.owns(e, f) {
			e = base
		}
		b.switchFact(e, f)
	case 6:
		b.removeFact(e, fact{k.isA, base})
	case 7:
		b.attach(e, fact{k.isA, base})
	case 8:
		b.attach(e, single(b.of(roleTag)))
	default:
		b.deleteEntity(e)
	}
}

// give sets an id that has data, and adds another.
func (b *builder) give(e ref, f fact) {
	switch {
	case !b.isSound(e, f) || !b.world.allows(e, f):
	case len(b.world.members(f)) > 0:
		b.setFact(e, f)
	default:
		b.addFact(e, f)
	}
}

// switchFact switches an id of an entity off, or on again.
func (b *builder) switchFact(e ref, f fact) {
	if b.features.Toggles {
		b.factOp([...]spec.OpKind{spec.OpDisable, spec.OpDisable, spec.OpEnable}[b.below(3)], e, f)
	}
}

// toggled switches an id off under a held query, while the entity moves between tables, loses the id and gets it again.
func (b *builder) toggled() {
	w, k := b.world, b.world.words
	e, f := b.owned()
	if !w.isUser(f.first) || !b.isSound(e, f) {
		e, f = b.plain(), single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
		b.attach(e, f)
	}
	held := b.holdTerms(b.idTerm(f))
	below := b.below(4)
	switch below {
	case 0: // what has the id by way of the entity
		b.attach(b.plain(), fact{k.childOf, e})
	case 1:
		b.inheritable(f.first)
		b.instance(e)
	case 2: // what it goes on hiding
		b.inheritable(f.first)
		base := b.other(e)
		b.give(base, f)
		b.attach(e, fact{k.isA, base})
	}
	b.factOp(spec.OpDisable, e, f)
	b.compareHeld(held)
	switch b.below(4) {
	case 0:
		b.attach(e, single(b.of(roleTag)))
	case 1:
		b.removeFact(e, f)
		b.attach(e, f)
	case 2:
		b.attach(e, fact{b.of(roleRelationship), b.plain()})
	case 3:
		if c := b.below(len(w.things[e].own)); len(w.things[e].own) > 0 {
			b.removeFact(e, w.things[e].own[c])
		}
	}
	b.compareHeld(held)
	if below == 0 && b.features.Traversal {
		if child := b.childOf(e); child != nobody {
			term := b.idTerm(f)
			term.Src.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: new(b.refTo(k.childOf))}
			b.askTerms(term)
			b.factOp(spec.OpDisable, child, fact{k.childOf, e})
			b.askTerms(term)
		}
	}
}

// childOf is some child of an entity, nobody if it has none.
func (b *builder) childOf(e ref) ref {
	for _, x := range b.world.live {
		if b.world.parent(x) == e {
			return x
		}
	}
	return nobody
}

// marked marks an id on a base that owns it, inherits it, or does not have it, and makes instances before and after the
// mark ends.
func (b *builder) marked() {
	w, k := b.world, b.world.words
	base := b.plain()
	_, f := b.typed()
	switch b.below(4) {
	case 0:
		f = single(b.of(roleTag))
	case 1:
		f = fact{b.relationshipWith(k.exclusive), b.plain()}
	}
	if !b.isSound(base, f) || !w.isUser(f.first) {
		return
	}
	switch b.below(3) {
	case 0:
		b.give(base, f)
	case 1: // the base inherits it
		b.inheritable(f.first)
		top := b.other(base)
		b.give(top, f)
		b.attach(base, fact{k.isA, top})
	}
	b.factOp(spec.OpOverride, base, f)
	if b.oneIn(3) {
		b.factOp(spec.OpOverride, base, single(b.of(roleTag)))
	}
	e := b.fresh()
	if f.isPair() && b.oneIn(2) {
		b.attach(e, fact{f.first, b.other(f.second)})
	}
	lives := true
	switch b.below(4) {
	case 0:
		lives = false
		b.emit(b.op(spec.OpClear, base))
		for _, o := range append([]fact(nil), w.things[base].own...) {
			w.drop(base, o)
		}
		w.things[base].name = ""
	case 1:
		if f.isPair() && f.second != base && f.second != e && w.isUser(f.second) {
			lives = false
			b.deleteEntity(f.second)
		}
	}
	if w.things[e].alive && w.things[base].alive {
		b.attach(e, fact{k.isA, base})
		if lives && w.owns(e, fact{k.isA, base}) && (!w.isExclusive(f.first) || w.target(e, f.first) == nobody) {
			w.add(e, f)
		}
		b.emit(b.op(spec.OpIDs, e))
	}
}

// waiting defers changes of few entities that depend on each other: values that replace values, targets that die, and
// what is refused when its turn comes.
func (b *builder) waiting() {
	w, k := b.world, b.world.words
	if b.deferred > 0 {
		b.endDeferral()
	}
	e, t := b.plain(), b.plain()
	c := single(b.of(roleComponent))
	b.deferral()
	for range 3 + b.below(5) {
		if !w.things[e].alive {
			e = b.plain()
		}
		switch b.below(12) {
		case 0, 1:
			b.give(e, c)
		case 2:
			b.give(b.plain(), c)
		case 3:
			b.removeFact(e, c)
		case 4:
			b.attach(e, fact{b.of(roleRelationship), t})
		case 5:
			b.deleteEntity(t)
			t = b.plain()
		case 6: // fails in its turn where it would close a cycle
			b.factOp(spec.OpAdd, t, fact{k.childOf, e})
			b.factOp(spec.OpAdd, e, fact{k.childOf, t})
		case 7:
			b.switchFact(e, c)
		case 8:
			e = b.fresh()
		case 9:
			b.inUse()
		case 10:
			if b.deferred == 1 {
				b.deferral()
			}
		default:
			b.attach(e, single(b.of(roleTag)))
		}
	}
	b.endDeferral()
	b.emit(spec.Operation{Op: spec.OpDump})
}
