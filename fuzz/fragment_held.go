package fuzz

import "github.com/relspec/relspec/spec"

// holdAndChange keeps a query through changes that make and empty tables, and asks it between them.
func (b *builder) holdAndChange() {
	q := b.query()
	held := b.hold(q, b.plan.outer())
	for range 2 + b.below(3) {
		switch b.below(4) {
		case 0:
			b.remove()
		case 1:
			b.bear()
		default:
			b.add()
		}
		b.compareHeld(held)
	}
	if b.oneIn(3) {
		b.delete()
		b.compareHeld(held)
	}
}

// heldSource keeps a query whose match is on another entity, a fixed source or a base, and changes that entity.
func (b *builder) heldSource() {
	w, k := b.world, b.world.Words
	e, source := b.plain(), b.plain()
	c := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	b.attach(source, c)
	term := b.tagTerm(spec.And, c.First)
	tag := b.of(roleTag)
	b.attach(e, single(tag))
	if b.oneIn(3) {
		term.Src = b.refTo(source)
	} else {
		b.inheritable(c.First)
		b.attach(e, pair(k.IsA, source))
		if b.oneIn(2) { // by way of another
			b.attach(b.instance(e), single(tag))
		}
	}
	held := b.holdTerms(b.tagTerm(spec.And, tag), term)
	b.compareHeld(held)
	switch b.below(8) {
	case 0:
		b.attach(source, single(b.of(roleTag)))
	case 1:
		b.attach(source, pair(b.of(roleRelationship), e))
	case 2, 3: // inheritance depends on it
		rule := b.instantiation()
		if w.Owns(c.First, rule) {
			b.removeFact(c.First, rule)
		} else {
			b.attach(c.First, rule)
		}
	default:
		b.removeFact(source, c)
	}
	b.compareHeld(held)
	if !w.Owns(source, c) && w.Things[source].Alive {
		b.attach(source, c)
		b.compareHeld(held)
	}
}

// cascade builds a tree whose entities have data, and deletes it from its root while others in the same tables
// survive and move.
func (b *builder) cascade() {
	w, k := b.world, b.world.Words
	r := k.ChildOf
	if b.oneIn(3) {
		r = b.relationshipWith()
		b.attach(r, pair(k.OnDeleteTarget, k.Delete))
	}
	c := single(b.of(roleComponent))
	root, survivor := b.fresh(), b.plain()
	held := b.holdTerms(b.tagTerm(spec.And, c.First))
	above := root
	for range 1 + b.below(4) {
		e := b.fresh()
		b.attach(e, pair(r, above))
		if b.allows(e, c) {
			b.setFact(e, c)
		}
		if b.oneIn(2) {
			above = e
		}
	}
	if survivor != root && b.allows(survivor, c) {
		b.setFact(survivor, c)
	}
	b.deleteEntity(root)
	b.compareHeld(held)
	if w.Things[survivor].Alive {
		b.factOp(spec.OpGet, survivor, c)
	}
}

// policyCycle makes entities that must die with each other, or with a tag, and deletes one.
func (b *builder) policyCycle() {
	k := b.world.Words
	r := b.of(roleRelationship)
	if b.oneIn(3) {
		r = b.besideTables()
	}
	b.attach(r, b.policy())
	e, t := b.plain(), b.plain()
	b.attach(e, pair(r, t))
	b.attach(t, pair(r, e))
	tag := b.of(roleTag)
	b.attach(tag, pair(k.OnDelete, [...]ref{k.Delete, k.Remove, k.Panic}[b.below(3)]))
	if b.room() && b.oneIn(4) { // nothing has it
		b.deleteEntity(b.birth(roleTag, []fact{pair(k.OnDelete, k.Panic)}))
	}
	b.attach(t, single(tag))
	switch b.below(4) {
	case 0:
		b.deleteEntity(tag)
	case 1:
		b.deleteEntity(r)
	case 2:
		b.deleteEntity(t)
	default:
		b.deleteEntity(e)
	}
	b.askTerms(b.pairTerm(spec.And, every, every))
}

// hidden asks about an entity while it becomes and ceases to be a prefab or disabled.
func (b *builder) hidden() {
	k := b.world.Words
	e := b.plain()
	tag := b.of(roleTag)
	b.attach(e, single(tag))
	mark := [...]ref{k.Prefab, k.Disabled}[b.below(2)]
	plain := b.holdTerms(b.tagTerm(spec.And, tag))
	b.attach(e, single(mark))
	b.compareHeld(plain)
	b.askTerms(b.tagTerm(spec.And, tag), b.tagTerm(spec.Optional, mark))
	b.askTerms(b.tagTerm(spec.Not, mark), b.tagTerm(spec.And, tag))
	if b.oneIn(2) {
		b.removeFact(e, single(mark))
		b.compareHeld(plain)
	}
}

// nameReuse deletes an entity and gives its name to another one.
func (b *builder) nameReuse() {
	e := b.fresh()
	if b.oneIn(2) {
		b.attach(e, pair(b.world.Words.ChildOf, b.plain()))
	}
	name := siblingNames[b.below(len(siblingNames))]
	if b.world.NameTaken(name, b.parentOf(e), e) {
		return
	}
	b.rename(e, name)
	up := b.parentOf(e)
	if b.oneIn(2) && up >= 0 && b.world.IsUser(up) { // the name goes with the parent
		if b.oneIn(2) { // which goes with the child
			r := b.of(roleRelationship)
			b.attach(r, pair(b.world.Words.OnDeleteTarget, b.world.Words.Delete))
			b.attach(up, pair(r, e))
			b.deleteEntity(e)
		} else {
			b.deleteEntity(up)
		}
		n, child := b.fresh(), b.fresh()
		for _, x := range [...]ref{n, child, b.fresh()} { // one of them may have the parent's number
			b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: b.world.Handle(x)})
		}
		b.attach(child, pair(b.world.Words.ChildOf, n))
		if !b.world.NameTaken(name, b.parentOf(child), child) {
			b.rename(child, name)
		}
		return
	}
	b.deleteEntity(e)
	n := b.fresh()
	b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: b.world.Handle(up)})
	if !b.world.NameTaken(name, b.parentOf(n), n) {
		b.rename(n, name)
	}
	b.emit(spec.Operation{Op: spec.OpLookup, Path: name})
	b.emit(b.op(spec.OpPath, n))
}

func (b *builder) rename(e ref, name string) {
	op := b.op(spec.OpSetName, e)
	op.Name = &name
	b.emit(op)
}

// rewind goes back to a snapshot under a held query, twice.
func (b *builder) rewind() {
	b.snapshot()
	q := b.query()
	held := b.hold(q, b.plan.outer())
	b.add()
	b.delete()
	b.create()
	b.compareHeld(held)
	b.restore()
	b.compareHeld(held)
}
