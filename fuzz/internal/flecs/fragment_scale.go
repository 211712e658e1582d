package flecs

import "github.com/relspec/relspec/spec"

// The fragments of this file make so many entities or ids that engines treat them differently. They have a weight in the preset scale alone: a
// small world has no room for them.

// masses makes dozens of entities with the same ids, whose target or parent then dies, moves or changes under a held query.
func (b *builder) masses() {
	w, k := b.world, b.world.Words
	r, t := b.of(roleRelationship), b.fresh()
	tag, c := single(b.of(roleTag)), single(b.of(roleComponent))
	if b.oneIn(3) {
		r = k.ChildOf
	}
	held := b.holdTerms([...]spec.Term{b.pairTerm(spec.And, r, every), b.tagTerm(spec.And, tag.First), b.pairTerm(spec.And, r, t)}[b.below(3)])
	var crowd []ref
	for range 17 + b.below(40) {
		if !b.room() {
			break
		}
		e := b.birth(rolePlain, nil)
		b.attach(e, pair(r, t))
		if w.Owns(e, pair(r, t)) {
			b.attach(e, tag)
			crowd = append(crowd, e)
		}
	}
	if len(crowd) == 0 {
		return
	}
	for range 1 + b.below(4) {
		b.give(b.from(crowd), c)
	}
	b.compareHeld(held)
	if b.oneIn(2) {
		b.deleteEntity(b.from(crowd))
		b.birth(rolePlain, nil) // among those that are sorted by age
	}
	switch b.below(5) {
	case 0, 1, 2:
		b.deleteEntity(t)
	case 3:
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: w.ID(pair(r, t))})
	default:
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: w.ID(tag)})
	}
	b.compareHeld(held)
	if w.IsAlive(t) {
		b.emit(b.relOp(spec.OpSources, t, r))
	}
	b.askTerms(b.tagTerm(spec.And, tag.First))
}

// wide gives one entity forty ids and more, of a kind or mixed, and takes some of them again.
func (b *builder) wide() {
	w, k := b.world, b.world.Words
	e, r := b.fresh(), b.of(roleRelationship)
	if w.Is(r, k.Exclusive) || b.oneIn(3) {
		if b.room() {
			r = b.birth(roleRelationship, nil)
		}
	}
	held := b.holdTerms(b.pairTerm(spec.And, r, every))
	var ids []fact
	if old := b.plain(); old != e && b.Deferred == 0 && b.oneIn(2) { // the youngest of the targets has an old number
		b.deleteEntity(old)
		if !w.IsAlive(old) && w.IsAlive(e) && w.IsAlive(r) {
			if f := pair(r, b.fresh()); b.allows(e, f) {
				b.give(e, f)
			}
		}
	}
	if !w.IsAlive(e) || !w.IsAlive(r) {
		return
	}
	start := b.below(max(1, len(w.Live)))
	for i := range 40 + b.below(24) {
		x := w.Live[(start+i)%len(w.Live)]
		f := pair(r, x)
		if w.Things[x].Role != rolePlain || b.oneIn(6) {
			f = single(x)
		}
		if x != e && b.allows(e, f) {
			b.give(e, f)
			ids = append(ids, f)
		}
	}
	if len(ids) == 0 || !w.IsAlive(e) {
		return
	}
	b.compareHeld(held)
	b.emit(b.op(spec.OpIDs, e))
	b.emit(b.relOp(spec.OpTargets, e, r))
	nth := b.relOp(spec.OpTarget, e, r)
	nth.Index = b.below(len(ids))
	b.emit(nth)
	nth.Index = len(ids) - 1 - b.below(2)
	b.emit(nth)
	if b.features.Overrides && b.oneIn(2) { // all of them at once, for an instance
		for _, f := range ids[:min(len(ids), 24)] {
			if b.isSound(e, f) {
				b.factOp(spec.OpOverride, e, f)
			}
		}
		b.emit(b.op(spec.OpIDs, b.instance(e)))
	}
	for range 4 + b.below(8) {
		if f := ids[b.below(len(ids))]; b.isSound(e, f) {
			b.removeFact(e, f)
			b.askTerms(b.idTerm(f))
		}
	}
	switch b.below(3) {
	case 0:
		b.removeFact(e, pair(r, every))
	case 1:
		b.deleteEntity(ids[b.below(len(ids))].First)
	}
	b.compareHeld(held)
}

// manyCopies gives an instance copies of two dozen pairs from which nothing follows, so that an engine may add them at once.
func (b *builder) manyCopies() {
	w := b.world
	if len(w.Live)+3 > b.Most {
		return
	}
	base, r := b.birth(rolePlain, nil), b.birth(roleRelationship, nil)
	start := b.below(len(w.Live))
	for i := range 24 {
		x := w.Live[(start+i)%len(w.Live)]
		if f := pair(r, x); w.Things[x].Role == rolePlain && b.allows(base, f) {
			b.give(base, f)
			b.factOp(spec.OpOverride, base, f)
		}
	}
	e := b.instance(base)
	b.emit(b.op(spec.OpIDs, e))
	b.askTerms(b.pairTerm(spec.And, r, every))
}

