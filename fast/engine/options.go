package engine

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Supports says why there can be no world of a profile: an error with code unsupported, nil for the
// profiles that are built.
func Supports(p spec.Profile) error {
	if err := rules.NotBuilt(&p); err != nil {
		return err
	}
	return nil
}

// WorldWithRecycledIndices makes the first n entities of a world reuse indices in scrambled order,
// as if other entities had been deleted before, and frees each table as soon as it is empty. Tests
// use it to show that answers do not depend on indices or tables.
func WorldWithRecycledIndices(n int) fast.Option { return bridge.RecycledIndices(n).(fast.Option) }

// WorldWithoutFragmenting stores the pairs of every exclusive relationship of a world as if it were
// DontFragment. Answers do not depend on it; tests do this to show it.
//
// Statements: sparse.no-effect.
func WorldWithoutFragmenting() fast.Option { return bridge.NotFragmenting().(fast.Option) }

// WorldWithTradingTables lets tables of a world trade places where their entities lose an id
// together, however few these are, and makes small worlds store tables and indexes as large ones
// do. Answers do not depend on it; tests do this to show it.
func WorldWithTradingTables() fast.Option { return bridge.TradingTables().(fast.Option) }
