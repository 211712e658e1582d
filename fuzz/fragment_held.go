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
	w, k := b.world, b.world.words
	e, source := b.plain(), b.plain()
	c := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	b.attach(source, c)
	term := b.tagTerm(spec.And, c.first)
	tag := b.of(roleTag)
	b.attach(e, single(tag))
	if b.oneIn(3) {
		term.Src = b.refTo(source)
	} else {
		b.inheritable(c.first)
		b.attach(e, fact{k.isA, source})
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
		b.attach(source, fact{b.of(roleRelationship), e})
	case 2, 3: // what is inherited depends on it
		rule := b.instantiation()
		if w.owns(c.first, rule) {
			b.removeFact(c.first, rule)
		} else {
			b.attach(c.first, rule)
		}
	default:
		b.removeFact(source, c)
	}
	b.compareHeld(held)
	if !w.owns(source, c) && w.things[source].alive {
		b.attach(source, c)
		b.compareHeld(held)
	}
}

// cascade builds a tree whose entities have data, and deletes it from its root while others in the same tables
// survive and move.
func (b *builder) cascade() {
	w, k := b.world, b.world.words
	r := k.childOf
	if b.oneIn(3) {
		r = b.relationshipWith()
		b.attach(r, fact{k.onDeleteTarget, k.delete})
	}
	c := single(b.of(roleComponent))
	root, survivor := b.fresh(), b.plain()
	held := b.holdTerms(b.tagTerm(spec.And, c.first))
	above := root
	for range 1 + b.below(4) {
		e := b.fresh()
		b.attach(e, fact{r, above})
		if w.allows(e, c) {
			b.setFact(e, c)
		}
		if b.oneIn(2) {
			above = e
		}
	}
	if survivor != root && w.allows(survivor, c) {
		b.setFact(survivor, c)
	}
	b.deleteEntity(root)
	b.compareHeld(held)
	if w.things[survivor].alive {
		b.factOp(spec.OpGet, survivor, c)
	}
}

// policyCycle makes entities that must die with each other, or with a tag, and deletes one.
func (b *builder) policyCycle() {
	k := b.world.words
	r := b.of(roleRelationship)
	if b.oneIn(3) {
		r = b.besideTables()
	}
	b.attach(r, b.policy())
	e, t := b.plain(), b.plain()
	b.attach(e, fact{r, t})
	b.attach(t, fact{r, e})
	tag := b.of(roleTag)
	b.attach(tag, fact{k.onDelete, [...]ref{k.delete, k.remove, k.panic}[b.below(3)]})
	if b.room() && b.oneIn(4) { // nothing has it
		b.deleteEntity(b.birth(roleTag, []fact{{k.onDelete, k.panic}}))
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
	k := b.world.words
	e := b.plain()
	tag := b.of(roleTag)
	b.attach(e, single(tag))
	mark := [...]ref{k.prefab, k.disabled}[b.below(2)]
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
		b.attach(e, fact{b.world.words.childOf, b.plain()})
	}
	name := siblingNames[b.below(len(siblingNames))]
	if b.world.nameTaken(name, b.parentOf(e), e) {
		return
	}
	b.rename(e, name)
	up := b.parentOf(e)
	if b.oneIn(2) && up >= 0 && b.world.isUser(up) { // the name goes with the parent
		if b.oneIn(2) { // which goes with the child
			r := b.of(roleRelationship)
			b.attach(r, fact{b.world.words.onDeleteTarget, b.world.words.delete})
			b.attach(up, fact{r, e})
			b.deleteEntity(e)
		} else {
			b.deleteEntity(up)
		}
		n, child := b.fresh(), b.fresh()
		for _, x := range [...]ref{n, child, b.fresh()} { // one of them may have the parent's number
			b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: b.world.handle(x)})
		}
		b.attach(child, fact{b.world.words.childOf, n})
		if !b.world.nameTaken(name, b.parentOf(child), child) {
			b.rename(child, name)
		}
		return
	}
	b.deleteEntity(e)
	n := b.fresh()
	b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: b.world.handle(up)})
	if !b.world.nameTaken(name, b.parentOf(n), n) {
		b.rename(n, name)
	}
	b.emit(spec.Operation{Op: spec.OpLookup, Path: name})
	b.emit(b.op(spec.OpPath, n))
}

func (b *builder) rename(e ref, name string) {
	op := b.op(spec.OpSetName, e)
	op.Name = &name
	b.emit(op)
	b.world.things[e].name = name
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
