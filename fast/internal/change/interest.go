package change

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// interests map ids to the observers that a change of them may affect, so that unrelated observers
// cost nothing. They are computed from the needs of all observers, and recomputed when properties
// or the list of observers change.
type interests struct {
	stamp      uint64        // needsStamp at the last computation; 0 if the list of observers has changed
	observed   []firsts      // the first elements that matter to an observer that does not need every id
	byFirst    [][]*Observer // for each of these elements: the observers to which it matters
	any        []*Observer   // observers for which every id may matter
	seesEmpty  []*Observer   // observers for which the existence of an entity without ids may matter
	always     []*Observer   // observers that any operation may affect
	names      []*Observer
	byFixed    map[uint32][]*Observer
	byParent   map[Entity][]*Observer
	choosy     bool        // every observer needs only some ids
	unobserved store.Table // the last table found without an id that matters, plus 1
	epoch      uint32      // epoch of the tables when it was found
}

// firsts records which of 64 consecutive indices are first elements that matter.
type firsts struct {
	set    uint64 // a bit for each
	before int    // the number of elements that matter at lower indices
}

// interest returns the current interests. The needs of the observers are then current, too.
func (v *Observers) interest() *interests {
	if stamp := v.w.needsStamp(); v.interests.stamp != stamp {
		v.collect(stamp)
	}
	return &v.interests
}

// needsStamp returns a number that changes when the needs of observers may change. It is never 0,
// because the reserved entities have traits.
func (w *World) needsStamp() uint64 { return w.TraitChanges + w.NewBases }

func (v *Observers) collect(stamp uint64) {
	x := interests{
		stamp: stamp, byFixed: map[uint32][]*Observer{}, byParent: map[Entity][]*Observer{},
	}
	byFirst := map[uint32][]*Observer{}
	for _, o := range v.List {
		if o.parent != 0 {
			x.byParent[o.parent] = append(x.byParent[o.parent], o)
		}
		if o.kinds == 0 {
			continue // it is notified of emitted events only
		}
		if o.needs.stamp != stamp {
			o.needs = o.findNeeds(stamp)
		}
		n := &o.needs
		if n.any {
			x.any = append(x.any, o)
		} else {
			for first := range n.firsts {
				byFirst[first] = append(byFirst[first], o)
			}
		}
		if !n.ignoresEmpty || n.global && n.reflexive {
			x.seesEmpty = append(x.seesEmpty, o)
		}
		if n.always {
			x.always = append(x.always, o)
		}
		if n.names {
			x.names = append(x.names, o)
		}
		for index := range n.fixed {
			x.byFixed[index] = append(x.byFixed[index], o)
		}
	}
	x.choosy = len(x.any) == 0 && len(x.always) == 0
	for _, first := range slices.Sorted(maps.Keys(byFirst)) {
		x.observe(first, append(byFirst[first], x.any...))
	}
	v.interests = x
}

// observe adds the observers of a first element. Elements are added in order of their indices.
func (x *interests) observe(first uint32, list []*Observer) {
	for len(x.observed) <= int(first/64) {
		x.observed = append(x.observed, firsts{before: len(x.byFirst)})
	}
	x.observed[first/64].set |= 1 << (first % 64)
	x.byFirst = append(x.byFirst, list)
}

// of returns the observers that a change of an id with this first element may affect.
func (x *interests) of(first uint32) []*Observer {
	if !x.concerns(first) {
		return x.any
	}
	f := x.observed[first/64]
	return x.byFirst[f.before+bits.OnesCount64(f.set&(1<<(first%64)-1))]
}

// concerns reports whether ids with this first element matter to an observer that does not need
// every id.
func (x *interests) concerns(first uint32) bool {
	return int(first/64) < len(x.observed) && x.observed[first/64].set&(1<<(first%64)) != 0
}

// quiet returns the interests if only observers need to see changes, and all of them need only some
// ids. Otherwise it returns nil.
func (w *World) quiet() *interests {
	x := &w.Observers.interests
	if w.Hooks.Load() == rules.HookObserved && x.choosy && x.stamp == w.needsStamp() && w.Listener == nil {
		return x
	}
	return nil
}

// Unobserved reports whether id can be added, removed and written without notifying anyone: no hook
// is set, or only observers that id cannot trigger need to see changes.
func (w *World) Unobserved(id store.ID) bool { return !w.Hooked() || w.concernsNobody(id) }

func (w *World) concernsNobody(id store.ID) bool {
	x := w.quiet()
	return x != nil && !x.concerns(id.First())
}

// MayBeUnobserved reports whether [World.Unobserved] can be true for some id.
func (w *World) MayBeUnobserved() bool { return !w.Hooked() || w.quiet() != nil }

// UnobservedTable is like Unobserved for the creation of entities in table t.
func (w *World) UnobservedTable(t store.Table) bool {
	if !w.Hooked() {
		return true
	}
	x := w.quiet()
	return x != nil && len(x.seesEmpty) == 0 && x.passes(w, t)
}

// unobservedEnd is like Unobserved for the deletion of an entity.
func (w *World) unobservedEnd(e Entity) bool {
	if !w.Hooked() {
		return true
	}
	x := w.quiet()
	if x == nil || len(x.seesEmpty)+len(x.byParent)+len(x.byFixed) > 0 || w.Store.Mentioned(e.Index()) {
		return false
	}
	t, _, alive := w.Store.Record(e)
	return alive && x.passes(w, t)
}

// passes reports whether no id of a table matters.
func (x *interests) passes(w *World, t store.Table) bool {
	epoch := w.Store.Epoch()
	if x.unobserved == t+1 && x.epoch == epoch {
		return true
	}
	if slices.ContainsFunc(w.Store.IDs(t), func(id store.ID) bool { return x.concerns(id.First()) }) {
		return false
	}
	x.unobserved, x.epoch = t+1, epoch
	return true
}
