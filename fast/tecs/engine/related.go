package engine

import (
	"cmp"

	"github.com/relspec/relspec/spec"
)

func (e *Engine) target(op *request) (spec.Outcome, *spec.Error) {
	list := e.world.Targets(op.entity, op.relationship)
	if op.Index < 0 || op.Index >= len(list) {
		return none, nil
	}
	return spec.EntityOutcome(e.handles.of[list[op.Index]]), nil
}

func (e *Engine) targets(op *request) (spec.Outcome, *spec.Error) {
	return e.entities(e.world.Targets(op.entity, op.relationship))
}

func (e *Engine) sources(op *request) (spec.Outcome, *spec.Error) {
	var list []Entity
	err := refusal(e.world.Sources(op.entity, op.relationship, func(source Entity) { list = append(list, source) }))
	if err == nil {
		err = e.step(len(list))
	}
	if err != nil {
		return none, err
	}
	return e.entities(list)
}

func (e *Engine) walkUp(op *request) (spec.Outcome, *spec.Error) {
	depth := cmp.Or(op.MaxDepth, e.profile.WalkUp)
	var list []Entity
	var tired *spec.Error
	walked := e.world.WalkUp(op.entity, op.relationship, func(ancestor Entity, _ int) bool {
		list = append(list, ancestor)
		tired = e.step(1)
		return tired == nil && len(list) != op.Take
	}, depth)
	switch {
	case tired != nil:
		return none, tired
	case walked != nil:
		return none, refusal(walked)
	}
	return e.entities(list)
}

func (e *Engine) traverse(op *request) (spec.Outcome, *spec.Error) {
	seq, failed := e.world.Traverse(op.entity, op.relationship)
	if op.MaxDepth > 0 && failed == nil {
		seq, failed = e.world.TraverseWithin(op.entity, op.relationship, op.MaxDepth)
	}
	if failed != nil {
		return none, refusal(failed)
	}
	var list []Entity
	depths := []int{}
	for depth, at := range seq {
		if err := e.step(1); err != nil {
			return none, err
		}
		list, depths = append(list, at), append(depths, depth)
	}
	out, err := e.entities(list)
	out.Depths = depths
	return out, err
}

// entities answers with the handles of entities.
func (e *Engine) entities(list []Entity) (spec.Outcome, *spec.Error) {
	if err := e.fits(len(list)); err != nil {
		return none, err
	}
	return spec.Outcome{Entities: e.handles.list(list)}, nil
}
