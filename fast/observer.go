package fast

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// EventKind is a set of kinds of events, for [World.Observe]: OnAdd|OnRemove.
type EventKind uint8

// The kinds of events.
const (
	OnAdd    = EventKind(change.OnAdd)    // an id is added, also through a base or an entity above
	OnRemove = EventKind(change.OnRemove) // an id is removed
	OnSet    = EventKind(change.OnSet)    // a value is written
	// Monitor reports when entities start and stop matching all terms; the field Leave of the event
	// says which. It cannot be combined with the other kinds.
	Monitor EventKind = 1 << 3
	// YieldExisting reports existing matches as if they had just been added. Combine it with OnAdd,
	// OnSet or Monitor.
	YieldExisting EventKind = 1 << 4
)

// String returns the names of the kinds: "OnAdd|OnRemove".
func (k EventKind) String() string {
	var names []string
	for i, name := range [...]string{"OnAdd", "OnRemove", "OnSet", "Monitor", "YieldExisting"} {
		if k&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, "|")
}

// Terms combines several conditions for [World.Observe] and [World.Listen].
type Terms []Term

// IsTerm makes Terms usable as a Term.
func (Terms) IsTerm(store.Sealed) {}

// EventObserver is an observer that [World.Observe], [World.Listen] or [Observe] made. It is
// notified of events of the entities that match its terms. For example, an observer of OnAdd with
// the terms Ship and !Docked is also notified when a ship loses Docked.
type EventObserver struct{ o *change.Observer }

// Event describes one change to an observer.
type Event struct {
	Observer *EventObserver
	Kind     EventKind
	Entity   Entity // dead, if it was deleted
	ID       ID     // the zero ID for a monitor
	Source   Entity // the base, or entity above, that has the id; zero if Entity itself has it
	Leave    bool   // for a monitor: the entity no longer matches
	// Emitted is the event of a [World.Emit], or zero for other events. If it is set, Kind is 0. If
	// the event has spread (see [Emission]), Source is the entity for which it was emitted.
	Emitted Entity

	world   *World
	valued  bool
	removed change.RemovedValue
	value   any // the emitted value
}

// Value returns the value of a [World.Emit], or the value of the event's ID. For [OnRemove] that is
// a copy of the removed value; otherwise it is the value that the entity, or Source, has now. Its
// Go type is that of the id's values, or spec.Value for a component with members. Value returns nil
// if the id has no values, for a monitor, and if a [Not] term caused the event. The returned value
// shares its slices and pointers with the world. Call Value only within the callback.
func (e *Event) Value() any {
	w := e.world
	switch {
	case e.Emitted != 0:
		return e.value
	case !e.valued:
		return nil
	case e.removed.Cell != nil:
		return w.valueIn(e.removed.Component, e.removed.Cell)
	}
	value, _ := w.valueOf(e.holder(), e.ID)
	return value
}

// holder returns the entity that has, or had, the id.
func (e *Event) holder() Entity {
	if e.Source != 0 {
		return e.Source
	}
	return e.Entity
}

// Observe calls f for each event of the given kinds, after the operation that causes it:
//
//	w.Observe(OnAdd|OnRemove, Pair(docked, Wildcard), func(e Event) { ... })
//
// An event triggers the observer if it adds, removes or sets the id of an And or Not term about the
// entity itself. Other terms, such as those with [On] and those in a scope of a [Text], are only
// conditions.
//
// The callback may change the world. Its changes are deferred until all events of the operation are
// delivered, and then applied as by [World.DeferEnd], with events of their own.
// [World.HandleFailures] reports the changes that fail, and [WithEventLimit] limits how many events
// callbacks can cause.
//
// When [OnRemove] is delivered, the removed value is gone; [Event.Value] returns a copy. If a ship
// is deleted with its cockpit, both are already dead in the first callback. So OnRemove observers
// cost a copy of each removed value that they may receive.
//
// Observe panics with the errors of [NewQuery0] if the terms are invalid. It panics with code
// invalid if f is nil, if no term can trigger the observer (so it cannot observe a [Singleton]
// alone), if events is 0, and if events has YieldExisting without OnAdd, OnSet or Monitor. In the
// profiles of Flecs 3 and 4.0 it also panics if events is OnSet alone and all ids are tags.
//
// Statements: observers.trigger, observers.callback.
func (w *World) Observe(events EventKind, what Term, f func(Event)) *EventObserver {
	return w.observe(&observerOptions{events: events, terms: termsOf(what)}, f)
}

// Listen calls f for each [World.Emit] of event for an entity that matches what. Otherwise it is
// like [World.Observe].
func (w *World) Listen(event Entity, what Term, f func(Event)) *EventObserver {
	return w.observe(&observerOptions{emitted: []Entity{event}, terms: termsOf(what)}, f)
}

func termsOf(what Term) []Term {
	if list, ok := what.(Terms); ok {
		return list
	}
	return []Term{what}
}

type observerOptions struct {
	events    EventKind
	terms     []Term
	emitted   []Entity
	firstOnly bool // only the first term triggers the observer
}

var errNoCallback = spec.Errorf(spec.CodeInvalid, "the callback of the observer is nil; pass a function")

