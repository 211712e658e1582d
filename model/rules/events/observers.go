package events

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// Listener decides which events an observer receives (QRY-009, QRY-010, observers.sees). It
// compares the world before an operation with the world after it, so consequences are events too
// (observers.consequences). An id that is added and removed within one operation causes no event.
type Listener struct {
	Name    string
	Query   *query.Query
	Events  []spec.EventKind
	Monitor bool // reports entities that start or stop matching the query, instead of ids

	triggers []trigger
	fixed    bool // every term has a fixed source, so that the query does not depend on $this
}

// trigger is a term that can cause events.
type trigger struct {
	*query.Term
	open query.Term // the term with "*" in place of elements that are not constants
}

// Listen prepares a listener. If events is empty, the listener receives OnAdd and OnRemove.
func Listen(
	name string, q *query.Query, events []spec.EventKind, monitor bool,
) (*Listener, *spec.Error) {
	fixed := fixed(q.Terms)
	l := &Listener{name, q, events, monitor, triggers(q.Terms, fixed), fixed}
	if len(events) == 0 {
		l.Events = []spec.EventKind{spec.OnAdd, spec.OnRemove}
	}
	if len(l.triggers) == 0 {
		err := spec.Errorf(spec.CodeInvalid, "no term can trigger the observer")
		return nil, err
	}
	return l, nil
}

// Yields reports whether existing entities can cause an event for a new listener
// (observers.monitor). A monitor without events receives OnAdd and OnRemove.
func Yields(events []spec.EventKind, monitor bool) bool {
	if len(events) == 0 {
		return true
	}
	return slices.Contains(events, spec.OnAdd) || !monitor && slices.Contains(events, spec.OnSet)
}

// triggers lists the terms that can cause events (observers.trigger): And terms, Not terms and
// alternatives of Or chains that match ids on $this and are not marked [filter]. If every term has
// a fixed source (see fixed), the source need not be $this.
func triggers(terms []query.Term, fixed bool) []trigger {
	var out []trigger
	for n := range terms {
		t := &terms[n]
		if t.Kind == spec.TermOr {
			out = append(out, triggers(t.Terms, fixed)...)
		}
		matches := t.Kind == spec.TermMatch && t.First.Kind != spec.RefMember &&
			(t.Oper == spec.And || t.Oper == spec.Not)
		if matches && (fixed || t.OnThis()) && t.Written.Access != spec.AccessFilter {
			out = append(out, trigger{t, t.Opened(func(e query.Elem) bool {
				return e.Kind != spec.RefNone && e.Kind != spec.RefEntity
			})})
		}
	}
	return out
}

// fixed reports whether every term, also in scopes and Or chains, has a fixed source.
func fixed(terms []query.Term) bool {
	return !slices.ContainsFunc(terms, func(t query.Term) bool {
		if t.Kind == spec.TermOr || t.Kind == spec.TermScope {
			return !fixed(t.Terms)
		}
		return t.Src.Kind != spec.RefEntity
	})
}

// triggersOn lists the triggers whose source is e or $this.
func (l *Listener) triggersOn(e rules.Entity) []trigger {
	if !l.fixed {
		return l.triggers
	}
	return rules.Without(l.triggers, func(t trigger) bool { return t.Src.Entity != e })
}

// answers reports whether the query has a row for e (observers.hidden-entities), or any row if its
// sources are fixed.
func (l *Listener) answers(s *Snapshot, e rules.Entity) bool {
	if !s.exists(e) || s.IDs.Entities[e].Builtin {
		return false
	}
	if l.fixed {
		e = rules.None
	}
	return s.HasRow(e)
}

// Snapshot is the world at one moment, as a listener sees it.
type Snapshot struct {
	HasRow func(rules.Entity) bool // whether the query has a row; see [query.Search.HasRow]
	IDs    *query.Search           // literal search, for triggers
}

