package model

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// entity numbers an entity in the order of creation, which is the type order. Numbers are never used again.
// Inside ids of operations and terms the wildcards stand beside them.
type entity int

const (
	none     entity = 0
	wildcard entity = -1
	anyone   entity = -2
)

// id is a single element (second is none) or a pair.
type id struct{ first, second entity }

func (i id) isPair() bool { return i.second != none }

func (i id) hasWildcard() bool { return i.first < 0 || i.second < 0 }

// compareIDs is the type order: single ids first, then pairs by first and second (REL-277, REL-282, REL-283).
func compareIDs(a, b id) int {
	if a.isPair() != b.isPair() {
		if b.isPair() {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(a.first, b.first), cmp.Compare(a.second, b.second))
}

// matches reports whether pattern i, which may have wildcards, covers o. A wildcard alone covers single ids, never
// pairs (ruling 3).
func (i id) matches(o id) bool {
	return i.isPair() == o.isPair() && (i.first < 0 || i.first == o.first) && (i.second <= 0 || i.second == o.second)
}

// fact is an own id of an entity with its data, nil for a tag.
type fact struct {
	id
	value spec.Value
	off   bool // a toggle hides it from queries (P-43)
}

// record is an entity. Records and their slices are never changed in place, so that a copy of the list of records
// is a snapshot of the world.
type record struct {
	handle    spec.Handle
	name      string
	alive     bool
	builtin   bool
	component bool
	open      bool // a component that is no longer Final by default (P-12)
	members   []spec.Member
	own       []fact // in type order
	overrides []id   // what instances get a copy of besides, in type order (P-42)
	initial   []fact // what a builtin has from the start (P-13)
}

// World is a world under specification. It implements [spec.Engine]. It is not safe for concurrent use.
type World struct {
	profile   spec.Profile
	limits    spec.Limits
	entities  []record // by entity number; number 0 is nobody
	handles   map[spec.Handle]entity
	scope     entity
	queries   map[string]*query
	snapshots map[string]snapshot

	deferred int       // how many deferrals are open
	commands []command // what waits for the end of the outermost (P-44)
	observed []*observer
	log      []spec.Event
	lost     *spec.Error // why the log is not what was told; nil if it is (P-102)
	over     bool        // torn down (P-56)

	iterators map[string]*iterator
	changes   changes

	// What the operation under way did that its result alone does not show.
	was     map[entity]record // the entities that it changed or made, as they were before; nil outside of operations
	written []holding         // ids that were set, with the entity that owns them
	copied  []holding         // ids that an instance got a copy of
	died    []entity          // in the order in which the deletion reached them
	takers  map[entity]entity // of what died, who took it along
	steps   []step            // why it did what it did
	work    *int              // how many steps are left to it
}

type snapshot struct {
	entities []record
	scope    entity
	size     int
}

var _ spec.Engine = (*World)(nil)

// New makes an empty world: the reserved entities and nothing else.
func New(p spec.Profile, options ...Option) *World {
	w := &World{
		limits: spec.Limits{Work: DefaultWork}.Or(spec.DefaultLimits()), work: new(int),
		profile: p, entities: make([]record, 1), handles: map[spec.Handle]entity{},
		queries: map[string]*query{}, snapshots: map[string]snapshot{}, iterators: map[string]*iterator{},
		changes: changes{moved: map[string]int{}, written: map[tableID]int{}},
	}
	for _, set := range options {
		set(w)
	}
	*w.work = w.limits.Work
	for _, b := range spec.Builtins(p) {
		w.handles[b.Handle] = entity(len(w.entities))
		w.entities = append(w.entities, record{handle: b.Handle, alive: true, builtin: true})
	}
	for _, b := range spec.Builtins(p) {
		e := w.handles[b.Handle]
		for _, i := range b.IDs {
			w.put(e, w.idOf(i), nil)
		}
		w.entities[e].initial = w.entities[e].own
	}
	return w
}

// idOf converts an id whose handles are known to exist or are wildcards.
func (w *World) idOf(i spec.ID) id { return id{w.number(i.First), w.number(i.Second)} }

func (w *World) number(h spec.Handle) entity {
	switch h {
	case spec.Wildcard:
		return wildcard
	case spec.Any:
		return anyone
	}
	return w.handles[h]
}

func (w *World) handle(e entity) spec.Handle {
	if e == wildcard {
		return spec.Wildcard
	}
	if e == anyone {
		return spec.Any
	}
	return w.entities[e].handle
}

func (w *World) specID(i id) spec.ID {
	return spec.ID{First: w.handle(i.first), Second: w.handle(i.second)}
}

func (w *World) alive(e entity) bool { return e < 0 || e > 0 && w.entities[e].alive }

func (w *World) mentionsDead(i id) bool { return !w.alive(i.first) || i.isPair() && !w.alive(i.second) }

func (w *World) text(i id) string { return w.specID(i).String() }

// all lists the alive entities in type order.
func (w *World) all() []entity {
	var out []entity
	for e := range w.entities {
		if w.entities[e].alive {
			out = append(out, entity(e))
		}
	}
	return out
}

// users lists the alive entities that the world's user made, in type order: what variables range over (ruling 4).
func (w *World) users() []entity {
	return slices.DeleteFunc(w.all(), func(e entity) bool { return w.entities[e].builtin })
}

// owned finds the fact that e owns i.
func (w *World) owned(e entity, i id) (fact, bool) {
	for _, f := range w.entities[e].own {
		if f.id == i {
			return f, true
		}
	}
	return fact{}, false
}

// owns reports whether e itself, not a base of it, has an id that pattern i covers.
func (w *World) owns(e entity, i id) bool {
	return slices.ContainsFunc(w.entities[e].own, func(f fact) bool { return i.matches(f.id) })
}

// change is the record of e, to be changed by the operation under way, which remembers what it was.
func (w *World) change(e entity) *record {
	if _, known := w.was[e]; !known && w.was != nil {
		w.was[e] = w.entities[e]
	}
	return &w.entities[e]
}

// before is the world before the operation under way, in which what that made is not alive.
func (w *World) before() *World {
	before := *w
	before.entities, before.steps = slices.Clone(w.entities), nil
	for e, r := range w.was {
		before.entities[e] = r
	}
	return &before
}

// put makes e own i with a value, in type order, switched on unless e had it switched off; nothing else happens.
func (w *World) put(e entity, i id, value spec.Value) {
	before, _ := w.owned(e, i)
	w.own(e, fact{i, value, before.off})
}

// own makes e own the fact in place of any with the same id.
func (w *World) own(e entity, f fact) {
	own := slices.DeleteFunc(slices.Clone(w.entities[e].own), func(o fact) bool { return o.id == f.id })
	own = append(own, f)
	slices.SortFunc(own, func(a, b fact) int { return compareIDs(a.id, b.id) })
	w.change(e).own = own
}

// erase takes every id that drop selects away from e; nothing else happens.
func (w *World) erase(e entity, drop func(id) bool) {
	if slices.ContainsFunc(w.entities[e].own, func(f fact) bool { return drop(f.id) }) {
		w.change(e).own = slices.DeleteFunc(slices.Clone(w.entities[e].own), func(f fact) bool { return drop(f.id) })
	}
}

// targets lists the own targets of r on e, in type order.
func (w *World) targets(e, r entity) []entity {
	var out []entity
	for _, f := range w.entities[e].own {
		if f.isPair() && f.first == r {
			out = append(out, f.second)
		}
	}
	return out
}
