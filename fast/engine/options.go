package engine

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
)

// WorldWithRecycledIndices makes the first n entities of a world reuse indices in scrambled order,
// as if other entities had been deleted before. It also frees each table as soon as it is empty.
// Tests use it to show that answers do not depend on indices or tables.
func WorldWithRecycledIndices(n int) fast.Option { return bridge.RecycledIndices(n).(fast.Option) }

// WorldWithoutFragmenting stores the pairs of every exclusive relationship of a world, ChildOf
// included, as if it were DontFragment. Tests use it to show that answers do not depend on that.
//
// Statements: sparse.no-effect.
func WorldWithoutFragmenting() fast.Option { return bridge.NotFragmenting().(fast.Option) }

// WorldWithTradingTables makes a world swap whole tables when their entities lose an id together,
// however few the entities are, and makes small worlds use the data structures of large ones. Tests
// use it to show that answers do not depend on that.
func WorldWithTradingTables() fast.Option { return bridge.TradingTables().(fast.Option) }
