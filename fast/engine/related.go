package engine

import (
	"cmp"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

func (e *Engine) parent(_ *spec.Operation, entity Entity) spec.Outcome {
	return spec.EntityOutcome(e.handles.name(e.world.Parent(entity)))
}

func (e *Engine) children(_ *spec.Operation, entity Entity) spec.Outcome {
	return e.entities(e.world.Children(entity))
}

func (e *Engine) target(op *spec.Operation, entity, relationship Entity) spec.Outcome {
	return spec.EntityOutcome(e.handles.name(e.world.Target(entity, relationship, op.Index)))
}

func (e *Engine) targets(_ *spec.Operation, entity, relationship Entity) spec.Outcome {
	return e.entities(e.world.Targets(entity, relationship))
}

func (e *Engine) sources(_ *spec.Operation, entity, relationship Entity) spec.Outcome {
	return e.entities(e.world.Sources(relationship, entity))
}

func (e *Engine) depth(_ *spec.Operation, entity, relationship Entity) spec.Outcome {
	depth, err := e.w.Depth(entity, relationship)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(depth)}
}

func (e *Engine) walkUp(op *spec.Operation, entity, relationship Entity) spec.Outcome {
	list, err := e.w.WalkUp(entity, relationship, op.MaxDepth)
	if err != nil {
		return spec.Fail(err)
	}
	return e.inOrder(list)
}

func (e *Engine) traverse(op *spec.Operation, entity, relationship Entity) spec.Outcome {
	return e.entities(e.world.Traverse(entity, relationship, op.MaxDepth))
}

// relatedBy resolves an alive entity and a relationship, missing if the operation names none. The
// relationship may be dead; it then has no pairs (entities.dead-element).
func relatedBy(missing spec.Handle) func(*Engine, *spec.Operation) (Entity, Entity, *spec.Error) {
	return func(e *Engine, op *spec.Operation) (entity, relationship Entity, err *spec.Error) {
		handle := cmp.Or(op.Relationship, missing)
		if handle == "" {
			return 0, 0, rules.ErrMissing
		}
		if entity, err = e.handles.living(op.Entity); err == nil {
			relationship, err = e.handles.known(handle)
		}
		if err == nil && rules.IsPattern(relationship) {
			err = rules.ErrWildcard
		}
		return entity, relationship, err
	}
}

// ordered answers with the sources of a pair in their order (ordered.sources).
func (e *Engine) ordered(_ *spec.Operation, target, relationship Entity) spec.Outcome {
	list, err := e.w.InOrder(relationship, target)
	if err != nil {
		return spec.Fail(err)
	}
	return e.inOrder(list)
}

// reorder moves a source of a pair before or after another one (ordered.reorder).
func (e *Engine) reorder(op *spec.Operation) spec.Outcome {
	source, id, err := e.entityAndID(op)
	switch {
	case err != nil:
		return spec.Fail(err)
	case op.Neighbour() == "":
		return spec.Fail(rules.ErrMissing)
	}
	neighbour, err := e.handles.living(op.Neighbour())
	if err != nil {
		return spec.Fail(err)
	}
	return done(e.w.Reorder(source, id, neighbour, op.After != ""))
}

// inOrder answers with entities in the given order.
func (e *Engine) inOrder(list []Entity) spec.Outcome {
	out := e.entities(list)
	if out.Err == nil {
		out.Kind = spec.OutPath
	}
	return out
}

func (e *Engine) entities(list []Entity) spec.Outcome {
	if err := e.w.Meter.Fits(len(list)); err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutEntities, Entities: make([]spec.Handle, len(list))}
	for i, entity := range list {
		out.Entities[i] = e.handles.name(entity)
	}
	return out
}
