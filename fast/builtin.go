package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// The reserved entities. They are the same in every world and never answer a variable of a query. Wildcard and Any
// stand in ids that are patterns and in queries; they are not alive.
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
)

const (
	// reserved is the first index of the user's entities.
	reserved = 64
	// hiddenMark is a tag that no one sees: it keeps reserved entities in tables of their own.
	hiddenMark = reserved - 1
)

// builtinRow is what fast knows of a reserved entity beside the row of the catalogue: the traits that an entity gets by
// having it alone, or as the first element of a pair.
type builtinRow struct {
	entity        Entity
	handle        spec.Handle
	alone, paired traits
}

var builtinRows = []builtinRow{
	{entity: ChildOf, handle: spec.ChildOf},
	{entity: IsA, handle: spec.IsA},
	{entity: DependsOn, handle: spec.DependsOn},
	{entity: PairIsTag, handle: spec.PairIsTag, alone: traitPairIsTag},
	{entity: Exclusive, handle: spec.Exclusive, alone: traitExclusive},
	{entity: Union, handle: spec.Union, alone: traitUnion},
	{entity: Symmetric, handle: spec.Symmetric, alone: traitSymmetric},
	{entity: Transitive, handle: spec.Transitive, alone: traitTransitive},
	{entity: Reflexive, handle: spec.ReflexiveProp, alone: traitReflexive},
	{entity: Acyclic, handle: spec.Acyclic, alone: traitAcyclic},
	{entity: Traversable, handle: spec.Traversable, alone: traitAcyclic | traitTraversable},
	{entity: Final, handle: spec.Final, alone: traitFinal},
	{entity: With, handle: spec.With, paired: traitWith},
	{entity: OneOf, handle: spec.OneOf, alone: traitOneOf, paired: traitOneOf},
	{entity: Sparse, handle: spec.Sparse},
	{entity: DontFragment, handle: spec.DontFragment, alone: traitDontFragment},
	{entity: DontInherit, handle: spec.DontInheritTag, alone: traitDontInherit},
	{entity: OnInstantiate, handle: spec.OnInstantiate},
	{entity: Inherit, handle: spec.InheritRule},
	{entity: Override, handle: spec.OverrideRule},
	{entity: OnDelete, handle: spec.OnDelete, paired: traitOnDelete},
	{entity: OnDeleteTarget, handle: spec.OnDeleteTarget, paired: traitOnDeleteTarget},
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
}

var (
	builtinEntities = map[spec.Handle]Entity{}
	builtinHandles  [reserved]spec.Handle
	singleTraits    [reserved]traits
	pairTraits      [reserved]traits
)

func init() {
	for _, row := range builtinRows {
		index := row.entity.Index()
		builtinEntities[row.handle], builtinHandles[index] = row.entity, row.handle
		singleTraits[index], pairTraits[index] = row.alone, row.paired
	}
}

// isBuiltin reports whether an index is that of a reserved entity.
func isBuiltin(index uint32) bool { return index < reserved }

// bootBuiltins gives the reserved entities of the profile their ids and their place in type order.
func (w *World) bootBuiltins() {
	for i := uint32(1); i < reserved; i++ {
		w.must(w.st.Add(store.MakeEntity(i, 0), store.Single(hiddenMark)))
	}
	for _, b := range spec.Builtins(w.profile) {
		e, known := builtinEntities[b.Handle]
		if !known {
			panic("fast: no entity for the reserved handle " + string(b.Handle))
		}
		w.entities[e.Index()].order = w.nextOrder()
		w.reservedNames[string(b.Handle)] = e.Index()
	}
	for _, b := range spec.Builtins(w.profile) {
		e := builtinEntities[b.Handle]
		for _, id := range b.IDs {
			w.must(w.st.Add(e, builtinID(id)))
		}
	}
	for i := uint32(1); i < hiddenMark; i++ {
		w.refreshTraits(i)
		w.original[i] = append([]store.ID(nil), w.ownIDs(w.table(i), i)...)
	}
	for h, e := range builtinEntities {
		if spec.IsProperty(h) {
			w.entities[e.Index()].traits |= traitProperty
		}
	}
	for i := uint32(1); i < hiddenMark; i++ {
		w.entities[i].traits = w.withRule(i, w.entities[i].traits)
	}
}

func builtinID(id spec.ID) store.ID {
	first := builtinEntities[id.First].Index()
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, builtinEntities[id.Second].Index())
}

// isOriginal reports whether a reserved entity has an id from the start.
func (w *World) isOriginal(index uint32, id store.ID) bool {
	if !isBuiltin(index) {
		return false
	}
	for _, have := range w.original[index] {
		if have == id {
			return true
		}
	}
	return false
}

// Builtin is the reserved entity with a handle; false if the world's profile does not have it.
func (w *World) Builtin(h spec.Handle) (Entity, bool) {
	index, ok := w.reservedNames[string(h)]
	return store.MakeEntity(index, 0), ok
}
