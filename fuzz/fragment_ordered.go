package fuzz

import "github.com/relspec/relspec/spec"

// sorted holds a query that is sorted, grouped or both, and changes values, targets and rows.
func (b *builder) sorted() {
	w := b.world
	c, r := single(b.of(roleComponent)), b.of(roleRelationship)
	entities := [...]ref{b.plain(), b.plain(), b.plain()}
	for _, e := range entities {
		b.give(e, c)
		if b.oneIn(2) {
			b.attach(e, pair(r, b.plain()))
		}
	}
	if b.oneIn(4) {
		b.inheritable(c.First)
		b.instance(entities[0])
	}
	term := b.tagTerm(spec.And, c.First)
	if b.features.Traversal && b.oneIn(4) {
		term.Src.Trav = &spec.Traversal{Flags: spec.TravSelf | spec.TravUp, Rel: new(b.refTo(w.Words.ChildOf))}
		b.attach(b.plain(), pair(w.Words.ChildOf, entities[0]))
		b.attach(b.plain(), pair(w.Words.ChildOf, entities[1]))
	}
	q := b.queryOf(term)
	q.Kind = spec.KindCached
	b.plan.ordered = true
	how := b.below(8)
	if how < 6 {
		q.OrderBy = &spec.OrderBy{Component: w.Handle(c.First), Desc: how%2 == 1}
	}
	if how > 4 {
		q.GroupBy = w.Handle(r)
	}
	held := b.hold(q, nil)
	b.iterateHeld(b.held[held], nil)
	for range 2 + b.below(3) {
		e := entities[b.below(len(entities))]
		if !w.Things[e].Alive {
			continue
		}
		switch b.below(8) {
		case 0:
			b.attach(e, pair(r, b.plain()))
		case 1:
			b.removeFact(e, pair(r, every))
		case 2:
			b.removeFact(e, c)
		case 3:
			b.attach(e, single(b.of(roleTag)))
		default:
			b.give(e, c)
		}
		if held < len(b.held) {
			b.iterateHeld(b.held[held], nil)
		}
	}
	b.compareHeld(held)
}

// tracked asks a query whether anything has changed, between changes of its matches, own and inherited.
func (b *builder) tracked() {
	w, k := b.world, b.world.Words
	c := single(b.of(roleComponent))
	e := b.plain()
	b.give(e, c)
	b.inheritable(c.First)
	instance := b.plain()
	if b.oneIn(2) {
		instance = b.instance(e)
	}
	term := b.tagTerm(spec.And, c.First)
	if b.oneIn(2) {
		term.Access = spec.AccessIn
	}
	q := b.queryOf(term)
	q.Kind, q.DetectChanges = spec.KindCached, b.g.profile.ChangeOptIn
	held := b.hold(q, nil)
	name := b.held[held].name
	b.emit(spec.Operation{Op: spec.OpChanged, On: name})
	for range 2 + b.below(3) {
		b.iterateTracked(name)
		if !w.Things[e].Alive || !w.Things[instance].Alive {
			e, instance = b.plain(), b.plain()
		}
		switch b.below(8) {
		case 0:
			b.attach(e, single(b.of(roleTag)))
		case 1:
			b.removeFact(e, c)
		case 2:
			b.give(instance, c)
		case 3:
			if b.features.Modified {
				b.factOp(spec.OpModified, e, c)
			}
		case 4:
			b.deleteEntity(instance)
		case 5:
			b.askTerms(b.tagTerm(spec.And, c.First))
		case 6:
			b.removeFact(instance, pair(k.IsA, e))
		default:
			b.give(e, c)
		}
		b.emit(spec.Operation{Op: spec.OpChanged, On: name})
	}
}

// iterateTracked iterates a prepared query that detects changes.
func (b *builder) iterateTracked(name string) {
	c := b.below(4)
	b.emit(spec.Operation{Op: spec.OpIterate, On: name, Untouched: c%2 == 0, Changes: c >= 2})
}

// locked goes through the batches of a query and changes entities of the table on which the iterator stands.
func (b *builder) locked() {
	if b.iterator != "" {
		b.iterateStep()
		return
	}
	w := b.world
	e, tag := b.plain(), b.of(roleTag)
	if b.room() && b.oneIn(2) { // several of one table
		ids := []fact{single(tag)}
		b.birth(rolePlain, ids)
		e = b.birth(rolePlain, ids)
	}
	b.attach(e, single(tag))
	q := b.queryOf(b.tagTerm(spec.And, tag))
	held := b.hold(q, nil)
	b.iterators++
	name := "i" + number(b.iterators)
	b.emit(spec.Operation{Op: spec.OpIterBegin, On: b.held[held].name, As: name})
	if b.oneIn(3) { // before the iterator comes to it
		b.deleteEntity(e)
	}
	for range 2 + b.below(3) {
		b.emit(spec.Operation{Op: spec.OpIterNext, On: name})
		x := e
		if !w.Things[e].Alive || b.oneIn(2) {
			x = b.plain()
		}
		b.moveUnderLock(x, tag)
	}
	b.emit(spec.Operation{Op: spec.OpIterEnd, On: name})
	b.attach(b.plain(), single(tag))
}

// moveUnderLock makes changes that a lock may refuse. The belief of the generator is then often wrong for a while.
func (b *builder) moveUnderLock(x, tag ref) {
	switch b.below(8) {
	case 0:
		b.factOp(spec.OpAdd, x, single(tag))
	case 1:
		b.factOp(spec.OpRemove, x, single(tag))
	case 2:
		b.emit(b.op(spec.OpDelete, x))
		b.emit(b.op(spec.OpAlive, x))
	case 3:
		b.deleteEntity(x)
	case 4:
		if b.features.Deferral && b.deferred == 0 {
			b.deferral()
			b.factOp(spec.OpRemove, x, single(tag))
			b.endDeferral()
		}
	case 5:
		b.give(x, single(b.of(roleComponent)))
	default:
		b.factOp(spec.OpAdd, x, single(b.of(roleTag)))
	}
}
