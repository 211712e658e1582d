package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// EventKind is a kind of event.
type EventKind = spec.EventKind

// The kinds of events.
const (
	OnAdd    = spec.OnAdd
	OnRemove = spec.OnRemove
	OnSet    = spec.OnSet
)

// EventObserver listens to events of the entities that match a query. For example, with the terms
// Ship, !Docked it hears OnAdd also when a ship loses Docked.
type EventObserver struct{ o *change.Observer }

// Event is one notification of an observer.
type Event struct {
	Observer *EventObserver
	Kind     EventKind
	Entity   Entity // dead, if it was deleted
	ID       ID     // the zero ID for a monitor
	Source   Entity // the base, or entity above, that has the id; zero if that is Entity itself
	Leave    bool   // a monitor's: the entity no longer matches
	// the event of [World.Emit], which has no Kind; Source is then the entity that it was emitted
	// for, if that is another
	Emitted Entity

	world  *World
	valued bool
	gone   change.Taken
	value  any // that was emitted
}

// Value is the value that was emitted, or that of the event's ID: for [OnRemove] a copy of the one
// that went, as it was when it was taken, and otherwise the one that the entity, or Source, has
// now. It is of the Go type of the id's values, or a spec.Value for those of a component with
// members. It is nil where the id has no values, for a monitor, and where a Not term caused the
// event. Slices and pointers in it are shared, not copied. Ask within the callback.
func (e *Event) Value() any {
	w := e.world
	switch {
	case e.Emitted != 0:
		return e.value
	case !e.valued:
		return nil
	case e.gone.Cell != nil:
		return w.valueIn(e.gone.Component, e.gone.Cell)
	}
	value, _ := w.valueOf(e.holder(), e.ID)
	return value
}

// holder is the entity that has, or had, the id.
func (e *Event) holder() Entity {
	if e.Source != 0 {
		return e.Source
	}
	return e.Entity
}

// ObserverOptions say which events an observer listens to.
type ObserverOptions struct {
	// Query has an And or Not term with an id on $this, outside scopes and not [filter]: such a
	// term triggers the observer. Its kind does not matter.
	Query spec.Query
	// Terms are the query in the terms of the typed API, if there are any.
	Terms []Term
	// Events may be left out for a monitor, which then tells of both.
	Events []EventKind
	// Emitted are the events of [World.Emit] to listen to.
	Emitted []Entity
	// Monitor tells when entities come to match (OnAdd) and cease to (OnRemove, Leave).
	Monitor bool
	// YieldExisting reports existing matches as if they had just been added. It needs OnAdd among
	// the events, or OnSet without Monitor.
	YieldExisting bool
	// Parent ends the observer with its deletion, if it is not zero.
	Parent Entity
}

// Observe calls callback for each event that the options ask for, after the operation that causes
// it. The callback may change the world: its changes wait until all events of the operation are
// told, and are then applied as [World.DeferEnd] does, with events of their own; see
// [World.HandleFailures] for those that err. A value that was removed is gone when [OnRemove] is
// told; [Event.Value] has a copy. For example, if a ship is deleted and its cockpit with it, both
// are dead when the callback hears of the first. How far changes may go on causing each other is
// limited; see [WithEventLimit]. A removed value that an observer of OnRemove hears of costs its
// copy; nothing is copied for ids that no such observer asks for. Errors are those of
// [World.Prepare], and invalid if no term can trigger the observer, no event is asked for, OnSet
// alone is asked for where all ids are tags, which have no values, or there is no callback.
//
// Statements: observers.trigger, observers.callback.
func (w *World) Observe(options ObserverOptions, callback func(Event)) (*EventObserver, error) {
	return w.observe(&options, false, callback)
}

func (w *World) observe(options *ObserverOptions, firstOnly bool, callback func(Event)) (*EventObserver, error) {
	if callback == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "the callback of the observer is nil; pass a function")
	}
	o := &EventObserver{}
	asked := change.ObserverOptions{
		Events: options.Events, Monitor: options.Monitor, YieldExisting: options.YieldExisting, Parent: options.Parent,
		Values: true, FirstOnly: firstOnly, Emitted: options.Emitted,
	}
	made, err := w.core.Observe(&asked, func() (*query.Query, *spec.Error) { return w.observed(options) },
		func(e *change.Event) {
			o.o = e.Observer // it may be released before Observe has returned
			callback(Event{
				o, e.Kind, e.Entity,
				ID{e.ID.First, e.ID.Second},
				e.Source, e.Leave, e.Emitted, w, e.Valued,
				e.Gone, e.Payload,
			})
		})
	if len(options.Terms) == 0 {
		err = withPosition(err) // those of the typed API do so themselves
	}
	if err != nil {
		return nil, err
	}
	o.o = made
	return o, nil
}

