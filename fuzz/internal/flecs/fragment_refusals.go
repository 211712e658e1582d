package flecs

import "github.com/relspec/relspec/spec"

// lateRefusal makes an operation that is refused by its last consequence, when it has replaced, mirrored or moved something:
// all must be as it was, for held queries, look-ups, values, mirrors and observers. Then it makes the same operation where
// nothing refuses it.
func (b *builder) lateRefusal() {
	w := b.world
	r := b.replacing()
	e, old, t := b.fresh(), b.plain(), b.fresh()
	if e == t || old == t || old == e {
		return
	}
	b.give(e, pair(r, old))
	if b.oneIn(3) && w.Owns(e, pair(r, old)) {
		b.switchFact(e, pair(r, old))
	}
	b.consequence(r, e, old, t)
	undo := b.obstacle(r, e, t)
	held := b.holdTerms(b.pairTerm([...]spec.Operator{spec.And, spec.And, spec.Not}[b.below(3)], r, [...]ref{every, old, t}[b.below(3)]))
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.pairTerm(spec.And, r, every))
	}
	b.iterateHeld(b.held[held], nil)
	waits := b.features.Deferral && b.Deferred == 0 && b.oneIn(6)
	if waits {
		b.Defer()
	}
	for range 1 + b.below(2) {
		b.attempt(e, pair(r, t))
	}
	if waits {
		b.EndDeferral()
	}
	b.compareHeld(held)
	b.emit(b.op(spec.OpIDs, e))
	b.emit(b.relOp(spec.OpSources, t, r))
	b.emit(b.relOp(spec.OpSources, old, r))
	if len(w.Members(pair(r, old))) > 0 {
		b.factOp(spec.OpGet, e, pair(r, old))
	}
	b.askTerms(b.pairTerm(spec.And, r, b.oneOf(t, old, w.Target(old, r))))
	if b.features.Observers {
		b.events()
	}
	if undo.IsPair() { // nothing refuses it any more
		b.removeFact(r, undo)
		b.attach(e, pair(r, t))
		b.compareHeld(held)
	}
}

// consequence gives r something that follows from its pairs and succeeds, or lets more follow from (r, old): a tag, copies from t as a
// base, or pairs of old.
func (b *builder) consequence(r, e, old, t ref) {
	k := b.world.Words
	switch b.below(4) {
	case 0, 1:
		b.attach(r, pair(k.With, b.of(roleTag)))
	case 2:
		for _, f := range [...]fact{single(b.of(roleTag)), single(b.of(roleTag)), single(b.of(roleComponent))} {
			b.give(t, f)
			if b.features.Overrides && b.world.Owns(t, f) {
				b.factOp(spec.OpOverride, t, f)
			}
		}
		b.attach(r, pair(k.With, k.IsA))
	default:
		b.attach(r, single(k.Transitive))
		b.attach(old, pair(r, b.plain()))
		b.attach(b.plain(), pair(r, e))
		b.askTerms(b.pairTerm(spec.And, r, old))
	}
}

// displaced adds or sets a pair that its own consequences take away again: (r, base) makes e an instance of base, which brings a copy of
// (s, u), which brings (r, u) in the place of (r, base).
func (b *builder) displaced() {
	w, k := b.world, b.world.Words
	r := k.ChildOf
	switch b.below(8) {
	case 0:
		r = b.relationshipWith(k.Exclusive, k.Symmetric)
	case 1:
		r = b.besideTables()
	case 2, 3:
		r = b.relationshipWith(k.Exclusive)
	case 4, 5, 6:
		r = b.of(roleComponent)
		b.attach(r, single(k.Exclusive))
	}
	s, base, u, e := b.of(roleRelationship), b.fresh(), b.plain(), b.fresh()
	if s == r || base == u || base == e || u == e || w.Is(s, k.Symmetric) {
		return
	}
	copied := pair(s, u)
	if b.oneIn(2) { // base has (r, u), too
		b.attach(s, pair(k.With, r))
	}
	b.give(base, copied)
	if b.features.Overrides {
		b.factOp(spec.OpOverride, base, copied)
	}
	b.attach(s, pair(k.With, r))
	b.attach(r, pair(k.With, k.IsA))
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.pairTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], r, [...]ref{every, base, u}[b.below(3)]))
	}
	waits := b.features.Deferral && b.Deferred == 0 && b.oneIn(4)
	if waits {
		b.Defer()
	}
	switch {
	case b.features.Together && b.oneIn(6):
		e = b.makeTogether(nobody, []fact{pair(r, base)})
	case b.oneIn(6):
		e = b.birth(rolePlain, []fact{pair(r, base)})
	default:
		b.give(e, pair(r, base))
	}
	if waits {
		b.EndDeferral()
	}
	if w.IsAlive(e) {
		b.emit(b.op(spec.OpIDs, e))
		b.askTerms(b.pairTerm(spec.And, r, every))
	}
	if b.oneIn(2) || r == k.ChildOf {
		b.removeFact(r, pair(k.With, k.IsA))
		b.removeFact(s, pair(k.With, r))
	}
	b.dump()
}

// replacing is a relationship with one target, mirrors or data, or any.
func (b *builder) replacing() ref {
	k := b.world.Words
	switch b.below(8) {
	case 0, 1:
		return b.relationshipWith(k.Exclusive)
	case 2:
		return b.relationshipWith(k.Exclusive, k.Symmetric)
	case 3:
		return b.relationshipWith(k.Symmetric)
	case 4:
		return b.besideTables()
	case 5:
		c := b.of(roleComponent)
		b.attach(c, single(k.Exclusive))
		return c
	case 6:
		return b.relationshipWith(k.Transitive, k.Exclusive)
	}
	return b.of(roleRelationship)
}

