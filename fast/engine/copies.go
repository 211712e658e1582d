package engine

import (
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// copy creates a clone, or an instance of a prefab. The copies of a prefab's descendants get their
// handles in the order of the originals (prefab.instantiate).
func (e *Engine) copy(op *request) spec.Outcome {
	original, ids, err := e.copied(op.Operation)
	if err == nil && e.w.Deferral.Depth > 0 {
		err = spec.Errorf(spec.CodeInvalid, "%s cannot be deferred; end the deferral first", op.Op)
	}
	if err != nil {
		return spec.Fail(err)
	}
	return e.makeAll(op.Makes(), func(made func(Entity)) *spec.Error {
		return bridge.Copy(e.world, original, op.Op == spec.OpInstantiate, ids, made)
	})
}

// copied resolves the arguments, in the order of errors.order.
func (e *Engine) copied(op *spec.Operation) (original Entity, ids []rules.Elements, err *spec.Error) {
	if op.From == "" {
		return 0, nil, rules.ErrMissing
	}
	made := op.Makes()
	if err := e.checkNew(made); err != nil {
		return 0, nil, err
	}
	if original, err = e.handles.living(op.From); err != nil || op.Op == spec.OpClone {
		return original, nil, err
	}
	if ids, err = e.exactAll(op.IDs); err != nil {
		return 0, nil, err
	}
	if below := len(e.world.Traverse(original, rules.ChildOf, 0)); below != len(made)-1 {
		err = spec.Errorf(spec.CodeInvalid, "%d entities are below the prefab; pass a handle for each of their copies in more",
			below)
	}
	return original, ids, err
}
