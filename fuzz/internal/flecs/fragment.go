package flecs

import "github.com/relspec/relspec/spec"

func (b *builder) fragment() { b.play(fragments[b.choose(groupFragment)]) }

// fragmentNamed returns the fragment with a name.
func fragmentNamed(name string) *fragment {
	for _, f := range fragments {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// canGrow reports whether the world is not full.
func (b *builder) canGrow() bool { return len(b.world.Live) < b.Max }

// fresh returns a new plain entity or, if the world is full, an existing one.
func (b *builder) fresh() ref {
	if b.canGrow() {
		return b.birth(rolePlain, nil)
	}
	return b.plain()
}

// declaredWith returns a new entity of a role, with ids. The operation that makes a component takes
// no ids, so they are added afterwards.
func (b *builder) declaredWith(r role, ids []fact) ref {
	if r != roleComponent {
		return b.birth(r, ids)
	}
	e := b.birth(r, nil)
	for _, f := range ids {
		b.attach(e, f)
	}
	return e
}

// inheritable makes ids with the first element e inheritable, in profiles in which they are not by
// default.
func (b *builder) inheritable(e ref) {
	k := b.world.Words
	if b.Profile.Instantiation != spec.Inherit && b.world.IsUser(e) && !b.oneIn(3) {
		b.attach(e, pair(k.OnInstantiate, k.Inherit))
	}
}

// instance returns a new instance of base. If base cannot have instances, it returns a new entity
// without a base.
func (b *builder) instance(base ref) ref {
	f := pair(b.world.Words.IsA, base)
	if b.isFinal(base) {
		return b.fresh()
	}
	if b.canGrow() {
		return b.birth(rolePlain, []fact{f})
	}
	e := b.plain()
	b.attach(e, f)
	return e
}

// attach adds an id if it should be accepted.
func (b *builder) attach(e ref, f fact) {
	if b.allows(e, f) {
		b.addFact(e, f)
	}
}

func (b *builder) refTo(e ref) spec.Ref { return spec.EntityRef(b.world.Handle(e)) }

// idTerm returns a term for an id. For a pair the target is sometimes a wildcard.
func (b *builder) idTerm(f fact) spec.Term {
	t := spec.Term{First: b.refTo(f.First)}
	if f.IsPair() {
		if t.Second = b.refTo(f.Second); b.oneIn(2) {
			t.Second = b.refTo(every)
		}
	}
	return t
}

// anyNonFragmenting returns an exclusive non-fragmenting relationship that is not in taken. It
// makes one if necessary, or returns none if that is impossible.
func (b *builder) anyNonFragmenting(taken map[ref]bool) ref {
	k, has := b.world.Words, b.features.Properties
	for _, r := range b.world.Of[roleRelationship] {
		if !taken[r] && (b.world.Is(r, k.Union) || b.world.Is(r, k.DontFragment) && b.world.Is(r, k.Exclusive)) {
			return r
		}
	}
	switch {
	case !b.canGrow():
	case has.Has(spec.Union) && (!has.Has(spec.DontFragment) || b.oneIn(2)):
		return b.birth(roleRelationship, []fact{single(k.Union)})
	case has.Has(spec.DontFragment):
		return b.birth(roleRelationship, []fact{single(k.Exclusive), single(k.DontFragment)})
	}
	return none
}
