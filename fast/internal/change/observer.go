package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// An observer is notified of the changes that an operation makes to the entities that its query
// matches (observers.sees). The state before the operation is recorded without a copy of the world:
// just before each change, every observer that the change may affect captures how the affected
// entities match. Since the operation has not changed them yet, this is how they matched at its
// start. At the end of the operation, the captured entities are matched again, and the differences
// are the events. In a world without observers, a change costs one test.

// Observer is notified of events of the entities that match a query.
type Observer struct {
	w        *World
	q        *query.Query
	triggers []trigger
	sources  []Entity // the source of each trigger, if all terms have fixed sources; nil: all sources are $this
	test     query.Test
	needs    needs
	negates  bool // some trigger is Not
	kinds    EventKinds
	monitor  bool
	keeps    bool     // copy removed values, for OnRemove
	emitted  []Entity // the events of the program that it subscribes to
	parent   Entity
	call     func(*Event)
	Ended    bool

	before  captures
	touched bool // it has captured an entity in the current operation
	number  int  // in order of creation
}

// Event is one notification of an observer.
type Event struct {
	Observer *Observer
	Kind     EventKinds     // one kind, or 0 for an event of the program
	Entity   Entity         // dead, if it was deleted
	ID       rules.Elements // none for a monitor
	Source   Entity         // the base, or entity above, that has the id; zero for the entity itself
	Leave    bool           // of a monitor: the entity no longer matches
	Valued   bool           // the entity had the id before OnRemove, or has it after another event, so it may have a value
	Emitted  Entity         // the event of the program, 0 for other events
	Payload  any            // its value
	Removed  RemovedValue   // the removed value, if the owner no longer has it
}

// ObserverOptions has the options of an observer and the events that it subscribes to.
type ObserverOptions struct {
	Events        EventKinds
	Monitor       bool
	YieldExisting bool
	Parent        Entity
	Values        bool // OnRemove has the removed value
	FirstOnly     bool // only the first term triggers
	Emitted       []Entity
}

// EventKinds is a set of kinds of events.
type EventKinds uint8

// The kinds of events that changes cause.
const (
	OnAdd EventKinds = 1 << iota
	OnRemove
	OnSet
)

// trigger is a term whose matches cause events.
type trigger struct {
	term *query.Term
	not  bool
}

// Observe creates an observer that calls callback for each event that the options ask for.
func (w *World) Observe(
	options *ObserverOptions, compile func() (*query.Query, *spec.Error), callback func(*Event),
) (*Observer, *spec.Error) {
	if err := w.CheckHooks(false); err != nil {
		return nil, err
	}
	kinds, err := kindsOf(options)
	if err != nil {
		return nil, err
	}
	if options.Parent != 0 {
		if err := w.CheckAlive(options.Parent); err != nil {
			return nil, err
		}
	}
	for _, event := range options.Emitted {
		if err := w.CheckAlive(event); err != nil {
			return nil, err
		}
	}
	q, err := compile()
	if err != nil {
		return nil, err
	}
	o := &Observer{
		w: w, q: q, test: q.NewTest(), kinds: kinds, monitor: options.Monitor, parent: options.Parent,
		call: callback,
	}
	o.emitted = slices.Clone(options.Emitted)
	o.keeps = options.Values && !o.monitor && kinds&OnRemove != 0
	if o.triggers = triggersOf(q); options.FirstOnly {
		o.triggers = o.triggers[:min(1, len(o.triggers))]
	}
	if q.IsFixed() {
		for _, t := range o.triggers {
			o.sources = append(o.sources, t.term.Src.Entity)
		}
	}
	o.negates = slices.ContainsFunc(o.triggers, func(t trigger) bool { return t.not })
	if len(o.triggers) == 0 {
		return nil, spec.Errorf(spec.CodeInvalid,
			"no term can trigger the observer; add an And or Not term on $this without [filter]")
	}
	onlySet := options.Values && !w.Profile.OnSetMore && !o.monitor && kinds == OnSet && len(o.emitted) == 0
	if onlySet && !slices.ContainsFunc(o.triggers, o.mayBeSet) {
		return nil, spec.Errorf(spec.CodeInvalid, "%s is a tag and has no value to set; listen to OnAdd",
			w.EntityText(o.triggers[0].term.First.Entity))
	}
	v := &w.Observers
	v.made++
	o.number = v.made
	v.List = append(v.List, o)
	v.interests.stamp = 0
	w.SetHook(rules.HookObserved)
	if options.YieldExisting {
		if err := w.Observers.yield(o); err != nil {
			o.Release()
			return nil, err
		}
	}
	return o, nil
}

// mayBeSet reports whether an id of a trigger may have values. Only exact ids of tags cannot.
func (o *Observer) mayBeSet(t trigger) bool {
	id, alive := t.term.OpenID(&o.w.World)
	if !alive || id.IsWildcard() || o.w.TraitsOf(id.First())&rules.TraitBase != 0 {
		return true
	}
	by := o.w.TypedBy(id)
	return by != 0 && o.w.Components[by].Typ != store.TagType
}

// CompileObserved compiles the query of an observer.
func (w *World) CompileObserved(
	from *spec.Query, entity func(spec.Handle) (Entity, *spec.Error),
) (*query.Query, *spec.Error) {
	derived := *from
	derived.Kind = spec.KindFilter
	return query.Compile(&w.World, &derived, entity)
}

// kindsOf returns the kinds of events of the options.
func kindsOf(options *ObserverOptions) (EventKinds, *spec.Error) {
	kinds := options.Events
	if kinds == 0 && len(options.Emitted) == 0 {
		if !options.Monitor {
			return 0, spec.Errorf(spec.CodeInvalid, "the observer has no events; pass OnAdd, OnRemove, OnSet or Monitor")
		}
		kinds = OnAdd | OnRemove
	}
	yielded := OnAdd | OnSet
	if options.Monitor {
		yielded = OnAdd
	}
	if options.YieldExisting && kinds&yielded == 0 {
		return 0, spec.Errorf(spec.CodeInvalid,
			"YieldExisting needs OnAdd, or OnSet without Monitor, among the events")
	}
	return kinds, nil
}

// triggersOf returns the terms that can trigger an observer (observers.trigger).
func triggersOf(q *query.Query) []trigger {
	fixed := q.IsFixed()
	var list []trigger
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Kind != query.NodeMatch && n.Kind != query.NodeChain || n.Oper == spec.Optional {
			continue
		}
		for j := range n.Terms {
			t := &n.Terms[j]
			onThis := t.Src.Kind == query.ElementVar && t.Src.Slot == query.ThisSlot
			if !t.Compares && t.Member == nil && t.Access != spec.AccessFilter && (onThis || fixed) {
				list = append(list, trigger{t, n.Oper == spec.Not})
			}
		}
	}
	return list
}

// reports reports whether events of an entity can reach the observer.
func (o *Observer) reports(e Entity) bool { return o.sources == nil || slices.Contains(o.sources, e) }

// Release ends the observer.
func (o *Observer) Release() {
	o.Ended = true
	v := &o.w.Observers
	v.List = slices.DeleteFunc(v.List, func(other *Observer) bool { return other == o })
	v.interests.stamp = 0
	if len(v.List) == 0 {
		o.w.ClearHook(rules.HookObserved)
	}
}

// EndWith makes the observer end when parent is deleted.
func (o *Observer) EndWith(parent Entity) *spec.Error {
	if err := o.w.CheckAlive(parent); err != nil {
		return err
	}
	o.parent = parent
	o.w.Observers.interests.stamp = 0
	return nil
}
