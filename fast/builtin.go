package fast

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// The reserved entities. They are the same in every world and never answer a variable of a query. Wildcard and Any
// stand in ids that are patterns and in queries; they are not alive.
const (
	Wildcard = rules.Wildcard // every match; written *
	Any      = rules.Any      // at most one match; written _

	ChildOf        = rules.ChildOf
	IsA            = rules.IsA
	DependsOn      = rules.DependsOn
	PairIsTag      = rules.PairIsTag
	Exclusive      = rules.Exclusive
	Union          = rules.Union
	Symmetric      = rules.Symmetric
	Transitive     = rules.Transitive
	Acyclic        = rules.Acyclic
	Traversable    = rules.Traversable
	Final          = rules.Final
	OneOf          = rules.OneOf
	Sparse         = rules.Sparse
	DontFragment   = rules.DontFragment
	DontInherit    = rules.DontInherit
	Remove         = rules.Remove
	Delete         = rules.Delete
	Panic          = rules.Panic
	Module         = rules.Module
	System         = rules.System
	Observer       = rules.Observer
	Reflexive      = rules.Reflexive
	With           = rules.With
	OnDelete       = rules.OnDelete
	OnDeleteTarget = rules.OnDeleteTarget
	Prefab         = rules.Prefab
	Disabled       = rules.Disabled
	OnInstantiate  = rules.OnInstantiate
	Inherit        = rules.Inherit
	Override       = rules.Override
	ComponentTag   = rules.ComponentTag
	Identifier     = rules.Identifier
)

// Builtin is the reserved entity with a handle; false if the world's profile does not have it.
func (w *World) Builtin(h spec.Handle) (Entity, bool) {
	index, ok := w.core.ReservedNames[string(h)]
	return store.MakeEntity(index, 0), ok
}
