package flecs

import "github.com/relspec/relspec/spec"

// twoPairs gives an entity two relationships to one target, or one relationship to two targets, and removes one of
// the two while a wildcard query is held: an index that counts entities instead of pairs forgets the other.
func (b *builder) twoPairs() {
	e := b.plain()
	t := b.other(e)
	r, s := b.of(roleRelationship), b.of(roleRelationship)
	if b.oneIn(4) {
		r, s = b.besideTables(), b.besideTables()
	}
	one, two := pair(r, t), pair(r, b.other(t))
	wild := pair(r, every)
	if b.oneIn(2) {
		two, wild = pair(s, t), pair(every, t)
	}
	b.attach(e, one)
	b.attach(e, two)
	b.emit(spec.Operation{Op: spec.OpCount, ID: b.world.ID(wild)})
	held := b.holdTerms(b.pairTerm(spec.And, wild.First, wild.Second))
	b.removeFact(e, one)
	b.compareHeld(held)
	b.factOp(spec.OpHas, e, wild)
}

// recycle deletes a target and creates an entity at once, which takes over the numeric id: an old pair must not
// match it.
func (b *builder) recycle() {
	e, f := b.owned()
	t := f.Second
	if !f.IsPair() || !b.world.IsUser(t) || b.world.Things[t].Role != rolePlain || t == e {
		t = b.other(e)
		f = pair(b.of(roleRelationship), t)
		b.attach(e, f)
	}
	held := b.holdTerms(b.pairTerm(spec.And, f.First, every))
	b.deleteEntity(t)
	n := b.fresh()
	b.compareHeld(held)
	b.askTerms(b.pairTerm(spec.And, f.First, n))
	if e >= 0 && b.world.Things[e].Alive {
		b.factOp(spec.OpHas, e, pair(f.First, n))
		b.emit(b.op(spec.OpIDs, e))
	}
	b.emit(b.relOp(spec.OpSources, n, f.First))
	if again := b.other(n); b.oneIn(2) {
		b.attach(again, pair(f.First, n))
		b.compareHeld(held)
	}
}

// readd adds, removes and adds again, with a value in between that must not come back; a component, a pair with data,
// or a pair of a relationship that is stored otherwise.
func (b *builder) readd() {
	e, f := b.typed()
	k := b.world.Words
	switch stored := b.below(4); {
	case stored == 0 && b.features.Properties.Has(spec.DontFragment):
		f = pair(b.relationshipWith(k.DontFragment), b.plain())
	case stored == 1 && b.features.Properties.Has(spec.Union):
		f = pair(b.relationshipWith(k.Union), b.plain())
	}
	if !b.isSound(e, f) || !b.allows(e, f) {
		return
	}
	held := b.holdTerms(spec.Term{First: b.refTo(f.First), Second: b.refTo(f.Second)})
	data := len(b.world.Members(f)) > 0
	if data {
		b.setFact(e, f)
	} else {
		b.addFact(e, f)
	}
	b.removeFact(e, f)
	b.compareHeld(held)
	b.addFact(e, f)
	if data {
		b.factOp(spec.OpGet, e, f)
	}
	b.compareHeld(held)
}

// chainOfPairs asks Or chains with a pair that is not the first alternative: in a released engine a cached one with
// (ChildOf, *) read beyond its memory.
func (b *builder) chainOfPairs() {
	r := b.of(roleRelationship)
	if b.oneIn(2) {
		r = b.world.Words.ChildOf
	}
	chain := spec.Term{Kind: spec.TermOr, Terms: []spec.Term{
		b.tagTerm(spec.And, b.of(roleTag)), b.pairTerm(spec.And, r, every),
	}}
	if b.oneIn(2) {
		chain.Terms = append(chain.Terms, b.tagTerm(spec.And, b.of(roleComponent)))
	}
	held := b.holdTerms(chain)
	b.addToward(b.plain(), r, b.below(len(b.world.Live)))
	b.compareHeld(held)
}

