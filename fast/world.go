package fast

import (
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Entity is a handle of an entity: an index that is used again after deletion, and a generation that tells the uses
// apart. The zero Entity is never alive.
type Entity = store.Entity

// entityInfo is what the world knows of an index beside its ids.
type entityInfo struct {
	order  uint64 // when it was created, the measure of type order
	traits traits
}

// World is a set of entities with their ids and data. It is not safe for writing from several goroutines; any number
// may read, and run queries, while none writes.
type World struct {
	profile  spec.Profile
	st       *store.Store
	entities []entityInfo
	clock    uint64 // of entityInfo.order

	components map[uint32]*component
	names      names
	scope      Entity
	marks      marks
	toggles    toggles
	deferral   deferral
	observers  observers
	listener   listener // the observers, while they watch an operation
	loose      looseTargets
	compact    bool // every exclusive relationship has loose pairs

	reservedNames map[string]uint32
	original      [reserved][]store.ID

	plainTraits  traits // of an entity without properties
	journal      journal
	deletion     deletion // room for the next one
	traitChanges uint64   // grows when traits of some entity change
	prefabs      uint64   // grows when an entity gets or loses Prefab
	newBases     uint64   // grows when an entity becomes a base
	touched      func(index uint32)
	naming       func(Entity) string // what texts call an entity, if not its name
	referred     func(handleRef) Entity
	hearing      func() func() // gives how to forget events from now on
	cascaded     []uint32      // relationships that order typed queries
	hierarchy    uint64        // grows when depths along them may have changed
	watch        tableWatch
	locked       map[string]int // tables on which iterators stand, see setKey
	logging      bool           // a query keeps its matches
	tableLog     changeLog      // tables that have come, gone or changed their targets
	baseLog      changeLog      // bases whose ids have changed
	epoch        uint64         // grows when another world is restored
	typed        typedWorld
	onRestore    func()             // tells the typed API
	hooks        atomic.Int32       // the change hooks, and how many loops run: see hookLoops
	attention    uint8              // not zero if someone wants to know when own values are written
	forests      map[uint32]*forest // by relationship
	instances    bool               // some entity has had a base
	floor        uint32             // least generation of new entities, see Restore
	meter        meter
}

// Option changes a new world.
type Option func(*worldOptions)

type worldOptions struct {
	profile spec.Profile
	compact bool
	events  int
	store   store.Options
}

// WithProfile chooses the rulings that the world follows; the default is flecs-3. With a profile that [Supports] refuses,
// [NewWorld] panics with what that says.
func WithProfile(p spec.Profile) Option { return func(o *worldOptions) { o.profile = p } }

// WithRecycledIndices makes the first n entities reuse indices in scrambled order, as if others had been deleted
// before. Answers do not depend on it; tests do this to show it.
func WithRecycledIndices(n int) Option { return func(o *worldOptions) { o.store.Recycled = n } }

// WithoutRecycling never uses an index again.
func WithoutRecycling() Option { return func(o *worldOptions) { o.store.NoRecycling = true } }

// WithoutFragmenting stores the pairs of every exclusive relationship as if it were DontFragment. Answers do not depend
// on it (P-40); tests do this to show it.
func WithoutFragmenting() Option { return func(o *worldOptions) { o.compact = true } }

// WithTradingTables lets tables trade places where their entities lose an id together, however few these are. Answers do
// not depend on it; tests do this to show it.
func WithTradingTables() Option { return func(o *worldOptions) { o.store.MergeRows = 1 } }

// WithEventLimit says how many events the changes that callbacks of observers make may cause in the wake of one operation;
// the default is 1,000,000. The events of the operation itself do not count. Beyond it the wake ends: no more of its events
// are told, changes of callbacks that wait are dropped, and [World.HandleFailures] hears of it once with code limit. A limit
// of zero or less lets callbacks cause no events.
func WithEventLimit(n int) Option { return func(o *worldOptions) { o.events = max(n, 0) } }

// NewWorld makes a world that holds the reserved entities only.
func NewWorld(options ...Option) *World {
	o := worldOptions{profile: spec.Flecs3(), events: defaultEvents}
	for _, set := range options {
		set(&o)
	}
	if err := notBuilt(&o.profile); err != nil {
		panic(err)
	}
	w := &World{
		profile:       o.profile,
		compact:       o.compact,
		components:    map[uint32]*component{},
		names:         newNames(),
		reservedNames: map[string]uint32{},
		meter:         unmetered(),
	}
	o.store.Reserved = reserved
	o.store.TypeOf = w.typeOf
	w.st = store.New(o.store)
	w.referred = func(r handleRef) Entity { return Entity(r) }
	w.onRestore = w.typed.restored
	w.observers.w, w.observers.bound = w, o.events
	w.plainTraits = w.withRule(0, 0)
	w.entities = make([]entityInfo, max(w.st.Indices(), 2*reserved))
	w.entities[hiddenMark].traits = traitProperty
	w.bootBuiltins()
	w.st.Subscribe(w.tableEvent)
	return w
}

// Profile is the profile that the world follows.
func (w *World) Profile() spec.Profile { return w.profile }

// nextOrder is the next place in type order.
func (w *World) nextOrder() uint64 {
	w.clock++
	return w.clock
}

// table is the table of an alive entity, by index.
func (w *World) table(index uint32) store.Table {
	e, _ := w.st.At(index)
	t, _, _ := w.st.Record(e)
	return t
}

// entity is the alive entity of an index.
func (w *World) entity(index uint32) Entity {
	e, _ := w.st.At(index)
	return e
}

// must is for changes of the storage that the world has checked before.
func (w *World) must(_ bool, err error) {
	if err != nil {
		panic("fast: " + err.Error())
	}
}

// touch tells the engine that dumps anew what has changed.
func (w *World) touch(index uint32) {
	if w.touched != nil {
		w.touched(index)
	}
}
