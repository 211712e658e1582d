package flecs

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

// outdated keeps queries whose matches depend on other entities than those that match, or on targets, and makes changes that come from
// afar: remove_all, delete_with, the death of a target whose tables come back with others, a base of a base, a restore.
func (b *builder) outdated() {
	o := &outdatedQuery{builder: b, tag: b.of(roleTag), r: b.of(roleRelationship), e: b.fresh(), t: b.plain()}
	o.c, o.d = single(b.of(roleComponent)), single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	o.one, o.two = b.plain(), b.plain()
	b.attach(o.e, single(o.tag))
	q := b.queryOf(o.question()...)
	if b.oneIn(4) && b.features.Ordering {
		b.plan.ordered = true
		q.OrderBy = &spec.OrderBy{Desc: b.oneIn(2)}
		if b.oneIn(2) {
			q.GroupBy = b.world.Handle(o.r)
		}
	}
	q.Kind = b.kindLike(spec.KindCached)
	held := b.hold(q, nil)
	o.name = b.held[held].name
	b.compareHeld(held)
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	rewinds := b.features.Snapshots && b.Deferred == 0 && b.oneIn(2)
	if rewinds {
		b.emit(before)
	}
	for range 3 + b.below(4) {
		o.change()
		b.compareHeld(held)
	}
	if before.Op = spec.OpRestore; rewinds && b.Deferred == 0 {
		b.emit(before)
		b.compareHeld(held)
		o.change()
		b.compareHeld(held)
	}
}

// outdatedQuery has the ids of a held query, and the entities that have them.
type outdatedQuery struct {
	*builder
	e, one, two, top, t ref
	tag, r              ref
	c, d                fact
	name                string // of the query
	form                outdatedForm
}

// outdatedForm is what the matches of the query depend on, besides the entity that matches.
type outdatedForm uint8

const (
	onTargets outdatedForm = iota
	onFixedSources
	onWayUp
	onBases
)

// outdatedChange is a change that comes from afar.
type outdatedChange uint8

const (
	removesAll outdatedChange = iota
	deletesWith
	replacesTarget // the tables come back with another target
	givesBase
	takesFromBase
	loosensBase
	tiesBase
	replacesBase // a base dies, and its tables come back with another
	movesBase
	movesParent
	givesBasePair
	takesPair
	outdatedChanges = iota
)

// outdatedBy lists the changes after which a query of a form can match something else, the likelier ones more often.
var outdatedBy = [...][]outdatedChange{
	onTargets:      {replacesTarget, replacesTarget, replacesTarget, takesPair, removesAll, deletesWith, tiesBase},
	onFixedSources: {givesBase, takesFromBase, loosensBase, loosensBase, tiesBase, tiesBase, movesBase},
	onWayUp:        {givesBase, givesBase, takesFromBase, takesFromBase, loosensBase, movesParent, movesParent},
	onBases:        {givesBase, takesFromBase, loosensBase, tiesBase, replacesBase, replacesBase, givesBasePair, replacesTarget},
}

// question makes the world that a query depends on, and the terms of the query.
func (o *outdatedQuery) question() []spec.Term {
	b, k := o.builder, o.world.Words
	tag := b.tagTerm(spec.And, o.tag)
	o.top = b.plain()
	switch b.below(8) {
	case 0: // two fixed sources
		o.form = onFixedSources
		b.give(o.one, o.c)
		b.give(o.two, o.d)
		second := on(b.idTerm(o.d), b.refTo(o.two))
		second.Oper = [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
		return []spec.Term{tag, on(b.idTerm(o.c), b.refTo(o.one)), second}
	case 1: // a fixed source that has it from far above
		o.form = onFixedSources
		b.inheritable(o.c.First)
		o.line()
		term := on(b.idTerm(o.c), b.refTo(o.one))
		term.Oper = [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
		return []spec.Term{tag, term}
	case 2:
		b.attach(o.e, pair(o.r, o.t))
		terms := []spec.Term{tag, b.pairTerm(spec.Not, o.r, o.t)}
		if b.oneIn(2) {
			terms = append(terms, b.tagTerm(spec.Not, o.d.First))
		}
		return terms
	case 3: // above, where the way moves
		o.form = onWayUp
		b.give(o.one, o.c)
		b.attach(o.e, pair(k.ChildOf, o.one))
		b.attach(o.one, pair(k.ChildOf, o.two))
		if b.features.Traversal {
			term := b.upward(b.idTerm(o.c), k.ChildOf, upwardFlags[1+b.below(3)])
			term.Oper = [...]spec.Operator{spec.And, spec.Not}[b.below(2)]
			return []spec.Term{tag, term}
		}
	case 4, 5, 6: // pairs of a base of a base
		o.form = onBases
		b.inheritable(o.r)
		b.inheritable(o.c.First)
		o.line()
		b.attach(o.e, pair(k.IsA, o.one))
		b.attach(o.top, pair(o.r, o.t))
		if b.oneIn(2) {
			return []spec.Term{b.idTerm(o.c)}
		}
		return []spec.Term{tag, b.pairTerm([...]spec.Operator{spec.And, spec.And, spec.Not}[b.below(3)], o.r, [...]ref{every, o.t}[b.below(2)])}
	}
	b.attach(o.e, pair(o.r, o.t))
	return []spec.Term{b.pairTerm(spec.And, o.r, [...]ref{every, o.t}[b.below(2)]), b.tagTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], o.tag)}
}

