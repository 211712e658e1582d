package change

import (
	"reflect"
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
	cut            bool // the maximum depth was exceeded and reported
	Failed         func(spec.Failure)
	AfterCallbacks func() // called after all callbacks of an operation, while changes are still deferred

	written   []sighting               // the ids that the operation set: owner and id
	emitted   []Event                  // by the operation
	removed   map[holding]RemovedValue // values that the operation removed, for OnRemove
	cells     [][]unsafe.Pointer       // free cells, by type
	destroyed []uint32                 // deleted entities, in order
	orphans   []*Observer              // observers whose parents are destroyed
	below     []uint32                 // scratch
	events    []Event                  // scratch
	held      []rules.Held             // scratch
	matched   []bool                   // scratch
	touched   []*Observer              // observers that have captured entities
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

// capture records how one entity matched. Ranges are in captures.sight and captures.bases.
type capture struct {
	entity      Entity
	row         bool
	sight, more int // range in captures.sight
	bases, last int // range in captures.bases: the bases of the entity
}

// sighting is an id that a trigger finds on an entity, and the owner of the id.
type sighting struct {
	trigger int
	id      store.ID
	public  rules.Elements
	owner   Entity
}

// holding is an id of an entity.
type holding struct {
	owner Entity
	id    store.ID
}

// keep copies the value of an id that an entity is about to lose. If an entity loses an id twice,
// the later value counts.
func (v *Observers) keep(index uint32, id store.ID) {
	at := holding{v.w.Entity(index), id}
	if v.removed == nil {
		v.removed = map[holding]RemovedValue{}
	}
	if taken := v.copyOf(at, v.removed[at].Cell); taken.Cell != nil {
		v.removed[at] = taken
	}
}

// copyOf copies a value to a cell; if to is nil, to a free or new one. It copies nothing if there
// is no value.
func (v *Observers) copyOf(at holding, to unsafe.Pointer) RemovedValue {
	w := v.w
	cell, typ, has := w.Store.Get(at.owner, at.id)
	if !has || cell == nil {
		return RemovedValue{}
	}
	if to == nil {
		to = v.cell(typ)
	}
	w.Store.CopyCell(typ, to, cell)
	return RemovedValue{w.Components[w.TypedBy(at.id)], to}
}

// cell returns a free or new cell for a value of a type.
func (v *Observers) cell(typ store.TypeIndex) unsafe.Pointer {
	if int(typ) < len(v.cells) {
		if free := &v.cells[typ]; len(*free) > 0 {
			last := len(*free) - 1
			cell := (*free)[last]
			*free = (*free)[:last]
			return cell
		}
	}
	return reflect.New(v.w.Store.GoType(typ)).UnsafePointer()
}

// maxFreeCells limits how many free cells of a type, and how large a map of values, are kept for
// reuse.
const maxFreeCells = 256

// FreeCells returns the number of free cells.
func (v *Observers) FreeCells() (n int) {
	for _, free := range v.cells {
		n += len(free)
	}
	return n
}

// forget frees the copies of removed values once their events are delivered.
func (v *Observers) forget(gone map[holding]RemovedValue) {
	if gone == nil || len(gone) > maxFreeCells {
		return
	}
	for _, k := range gone {
		v.giveBack(k)
	}
	clear(gone)
	if v.removed == nil {
		v.removed = gone
	}
}

// giveBack frees the cell of one value.
func (v *Observers) giveBack(k RemovedValue) {
	if k.Cell == nil {
		return
	}
	typ := k.Component.Typ
	if grow := int(typ) + 1 - len(v.cells); grow > 0 {
		v.cells = append(v.cells, make([][]unsafe.Pointer, grow)...)
	}
	if len(v.cells[typ]) < maxFreeCells {
		v.w.Store.ZeroCell(typ, k.Cell) // it may contain pointers
		v.cells[typ] = append(v.cells[typ], k.Cell)
	}
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
	v.interest().each(id, func(o *Observer, n *needs) {
		keep = keep || o.keeps
		o.captureBelow(n, index, id)
	})
	if keep {
		v.keep(index, id)
	}
}

// Toggle captures the entities that are affected by the toggle of an id. Only monitors need them.
func (v *Observers) Toggle(index uint32, id store.ID) {
	v.structural = true
	v.interest().each(id, func(o *Observer, n *needs) {
		if o.monitor {
			o.captureBelow(n, index, id)
		}
	})
}

// Rename captures the entities that are affected if an entity gets another name.
func (v *Observers) Rename(index uint32) {
	v.structural = true
	for _, o := range v.interest().names {
		o.captureBelow(o.needsNow(), index, 0)
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
	for _, o := range v.interest().unled {
		n := o.needsNow()
		if n.global && n.reflexive {
			o.captureAllBut(e)
		}
		if !n.leads {
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
		x.each(id, func(o *Observer, n *needs) {
			keep = keep || o.keeps
			if n.global {
				o.captureAll()
			} else {
				o.capture(e)
			}
		})
		if keep {
			v.keep(index, id)
		}
	}
	for _, o := range x.unled {
		if n := o.needsNow(); n.global && n.reflexive {
			o.captureAll()
		} else {
			o.capture(e)
		}
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
	w := v.w
	v.written = append(v.written, sighting{id: id, owner: w.Entity(index)})
	v.interest().each(id, func(o *Observer, n *needs) {
		switch {
		case o.kinds&OnSet == 0 || o.monitor || o.before.all:
		case n.wide:
			o.captureAll()
		default:
			o.captureFrom(n, index, false, false)
		}
	})
}

// captureBelow captures an entity and everything whose match may depend on it: its instances, and
// the entities from which the query traverses up to it. If one of these is a fixed source, if a
// subclass is added or removed, or if the match of any entity may depend on it, it captures every
// entity.
func (o *Observer) captureBelow(n *needs, index uint32, id store.ID) {
	switch {
	case o.before.all:
	case n.global:
		o.captureAll()
	default:
		o.captureFrom(n, index, id != 0 && o.q.Subclasses && id.First() == rules.IsA.Index(), true)
	}
}

// captureFrom captures an entity and everything below it. If fixed is set and one of them is a
// fixed source, it captures every entity; likewise if subclasses is set and one of them is the
// first element of an id in use.
func (o *Observer) captureFrom(n *needs, index uint32, subclasses, fixed bool) {
	w, v := o.w, &o.w.Observers
	fixed = fixed && len(n.fixed) > 0
	if !w.Store.Mentioned(index) && !fixed {
		o.capture(w.Entity(index))
		return
	}
	var seen rules.Visits // on a cycle the entity is found twice
	v.below = append(v.below[:0], index)
	for i := 0; i < len(v.below); i++ {
		at := v.below[i]
		if fixed && n.fixed[at] || subclasses && w.standsInIDs(at) {
			o.captureAll()
			return
		}
		v.below = w.appendSources(v.below, store.Pair(rules.IsA.Index(), at), &seen)
		for _, relationship := range n.relations {
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
	c := capture{entity: e, row: o.test.Matches(e), sight: len(b.sight), bases: len(b.bases)}
	if !o.monitor {
		b.sight = o.look(b.sight, e)
		if o.kinds&OnSet != 0 {
			b.bases = o.w.Ancestors(b.bases, e.Index())
		}
	}
	c.more, c.last = len(b.sight), len(b.bases)
	b.list = append(b.list, c)
}

// reset removes the captures of an operation.
func (b *captures) reset() {
	if len(b.list) == 0 && !b.all {
		return
	}
	*b = captures{list: b.list[:0], sight: b.sight[:0], bases: b.bases[:0]}
}
