package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// EventObserver listens to events of the entities that match a query.
type EventObserver struct{ o *change.Observer }

// Event is one notification of an observer.
type Event struct {
	Observer *EventObserver
	Kind     spec.EventKind
	Entity   Entity // dead, if it was deleted
	ID       ID     // the zero ID for a monitor
	Source   Entity // the base, or entity above, that has the id; zero if that is Entity itself
	Leave    bool   // a monitor's: the entity no longer matches
}

// ObserverOptions say which events an observer listens to.
type ObserverOptions struct {
	// Query has an And or Not term with an id on $this, outside scopes and not [filter]: such a term triggers the observer. Its
	// kind does not matter.
	Query spec.Query
	// Terms are the query in the terms of the typed API, if there are any.
	Terms []Term
	// Events may be left out for a monitor, which then tells of both.
	Events []spec.EventKind
	// Monitor tells when entities come to match (OnAdd) and cease to (OnRemove, Leave).
	Monitor bool
	// YieldExisting reports existing matches as if it had just been added.
	YieldExisting bool
	// Parent ends the observer with its deletion, if it is not zero.
	Parent Entity
}

// Observe calls callback for each event that the options ask for, after the operation that causes it. The callback may
// change the world: its changes wait until all events of the operation are told, and are then applied as
// [World.DeferEnd] does (P-55), with events of their own; see [World.HandleFailures] for those that err. Values
// that were removed are gone when OnRemove is told. How far changes may go on causing each other is limited; see
// [WithEventLimit]. Errors are those of [World.Prepare], and invalid if no term can trigger the observer, no event is
// asked for or there is no callback.
func (w *World) Observe(options ObserverOptions, callback func(Event)) (*EventObserver, error) {
	if callback == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "an observer needs a callback to be told by")
	}
	o := &EventObserver{}
	asked := change.ObserverOptions{Events: options.Events, Monitor: options.Monitor, YieldExisting: options.YieldExisting, Parent: options.Parent}
	made, err := w.core.Observe(&asked, func() (*query.Query, *spec.Error) { return w.observed(&options) }, func(e *change.Event) {
		o.o = e.Observer // it may be released before Observe has returned
		callback(Event{o, e.Kind, e.Entity, ID{e.ID.First, e.ID.Second}, e.Source, e.Leave})
	})
	if len(options.Terms) == 0 {
		err = told(err) // those of the typed API do so themselves
	}
	if err != nil {
		return nil, err
	}
	o.o = made
	return o, nil
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
	if len(typed.ups) > 0 {
		return nil, spec.Errorf(spec.CodeUnsupported, "Up in the terms of an observer; write the query as text")
	}
	return typed.q, nil
}

// Release ends the observer. It tells nothing any more, also of earlier events.
func (o *EventObserver) Release() { o.o.Release() }

// HandleFailures makes f be told when a change that a callback of an observer made errs as it is applied. Without it such
// errors are dropped, since the operation that caused the event has succeeded.
func (w *World) HandleFailures(f func(error)) {
	w.core.Observers.Failed = func(failure spec.Failure) {
		if f != nil {
			f(failure.Err)
		}
	}
}
