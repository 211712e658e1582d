package engine

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) deferBegin(*request) (spec.Outcome, *spec.Error) {
	e.world.DeferBegin()
	return none, nil
}

func (e *Engine) deferEnd(*request) (spec.Outcome, *spec.Error) {
	failures, err := e.w.DeferEnd()
	return spec.Outcome{Kind: spec.OutFailures, Failures: failures}, err
}

// rawValue is a value of a deferred command, in the form of the request.
type rawValue struct {
	e     *Engine
	value spec.RawValue
}

func (v rawValue) Apply(_ *change.World, e Entity, id store.ID) *spec.Error {
	return v.e.setValue(e, id, v.value)
}
