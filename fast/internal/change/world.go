package change

import (
	"math"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Entity is a handle of an entity.
type Entity = store.Entity

// World is a rules.World whose changes can be deferred, observed and refused.
type World struct {
	rules.World
	Deferral   Deferral
	Observers  Observers
	Watch      TableWatch
	MarkEvents func() func() // returns a function that discards all events recorded since this call
	OnRestore  func()        // called after a snapshot has replaced the world, or an undo has revived entities
	freeEdit   *Edit         // for reuse
	editing    editing
}

// Unbounded removes the limit on the events that callbacks may cause.
func (v *Observers) Unbounded() { v.bound = math.MaxInt }

// Init sets up a zero World: it has only the reserved entities. events limits how many events
// callbacks of observers may cause after one operation.
func (w *World) Init(o rules.Options, events int) {
	w.World.Init(o)
	w.Observers.w, w.Observers.Deepest, w.Observers.bound = w, maxNesting, events
}
