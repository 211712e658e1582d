package change

import (
	"math"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Entity is a handle of an entity.
type Entity = store.Entity

// World is a world whose changes may wait, be watched and be refused.
type World struct {
	rules.World
	Deferral  Deferral
	Observers Observers
	Watch     TableWatch
	Hearing   func() func() // gives how to forget events from now on
	OnRestore func()        // hears that another world has been restored
	freeEdit  *Edit         // room
	editing   editing
}

// Unbounded lets callbacks cause as many events as they do.
func (v *Observers) Unbounded() { v.bound = math.MaxInt }

// Init makes the world one that holds the reserved entities only, and in which callbacks of
// observers may cause a number of events in the wake of one operation.
func (w *World) Init(o rules.Options, events int) {
	w.World.Init(o)
	w.Observers.w, w.Observers.Deepest, w.Observers.bound = w, maxNesting, events
}
