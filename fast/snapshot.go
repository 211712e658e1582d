package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
)

// Snapshot is a copy of a world at one time, in memory, for [World.Restore] of the same world. It has no form as bytes.
type Snapshot struct{ s *rules.Snapshot }

// Snapshot copies the world, its data included, in time proportional to it (P-17). It panics while changes are deferred.
func (w *World) Snapshot() *Snapshot {
	if w.IsDeferred() {
		panic(change.ErrDeferred)
	}
	return &Snapshot{w.core.TakeSnapshot()}
}

// Restore brings the world back to the snapshot, which can be restored again later. Queries stay,
// and answer about the restored world. Entities that were made since are gone, and no new entity will have their
// number and generation, so that a stored handle does not mean another. It panics while changes are deferred.
func (w *World) Restore(s *Snapshot) {
	w.core.Restore(s.s)
}

// Teardown ends the world in steps (P-56, REL-155 to REL-160), so that observers hear of everything: roots with children
// first, in the order of their creation and with their policies, then, in one operation without policies, the rest:
// modules, systems, observers, components and roots without children. A root whose deletion a policy refuses is left for
// the end. Afterwards the world takes no change: calls err with code invalid, or panic where they give no error.
//
// Teardown is refused with code invalid while changes are deferred, and locked while a loop runs.
func (w *World) Teardown() error { return asError(w.core.Teardown()) }
