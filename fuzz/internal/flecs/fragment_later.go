package flecs

import "github.com/relspec/relspec/spec"

// watched observes an id, own, inherited or found by up, and changes those who have it.
func (b *builder) watched() {
	w, k := b.world, b.world.Words
	f := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	if b.oneIn(3) {
		f = pair(b.of(roleRelationship), b.plain())
	}
	base := b.plain()
	b.inheritable(f.First)
	if !b.oneIn(3) {
		b.attach(base, f)
	}
	term := b.idTerm(f)
	e := b.plain()
	if b.features.Traversal && b.oneIn(4) {
		term.Src.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: new(b.refTo(k.ChildOf))}
		b.attach(e, pair(k.ChildOf, base))
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
	b.watchTerms(terms...)
	waits := b.features.Deferral && b.Deferred == 0 && b.oneIn(4)
	if waits {
		b.Defer()
	}
	for range 2 + b.below(3) {
		if w.Things[e].Alive && w.Things[base].Alive {
			b.disturb(e, base, f)
		}
	}
	if waits {
		b.EndDeferral()
	}
	b.events()
	if b.oneIn(2) {
		b.askTerms(terms...)
	}
}

// heard observes ids that are written out, and gives and takes them one at a time: from an entity, from its base, while one of them is
// switched off, and where one gives way to another.
func (b *builder) heard() {
	w, k := b.world, b.world.Words
	b.unwatchAll()
	e, base, t := b.fresh(), b.fresh(), b.fresh()
	r := b.of(roleRelationship)
	if b.features.Properties.Has(spec.Exclusive) && b.oneIn(2) {
		r = b.relationshipWith(k.Exclusive)
	}
	ids := [...]fact{single(b.birth(roleTag, nil)), single(b.of(roleTag)), single(b.of(roleComponent)), pair(r, t), pair(r, b.plain())}
	b.inheritable(ids[0].First)
	if b.oneIn(3) {
		b.attach(e, pair(k.IsA, base))
	}
	for range 1 + b.below(maxObservers) {
		b.hear(ids[:])
	}
	for range 6 + b.below(8) {
		on := [...]ref{e, e, e, base}[b.below(4)]
		f := ids[b.below(len(ids))]
		if !b.isSound(on, f) {
			continue
		}
		switch {
		case w.Owns(on, f) && b.oneIn(3):
			b.switchFact(on, f)
		case w.Owns(on, f) || b.oneIn(8):
			b.removeFact(on, f)
		default:
			b.attach(on, f)
		}
		if b.oneIn(3) {
			b.events()
		}
	}
	b.events()
	if f := ids[b.below(2)]; b.isSound(e, f) {
		b.askTerms(b.tagTerm(spec.And, f.First))
	}
}

// hear makes an observer of some of several ids.
func (b *builder) hear(ids []fact) {
	var terms []spec.Term
	from := b.below(len(ids))
	for i := range 1 + b.below(3) {
		f := ids[(from+i)%len(ids)]
		if !b.world.IsSound(f) {
			return
		}
		term := spec.Term{First: b.refTo(f.First), Oper: [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Not, spec.Optional}[b.below(5)]}
		if f.IsPair() {
			term.Second = b.refTo(f.Second)
		}
		if i == 0 && term.Oper == spec.Optional {
			term.Oper = spec.And
		}
		terms = append(terms, term)
	}
	b.watchTerms(terms...)
}

// together makes entities in one operation with ids from which more follows, which are watched or asked for by a held query, below a
// scope or deferred.
func (b *builder) together() {
	w, k := b.world, b.world.Words
	if len(w.Live)+6 > b.Most {
		return
	}
	t := b.plain()
	var rel ref
	switch b.below(8) {
	case 0:
		rel = b.relationshipWith(k.Symmetric)
	case 1, 2, 3:
		rel = b.relationshipWith(k.Exclusive)
	case 4:
		rel = b.relationshipWith(k.Transitive)
	case 5:
		rel = b.besideTables()
	default:
		rel = b.of(roleRelationship)
	}
	ids := []fact{pair(rel, t)}
	switch b.below(6) {
	case 0, 1:
		ids = append(ids, pair(rel, b.plain()))
	case 2:
		ids = append(ids, single(b.of(roleTag)))
	case 3:
		ids = []fact{single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))}
	default:
	}
	term := b.idTerm(ids[0])
	way := b.below(6)
	held := b.holdTerms(term)
	switch {
	case way == 0 && b.features.Observers:
		b.watchTerms(term)
	case way == 1 && b.Profile.Has(spec.OpScope):
		b.emit(b.op(spec.OpScope, t))
	case way == 2 && b.features.Deferral && b.Deferred == 0:
		b.Defer()
	default:
		way = 5
	}
	last := b.makeTogether(nobody, ids)
	switch way {
	case 0:
		b.events()
	case 1:
		b.emit(spec.Operation{Op: spec.OpScope})
	case 2:
		b.EndDeferral()
	}
	b.iterateHeld(b.held[held], nil)
	if b.oneIn(2) && w.IsAlive(last) && w.Owns(last, ids[0]) {
		b.removeFact(last, ids[0])
	}
	b.askTerms(term)
}

