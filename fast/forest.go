package fast

import (
	"sync"

	"github.com/relspec/relspec/fast/internal/store"
)

// forest keeps the own pairs of a transitive relationship as labels, so that "is this below that" takes constant time and
// "everything below that" time proportional to itself, as long as no entity has two targets and there is no cycle. It
// is made when a query first asks for the relationship as a transitive one, and fed with every change from then on.
// Readers may label anew, which is why they take a lock.
type forest struct {
	mu     sync.RWMutex
	labels *store.Labels
}

// keepForest makes the forest of a relationship, if it has none.
func (w *World) keepForest(relationship uint32) {
	if w.forests[relationship] != nil {
		return
	}
	f := &forest{labels: store.NewLabels()}
	for _, p := range w.st.Lookup(store.Pair(relationship, store.Wildcard)) {
		ids := w.st.IDs(p.Table)[p.Column:][:p.Count]
		for _, e := range w.st.Entities(p.Table) {
			for _, id := range ids {
				f.labels.Add(e.Index(), w.actual(id, e.Index()).Second())
			}
		}
	}
	f.labels.Refresh()
	if w.forests == nil {
		w.forests = map[uint32]*forest{}
	}
	w.forests[relationship] = f
	w.traitChanges++ // spawners made up their minds without it
}

// keepForests makes the forests of the transitive relationships that a query names.
func (q *prepared) keepForests() {
	if !q.transitive {
		return
	}
	q.each(func(_ *node, t *term) {
		if t.first.kind == elementConst && t.second.kind != elementNone && q.w.st.Alive(t.first.entity) &&
			q.w.traitsOf(t.first.entity.Index())&traitTransitive != 0 {
			q.w.keepForest(t.first.entity.Index())
		}
	})
}

// factAdded and factRemoved feed the forests with the ids that an entity gets and loses.
func (w *World) factAdded(index uint32, id store.ID) {
	if id.First() == IsA.Index() {
		w.instances = true
	}
	if len(w.cascaded) > 0 {
		w.climbed(index, id)
	}
	if f := w.forestOf(id); f != nil {
		f.labels.Add(index, id.Second())
	}
}

func (w *World) factRemoved(index uint32, id store.ID) {
	if len(w.cascaded) > 0 {
		w.climbed(index, id)
	}
	if f := w.forestOf(id); f != nil {
		f.labels.Remove(index, id.Second())
	}
}

// forestOf is the forest of a pair's relationship, nil if there is none.
func (w *World) forestOf(id store.ID) *forest {
	if len(w.forests) == 0 || !id.IsPair() {
		return nil
	}
	return w.forests[id.First()]
}

// factsLost feeds the forests with the end of an entity.
func (w *World) factsLost(index uint32) {
	if len(w.forests) == 0 {
		return
	}
	delete(w.forests, index)
	for _, id := range w.st.IDs(w.table(index)) {
		w.factRemoved(index, w.actual(id, index))
	}
}

// factsStripped feeds the forests with ids that many entities have lost.
func (w *World) factsStripped(entities []Entity, ids []store.ID) {
	for _, id := range ids {
		if w.forestOf(id) == nil {
			continue
		}
		for _, e := range entities {
			w.factRemoved(e.Index(), id)
		}
	}
}

// replantForests makes the forests anew in a restored world.
func (w *World) replantForests() {
	old := w.forests
	w.forests = nil
	for relationship := range old {
		if _, alive := w.st.At(relationship); alive && w.traitsOf(relationship)&traitTransitive != 0 {
			w.keepForest(relationship)
		}
	}
}

// below reports whether a chain of pairs leads from one entity to another; ok is false if the pairs are no forest.
func (f *forest) below(from, to uint32) (below, ok bool) {
	f.mu.RLock()
	below, ok = f.labels.Below(from, to)
	stale := f.labels.Stale()
	f.mu.RUnlock()
	if stale {
		f.refresh()
	}
	return below, ok
}

// descend appends everything below an entity; ok is false, and nothing appended, if the pairs are no forest.
func (f *forest) descend(list []uint32, of uint32) (below []uint32, ok bool) {
	f.mu.RLock()
	n := len(list)
	below, ok = f.labels.Walk(list, of)
	stale := f.labels.Stale()
	f.mu.RUnlock()
	if stale {
		f.refresh()
	}
	if !ok {
		below = below[:n]
	}
	return below, ok
}

// climb appends everything above an entity, nearest first; ok is false, and nothing appended, if the pairs are no
// forest.
func (f *forest) climb(list []uint32, from uint32) (above []uint32, ok bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.labels.Climb(list, from)
}

// isForest reports whether no entity has two targets, as far as is known: cycles are found when they are met.
func (f *forest) isForest() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.labels.Forest()
}

func (f *forest) refresh() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.labels.Refresh()
}

// forest is the forest of a term's relationship, nil if the term's matches do not follow from own pairs of it alone.
func (x *exec) forest(m *match) *forest {
	if len(x.w.forests) == 0 || x.toggled || m.skipOwn || len(m.subclasses) > 0 || m.inherited {
		return nil
	}
	if x.w.traitsOf(m.firstID)&traitLoose != 0 {
		return nil
	}
	return x.w.forests[m.firstID]
}
