package exhaust

import (
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// reloaded saves and loads every world, asks everything about the loaded world, and tries every
// operation in it: a fact that a load forgets shows from there on (reload.same).
func (c *comparison) reloaded(im oracle.Implementation) func(*expected) error {
	w := c.newSession("reloaded", im)
	return func(e *expected) error {
		if !c.profile.Offers(spec.CapSave) {
			return nil
		}
		if err := c.begin(w, nil); err != nil {
			return err
		}
		for _, op := range append(e.path[:len(e.path):len(e.path)], spec.Operation{Op: spec.OpReload}) {
			if !c.works(w, op) {
				return nil
			}
		}
		if !c.world(w, e.dump, nil) {
			return nil
		}
		for i, q := range c.questions {
			c.question(w, w.name, q.query, &e.answers[i], nil)
		}
		w.do(spec.Operation{Op: spec.OpSnapshot, As: here})
		for i := range e.steps {
			if c.differ >= maxPerWorld || !c.works(w, e.steps[i].op) || !c.world(w, e.steps[i].after, nil) {
				return nil
			}
			w.do(spec.Operation{Op: spec.OpRestore, As: here})
		}
		return nil
	}
}
