package engine

import (
	"bytes"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// savedWorld is a snapshot of the world and of the handles.
type savedWorld struct {
	world   *fast.Snapshot
	handles savedHandles
	size    int
}

func (e *Engine) snapshot(op *request) (spec.Outcome, *spec.Error) {
	size := e.size()
	total, limit := size, e.w.Meter.Limits.Snapshots
	for name, s := range e.snapshots {
		if name != op.As {
			total += s.size
		}
	}
	if total > limit {
		return none, spec.Exhaustedf("the snapshots of a world have at most %d elements; reuse the name of an old snapshot", limit)
	}
	e.snapshots[op.As] = &savedWorld{world: e.world.Snapshot(), handles: e.saveHandles(), size: size}
	return none, nil
}

// saveAndLoad replaces the world by one that is loaded from its own file.
func (e *Engine) saveAndLoad(op *spec.Operation) {
	if op.Op.Outcome() != spec.OutNone || e.over || len(e.iterators) > 0 || e.world.IsDeferred() {
		return
	}
	e.load(e.file())
}

// reload saves the world and continues with a new one that is loaded from the file. The engine
// keeps the handles, because the file does not have them (reload.same).
func (e *Engine) reload(*request) (spec.Outcome, *spec.Error) {
	if len(e.iterators) > 0 {
		return none, spec.Errorf(spec.CodeInvalid, "the world cannot be saved and loaded while an iterator is open")
	}
	file, known, made := e.file(), e.handles, e.made
	e.reset(e.profile)
	e.load(file)
	known.w = e.w
	e.handles, e.made = known, made
	return none, nil
}

func (e *Engine) file() *bytes.Buffer {
	var file bytes.Buffer
	if err := e.world.Save(&file); err != nil {
		panic(err) // cannot happen: the components of an engine have members, and all members can be written
	}
	return &file
}

func (e *Engine) load(file *bytes.Buffer) {
	if err := e.world.Load(file); err != nil {
		panic(err)
	}
}

// restore returns to a snapshot.
func (e *Engine) restore(op *request) (spec.Outcome, *spec.Error) {
	s, ok := e.snapshots[op.As]
	if !ok {
		return none, spec.Errorf(spec.CodeUnresolved, "there is no snapshot named %q", op.As)
	}
	e.closeIterators(nil)
	e.world.Restore(s.world)
	e.goTo(s.handles)
	return none, nil
}
