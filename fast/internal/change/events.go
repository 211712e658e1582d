package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// look appends the ids that the triggers of an observer find on an entity: owned ids and those
// found through IsA or the written traversal, including disabled ones (observers.sees).
func (o *Observer) look(to []sighting, e Entity) []sighting {
	w := o.w
	for i := range o.triggers {
		t := o.triggers[i].term
		if o.sources != nil && o.sources[i] != e {
			continue
		}
		pattern, ok := t.OpenID(&w.World)
		if !ok {
			continue
		}
		index := e.Index()
		list := w.Observers.held[:0]
		switch {
		case t.Sets.Written():
			list = o.q.Sights(list, t, index)
		case t.Traversal.Climbs():
			list = w.sightsAbove(list, t.Traversal, pattern, index)
		default:
			allow := rules.TraitInherited
			if t.Traversal != nil && !t.Traversal.Up { // self
				allow = 0
			}
			if !t.Traversal.FollowsBases() || t.Traversal.Self {
				list = w.Collect(list, w.Table(index), index, pattern, allow)
			} else {
				list = w.CollectInherited(list, w.Table(index), pattern, allow)
			}
		}
		for _, h := range list {
			s := sighting{trigger: i, id: h.ID, public: w.ElementsOf(h.ID), owner: e}
			if h.Base != 0 {
				s.owner = w.Entity(h.Base)
			}
			to = append(to, s)
		}
		w.Observers.held = list
	}
	return to
}

// sightsAbove appends the ids that a traversing term finds: on the entity itself, otherwise on the
// first entity above with a match.
func (w *World) sightsAbove(to []rules.Held, tr *query.Traversal, pattern store.ID, index uint32) []rules.Held {
	from := len(to)
	if tr.Self {
		if to = w.CollectOwn(to, w.Table(index), index, pattern); len(to) > from {
			return to
		}
	}
	if !w.CanTraverse(tr.Relation) {
		return to
	}
	var seen rules.Visits
	seen.Add(index)
	return w.climbSights(to, store.Pair(tr.Relation.Index(), store.Wildcard), pattern, index, &seen)
}

func (w *World) climbSights(to []rules.Held, pairs, pattern store.ID, index uint32, seen *rules.Visits) []rules.Held {
	from := len(to)
	var buf [4]uint32
	for _, at := range w.OwnTargets(buf[:0], w.Table(index), index, pairs) {
		if !seen.Add(at) {
			continue
		}
		to = w.Collect(to, w.Table(at), at, pattern, rules.TraitInherited)
		to = w.DropUninherited(to, from)
		for i := range to[from:] {
			if h := &to[from+i]; h.Base == 0 {
				h.Base = at
			}
		}
		if len(to) == from {
			to = w.climbSights(to, pairs, pattern, at, seen)
		}
		if len(to) > from {
			return to
		}
	}
	return to
}

// compared is an entity before and after an operation.
type compared struct {
	o             *Observer
	c             *capture
	before, after []sighting
	row           bool // whether the entity matches after the operation
	existing      bool // the entity matched before the observer existed, and is reported as if it had just been added
}

// byDeath moves the events of deleted entities to the front, in the order of deletion, for all
// observers: those of a child come before those of its parent (cleanup.event-order). It takes time
// proportional to the number of events.
func (v *Observers) byDeath() {
	w := v.w
	if len(v.destroyed) == 0 || len(v.events) < 2 {
		return
	}
	positions := make(map[uint32]int, len(v.destroyed))
	for i, index := range v.destroyed {
		positions[index] = i
	}
	position := func(e *Event) int {
		if at, dead := positions[e.Entity.Index()]; dead && !w.Store.Alive(e.Entity) {
			return at
		}
		return len(v.destroyed)
	}
	slices.SortStableFunc(v.events, func(a, b Event) int { return position(&a) - position(&b) })
}

// appendEvents appends the events of an observer.
func (v *Observers) appendEvents(o *Observer) {
	w := v.w
	b := &o.before
	for i := range b.list {
		if w.Meter.Loses(len(v.events)) {
			return
		}
		d := compared{o: o, c: &b.list[i], before: b.sight[b.list[i].sight:b.list[i].more]}
		if !v.structural {
			d.row, d.after = d.c.row, d.before
			v.compare(&d)
			continue
		}
		alive := w.Store.Alive(d.c.entity)
		d.row = alive && o.test.Matches(d.c.entity)
		if o.monitor {
			v.monitored(o, d.c.entity, d.c.row, d.row)
			continue
		}
		if !d.row && !d.c.row {
			continue
		}
		from := len(b.sight)
		if alive {
			b.sight = o.look(b.sight, d.c.entity)
		}
		d.after = b.sight[from:]
		v.compare(&d)
		b.sight = b.sight[:from]
	}
}

// monitored appends the event of a monitor if an entity starts or stops to match.
func (v *Observers) monitored(o *Observer, e Entity, before, after bool) {
	switch {
	case after && !before && o.kinds&OnAdd != 0:
		v.events = append(v.events, Event{Observer: o, Kind: OnAdd, Entity: e})
	case !after && before && o.kinds&OnRemove != 0:
		v.events = append(v.events, Event{Observer: o, Kind: OnRemove, Entity: e, Leave: true})
	}
}

