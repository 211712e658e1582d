package engine

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) deferBegin(*spec.Operation) spec.Outcome {
	e.world.DeferBegin()
	return spec.OK()
}

func (e *Engine) deferEnd(*spec.Operation) spec.Outcome {
	failures, err := e.w.DeferEnd()
	if err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: spec.OutFailures, Failures: failures}
}

// rawValues are values in a deferred queue, in the form of the request.
type rawValues struct {
	e    *Engine
	list []spec.RawValue
}

func (v *rawValues) Set(_ *change.World, e Entity, id store.ID, at int32) *spec.Error {
	return v.e.setValue(e, id, v.list[at])
}

func (v *rawValues) Empty() {
	clear(v.list)
	v.list = v.list[:0]
}

// setLater queues a value.
func (e *Engine) setLater(entity Entity, id store.ID, raw spec.RawValue) {
	q := &e.w.Deferral.Queue
	saved := change.QueuedList(q, func() *rawValues { return &rawValues{e: e} })
	saved.list = append(saved.list, raw)
	q.Set(e.w, entity, id, saved, len(saved.list)-1)
}
