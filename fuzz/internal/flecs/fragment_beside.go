package flecs

import "github.com/relspec/relspec/spec"

// besides gives few entities pairs of two relationships that lie beside the tables, to one target or two, and changes them one by one
// and together: the pairs that one of the two shows, keeps or loses must not be the other's.
func (b *builder) besides() {
	a := &beside{builder: b, r: b.besideTables(), tag: b.of(roleTag)}
	if a.s = b.besideTablesToo(a.r); a.s == a.r {
		return
	}
	if b.oneIn(2) {
		a.r, a.s = a.s, a.r
	}
	climbs := b.oneIn(4) // before there are pairs
	if climbs {
		b.attach(a.r, single(b.world.Words.Traversable))
	}
	a.t = b.plain()
	a.u = b.other(a.t)
	a.e, a.x = b.fresh(), b.fresh()
	for _, e := range [...]ref{a.e, a.x} {
		b.attach(e, single(a.tag))
		b.attach(e, pair(a.r, a.one()))
		b.attach(e, pair(a.s, a.t))
	}
	if climbs = climbs && b.world.IsTraversable(a.r); climbs {
		b.give(a.t, single(b.of(roleComponent)))
		b.give(a.u, single(b.of(roleTag)))
	} else {
		a.circumstance()
	}
	before := spec.Operation{Op: spec.OpSnapshot, As: "s1"}
	rewinds := b.features.Snapshots && b.Deferred == 0 && b.oneIn(3)
	if rewinds {
		b.emit(before)
	}
	held := a.held()
	if b.features.Observers && b.oneIn(3) {
		b.watchTerms(a.question()...)
	}
	b.compareHeld(held)
	for range 3 + b.below(3) {
		a.change()
		b.compareHeld(held)
		a.ask()
	}
	if before.Op = spec.OpRestore; rewinds && b.Deferred == 0 {
		b.emit(before)
		b.compareHeld(held)
		a.settle()
		a.ask()
	}
	if b.features.Observers {
		b.events()
	}
}

// beside is two entities with pairs beside the tables.
type beside struct {
	*builder
	e, x, t, u ref
	r, s, tag  ref
}

// besideTablesToo is a second relationship beside the tables, where there can be one.
func (b *builder) besideTablesToo(first ref) ref {
	k := b.world.Words
	for _, r := range b.world.Of[roleRelationship] {
		if r != first && (b.world.Is(r, k.Union) || b.world.Is(r, k.DontFragment) && b.world.Is(r, k.Exclusive)) {
			return r
		}
	}
	switch {
	case !b.room():
		return first
	case b.features.Properties.Has(spec.Union) && (!b.features.Properties.Has(spec.DontFragment) || b.oneIn(2)):
		return b.birth(roleRelationship, []fact{single(k.Union)})
	case b.features.Properties.Has(spec.DontFragment):
		return b.birth(roleRelationship, []fact{single(k.Exclusive), single(k.DontFragment)})
	}
	return first
}

// one is either target.
func (a *beside) one() ref { return [...]ref{a.t, a.t, a.u}[a.below(3)] }

// either is either relationship.
func (a *beside) either() ref { return [...]ref{a.r, a.s}[a.below(2)] }

// circumstance adds ids that act on the pairs, such as a policy or Transitive.
func (a *beside) circumstance() {
	b, k := a.builder, a.world.Words
	switch b.below(8) {
	case 0:
		b.attach(a.either(), b.policy())
	case 1, 2:
		b.inheritable(a.r)
		b.inheritable(a.s)
		b.attach(b.instance(a.e), single(a.tag))
	case 3:
		b.attach(a.either(), single(k.Transitive))
		b.attach(a.t, pair(a.either(), a.u))
	}
}

// held is a query that is kept, sometimes in groups.
func (a *beside) held() int {
	b := a.builder
	if !b.features.Ordering || !b.oneIn(4) {
		return b.holdTerms(a.question()...)
	}
	q := b.queryOf(b.tagTerm(spec.And, a.tag))
	q.Kind, q.GroupBy = spec.KindCached, b.world.Handle(a.either())
	if b.oneIn(3) {
		q.OrderBy = &spec.OrderBy{Desc: b.oneIn(2)}
	}
	return b.hold(q, nil)
}

