package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Pairs of a transitive relationship follow from those that entities have, own or inherited, subclasses of the relationship
// included (S-12). A constant target stands for itself and all that leads to it; a variable or wildcard is every target that
// follows, with the source that shows a pair leading there.

// leadingTo are a target and all that leads to it and is a target itself: depth first, the sources of each in type order, each
// once. They are the targets that a pair with this one can follow from.
func (x *Exec) leadingTo(m *Match, target uint32) []uint32 {
	var seen rules.Visits // the target is not in it: a way back leads on from there, as in every walk (S-4)
	return x.lead([]uint32{target}, m, target, &seen)
}

// walkOf is a walk from a target over a relationship, or over it and its subclasses.
type walkOf struct {
	relationship, target uint32
	subclasses           bool
}

// mostWalked is up to how many entities of all walks of a kind together a run remembers.
const mostWalked = 1 << 18

// walked are the results of walks that a run has made.
type walked[V any] struct {
	of   map[walkOf]V
	size int // entities in all of them
}

// put remembers a walk to n entities, and forgets all others where they are too many.
func (w *walked[V]) put(key walkOf, result V, n int) {
	if w.size += n; w.of == nil || w.size > mostWalked {
		w.of, w.size = map[walkOf]V{}, n
	}
	w.of[key] = result
}

// walkOf is the key of a walk from a target.
func (m *Match) walkOf(target uint32) walkOf { return walkOf{m.FirstID, target, len(m.subclasses) > 0} }

// leaderPlaces are the places of a target and all that leads to it, in order. A run finds them once, since each of its subjects
// with several pairs asks.
func (x *Exec) leaderPlaces(m *Match, target uint32) map[uint32]int32 {
	key := m.walkOf(target)
	if places, ok := x.led.of[key]; ok {
		return places
	}
	places := placesIn(x.leadingTo(m, target))
	if !x.stop { // else the walk was ended
		x.led.put(key, places, len(places))
	}
	return places
}

// placesIn are the places of entities in a list.
func placesIn(list []uint32) map[uint32]int32 {
	places := make(map[uint32]int32, len(list))
	for i := len(list) - 1; i >= 0; i-- { // a way back lists the target again
		places[list[i]] = int32(i)
	}
	return places
}

func (x *Exec) lead(to []uint32, m *Match, target uint32, seen *rules.Visits) []uint32 {
	if x.work--; x.work < 0 {
		x.stop = true
		return to
	}
	for _, at := range x.havers(m, target) {
		if seen.Add(at) {
			to = x.lead(append(to, at), m, at, seen)
		}
	}
	return to
}

// havers are the entities that have a pair of the relationship or a subclass with a target and are mentioned by ids, in type order.
// Nothing leads to the others, and nobody inherits from them. A run finds them once for each target; the list must not be changed.
func (x *Exec) havers(m *Match, target uint32) []uint32 {
	key := m.walkOf(target)
	if list, ok := x.having.of[key]; ok {
		return list
	}
	var list []uint32
	for i := -1; i < len(m.subclasses); i++ {
		relationship := m.FirstID
		if i >= 0 {
			relationship = m.subclasses[i]
		}
		list = x.havePair(list, store.Pair(relationship, target))
	}
	x.W.SortEntities(list)
	list = slices.Compact(list)
	x.having.put(key, list, 1+len(list))
	return list
}

// havePair appends the entities that have a pair and are mentioned by ids.
func (x *Exec) havePair(to []uint32, pair store.ID) []uint32 {
	at, traits := len(to), x.W.TraitsOf(pair.First())
	x.W.EachSource(pair, func(index uint32) {
		if x.Store.Mentioned(index) {
			to = append(to, index)
		}
	})
	if x.AnyBases && traits&rules.TraitInherited != 0 {
		to = x.instances(to, at)
	}
	if !x.Toggled && traits&rules.TraitExclusive == 0 {
		return to // nothing hides the pair from any of them
	}
	have := slices.DeleteFunc(to[at:], func(index uint32) bool { return !x.hasPair(index, pair) })
	return to[:at+len(have)]
}

// instances appends the instances of the entities of a list from a place on, and theirs, as far as ids mention them.
func (x *Exec) instances(to []uint32, from int) []uint32 {
	var seen rules.Visits
	for _, index := range to[from:] {
		seen.Add(index)
	}
	for i := from; i < len(to); i++ {
		x.W.EachSource(store.Pair(rules.IsA.Index(), to[i]), func(index uint32) {
			if x.Store.Mentioned(index) && seen.Add(index) {
				to = append(to, index)
			}
		})
	}
	return to
}

