package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// look appends the ids that the triggers of an observer find on an entity: owned ids, and ids found
// through IsA or the traversal of the term, including disabled ones (observers.sees).
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
			own := !t.Traversal.FollowsBases() || t.Traversal.Self
			list = w.CollectAs(list, w.Table(index), index, pattern, allow, own, false)
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
	return w.climbSights(to, tr.Relation.Index(), pattern, index, &seen)
}

func (w *World) climbSights(
	to []rules.Held, relationship uint32, pattern store.ID, index uint32, seen *rules.Visits,
) []rules.Held {
	from := len(to)
	var buf [4]uint32
	for _, at := range w.OwnTargets(buf[:0], w.Table(index), index, relationship) {
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
			to = w.climbSights(to, relationship, pattern, at, seen)
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
// observers. So the events of a child come before those of its parent (cleanup.event-order).
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
		d := compared{o: o, c: &b.list[i], before: b.list[i].sight}
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

// monitored appends the event of a monitor if an entity starts or stops matching.
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
	for _, kind := range [...]EventKinds{OnRemove, OnAdd, OnSet} {
		matches := d.row
		if kind == OnRemove {
			matches = d.c.row
		}
		if matches && d.o.kinds&kind != 0 {
			v.add(d, kind)
		}
	}
}

// add appends an event for each id that changed for an observer, in type order. If the observer has
// several triggers, it appends only the first of these events.
func (v *Observers) add(d *compared, kind EventKinds) {
	w := v.w
	var buf [8]sighting
	list := buf[:0]
	for _, seen := range [...][]sighting{d.before, d.after} {
		for i := range seen {
			s := &seen[i]
			known := slices.ContainsFunc(list, func(o sighting) bool { return o.id == s.id && o.owner == s.owner })
			if !known && d.changed(s, kind) {
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

// changed reports whether the change of an id of a trigger is an event of a kind. For a Not term, a
// lost id counts as gained, and the other way round.
func (d *compared) changed(s *sighting, kind EventKinds) bool {
	from, to := d.before, d.after
	not := d.o.triggers[s.trigger].not
	if not {
		from, to = to, from
	}
	switch kind {
	case OnRemove:
		return differs(s, d.c.entity, from, to)
	case OnAdd:
		return differs(s, d.c.entity, to, from)
	case OnSet:
	}
	if d.o.onSetMore() && (not || d.o.w.TypedBy(s.id) == 0) && differs(s, d.c.entity, to, from) {
		return true
	}
	return !not && slices.Contains(d.after, *s) && d.isSet(s)
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

// differs reports whether the trigger of a sighting finds its id in one list and not in the other.
// If the id is inherited, the trigger must not find it on any owner in the other list.
func differs(s *sighting, e Entity, in, notIn []sighting) bool {
	has := func(list []sighting, anyOwner bool) bool {
		return slices.ContainsFunc(list, func(o sighting) bool {
			return o.trigger == s.trigger && o.public == s.public && (anyOwner || o.owner == s.owner)
		})
	}
	return has(in, false) && !has(notIn, s.owner != e)
}

// isSet reports whether the operation set the value that an entity has of an id: by a write on the
// owner, because the entity became an instance of the owner, or, in profiles with OnSetMore,
// because the entity lost a value of its own. Every value of an existing match counts as set.
func (d *compared) isSet(s *sighting) bool {
	w, e, owner := d.o.w, d.c.entity, s.owner.Index()
	switch {
	case d.existing:
		return w.TypedBy(s.id) != 0
	case slices.Contains(w.Observers.written, holding{s.owner, s.id}):
		return true
	case s.owner == e || w.TypedBy(s.id) == 0:
		return false
	}
	var buf [8]uint32
	if !slices.Contains(w.Ancestors(buf[:0], e.Index()), owner) {
		return false
	}
	own := *s
	own.owner = e
	return !slices.Contains(d.c.bases, owner) ||
		w.Profile.OnSetMore && slices.Contains(d.before, own) && !slices.Contains(d.after, own)
}

// onSetMore reports whether an observer is notified of tags and of Not terms as OnSet
// (observers.on-set-more).
func (o *Observer) onSetMore() bool {
	return o.w.Profile.OnSetMore && o.kinds&(OnSet|OnAdd) == OnSet
}
