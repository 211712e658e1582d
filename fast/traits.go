package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// traits are what an entity's properties mean for ids that it is the first element of, as one word, so that hot
// paths test a bit. The word is computed anew whenever a property of the entity changes.
type traits uint32

const (
	traitExclusive traits = 1 << iota // also of Union, which is Exclusive with pairs that are tags (P-41)
	traitUnion
	traitTransitive
	traitReflexive
	traitAcyclic     // Acyclic, or Traversable, which implies it (ruling 16)
	traitTraversable // Acyclic alone is not enough (ruling 35)
	traitSymmetric
	traitFinal
	traitWith
	traitOneOf
	traitPairIsTag
	traitDontInherit
	traitInherit
	traitDontFragment
	traitOnDelete       // has a policy of its own deletion
	traitOnDeleteTarget // has a policy of the deletion of its targets

	// Not derived from ids.
	traitProperty     // a reserved property, never inherited or copied (ruling 14)
	traitComponent    // has a type
	traitDefaultFinal // a component that is Final by default (P-12)
	traitBase         // was the target of IsA at some time in its life
	traitRecord       // has a component record
	traitNamed        // has a name
	traitDoomed       // is going to be deleted, while a deletion is being planned
	traitMarked       // has ids that instances get a copy of (P-42)
	traitInMark       // was an element of such an id at some time in its life
	traitToggled      // owns ids that are off (P-43)

	// Derived from the others and the profile.
	traitInherited // instances find it through IsA
	traitCopied    // instances get a copy when IsA is added (P-21)
	traitLoose     // its pairs without data make no table per target
)

const (
	keptTraits = traitProperty | traitComponent | traitDefaultFinal | traitBase | traitRecord | traitNamed | traitDoomed |
		traitMarked | traitInMark | traitToggled
	// traitsOfAdd need more than the storage's own add.
	traitsOfAdd = traitExclusive | traitAcyclic | traitSymmetric | traitWith | traitOneOf | traitProperty
)

// traitOf is the trait that an id gives to the entity that has it.
func traitOf(id store.ID) traits {
	first := id.First()
	switch {
	case first >= reserved:
		return 0
	case !id.IsPair():
		return singleTraits[first]
	case first != OnInstantiate.Index():
		return pairTraits[first]
	}
	switch id.Second() {
	case Inherit.Index():
		return traitInherit
	case DontInherit.Index():
		return traitDontInherit
	}
	return 0
}

// traitsOf are the traits of an index.
func (w *World) traitsOf(index uint32) traits { return w.entities[index].traits }

// refreshTraits computes the traits of an entity anew.
func (w *World) refreshTraits(index uint32) {
	w.entities[index].traits = w.derivedTraits(index)
	w.traitChanges++
}

// derivedTraits are what the ids of an entity make of its traits.
func (w *World) derivedTraits(index uint32) traits {
	t := w.entities[index].traits & keptTraits
	for _, id := range w.st.IDs(w.table(index)) {
		t |= traitOf(id)
	}
	return w.withRule(index, t)
}

// withRule adds the traits that follow from the others: the rule of instantiation of P-22.
func (w *World) withRule(index uint32, t traits) traits {
	t &^= traitInherited | traitCopied | traitLoose
	if t&traitUnion != 0 {
		t |= traitExclusive | traitPairIsTag | traitDontFragment
	}
	if t&traitExclusive != 0 && (t&traitDontFragment != 0 || w.compact) && !isBuiltin(index) {
		t |= traitLoose
	}
	switch {
	case index == IsA.Index(): // in every profile (ruling 13), whatever IsA is given
		return t&^traitDontInherit | traitInherited
	case t&(traitProperty|traitDontInherit) != 0:
		return t
	case t&traitInherit != 0, w.profile.Instantiation == spec.Inherit:
		return t | traitInherited
	case w.profile.Instantiation == spec.Override:
		return t | traitCopied
	}
	return t
}

// isFinal reports whether an entity cannot be the target of IsA (REL-174, REL-179).
func (w *World) isFinal(index uint32) bool {
	return w.traitsOf(index)&(traitFinal|traitDefaultFinal) != 0
}

// canTraverse reports whether a relationship may be traversed now: it is alive, and Traversable or Transitive (QRY-373,
// ruling 35).
func (w *World) canTraverse(relation Entity) bool {
	return w.st.Alive(relation) && w.traitsOf(relation.Index())&(traitTraversable|traitTransitive) != 0
}

// isBarred reports whether a term that traverses IsA is refused because of its first element (ruling 36, P-75).
func (w *World) isBarred(first Entity) bool {
	index := first.Index()
	switch traits := w.traitsOf(index); {
	case !w.st.Alive(first):
		return false
	case w.profile.RefusesUninherited:
		return traits&traitInherited == 0
	case isBuiltin(index):
		return spec.CarriesDontInherit(builtinHandles[index])
	default:
		return traits&traitDontInherit != 0
	}
}

// checkTraversal refuses to traverse a relationship, and to look for an id along it, constant if it is written so.
func (w *World) checkTraversal(relation, first Entity, constant bool) *spec.Error {
	if w.st.Alive(relation) && !w.canTraverse(relation) {
		return spec.Errorf(spec.CodeNotTraversable, "only a relationship that is Traversable or Transitive can be followed")
	}
	if relation == IsA && constant && w.isBarred(first) {
		return spec.Errorf(spec.CodeNotTraversable, "%s is not inherited, so IsA is not followed for it", w.label(first))
	}
	return nil
}

// changesTypes reports whether adding or removing the id changes the type of pairs.
func changesTypes(id store.ID) bool {
	return id == store.Single(PairIsTag.Index()) || id == store.Single(Union.Index())
}

// isProperty reports whether adding or removing the id changes what its entity's ids mean.
func isProperty(id store.ID) bool {
	return id.First() < reserved && traitOf(id) != 0 || id.First() == OnInstantiate.Index()
}