// negatedWildcard asks wildcards under Not and Optional, before and after a pair comes or goes.
func (b *builder) negatedWildcard() {
	e, r := b.plain(), b.of(roleRelationship)
	t := b.other(e)
	patterns := [...]fact{pair(r, every), pair(every, t), pair(every, every), pair(r, anyOf)}
	p := patterns[b.below(len(patterns))]
	tag := b.tagTerm(spec.And, b.of(roleTag))
	not := b.holdTerms(tag, b.pairTerm(spec.Not, p.First, p.Second))
	maybe := b.queryOf(tag, b.pairTerm(spec.Optional, p.First, p.Second))
	if b.world.Owns(e, pair(r, t)) {
		b.removeFact(e, pair(r, t))
	} else {
		b.attach(e, pair(r, t))
	}
	b.compareHeld(not)
	b.emit(spec.Operation{Op: spec.OpQuery, Query: maybe})
	b.askTerms(b.pairTerm(spec.Not, p.First, p.Second))
}

// leaf builds a chain of a transitive and reflexive relationship and asks about its end under every operator.
func (b *builder) leaf() {
	k := b.world.Words
	r := b.relationshipWith(k.Transitive, k.Reflexive)
	if b.oneIn(3) {
		r = k.IsA
	}
	e, middle, end := b.fresh(), b.plain(), b.plain()
	b.attach(e, pair(r, middle))
	b.attach(middle, pair(r, end))
	tag := b.of(roleTag)
	b.attach(end, single(tag))
	x := b.variableTerm(spec.And, r, "x")
	switch b.below(6) {
	case 0:
		b.askTerms(b.pairTerm(spec.And, r, end))
	case 1:
		b.askTerms(b.tagTerm(spec.And, tag), b.pairTerm(spec.Not, r, end))
	case 2:
		b.askTerms(b.tagTerm(spec.And, tag), b.pairTerm(spec.Optional, r, end))
	case 3:
		b.askTerms(x, on(b.tagTerm(spec.And, tag), spec.VarRef("x")))
	case 4:
		b.askTerms(on(x, b.refTo(end)))
	default:
		b.askTerms(b.pairTerm(spec.And, r, every), x)
	}
	b.askTerms(b.tagTerm(spec.And, tag), b.pairTerm(spec.Not, r, every))
	if b.oneIn(3) {
		b.attach(end, pair(r, e))
		b.askTerms(x)
	}
}

// web adds several pairs of one relationship, mostly a transitive one, between few entities, so that there are
// branches, longer chains and cycles, and asks where they lead.
func (b *builder) web() {
	k := b.world.Words
	r := b.of(roleRelationship)
	switch b.below(4) {
	case 0:
	case 1, 2:
		r = b.relationshipWith(k.Transitive, k.Exclusive)
	default:
		r = b.relationshipWith(k.Transitive)
	}
	for range 6 {
		if b.below(16) >= 13 || len(b.world.Of[rolePlain]) >= 6 {
			break
		}
		b.fresh()
	}
	plain := b.world.Of[rolePlain]
	for range 4 + b.below(9) {
		c := b.below(len(plain) * len(plain))
		b.attach(plain[c%len(plain)], pair(r, plain[c/len(plain)]))
	}
	e := b.plain()
	held := b.holdTerms(b.pairTerm(spec.And, r, b.plain()))
	b.askTerms(b.variableTerm(spec.And, r, "x"))
	b.askTerms(on(b.variableTerm(spec.And, r, "x"), b.refTo(e)))
	b.askTerms(b.pairTerm(spec.And, r, e))
	switch b.below(4) {
	case 0:
		b.askTerms(b.pairTerm(spec.And, r, every))
	case 1:
		next := [...]string{"y", "_a"}[b.below(2)] // rows that differ in $_a alone are one
		b.askTerms(b.variableTerm(spec.And, r, "x"), on(b.variableTerm(spec.And, r, next), spec.VarRef("x")))
	case 2:
		b.askTerms(b.variableTerm(spec.And, r, "x"), on(b.pairTerm(spec.Not, r, e), spec.VarRef("x")))
	default:
		x, f := b.owned()
		b.removeFact(x, f)
	}
	if b.features.Walks {
		b.emit(b.relOp(spec.OpDepth, e, r))
	}
	if b.features.Ordering && b.features.Traversal && b.world.Is(r, k.Transitive) && b.oneIn(3) {
		b.breadthFirst(r)
	}
	switch b.below(3) {
	case 0:
		b.deleteEntity(b.plain())
	case 1:
		b.addToward(b.plain(), r, b.below(len(b.world.Live)))
	}
	b.compareHeld(held)
	b.askTerms(b.variableTerm(spec.And, r, "x"))
	b.askTerms(b.pairTerm(spec.And, r, b.plain()))
}

