package flecs

import "github.com/relspec/relspec/spec"

// longAncestry makes a chain of three to five bases, whose ids come and go at different places while queries that go
// up along it are held: inherited and own targets together, under Not, by up, and through subclasses of subclasses.
func (b *builder) longAncestry() {
	if b.isFlat() {
		return
	}
	a := b.ancestors()
	held := b.holdTerms(a.question()...)
	if b.features.Observers && b.oneIn(2) {
		b.watchTerms(a.question()...)
	}
	b.compareHeld(held)
	for range 3 + b.below(3) {
		a.change()
		b.compareHeld(held)
		b.askTerms(a.question()...)
	}
	if leaf := a.chain[len(a.chain)-1]; b.world.IsAlive(leaf) {
		b.emit(b.relOp(spec.OpTargets, leaf, a.r))
		b.emit(b.op(spec.OpIDs, leaf))
	}
	if b.features.Observers {
		b.events()
	}
}

// ancestry is a chain of bases, the highest first, and the ids that they are asked for.
type ancestry struct {
	*builder
	chain []ref
	id    fact // a tag, a component or a pair
	r     ref
	tag   ref // which all of them have
}

func (b *builder) ancestors() *ancestry {
	a := &ancestry{builder: b, r: b.of(roleRelationship), tag: b.of(roleTag)}
	a.id = single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	if b.below(5) < 2 { // a chain of subclasses, used by an entity
		return a.subclasses()
	}
	if b.oneIn(2) { // a nearer target hides one further up
		a.r = b.relationshipWith(b.world.Words.Exclusive)
	}
	b.inheritable(a.r)
	b.inheritable(a.id.First)
	top := b.fresh()
	a.chain = []ref{top}
	for range 3 + b.below(3) {
		base := a.chain[len(a.chain)-1]
		e := b.fresh()
		if e == base || b.world.Owns(base, pair(b.world.Words.IsA, e)) {
			break
		}
		b.attach(e, pair(b.world.Words.IsA, base))
		a.chain = append(a.chain, e)
	}
	b.give(top, a.id)
	b.attach(top, pair(a.r, b.plain()))
	b.attach(a.chain[len(a.chain)-1], pair(a.r, b.plain()))
	if len(a.chain) > 2 {
		b.attach(a.chain[1+b.below(len(a.chain)-2)], pair(a.r, b.plain()))
	}
	for _, e := range a.chain {
		b.attach(e, single(a.tag))
	}
	if b.oneIn(3) { // two ways up
		b.attach(a.chain[len(a.chain)-1], pair(b.world.Words.IsA, b.plain()))
	}
	return a
}

// subclasses make the chain one of relationships, tags or components, which an entity has the last of.
func (a *ancestry) subclasses() *ancestry {
	b, k := a.builder, a.world.Words
	r := [...]role{roleRelationship, roleTag, roleComponent}[b.below(3)]
	first := b.of(r)
	if b.isFinal(first) {
		b.removeFact(first, single(k.Final))
	}
	a.chain = []ref{first}
	for range 3 {
		if !b.room() {
			break
		}
		base := a.chain[len(a.chain)-1]
		if b.isFinal(base) {
			b.removeFact(base, single(k.Final))
		}
		sub := b.birth(r, nil)
		b.attach(sub, pair(k.IsA, base))
		a.chain = append(a.chain, sub)
	}
	e, last := b.plain(), a.chain[len(a.chain)-1]
	b.attach(e, single(a.tag))
	if r == roleRelationship {
		a.r, a.id = first, pair(first, b.plain())
		b.attach(e, pair(last, a.id.Second))
		b.attach(b.plain(), pair(a.from(a.chain), a.id.Second))
	} else {
		a.id = single(first)
		b.give(e, single(last))
		b.give(b.plain(), single(a.from(a.chain)))
	}
	return a
}

// question asks for the id, or for the targets, in one of the forms that go up.
func (a *ancestry) question() []spec.Term {
	k := a.world.Words
	tag := a.tagTerm(spec.And, a.tag)
	id := a.idTerm(a.id)
	switch a.below(8) {
	case 0:
		id.Oper = spec.Not
		return []spec.Term{tag, id}
	case 1:
		return []spec.Term{tag, a.pairTerm(spec.Not, a.r, a.plain())}
	case 2:
		return []spec.Term{a.variableTerm(spec.And, a.r, "x"), a.tagTerm(spec.Not, a.id.First)}
	case 3:
		if a.features.Traversal && a.Profile.Instantiation == spec.Inherit {
			return []spec.Term{a.upward(a.idTerm(fact{First: a.r, Second: every}), k.IsA, upwardFlags[1+a.below(3)])}
		}
		return []spec.Term{a.variableTerm(spec.And, a.r, "x")}
	case 4:
		return []spec.Term{a.variableTerm(spec.And, a.r, "x"), a.variableTerm(spec.And, k.IsA, "y")}
	case 5:
		return []spec.Term{tag, a.pairTerm(spec.Optional, a.r, every)}
	case 6:
		return []spec.Term{on(id, a.refTo(a.from(a.chain))), tag}
	}
	return []spec.Term{id}
}

