package rules

import (
	"maps"

	"github.com/relspec/relspec/fast/internal/store"
)

// Snapshot is a copy of a world.
type Snapshot struct {
	Store          *store.Store
	entities       entities
	floor          uint32
	components     map[uint32]*Component
	names          names
	scope          Entity
	NonFragmenting NonFragmentingTargets
	sequences      Sequences
	marks          Marks
	toggles        Toggles
	stuck          map[uint32]sticky
	numbers        map[uint32]uint32
}

// TakeSnapshot copies the world. It may be called at any time.
func (w *World) TakeSnapshot() *Snapshot {
	return &Snapshot{
		Store: w.Store.Clone(), entities: w.entities.clone(), floor: w.floor,
		components: cloneComponents(w.Components),
		names:      w.names.clone(), scope: w.Scope, NonFragmenting: w.NonFragmenting.clone(),
		sequences: w.Sequences.clone(), marks: w.Marks.clone(), toggles: w.Toggles.clone(),
		stuck: maps.Clone(w.Stuck), numbers: maps.Clone(w.numbers),
	}
}

// Handover is TakeSnapshot without copying. The world must not be used afterwards.
func (w *World) Handover() *Snapshot {
	return &Snapshot{
		Store: w.Store, entities: w.entities, floor: w.floor, components: w.Components, names: w.names,
		scope:          w.Scope,
		NonFragmenting: w.NonFragmenting, sequences: w.Sequences, marks: w.Marks, toggles: w.Toggles, stuck: w.Stuck,
		numbers: w.numbers,
	}
}

func cloneComponents(from map[uint32]*Component) map[uint32]*Component {
	to := make(map[uint32]*Component, len(from))
	for index, c := range from {
		copied := *c
		to[index] = &copied
	}
	return to
}

func (n names) clone() names { return names{of: maps.Clone(n.of), by: maps.Clone(n.by)} }

// Reset restores a snapshot, except for the parts that are derived from ids.
func (w *World) Reset(s *Snapshot) {
	indices := max(w.Store.Indices(), s.Store.Indices())
	w.floor = max(w.Floor(), floorOf(s.Store, s.floor))
	last := max(w.entities.last, s.entities.last) // that of a file may be ahead
	before := w.Store
	w.Store = s.Store.Clone()
	w.Store.KeepOwners(before)
	w.Store.SetTypeOf(w.typeOf)
	w.Store.RaiseGenerations(w.floor, indices)
	w.entities = s.entities.clone()
	w.entities.last = last
	w.entities.cover(indices)
	w.Components, w.names, w.Scope = cloneComponents(s.components), s.names.clone(), s.scope
	w.Stuck = maps.Clone(s.stuck)
	numbers := w.numbers
	w.numbers = maps.Clone(s.numbers)
	w.keepNumbers(numbers)
	w.Sequences = s.sequences.clone()
	changes := w.Toggles.Changes
	w.NonFragmenting, w.Marks, w.Toggles = s.NonFragmenting.clone(), s.marks.clone(), s.toggles.clone()
	w.Toggles.Changes = max(changes, w.Toggles.Changes) + 1
	w.TraitChanges++
	w.Store.Subscribe(w.tableEvent)
	w.Hierarchy++
	w.restored()
}