// longChain makes a chain of forty entities and more along IsA, ChildOf or another relationship, asks from both ends, and cuts it.
func (b *builder) longChain() {
	w, k := b.world, b.world.Words
	r := [...]ref{k.IsA, k.ChildOf, b.relationshipWith(k.Transitive), b.relationshipWith(k.Traversable)}[b.below(4)]
	if r == k.IsA && b.isFlat() {
		r = k.ChildOf
	}
	c := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	b.inheritable(c.First)
	top := b.fresh()
	b.give(top, c)
	chain := []ref{top}
	for range 40 + b.below(24) {
		last := chain[len(chain)-1]
		if !b.room() {
			break
		}
		e := b.birth(rolePlain, nil)
		b.attach(e, pair(r, last))
		if !w.Owns(e, pair(r, last)) {
			break
		}
		chain = append(chain, e)
	}
	low := chain[len(chain)-1]
	question := b.idTerm(c)
	switch {
	case r != k.IsA && b.features.Traversal && w.IsTraversable(r):
		question = b.upward(question, r, upwardFlags[1+b.below(3)])
	case r != k.IsA:
		question = b.pairTerm(spec.And, r, top)
	}
	held := b.holdTerms(question)
	b.compareHeld(held)
	b.askTerms(on(b.pairTerm(spec.And, r, top), b.refTo(low)))
	if b.features.Walks {
		b.emit(b.relOp(spec.OpDepth, low, r))
		b.emit(b.relOp(spec.OpWalkUp, low, r))
	}
	if b.features.Observers && b.oneIn(2) {
		b.watchTerms(question)
	}
	for range 1 + b.below(3) {
		e := chain[b.below(len(chain))]
		if !w.IsAlive(e) || !w.IsAlive(top) || !w.IsAlive(c.First) {
			break
		}
		switch b.below(4) {
		case 0:
			b.removeFact(e, pair(r, every))
		case 1:
			b.removeFact(top, c)
		case 2:
			b.give(e, c)
		default:
			b.attach(e, pair(r, b.plain()))
		}
		b.compareHeld(held)
	}
	if b.features.Observers {
		b.unwatchAll()
	}
}

// unwatchAll releases every observer: each asks its query around every operation, of every entity that this may concern.
func (b *builder) unwatchAll() {
	for len(b.observers) > 0 {
		b.unwatch()
	}
}

// manyTables holds a query that nine tables and more match, and lets a target die, or a tag, so that a table goes and leaves its number to
// one that does not match.
func (b *builder) manyTables() {
	n := 9 + b.below(3)
	for len(b.world.Of[rolePlain]) < n && b.room() {
		b.fresh()
	}
	if len(b.world.Of[rolePlain]) < n || len(b.world.Live)+4 > b.Most {
		return
	}
	crowd := append([]ref(nil), b.world.Of[rolePlain][:n]...)
	tag, r, doomed := single(b.of(roleTag)), b.of(roleRelationship), single(b.birth(roleTag, nil))
	for i, e := range crowd {
		b.attach(e, tag)
		if i > 0 { // one has the tag alone
			b.attach(e, pair(r, crowd[(i+1)%n]))
		}
	}
	b.attach(b.from(crowd), doomed)
	terms := []spec.Term{b.idTerm(tag)}
	switch b.below(8) { // an engine may keep the matches of single ids in a way of its own
	case 0:
		terms = append(terms, b.tagTerm(spec.Not, b.of(roleTag)))
	case 1:
		terms = []spec.Term{b.pairTerm(spec.And, r, every)}
	case 2:
		terms = append(terms, b.tagTerm(spec.Optional, b.of(roleComponent)))
	}
	q := b.queryOf(terms...)
	q.Kind = b.kindLike(spec.KindCached)
	held := b.hold(q, nil)
	b.iterateHeld(b.held[held], nil)
	for range 1 + b.below(2) {
		dies := b.from(crowd)
		if b.world.IsAlive(doomed.First) { // the first change that the held query meets takes a table away
			dies = doomed.First
		}
		if b.world.IsAlive(dies) {
			b.deleteEntity(dies)
		}
		if b.oneIn(2) { // between the end of the table and the next one
			b.iterateHeld(b.held[held], nil)
		}
		x, id := b.fresh(), pair(b.of(roleRelationship), b.plain())
		if !b.oneIn(4) && b.room() {
			id = single(b.birth(roleTag, nil))
		}
		b.attach(x, id) // in the next table that is made
		b.compareHeld(held)
	}
}