// change takes something from a place of the chain, or gives it something.
func (a *ancestry) change() {
	b, k := a.builder, a.world.Words
	i := min(b.below(len(a.chain)), b.below(len(a.chain))) // the higher, the more below it
	e := a.chain[i]
	if !b.world.IsAlive(e) {
		return
	}
	switch b.below(11) {
	case 10: // a copy for whatever becomes an instance from now on
		if b.features.Overrides && b.world.Owns(e, a.id) {
			b.factOp(spec.OpOverride, e, a.id)
			if leaf := a.chain[len(a.chain)-1]; b.world.IsAlive(leaf) {
				b.emit(b.op(spec.OpIDs, b.instance(leaf)))
			}
		}
	case 0:
		if i > 0 {
			b.removeFact(e, pair(k.IsA, a.chain[i-1]))
		}
	case 1:
		if i > 0 && b.world.IsAlive(a.chain[i-1]) {
			b.attach(e, pair(k.IsA, a.chain[i-1]))
		}
	case 2: // a base for the highest base
		if top := b.plain(); b.world.IsAlive(a.chain[0]) {
			b.give(top, a.id)
			b.attach(a.chain[0], pair(k.IsA, top))
		}
	case 3:
		b.give(e, a.id)
	case 4:
		b.removeFact(e, a.id)
	case 5:
		b.attach(e, pair(a.r, b.plain()))
	case 6:
		b.removeFact(e, pair(a.r, every))
	case 7:
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID(b.userFact(a.id))})
	case 8:
		if b.world.Owns(e, a.id) {
			b.switchFact(e, a.id)
		}
	default:
		if b.world.Things[e].Role == rolePlain {
			b.deleteEntity(e)
		}
	}
}

// inheritedWay makes pairs of a transitive or exclusive relationship that entities on the way inherit over several steps, with ids that
// follow from them, hide them, or are copied.
func (b *builder) inheritedWay() {
	if b.isFlat() {
		return
	}
	w, k := b.world, b.world.Words
	r := b.relationshipWith([...]ref{k.Transitive, k.Transitive, k.Exclusive}[b.below(3)])
	b.inheritable(r)
	far, near := b.plain(), b.plain()
	chain := []ref{b.fresh()}
	b.attach(chain[0], pair(r, far))
	for range 2 + b.below(2) {
		base := chain[len(chain)-1]
		e := b.instance(base)
		if !w.Owns(e, pair(k.IsA, base)) {
			return
		}
		chain = append(chain, e)
	}
	if b.oneIn(2) {
		b.attach(chain[1+b.below(len(chain)-1)], pair(r, near))
	}
	leaf := chain[len(chain)-1]
	user := b.fresh()
	b.attach(user, pair(r, leaf))
	if b.oneIn(2) {
		b.attach(far, pair(r, b.plain()))
	}
	if b.Profile.Instantiation != spec.Inherit && b.oneIn(3) { // a new instance owns it
		b.attach(r, pair(k.OnInstantiate, k.Override))
	}
	terms := func() []spec.Term {
		oper := [...]spec.Operator{spec.And, spec.And, spec.Not, spec.Optional}[b.below(4)]
		term := b.variableTerm(oper, r, "x")
		switch b.below(4) {
		case 0:
			term = b.pairTerm(oper, r, far)
		case 1:
			term = b.pairTerm(oper, r, every)
		case 2:
			term = on(b.pairTerm(spec.And, r, [...]ref{far, near, leaf}[b.below(3)]), b.refTo([...]ref{user, leaf}[b.below(2)]))
		}
		if term.Oper != spec.And {
			return []spec.Term{b.pairTerm(spec.And, k.IsA, every), term}
		}
		return []spec.Term{term}
	}
	held := b.holdTerms(terms()...)
	b.compareHeld(held)
	b.askTerms([...]spec.Term{b.pairTerm(spec.And, r, far), b.variableTerm(spec.And, r, "x")}[b.below(2)])
	for range 3 + b.below(2) {
		e := chain[b.below(len(chain))]
		if !w.IsAlive(e) || !w.IsAlive(far) || !w.IsAlive(near) || !w.IsAlive(r) {
			break
		}
		switch b.below(6) {
		case 0:
			b.removeFact(e, pair(r, every))
		case 1:
			b.attach(e, pair(r, [...]ref{far, near}[b.below(2)]))
		case 2:
			b.switchFact(chain[0], pair(r, far))
		case 3:
			b.emit(b.op(spec.OpIDs, b.instance(e)))
		case 4:
			b.attach(near, pair(r, far))
		}
		b.compareHeld(held)
		b.askTerms(terms()...)
	}
}