// breadthFirst asks in the order of depth along a relationship.
func (b *builder) breadthFirst(r ref) {
	term := b.pairTerm(spec.And, every, every)
	term.Src.Trav = &spec.Traversal{Flags: spec.TravCascade, Rel: new(b.refTo(r))}
	q := b.queryOf(term)
	q.Kind = spec.KindCached
	b.emit(spec.Operation{Op: spec.OpQuery, Query: q})
}

// twoWaysUp asks by up where two targets of one entity have the id that is looked for, or one further up.
func (b *builder) twoWaysUp() {
	k := b.world.Words
	up, r := b.relationshipWith(k.Traversable), b.of(roleRelationship)
	e, one, two := b.fresh(), b.plain(), b.plain()
	for _, t := range [...]ref{two, one} {
		b.attach(e, pair(up, t))
		if !b.oneIn(3) {
			b.attach(t, pair(r, b.plain()))
		}
	}
	b.attach(one, pair(up, two))
	term := b.pairTerm(spec.And, r, every)
	if b.oneIn(2) {
		term = b.variableTerm(spec.And, r, "x")
	}
	term.Src.Trav = &spec.Traversal{Flags: [...]spec.TravFlags{spec.TravUp, spec.TravSelf | spec.TravUp}[b.below(2)], Rel: new(b.refTo(up))}
	held := b.holdTerms(term)
	b.compareHeld(held)
	if b.features.Walks {
		b.emit(b.relOp(spec.OpDepth, e, up))
	}
	b.removeFact(one, pair(r, every))
	b.compareHeld(held)
}

// mirror adds a pair of a symmetric relationship with data whose other side inherits such a pair already, and removes it.
func (b *builder) mirror() {
	k := b.world.Words
	c := b.of(roleComponent)
	b.inheritable(c)
	b.attach(c, single(k.Symmetric))
	base, e := b.plain(), b.plain()
	f := pair(c, e)
	b.give(base, f)
	instance := b.instance(base)
	b.give(e, pair(c, instance))
	b.factOp(spec.OpGet, instance, f)
	b.askTerms(b.pairTerm(spec.And, c, every))
	if b.oneIn(2) {
		b.removeFact(e, pair(c, instance))
		b.factOp(spec.OpGet, instance, f)
	}
}

// retyped lets the same pairs come and go while those of their relationship have data and while they have none, since a property that
// decides it came or went between: the facts that an engine keeps about an id that nobody has any more must follow.
func (b *builder) retyped() {
	w, k := b.world, b.world.Words
	if b.Deferred > 0 || !b.room() {
		return
	}
	r, t := b.birth(roleRelationship, nil), b.of(roleComponent)
	if b.oneIn(3) {
		r, t = b.birth(roleComponent, nil), b.plain()
	}
	property := single(k.PairIsTag)
	if b.features.Properties.Has(spec.Union) && b.oneIn(4) {
		property = single(k.Union)
	}
	e, f := b.fresh(), pair(r, t)
	held := b.holdTerms(b.idTerm(f))
	if b.oneIn(2) {
		b.attach(r, property)
	}
	for range 2 + b.below(3) {
		if !b.isSound(e, f) {
			return
		}
		b.give(e, f)
		if b.oneIn(2) {
			b.compareHeld(held)
		}
		if b.oneIn(4) {
			b.deleteEntity(e)
			e = b.fresh()
		} else {
			b.removeFact(e, f)
		}
		if w.Owns(r, property) {
			b.removeFact(r, property)
		} else {
			b.attach(r, property)
		}
	}
	b.give(e, f)
	b.factOp(spec.OpGet, e, f)
	b.compareHeld(held)
}
