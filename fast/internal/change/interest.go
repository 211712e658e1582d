package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// interests map ids to the observers that a change of them may affect, so that unrelated observers
// cost nothing. They are computed from the needs of all observers, and recomputed when properties
// or the list of observers change.
type interests struct {
	stamp      uint64                 // of the needs; 0 if the list of observers has changed
	byFirst    map[uint32][]*Observer // by the first elements that matter
	any        []*Observer            // observers for which every id may matter
	unled      []*Observer            // observers for which the existence of an entity without ids may matter
	always     []*Observer            // observers that any operation may affect
	names      []*Observer
	byFixed    map[uint32][]*Observer
	byParent   map[Entity][]*Observer
	observed   []uint64    // bit set of the first elements that matter to any observer
	choosy     bool        // every observer needs only some ids
	unobserved store.Table // the last table found without an id that matters, plus 1
	epoch      uint32      // epoch of the tables when it was found
}

// interest returns the current interests.
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
		stamp: stamp, byFirst: map[uint32][]*Observer{}, byFixed: map[uint32][]*Observer{},
		byParent: map[Entity][]*Observer{},
	}
	for _, o := range v.List {
		if o.parent != 0 {
			x.byParent[o.parent] = append(x.byParent[o.parent], o)
		}
		if o.kinds == 0 {
			continue // it is notified of emitted events only
		}
		n := o.needsNow()
		if n.any {
			x.any = append(x.any, o)
		} else {
			for first := range n.firsts {
				x.byFirst[first] = append(x.byFirst[first], o)
			}
		}
		if !n.leads || n.global && n.reflexive {
			x.unled = append(x.unled, o)
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
	for first := range x.byFirst {
		x.observed = setBit(x.observed, first)
	}
	v.interests = x
}

func setBit(bits []uint64, at uint32) []uint64 {
	if word := int(at / 64); word >= len(bits) {
		bits = append(bits, make([]uint64, word+1-len(bits))...)
	}
	bits[at/64] |= 1 << (at % 64)
	return bits
}

// each calls f with the observers that a change of an id may affect, and the needs of each.
func (x *interests) each(id store.ID, f func(*Observer, *needs)) {
	for _, list := range [...][]*Observer{x.byFirst[id.First()], x.any} {
		for _, o := range list {
			f(o, o.needsNow())
		}
	}
}

// hears reports whether a change of an id may affect an observer.
func (x *interests) hears(id store.ID) bool {
	word, bit := int(id.First()/64), uint64(1)<<(id.First()%64)
	return word < len(x.observed) && x.observed[word]&bit != 0
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

// Unobserved reports whether no observer can be triggered by id, and nothing else tracks changes. If so, id can be
// added, removed and written without notifying anyone.
func (w *World) Unobserved(id store.ID) bool {
	x := w.quiet()
	return x != nil && !x.hears(id)
}

// MayBeUnobserved reports whether [World.Unobserved] can be true for some id.
func (w *World) MayBeUnobserved() bool { return w.quiet() != nil }

// UnobservedTable is like Unobserved for the creation of entities in table t.
func (w *World) UnobservedTable(t store.Table) bool {
	x := w.quiet()
	return x != nil && len(x.unled) == 0 && x.passes(w, t)
}

// passes reports whether no id of a table matters.
func (x *interests) passes(w *World, t store.Table) bool {
	epoch := w.Store.Epoch()
	if x.unobserved == t+1 && x.epoch == epoch {
		return true
	}
	if slices.ContainsFunc(w.Store.IDs(t), x.hears) {
		return false
	}
	x.unobserved, x.epoch = t+1, epoch
	return true
}

// unobservedEnd is like Unobserved for the deletion of an alive entity that no id mentions.
func (w *World) unobservedEnd(e Entity) bool {
	x := w.quiet()
	if x == nil || len(x.unled)+len(x.byParent)+len(x.byFixed) > 0 || w.Store.Mentioned(e.Index()) {
		return false
	}
	t, _, alive := w.Store.Record(e)
	return alive && x.passes(w, t)
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
