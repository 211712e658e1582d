package flecs

import "github.com/relspec/relspec/spec"

// The kinds of id that an add adds.
const (
	addPair = iota
	addTag
	addComponent
	addIsA
	addChildOf
	addData
	addAgain
	addProperty
	addPolicy
	addInstantiate
	addPrefab
	addDisabled
	addWith
	addOneOf
)

var addChoices = []choice{
	{"pair", 38, nil},
	{"tag", 18, nil},
	{"component", 8, nil},
	{"isa", 10, nil},
	{"childof", 9, nil},
	{"data", 5, nil},
	{"again", 3, nil},
	{"property", 4, nil},
	{"policy", 3, nil},
	{"instantiate", 2, nil},
	{"prefab", 1, nil},
	{"disabled", 1, nil},
	{"with", 3, needsProperty(spec.With)},
	{"one_of", 2, needsProperty(spec.OneOf)},
}

// add adds an id that should be accepted or, if operations need not be valid, any id.
func (b *builder) add() {
	if b.Arbitrary && b.oneIn(4) {
		b.addFact(b.anyHandle(), b.arbitraryFact())
		return
	}
	what := b.choose(groupAdd)
	w, k := b.world, b.world.Words
	switch what {
	case addPair:
		e := b.subject()
		r, start := b.relationshipAndTarget()
		b.addToward(e, r, start)
	case addTag:
		b.addValid(b.subject(), single(b.of(roleTag)))
	case addComponent:
		b.addValid(b.subject(), single(b.of(roleComponent)))
	case addIsA:
		e := b.subject()
		b.addToward(e, k.IsA, b.below(len(w.Live)))
	case addChildOf:
		e := b.subject()
		b.addToward(e, k.ChildOf, b.below(len(w.Live)))
	case addData:
		b.addValid(b.subject(), b.dataPair())
	case addAgain:
		e, f := b.owned()
		b.addValid(e, f)
	default:
		e, f := b.trait(what)
		b.addValid(e, f)
	}
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

// trait returns an entity and a property, policy or other trait to add to it.
func (b *builder) trait(what int) (ref, fact) {
	w, k := b.world, b.world.Words
	switch what {
	case addProperty:
		return b.of(roleRelationship), b.property()
	case addPolicy:
		e := b.policed()
		return e, b.policy()
	case addInstantiate:
		return b.declared(), b.instantiation()
	case addPrefab:
		return b.plain(), single(k.Prefab)
	case addWith:
		return b.declared(), pair(k.With, b.declared())
	case addOneOf:
		return b.of(roleRelationship), pair(k.OneOf, b.from(w.Live))
	}
	return b.plain(), single(k.Disabled)
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

// policed returns an entity for a cleanup policy: something declared, a plain entity, or IsA itself.
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

// addToward adds (r, t), where t is the first allowed target in the list of alive entities from an index
// on. If there is none, it adds a tag.
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
