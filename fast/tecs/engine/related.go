package engine

import (
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// entityAndRelationship returns the arguments of an operation along a relationship. missing is the
// default relationship; if it is empty, the operation must name one.
func (e *Engine) entityAndRelationship(
	op *spec.Operation, missing spec.Handle,
) (Entity, *tecs.Relationship, *spec.Error) {
	if op.Relationship == "" && missing == "" {
		return 0, nil, errMissing
	}
	entity, err := e.handles.subject(op.Entity)
	if err != nil {
		return 0, nil, err
	}
	r, err := e.handles.related(op.Relationship, missing)
	return entity, r, err
}

func (e *Engine) entities(kind spec.OutcomeKind, list []Entity) spec.Outcome {
	if err := e.fits(len(list)); err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: kind, Entities: e.handles.list(list)}
}

func (e *Engine) target(op *spec.Operation) spec.Outcome {
	entity, r, err := e.entityAndRelationship(op, "")
	if err != nil {
		return spec.Fail(err)
	}
	list := e.world.Targets(entity, r)
	if op.Index < 0 || op.Index >= len(list) {
		return spec.EntityOutcome("")
	}
	return spec.EntityOutcome(e.handles.of[list[op.Index]])
}

func (e *Engine) targets(op *spec.Operation) spec.Outcome {
	entity, r, err := e.entityAndRelationship(op, "")
	if err != nil {
		return spec.Fail(err)
	}
	return e.entities(spec.OutEntities, e.world.Targets(entity, r))
}

func (e *Engine) sources(op *spec.Operation) spec.Outcome {
	entity, r, err := e.entityAndRelationship(op, "")
	if err != nil {
		return spec.Fail(err)
	}
	var list []Entity
	if err := e.world.Sources(entity, r, func(source Entity) { list = append(list, source) }); err != nil {
		return doneError(err)
	}
	if err := e.step(len(list)); err != nil {
		return spec.Fail(err)
	}
	return e.entities(spec.OutEntities, list)
}

func (e *Engine) walkUp(op *spec.Operation) spec.Outcome {
	entity, r, err := e.entityAndRelationship(op, spec.ChildOf)
	if err != nil {
		return spec.Fail(err)
	}
	if op.MaxDepth < 0 || op.Take < 0 {
		return spec.Fail(errNegative)
	}
	depth := op.MaxDepth
	if depth == 0 {
		depth = e.profile.WalkUp
	}
	var list []Entity
	var tired *spec.Error
	walked := e.world.WalkUp(entity, r, func(ancestor Entity, _ int) bool {
		list = append(list, ancestor)
		tired = e.step(1)
		return tired == nil && len(list) != op.Take
	}, depth)
	if tired != nil {
		return spec.Fail(tired)
	}
	if walked != nil {
		return doneError(walked)
	}
	return e.entities(spec.OutPath, list)
}

func (e *Engine) traverse(op *spec.Operation) spec.Outcome {
	entity, r, err := e.entityAndRelationship(op, spec.ChildOf)
	if err != nil {
		return spec.Fail(err)
	}
	if op.MaxDepth < 0 {
		return spec.Fail(errNegative)
	}
	seq, failed := e.world.Traverse(entity, r)
	if op.MaxDepth > 0 && failed == nil {
		seq, failed = e.world.TraverseWithin(entity, r, op.MaxDepth)
	}
	if failed != nil {
		return doneError(failed)
	}
	var list []Entity
	depths := []int{}
	for depth, at := range seq {
		if err := e.step(1); err != nil {
			return spec.Fail(err)
		}
		list = append(list, at)
		depths = append(depths, depth)
	}
	out := e.entities(spec.OutEntities, list)
	if out.Err == nil {
		out.Depths = depths
	}
	return out
}
