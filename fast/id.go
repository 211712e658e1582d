package fast

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// ID is anything that can be added to an entity: a component or tag, or a pair of a relationship
// and a target. Where a method takes a pattern, the elements may be [Wildcard] or [Any].
//
// Statements: REL-004 to REL-009.
type ID struct{ first, second Entity }

// AnyID is implemented by everything that can be used as an id: the [Entity] of a tag or component,
// the *[Component] of a Go type, and an [ID], such as one made by [Pair]. For example: w.Add(e,
// hidden), w.Add(e, Pair(likes, anna)).
type AnyID interface {
	Term
	Initial
	IsID(sealed store.Sealed)
}

// Initial is implemented by everything that a new entity can be made with: an [AnyID], or a name
// made by [Named].
type Initial interface{ IsInitial(sealed store.Sealed) }

// Named gives a new entity a name, which none of its siblings may have: Spawn(Named("Anna"),
// Below(house)).
func Named(name string) Initial { return initialName(name) }

type initialName string

// IsInitial makes a name usable among the ids of a new entity.
func (initialName) IsInitial(store.Sealed) {}

// IsTerm makes an id usable as a term of a query.
func (ID) IsTerm(store.Sealed) {}

// IsID makes an id usable as an AnyID.
func (ID) IsID(store.Sealed) {}

// IsInitial makes an id usable as an Initial.
func (ID) IsInitial(store.Sealed) {}

// idOf returns the id of an [AnyID], or the zero ID for nil. x does not escape, so callers do not
// allocate.
func idOf(x any) ID {
	switch x := x.(type) {
	case ID:
		return x
	case Entity:
		return ID{first: x}
	case component:
		return (*(*component)(unescaped(unsafe.Pointer(&x)))).componentID()
	}
	return ID{}
}

type component interface{ componentID() ID }

// unescaped hides a pointer from escape analysis. Without it, calling a method of an interface
// makes the value in the interface escape.
func unescaped(p unsafe.Pointer) unsafe.Pointer {
	hidden := uintptr(p)
	return *(*unsafe.Pointer)(unsafe.Pointer(&hidden))
}

// idsOf appends the ids of a list to ids.
func idsOf(ids []ID, list []AnyID) []ID {
	for _, x := range list {
		ids = append(ids, idOf(x))
	}
	return ids
}

// initials appends the ids in a list of initial values to ids, and returns the name.
func initials(ids []ID, list []Initial) ([]ID, string) {
	name := ""
	for _, x := range list {
		if n, ok := x.(initialName); ok {
			name = string(n)
		} else {
			ids = append(ids, idOf(x))
		}
	}
	return ids, name
}

// Single returns the [ID] of a component or tag.
func Single(e Entity) ID { return ID{first: e} }

// Pair returns the id (relationship, target). The target may be the zero Entity, which
// [World.Target] returns if there is no target. No entity has such a pair and no query matches it;
// adding, removing or setting it is an error with code invalid. For example, HasPair(ship,
// dockedTo, w.Target(other, dockedTo, 0)) is false if the other ship is not docked.
func Pair(relationship, target Entity) ID {
	return ID{relationship, rules.OrNull(target)}
}

// Below returns the pair (ChildOf, parent): Spawn(Below(ship)) makes a child of the ship, and a
// query with the term Below(ship) finds its children.
func Below(parent Entity) ID { return Pair(ChildOf, parent) }

// First returns the component or tag, or the relationship of a pair.
func (id ID) First() Entity { return id.first }

// Second returns the target, or the zero Entity for a single id.
func (id ID) Second() Entity {
	if id.second == rules.NullEntity {
		return 0
	}
	return id.second
}

// IsPair reports whether the id is a pair.
//
// Statements: REL-034.
func (id ID) IsPair() bool { return id.second != 0 }

// String returns the id in numbers, such as "#12" or "(#5, #12:3)", with "*" and "_" for wildcards.
// [World.TextOf] uses names.
func (id ID) String() string {
	if !id.IsPair() {
		return elementString(id.first)
	}
	return "(" + elementString(id.first) + ", " + elementString(id.Second()) + ")"
}

func elementString(e Entity) string {
	if e == Any {
		return string(spec.Any)
	}
	return e.String()
}

// hasWildcard reports whether the id contains a wildcard.
func (id ID) hasWildcard() bool { return id.elements().HasWildcard() }

// elements converts the id to the type of package rules.
func (id ID) elements() rules.Elements { return rules.Elements{First: id.first, Second: id.second} }

// elementsOfAll converts a list of ids. The result shares the memory of ids.
func elementsOfAll(ids []ID) []rules.Elements {
	return unsafe.Slice((*rules.Elements)(unsafe.Pointer(unsafe.SliceData(ids))), len(ids))
}