// hasPair reports whether an entity has a pair that queries see, own or inherited.
func (x *Exec) hasPair(index uint32, pair store.ID) bool {
	t := x.W.Table(index)
	if !x.Toggled {
		return x.W.Has(t, index, pair)
	}
	from := len(x.held)
	x.held = x.W.CollectSeen(x.held, t, index, pair, rules.TraitInherited, true)
	has := len(x.held) > from
	x.held = x.held[:from]
	return has
}

// seekClosed matches a pair whose target is a variable or a wildcard on all targets that follow.
func (x *Exec) seekClosed(m *Match, t store.Table, index uint32) {
	l := m.lists
	var only []uint32
	if value := x.element(m.Second, 0); value != store.Wildcard {
		only = []uint32{value}
	}
	var list []shown
	for _, s := range x.shownBy(m, t, index, l.firsts, nil) {
		for _, target := range x.targetsFrom(m, s.id.Second()) {
			if (only == nil || only[0] == target) && (only != nil || x.fits(m, store.Pair(m.FirstID, target))) {
				if s.case2 = target; l.union {
					s.case2 = store.Wildcard
				}
				list = append(list, s)
			}
		}
	}
	slices.SortStableFunc(list, compareShown)
	for i := 0; i < len(list); {
		from := i
		for i < len(list) && list[i].case2 == list[from].case2 {
			i++
		}
		x.closed(m, list[from:i])
	}
}

// targetsFrom are a target and all that follows from a pair with it, each once. A run finds them once for each target; the
// list must not be changed.
func (x *Exec) targetsFrom(m *Match, target uint32) []uint32 {
	key := m.walkOf(target)
	if list, ok := x.further.of[key]; ok {
		return list
	}
	list := x.followTargets(m, target)
	if !x.stop { // else the walk was ended
		x.further.put(key, list, len(list))
	}
	return list
}

func (x *Exec) followTargets(m *Match, target uint32) []uint32 {
	var seen rules.Visits
	seen.Add(target)
	list := []uint32{target}
	for i := 0; i < len(list); i++ {
		if x.work--; x.work < 0 {
			x.stop = true
			return list
		}
		from := len(x.held)
		x.direct(m, x.W.Table(list[i]), list[i], false, rules.TraitInherited)
		for _, h := range x.held[from:] {
			if next := h.ID.Second(); seen.Add(next) {
				list = append(list, next)
			}
		}
		x.held = x.held[:from]
	}
	return list
}

// closed appends the matches for one target: one, or one for each source that shows a pair leading there.
func (x *Exec) closed(m *Match, list []shown) {
	target := list[0].case2
	if !m.lists.src.All {
		list = x.nearest(m, list, target)
	}
	for _, s := range list {
		c := candidate{id: store.Pair(m.FirstID, target), src: s.src}
		if s.id == c.id {
			c.stored = c.id
		}
		x.found = append(x.found, c)
	}
}

// nearest has those that count of all that leads to a target, if only the first does: the first candidate of the first element, for it
// the first that leads to the target, for that pair the first source.
func (x *Exec) nearest(m *Match, list []shown, target uint32) []shown {
	n := 1
	for n < len(list) && list[n].first == list[0].first {
		n++
	}
	list = list[:n]
	if target == store.Wildcard || !slices.ContainsFunc(list, func(s shown) bool { return s.id.Second() != list[0].id.Second() }) {
		return list[:1]
	}
	places := x.leaderPlaces(m, target)
	best := 0
	for i := range list {
		if places[list[i].id.Second()] < places[list[best].id.Second()] {
			best = i
		}
	}
	return list[best : best+1]
}

// collectLeading matches a pair that follows from one that the subject has, where nothing is inherited and the relationship has
// no subclasses: the first that leads to the target is reported.
func (x *Exec) collectLeading(m *Match, t store.Table, index, target uint32) {
	from := len(x.held)
	x.direct(m, t, index, false, m.allow)
	f := x.reach(m)
	best := -1
	for i := from; i < len(x.held); i++ {
		at := x.held[i].ID.Second()
		var leads bool
		if f != nil {
			leads = x.reaching.Leads(f, at, target)
		} else {
			var done rules.Visits
			leads = x.leads(m, at, index, target, &done)
		}
		switch {
		case !leads:
			continue
		case best < 0:
			best = i
			continue
		}
		if places := x.leaderPlaces(m, target); places[at] < places[x.held[best].ID.Second()] {
			best = i
		}
	}
	if best >= 0 {
		id := x.held[best].ID
		x.found = append(x.found, candidate{id: id, stored: id})
	}
	x.held = x.held[:from]
}
