package flecs

import (
	"github.com/relspec/relspec/spec"
)

// Elements of terms.
const (
	elementConstant = iota
	elementWildcard
	elementAny
	elementVariable
	elementThis
	firstMember // the kinds from here on differ for first and second elements

	secondSingleton = firstMember
	secondLookup    = firstMember + 1
)

var firstChoices = []choice{
	{"constant", 78, nil},
	{"wildcard", 6, nil},
	{"any", 3, nil},
	{"variable", 7, nil},
	{"this", 1, nil},
	{"member", 4, func(f *Features) bool { return f.Members }},
}

var secondChoices = []choice{
	{"constant", 38, nil},
	{"wildcard", 21, nil},
	{"any", 7, nil},
	{"variable", 24, nil},
	{"this", 2, nil},
	{"singleton", 2, func(f *Features) bool { return f.SingletonSecond }},
	{"lookup", 4, func(f *Features) bool { return f.LookupVariables }},
}

func (b *builder) first(f fact) spec.Ref {
	what := b.choose(groupFirst)
	if what == firstMember {
		if r, ok := b.member(f); ok {
			return r
		}
	}
	return b.element(what, f.First)
}

func (b *builder) second(f fact) spec.Ref {
	switch what := b.choose(groupSecond); what {
	case secondSingleton:
		return spec.Ref{Kind: spec.RefSingleton}
	case secondLookup:
		b.plan.lookups = true
		b.plan.this = b.plan.this || !b.plan.inScope
		return spec.Ref{Kind: spec.RefLookup, Name: spec.This, Path: b.childName()}
	default:
		return b.element(what, f.Second)
	}
}

// fewRows limits the wildcards and variables of a query, because the number of rows grows
// exponentially with them. Once a query has more, further elements are mostly constants.
const fewRows = 2

// element returns a constant, a wildcard or a variable.
func (b *builder) element(what int, e ref) spec.Ref {
	if what == elementWildcard || what == elementVariable {
		if b.plan.open++; b.plan.open > fewRows && !b.oneIn(4) {
			what = elementConstant
		}
	}
	switch what {
	case elementWildcard:
		return spec.EntityRef(spec.Wildcard)
	case elementAny:
		return spec.EntityRef(spec.Any)
	case elementVariable:
		v := b.variable(e)
		b.maybeSet(&v, 8)
		return v
	case elementThis:
		b.note(spec.This)
		return spec.VarRef(spec.This)
	}
	r := spec.EntityRef(b.world.Handle(e))
	if b.features.Substitution {
		b.maybeSet(&r, 3)
	} else if b.features.SelfOnElements && b.oneIn(8) {
		b.plan.self = true
		r.Trav = &spec.Traversal{Flags: spec.TravSelf}
	}
	return r
}

// member returns a member whose values are entities: of the first element of f or, if that has
// none, of any component. It returns false if no component has such a member.
func (b *builder) member(f fact) (spec.Ref, bool) {
	for _, c := range append([]ref{f.First}, b.world.Of[roleComponent]...) {
		for _, m := range b.world.Members(single(c)) {
			if m.Type == spec.Entity {
				b.plan.members = true
				return spec.Ref{Kind: spec.RefMember, Name: string(b.world.Handle(c)), Path: m.Name}, true
			}
		}
	}
	return spec.Ref{}, false
}

// childName returns the name of an entity, sometimes after the name of its parent. If the entity
// has none, it returns another name.
func (b *builder) childName() string {
	e := b.subject()
	if e < 0 || b.world.Entities[e].Name == "" {
		return siblingNames[0]
	}
	if up := b.parentOf(e); up >= 0 && b.world.Entities[up].Name != "" && b.oneIn(3) {
		return b.world.Entities[up].Name + [...]string{".", "::"}[b.below(2)] + b.world.Entities[e].Name
	}
	return b.world.Entities[e].Name
}

// variableNames are few, so that terms share them. The last one is anonymous: rows do not have it.
var variableNames = [...]string{"x", "y", "z", "_a"}

// variable returns a variable for an entity. So that joins match, it is mostly the variable that
// was used for the same entity before, or an unused one.
func (b *builder) variable(value ref) spec.Ref {
	c := int(b.Next())
	i := c % len(b.plan.values)
	switch {
	case c >= 244:
		return b.variableAt(len(b.plan.values))
	case c < 176:
		i = b.plan.nameFor(value, i)
	}
	if b.plan.values[i] == none {
		b.plan.values[i] = value
	}
	return b.variableAt(i)
}

func (b *builder) variableAt(i int) spec.Ref {
	b.note(variableNames[i])
	return spec.VarRef(variableNames[i])
}

// nameFor returns the variable with a value, or else an unused variable, searching from start.
func (p *plan) nameFor(value ref, start int) int {
	for _, wanted := range [...]ref{value, none} {
		for j := range p.values {
			if i := (start + j) % len(p.values); p.values[i] == wanted {
				return i
			}
		}
	}
	return start
}

