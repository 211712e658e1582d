package engine

import (
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// copy creates a clone, or an instance of a prefab. The copies of a prefab's descendants get their
// handles in the order of the originals (prefab.instantiate).
func (e *Engine) copy(op *request) (spec.Outcome, *spec.Error) {
	return none, e.makeAll(op.Makes(), func(made func(Entity)) *spec.Error {
		return bridge.Copy(e.world, op.from, op.Op == spec.OpInstantiate, op.birth.IDs, made)
	})
}

// copied resolves the original of a copy, and the ids of an instance.
func copied(e *Engine, r *request) (err *spec.Error) {
	if r.From == "" {
		return rules.ErrMissing
	}
	made := r.Makes()
	if err = e.checkNew(made); err != nil {
		return err
	}
	if r.from, err = e.handles.living(r.From); err != nil || r.Op == spec.OpClone {
		return err
	}
	if r.birth.IDs, err = e.exactAll(r.IDs); err != nil {
		return err
	}
	if below := len(e.world.Traverse(r.from, rules.ChildOf, 0)); below != len(made)-1 {
		return spec.Errorf(spec.CodeInvalid, "%d entities are below the prefab; pass a handle for each of their copies in more",
			below)
	}
	return nil
}
