package fast

import (
	"slices"
	"strconv"
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
	OnAdd    EventKind = 1 << iota // an id comes, also by way of a base or an entity above
	OnRemove                       // an id goes
	OnSet                          // a value is written
	// Monitor tells when entities come to match all terms, and when they cease to, which the field
	// Leave of the event says; it is no kind beside the others.
	Monitor
	// YieldExisting reports existing matches as if they had just been added. It needs OnAdd, OnSet
	// or Monitor beside it.
	YieldExisting
)

// kinds are the kinds of events in the specification's words.
func (k EventKind) kinds() (list []spec.EventKind) {
	for _, of := range kindsOfEvents {
		if k&of.kind != 0 {
			list = append(list, of.name)
		}
	}
	if unknown := k &^ (2*YieldExisting - 1); unknown != 0 {
		list = append(list, spec.EventKind(strconv.Itoa(int(unknown)))) // it is refused
	}
	return list
}

var kindsOfEvents = [...]struct {
	kind EventKind
	name spec.EventKind
}{{OnAdd, spec.OnAdd}, {OnRemove, spec.OnRemove}, {OnSet, spec.OnSet}}

// kindOf is the kind of an event, zero for one of [World.Emit].
func kindOf(name spec.EventKind) EventKind {
	for _, of := range kindsOfEvents {
		if of.name == name {
			return of.kind
		}
	}
	return 0
}

// String is the names of the kinds: "OnAdd|OnRemove".
func (k EventKind) String() string {
	var names []string
	for _, name := range k.kinds() {
		names = append(names, string(name))
	}
	if k&Monitor != 0 {
		names = append(names, "Monitor")
	}
	if k&YieldExisting != 0 {
		names = append(names, "YieldExisting")
	}
	return strings.Join(names, "|")
}

// Terms are several conditions as one, for [World.Observe] and [World.Listen].
type Terms []Term

// IsTerm lets terms stand where one may.
func (Terms) IsTerm(store.Sealed) {}

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

// Observe calls f for each event of some kinds, after the operation that causes it:
//
//	w.Observe(OnAdd|OnRemove, Pair(docked, Wildcard), func(e Event) { ... })
//
// Each And or Not term of what about the entity itself triggers the observer, unless it is in a scope
// of a [Text] or [filter]; the other ones are conditions. The callback may change the world: its
// changes wait until all events of the operation are told, and are then applied as [World.DeferEnd]
// does, with events of their own; see [World.HandleFailures] for those that err. A value that was
// removed is gone when [OnRemove] is told; [Event.Value] has a copy. For example, if a ship is deleted
// and its cockpit with it, both are dead when the callback hears of the first. How far changes may go
// on causing each other is limited; see [WithEventLimit]. A removed value that an observer of OnRemove
// hears of costs its copy; nothing is copied for ids that no such observer asks for.
//
// It panics as [NewQuery0] does for terms that make no sense, and with code invalid if no term can
// trigger the observer, no event is asked for, OnSet alone is asked for where all ids are tags, which
// have no values, or there is no callback.
//
// Statements: observers.trigger, observers.callback.
func (w *World) Observe(events EventKind, what Term, f func(Event)) *EventObserver {
	return w.observe(&observerOptions{events: events, terms: termsOf(what)}, f)
}

// Listen calls f for each [World.Emit] of an event about an entity that matches what. It is otherwise
// as [World.Observe].
func (w *World) Listen(event Entity, what Term, f func(Event)) *EventObserver {
	return w.observe(&observerOptions{emitted: []Entity{event}, terms: termsOf(what)}, f)
}

func termsOf(what Term) []Term {
	if list, ok := what.(Terms); ok {
		return list
	}
	return []Term{what}
}

// observerOptions are what an observer hears of.
type observerOptions struct {
	events    EventKind
	terms     []Term
	emitted   []Entity
	firstOnly bool // only the first term triggers
}

func (w *World) observe(options *observerOptions, callback func(Event)) *EventObserver {
	if callback == nil {
		panic(spec.Errorf(spec.CodeInvalid, "the callback of the observer is nil; pass a function"))
	}
	o := &EventObserver{}
	asked := change.ObserverOptions{
		Events: options.events.kinds(), Monitor: options.events&Monitor != 0,
		YieldExisting: options.events&YieldExisting != 0, Values: true, FirstOnly: options.firstOnly,
		Emitted: options.emitted,
	}
	made, err := w.core.Observe(&asked, func() (*query.Query, *spec.Error) { return w.observed(options.terms) },
		func(e *change.Event) {
			o.o = e.Observer // it may be released before Observe has returned
			callback(Event{
				o, kindOf(e.Kind), e.Entity,
				ID{e.ID.First, e.ID.Second},
				e.Source, e.Leave, e.Emitted, w, e.Valued,
				e.Gone, e.Payload,
			})
		})
	if err != nil {
		panic(err)
	}
	o.o = made
	return o
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
func Observe[T any](w *World, event EventKind, f func(e Entity, value *T), terms ...Term) *EventObserver {
	if f == nil {
		return w.observe(nil, nil)
	}
	c := Register[T](w)
	options := observerOptions{events: event, terms: append([]Term{c}, terms...), firstOnly: true}
	return w.observe(&options, func(e Event) { f(e.Entity, valueOfEvent(&e, c)) })
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
	Event  Entity  // its kind: any entity, a tag say
	Entity Entity  // that it is about
	IDs    []AnyID // that it is about, if any: only observers with a term for one of them hear of it then
	Value  any     // what observers get by [Event.Value]
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
		Event: m.Event, Entity: m.Entity, IDs: elementsOfAll(idsOf(nil, m.IDs)),
		Value: m.Value, Along: m.Along,
	}))
}

// EndWith ends the observer when an entity is deleted, and returns it. It panics if the entity is not
// alive.
func (o *EventObserver) EndWith(e Entity) *EventObserver {
	if err := o.o.EndWith(e); err != nil {
		panic(err)
	}
	return o
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