// Observe calls f for one kind of event of the component of type T: with the entity, and the
// address of the value that it has got ([OnAdd]), that was written ([OnSet]), or of a copy of the
// one that went ([OnRemove]). The terms are conditions that the entity fulfils as well: they cause
// no events. For example, if the term is Ship, f hears nothing when an entity that has a Hull
// already becomes a Ship. A value may be inherited; as with [Component.Get], write no shared one
// through its address, which is valid until f returns. Otherwise it is [World.Observe].
//
// An entity that is spawned with values has them all when OnAdd is told, unless changes are
// deferred, when each id and each value is an operation of its own, or it is one of [SpawnMany2],
// whose values are written later.
func Observe[T any](w *World, event EventKind, f func(e Entity, value *T), terms ...Term) (*EventObserver, error) {
	if f == nil {
		return w.Observe(ObserverOptions{}, nil)
	}
	c, err := registered[T](w)
	if err != nil {
		return nil, err
	}
	options := ObserverOptions{Terms: append([]Term{c.ID()}, terms...), Events: []EventKind{event}}
	return w.observe(&options, true, func(e Event) { f(e.Entity, valueOfEvent(&e, c)) })
}

// valueOfEvent is the value of an event of a component.
func valueOfEvent[T any](e *Event, c *Component[T]) *T {
	cell := e.gone.Cell
	if cell == nil {
		cell, _, _ = c.core.w.core.CellOf(e.holder(), c.core.id)
	}
	if cell == nil { // of a type without size
		return new(T)
	}
	return (*T)(cell)
}

// observed makes the query of an observer.
func (w *World) observed(options *ObserverOptions) (q *query.Query, err *spec.Error) {
	if len(options.Terms) == 0 {
		return w.core.CompileObserved(&options.Query, w.core.Named)
	}
	defer func() {
		switch refusal := recover().(type) {
		case nil:
		case *spec.Error:
			q, err = nil, refusal
		default:
			panic(refusal)
		}
	}()
	typed := newTypedQuery(w, append(slices.Clip(options.Terms), Uncached))
	switch {
	case typed.q.Exact():
		return nil, spec.Errorf(spec.CodeUnsupported,
			"Exact cannot be a term of an observer; check World.IDs in its callback")
	case len(typed.ups) > 0:
		return nil, spec.Errorf(spec.CodeUnsupported, "Up cannot be a term of an observer; write the query as text")
	}
	return typed.q, nil
}

// Emission is an event of the program's own kind, for [World.Emit].
type Emission struct {
	Event  Entity // its kind: any entity, a tag say
	Entity Entity // that it is about
	IDs    []ID   // that it is about, if any: only observers with a term for one of them hear of it then
	Value  any    // what observers get by [Event.Value]
	// Along is a relationship whose sources hear too: those with (Along, Entity), those with pairs
	// to these, and so on. Zero is none.
	Along Entity
}

// Emit tells an event to the observers that list it in Emitted and whose query matches the entity;
// where the emission has ids, once for each id that one of the observer's terms covers. Along a
// relationship it is then told of each entity from which pairs lead there, once each: the nearest
// first, and the oldest first among these. Of one entity it is told by id, then by observer, the
// oldest first. Who hears is settled before the first callback runs.
//
// It is an operation: changes and emissions of callbacks wait until all are told, and
// [WithEventLimit] counts them. While changes are deferred an emission waits among them, and is
// dropped if something that it names has died. It costs a match for each entity and observer of
// emitted events. Errors: not_alive; invalid for a wildcard; not_traversable if Along is neither
// [Traversable] nor [Transitive].
func (w *World) Emit(m Emission) error {
	return asError(w.core.Emit(&change.Emission{
		Event: m.Event, Entity: m.Entity, IDs: elementsOfAll(m.IDs),
		Value: m.Value, Along: m.Along,
	}))
}

// Release ends the observer. It tells nothing any more, also of earlier events.
func (o *EventObserver) Release() { o.o.Release() }

// HandleFailures makes f be told when a change that a callback of an observer made errs as it is
// applied. Without it such errors are dropped, since the operation that caused the event has
// succeeded.
func (w *World) HandleFailures(f func(error)) {
	w.core.Observers.Failed = func(failure spec.Failure) {
		if f != nil {
			f(failure.Err)
		}
	}
}
