package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Traits are the meaning of an entity's properties for ids that it is the first element of, as one word, so that hot
// paths test a bit. The word is computed anew whenever a property of the entity changes.
type Traits uint64

// The properties of an entity, from its ids and its history.
const (
	TraitExclusive Traits = 1 << iota // also of Union, which is Exclusive with pairs that are tags (union.one-target)
	TraitUnion
	TraitTransitive
	TraitReflexive
	TraitAcyclic     // Acyclic, or Traversable, which implies it (acyclic.implied)
	TraitTraversable // Acyclic alone is not enough (traversal.relationship)
	TraitSymmetric
	TraitFinal
	TraitWith
	TraitOneOf
	TraitPairIsTag
	TraitDontInherit
	TraitInherit
	TraitDontFragment
	TraitOnDelete       // has a policy of its own deletion
	TraitOnDeleteTarget // has a policy of the deletion of its targets
	TraitOrdered        // the sources of each target have an order
	TraitSingleton      // only the entity itself can own it, alone or in a pair
	TraitRelationship   // the first element of pairs only, or the target of a trait
	TraitTarget         // the second element of pairs only
	TraitTrait          // may have targets that are TraitRelationship
	TraitCanToggle      // ids of it can be switched off
	TraitOrderedChildren

	// From here on they are not derived from ids.

	TraitProperty     // a reserved property, never inherited or copied (inheritance.never)
	TraitComponent    // has a type
	TraitDefaultFinal // a component that is Final by default (final.components)
	TraitBase         // was the target of IsA at some time in its life
	TraitRecord       // has a component record
	TraitNamed        // has a name
	TraitDoomed       // is going to be deleted, while a deletion is being planned
	TraitMarked       // has ids that instances get a copy of (inheritance.override-mark)
	TraitInMark       // was an element of such an id at some time in its life
	TraitToggled      // owns ids that are off (toggle.life)
	TraitStuck        // had properties that act until it dies, in profiles of an engine's own

	// From here on they are derived from the others and the profile.

	TraitInherited      // instances find it through IsA
	TraitCopied         // instances get a copy when IsA is added (inheritance.copies)
	TraitNonFragmenting // its pairs without data make no table per target
	TraitOwnRules       // adding a pair of it follows rules of a profile of an engine's own

	// TraitLimited is of an id and no entity: Singleton, Relationship or Target may forbid it
	// ([World.TraitsOfID]).
	TraitLimited
)

const (
	lastingTraits = TraitProperty | TraitComponent | TraitDefaultFinal | TraitBase | TraitRecord | TraitNamed |
		TraitDoomed |
		TraitMarked | TraitInMark | TraitToggled | TraitStuck
	// survivingTraits are those that nothing but its history gives to an entity that is deleted.
	survivingTraits = TraitProperty | TraitComponent | TraitDefaultFinal | TraitBase | TraitRecord | TraitInMark
	// TraitsOfAdd need more than the storage's own add.
	TraitsOfAdd = TraitExclusive | TraitAcyclic | TraitSymmetric | TraitWith | TraitOneOf | TraitProperty |
		TraitOwnRules | TraitLimited
)

// traitOf is the trait that an id gives to the entity that has it.
func traitOf(id store.ID) Traits {
	first := id.First()
	switch {
	case !IsBuiltin(first):
		return 0
	case !id.IsPair():
		return singleTraits[first]
	case first != OnInstantiate.Index():
		return pairTraits[first]
	}
	switch id.Second() {
	case Inherit.Index():
		return TraitInherit
	case DontInherit.Index():
		return TraitDontInherit
	}
	return 0
}

// TraitsOf are the traits of an index.
func (w *World) TraitsOf(index uint32) Traits { return w.Entities[index].Traits }

// TraitsOfID are the traits of the first element of an id that is to be added, with TraitLimited if the
// usage traits of its elements may forbid it.
func (w *World) TraitsOfID(id store.ID) Traits {
	first := w.Entities[id.First()].Traits
	limits := TraitSingleton | TraitTarget
	if !id.IsPair() {
		limits |= TraitRelationship
	} else if w.Entities[id.Second()].Traits&TraitRelationship != 0 {
		return first | TraitLimited
	}
	if first&limits != 0 {
		first |= TraitLimited
	}
	return first
}

// IsLimited reports whether the usage traits of its elements may forbid an id.
func (w *World) IsLimited(id store.ID) bool { return w.TraitsOfID(id)&TraitLimited != 0 }

// refreshTraits computes the traits of an entity anew.
func (w *World) refreshTraits(index uint32) {
	w.Entities[index].Traits = w.derivedTraits(index)
	w.TraitChanges++
}

