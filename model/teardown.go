package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// teardown ends the world in the documented steps (REL-148 to REL-162, P-56): the root entities are found (REL-156);
// modules, components, observers and systems are set aside (REL-157), and so are roots without children (REL-158); the others are deleted with
// their policies in force (REL-159); then goes everything else, without policies (REL-160).
func teardown(w *World, op spec.Operation, _ entity, _ id) (spec.Outcome, *spec.Error) {
	if w.deferred > 0 {
		return done(errDeferred(op.Op))
	}
	clear(w.iterators)
	childOf := w.handles[spec.ChildOf]
	roots := slices.DeleteFunc(w.users(), func(e entity) bool {
		kept := w.entities[e].component || w.is(e, spec.Module) || w.is(e, spec.System) || w.is(e, spec.Observer)
		return w.parent(e) != none || kept || len(w.owners(id{childOf, e})) == 0
	})
	for _, e := range roots {
		if w.alive(e) {
			_ = w.operate(func() *spec.Error { return w.delete([]entity{e}) }) // one that a policy refuses is passed over
		}
	}
	_ = w.operate(func() *spec.Error { w.bury(w.users()); return nil })
	w.over = true
	return events(w, op, none, id{})
}
