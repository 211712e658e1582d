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

var builtinEntities = map[spec.Handle]Entity{
	spec.ChildOf: ChildOf, spec.IsA: IsA, spec.DependsOn: DependsOn, spec.PairIsTag: PairIsTag,
	spec.Exclusive: Exclusive, spec.Union: Union, spec.Symmetric: Symmetric, spec.Transitive: Transitive,
	spec.ReflexiveProp: Reflexive, spec.Acyclic: Acyclic, spec.Traversable: Traversable, spec.Final: Final,
	spec.With: With, spec.OneOf: OneOf, spec.Sparse: Sparse, spec.DontFragment: DontFragment,
	spec.DontInheritTag: DontInherit, spec.OnInstantiate: OnInstantiate, spec.InheritRule: Inherit,
	spec.OverrideRule: Override, spec.OnDelete: OnDelete, spec.OnDeleteTarget: OnDeleteTarget,
	spec.RemoveAction: Remove, spec.DeleteAction: Delete, spec.PanicAction: Panic, spec.Prefab: Prefab,
	spec.Disabled: Disabled, spec.Module: Module, spec.System: System, spec.Observer: Observer,
	spec.ComponentTag: ComponentTag, spec.Identifier: Identifier,
}

// builtinHandles is the reverse of builtinEntities.
var builtinHandles = func() (out [reserved]spec.Handle) {
	for h, e := range builtinEntities {
		out[e.Index()] = h
	}
	return out
}()

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
