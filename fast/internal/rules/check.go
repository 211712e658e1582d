package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// checkAdd returns an error if a rule forbids adding an id to an entity that does not own it.
// traits are those of the id, see [World.TraitsOfID].
func (w *World) checkAdd(index uint32, id store.ID, traits Traits) *spec.Error {
	if traits&TraitLimited != 0 {
		if err := w.checkUsage(index, id); err != nil {
			return err
		}
	}
	if !id.IsPair() {
		if traits&TraitProperty == 0 {
			return nil
		}
		return w.checkProperty(index, id, true)
	}
	first, target := id.First(), id.Second()
	if first == IsA.Index() && w.IsFinal(target) {
		return spec.Errorf(spec.CodeFinal, "a Final entity cannot be the target of IsA; remove Final from it first")
	}
	if w.Profile.RefusesSelfPairs && target == index {
		return spec.Errorf(spec.CodeInvalid,
			"the target is the entity itself, which this profile forbids; use another target")
	}
	if traits&TraitAcyclic != 0 && w.reaches(target, first, index) {
		return spec.Errorf(spec.CodeCycle,
			"%s of %s would close a cycle of the Acyclic relationship %s; remove a pair of the cycle first",
			w.IDText(id), w.textOf(index), w.textOf(first))
	}
	if traits&TraitOneOf != 0 && !w.oneOfAllows(first, target) {
		return spec.Errorf(spec.CodeOneOf,
			"the target is not a child that OneOf allows; use a direct child of the entity that OneOf names")
	}
	if first == ChildOf.Index() {
		if IsBuiltin(index) {
			return errReserved("have a parent")
		}
		return w.checkFree(target, index, w.NameOf(index))
	}
	return nil
}

// checkUsage returns an error if the usage traits of an id's elements forbid adding it
// (usage.singleton, usage.relationship, usage.target). It also returns an error if a number is the
// first element, or is the target of a relationship that cannot have numbers (pairs.numbers).
func (w *World) checkUsage(index uint32, id store.ID) *spec.Error {
	first := w.TraitsOf(id.First())
	if id.IsPair() && w.IsNumber(id.Second()) {
		if err := w.checkNumber(id); err != nil {
			return err
		}
	}
	switch {
	case first&TraitNumber != 0:
		return errNumber
	case first&TraitSingleton != 0 && index != id.First():
		return spec.Errorf(spec.CodeInvalid, "%s is a Singleton: only the entity %s itself can own it",
			w.IDText(id), w.textOf(id.First()))
	case !id.IsPair() && first&TraitRelationship != 0:
		return spec.Errorf(spec.CodeInvalid, "%s has OnlyRelationship: use it as the first element of a pair", w.IDText(id))
	case id.IsPair() && first&TraitTrait == 0 && w.TraitsOf(id.Second())&TraitRelationship != 0:
		return spec.Errorf(spec.CodeInvalid,
			"the target of %s has OnlyRelationship: only a relationship with IsTrait can have such a target",
			w.IDText(id))
	case first&TraitTarget != 0:
		return spec.Errorf(spec.CodeInvalid, "%s has OnlyTarget: use it as the second element of a pair",
			w.textOf(id.First()))
	}
	return nil
}

// ownedByOthers reports whether any entity but the one at index owns the entity at index, as a tag
// or as the first element of a pair.
func (w *World) ownedByOthers(index uint32) bool {
	own := w.Table(index)
	for _, pattern := range [...]store.ID{store.Single(index), store.Pair(index, store.Wildcard)} {
		if w.Store.CountOf(pattern) > Bit(w.Store.Has(own, pattern)) {
			return true
		}
	}
	return false
}

// checkIDLimit returns an error if an entity of a table would own too many ids after it got n more
// (limits.ids).
func (w *World) checkIDLimit(t store.Table, n int) *spec.Error {
	if limit := w.Meter.Limits.IDs; len(w.Store.IDs(t))+n > limit { // a reserved entity also owns HiddenMark
		return errIDs(limit)
	}
	return nil
}

func errIDs(limit int) *spec.Error {
	return spec.Errorf(spec.CodeLimit, "an entity can have at most %d ids; remove some, or spread them over several entities", limit)
}

// checkRemove returns an error if an id that the entity owns cannot be removed.
func (w *World) checkRemove(index uint32, id store.ID) *spec.Error {
	switch {
	case w.IsOriginal(index, id):
		return errReserved("lose its built-in properties")
	case !id.IsPair() && IsBuiltin(id.First()):
		return w.checkProperty(index, id, false)
	case id.First() == ChildOf.Index() && id.IsPair():
		return w.checkFree(0, index, w.NameOf(index))
	}
	return nil
}

