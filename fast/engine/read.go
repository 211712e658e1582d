package engine

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) alive(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.known(op.Entity)
	if rules.IsPattern(entity) { // ids.wildcard-refused
		return spec.Fail(rules.ErrWildcard)
	}
	return spec.BoolOutcome(err == nil && e.world.Alive(entity))
}

func (e *Engine) count(op *spec.Operation) spec.Outcome {
	id, err := e.handles.id(op.ID)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.world.Count(publicID(id)))}
}

func (e *Engine) lookup(op *spec.Operation) spec.Outcome {
	from, err := e.handles.optional(op.From)
	if err != nil {
		return spec.Fail(err)
	}
	found, err := e.w.Lookup(op.Path, from, op.Recursive == nil || *op.Recursive)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.EntityOutcome(e.handles.name(found))
}

func (e *Engine) path(op *spec.Operation, entity Entity) spec.Outcome {
	from, err := e.handles.optional(op.From)
	if err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutText}
	if path, ok := e.w.PathOf(entity, from); ok {
		out.Text = &path
	}
	return out
}

func (e *Engine) ids(_ *spec.Operation, entity Entity) spec.Outcome {
	list := e.world.IDs(entity)
	if err := e.w.Meter.Fits(len(list)); err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutIDs, IDs: make([]spec.ID, len(list))}
	for i, id := range list {
		out.IDs[i] = spec.ID{First: e.handles.name(id.First()), Second: e.handles.name(id.Second())}
	}
	return out
}

func (e *Engine) has(_ *spec.Operation, entity Entity, id rules.Elements) spec.Outcome {
	return spec.BoolOutcome(e.world.Has(entity, publicID(id)))
}

func (e *Engine) owns(_ *spec.Operation, entity Entity, id rules.Elements) spec.Outcome {
	return spec.BoolOutcome(e.world.Owns(entity, publicID(id)))
}

func (e *Engine) entityAndPattern(op *spec.Operation) (Entity, rules.Elements, *spec.Error) {
	if op.ID.IsZero() {
		return 0, rules.Elements{}, rules.ErrNoID
	}
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return 0, rules.Elements{}, err
	}
	id, err := e.handles.id(op.ID)
	return entity, id, err
}

func (e *Engine) get(_ *spec.Operation, entity Entity, id rules.Elements) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutValue}
	sid, ok := e.w.Pattern(id)
	if id.HasWildcard() {
		var err *spec.Error
		if sid, ok, err = e.w.FirstTyped(entity, id); err != nil {
			return spec.Fail(err)
		}
	}
	if !ok {
		return out
	}
	cell, c, err := e.w.CellOf(entity, sid)
	if err != nil {
		return spec.Fail(err)
	}
	if cell != nil {
		out.Value = c.Read(cell, e.handles.text)
	}
	return out
}

func (e *Engine) typeOf(op *spec.Operation) spec.Outcome {
	id, err := e.handles.id(op.ID)
	switch {
	case err != nil:
		return spec.Fail(err)
	case id.HasWildcard():
		return spec.Fail(rules.ErrWildcard)
	}
	if sid, ok := e.w.Pattern(id); ok {
		if by := e.w.TypedBy(sid); by != 0 {
			return spec.EntityOutcome(e.handles.of(by))
		}
	}
	return spec.EntityOutcome("")
}
