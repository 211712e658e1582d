package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Traits has a bit for each property of an entity that matters for ids with the entity as the first
// element. It is one word, so hot paths test bits. It is recomputed when a property of the entity
// changes.
type Traits uint64

// The properties of an entity, from its ids and its history.
const (
	TraitExclusive Traits = 1 << iota // also for Union, which implies it (union.one-target)
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
	TraitOnDelete       // has a policy for its own deletion
	TraitOnDeleteTarget // has a policy for the deletion of its targets
	TraitOrdered        // the sources of each target have an order
	TraitSingleton      // only the entity itself can own it, as a tag or in a pair
	TraitRelationship   // can only be the first element of a pair, or the target of a relationship with TraitTrait
	TraitTarget         // can only be the second element of a pair
	TraitTrait          // may have targets with TraitRelationship
	TraitCanToggle      // ids of it can be disabled
	TraitOrderedChildren

	// The following traits are not derived from ids.

	TraitProperty     // a reserved property, never inherited or copied (inheritance.never)
	TraitComponent    // has a type
	TraitDefaultFinal // a component that is Final by default (final.components)
	TraitBase         // was the target of IsA at some time in its life
	TraitRecord       // has a component record
	TraitNamed        // has a name
	TraitMarked       // has ids of which instances get a copy (inheritance.override-mark)
	TraitInMark       // was an element of a marked id at some time in its life
	TraitToggled      // owns disabled ids (toggle.life)
	TraitNumber       // is a number as a target, not an entity

	// The following traits are derived from the others and the profile.

	TraitInherited      // instances find it through IsA
	TraitCopied         // instances get a copy when IsA is added (inheritance.copies)
	TraitNonFragmenting // its pairs without values are non-fragmenting
	TraitOwnRules       // adding a pair of it follows rules of a profile that an engine defines

	// TraitLimited applies to an id, not to an entity: Singleton, Relationship or Target may forbid
	// the id ([World.TraitsOfID]).
	TraitLimited
)

const (
	// lastingTraits are the traits that are not derived from ids.
	lastingTraits = TraitProperty | TraitComponent | TraitDefaultFinal | TraitBase | TraitRecord | TraitNamed |
		TraitMarked | TraitInMark | TraitToggled | TraitNumber
	// survivingTraits are the traits that revive restores. The others follow from ids, or from
	// undo entries of their own (names, marks, toggles).
	survivingTraits = TraitProperty | TraitComponent | TraitDefaultFinal | TraitBase | TraitRecord | TraitInMark
	// TraitsOfAdd are the traits of ids that the storage alone cannot add.
	TraitsOfAdd = TraitExclusive | TraitAcyclic | TraitSymmetric | TraitWith | TraitOneOf | TraitProperty |
		TraitOwnRules | TraitLimited
)

// traitOf returns the trait that an id gives to the entity that has it.
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

// IsSingleton reports whether an entity, which may be dead, has Singleton.
func (w *World) IsSingleton(e Entity) bool {
	return w.Store.Alive(e) && w.TraitsOf(e.Index())&TraitSingleton != 0
}

// TraitsOfID returns the traits of the first element of an id, with TraitLimited if the usage
// traits of its elements may forbid adding it, or if its target is a number.
func (w *World) TraitsOfID(id store.ID) Traits {
	first := w.TraitsOf(id.First())
	limits := TraitSingleton | TraitTarget | TraitNumber
	if !id.IsPair() {
		limits |= TraitRelationship
	} else if w.TraitsOf(id.Second())&(TraitRelationship|TraitNumber) != 0 {
		return first | TraitLimited
	}
	if first&limits != 0 {
		first |= TraitLimited
	}
	return first
}

// IsLimited reports whether usage traits may forbid an id.
func (w *World) IsLimited(id store.ID) bool { return w.TraitsOfID(id)&TraitLimited != 0 }

// OwnsTag reports whether an entity owns a tag.
func (w *World) OwnsTag(index uint32, tag Entity) bool {
	return w.Store.Has(w.Table(index), store.Single(tag.Index()))
}

func (w *World) refreshTraits(index uint32) {
	w.setTraits(index, w.derivedTraits(index))
	w.TraitChanges++
}

// derivedTraits computes the traits of an entity from its ids.
func (w *World) derivedTraits(index uint32) Traits {
	t := w.TraitsOf(index) & lastingTraits
	for _, id := range w.Store.IDs(w.Table(index)) {
		t |= traitOf(id)
	}
	return w.withRule(index, t)
}

// withRule adds the traits that follow from the others, such as the instantiation rule of
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
	if t&TraitExclusive != 0 && (t&TraitDontFragment != 0 || w.compact) &&
		(!IsBuiltin(index) || index == ChildOf.Index()) {
		t |= TraitNonFragmenting
	}
	switch {
	case index == IsA.Index(): // in every profile, whatever is added to IsA (inheritance.rule)
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

// CanTraverse reports whether a relationship may be traversed now: it is alive, and Traversable or
// Transitive (QRY-373, traversal.relationship).
func (w *World) CanTraverse(relation Entity) bool {
	return w.Store.Alive(relation) && w.TraitsOf(relation.Index())&(TraitTraversable|TraitTransitive) != 0
}

// MayFollow reports whether a query may follow a relationship to find candidates. With a limit of
// depth it must be alive; without one it must also be Acyclic, Traversable or Transitive
// (sets.refused).
func (w *World) MayFollow(relation Entity, bounded bool) bool {
	return w.Store.Alive(relation) && (bounded ||
		w.TraitsOf(relation.Index())&(TraitAcyclic|TraitTraversable|TraitTransitive) != 0)
}

// CheckTraversable returns an error for a relationship that MayFollow rejects. A dead relationship
// is not an error; nothing is found along it (source.dead).
func (w *World) CheckTraversable(relation Entity, bounded bool) *spec.Error {
	if w.Store.Alive(relation) && !w.MayFollow(relation, bounded) {
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

// CheckTraversal returns an error if an alive relationship cannot be traversed. It also returns an
// error for IsA if the first element is constant and not inherited.
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

// isProperty reports whether the traits of an entity may change when it gets or loses the id.
func isProperty(id store.ID) bool {
	return traitOf(id) != 0 || id.First() == OnInstantiate.Index()
}
