package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Teardown ends the world in steps (P-56, REL-155 to REL-160), so that observers hear of everything: roots with children
// first, in the order of their creation and with their policies, then, in one operation without policies, what is left:
// modules, systems, observers, components and roots without children. A root whose deletion a policy refuses is left for
// the end. Afterwards the world takes no change: calls err with code invalid, or panic where they give no error.
//
// Teardown is refused with code invalid while changes are deferred, and locked while a loop runs.
func (w *World) Teardown() error { return asError(w.teardown()) }

func (w *World) teardown() *spec.Error {
	if w.deferral.depth > 0 {
		return errDeferred
	}
	if err := w.checkHooks(true); err != nil {
		return err
	}
	for _, e := range w.parentRoots() {
		if w.st.Alive(e) {
			_ = w.operate(func() *spec.Error { return w.deleteNow(e) }) // what a policy refuses goes at the end
		}
	}
	// A callback may go on making entities: that comes to an end.
	for range maxNesting {
		if w.living() == 0 {
			break
		}
		_ = w.operate(w.deleteEverything)
	}
	w.setHook(hookOver)
	return nil
}

// parentRoots are the roots that are deleted first, in type order.
func (w *World) parentRoots() []Entity {
	var roots []uint32
	for _, e := range w.userEntities() {
		index := e.Index()
		if w.parentOf(index) == 0 && w.components[index] == nil && !w.isSetAside(w.table(index)) &&
			w.st.CountOf(store.Pair(ChildOf.Index(), index)) > 0 {
			roots = append(roots, index)
		}
	}
	w.sortEntities(roots)
	return w.alive(roots)
}

// isSetAside reports whether entities of a table are deleted last.
func (w *World) isSetAside(t store.Table) bool {
	for _, tag := range []Entity{Module, System, Observer} {
		if w.st.Has(t, store.Single(tag.Index())) {
			return true
		}
	}
	return false
}

// deleteEverything deletes the entities of the user, whatever policies say.
func (w *World) deleteEverything() *spec.Error {
	d := deletion{w: w}
	var all []uint32
	for _, e := range w.userEntities() {
		all = append(all, e.Index())
	}
	w.sortEntities(all)
	for _, index := range all {
		d.mark(index)
	}
	d.carryOut()
	return nil
}