// reusedBeneath deletes a relationship that a held query groups by or goes up along, or that an observer has under Not, and lets another
// relationship take over its number, in use by the same entities.
func (b *builder) reusedBeneath() {
	k := b.world.Words
	if !b.room() || !b.features.Traversal {
		return
	}
	old := b.birth(roleRelationship, []fact{single([...]ref{k.Traversable, k.Transitive}[b.below(2)])})
	e, x, t, tag := b.fresh(), b.plain(), b.plain(), b.of(roleTag)
	c := single(b.of([...]role{roleTag, roleComponent}[b.below(2)]))
	use := func(r ref) {
		b.give(t, c)
		b.attach(e, pair(r, t))
		b.attach(x, pair(r, e))
		b.attach(x, single(tag))
	}
	use(old)
	b.attach(e, single(tag))
	var held int
	if b.features.Ordering && b.oneIn(3) {
		q := b.queryOf(b.tagTerm(spec.And, tag))
		q.Kind, q.GroupBy = spec.KindCached, b.world.Handle(old)
		held = b.hold(q, nil)
	} else {
		held = b.holdTerms(b.tagTerm(spec.And, tag), b.upward(b.idTerm(c), old, upwardFlags[1+b.below(3)]))
	}
	name := b.held[held].name
	if b.features.Observers && b.oneIn(2) {
		q := b.queryOf(b.tagTerm(spec.And, tag), b.pairTerm(spec.Not, old, every))
		if b.oneIn(2) {
			q = b.queryOf(b.tagTerm(spec.And, tag), b.upward(b.idTerm(c), old, spec.TravUp))
		}
		q.Kind = spec.KindAuto
		b.watch(q)
	}
	b.askTerms(b.pairTerm(spec.And, old, t))
	b.iterateHeld(b.held[held], nil)
	b.deleteEntity(old)
	n := b.birth(roleRelationship, []fact{single([...]ref{k.Traversable, k.Transitive, k.Exclusive}[b.below(3)])})
	b.emit(spec.Operation{Op: spec.OpIterate, On: name})
	if !b.world.IsAlive(e) || !b.world.IsAlive(x) || !b.world.IsAlive(t) {
		return
	}
	use(n)
	b.emit(spec.Operation{Op: spec.OpIterate, On: name})
	b.askTerms(b.pairTerm(spec.And, n, t))
	b.removeFact(e, pair(n, every))
	b.emit(spec.Operation{Op: spec.OpIterate, On: name})
	b.askTerms(b.pairTerm(spec.And, n, t))
	if b.features.Observers {
		b.events()
	}
}

// rebased lets a class that nobody has, between a base and a subclass that an entity has, get its base and lose it, while an observer
// and a held query ask for the base: the entity begins to match and ceases to without a change of its own.
func (b *builder) rebased() {
	w, k := b.world, b.world.Words
	r := [...]role{roleTag, roleComponent, roleRelationship}[b.below(3)]
	base := b.of(r)
	if len(w.Live)+2 > b.Most || w.Is(base, k.Final) && b.isFinal(base) && r != roleComponent {
		return
	}
	classes := []ref{base}
	for range 2 {
		last := classes[len(classes)-1]
		if b.isFinal(last) {
			b.removeFact(last, single(k.Final))
		}
		class := b.birth(r, nil)
		if len(classes) > 1 { // the class between has no base yet
			b.attach(class, pair(k.IsA, last))
		}
		classes = append(classes, class)
	}
	between, below := classes[1], classes[2]
	user := b.plain()
	has, asked := single(below), b.tagTerm(spec.And, base)
	if r == roleRelationship {
		has.Second = b.plain()
		asked = b.pairTerm(spec.And, base, [...]ref{every, has.Second}[b.below(2)])
	}
	b.give(user, has)
	held := b.holdTerms(asked)
	b.watchTerms(asked)
	b.attach(between, pair(k.IsA, base))
	b.events()
	b.compareHeld(held)
	b.removeFact(between, pair(k.IsA, base))
	b.events()
	b.compareHeld(held)
}
