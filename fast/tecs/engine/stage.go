package engine

import (
	"errors"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) deferBegin(*spec.Operation) spec.Outcome {
	e.world.Defer()
	return spec.OK()
}

func (e *Engine) deferEnd(*spec.Operation) spec.Outcome {
	err := e.world.Commit()
	var failed *tecs.CommitError
	if err != nil && !errors.As(err, &failed) {
		return doneError(err)
	}
	out := spec.Outcome{Kind: spec.OutFailures}
	if failed != nil {
		for i := range failed.Failures {
			out.Failures = append(out.Failures, e.failure(&failed.Failures[i]))
		}
	}
	return out
}

// failure describes a change that failed by the handles of its entity and id.
func (e *Engine) failure(f *tecs.Failure) spec.Failure {
	out := spec.Failure{Command: f.Command, Op: f.Op, Entity: e.handles.of[f.Entity], Err: refusal(f.Err)}
	if p, ok := f.Part.(givenPart); ok {
		out.ID = p.id
	}
	if p, ok := f.Pattern.(givenPattern); ok {
		out.ID = p.id
	}
	return out
}
