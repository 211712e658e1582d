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

func (e *Engine) snapshot(name string) {
	e.snapshots[name] = &engineSnapshot{
		world: e.w.Snapshot(), handles: slices.Clone(e.handles.list), current: slices.Clone(e.handles.current),
	}
}

// restore goes back to a snapshot. Handles that came later keep their numbers, but no entity has them.
func (e *Engine) restore(name string) *spec.Error {
	s, ok := e.snapshots[name]
	if !ok {
		return spec.Errorf(spec.CodeUnresolved, "there is no snapshot named %q", name)
	}
	e.w.Restore(s.world)
	copy(e.handles.list, s.handles)
	for i := len(s.handles); i < len(e.handles.list); i++ {
		e.handles.list[i].entity = 0
	}
	e.handles.current = slices.Clone(s.current)
	e.dump.made = false
	return nil
}
