// Package bridge gives package engine access to the core of a world of package fast. Programs have
// no such access.
package bridge

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Core returns the core of a *fast.World; package fast sets it.
var Core func(world any) *change.World

// CreateMany makes n entities of a *fast.World in one operation; package fast sets it. It calls
// made for each entity, which may already have its ids.
var CreateMany func(world any, b rules.Birth, n int, made func(rules.Entity)) *spec.Error

// Copy makes a clone in a *fast.World, or an instance with ids; package fast sets it. It calls born
// for each new entity: first the root, then the copies of the entities below the original, oldest
// first.
var Copy func(world any, original rules.Entity, instance bool, ids []rules.Elements, born func(rules.Entity)) *spec.Error

// These options make a world store the same entities in unusual ways, each as a fast.Option;
// package fast sets them. Engines and tests use them to show that answers do not depend on storage.
var (
	// RecycledIndices makes the first n entities reuse indices in scrambled order, as if others had
	// been deleted before, and frees each table as soon as it is empty.
	RecycledIndices func(n int) any
	// NotFragmenting stores the pairs of every exclusive relationship as if it were DontFragment
	// (sparse.no-effect).
	NotFragmenting func() any
	// TradingTables swaps whole tables if their entities lose an id together, however few the
	// entities are, and makes small worlds store tables and indexes as large ones do.
	TradingTables func() any
)