// EventsOf lists the events of one entity (observers.on-add). If before is nil, everything in the
// world counts as new (observers.yield-existing). If the query has several triggers, each kind of
// event occurs once, with the first id (observers.one-event).
func (l *Listener) EventsOf(e rules.Entity, before, after *Snapshot) []spec.Event {
	triggers := l.triggersOn(e)
	if len(triggers) == 0 {
		return nil
	}
	if l.Monitor {
		return l.rowEvents(e, l.answers(before, e), l.answers(after, e), after)
	}
	var added, removed, set []rules.Holding
	for n := range triggers {
		t := &triggers[n]
		earlier, later := before.sees(t, e), after.sees(t, e)
		gained, lost := notIn(e, later, earlier), notIn(e, earlier, later)
		if t.Oper == spec.Not {
			gained, lost = lost, gained
		} else {
			unset := func(h rules.Holding) bool { return !after.setBy(h, e, before) && !after.becameVisible(h, e, earlier) }
			set = append(set, rules.Without(later, unset)...)
		}
		if after.IDs.Profile.OnSetMore && !slices.Contains(l.Events, spec.OnAdd) {
			isValue := func(h rules.Holding) bool { return t.Oper != spec.Not && after.IDs.TypeOf(h.ID) != rules.None }
			set = append(set, rules.Without(gained, isValue)...)
		}
		added, removed = append(added, gained...), append(removed, lost...)
	}
	var out []spec.Event
	tell := func(kind spec.EventKind, when *Snapshot, hs []rules.Holding) {
		if len(hs) == 0 || !slices.Contains(l.Events, kind) || !l.answers(when, e) {
			return
		}
		slices.SortFunc(hs, func(a, b rules.Holding) int { return compareHoldings(e, a, b) })
		hs = slices.Compact(hs)
		if len(l.triggers) > 1 {
			hs = hs[:min(1, len(hs))]
		}
		for _, h := range hs {
			event := spec.Event{Observer: l.Name, Event: kind}
			event.Entity, event.ID = after.IDs.Handle(e), after.IDs.SpecID(h.ID)
			if h.Owner != e {
				event.Src = after.IDs.Handle(h.Owner)
			}
			out = append(out, event)
		}
	}
	tell(spec.OnRemove, before, removed)
	tell(spec.OnAdd, after, added)
	tell(spec.OnSet, after, set)
	return out
}

// EmittedEvents returns what an observer receives when a custom event, emitted for one entity, is
// delivered for e. The observer must listen to the event and match e. If the event has an id, one
// of the observer's terms must match it.
func (l *Listener) EmittedEvents(kind spec.EventKind, i rules.ID, e, emitted rules.Entity, now *Snapshot) []spec.Event {
	names := func(t trigger) bool {
		pattern := rules.ID{First: t.open.First.Entity, Second: t.open.Second.Entity}
		return t.Oper != spec.Not && pattern.Covers(i)
	}
	triggers := l.triggersOn(e)
	if !slices.Contains(l.Events, kind) || len(triggers) == 0 ||
		i != (rules.ID{}) && !slices.ContainsFunc(triggers, names) || !l.answers(now, e) {
		return nil
	}
	event := spec.Event{Observer: l.Name, Event: kind, Entity: now.IDs.Handle(e)}
	if i != (rules.ID{}) {
		event.ID = now.IDs.SpecID(i)
	}
	if e != emitted {
		event.Src = now.IDs.Handle(emitted)
	}
	return []spec.Event{event}
}

// rowEvents lists the events of a monitor: the entity starts or stops having a row. The number and
// the contents of its rows make no difference.
func (l *Listener) rowEvents(e rules.Entity, had, has bool, after *Snapshot) []spec.Event {
	event := spec.Event{Observer: l.Name, Event: spec.OnAdd, Entity: after.IDs.Handle(e)}
	if had {
		event.Event, event.Leave = spec.OnRemove, true
	}
	if had == has || !slices.Contains(l.Events, event.Event) {
		return nil
	}
	return []spec.Event{event}
}

// exists reports whether the entity is alive in the snapshot.
func (s *Snapshot) exists(e rules.Entity) bool {
	return s != nil && int(e) < len(s.IDs.Entities) && s.IDs.Alive(e)
}