// obstacle makes adding (r, t) to e fail by a consequence of (With, x), and returns that pair of r: x has no such target, the pair of x
// would close a cycle, or x is IsA and t can have no instances.
func (b *builder) obstacle(r, e, t ref) fact {
	k := b.world.Words
	x := b.of(roleRelationship)
	for range 4 {
		if x != r && !b.world.Is(x, k.Exclusive) {
			break
		}
		x = b.of(roleRelationship)
	}
	switch c := b.below(4); {
	case c == 0 && x != r && k.OneOf != stranger:
		b.attach(x, pair(k.OneOf, b.other(t)))
	case c == 1:
		x = k.ChildOf
		b.attach(t, pair(x, e))
	case c == 2:
		x = k.IsA
		b.attach(t, pair(x, e))
	default:
		x = b.relationshipWith(k.Acyclic)
		b.attach(t, pair(x, e))
	}
	with := pair(k.With, x)
	if x == r || !b.allows(r, with) {
		return single(r)
	}
	b.addFact(r, with)
	return with
}

// attempt emits an addition, or the setting of a value, that is expected to fail: the believed world stays as it is.
func (b *builder) attempt(e ref, f fact) {
	op := b.op(spec.OpAdd, e)
	op.ID = b.world.ID(f)
	if members := b.world.Members(f); len(members) > 0 {
		op.Op, op.Value = spec.OpSet, b.value(members)
	}
	b.Attempt(op)
}

// oneOf is one of the entities that live among some, or any.
func (b *builder) oneOf(list ...ref) ref {
	if e := b.from(list); b.world.IsAlive(e) {
		return e
	}
	return b.plain()
}

// refusedMove makes an addition move an entity to another parent, follow from it a transitive pair or a copy, and be refused then. The
// name, the targets and the order of children must be as before.
func (b *builder) refusedMove() {
	w, k := b.world, b.world.Words
	r, last := b.of(roleRelationship), b.relationshipWith(k.Acyclic)
	e, old, t := b.fresh(), b.plain(), b.fresh()
	if r == last || e == t || e == old || old == t || w.Is(r, k.Exclusive) {
		return
	}
	first := k.ChildOf
	switch b.below(4) {
	case 0:
		first = b.relationshipWith(k.Transitive)
	case 1:
		first = b.relationshipWith(k.Exclusive)
	}
	if first == r || first == last {
		return
	}
	name := siblingNames[b.below(len(siblingNames))]
	b.attach(e, pair(first, old))
	if !w.NameTaken(name, b.parentOf(e), e) {
		b.rename(e, name)
	}
	if first != k.ChildOf { // so that there is an index of reachable targets
		b.attach(b.plain(), pair(first, e))
		b.attach(t, pair(first, b.plain()))
		b.askTerms(b.pairTerm(spec.And, first, t))
	}
	b.attach(t, pair(last, e))
	for _, x := range [...]ref{first, last} {
		b.attach(r, pair(k.With, x))
	}
	if !w.Owns(r, pair(k.With, first)) || !w.Owns(r, pair(k.With, last)) || !w.Owns(t, pair(last, e)) {
		return
	}
	held := b.holdTerms(b.pairTerm([...]spec.Operator{spec.And, spec.And, spec.Not}[b.below(3)], first, [...]ref{every, old, t}[b.below(3)]))
	b.iterateHeld(b.held[held], nil)
	b.attempt(e, pair(r, t))
	for _, from := range [...]ref{old, t} {
		b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: w.Handle(from)})
		b.emit(b.relOp(spec.OpSources, from, first))
	}
	b.askTerms(b.pairTerm(spec.And, first, t))
	b.askTerms(b.pairTerm(spec.And, first, old))
	b.compareHeld(held)
	b.emit(b.op(spec.OpIDs, e))
	b.removeFact(r, pair(k.With, last))
	b.attach(e, pair(r, t))
	b.emit(spec.Operation{Op: spec.OpLookup, Path: name, From: w.Handle(t)})
	b.compareHeld(held)
}

// refusedDeath makes a deletion take others along and be refused by the last of them, then the same where nothing refuses it.
func (b *builder) refusedDeath() {
	w, k := b.world, b.world.Words
	guard := b.relationshipWith()
	cascade := k.ChildOf
	if b.oneIn(2) {
		cascade = b.of(roleRelationship)
		b.attach(cascade, pair(k.OnDeleteTarget, k.Delete))
	}
	if guard == cascade || w.Target(guard, k.OnDeleteTarget) != nobody && !w.Owns(guard, pair(k.OnDeleteTarget, k.Panic)) {
		return
	}
	b.attach(guard, pair(k.OnDeleteTarget, k.Panic))
	root, middle, last := b.fresh(), b.fresh(), b.fresh()
	b.attach(middle, pair(cascade, root))
	b.attach(last, pair(cascade, middle))
	witness := b.plain()
	if witness == root || witness == middle || witness == last || !w.Owns(last, pair(cascade, middle)) {
		return
	}
	b.attach(witness, pair(guard, last))
	tag := b.of(roleTag)
	b.attach(last, single(tag))
	held := b.holdTerms(b.pairTerm(spec.And, cascade, every))
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(b.pairTerm(spec.And, cascade, every))
	}
	if w.Owns(witness, pair(guard, last)) {
		b.Attempt(b.op(spec.OpDelete, root))
	}
	b.compareHeld(held)
	b.removeFact(witness, pair(guard, last))
	b.removeFact(guard, pair(k.OnDeleteTarget, k.Panic))
	b.deleteEntity([...]ref{root, middle}[b.below(2)])
	b.compareHeld(held)
	b.emit(b.op(spec.OpAlive, last))
	b.askTerms(b.tagTerm(spec.And, tag))
	if b.features.Observers {
		b.events()
	}
}
