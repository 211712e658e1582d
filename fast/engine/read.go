package engine

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) alive(op *request) spec.Outcome {
	entity, err := e.handles.known(op.Entity)
	if rules.IsPattern(entity) { // ids.wildcard-refused
		return spec.Fail(rules.ErrWildcard)
	}
	return spec.BoolOutcome(err == nil && e.world.Alive(entity))
}

func (e *Engine) count(op *request) spec.Outcome {
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.world.Count(publicID(op.pattern)))}
}

func (e *Engine) lookup(op *request) spec.Outcome {
	found, err := e.w.Lookup(op.Path, op.from, op.Recursive == nil || *op.Recursive)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.EntityOutcome(e.handles.name(found))
}

func (e *Engine) path(op *request) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutText}
	if path, ok := e.w.PathOf(op.entity, op.from); ok {
		out.Text = &path
	}
	return out
}

func (e *Engine) ids(op *request) spec.Outcome {
	list := e.world.IDs(op.entity)
	if err := e.w.Meter.Fits(len(list)); err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutIDs, IDs: make([]spec.ID, len(list))}
	for i, id := range list {
		out.IDs[i] = spec.ID{First: e.handles.name(id.First()), Second: e.handles.name(id.Second())}
	}
	return out
}

func (e *Engine) has(op *request) spec.Outcome {
	return spec.BoolOutcome(e.world.Has(op.entity, publicID(op.pattern)))
}

func (e *Engine) owns(op *request) spec.Outcome {
	return spec.BoolOutcome(e.world.Owns(op.entity, publicID(op.pattern)))
}

func (e *Engine) get(op *request) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutValue}
	id, ok := e.w.Pattern(op.pattern)
	if op.pattern.HasWildcard() {
		var err *spec.Error
		if id, ok, err = e.w.FirstTyped(op.entity, op.pattern); err != nil {
			return spec.Fail(err)
		}
	}
	if !ok {
		return out
	}
	cell, c, err := e.w.CellOf(op.entity, id)
	if err != nil {
		return spec.Fail(err)
	}
	if cell != nil {
		out.Value = c.Read(cell, e.handles.text)
	}
	return out
}

func (e *Engine) typeOf(op *request) spec.Outcome {
	if op.pattern.HasWildcard() {
		return spec.Fail(rules.ErrWildcard)
	}
	if id, ok := e.w.Pattern(op.pattern); ok {
		if by := e.w.TypedBy(id); by != 0 {
			return spec.EntityOutcome(e.handles.of(by))
		}
	}
	return spec.EntityOutcome("")
}
