package engine

import (
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// savedWorld is a world with the handles of its entities.
type savedWorld struct {
	world *tecs.Snapshot
	names names
	size  int
}

func (e *Engine) snapshot(op *request) (spec.Outcome, *spec.Error) {
	size := spec.SnapshotBase + e.made + e.elements()
	total := size
	for name, other := range e.snapshots {
		if name != op.As {
			total += other.size
		}
	}
	if total > e.limits.Snapshots {
		return none, spec.Exhaustedf(
			"the snapshots of a world have at most %d elements; reuse the name of an old snapshot", e.limits.Snapshots)
	}
	s, err := e.world.Snapshot()
	if err == nil {
		e.snapshots[op.As] = &savedWorld{s, e.handles.names.clone(), size}
	}
	return none, refusal(err)
}

func (e *Engine) restore(op *request) (spec.Outcome, *spec.Error) {
	s := e.snapshots[op.As]
	if s == nil {
		return none, spec.Errorf(spec.CodeUnresolved, "there is no snapshot named %q", op.As)
	}
	if err := e.world.Restore(s.world); err != nil {
		return none, refusal(err)
	}
	e.handles.names = s.names.clone()
	for _, o := range e.observers {
		if !e.world.Alive(o.parent) {
			o.parent = 0 // it can no longer be deleted
		}
	}
	return none, nil
}
