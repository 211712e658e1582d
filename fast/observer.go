package fast

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// An observer is told what an operation did to the entities that its query matches (P-52). What was before is found
// without a copy of the world: each change, just before it is made, captures for every observer that it may concern how
// the entities that it may concern match now; the operation has not touched them before, so that this is how they
// matched when it began. When the operation is done, the captured entities are matched again, and the differences are
// the events. A world without observers pays one test per change.

// EventObserver listens to events of the entities that match a query.
type EventObserver struct {
	w        *World
	q        *Query
	triggers []trigger
	short    []shortTerm // nil if terms cannot be looked up
	needs    needs
	kinds    eventKinds
	monitor  bool
	parent   Entity
	call     func(Event)
	ended    bool

	before captures
	row    rowExists // room
}

// Event is one notification of an observer.
type Event struct {
	Observer *EventObserver
	Kind     spec.EventKind
	Entity   Entity // dead, if it was deleted
	ID       ID     // the zero ID for a monitor
	Source   Entity // the base, or entity above, that has the id; zero if that is Entity itself
	Leave    bool   // a monitor's: the entity no longer matches
}

// ObserverOptions say what an observer listens to.
type ObserverOptions struct {
	// Query has an And or Not term with an id on $this, outside scopes and not [filter]: what triggers the observer. Its
	// kind does not matter.
	Query spec.Query
	// Terms are the query in the terms of the typed API, if there are any.
	Terms []Term
	// Events may be left out for a monitor, which then tells of both.
	Events []spec.EventKind
	// Monitor tells when entities come to match (OnAdd) and cease to (OnRemove, Leave).
	Monitor bool
	// YieldExisting reports what matches already as if it had just been added.
	YieldExisting bool
	// Parent ends the observer with its deletion, if it is not zero.
	Parent Entity
}

// eventKinds is a set of kinds of events.
type eventKinds uint8

const (
	onAdd eventKinds = 1 << iota
	onRemove
	onSet
)

// trigger is a term whose matches cause events.
type trigger struct {
	term *term
	not  bool
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
	o, err := w.observe(&options, callback, w.named)
	if len(options.Terms) == 0 {
		err = told(err) // those of the typed API do so themselves
	}
	return o, asError(err)
}

func (w *World) observe(options *ObserverOptions, callback func(Event), entity func(spec.Handle) (Entity, *spec.Error)) (*EventObserver, *spec.Error) {
	if err := w.checkGate(false); err != nil {
		return nil, err
	}
	kinds, err := kindsOf(options)
	if err != nil {
		return nil, err
	}
	if options.Parent != 0 {
		if err := w.checkAlive(options.Parent); err != nil {
			return nil, err
		}
	}
	q, err := w.observed(options, entity)
	if err != nil {
		return nil, err
	}
	o := &EventObserver{w: w, q: q, short: shortTerms(q), kinds: kinds, monitor: options.Monitor, parent: options.Parent, call: callback}
	if o.triggers = triggersOf(q); len(o.triggers) == 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "no term can trigger the observer: it needs an id with And or Not on $this, not [filter]")
	}
	w.observers.list = append(w.observers.list, o)
	w.setGate(gateObserved)
	if options.YieldExisting {
		if err := w.observers.yield(w, o); err != nil {
			o.Release()
			return nil, err
		}
	}
	return o, nil
}

// kindsOf are the events that are asked for.
func kindsOf(options *ObserverOptions) (eventKinds, *spec.Error) {
	kinds := eventKinds(0)
	for _, k := range options.Events {
		switch k {
		case spec.OnAdd:
			kinds |= onAdd
		case spec.OnRemove:
			kinds |= onRemove
		case spec.OnSet:
			kinds |= onSet
		default:
			return 0, spec.Errorf(spec.CodeInvalid, "unknown event %q, want OnAdd, OnRemove or OnSet", string(k))
		}
	}
	if len(options.Events) == 0 {
		if !options.Monitor {
			return 0, spec.Errorf(spec.CodeInvalid, "an observer that is no monitor needs events to listen to")
		}
		kinds = onAdd | onRemove
	}
	return kinds, nil
}

// observed makes the query of an observer.
func (w *World) observed(options *ObserverOptions, entity func(spec.Handle) (Entity, *spec.Error)) (q *Query, err *spec.Error) {
	if len(options.Terms) == 0 {
		query := options.Query
		query.Kind = spec.KindFilter
		return w.compile(&query, entity)
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

// triggersOf are the terms that can trigger an observer (P-52).
func triggersOf(q *Query) []trigger {
	var list []trigger
	for i := range q.nodes {
		n := &q.nodes[i]
		if n.kind != nodeMatch && n.kind != nodeChain || n.oper == spec.Optional {
			continue
		}
		for j := range n.terms {
			t := &n.terms[j]
			if !t.compares && t.member == nil && t.access != spec.AccessFilter && t.src.kind == elementVar && t.src.slot == thisSlot {
				list = append(list, trigger{t, n.oper == spec.Not})
			}
		}
	}
	return list
}

// Release ends the observer. It tells nothing any more, also of what has happened already.
func (o *EventObserver) Release() {
	o.ended = true
	v := &o.w.observers
	v.list = slices.DeleteFunc(v.list, func(other *EventObserver) bool { return other == o })
	if len(v.list) == 0 {
		o.w.clearGate(gateObserved)
	}
}

// HandleFailures makes f be told when a change that a callback of an observer made errs as it is applied. Without it such
// errors are dropped, since the operation that caused the event has succeeded.
func (w *World) HandleFailures(f func(error)) { w.observers.failed = f }
