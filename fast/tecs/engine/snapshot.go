package engine

import (
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// savedWorld is a world with its handles.
type savedWorld struct {
	world   *tecs.Snapshot
	handles handles
	size    int
}

func (e *Engine) snapshot(op *spec.Operation) spec.Outcome {
	if op.As == "" {
		return spec.Fail(errMissing)
	}
	s, err := e.world.Snapshot()
	if err != nil {
		return doneError(err)
	}
	saved := &savedWorld{world: s, handles: e.handles.save(), size: spec.SnapshotBase + e.made + e.elements()}
	total := saved.size
	for name, other := range e.snapshots {
		if name != op.As {
			total += other.size
		}
	}
	if total > e.limits.Snapshots {
		return spec.Fail(spec.Exhaustedf("the snapshots of a world have at most %d elements; reuse the name of an old snapshot", e.limits.Snapshots))
	}
	e.snapshots[op.As] = saved
	return spec.OK()
}

func (e *Engine) restore(op *spec.Operation) spec.Outcome {
	s := e.snapshots[op.As]
	switch {
	case op.As == "":
		return spec.Fail(errMissing)
	case e.world.IsStaged():
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "changes are staged; end the deferral first"))
	case s == nil:
		return spec.Fail(spec.Errorf(spec.CodeUnresolved, "there is no snapshot named %q", op.As))
	}
	if err := e.world.Restore(s.world); err != nil {
		return doneError(err)
	}
	e.handles.restore(s.handles)
	for _, o := range e.observers {
		if !e.world.Alive(o.parent) {
			o.parent = 0 // it can no longer be deleted
		}
	}
	return spec.OK()
}