// compare appends the events of one entity: OnRemove, OnAdd, OnSet.
func (v *Observers) compare(d *compared) {
	if d.c.row && d.o.kinds&OnRemove != 0 {
		v.add(d, OnRemove, func(s *sighting) bool {
			if d.o.triggers[s.trigger].not {
				return d.gained(s)
			}
			return d.lost(s)
		})
	}
	if !d.row {
		return
	}
	if d.o.kinds&OnAdd != 0 {
		v.add(d, OnAdd, func(s *sighting) bool {
			if d.o.triggers[s.trigger].not {
				return d.lost(s)
			}
			return d.gained(s)
		})
	}
	if d.o.kinds&OnSet != 0 {
		v.add(d, OnSet, func(s *sighting) bool {
			more := d.o.onSetMore()
			if d.o.triggers[s.trigger].not {
				return more && d.lost(s)
			}
			return d.isAfter(s) && (v.isSet(d, s) || v.becameVisible(d, s)) || more && v.w.TypedBy(s.id) == 0 && d.gained(s)
		})
	}
}

// add appends an event for each id that changed for an observer, in type order. If the observer has
// several triggers, it appends only the first.
func (v *Observers) add(d *compared, kind EventKinds, changed func(*sighting) bool) {
	w := v.w
	var buf [8]sighting
	list := buf[:0]
	for _, seen := range [...][]sighting{d.before, d.after} {
		for i := range seen {
			s := &seen[i]
			known := slices.ContainsFunc(list, func(o sighting) bool { return o.id == s.id && o.owner == s.owner })
			if !known && changed(s) {
				list = append(list, *s)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b sighting) int { return w.compareSightings(d.c.entity, &a, &b) })
	if len(d.o.triggers) > 1 && len(list) > 1 {
		list = list[:1]
	}
	for _, s := range list {
		e := Event{Observer: d.o, Kind: kind, Entity: d.c.entity, ID: s.public, Valued: !d.o.triggers[s.trigger].not}
		if d.o.keeps && kind == OnRemove && e.Valued {
			e.Removed = v.removed[holding{s.owner, s.id}]
		}
		if s.owner != d.c.entity {
			e.Source = s.owner
		}
		v.events = append(v.events, e)
	}
}

// compareSightings orders the sightings on an entity by id. Sightings of one id are ordered by
// owner: the entity itself first, then others in entity order (observers.one-event).
func (w *World) compareSightings(e Entity, a, b *sighting) int {
	c := w.CompareIDs(a.id, b.id)
	if c == 0 {
		c = rules.Bit(a.owner != e) - rules.Bit(b.owner != e)
	}
	if c == 0 {
		c = w.CompareEntities(a.owner.Index(), b.owner.Index())
	}
	return c
}

// isAfter reports whether a trigger finds the id after the operation.
func (d *compared) isAfter(s *sighting) bool {
	return slices.ContainsFunc(d.after, func(o sighting) bool { return o == *s })
}

// gained reports whether a trigger finds an id now but did not before. If the id is inherited, the
// trigger must not have found it on any owner before.
func (d *compared) gained(s *sighting) bool { return differs(s, d.c.entity, d.after, d.before) }

// lost is gained with before and after exchanged.
func (d *compared) lost(s *sighting) bool { return differs(s, d.c.entity, d.before, d.after) }

func differs(s *sighting, e Entity, in, notIn []sighting) bool {
	has := func(list []sighting, anyOwner bool) bool {
		return slices.ContainsFunc(list, func(o sighting) bool {
			return o.trigger == s.trigger && o.public == s.public && (anyOwner || o.owner == s.owner)
		})
	}
	return has(in, false) && !has(notIn, s.owner != e)
}

// isSet reports whether the operation set an id that an entity has: by a write on the owner, or
// because the entity became an instance of the owner.
func (v *Observers) isSet(d *compared, s *sighting) bool {
	w := v.w
	if d.existing {
		return w.TypedBy(s.id) != 0
	}
	for i := range v.written {
		if v.written[i].id == s.id && v.written[i].owner == s.owner {
			return true
		}
	}
	if s.owner == d.c.entity || w.TypedBy(s.id) == 0 {
		return false
	}
	index, bases := s.owner.Index(), d.o.before.bases[d.c.bases:d.c.last]
	var buf [8]uint32
	return !slices.Contains(bases, index) && slices.Contains(w.Ancestors(buf[:0], d.c.entity.Index()), index)
}

// onSetMore reports whether an observer is notified of tags and of Not terms as OnSet
// (observers.on-set-more).
func (o *Observer) onSetMore() bool {
	return o.w.Profile.OnSetMore && o.kinds&(OnSet|OnAdd) == OnSet
}

// becameVisible reports whether the value of a base became visible because the entity lost its own.
func (v *Observers) becameVisible(d *compared, s *sighting) bool {
	w := v.w
	if !w.Profile.OnSetMore || s.owner == d.c.entity || w.TypedBy(s.id) == 0 {
		return false
	}
	own := *s
	own.owner = d.c.entity
	var buf [8]uint32
	return slices.Contains(d.before, own) && !slices.Contains(d.after, own) &&
		slices.Contains(w.Ancestors(buf[:0], d.c.entity.Index()), s.owner.Index())
}
