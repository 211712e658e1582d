package flecs

import (
	"github.com/relspec/relspec/spec"
)

// setShapes are the kinds of sets that the generator can attach to an element of a term.
var setShapes = [...]option[spec.TravFlags]{
	{choice{"self", 10, substitutes}, spec.TravSelf},
	{choice{"super", 14, substitutes}, spec.TravUp},
	{choice{"self_super", 18, substitutes}, spec.TravSelf | spec.TravUp},
	{choice{"sub", 12, substitutes}, spec.TravDown},
	{choice{"self_sub", 14, substitutes}, spec.TravSelf | spec.TravDown},
	{choice{"all_super", 10, substitutes}, spec.TravAll | spec.TravUp},
	{choice{"all_self_super", 10, substitutes}, spec.TravAll | spec.TravSelf | spec.TravUp},
	{choice{"all_sub", 10, substitutes}, spec.TravAll | spec.TravDown},
	{choice{"all_self_sub", 12, substitutes}, spec.TravAll | spec.TravSelf | spec.TravDown},
}

func substitutes(f *Features) bool { return f.Substitution }

const (
	depthNone = iota
	depthMax
	depthRange
	depthExact
)

var depthChoices = []choice{
	{"none", 60, substitutes},
	{"max", 18, substitutes},
	{"range", 12, substitutes},
	{"exact", 10, substitutes},
}

const (
	alongDefault = iota
	alongIsA
	alongChildOf
	alongTraversable
	alongAny
)

// alongChoices say which relationship a set follows: the default of the profile, IsA, ChildOf, a
// Traversable or Acyclic one, or any. Relationships that may have cycles need a maximum depth.
var alongChoices = []choice{
	{"default", 24, substitutes},
	{"isa", 18, substitutes},
	{"childof", 16, substitutes},
	{"traversable", 30, substitutes},
	{"any", 12, substitutes},
}

// maybeSet gives an element a set with probability 1/n.
func (b *builder) maybeSet(r *spec.Ref, n int) {
	if b.features.Substitution && b.oneIn(n) {
		b.plan.self = true
		r.Trav = b.substitution()
	}
}

// substitution returns a set along some relationship.
func (b *builder) substitution() *spec.Traversal {
	flags := setShapes[b.choose(groupSet)].makes
	if flags == spec.TravSelf {
		return &spec.Traversal{Flags: flags}
	}
	w := b.world
	r := none
	what := b.choose(groupAlong)
	switch what {
	case alongIsA:
		r = w.Words.IsA
	case alongChildOf:
		r = w.Words.ChildOf
	case alongTraversable:
		r = b.traversable()
	case alongAny:
		r = b.of(roleRelationship)
	}
	t := b.setAlong(flags, r)
	if what == alongAny && t.MaxDepth == 0 && !w.IsTraversable(r) && !w.IsAcyclic(r) && !b.oneIn(8) {
		t.MaxDepth = 1 + b.below(4) // any relationship may be followed to a limited depth
	}
	return t
}

// setAlong returns a set along a relationship, with or without depths. If r is none, the set
// follows the relationship of the profile.
func (b *builder) setAlong(flags spec.TravFlags, r ref) *spec.Traversal {
	t := &spec.Traversal{Flags: flags}
	b.noteSet(t)
	if r == none {
		return t
	}
	t.Rel = new(b.refTo(r))
	switch b.choose(groupDepth) {
	case depthMax:
		t.MaxDepth = 1 + b.below(4)
	case depthRange:
		t.MaxDepth = 1 + b.below(4)
		if flags&spec.TravSelf == 0 || b.oneIn(16) { // a set with self has no minimum
			t.MinDepth = 1 + b.below(t.MaxDepth)
		}
	case depthExact:
		t.MaxDepth = 1 + b.below(4)
		if flags&spec.TravSelf == 0 {
			t.MinDepth = t.MaxDepth
		}
	}
	return t
}

// noteSet remembers that the query has a set which not every kind of query supports.
func (b *builder) noteSet(t *spec.Traversal) {
	if t != nil {
		b.plan.down = b.plan.down || t.Flags&spec.TravDown != 0
		b.plan.all = b.plan.all || t.Flags&spec.TravAll != 0
	}
}

// withSets gives some elements of a term a set, along the given relationship or a random one.
func (b *builder) withSets(t spec.Term, r ref) spec.Term {
	for _, e := range [...]*spec.Ref{&t.First, &t.Second, &t.Src} {
		isSource := e == &t.Src
		constant := e.Kind == spec.RefEntity && e.Name != string(spec.Wildcard) && e.Name != string(spec.Any)
		if !constant && e.Kind != spec.RefVariable && (!isSource || e.Kind != spec.RefNone) {
			continue
		}
		switch c := b.below(8); {
		case c < 3:
			e.Trav = b.setAlong(setShapes[1+b.below(len(setShapes)-1)].makes, r)
		case c < 5:
			e.Trav = b.substitution()
		}
	}
	return t
}

// setRelationship returns a relationship for sets: IsA, ChildOf, or a relationship of the user.
func (b *builder) setRelationship() ref {
	k := b.world.Words
	switch b.below(8) {
	case 0, 1:
		return k.IsA
	case 2:
		return k.ChildOf
	case 3:
		return b.relationshipWith(k.Acyclic)
	case 4:
		return b.relationshipWith(k.Traversable)
	case 5, 6:
		return b.relationshipWith(k.Transitive)
	}
	return b.of(roleRelationship)
}

// querySets asks a query with one term, for an id that some entity owns, with sets on its elements.
func (b *builder) querySets() {
	e, f := b.owned()
	t := b.idTerm(f)
	if f.IsPair() && b.oneIn(3) {
		t = spec.Term{First: b.refTo(f.First), Second: spec.VarRef("x")}
	}
	if e >= 0 && b.oneIn(4) {
		t.Src = b.refTo(e)
	}
	b.queryTerms(b.withSets(t, b.setRelationship()))
}
