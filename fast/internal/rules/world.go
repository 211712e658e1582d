package rules

import (
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity: an index that is used again after deletion, and a generation that tells the uses
// apart. The zero Entity is never alive.
type Entity = store.Entity

// EntityInfo has the facts of the world about an index beside its ids.
type EntityInfo struct {
	Order  uint64 // when it was created, the measure of type order
	Traits Traits
}

// World is a set of entities with their ids and data, and their meaning. Its methods are the operations of a world at
// once and without anybody who watches; package change puts the rest around it.
type World struct {
	Profile  spec.Profile
	Store    *store.Store
	Entities []EntityInfo
	clock    uint64            // of EntityInfo.Order
	floor    uint32            // least generation of new entities, see Reset
	later    map[uint32]uint32 // the same by index, see revive

	Components     map[uint32]*Component
	names          names
	Scope          Entity
	Marks          Marks
	Toggles        Toggles
	NonFragmenting NonFragmentingTargets
	// the tag properties that entities had, in profiles where these act until the entity dies
	Stuck     map[uint32]sticky
	compact   bool                   // every exclusive relationship is non-fragmenting
	Reach     map[uint32]*ReachIndex // by relationship
	Sequences Sequences              // of the Ordered relationships
	Locked    map[string]int         // tables on which iterators stand, see SetKey

	reservedEntities
	changeCounters
	tableLogs
	SortKeys SortKeys
	hooks

	UndoLog  UndoLog
	writing  sync.Mutex
	deletion deletion // room for the next one
	Meter    Meter
}

// reservedEntities are those that the world has from the start.
type reservedEntities struct {
	ReservedNames map[string]uint32
	original      [Reserved][]store.ID
	plainTraits   Traits // of an entity without properties
}

// changeCounters tell whoever keeps something that follows from properties whether it still holds.
type changeCounters struct {
	TraitChanges  uint64   // grows when traits of some entity change
	Prefabs       uint64   // grows when an entity gets or loses Prefab
	NewBases      uint64   // grows when an entity becomes a base
	Epoch         uint64   // grows when another world is restored
	Cascaded      []uint32 // relationships that order queries
	OutsideTables uint64   // grows when what is not in tables changes, but for toggles
	Hierarchy     uint64   // grows when depths along them may have changed
	Instances     bool     // some entity has had a base
}

// tableLogs are the logs by which cached queries follow the tables.
type tableLogs struct {
	Logging  bool      // a query caches its matches
	TableLog ChangeLog // tables that have come, gone or changed their targets
	BaseLog  ChangeLog // bases whose ids have changed
}

// hooks are the functions that a change calls besides.
type hooks struct {
	Hooks      atomic.Int32           // the change hooks, and how many loops run: see HookLoops
	Attention  uint8                  // not zero if someone wants to know when own values are written
	Listener   Listener               // the observers, while they watch an operation
	Touched    func(index uint32)     // hears which entities a dump would show in another way
	Naming     func(Entity) string    // the text for an entity that has no name
	KeepsNames bool                   // the names of entities that are deleted go to Departed
	Departed   map[Entity]string      // the names of deleted entities, until the callbacks that hear of it have run
	Referred   func(HandleRef) Entity // the entity of a reference in data
	Reference  func(Entity) HandleRef // the reference to an alive entity
}

// Options are how a world differs from another one that has got the same operations.
type Options struct {
	Profile spec.Profile
	// Compact makes every exclusive relationship non-fragmenting.
	Compact bool
	Store   store.Options
}

// Init makes the world one that holds the reserved entities only.
func (w *World) Init(o Options) {
	w.Profile, w.compact = o.Profile, o.Compact
	w.Components, w.names, w.ReservedNames = map[uint32]*Component{}, newNames(), map[string]uint32{}
	w.Meter = unmetered()
	o.Store.Reserved, o.Store.TypeOf, o.Store.Flagged = Reserved, w.typeOf, flagged
	w.Store = store.New(o.Store)
	w.Referred = func(r HandleRef) Entity { return Entity(r) }
	w.Reference = func(e Entity) HandleRef { return HandleRef(e) }
	w.plainTraits = w.withRule(Reserved, 0) // of an entity of the user
	w.Entities = make([]EntityInfo, max(w.Store.Indices(), 2*Reserved))
	w.Entities[HiddenMark].Traits = TraitProperty
	w.bootBuiltins()
	w.Store.Subscribe(w.tableEvent)
}

// nextOrder is the next place in type order.
func (w *World) nextOrder() uint64 {
	w.clock++
	return w.clock
}

// Table is the table of an alive entity, by index.
func (w *World) Table(index uint32) store.Table {
	e, _ := w.Store.At(index)
	t, _, _ := w.Store.Record(e)
	return t
}

// Entity is the alive entity of an index.
func (w *World) Entity(index uint32) Entity {
	e, _ := w.Store.At(index)
	return e
}

// must is for changes of the storage that the world has checked before.
func (w *World) must(_ bool, err error) {
	if err != nil {
		panic("fast: " + err.Error())
	}
}

// Touch tells the engine which entity to dump anew.
func (w *World) Touch(index uint32) {
	if w.Touched != nil {
		w.Touched(index)
	}
}
