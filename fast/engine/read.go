package engine

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) alive(op *request) (spec.Outcome, *spec.Error) {
	entity, err := e.handles.known(op.Entity)
	if rules.IsPattern(entity) { // ids.wildcard-refused
		return none, rules.ErrWildcard
	}
	return spec.BoolOutcome(err == nil && e.world.Alive(entity)), nil
}

func (e *Engine) count(op *request) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.world.Count(publicID(op.pattern)))}, nil
}

func (e *Engine) lookup(op *request) (spec.Outcome, *spec.Error) {
	found, err := e.w.Lookup(op.Path, op.from, op.Recursive == nil || *op.Recursive)
	return spec.EntityOutcome(e.handles.name(found)), err
}

func (e *Engine) path(op *request) (spec.Outcome, *spec.Error) {
	out := spec.Outcome{Kind: spec.OutText}
	if path, ok := e.w.PathOf(op.entity, op.from); ok {
		out.Text = &path
	}
	return out, nil
}

func (e *Engine) ids(op *request) (spec.Outcome, *spec.Error) {
	list := e.world.IDs(op.entity)
	if err := e.w.Meter.Fits(len(list)); err != nil {
		return none, err
	}
	out := spec.Outcome{Kind: spec.OutIDs, IDs: make([]spec.ID, len(list))}
	for i, id := range list {
		out.IDs[i] = spec.ID{First: e.handles.name(id.First()), Second: e.handles.name(id.Second())}
	}
	return out, nil
}

func (e *Engine) has(op *request) (spec.Outcome, *spec.Error) {
	return spec.BoolOutcome(e.world.Has(op.entity, publicID(op.pattern))), nil
}

func (e *Engine) owns(op *request) (spec.Outcome, *spec.Error) {
	return spec.BoolOutcome(e.world.Owns(op.entity, publicID(op.pattern))), nil
}

func (e *Engine) get(op *request) (spec.Outcome, *spec.Error) {
	out := spec.Outcome{Kind: spec.OutValue}
	id, ok := e.w.Pattern(op.pattern)
	if op.pattern.HasWildcard() {
		var err *spec.Error
		if id, ok, err = e.w.FirstTyped(op.entity, op.pattern); err != nil {
			return none, err
		}
	}
	if !ok {
		return out, nil
	}
	cell, c, err := e.w.CellOf(op.entity, id)
	if err != nil {
		return none, err
	}
	if cell != nil {
		out.Value = c.Read(cell, e.handles.text)
	}
	return out, nil
}

func (e *Engine) typeOf(op *request) (spec.Outcome, *spec.Error) {
	if op.pattern.HasWildcard() {
		return none, rules.ErrWildcard
	}
	if id, ok := e.w.Pattern(op.pattern); ok {
		if by := e.w.TypedBy(id); by != 0 {
			return spec.EntityOutcome(e.handles.of(by)), nil
		}
	}
	return spec.EntityOutcome(""), nil
}