// idTerm asks for an id, of a pair sometimes for any target.
func (b *builder) idTerm(f fact) spec.Term {
	t := spec.Term{First: b.refTo(f.First)}
	if f.IsPair() {
		if t.Second = b.refTo(f.Second); b.oneIn(2) {
			t.Second = b.refTo(every)
		}
	}
	return t
}

// disturb changes an entity that has an id by way of another, or that one.
func (b *builder) disturb(e, base ref, f fact) {
	k := b.world.Words
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
		if !b.world.Owns(e, f) {
			e = base
		}
		b.switchFact(e, f)
	case 6:
		b.removeFact(e, pair(k.IsA, base))
	case 7:
		b.attach(e, pair(k.IsA, base))
	case 8:
		b.attach(e, single(b.of(roleTag)))
	default:
		b.deleteEntity(e)
	}
}

// give sets an id that has data, and adds another.
func (b *builder) give(e ref, f fact) {
	switch {
	case !b.isSound(e, f) || !b.allows(e, f):
	case len(b.world.Members(f)) > 0:
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
	w, k := b.world, b.world.Words
	e, f := b.owned()
	if !w.IsUser(f.First) || !b.isSound(e, f) {
		e, f = b.plain(), single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
		b.attach(e, f)
	}
	held := b.holdTerms(b.idTerm(f))
	below := b.below(4)
	switch below {
	case 0: // an entity that has the id by way of this one
		b.attach(b.plain(), pair(k.ChildOf, e))
	case 1:
		b.inheritable(f.First)
		b.instance(e)
	case 2: // the id that it goes on hiding
		b.inheritable(f.First)
		base := b.other(e)
		b.give(base, f)
		b.attach(e, pair(k.IsA, base))
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
		b.attach(e, pair(b.of(roleRelationship), b.plain()))
	case 3:
		if c := b.below(len(w.Things[e].Own)); len(w.Things[e].Own) > 0 {
			b.removeFact(e, w.Things[e].Own[c])
		}
	}
	b.compareHeld(held)
	if below == 0 && b.features.Traversal {
		if child := b.childOf(e); child != nobody {
			term := b.idTerm(f)
			term.Src.Trav = &spec.Traversal{Flags: spec.TravUp, Rel: new(b.refTo(k.ChildOf))}
			b.askTerms(term)
			b.factOp(spec.OpDisable, child, pair(k.ChildOf, e))
			b.askTerms(term)
		}
	}
}

// childOf is some child of an entity, nobody if it has none.
func (b *builder) childOf(e ref) ref {
	for _, x := range b.world.Live {
		if b.world.Parent(x) == e {
			return x
		}
	}
	return nobody
}

// marked marks an id on a base that owns it, inherits it, or does not have it, and makes instances before and after the
// mark ends.
func (b *builder) marked() {
	w, k := b.world, b.world.Words
	base := b.plain()
	_, f := b.typed()
	switch b.below(4) {
	case 0:
		f = single(b.of(roleTag))
	case 1:
		f = pair(b.relationshipWith(k.Exclusive), b.plain())
	}
	if !b.isSound(base, f) || !w.IsUser(f.First) {
		return
	}
	switch b.below(3) {
	case 0:
		b.give(base, f)
	case 1: // the base inherits it
		b.inheritable(f.First)
		top := b.other(base)
		b.give(top, f)
		b.attach(base, pair(k.IsA, top))
	}
	b.factOp(spec.OpOverride, base, f)
	if b.oneIn(3) {
		b.factOp(spec.OpOverride, base, single(b.of(roleTag)))
	}
	e := b.fresh()
	if f.IsPair() && b.oneIn(2) {
		b.attach(e, pair(f.First, b.other(f.Second)))
	}
	switch b.below(4) {
	case 0:
		b.emit(b.op(spec.OpClear, base))
	case 1:
		if f.IsPair() && f.Second != base && f.Second != e && w.IsUser(f.Second) {
			b.deleteEntity(f.Second)
		}
	}
	if w.Things[e].Alive && w.Things[base].Alive {
		b.attach(e, pair(k.IsA, base))
		b.emit(b.op(spec.OpIDs, e))
	}
}

// waiting defers changes of few entities that depend on each other: values that replace values, targets that die, and
// a command that is refused when its turn comes.
func (b *builder) waiting() {
	w, k := b.world, b.world.Words
	if b.Deferred > 0 {
		b.EndDeferral()
	}
	e, t := b.plain(), b.plain()
	c := single(b.of(roleComponent))
	b.Defer()
	for range 3 + b.below(5) {
		if !w.Things[e].Alive {
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
			b.attach(e, pair(b.of(roleRelationship), t))
		case 5:
			b.deleteEntity(t)
			t = b.plain()
		case 6: // fails in its turn where it would close a cycle
			b.factOp(spec.OpAdd, t, pair(k.ChildOf, e))
			b.factOp(spec.OpAdd, e, pair(k.ChildOf, t))
		case 7:
			b.switchFact(e, c)
		case 8:
			e = b.fresh()
		case 9:
			b.inUse()
		case 10:
			if b.Deferred == 1 {
				b.Defer()
			}
		default:
			b.attach(e, single(b.of(roleTag)))
		}
	}
	b.EndDeferral()
	b.emit(spec.Operation{Op: spec.OpDump})
}
