package fast

import "github.com/relspec/relspec/spec"

// read answers questions about one entity, one id or a name.
func (e *Engine) read(op *spec.Operation) spec.Outcome {
	switch op.Op {
	case spec.OpAlive:
		entity, err := e.handles.known(op.Entity)
		return spec.BoolOutcome(err == nil && e.w.Alive(entity))
	case spec.OpCount:
		id, err := e.handles.id(op.ID)
		if err != nil {
			return spec.Fail(err)
		}
		return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.w.Count(id))}
	case spec.OpTypeOf:
		return e.typeOf(op.ID)
	case spec.OpLookup:
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
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	switch op.Op {
	case spec.OpIDs:
		return spec.Outcome{Kind: spec.OutIDs, IDs: e.ids(e.w.IDs(entity))}
	case spec.OpPath:
		from, err := e.handles.optional(op.From)
		if err != nil {
			return spec.Fail(err)
		}
		out := spec.Outcome{Kind: spec.OutText}
		if path, ok := e.w.Path(entity, from); ok {
			out.Text = &path
		}
		return out
	}
	id, err := e.handles.id(op.ID)
	if err != nil {
		return spec.Fail(err)
	}
	switch op.Op {
	case spec.OpHas:
		return spec.BoolOutcome(e.w.Has(entity, id))
	case spec.OpOwns:
		return spec.BoolOutcome(e.w.Owns(entity, id))
	default:
		return e.get(entity, id)
	}
}

func (e *Engine) get(entity Entity, id ID) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutValue}
	if id.hasWildcard() {
		return spec.Fail(errWildcard)
	}
	sid, ok := e.w.patternID(id)
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

func (e *Engine) typeOf(id spec.ID) spec.Outcome {
	have, err := e.handles.id(id)
	if err != nil {
		return spec.Fail(err)
	}
	if id.HasWildcard() {
		return spec.Fail(errWildcard)
	}
	sid, ok := e.w.patternID(have)
	if !ok {
		return spec.EntityOutcome("")
	}
	if by := e.w.typedBy(sid); by != 0 {
		return spec.EntityOutcome(e.handles.of(by))
	}
	return spec.EntityOutcome("")
}

func (e *Engine) ids(list []ID) []spec.ID {
	out := make([]spec.ID, len(list))
	for i, id := range list {
		out[i] = spec.ID{First: e.handles.name(id.first), Second: e.handles.name(id.second)}
	}
	return out
}

// related answers questions about relationships of one entity.
func (e *Engine) related(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.living(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	switch op.Op {
	case spec.OpParent:
		return spec.EntityOutcome(e.handles.name(e.w.Parent(entity)))
	case spec.OpChildren:
		return e.entities(e.w.Children(entity))
	}
	relationship := ChildOf
	walks := op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse
	if !walks || op.Relationship != "" {
		if relationship, err = e.handles.known(op.Relationship); err != nil {
			return spec.Fail(err)
		}
	}
	if isPattern(relationship) {
		return spec.Fail(errWildcard)
	}
	switch op.Op {
	case spec.OpTarget:
		return spec.EntityOutcome(e.handles.name(e.w.Target(entity, relationship, op.Index)))
	case spec.OpTargets:
		return e.entities(e.w.Targets(entity, relationship))
	case spec.OpSources:
		return e.entities(e.w.Sources(entity, relationship))
	case spec.OpDepth:
		return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.w.Depth(entity, relationship))}
	case spec.OpWalkUp:
		list, err := e.w.walkUp(entity, relationship, op.MaxDepth)
		if err != nil {
			return spec.Fail(err)
		}
		out := e.entities(list)
		out.Kind = spec.OutPath
		return out
	default:
		return e.entities(e.w.Traverse(entity, relationship, op.MaxDepth))
	}
}

func (e *Engine) entities(list []Entity) spec.Outcome {
	out := spec.Outcome{Kind: spec.OutEntities, Entities: make([]spec.Handle, len(list))}
	for i, entity := range list {
		out.Entities[i] = e.handles.name(entity)
	}
	return out
}