// checkProperty returns an error if a property cannot be added or, if added is false, removed
// (properties.change).
func (w *World) checkProperty(index uint32, id store.ID, added bool) *spec.Error {
	switch id.First() {
	case Exclusive.Index(), PairIsTag.Index(), Union.Index(), Sparse.Index(), DontFragment.Index(), Ordered.Index():
		if w.hasPairs(index) {
			return spec.Errorf(spec.CodeInUse,
				"the relationship has pairs, so the property cannot change; set it before the first pair")
		}
	case OrderedChildren.Index():
		if w.HasChildren(index) {
			return spec.Errorf(spec.CodeInUse,
				"the entity has children, so OrderedChildren cannot change; set it before the first child")
		}
	case DontInherit.Index():
		if added && w.Profile.Instantiation != spec.Inherit {
			return spec.Errorf(spec.CodeInvalid,
				"this profile has no property DontInherit; add (OnInstantiate, DontInherit) instead")
		}
	case Symmetric.Index(), Transitive.Index():
		if added {
			return w.checkNoNumbers(index)
		}
	case Acyclic.Index(), Traversable.Index():
		if added {
			if err := w.checkNoNumbers(index); err != nil {
				return err
			}
		}
		if added && w.TraitsOf(index)&TraitAcyclic == 0 && w.hasCycle(index) {
			return spec.Errorf(spec.CodeCycle,
				"%s has a cycle of pairs and cannot become Acyclic; remove a pair of it first", w.textOf(index))
		}
	case Singleton.Index():
		if added && w.ownedByOthers(index) {
			return spec.Errorf(spec.CodeInUse, "other entities own %s: it cannot become a Singleton",
				w.textOf(index))
		}
	case Final.Index():
		if added && w.Store.CountOf(store.Pair(IsA.Index(), index)) > 0 {
			return spec.Errorf(spec.CodeInUse, "the entity has instances and cannot become Final; remove their IsA pairs first")
		}
	}
	return nil
}

// oneOfAllows reports whether OneOf allows a target: it must be a direct child of the relationship
// if OneOf is a tag, and of X for each pair (OneOf, X) (REL-235).
func (w *World) oneOfAllows(relationship, target uint32) bool {
	var buf [4]uint32
	parent := w.ParentOf(target)
	for _, scope := range w.oneOfScopes(buf[:0], relationship) {
		if scope != parent {
			return false
		}
	}
	return true
}

// OneOfScopes returns the entities whose children OneOf allows as targets of a relationship.
func (w *World) OneOfScopes(relationship Entity) []Entity {
	return w.Alive(w.oneOfScopes(nil, relationship.Index()))
}

func (w *World) oneOfScopes(to []uint32, relationship uint32) []uint32 {
	if w.TraitsOf(relationship)&TraitOneOf == 0 {
		return to
	}
	if w.OwnsTag(relationship, OneOf) {
		to = append(to, relationship)
	}
	for _, id := range w.Store.Pairs(w.Table(relationship), OneOf.Index()) {
		to = append(to, id.Second())
	}
	return to
}

// reaches reports whether from and to are the same entity, or a path of owned pairs of a
// relationship leads from the first to the second (acyclic.cycle). If no id mentions the second
// entity, for example because it is new, reaches does not search.
func (w *World) reaches(from, relationship, to uint32) bool {
	if from != to && !w.Store.Mentioned(to) {
		return false
	}
	for { // while each entity has one target, no set of the entities seen is needed
		if from == to {
			return true
		}
		pairs := w.Store.Pairs(w.Table(from), relationship)
		if len(pairs) == 0 {
			return false
		}
		if len(pairs) > 1 {
			break
		}
		from = w.Actual(pairs[0], from).Second()
	}
	var seen Visits
	for todo := []uint32{from}; len(todo) > 0; {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at == to {
			return true
		}
		if !seen.Add(at) {
			continue
		}
		for _, id := range w.Store.Pairs(w.Table(at), relationship) {
			todo = append(todo, w.Actual(id, at).Second())
		}
	}
	return false
}

// hasCycle reports whether owned pairs of a relationship form a cycle. It repeatedly removes
// entities that have no targets left. The remaining entities are on a cycle or lead to one.
func (w *World) hasCycle(relationship uint32) bool {
	left := map[uint32]int{}         // by source: targets not removed yet
	sources := map[uint32][]uint32{} // by target
	w.eachPair(relationship, func(source, target uint32) {
		left[source]++
		sources[target] = append(sources[target], source)
	})
	var free []uint32
	for target := range sources {
		if left[target] == 0 {
			free = append(free, target)
		}
	}
	for len(free) > 0 {
		at := free[len(free)-1]
		free = free[:len(free)-1]
		for _, source := range sources[at] {
			if left[source]--; left[source] == 0 {
				delete(left, source)
				free = append(free, source)
			}
		}
	}
	return len(left) > 0
}