// question asks for the pairs, together and apart.
func (a *beside) question() []spec.Term {
	b := a.builder
	r, s := a.r, a.s
	if b.oneIn(2) {
		r, s = s, r
	}
	tag := b.tagTerm(spec.And, a.tag)
	if b.features.Traversal && b.world.IsTraversable(a.r) && b.oneIn(3) {
		id := b.tagTerm(spec.And, b.of([...]role{roleComponent, roleTag}[b.below(2)]))
		return []spec.Term{tag, b.upward(id, a.r, upwardFlags[1+b.below(3)])}
	}
	switch b.below(10) {
	case 0, 1:
		return []spec.Term{b.pairTerm(spec.And, every, a.one())}
	case 2:
		return []spec.Term{b.variableTerm(spec.And, r, "x"), b.variableTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], s, "x")}
	case 3:
		return []spec.Term{b.pairTerm(spec.And, r, a.t), b.pairTerm([...]spec.Operator{spec.And, spec.Not, spec.Optional}[b.below(3)], s, a.one())}
	case 4:
		return []spec.Term{tag, b.pairTerm(spec.Not, every, a.one())}
	case 5:
		return []spec.Term{tag, b.pairTerm([...]spec.Operator{spec.And, spec.Not}[b.below(2)], s, anyOf)}
	case 6:
		return []spec.Term{b.pairTerm(spec.And, r, every)}
	case 7:
		return []spec.Term{tag, {First: spec.VarRef("y"), Second: b.refTo(a.one())}}
	}
	return []spec.Term{b.pairTerm(spec.And, s, a.one())}
}

// settle puts others in the place of the dead.
func (a *beside) settle() {
	for _, e := range [...]*ref{&a.e, &a.x, &a.t, &a.u} {
		if !a.world.IsAlive(*e) {
			*e = a.fresh()
		}
	}
}

// change is made to one entity, to a target, or to all that have a pair.
func (a *beside) change() {
	b, k := a.builder, a.world.Words
	a.settle()
	e, r, t := [...]ref{a.e, a.e, a.x}[b.below(3)], a.either(), a.one()
	if !b.world.IsAlive(a.r) || !b.world.IsAlive(a.s) {
		return
	}
	switch b.below(14) {
	case 0, 1, 2:
		b.attach(e, pair(r, t))
	case 3:
		b.removeFact(e, pair(every, t))
	case 4:
		b.removeFact(e, pair(r, every))
	case 5, 6: // off, replaced, and back
		if old := b.world.Target(e, r); b.features.Toggles && old != nobody && b.world.IsAlive(old) {
			b.factOp(spec.OpDisable, e, pair(r, old))
			a.ask()
			b.attach(e, pair(r, [...]ref{a.u, a.t}[b.below(2)]))
			b.attach(e, pair(r, old))
		}
	case 7:
		id := pair([...]ref{r, every}[b.below(2)], t)
		b.emit(spec.Operation{Op: spec.OpRemoveAll, ID: b.world.ID(id)})
	case 8:
		if b.oneIn(2) {
			b.deleteEntity(t)
		} else {
			b.emit(spec.Operation{Op: spec.OpDeleteWith, ID: b.world.ID(pair(r, t))})
		}
	case 9: // its number in other hands
		b.deleteEntity(e)
		n := b.fresh()
		b.attach(n, single(a.tag))
		b.emit(b.relOp(spec.OpSources, t, r))
		if b.oneIn(2) {
			b.attach(n, pair(r, t))
		}
		a.e = n
	case 10:
		b.attach(e, single(b.of(roleTag)))
	case 11:
		b.attach(e, pair(k.IsA, b.other(e)))
	case 12:
		b.attach(e, pair(b.of(roleRelationship), t))
	default:
		b.attach(b.other(e), pair(r, t))
	}
}

// ask asks about the pairs from each side: by source and by target.
func (a *beside) ask() {
	b := a.builder
	a.settle()
	b.askTerms(a.question()...)
	t := a.one()
	if !b.world.IsAlive(t) || !b.world.IsAlive(a.r) || !b.world.IsAlive(a.s) {
		return
	}
	switch b.below(6) {
	case 0:
		b.emit(b.relOp(spec.OpSources, t, a.either()))
	case 1:
		b.emit(spec.Operation{Op: spec.OpCount, ID: b.world.ID(pair(every, t))})
	case 2:
		b.factOp(spec.OpHas, a.e, pair(every, t))
	case 3:
		b.emit(b.relOp(spec.OpTargets, a.e, a.either()))
	case 4:
		if b.features.Batches {
			b.emit(spec.Operation{Op: spec.OpQuery, Query: b.queryOf(b.tagTerm(spec.And, a.tag)), Batches: true})
		}
	}
}
