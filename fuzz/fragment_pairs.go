package fuzz

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
	one, two := fact{r, t}, fact{r, b.other(t)}
	wild := fact{r, every}
	if b.oneIn(2) {
		two, wild = fact{s, t}, fact{every, t}
	}
	b.attach(e, one)
	b.attach(e, two)
	b.emit(spec.Operation{Op: spec.OpCount, ID: b.world.id(wild)})
	held := b.holdTerms(b.pairTerm(spec.And, wild.first, wild.second))
	b.removeFact(e, one)
	b.compareHeld(held)
	b.factOp(spec.OpHas, e, wild)
}

// recycle deletes a target and creates an entity at once, which takes over the numeric id: an old pair must not
// match it.
func (b *builder) recycle() {
	e, f := b.owned()
	t := f.second
	if !f.isPair() || !b.world.isUser(t) || b.world.things[t].role != rolePlain || t == e {
		t = b.other(e)
		f = fact{b.of(roleRelationship), t}
		b.attach(e, f)
	}
	held := b.holdTerms(b.pairTerm(spec.And, f.first, every))
	b.deleteEntity(t)
	n := b.fresh()
	b.compareHeld(held)
	b.askTerms(b.pairTerm(spec.And, f.first, n))
	if e >= 0 && b.world.things[e].alive {
		b.factOp(spec.OpHas, e, fact{f.first, n})
		b.emit(b.op(spec.OpIDs, e))
	}
	b.emit(b.relOp(spec.OpSources, n, f.first))
	if again := b.other(n); b.oneIn(2) {
		b.attach(again, fact{f.first, n})
		b.compareHeld(held)
	}
}

// readd adds, removes and adds again, with a value in between that must not come back; a component, a pair with data,
// or a pair of a relationship that is stored otherwise.
func (b *builder) readd() {
	e, f := b.typed()
	k := b.world.words
	switch stored := b.below(4); {
	case stored == 0 && b.features.Properties.Has(spec.DontFragment):
		f = fact{b.relationshipWith(k.dontFragment), b.plain()}
	case stored == 1 && b.features.Properties.Has(spec.Union):
		f = fact{b.relationshipWith(k.union), b.plain()}
	}
	if !b.isSound(e, f) || !b.world.allows(e, f) {
		return
	}
	held := b.holdTerms(spec.Term{First: b.refTo(f.first), Second: b.refTo(f.second)})
	data := len(b.world.members(f)) > 0
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
		r = b.world.words.childOf
	}
	chain := spec.Term{Kind: spec.TermOr, Terms: []spec.Term{
		b.tagTerm(spec.And, b.of(roleTag)), b.pairTerm(spec.And, r, every),
	}}
	if b.oneIn(2) {
		chain.Terms = append(chain.Terms, b.tagTerm(spec.And, b.of(roleComponent)))
	}
	held := b.holdTerms(chain)
	b.addToward(b.plain(), r, b.below(len(b.world.live)))
	b.compareHeld(held)
}

// negatedWildcard asks wildcards under Not and Optional, before and after a pair comes or goes.
func (b *builder) negatedWildcard() {
	e, r := b.plain(), b.of(roleRelationship)
	t := b.other(e)
	patterns := [...]fact{{r, every}, {every, t}, {every, every}, {r, anyOf}}
	p := patterns[b.below(len(patterns))]
	tag := b.tagTerm(spec.And, b.of(roleTag))
	not := b.holdTerms(tag, b.pairTerm(spec.Not, p.first, p.second))
	maybe := b.queryOf(tag, b.pairTerm(spec.Optional, p.first, p.second))
	if b.world.owns(e, fact{r, t}) {
		b.removeFact(e, fact{r, t})
	} else {
		b.attach(e, fact{r, t})
	}
	b.compareHeld(not)
	b.emit(spec.Operation{Op: spec.OpQuery, Query: maybe})
	b.askTerms(b.pairTerm(spec.Not, p.first, p.second))
}

// leaf builds a chain of a transitive and reflexive relationship and asks about its end under every operator.
func (b *builder) leaf() {
	k := b.world.words
	r := b.relationshipWith(k.transitive, k.reflexive)
	if b.oneIn(3) {
		r = k.isA
	}
	e, middle, end := b.fresh(), b.plain(), b.plain()
	b.attach(e, fact{r, middle})
	b.attach(middle, fact{r, end})
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
		b.attach(end, fact{r, e})
		b.askTerms(x)
	}
}

// web adds several pairs of one relationship, mostly a transitive one, between few entities, so that there are
// branches, longer chains and cycles, and asks what leads where.
func (b *builder) web() {
	k := b.world.words
	r := b.of(roleRelationship)
	switch b.below(4) {
	case 0:
	case 1, 2:
		r = b.relationshipWith(k.transitive, k.exclusive)
	default:
		r = b.relationshipWith(k.transitive)
	}
	for range 6 {
		if b.below(16) >= 13 || len(b.world.roles[rolePlain]) >= 6 {
			break
		}
		b.fresh()
	}
	plain := b.world.roles[rolePlain]
	for range 4 + b.below(9) {
		c := b.below(len(plain) * len(plain))
		b.attach(plain[c%len(plain)], fact{r, plain[c/len(plain)]})
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
	if b.features.Ordering && b.features.Traversal && b.world.is(r, k.transitive) && b.oneIn(3) {
		b.breadthFirst(r)
	}
	switch b.below(3) {
	case 0:
		b.deleteEntity(b.plain())
	case 1:
		b.addToward(b.plain(), r, b.below(len(b.world.live)))
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

// twoWaysUp asks by up where two targets of one entity have what is looked for, or one further up.
func (b *builder) twoWaysUp() {
	k := b.world.words
	up, r := b.relationshipWith(k.traversable), b.of(roleRelationship)
	e, one, two := b.fresh(), b.plain(), b.plain()
	for _, t := range [...]ref{two, one} {
		b.attach(e, fact{up, t})
		if !b.oneIn(3) {
			b.attach(t, fact{r, b.plain()})
		}
	}
	b.attach(one, fact{up, two})
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
	b.removeFact(one, fact{r, every})
	b.compareHeld(held)
}

// mirror adds a pair of a symmetric relationship with data whose other side inherits such a pair already, and removes it.
func (b *builder) mirror() {
	k := b.world.words
	c := b.of(roleComponent)
	b.inheritable(c)
	b.attach(c, single(k.symmetric))
	base, e := b.plain(), b.plain()
	f := fact{c, e}
	b.give(base, f)
	instance := b.instance(base)
	b.give(e, fact{c, instance})
	b.factOp(spec.OpGet, instance, f)
	b.askTerms(b.pairTerm(spec.And, c, every))
	if b.oneIn(2) {
		b.removeFact(e, fact{c, instance})
		b.factOp(spec.OpGet, instance, f)
	}
}