// joined mostly returns a variable that the query has already, and the entity that it may stand
// for. Otherwise it returns a variable for the anchor.
func (b *builder) joined() (spec.Ref, ref) {
	c := int(b.Next())
	for j := range b.plan.values {
		if i := (c + j) % len(b.plan.values); c < 208 && b.plan.values[i] != none {
			return b.variableAt(i), b.plan.values[i]
		}
	}
	return b.variable(b.plan.anchor), b.plan.anchor
}

// sources are the kinds of source of a term. Each returns a source, and an entity that the source
// may stand for.
var sources = [...]option[func(*builder) (spec.Ref, ref)]{
	{choice{"this", 740, nil}, func(b *builder) (spec.Ref, ref) {
		if b.plan.values != noValues && b.oneIn(4) {
			return b.joined()
		}
		b.note(spec.This)
		return spec.Ref{}, b.plan.anchor
	}},
	{choice{"written_this", 30, nil}, func(b *builder) (spec.Ref, ref) {
		b.note(spec.This)
		return spec.VarRef(spec.This), b.plan.anchor
	}},
	{choice{"fixed", 90, nil}, func(b *builder) (spec.Ref, ref) {
		e := b.holder()
		return b.refTo(e), e
	}},
	{choice{"variable", 90, nil}, (*builder).joined},
	// if Singleton is a property, $ cannot be a source (F41-049)
	{
		choice{"singleton", 20, func(f *Features) bool { return !f.Properties.Has(spec.Singleton) }},
		sourceLike(spec.Ref{Kind: spec.RefSingleton}),
	},
	{choice{"wildcard", 6, nil}, sourceLike(spec.EntityRef(spec.Wildcard))},
	{choice{"any", 5, nil}, sourceLike(spec.EntityRef(spec.Any))},
}

func sourceLike(r spec.Ref) func(*builder) (spec.Ref, ref) {
	return func(b *builder) (spec.Ref, ref) { return r, b.plan.anchor }
}

func (b *builder) source() (spec.Ref, ref) { return sources[b.choose(groupSource)].makes(b) }

// traversals are the traversals of sources.
var traversals = [...]option[spec.TravFlags]{
	{choice{"none", 76, traversed}, 0},
	{choice{"self", 6, traversed}, spec.TravSelf},
	{choice{"up", 9, traversed}, spec.TravUp},
	{choice{"self_up", 9, traversed}, spec.TravSelf | spec.TravUp},
	{choice{"cascade", 3, func(f *Features) bool { return f.Traversal && f.Ordering }}, spec.TravCascade},
}

func traversed(f *Features) bool { return f.Traversal }

// traverse1 gives a source a traversal along ChildOf, IsA, a traversable relationship or the
// default of the profile. It rarely uses IsA for ids for which IsA cannot be traversed
// (traversal.uninherited). first is the first element of the id, if there is one.
func (b *builder) traverse1(src *spec.Ref, first ref) {
	if !b.features.Traversal {
		return
	}
	if b.features.Substitution && b.oneIn(3) {
		src.Trav = b.substitution()
		return
	}
	flags := traversals[b.choose(groupTraversal)].makes
	if flags == 0 {
		return
	}
	if flags == spec.TravCascade && (b.plan.cascade || src.Kind != spec.RefNone || b.plan.inScope) && !b.Arbitrary {
		flags = spec.TravUp
	}
	src.Trav = &spec.Traversal{Flags: flags}
	if flags == spec.TravCascade {
		b.plan.ordered, b.plan.cascade = true, true
		if !b.features.Substitution && b.oneIn(4) {
			src.Trav.Flags |= spec.TravDesc
		}
	}
	if flags == spec.TravSelf {
		return
	}
	k := b.world.Words
	var r spec.Ref
	along := b.below(4)
	barred := b.world.IsUser(first) && !b.passesDown(first) && !b.oneIn(6)
	if barred && (along == 1 || along == 0 && b.Profile.Traversal == spec.IsA) {
		along = 2 + b.below(2)
	}
	switch along {
	case 0:
		return
	case 1:
		r = spec.EntityRef(b.world.Handle(k.IsA))
	case 2:
		r = spec.EntityRef(b.world.Handle(k.ChildOf))
	default:
		r = spec.EntityRef(b.world.Handle(b.traversable()))
	}
	src.Trav.Rel = &r
}

// traversable returns a relationship that may be traversed: it is Traversable or Transitive. A
// Transitive one may have cycles. Sometimes traversable returns one that is only Acyclic, which
// engines refuse (traversal.relationship). If the world has no relationship of these kinds, it
// returns ChildOf.
func (b *builder) traversable() ref {
	w := b.world
	rels := w.Of[roleRelationship]
	start := b.below(max(1, len(rels)))
	acyclic := b.oneIn(12)
	for i := range rels {
		if r := rels[(start+i)%len(rels)]; w.IsTraversable(r) || acyclic && w.IsAcyclic(r) {
			return r
		}
	}
	return w.Words.ChildOf
}

// passesDown reports whether instances get ids that begin with e from their bases by inheritance.
func (b *builder) passesDown(e ref) bool {
	k := b.world.Words
	if b.Profile.Instantiation == spec.Inherit {
		return !b.world.Is(e, k.DontInherit)
	}
	return b.world.Owns(e, pair(k.OnInstantiate, k.Inherit))
}
