package flecs

import (
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// The functions of this file read one byte where possible. They return existing entities and ids.
// In traces that ignore validity, they sometimes return any handle or id.

// from returns an element of a list that is not empty.
func (b *builder) from(list []ref) ref { return list[b.below(len(list))] }

// number returns a number as a target.
func (b *builder) number() ref {
	return b.world.Words.Of(expected.Numbers[b.below(len(expected.Numbers))])
}

// subject returns the entity that an operation is about: mostly a plain one, sometimes any entity
// of the user.
func (b *builder) subject() ref {
	w := b.world
	c := int(b.Next())
	if b.Arbitrary && c >= 224 {
		return b.anyHandle()
	}
	plain := w.Of[rolePlain]
	if c < 224 && len(plain) > 0 || len(w.Live) == 0 {
		return b.plainAt(c)
	}
	return w.Live[c%len(w.Live)]
}

// plain returns a plain entity.
func (b *builder) plain() ref { return b.plainAt(int(b.Next())) }

func (b *builder) plainAt(c int) ref {
	plain := b.world.Of[rolePlain]
	if len(plain) == 0 {
		return b.birth(rolePlain, nil)
	}
	return plain[c%len(plain)]
}

// anyHandle returns any handle: alive, dead, reserved or unknown.
func (b *builder) anyHandle() ref {
	w := b.world
	switch c := b.Next(); {
	case c < 128:
		return b.reserved()
	case c < 132 || len(w.Entities) == w.Reserved():
		return unknown
	}
	return ref(w.Reserved() + b.below(len(w.Entities)-w.Reserved()))
}

// reserved returns a reserved entity.
func (b *builder) reserved() ref { return ref(b.below(b.world.Reserved())) }

// of returns an entity with a role, and creates one if there is none.
func (b *builder) of(r role) ref {
	if len(b.world.Of[r]) == 0 {
		return b.birth(r, nil)
	}
	return b.from(b.world.Of[r])
}

// holder returns an alive entity of the user that owns something, if there is one.
func (b *builder) holder() ref {
	e := b.subject()
	w := b.world
	if e >= 0 && len(w.Entities[e].Own) > 0 {
		return e
	}
	for i := range w.Live {
		if x := w.Live[(max(int(e)-w.Reserved(), 0)+i)%len(w.Live)]; len(w.Entities[x].Own) > 0 {
			return x
		}
	}
	return e
}

// owned returns an entity and an id that it probably owns. If no entity owns anything, the id is a
// tag.
func (b *builder) owned() (ref, fact) {
	e := b.holder()
	if e < 0 || len(b.world.Entities[e].Own) == 0 {
		return e, single(b.of(roleTag))
	}
	own := b.world.Entities[e].Own
	return e, own[b.below(len(own))]
}

// question returns an entity and an id to ask about: mostly one that it owns, sometimes one that
// another entity owns.
func (b *builder) question() (ref, fact) {
	e, f := b.owned()
	if b.oneIn(4) {
		e = b.subject()
	}
	if b.Arbitrary && b.oneIn(4) {
		f = b.arbitraryFact()
	}
	return e, f
}

// arbitraryFact returns any pair or single id at all, wildcards included.
func (b *builder) arbitraryFact() fact {
	f := single(b.arbitraryElement())
	if b.oneIn(2) {
		f.Second = b.arbitraryElement()
	}
	return f
}

func (b *builder) arbitraryElement() ref {
	switch b.below(8) {
	case 0:
		return every
	case 1:
		return anyOf
	}
	return b.anyHandle()
}

// widenings are the patterns of remove, remove_all, delete_with and count: an id, wider ids with
// wildcards, or an id that is probably absent.
var widenings = [...]option[func(*builder, fact) fact]{
	{choice{"exact", 70, nil}, func(_ *builder, f fact) fact { return f }},
	{choice{"relationship", 12, nil}, func(_ *builder, f fact) fact { return toward(f, every) }},
	{choice{"target", 6, nil}, func(_ *builder, f fact) fact {
		if f.IsPair() {
			f.First = every
		}
		return f
	}},
	{choice{"every", 4, nil}, func(_ *builder, f fact) fact {
		f.First = every
		return toward(f, every)
	}},
	{choice{"any", 2, nil}, func(_ *builder, f fact) fact { return toward(f, anyOf) }},
	{choice{"absent", 6, nil}, func(b *builder, _ fact) fact { return b.candidate() }},
}

// toward returns a pair with another target, and a single id as it is.
func toward(f fact, target ref) fact {
	if f.IsPair() {
		f.Second = target
	}
	return f
}

// pattern widens an id, or replaces it.
func (b *builder) pattern(f fact) fact { return widenings[b.choose(groupPattern)].makes(b, f) }

// candidate returns an id of the usual elements, whether anything owns it or not.
func (b *builder) candidate() fact {
	switch b.below(4) {
	case 0:
		return single(b.of(roleTag))
	case 1:
		return single(b.of(roleComponent))
	}
	return pair(b.of(roleRelationship), b.subject())
}

// relationship returns an entity, and the first element of a pair that it owns or else any
// relationship.
func (b *builder) relationship() (holder, rel ref) {
	e, f := b.owned()
	if f.IsPair() {
		return e, f.First
	}
	return e, b.of(roleRelationship)
}

// op begins an operation about an entity.
func (b *builder) op(kind spec.OpKind, e ref) spec.Operation {
	return spec.Operation{Op: kind, Entity: b.world.Handle(e)}
}