func (w *World) observe(options *observerOptions, callback func(Event)) *EventObserver {
	if callback == nil {
		panic(errNoCallback)
	}
	if unknown := options.events &^ (2*YieldExisting - 1); unknown != 0 {
		panic(spec.Errorf(spec.CodeInvalid, "unknown kind of event %d; use OnAdd, OnRemove, OnSet, Monitor or YieldExisting",
			unknown))
	}
	o := &EventObserver{}
	asked := change.ObserverOptions{
		Events: change.EventKinds(options.events & (OnAdd | OnRemove | OnSet)), Monitor: options.events&Monitor != 0,
		YieldExisting: options.events&YieldExisting != 0, Values: true, FirstOnly: options.firstOnly,
		Emitted: options.emitted,
	}
	made, err := w.core.Observe(&asked, func() (*query.Query, *spec.Error) { return w.observed(options.terms) },
		func(e *change.Event) {
			o.o = e.Observer // f may release the observer before Observe returns
			callback(Event{
				o, EventKind(e.Kind), e.Entity,
				ID{e.ID.First, e.ID.Second},
				e.Source, e.Leave, e.Emitted, w, e.Valued,
				e.Removed, e.Payload,
			})
		})
	if err != nil {
		panic(err)
	}
	o.o = made
	return o
}

// Observe calls f for events of the component of type T. Its arguments are the entity and a pointer
// to the added value ([OnAdd]), to the written value ([OnSet]), or to a copy of the removed value
// ([OnRemove]). If you combine kinds, f cannot tell which event it gets. The pointer is valid until
// f returns. The value may be inherited; as with [Component.Get], do not write an inherited value.
// The terms are only conditions and do not trigger the observer: if the term is Ship, f is not
// called when an entity that already has a Hull becomes a Ship. Observe panics with code invalid
// for [Monitor]. Otherwise it is like [World.Observe].
//
// When OnAdd is delivered for an entity that was spawned with values, the entity already has all of
// them. There are two exceptions: while changes are deferred, each id and each value is an
// operation of its own; and the program writes the values of [SpawnMany2] later.
func Observe[T any](w *World, event EventKind, f func(e Entity, value *T), terms ...Term) *EventObserver {
	switch {
	case f == nil:
		panic(errNoCallback)
	case event&Monitor != 0:
		panic(spec.Errorf(spec.CodeInvalid, "fast.Observe passes a value, and a monitor has none; use World.Observe"))
	}
	c := Register[T](w)
	options := observerOptions{events: event, terms: append([]Term{c}, terms...), firstOnly: true}
	return w.observe(&options, func(e Event) { f(e.Entity, valueOfEvent(&e, c)) })
}

// valueOfEvent returns the value of an event of a component.
func valueOfEvent[T any](e *Event, c *Component[T]) *T {
	cell := e.removed.Cell
	if cell == nil {
		cell, _, _ = c.core.w.core.CellOf(e.holder(), c.core.id)
		c.core.w.core.Writing(e.holder().Index(), c.core.id)
	}
	if cell == nil { // T has no size
		return new(T)
	}
	return (*T)(cell)
}

// observed makes the query of an observer.
func (w *World) observed(terms []Term) (q *query.Query, err *spec.Error) {
	typed := newTypedQuery(w, append(slices.Clip(terms), Uncached))
	if typed.q.Exact() {
		return nil, spec.Errorf(spec.CodeUnsupported,
			"Exact cannot be a term of an observer; check World.IDs in its callback")
	}
	return typed.q, nil
}

// Emission is an event of the program's own kind, for [World.Emit].
type Emission struct {
	Event  Entity  // the kind of the event: any entity, for example a tag
	Entity Entity  // the entity that the event is about
	IDs    []AnyID // if not empty, only observers with a term for one of these ids are notified
	Value  any     // the value that [Event.Value] returns
	// Along is a relationship along which the event spreads: to the entities with (Along, Entity),
	// then to the entities with pairs to these, and so on. If Along is zero, the event does not
	// spread.
	Along Entity
}

// Emit calls the observers that listen to the event and whose terms match the entity. If the
// emission has ids, an observer is called once for each id that matches one of its terms. If the
// emission has Along, the event is then delivered for the entities below Entity along this
// relationship, each once: the nearest first, and equally near ones in order of creation. For one
// entity, the order is by id, then by observer, oldest first. Emit determines the receivers before
// it calls the first callback.
//
// Emit is an operation: changes and emissions by callbacks are deferred until all observers were
// called, and their events count for [WithEventLimit]. While changes are deferred, the emission is
// deferred too; it is dropped if one of its entities is dead when the deferral ends. For each
// entity and each observer of emitted events, Emit checks once whether the entity matches.
//
// The error has code not_alive (also if Event or Entity is zero or a wildcard), invalid for a
// wildcard in IDs, or not_traversable if Along is neither [Traversable] nor [Transitive].
func (w *World) Emit(m Emission) error {
	return asError(w.core.Emit(&change.Emission{
		Event: m.Event, Entity: m.Entity, IDs: elementsOfAll(idsOf(nil, m.IDs)),
		Value: m.Value, Along: m.Along,
	}))
}

// EndWith makes the observer end when e is deleted, and returns the observer. It panics if e is not
// alive.
func (o *EventObserver) EndWith(e Entity) *EventObserver {
	if err := o.o.EndWith(e); err != nil {
		panic(err)
	}
	return o
}

// Release ends the observer. It is not called again, not even for earlier events.
func (o *EventObserver) Release() { o.o.Release() }

// HandleFailures sets the function that gets the errors of changes that callbacks make. These
// changes are deferred, so their errors occur after the callback has returned. Without
// HandleFailures they are lost: the operation that caused the event has succeeded and does not
// return them.
func (w *World) HandleFailures(f func(error)) {
	w.core.Observers.Failed = func(failure spec.Failure) {
		if f != nil {
			f(failure.Err)
		}
	}
}
