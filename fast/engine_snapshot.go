package fast

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// engineSnapshot is a world with the entities of its handles.
type engineSnapshot struct {
	world   *Snapshot
	handles []knownHandle
	current []uint32
}

func (e *Engine) snapshot(op *spec.Operation) spec.Outcome {
	if e.w.IsDeferred() {
		return spec.Fail(errDeferred)
	}
	e.snapshots[op.As] = &engineSnapshot{
		world: e.w.Snapshot(), handles: slices.Clone(e.handles.list), current: slices.Clone(e.handles.current),
	}
	return spec.OK()
}

// restore goes back to a snapshot. Handles that came later keep their numbers, but no entity has them.
func (e *Engine) restore(op *spec.Operation) spec.Outcome {
	if e.w.IsDeferred() {
		return spec.Fail(errDeferred)
	}
	s, ok := e.snapshots[op.As]
	if !ok {
		return spec.Fail(spec.Errorf(spec.CodeUnresolved, "there is no snapshot named %q", op.As))
	}
	e.closeIterators(nil)
	e.w.Restore(s.world)
	copy(e.handles.list, s.handles)
	for i := len(s.handles); i < len(e.handles.list); i++ {
		e.handles.list[i].entity = 0
	}
	e.handles.current = slices.Clone(s.current)
	e.dump.made = false
	return spec.OK()
}
