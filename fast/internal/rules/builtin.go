package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// The reserved entities. They are the same in every world and are never values of a variable.
// Wildcard and Any are used only in patterns and queries; CheckAlive rejects them.
const (
	Wildcard Entity = 1 // every match; written *
	Any      Entity = 2 // at most one match; written _

	ChildOf Entity = iota + 1
	IsA
	DependsOn
	PairIsTag
	Exclusive
	Union
	Symmetric
	Transitive
	Acyclic
	Traversable
	Final
	OneOf
	Sparse
	DontFragment
	DontInherit
	Remove
	Delete
	Panic
	Module
	System
	Observer
	Reflexive
	With
	OnDelete
	OnDeleteTarget
	Prefab
	Disabled
	OnInstantiate
	Inherit
	Override
	ComponentTag
	Identifier
	Ordered
	Singleton
	OnlyRelationship // the trait Relationship
	OnlyTarget       // the trait Target
	IsTrait          // the trait Trait
	Inheritable
	CanToggle
	OrderedChildren
	SlotOf
)

const (
	// Reserved is the first index of the user's entities.
	Reserved = 64
	// HiddenMark is an internal tag that keeps reserved entities in tables of their own.
	HiddenMark = Reserved - 1
)

// The flags of tables, as [store.Store.Flags] returns them.
const (
	FlagHidden = 1 << iota
	FlagPrefab
	FlagDisabled
)

// flagged lists the tags in the order of the flags: a table with the tag has the flag.
var flagged = []uint32{HiddenMark, Prefab.Index(), Disabled.Index()}

// builtinRow has what [spec.Builtins] does not tell about a reserved entity: the traits that an
// entity gets by owning it as a tag, or as the first element of a pair.
type builtinRow struct {
	entity        Entity
	handle        spec.Handle
	alone, paired Traits
}

var builtinRows = []builtinRow{
	{entity: ChildOf, handle: spec.ChildOf},
	{entity: IsA, handle: spec.IsA},
	{entity: DependsOn, handle: spec.DependsOn},
	{entity: PairIsTag, handle: spec.PairIsTag, alone: TraitPairIsTag},
	{entity: Exclusive, handle: spec.Exclusive, alone: TraitExclusive},
	{entity: Union, handle: spec.Union, alone: TraitUnion},
	{entity: Symmetric, handle: spec.Symmetric, alone: TraitSymmetric},
	{entity: Transitive, handle: spec.Transitive, alone: TraitTransitive},
	{entity: Reflexive, handle: spec.ReflexiveProp, alone: TraitReflexive},
	{entity: Acyclic, handle: spec.Acyclic, alone: TraitAcyclic},
	{entity: Traversable, handle: spec.Traversable, alone: TraitAcyclic | TraitTraversable},
	{entity: Final, handle: spec.Final, alone: TraitFinal},
	{entity: With, handle: spec.With, paired: TraitWith},
	{entity: OneOf, handle: spec.OneOf, alone: TraitOneOf, paired: TraitOneOf},
	{entity: Sparse, handle: spec.Sparse},
	{entity: DontFragment, handle: spec.DontFragment, alone: TraitDontFragment},
	{entity: DontInherit, handle: spec.DontInheritTag, alone: TraitDontInherit},
	{entity: OnInstantiate, handle: spec.OnInstantiate},
	{entity: Inherit, handle: spec.InheritRule},
	{entity: Override, handle: spec.OverrideRule},
	{entity: OnDelete, handle: spec.OnDelete, paired: TraitOnDelete},
	{entity: OnDeleteTarget, handle: spec.OnDeleteTarget, paired: TraitOnDeleteTarget},
	{entity: Remove, handle: spec.RemoveAction},
	{entity: Delete, handle: spec.DeleteAction},
	{entity: Panic, handle: spec.PanicAction},
	{entity: Prefab, handle: spec.Prefab},
	{entity: Disabled, handle: spec.Disabled},
	{entity: Module, handle: spec.Module},
	{entity: System, handle: spec.System},
	{entity: Observer, handle: spec.Observer},
	{entity: ComponentTag, handle: spec.ComponentTag},
	{entity: Identifier, handle: spec.Identifier},
	{entity: Ordered, handle: spec.Ordered, alone: TraitOrdered},
	{entity: Singleton, handle: spec.Singleton, alone: TraitSingleton | TraitDontInherit},
	{entity: OnlyRelationship, handle: spec.OnlyRelationship, alone: TraitRelationship},
	{entity: OnlyTarget, handle: spec.OnlyTarget, alone: TraitTarget},
	{entity: IsTrait, handle: spec.IsTrait, alone: TraitTrait},
	{entity: Inheritable, handle: spec.Inheritable},
	{entity: CanToggle, handle: spec.CanToggle, alone: TraitCanToggle},
	{entity: OrderedChildren, handle: spec.OrderedChildren, alone: TraitOrderedChildren},
	{entity: SlotOf, handle: spec.SlotOf},
}

// BuiltinEntities, BuiltinHandles and the trait tables look up the reserved entities.
var (
	BuiltinEntities = map[spec.Handle]Entity{}
	BuiltinHandles  [Reserved]spec.Handle
	singleTraits    [Reserved]Traits
	pairTraits      [Reserved]Traits
)

func init() {
	for _, row := range builtinRows {
		index := row.entity.Index()
		BuiltinEntities[row.handle], BuiltinHandles[index] = row.entity, row.handle
		singleTraits[index], pairTraits[index] = row.alone, row.paired
	}
}

// IsBuiltin reports whether an index is that of a reserved entity.
func IsBuiltin(index uint32) bool { return index < Reserved }

// bootBuiltins gives the reserved entities of the profile their ids and their position in type
// order. Each is created directly in its table, so no table exists for a part of its ids.
func (w *World) bootBuiltins() {
	var ids [Reserved][]store.ID
	for _, b := range spec.Builtins(w.Profile) {
		e, known := BuiltinEntities[b.Handle]
		if !known {
			panic("fast: no entity for the reserved handle " + string(b.Handle))
		}
		w.toEnd(e.Index())
		w.ReservedNames[string(b.Handle)] = e.Index()
		for _, id := range b.IDs {
			ids[e.Index()] = append(ids[e.Index()], builtinID(id))
		}
	}
	for i := uint32(1); i < Reserved; i++ {
		t, err := w.Store.Table(append(ids[i], store.Single(HiddenMark))...)
		w.must(true, err)
		w.Store.Place(t, []Entity{store.MakeEntity(i, 0)})
	}
	for i := uint32(1); i < HiddenMark; i++ {
		w.refreshTraits(i)
		w.original[i] = w.OwnIDs(w.Table(i), i)
	}
	for h, e := range BuiltinEntities {
		if spec.IsProperty(h) {
			w.AddTraits(e.Index(), TraitProperty)
		}
	}
	for i := uint32(1); i < HiddenMark; i++ {
		w.setTraits(i, w.withRule(i, w.TraitsOf(i)))
	}
}

func builtinID(id spec.ID) store.ID {
	first := BuiltinEntities[id.First].Index()
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, BuiltinEntities[id.Second].Index())
}

// IsOriginal reports whether a reserved entity has an id from the start.
func (w *World) IsOriginal(index uint32, id store.ID) bool {
	return IsBuiltin(index) && slices.Contains(w.original[index], id)
}
