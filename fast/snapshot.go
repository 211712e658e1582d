package fast

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// Snapshot is a copy of a world at one time, in memory, for [World.Restore] of the same world. It has no form as bytes.
type Snapshot struct{ s *snapshot }

// snapshot is a copy of a world.
type snapshot struct {
	st         *store.Store
	entities   []entityInfo
	components map[uint32]*component
	names      names
	scope      Entity
	loose      looseTargets
	marks      marks
	toggles    toggles
}

// Snapshot copies the world, its data included, in time proportional to it (P-17). It panics while changes are deferred.
func (w *World) Snapshot() *Snapshot {
	if w.IsDeferred() {
		panic(errDeferred)
	}
	return &Snapshot{w.takeSnapshot()}
}

// takeSnapshot is Snapshot at any time.
func (w *World) takeSnapshot() *snapshot {
	return &snapshot{
		st: w.st.Clone(), entities: slices.Clone(w.entities), components: cloneComponents(w.components),
		names: w.names.clone(), scope: w.scope, loose: w.loose.clone(), marks: w.marks.clone(), toggles: w.toggles.clone(),
	}
}

func cloneComponents(from map[uint32]*component) map[uint32]*component {
	to := make(map[uint32]*component, len(from))
	for index, c := range from {
		copied := *c
		to[index] = &copied
	}
	return to
}

func (n names) clone() names { return names{of: maps.Clone(n.of), by: maps.Clone(n.by)} }

// Restore makes the world what it was when the snapshot was taken, which can be restored again later. Queries stay,
// and answer about the restored world. Entities that were made since are gone, and no new entity will have their
// number and generation, so that what was kept of them does not mean another. It panics while changes are deferred.
func (w *World) Restore(s *Snapshot) {
	w.restore(s.s)
}

func (w *World) restore(s *snapshot) {
	w.mustBeUnlocked()
	if w.deferral.depth > 0 {
		panic(errDeferred)
	}
	old, before := w.st, w.watch.all(w)
	w.rewind(s)
	w.st.Outlive(old)
	w.watch.restored(w, before)
}

// rewind is Restore, also for an operation that has to be taken back.
func (w *World) rewind(s *snapshot) {
	w.reset(s)
	if w.onRestore != nil {
		w.onRestore()
	}
	if w.watch.marks {
		w.st.TrackChanges()
	}
	w.replantForests()
	w.instances = true // as far as is known
}

// reset makes the world what it was when a snapshot was taken, but for what is derived from its ids.
func (w *World) reset(s *snapshot) {
	indices := max(w.st.Indices(), s.st.Indices())
	least := w.floor
	for i := range uint32(w.st.Indices()) {
		least = max(least, w.st.Generation(i)+1)
	}
	for i := range uint32(s.st.Indices()) {
		least = max(least, s.st.Generation(i)+1)
	}
	w.floor = least
	w.st = s.st.Clone()
	w.st.SetTypeOf(w.typeOf)
	w.st.RaiseGenerations(least, indices)
	w.entities = slices.Clone(s.entities)
	if missing := indices - len(w.entities); missing > 0 {
		w.entities = append(w.entities, make([]entityInfo, missing)...)
	}
	w.components, w.names, w.scope = cloneComponents(s.components), s.names.clone(), s.scope
	changes := w.toggles.changes
	w.loose, w.marks, w.toggles = s.loose.clone(), s.marks.clone(), s.toggles.clone()
	w.toggles.changes = max(changes, w.toggles.changes) + 1
	w.traitChanges++
	w.st.Subscribe(w.tableEvent)
	w.hierarchy++
	w.restored()
}
