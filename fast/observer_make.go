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

// observer listens to events of the entities that match a query.
type observer struct {
	w        *World
	q        *prepared
	triggers []trigger
	short    []shortTerm // nil if terms cannot be looked up
	needs    needs
	kinds    eventKinds
	monitor  bool
	parent   Entity
	call     func(*event)
	ended    bool

	before captures
	row    rowExists // room
}

// event is one notification of an observer.
type event struct {
	observer *observer
	kind     spec.EventKind
	entity   Entity   // dead, if it was deleted
	id       elements // none for a monitor
	source   Entity   // the base, or entity above, that has the id; zero if that is the entity itself
	leave    bool     // a monitor's: the entity no longer matches
}

// observerOptions say what an observer listens to besides its query; the public [ObserverOptions] explain them.
type observerOptions struct {
	events        []spec.EventKind
	monitor       bool
	yieldExisting bool
	parent        Entity
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

// observe makes an observer that calls a callback for each event that the options ask for.
func (w *World) observe(options *observerOptions, compile func() (*prepared, *spec.Error), callback func(*event)) (*observer, *spec.Error) {
	if err := w.checkHooks(false); err != nil {
		return nil, err
	}
	kinds, err := kindsOf(options)
	if err != nil {
		return nil, err
	}
	if options.parent != 0 {
		if err := w.checkAlive(options.parent); err != nil {
			return nil, err
		}
	}
	q, err := compile()
	if err != nil {
		return nil, err
	}
	o := &observer{w: w, q: q, short: shortTerms(q), kinds: kinds, monitor: options.monitor, parent: options.parent, call: callback}
	if o.triggers = triggersOf(q); len(o.triggers) == 0 {
		return nil, spec.Errorf(spec.CodeInvalid, "no term can trigger the observer: it needs an id with And or Not on $this, not [filter]")
	}
	w.observers.list = append(w.observers.list, o)
	w.setHook(hookObserved)
	if options.yieldExisting {
		if err := w.observers.yield(o); err != nil {
			o.release()
			return nil, err
		}
	}
	return o, nil
}

// compileObserved makes the query of an observer.
func (w *World) compileObserved(from *spec.Query, entity func(spec.Handle) (Entity, *spec.Error)) (*prepared, *spec.Error) {
	asked := *from
	asked.Kind = spec.KindFilter
	return w.compile(&asked, entity)
}

// kindsOf are the events that are asked for.
func kindsOf(options *observerOptions) (eventKinds, *spec.Error) {
	kinds := eventKinds(0)
	for _, k := range options.events {
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
	if len(options.events) == 0 {
		if !options.monitor {
			return 0, spec.Errorf(spec.CodeInvalid, "an observer that is no monitor needs events to listen to")
		}
		kinds = onAdd | onRemove
	}
	return kinds, nil
}

// triggersOf are the terms that can trigger an observer (P-52).
func triggersOf(q *prepared) []trigger {
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

// release ends the observer.
func (o *observer) release() {
	o.ended = true
	v := &o.w.observers
	v.list = slices.DeleteFunc(v.list, func(other *observer) bool { return other == o })
	if len(v.list) == 0 {
		o.w.clearHook(hookObserved)
	}
}