// sees lists the ids of e that a trigger covers: own ids, and ids that the term finds through IsA
// (observers.inherited) or its traversal (observers.traversal). Ids that are switched off count, so
// toggles cause no events.
func (s *Snapshot) sees(t *trigger, e rules.Entity) []rules.Holding {
	if !s.exists(e) {
		return nil
	}
	var out []rules.Holding
	for _, m := range s.IDs.On(&t.open, e, query.Assignment{}) {
		out = append(out, rules.Holding{ID: m.ID, Owner: m.Owner})
		for _, other := range m.Or {
			out = append(out, rules.Holding{ID: other.ID, Owner: other.Owner})
		}
	}
	return out
}

// notIn lists the elements of ids that are not in known. An inherited id is listed only if known
// does not have it from any owner; an own id is listed even if known has it from a base. For
// example, if an Engine is added to a frigate that inherited one from its base, the frigate gains
// the id. If the frigate loses its own Engine and inherits that of the base again, it gains
// nothing.
func notIn(e rules.Entity, ids, known []rules.Holding) []rules.Holding {
	return rules.Without(ids, func(h rules.Holding) bool {
		return slices.ContainsFunc(known, func(o rules.Holding) bool {
			return o.ID == h.ID && (o.Owner == h.Owner || h.Owner != e)
		})
	})
}

// setBy reports whether the operation set the value that e sees as h: the value was written or
// copied, or e became an instance of the entity that owns it. An instance thus receives OnSet when
// it gets a base and when the base is written. If before is nil, every value counts as set. A tag
// counts as set only by the operation modified.
func (s *Snapshot) setBy(h rules.Holding, e rules.Entity, before *Snapshot) bool {
	w := s.IDs.World
	if slices.Contains(w.Written, h) {
		return true
	}
	if w.ValueAt(h) == nil {
		return false
	}
	isA := w.Handles[spec.IsA]
	wasInstance := before.exists(e) && before.IDs.Reaches(e, h.Owner, isA)
	return before == nil || slices.Contains(w.Copied, h) || h.Owner != e && !wasInstance && w.Reaches(e, h.Owner, isA)
}

// becameVisible reports whether e sees the value of a base as h because e lost its own id
// (observers.on-set-more).
func (s *Snapshot) becameVisible(h rules.Holding, e rules.Entity, earlier []rules.Holding) bool {
	w := s.IDs.World
	return w.Profile.OnSetMore && h.Owner != e && w.ValueAt(h) != nil && !w.Owns(e, h.ID) &&
		slices.Contains(earlier, rules.Holding{ID: h.ID, Owner: e}) && w.Reaches(e, h.Owner, w.Handles[spec.IsA])
}

// compareHoldings orders the events of e: by id, then own ids before ids of other owners, then by
// owner.
func compareHoldings(e rules.Entity, a, b rules.Holding) int {
	other := func(h rules.Holding) rules.Entity {
		if h.Owner == e {
			return rules.None
		}
		return h.Owner
	}
	return cmp.Or(a.Compare(b.ID), cmp.Compare(other(a), other(b)))
}

// Observable lists the entities that an operation may cause events for, in the order of the events.
// Dead entities come first, in reverse order of their deletion, so that children precede parents
// (observers.order, cleanup.event-order; REL-140, REL-142).
func Observable(w *rules.World) []rules.Entity {
	died := slices.Clone(w.Died)
	slices.Reverse(died)
	return append(died, w.Users()...)
}

// Mark sets Dies and Cause in the events of e: whether e died in the operation, and the entity
// whose deletion caused the death of e, if causes has one.
func Mark(
	w *rules.World, events []spec.Event, e rules.Entity, causes map[rules.Entity]rules.Entity,
) {
	for n := range events {
		events[n].Dies = slices.Contains(w.Died, e)
		if cause, taken := causes[e]; taken {
			events[n].Cause = w.Handle(cause)
		}
	}
}
