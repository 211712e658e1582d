package rules

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// CheckInvariants returns an error for the first index or count that contradicts the tables. Tests
// call it between operations. It takes time proportional to the world.
func (w *World) CheckInvariants() error {
	if err := w.Store.Check(); err != nil {
		return err
	}
	if w.UndoLog.depth != 0 || len(w.UndoLog.entries) != 0 {
		return fmt.Errorf("the undo log has %d entries after the end of an operation", len(w.UndoLog.entries))
	}
	if len(w.Store.Lookup(AnyBase)) > 0 && !w.Instances {
		return fmt.Errorf("a table has bases, but Instances is not set")
	}
	if err := w.checkTraits(); err != nil {
		return err
	}
	if err := w.checkNames(); err != nil {
		return err
	}
	if err := w.checkOrders(); err != nil {
		return err
	}
	return w.checkNonFragmenting()
}

// checkTraits recomputes the traits of every entity.
func (w *World) checkTraits() error {
	for index := range uint32(w.Store.Indices()) {
		if _, alive := w.Store.At(index); !alive || index == HiddenMark {
			continue
		}
		if want, have := w.derivedTraits(index), w.TraitsOf(index); have != want {
			return fmt.Errorf("entity %d has the traits %b, but its ids require %b", index, have, want)
		}
	}
	return nil
}

// checkNames compares the two maps of names with each other and with ChildOf.
func (w *World) checkNames() error {
	if len(w.names.by) != len(w.names.of) {
		return fmt.Errorf("%d entities have names, but the index of names has %d", len(w.names.of), len(w.names.by))
	}
	for index, name := range w.names.of {
		if w.TraitsOf(index)&TraitNamed == 0 {
			return fmt.Errorf("entity %d has the name %q but not the trait TraitNamed", index, name)
		}
		if found := w.names.by[nameKey{w.ParentOf(index), name}]; found != index {
			return fmt.Errorf("entity %d has the name %q, but the index of names has entity %d", index, name, found)
		}
	}
	return nil
}

// checkNonFragmenting compares the ids (R, NonFragmentingMark) of tables with the columns that
// store the targets.
func (w *World) checkNonFragmenting() error {
	marks := 0
	for _, p := range w.Store.Lookup(store.Pair(store.Wildcard, NonFragmentingMark)) {
		for _, id := range w.Store.IDs(p.Table) {
			if !IsMark(id) {
				continue
			}
			for _, e := range w.Store.Entities(p.Table) {
				marks++
				pair := w.Actual(id, e.Index())
				_, alive := w.Store.At(pair.Second())
				if !alive || !w.IsNonFragmenting(pair) ||
					!slices.Contains(w.NonFragmenting.By[id.First()].Sources(pair.Second()), e.Index()) {
					return fmt.Errorf(
						"the table of entity %d has a mark of relationship %d, but the target column has no valid target for it",
						e.Index(), id.First())
				}
			}
		}
	}
	for _, relationship := range w.NonFragmenting.list {
		marks -= w.NonFragmenting.By[relationship].Len()
	}
	if marks != 0 {
		return fmt.Errorf("the tables have %d more marks than the target columns have targets, want 0", marks)
	}
	return nil
}
