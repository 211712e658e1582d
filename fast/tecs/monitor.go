package tecs

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// DefaultEvents is the default of [World.LimitEvents].
const DefaultEvents = 1_000_000

// Callbacks are called with the entities that start or stop matching a query, in the order of their
// creation. Any of them may be nil. After an operation, Each is called first, for every entity.
// Then Removed and Added are called, each at most once. Changes that callbacks make are staged and
// applied after all callbacks have returned.
type Callbacks struct {
	// Added is called with the entities that started to match.
	Added func(entities []Entity)
	// Removed is called with the entities that stopped matching, including dead ones.
	Removed func(entities []Entity)
	// Each is called for every entity that started (added) or stopped matching.
	Each func(e Entity, added bool)
}

// Monitor reports which entities start and stop matching a query.
type Monitor struct {
	q       *Query
	calls   Callbacks
	members map[Entity]uint64 // matching entities, with their position in the order of creation
}

// event is an entity that a monitor must report.
type event struct {
	monitor *Monitor
	entity  Entity
	added   bool
}

// cascade holds the events that are being delivered, and those caused by their callbacks.
type cascade struct {
	queue      []event
	delivering bool
	limit      int
	failure    func(error)
}

// Observe calls callbacks when entities start and stop matching, including when they or their
// targets are despawned. An operation causes at most one event for an entity. If the entity matches
// before and after it, there is no event: a monitor of DockedTo is not notified when a ship goes
// from Mars to Earth. Entities that match already when Observe is called are not reported. Errors
// are those of [World.NewQuery]. While there are monitors, every operation costs time proportional
// to the number of entities that it changes.
//
// TECS-123, TECS-149, TECS-150.
func (w *World) Observe(terms Terms, calls Callbacks) (*Monitor, error) {
	q, err := w.NewQuery(terms)
	if err != nil {
		return nil, err
	}
	m := &Monitor{q: q, calls: calls}
	if err := w.checkWork(m.lookWork()); err != nil {
		return nil, err
	}
	m.look()
	w.monitors = append(w.monitors, m)
	w.recordTouched()
	return m, nil
}

// Release ends the monitor.
func (m *Monitor) Release() {
	w := m.q.w
	w.monitors = slices.DeleteFunc(w.monitors, func(o *Monitor) bool { return o == m })
}

// look finds the members again, without events.
func (m *Monitor) look() {
	m.members = map[Entity]uint64{}
	for _, e := range m.q.w.core.UserEntities() {
		if m.q.Matches(e) {
			m.members[e] = m.q.w.order(e)
		}
	}
}

// lookWork returns the number of steps that look takes.
func (m *Monitor) lookWork() int { return m.q.w.core.Living() * m.q.size() }

// HandleFailures sets a function that is called with the errors of staged changes of loops and
// callbacks, as a *[CommitError], and with an error with code limit when callbacks cause too many
// events or monitors take too much work ([World.LimitWork]).
func (w *World) HandleFailures(f func(error)) { w.cascade.failure = f }

// LimitEvents limits how many events the changes of callbacks can cause after one operation; the
// default is [DefaultEvents]. Above the limit no further events are delivered.
func (w *World) LimitEvents(n int) { w.cascade.limit = n }

func (w *World) failed(err error) {
	if err != nil && w.cascade.failure != nil {
		w.cascade.failure(err)
	}
}

// notify finds the events of an operation and delivers them. If a delivery is already running, it
// only adds them to the queue.
func (w *World) notify() {
	if len(w.monitors) == 0 {
		w.untouch()
		return
	}
	slices.SortFunc(w.touched, func(a, b touched) int { return cmp.Compare(a.order, b.order) })
	w.compare(slices.Compact(w.touched))
	w.untouch()
	w.deliver()
}

// deliver calls callbacks until no events are left, unless a delivery is already running.
func (w *World) deliver() {
	if w.cascade.delivering {
		return
	}
	w.cascade.delivering = true
	defer func() { w.cascade.delivering = false }()
	for count := -len(w.cascade.queue); len(w.cascade.queue) > 0; { // the first events are of the operation itself
		events := w.cascade.queue
		w.cascade.queue = nil
		if count += len(events); count > w.cascade.limit {
			w.failed(spec.Errorf(spec.CodeLimit,
				"callbacks caused more than %d events, and the rest is dropped; break the cycle of callbacks", w.cascade.limit))
			return
		}
		w.callBack(events)
	}
}

// compare finds the events for the entities that an operation has changed.
func (w *World) compare(changed []touched) {
	from, work := len(w.cascade.queue), 0
	for _, m := range w.monitors {
		work += len(changed) * m.q.size()
		for _, t := range changed {
			m.compare(t)
		}
	}
	w.limitEvents(from, work)
}

// compare records an event if an entity has started or stopped matching.
func (m *Monitor) compare(t touched) {
	_, was := m.members[t.entity]
	is := m.q.w.base.Alive(t.entity) && m.q.Matches(t.entity)
	switch {
	case was == is:
		return
	case is:
		m.members[t.entity] = t.order
	default:
		delete(m.members, t.entity)
	}
	w := m.q.w
	w.cascade.queue = append(w.cascade.queue, event{m, t.entity, is})
}

// callBack calls the callbacks for a list of events, grouped by monitor. Changes made by callbacks
// are staged.
func (w *World) callBack(events []event) {
	w.Defer()
	for len(events) > 0 {
		m := events[0].monitor
		n := slices.IndexFunc(events, func(e event) bool { return e.monitor != m })
		if n < 0 {
			n = len(events)
		}
		m.call(events[:n])
		events = events[n:]
	}
	w.failed(w.Commit())
}

func (m *Monitor) call(events []event) {
	var added, removed []Entity
	for _, e := range events {
		if m.calls.Each != nil {
			m.calls.Each(e.entity, e.added)
		}
		if e.added {
			added = append(added, e.entity)
		} else {
			removed = append(removed, e.entity)
		}
	}
	if len(removed) > 0 && m.calls.Removed != nil {
		m.calls.Removed(removed)
	}
	if len(added) > 0 && m.calls.Added != nil {
		m.calls.Added(added)
	}
}

// Members returns the entities that match now, in the order of their creation.
func (m *Monitor) Members() []Entity {
	list := slices.Collect(maps.Keys(m.members))
	slices.SortFunc(list, func(a, b Entity) int { return cmp.Compare(m.members[a], m.members[b]) })
	return list
}
