package engine

import "github.com/relspec/relspec/spec"

func (e *Engine) parent(op *request) (spec.Outcome, *spec.Error) {
	return spec.EntityOutcome(e.handles.name(e.world.Parent(op.entity))), nil
}

func (e *Engine) children(op *request) (spec.Outcome, *spec.Error) {
	return e.entities(e.world.Children(op.entity))
}

func (e *Engine) target(op *request) (spec.Outcome, *spec.Error) {
	return spec.EntityOutcome(e.handles.name(e.world.Target(op.entity, op.relationship, op.Index))), nil
}

func (e *Engine) targets(op *request) (spec.Outcome, *spec.Error) {
	return e.entities(e.world.Targets(op.entity, op.relationship))
}

func (e *Engine) sources(op *request) (spec.Outcome, *spec.Error) {
	return e.entities(e.world.Sources(op.relationship, op.entity))
}

func (e *Engine) depth(op *request) (spec.Outcome, *spec.Error) {
	depth, err := e.w.Depth(op.entity, op.relationship)
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(depth)}, err
}

func (e *Engine) walkUp(op *request) (spec.Outcome, *spec.Error) {
	return e.inOrder(e.w.WalkUp(op.entity, op.relationship, op.MaxDepth))
}

func (e *Engine) traverse(op *request) (spec.Outcome, *spec.Error) {
	return e.entities(e.world.Traverse(op.entity, op.relationship, op.MaxDepth))
}

// ordered answers with the sources of a pair in their order (ordered.sources).
func (e *Engine) ordered(op *request) (spec.Outcome, *spec.Error) {
	return e.inOrder(e.w.InOrder(op.relationship, op.entity))
}

// reorder moves a source of a pair before or after another one (ordered.reorder).
func (e *Engine) reorder(op *request) (spec.Outcome, *spec.Error) {
	neighbour, err := e.handles.living(op.Neighbour())
	if err == nil {
		err = e.w.Reorder(op.entity, op.id, neighbour, op.After != "")
	}
	return none, err
}

// inOrder answers with entities in the given order, unless there was an error.
func (e *Engine) inOrder(list []Entity, err *spec.Error) (spec.Outcome, *spec.Error) {
	if err != nil {
		return none, err
	}
	out, err := e.entities(list)
	out.Kind = spec.OutPath
	return out, err
}

func (e *Engine) entities(list []Entity) (spec.Outcome, *spec.Error) {
	if err := e.w.Meter.Fits(len(list)); err != nil {
		return none, err
	}
	out := spec.Outcome{Kind: spec.OutEntities, Entities: make([]spec.Handle, len(list))}
	for i, entity := range list {
		out.Entities[i] = e.handles.name(entity)
	}
	return out, nil
}
