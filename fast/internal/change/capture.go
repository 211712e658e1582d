package change

import (
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Observers has the observers of a world, and the state of the current observed operation.
type Observers struct {
	w              *World
	List           []*Observer
	made           int  // observers created so far
	Nesting        int  // depth of operations that callbacks caused; 1 during callbacks of the operation itself
	Deepest        int  // limit of Nesting
	bound          int  // maximum number of events that callbacks may cause, see WithEventLimit
	delivered      int  // number of events that they have caused so far
	cut            bool // Deepest was exceeded, and this was reported
	Failed         func(spec.Failure)
	AfterCallbacks func() // called after all callbacks of an operation, while changes are still deferred

	written   []holding                // the ids that the operation set
	emitted   []Event                  // by the operation
	removed   map[holding]RemovedValue // values that the operation removed, for OnRemove
	cells     [][]unsafe.Pointer       // free cells, by type
	destroyed []uint32                 // deleted entities, in order
	orphans   []*Observer              // observers whose parents are destroyed
	below     []uint32                 // scratch
	events    []Event                  // scratch
	held      []rules.Held             // scratch
	matched   []bool                   // scratch
	touched   []*Observer              // observers that have captured entities in this operation
	interests interests
	// structural is set by every change except writing a value, which changes no match.
	structural bool
}

// captures record how entities matched before the operation.
type captures struct {
	list  []capture
	seen  rules.Visits
	all   bool // every entity is captured
	sight []sighting
	bases []uint32
}

// capture records how one entity matched. The lists are parts of captures.sight and captures.bases.
type capture struct {
	entity Entity
	row    bool
	sight  []sighting
	bases  []uint32
}

// sighting is an id that a trigger finds on an entity, and the owner of the id.
type sighting struct {
	trigger int
	id      store.ID
	public  rules.Elements
	owner   Entity
}

// Change captures the entities that are affected if an id is added to or removed from an entity. It
// is called before the change.
func (v *Observers) Change(index uint32, id store.ID) {
	w := v.w
	v.structural = true
	w.Watch.before(w, index)
	if changesMatching(id) {
		v.captureEverything()
		return
	}
	keep := false
	for _, o := range v.interest().of(id.First()) {
		keep = keep || o.keeps
		o.captureBelow(index, id)
	}
	if keep {
		v.keep(index, id)
	}
}

// Toggle captures the entities that are affected by the toggle of an id. Only monitors need them.
func (v *Observers) Toggle(index uint32, id store.ID) {
	v.structural = true
	for _, o := range v.interest().of(id.First()) {
		if o.monitor {
			o.captureBelow(index, id)
		}
	}
}

// Rename captures the entities that are affected if an entity gets another name.
func (v *Observers) Rename(index uint32) {
	v.structural = true
	for _, o := range v.interest().names {
		o.captureBelow(index, 0)
	}
}

// Everything captures all entities for all observers.
func (v *Observers) Everything() {
	v.structural = true
	v.captureEverything()
}

func (v *Observers) captureEverything() {
	for _, o := range v.List {
		if o.kinds != 0 {
			o.captureAll()
		}
	}
}

// Created captures a new entity as one that did not match before.
func (v *Observers) Created(e Entity) {
	w := v.w
	v.structural = true
	w.Watch.created(e)
	for _, o := range v.interest().seesEmpty {
		if o.needs.global && o.needs.reflexive {
			o.captureAllBut(e)
		}
		if !o.needs.ignoresEmpty {
			o.captureNew(e)
		}
	}
	for _, o := range v.touched {
		if o.before.all || w.editing.replaying { // a replay may create it at the index of another entity
			o.captureNew(e)
		}
	}
}

// captureNew captures an entity that did not match before.
func (o *Observer) captureNew(e Entity) {
	if !o.reports(e) {
		return
	}
	if o.before.seen.Add(e.Index()) || o.w.editing.replaying && !o.before.has(e) {
		o.touch()
		o.before.list = append(o.before.list, capture{entity: e})
	}
}

// has reports whether an entity is captured.
func (b *captures) has(e Entity) bool {
	return slices.ContainsFunc(b.list, func(c capture) bool { return c.entity == e })
}

// Destroy captures the entities that are affected if an entity is deleted. The pairs that mentioned
// the entity have been removed; its own ids have not.
func (v *Observers) Destroy(index uint32) {
	w := v.w
	e := w.Entity(index)
	x := v.interest()
	v.orphans = append(v.orphans, x.byParent[e]...)
	v.structural = true
	w.Watch.before(w, index)
	v.destroyed = append(v.destroyed, index)
	for _, o := range x.byFixed[index] {
		o.captureAll()
	}
	// If an entity matches, it owns an id that matters, unless it may match without ids or every id
	// may matter.
	for _, o := range x.any {
		o.capture(e)
	}
	for _, id := range w.Store.IDs(w.Table(index)) {
		keep := false
		for _, o := range x.of(id.First()) {
			keep = keep || o.keeps
			o.captureOrAll(e, o.needs.global)
		}
		if keep {
			v.keep(index, id)
		}
	}
	for _, o := range x.seesEmpty {
		o.captureOrAll(e, o.needs.global && o.needs.reflexive)
	}
}

// Stripped captures the entities that are affected if all entities of a table lose ids.
func (v *Observers) Stripped(t store.Table, ids []store.ID) {
	w := v.w
	v.structural = true
	x := v.interest()
	if x.choosy && !w.Watch.On && !slices.ContainsFunc(ids,
		func(id store.ID) bool { return x.concerns(id.First()) || changesMatching(id) }) {
		return
	}
	entities := slices.Clone(w.Store.Entities(t))
	for _, id := range ids {
		for _, e := range entities {
			v.Change(e.Index(), w.Actual(id, e.Index()))
		}
	}
}

// Wrote records that the operation set an owned value.
func (v *Observers) Wrote(index uint32, id store.ID) {
	v.written = append(v.written, holding{v.w.Entity(index), id})
	for _, o := range v.interest().of(id.First()) {
		switch {
		case o.kinds&OnSet == 0 || o.monitor:
		case o.needs.wide:
			o.captureAll()
		default:
			o.captureFrom(index, false, false)
		}
	}
}

// captureBelow captures an entity and everything whose match may depend on it: its instances, and
// the entities from which the query traverses up to it. It captures every entity if the match of
// any entity may depend on the changed one (needs.global), if one of these entities is a fixed
// source, or if the change makes an element of ids a subclass of another or ends that.
func (o *Observer) captureBelow(index uint32, id store.ID) {
	if o.needs.global {
		o.captureAll()
		return
	}
	o.captureFrom(index, o.q.Subclasses && id.First() == rules.IsA.Index(), len(o.needs.fixed) > 0)
}

// captureFrom captures an entity and everything below it. If fixed is set and one of them is a
// fixed source, it captures every entity. It does the same if subclasses is set and one of them is
// the first element of an id in use.
func (o *Observer) captureFrom(index uint32, subclasses, fixed bool) {
	w, v := o.w, &o.w.Observers
	if o.before.all {
		return
	}
	if !w.Store.Mentioned(index) && !fixed {
		o.capture(w.Entity(index))
		return
	}
	var seen rules.Visits // on a cycle the entity is found twice
	v.below = append(v.below[:0], index)
	for i := 0; i < len(v.below); i++ {
		at := v.below[i]
		if fixed && o.needs.fixed[at] || subclasses && w.standsInIDs(at) {
			o.captureAll()
			return
		}
		v.below = w.appendSources(v.below, store.Pair(rules.IsA.Index(), at), &seen)
		for _, relationship := range o.needs.relations {
			v.below = w.appendSources(v.below, store.Pair(relationship, at), &seen)
		}
	}
	for _, at := range v.below {
		o.capture(w.Entity(at))
	}
}

// standsInIDs reports whether an entity is the first element of any id in use.
func (w *World) standsInIDs(index uint32) bool {
	return len(w.Store.Lookup(store.Single(index))) > 0 || len(w.Store.Lookup(store.Pair(index, store.Wildcard))) > 0
}

// appendSources appends the entities that own a pair, each once.
func (w *World) appendSources(to []uint32, pair store.ID, seen *rules.Visits) []uint32 {
	w.EachSource(pair, func(index uint32) {
		if seen.Add(index) {
			to = append(to, index)
		}
	})
	return to
}

// captureOrAll captures an entity, or every entity if all is set.
func (o *Observer) captureOrAll(e Entity, all bool) {
	if all {
		o.captureAll()
	} else {
		o.capture(e)
	}
}

// captureAll captures every entity of the user that the observer may report.
func (o *Observer) captureAll() { o.captureAllBut(0) }

func (o *Observer) captureAllBut(but Entity) {
	if o.before.all {
		return
	}
	o.touch()
	o.before.all = true
	st := o.w.Store
	if o.sources != nil {
		for _, e := range o.sources {
			if e != but && st.Alive(e) {
				o.capture(e)
			}
		}
		return
	}
	for t := range store.Table(st.Tables()) {
		if !st.InUse(t) || st.Flags(t)&rules.FlagHidden != 0 {
			continue
		}
		for _, e := range st.Entities(t) {
			if e != but {
				o.capture(e)
			}
		}
	}
}

// capture records how an entity matches now, unless it is captured already.
func (o *Observer) capture(e Entity) {
	b := &o.before
	if rules.IsBuiltin(e.Index()) || !o.reports(e) || !b.seen.Add(e.Index()) {
		return
	}
	o.touch()
	c := capture{entity: e, row: o.test.Matches(e)}
	if !o.monitor {
		from, above := len(b.sight), len(b.bases)
		b.sight = o.look(b.sight, e)
		if o.kinds&OnSet != 0 {
			b.bases = o.w.Ancestors(b.bases, e.Index())
		}
		c.sight, c.bases = b.sight[from:], b.bases[above:]
	}
	b.list = append(b.list, c)
}

// reset removes the captures of an operation.
func (b *captures) reset() {
	if len(b.list) == 0 && !b.all {
		return
	}
	*b = captures{list: b.list[:0], sight: b.sight[:0], bases: b.bases[:0]}
}

// touch notes that an observer has captured an entity in the current operation.
func (o *Observer) touch() {
	if !o.touched {
		o.touched = true
		v := &o.w.Observers
		v.touched = append(v.touched, o)
	}
}

// eachTouched calls f with the observers that have captured entities, in order of creation.
func (v *Observers) eachTouched(f func(*Observer)) {
	if len(v.touched) > 1 {
		slices.SortFunc(v.touched, func(a, b *Observer) int { return a.number - b.number })
	}
	for _, o := range v.touched {
		f(o)
		o.touched = false
	}
	clear(v.touched)
	v.touched = v.touched[:0]
}