// line makes one an instance of two, two of top, which has the component.
func (o *outdatedQuery) line() {
	b, isA := o.builder, o.world.Words.IsA
	b.give(o.top, o.c)
	b.attach(o.two, pair(isA, o.top))
	b.attach(o.one, pair(isA, o.two))
}

// change is one of those that come from afar.
func (o *outdatedQuery) change() {
	b, k := o.builder, o.world.Words
	for _, e := range [...]*ref{&o.e, &o.one, &o.two, &o.top, &o.t} {
		if !b.world.IsAlive(*e) {
			*e = b.fresh()
		}
	}
	if !b.isSound(o.e, o.c) || !b.isSound(o.e, pair(o.tag, o.r)) || !b.isSound(o.e, o.d) {
		return
	}
	of := outdatedBy[o.form]
	kind := of[b.below(len(of))]
	if b.oneIn(4) {
		kind = outdatedChange(b.below(outdatedChanges)) //nolint:gosec // there are few
	}
	switch kind {
	case removesAll:
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID([...]fact{o.c, o.d, pair(o.r, o.t), pair(o.r, every)}[b.below(4)])})
	case deletesWith:
		b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID([...]fact{single(o.tag), pair(o.r, o.t)}[b.below(2)])})
		o.again()
	case replacesTarget:
		b.deleteEntity(o.t)
		o.look()
		o.t = b.fresh()
		if b.oneIn(4) {
			o.t = b.plain()
		}
		o.again()
		b.attach(o.e, pair(o.r, o.t))
	case givesBase:
		b.give([...]ref{o.top, o.two}[b.below(2)], o.c)
	case takesFromBase:
		b.removeFact([...]ref{o.top, o.two, o.one}[b.below(3)], o.c)
	case loosensBase:
		b.removeFact(o.two, o.d)
		b.removeFact(o.two, pair(k.IsA, o.top))
	case tiesBase:
		b.attach(o.two, [...]fact{o.d, pair(k.IsA, o.top)}[b.below(2)])
	case replacesBase:
		base := [...]ref{o.one, o.one, o.top}[b.below(3)]
		b.deleteEntity(base)
		o.look()
		o.one = b.fresh()
		if b.oneIn(2) {
			b.give(o.one, o.c)
		}
		o.again()
		b.attach(o.e, pair(k.IsA, o.one))
	case movesBase:
		b.attach([...]ref{o.one, o.two}[b.below(2)], single(b.of(roleTag)))
	case movesParent:
		b.attach(o.one, pair(k.ChildOf, o.top))
	case givesBasePair:
		b.attach([...]ref{o.top, o.two}[b.below(2)], pair(o.r, o.t))
	case takesPair:
		b.removeFact(o.e, pair(o.r, o.t))
	}
}

// look asks the query in the middle of a change.
func (o *outdatedQuery) look() {
	if o.oneIn(2) {
		o.emit(spec.Operation{Op: spec.OpIterate, On: o.name})
	}
}

// again gives the query an entity to match, where that has died.
func (o *outdatedQuery) again() {
	if !o.world.IsAlive(o.e) || o.oneIn(3) {
		o.e = o.fresh()
	}
	o.attach(o.e, single(o.tag))
}