// derivedTraits are the traits that follow from the ids of an entity.
func (w *World) derivedTraits(index uint32) Traits {
	t := w.Entities[index].Traits & lastingTraits
	for _, id := range w.Store.IDs(w.Table(index)) {
		t |= traitOf(id)
	}
	t |= w.stuckTraits(index)
	return w.withRule(index, t)
}

// withRule adds the traits that follow from the others: the rule of instantiation of
// inheritance.rule.
func (w *World) withRule(index uint32, t Traits) Traits {
	t &^= TraitInherited | TraitCopied | TraitNonFragmenting | TraitOwnRules
	if w.Profile.RefusesSelfPairs || w.Profile.ZeroesDeadTargets {
		t |= TraitOwnRules
	}
	if w.Profile.SingleTargets && !IsBuiltin(index) {
		t |= TraitExclusive
	}
	if t&TraitUnion != 0 {
		t |= TraitExclusive | TraitPairIsTag | TraitDontFragment
	}
	if t&TraitExclusive != 0 && (t&TraitDontFragment != 0 || w.compact) && !IsBuiltin(index) {
		t |= TraitNonFragmenting
	}
	switch {
	case index == IsA.Index(): // in every profile (inheritance.rule), whatever IsA is given
		return t&^TraitDontInherit | TraitInherited
	case t&(TraitProperty|TraitDontInherit) != 0:
		return t
	case t&TraitInherit != 0, w.Profile.Instantiation == spec.Inherit:
		return t | TraitInherited
	case w.Profile.Instantiation == spec.Override:
		return t | TraitCopied
	}
	return t
}

// IsFinal reports whether an entity cannot be the target of IsA (REL-174, REL-179).
func (w *World) IsFinal(index uint32) bool {
	return w.TraitsOf(index)&(TraitFinal|TraitDefaultFinal) != 0
}

// CanTraverse reports whether a relationship may be traversed now: it is alive, and Traversable or Transitive (QRY-373,
// traversal.relationship).
func (w *World) CanTraverse(relation Entity) bool {
	return w.Store.Alive(relation) && w.TraitsOf(relation.Index())&(TraitTraversable|TraitTransitive) != 0
}

// CanFollow reports whether a query may follow a relationship to find candidates: with a bound any
// that is alive, else one that is Acyclic, Traversable or Transitive (sets.refused).
func (w *World) CanFollow(relation Entity, bounded bool) bool {
	return w.Store.Alive(relation) && (bounded ||
		w.TraitsOf(relation.Index())&(TraitAcyclic|TraitTraversable|TraitTransitive) != 0)
}

// CheckFollowed refuses a relationship that [World.CanFollow] refuses, unless it is dead: nothing
// is found along that (source.dead).
func (w *World) CheckFollowed(relation Entity, bounded bool) *spec.Error {
	if w.Store.Alive(relation) && !w.CanFollow(relation, bounded) {
		return spec.Errorf(spec.CodeNotTraversable,
			"the relationship is not Acyclic, Traversable or Transitive; add one of these properties, or give a maximum depth")
	}
	return nil
}

// isBarred reports whether a term that traverses IsA is refused because of its first element
// (traversal.uninherited).
func (w *World) isBarred(first Entity) bool {
	index := first.Index()
	switch traits := w.TraitsOf(index); {
	case !w.Store.Alive(first):
		return false
	case w.Profile.RefusesUninherited:
		return traits&TraitInherited == 0
	case IsBuiltin(index):
		return spec.CarriesDontInherit(BuiltinHandles[index])
	default:
		return traits&TraitDontInherit != 0
	}
}

// CheckTraversal refuses to traverse a relationship, and to look for an id along it, constant if it is written so.
func (w *World) CheckTraversal(relation, first Entity, constant bool) *spec.Error {
	if w.Store.Alive(relation) && !w.CanTraverse(relation) {
		return spec.Errorf(spec.CodeNotTraversable,
			"the relationship is not Traversable or Transitive; add one of these properties to traverse it")
	}
	if relation == IsA && constant && w.isBarred(first) {
		return spec.Errorf(spec.CodeNotTraversable,
			"%s is not inherited, so IsA cannot be followed for it; match it on the entity itself",
			w.EntityText(first))
	}
	return nil
}

// changesTypes reports whether adding or removing the id changes the type of pairs.
func changesTypes(id store.ID) bool {
	return id == store.Single(PairIsTag.Index()) || id == store.Single(Union.Index())
}

// isProperty reports whether adding or removing the id changes the meaning of its entity's ids.
func isProperty(id store.ID) bool {
	return traitOf(id) != 0 || id.First() == OnInstantiate.Index()
}
