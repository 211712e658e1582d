package rules

import (
	"sync"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity: an index, which is reused after deletion, and a generation,
// which distinguishes the uses. The zero Entity is never alive.
type Entity = store.Entity

// World is a set of entities with their ids and values. Its methods apply the rules of ids
// immediately; package change adds deferral and observers.
type World struct {
	Profile spec.Profile
	Store   *store.Store
	contents
	later map[uint32]uint32 // by index: the smallest generation of its next entity, see revive

	compact bool                   // every exclusive relationship is non-fragmenting, ChildOf included
	Reach   map[uint32]*ReachIndex // by relationship
	Locked  map[string]int         // tables that iterators lock, see SetKey

	reservedEntities
	changeCounters
	tableLogs
	SortKeys SortKeys
	hooks

	UndoLog  UndoLog
	writing  sync.Mutex
	deletion deletion // the plan of the last deletion, reused
	Meter    Meter
}

// contents is what a snapshot copies besides the storage.
type contents struct {
	entities entities
	floor    uint32 // smallest generation of new entities, see Reset

	Components     map[uint32]*Component
	numbers        map[uint32]uint32 // the index of each number that was a target; see Number
	names          names
	Scope          Entity
	Marks          Marks
	Toggles        Toggles
	NonFragmenting NonFragmentingTargets
	Sequences      Sequences // the orders of the sources of Ordered relationships
}

// reservedEntities has the entities that exist from the start.
type reservedEntities struct {
	ReservedNames map[string]uint32
	original      [Reserved][]store.ID
	plainTraits   Traits // traits of an entity without properties
}

// changeCounters has counters that show whether caches are still valid, and flags that skip work
// for features that the world does not use.
type changeCounters struct {
	TraitChanges  uint64   // grows when traits of some entity change
	Prefabs       uint64   // grows when an entity gets or loses Prefab
	NewBases      uint64   // grows when an entity becomes a base
	Epoch         uint64   // grows after a restore or Shrink, which invalidate all caches
	Cascaded      []uint32 // relationships along which some query cascades
	OutsideTables uint64   // grows when data outside the tables changes, except toggles
	Hierarchy     uint64   // grows when depths along Cascaded may have changed
	Instances     bool     // some entity has had a base
}

// tableLogs has the logs from which cached queries learn what changed.
type tableLogs struct {
	Logging  bool      // a query caches its matches
	TableLog store.Log // tables that were created, removed or got other targets
	BaseLog  store.Log // bases whose ids have changed
}

// hooks has the functions that layers above set to follow changes and to name entities, and the
// data that these need.
type hooks struct {
	Hooks      atomic.Int32           // the change hooks and the number of running loops, see HookLoops
	Attention  uint8                  // nonzero if a consumer must be notified of written values
	Listener   Listener               // the observers, during an observed operation
	Touched    func(index uint32)     // called for entities that are created or deleted, or whose ids change
	Naming     func(Entity) string    // the text for an entity that has no name
	KeepsNames bool                   // the names of deleted entities are stored in Departed
	Departed   map[Entity]string      // the names of deleted entities, until the callbacks about them have run
	Referred   func(HandleRef) Entity // the entity of a reference in a value
	Reference  func(Entity) HandleRef // the reference to an alive entity
}

// Options of a world do not change its answers, except for the profile.
type Options struct {
	Profile spec.Profile
	// Compact makes every exclusive relationship non-fragmenting.
	Compact bool
	Store   store.Options
}

// Init sets up a zero World: it has only the reserved entities.
func (w *World) Init(o Options) {
	o.Store.Reserved, o.Store.Flagged = Reserved, flagged
	w.boot(o, store.New(o.Store))
}

// boot sets up a zero World with an empty storage.
func (w *World) boot(o Options, storage *store.Store) {
	w.Profile, w.compact = o.Profile, o.Compact
	w.Components, w.names, w.ReservedNames = map[uint32]*Component{}, newNames(), map[string]uint32{}
	w.Meter = unmetered()
	w.Referred = func(r HandleRef) Entity { return Entity(r) }
	w.Reference = func(e Entity) HandleRef { return HandleRef(e) }
	w.Store = storage
	w.Store.SetTypeOf(w.typeOf)
	w.plainTraits = w.withRule(Reserved, 0)
	w.entities = newEntities(w.plainTraits, w.Store.Indices())
	for i := range uint32(Reserved) {
		w.setCreation(i, 0)
		w.setTraits(i, 0)
	}
	w.setTraits(HiddenMark, TraitProperty)
	w.bootBuiltins()
	w.Store.Subscribe(w.tableEvent)
}

// Table returns the table of an alive entity, by index.
func (w *World) Table(index uint32) store.Table {
	return w.Store.TableOf(index)
}

// Entity returns the alive entity of an index.
func (w *World) Entity(index uint32) Entity {
	e, _ := w.Store.At(index)
	return e
}

// must panics if the storage refuses a change that the world has already checked.
func (w *World) must(_ bool, err error) {
	if err != nil {
		panic("fast: " + err.Error())
	}
}

// Touch reports an entity that is created or deleted, or whose ids change.
func (w *World) Touch(index uint32) {
	if w.Touched != nil {
		w.Touched(index)
	}
}
