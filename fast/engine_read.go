package fast

import "github.com/relspec/relspec/spec"

func (e *Engine) alive(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.known(op.Entity)
	if isPattern(entity) { // ruling 33
		return spec.Fail(errWildcard)
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
	found, err := e.w.lookup(op.Path, from, op.Recursive == nil || *op.Recursive)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.EntityOutcome(e.handles.name(found))
}

func (e *Engine) path(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	from, err := e.handles.optional(op.From)
	if err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutText}
	if path, ok := e.w.pathOf(entity, from); ok {
		out.Text = &path
	}
	return out
}

func (e *Engine) ids(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	list := e.world.IDs(entity)
	if err := e.w.meter.fits(len(list)); err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutIDs, IDs: make([]spec.ID, len(list))}
	for i, id := range list {
		out.IDs[i] = spec.ID{First: e.handles.name(id.First()), Second: e.handles.name(id.Second())}
	}
	return out
}

func (e *Engine) has(op *spec.Operation) spec.Outcome {
	entity, id, err := e.entityAndPattern(op)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.BoolOutcome(e.world.Has(entity, publicID(id)))
}

func (e *Engine) owns(op *spec.Operation) spec.Outcome {
	entity, id, err := e.entityAndPattern(op)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.BoolOutcome(e.world.Owns(entity, publicID(id)))
}

func (e *Engine) entityAndPattern(op *spec.Operation) (Entity, elements, *spec.Error) {
	if op.ID.IsZero() {
		return 0, elements{}, errNoID
	}
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return 0, elements{}, err
	}
	id, err := e.handles.id(op.ID)
	return entity, id, err
}

func (e *Engine) get(op *spec.Operation) spec.Outcome {
	entity, id, err := e.entityAndPattern(op)
	if err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutValue}
	sid, ok := e.w.pattern(id)
	if id.hasWildcard() {
		if sid, ok, err = e.w.firstTyped(entity, id); err != nil {
			return spec.Fail(err)
		}
	}
	if !ok {
		return out
	}
	cell, c, err := e.w.cellOf(entity, sid)
	if err != nil {
		return spec.Fail(err)
	}
	if cell != nil {
		out.Value = c.read(cell, e.handles.text)
	}
	return out
}

func (e *Engine) typeOf(op *spec.Operation) spec.Outcome {
	id, err := e.handles.id(op.ID)
	switch {
	case err != nil:
		return spec.Fail(err)
	case id.hasWildcard():
		return spec.Fail(errWildcard)
	}
	if sid, ok := e.w.pattern(id); ok {
		if by := e.w.typedBy(sid); by != 0 {
			return spec.EntityOutcome(e.handles.of(by))
		}
	}
	return spec.EntityOutcome("")
}
