package fast

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// checkInvariants reports the first thing that a world keeps and that is not what it is made of. It is for tests, between
// operations, and takes time in proportion to the world.
func (w *World) checkInvariants() error {
	if err := w.st.Check(); err != nil {
		return err
	}
	if w.journal.depth != 0 || len(w.journal.entries) != 0 {
		return fmt.Errorf("an operation has ended and left %d changes to take back", len(w.journal.entries))
	}
	if err := w.checkTraits(); err != nil {
		return err
	}
	if err := w.checkNames(); err != nil {
		return err
	}
	return w.checkLoose()
}

// checkTraits computes the traits of every entity again.
func (w *World) checkTraits() error {
	for index := Any.Index() + 1; int(index) < w.st.Indices(); index++ {
		if _, alive := w.st.At(index); !alive || index == hiddenMark {
			continue
		}
		if want, have := w.derivedTraits(index), w.entities[index].traits; have != want {
			return fmt.Errorf("entity %d has the traits %b, and its ids make %b", index, have, want)
		}
	}
	return nil
}

// checkNames compares the two directions of the names with each other and with ChildOf.
func (w *World) checkNames() error {
	if len(w.names.by) != len(w.names.of) {
		return fmt.Errorf("%d entities have names, and %d are found by them", len(w.names.of), len(w.names.by))
	}
	for index, name := range w.names.of {
		if w.entities[index].traits&traitNamed == 0 {
			return fmt.Errorf("entity %d has the name %q and no trait that says so", index, name)
		}
		if found := w.names.by[nameKey{w.parentOf(index), name}]; found != index {
			return fmt.Errorf("entity %d has the name %q, by which entity %d is found", index, name, found)
		}
	}
	return nil
}

// checkLoose compares the marks of tables with the columns beside them.
func (w *World) checkLoose() error {
	marks := 0
	for _, p := range w.st.Lookup(store.Pair(store.Wildcard, looseMark)) {
		for _, id := range w.st.IDs(p.Table) {
			if !isMark(id) {
				continue
			}
			for _, e := range w.st.Entities(p.Table) {
				marks++
				pair := w.actual(id, e.Index())
				_, alive := w.st.At(pair.Second())
				if !alive || !w.isLoose(pair) || !slices.Contains(w.loose.by[id.First()].Sources(pair.Second()), e.Index()) {
					return fmt.Errorf("the table of entity %d says that %d has a target, and the column does not", e.Index(), id.First())
				}
			}
		}
	}
	for _, relationship := range w.loose.list {
		marks -= w.loose.by[relationship].Len()
	}
	if marks != 0 {
		return fmt.Errorf("tables say that there are %d targets more than the columns hold", marks)
	}
	return nil
}
