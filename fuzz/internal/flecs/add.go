package flecs

import "github.com/relspec/relspec/spec"

// additions are the kinds of id that an add adds.
var additions = [...]option[func(*builder)]{
	{choice{"pair", 38, nil}, func(b *builder) {
		e := b.subject()
		r, start := b.relationshipAndTarget()
		b.addToward(e, r, start)
	}},
	{choice{"tag", 18, nil}, func(b *builder) { b.addValid(b.subject(), single(b.of(roleTag))) }},
	{choice{"component", 8, nil}, func(b *builder) { b.addValid(b.subject(), single(b.of(roleComponent))) }},
	{choice{"isa", 10, nil}, func(b *builder) { b.addToAny(b.world.Words.IsA) }},
	{choice{"childof", 9, nil}, func(b *builder) { b.addToAny(b.world.Words.ChildOf) }},
	{choice{"data", 5, nil}, func(b *builder) { b.addValid(b.subject(), b.dataPair()) }},
	{choice{"again", 3, nil}, func(b *builder) { b.addValid(b.owned()) }},
	{choice{"property", 4, nil}, func(b *builder) { b.addValid(b.of(roleRelationship), b.property()) }},
	{choice{"policy", 3, nil}, func(b *builder) { b.addValid(b.policed(), b.policy()) }},
	{choice{"instantiate", 2, nil}, func(b *builder) { b.addValid(b.declared(), b.instantiation()) }},
	{choice{"prefab", 1, nil}, func(b *builder) { b.addValid(b.plain(), single(b.world.Words.Prefab)) }},
	{choice{"disabled", 1, nil}, func(b *builder) { b.addValid(b.plain(), single(b.world.Words.Disabled)) }},
	{choice{"with", 3, needsProperty(spec.With)}, func(b *builder) {
		b.addValid(b.declared(), pair(b.world.Words.With, b.declared()))
	}},
	{choice{"one_of", 2, needsProperty(spec.OneOf)}, func(b *builder) {
		b.addValid(b.of(roleRelationship), pair(b.world.Words.OneOf, b.from(b.world.Live)))
	}},
}

// add adds an id that should be accepted or, if operations need not be valid, any id.
func (b *builder) add() {
	if b.Arbitrary && b.oneIn(4) {
		b.addFact(b.anyHandle(), b.arbitraryFact())
		return
	}
	additions[b.choose(groupAdd)].makes(b)
}

// relationshipAndTarget returns a relationship and an index in the list of alive entities, from one
// decision.
func (b *builder) relationshipAndTarget() (ref, int) {
	rels := b.world.Of[roleRelationship]
	if len(rels) == 0 {
		return b.of(roleRelationship), 0
	}
	c := b.below(len(rels) * len(b.world.Live))
	return rels[c%len(rels)], c / len(rels)
}

// declared returns a tag, component or relationship.
func (b *builder) declared() ref {
	switch b.below(4) {
	case 0:
		return b.of(roleTag)
	case 1:
		return b.of(roleComponent)
	}
	return b.of(roleRelationship)
}

// policed returns an entity for a cleanup policy: a tag, component or relationship, a plain entity,
// or IsA.
func (b *builder) policed() ref {
	switch b.below(8) {
	case 0:
		return b.world.Words.IsA
	case 1:
		return b.plain()
	}
	return b.declared()
}

// dataPair returns a pair that has data: one of its elements is a component.
func (b *builder) dataPair() fact {
	c := b.of(roleComponent)
	if b.oneIn(3) {
		return pair(b.of(roleRelationship), c)
	}
	return pair(c, b.subject())
}

// addToAny adds a pair of r to the subject.
func (b *builder) addToAny(r ref) {
	e := b.subject()
	b.addToward(e, r, b.below(len(b.world.Live)))
}

// addToward adds (r, t) to e. t is the first allowed target in the list of alive entities,
// beginning at index start; if none is allowed, addToward adds a tag. In traces that ignore
// validity, t is the entity at start. If numbers can be targets, t is sometimes a number.
func (b *builder) addToward(e, r ref, start int) {
	live := b.world.Live
	if b.features.Numbers && b.world.IsUser(r) && b.oneIn(8) {
		b.addValid(e, pair(r, b.number()))
		return
	}
	if b.Arbitrary {
		b.addFact(e, pair(r, live[start]))
		return
	}
	if e >= 0 && r >= 0 {
		for i := range live {
			if t := live[(start+i)%len(live)]; b.allows(e, pair(r, t)) {
				b.addFact(e, pair(r, t))
				return
			}
		}
	}
	b.addFact(e, single(b.of(roleTag)))
}

// addValid adds an id or, if the id would be refused, a tag.
func (b *builder) addValid(e ref, f fact) {
	if !b.Arbitrary && !b.allows(e, f) {
		f = single(b.of(roleTag))
	}
	b.addFact(e, f)
}

// addFact emits an add.
func (b *builder) addFact(e ref, f fact) { b.factOp(spec.OpAdd, e, f) }