// exactID converts an id to that of the storage. It refuses wildcards and dead elements.
func (w *World) exactID(id ID) (store.ID, *spec.Error) { return w.core.Exact(id.elements()) }

// patternID converts a pattern to an id for lookup in the storage. It returns false if an element
// is dead, so that nothing matches (entities.dead-element).
func (w *World) patternID(id ID) (store.ID, bool) { return w.core.Pattern(id.elements()) }

// publicID converts an id of the storage, whose elements are alive or wildcards.
func (w *World) publicID(id store.ID) ID {
	el := w.core.ElementsOf(id)
	return ID{el.First, el.Second}
}

// publicIDs sorts ids of the storage in type order and converts them.
func (w *World) publicIDs(ids []store.ID) []ID {
	w.core.SortIDs(ids)
	out := make([]ID, len(ids))
	for i, id := range ids {
		out[i] = w.publicID(id)
	}
	return out
}

// The reserved entities. They are the same in every world and are never values of a variable.
// Wildcard and Any can only be used in patterns and queries; they are not alive. For example, if
// Bob likes Alice and Carol, a query for (Likes, *) returns Bob twice, and one for (Likes, _) once.
//
// In the comments on properties, "it" is the entity that has the property.
const (
	Wildcard = rules.Wildcard // any element, one result for each match; written *
	Any      = rules.Any      // any element, one result in all; written _

	// Relationships.
	ChildOf   = rules.ChildOf   // an entity with (ChildOf, parent) is deleted with parent
	IsA       = rules.IsA       // with (IsA, base), an entity inherits ids or gets copies, see OnInstantiate
	DependsOn = rules.DependsOn // Acyclic and Traversable; without values
	// Properties of an id or relationship.
	PairIsTag = rules.PairIsTag // its pairs have no values
	Exclusive = rules.Exclusive // an entity has at most one target of it
	Ordered   = rules.Ordered   // the sources of each target have an order, see World.MoveBefore
	// Properties of profile flecs-4.1.
	Singleton        = rules.Singleton        // no entity but itself can own it, see SetOne
	OnlyRelationship = rules.OnlyRelationship // it can only be the first element of pairs; Relationship in Flecs
	OnlyTarget       = rules.OnlyTarget       // it can only be the target of pairs; Target in Flecs
	IsTrait          = rules.IsTrait          // its pairs accept targets with OnlyRelationship; Trait in Flecs
	Inheritable      = rules.Inheritable      // has no effect
	CanToggle        = rules.CanToggle        // its ids can be disabled, see World.DisableID
	OrderedChildren  = rules.OrderedChildren  // on a parent: its children have an order
	SlotOf           = rules.SlotOf           // (SlotOf, prefab) on a part: a slot, see World.Instantiate

	// Further properties, and entities that are used with them.
	Union          = rules.Union          // like Exclusive with DontFragment, without values
	Symmetric      = rules.Symmetric      // if a has (R, b), b has (R, a)
	Transitive     = rules.Transitive     // if a has (R, b) and b has (R, c), queries find a for (R, c)
	Acyclic        = rules.Acyclic        // pairs that would close a cycle are refused
	Traversable    = rules.Traversable    // Acyclic, and usable in Up and Cascade
	Final          = rules.Final          // it cannot be a base
	OneOf          = rules.OneOf          // targets must be its children; with (OneOf, x), children of x
	Sparse         = rules.Sparse         // has no effect
	DontFragment   = rules.DontFragment   // if it is also Exclusive, its targets are stored outside the tables
	DontInherit    = rules.DontInherit    // target of OnInstantiate, or a tag: instances do not get the id
	Remove         = rules.Remove         // policy: the ids are removed from the entities that own them
	Delete         = rules.Delete         // policy: entities that own the ids are deleted
	Panic          = rules.Panic          // policy: the deletion is refused if an entity owns such an id
	Module         = rules.Module         // World.Teardown deletes a root with this tag last
	System         = rules.System         // like Module
	Observer       = rules.Observer       // like Module
	Reflexive      = rules.Reflexive      // in queries, every a has (R, a)
	With           = rules.With           // (With, x): an entity that gets it also gets x
	OnDelete       = rules.OnDelete       // (OnDelete, policy): what happens if it is deleted, see World.Delete
	OnDeleteTarget = rules.OnDeleteTarget // (OnDeleteTarget, policy): what happens if a target of it is deleted
	Prefab         = rules.Prefab         // queries without a term for Prefab skip the entity
	Disabled       = rules.Disabled       // queries without a term for Disabled skip the entity
	OnInstantiate  = rules.OnInstantiate  // (OnInstantiate, x): what instances get if their base has it
	Inherit        = rules.Inherit        // target of OnInstantiate: instances inherit the id
	Override       = rules.Override       // target of OnInstantiate: instances get a copy
	ComponentTag   = rules.ComponentTag   // has no effect
	Identifier     = rules.Identifier     // has no effect
)
