package engine

import (
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// relationship declares a relationship under a new handle (declared.flags).
func (e *Engine) relationship(op *spec.Operation) spec.Outcome {
	if err := e.handles.free(op.Entity); err != nil {
		return spec.Fail(err)
	}
	d := &op.Declared
	o := tecs.Options{
		Name: string(op.Entity), Exclusive: d.Exclusive, Sparse: d.Sparse, ReverseIndex: d.ReverseIndex,
		CascadeDelete: d.CascadeDelete, Transient: d.Transient, Serialize: d.Serialize, Fields: d.Fields,
		Require: d.Require,
	}
	if len(d.Fields) > 0 {
		o.Init = untyped
	}
	for _, s := range d.Defaults {
		var v any
		if !s.IsNull() {
			v = s
		}
		o.Defaults = append(o.Defaults, v)
	}
	r, err := e.world.NewRelationship(o)
	if err != nil {
		return doneError(err)
	}
	e.handles.declare(op.Entity, object{relationship: r})
	return spec.OK()
}

func (e *Engine) tables(*spec.Operation) spec.Outcome {
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.world.Tables())}
}

// birth checks the common arguments of new entities and components.
func (e *Engine) birth(op *spec.Operation) *spec.Error {
	if op.Name != nil || op.Parent != "" || op.Unscoped || len(op.More) > 0 {
		return unsupported("names, parents, scopes and batches of entities")
	}
	return e.handles.free(op.Entity)
}

// component makes a component under a new handle.
func (e *Engine) component(op *spec.Operation) spec.Outcome {
	if len(op.IDs) > 0 {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "a component cannot be made with ids; give it members only"))
	}
	if err := e.birth(op); err != nil {
		return spec.Fail(err)
	}
	if err := spec.CheckMembers(op.Members); err != nil {
		return spec.Fail(err)
	}
	c := &component{members: op.Members}
	if len(op.Members) > 0 {
		c.record = tecs.NewRecord[spec.Value](e.world)
		c.tag = c.record.Tag()
	} else {
		c.tag = e.world.NewTag()
	}
	e.handles.declare(op.Entity, object{component: c})
	return spec.OK()
}

// entity makes an entity under a new handle.
func (e *Engine) entity(op *spec.Operation) spec.Outcome {
	if len(op.Members) > 0 {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "entity takes no members; use component"))
	}
	if err := e.birth(op); err != nil {
		return spec.Fail(err)
	}
	parts := make([]tecs.Part, len(op.IDs))
	for i, id := range op.IDs {
		el, err := e.element(id, false)
		if err == nil && el.dead {
			err = errDead
		}
		if err != nil {
			return spec.Fail(err)
		}
		parts[i] = givenPart{el.part(nil, nil), id}
	}
	made, err := e.world.Spawn(parts...)
	if err != nil {
		return doneError(err)
	}
	e.handles.bind(op.Entity, made)
	e.made++
	return spec.OK()
}

func (e *Engine) delete(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.subject(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	return doneError(e.world.Despawn(entity))
}

func (e *Engine) clear(op *spec.Operation) spec.Outcome {
	entity, err := e.handles.subject(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	return doneError(e.world.Clear(entity))
}

func (e *Engine) alive(op *spec.Operation) spec.Outcome {
	if op.Entity.IsWildcard() {
		return spec.Fail(errWildcard)
	}
	if op.Entity == "" {
		return spec.Fail(errMissing)
	}
	t, err := e.handles.known(op.Entity)
	if err == nil && !t.isEntity() {
		return spec.Fail(errNoEntity)
	}
	return spec.BoolOutcome(err == nil && e.world.Alive(t.entity))
}

// entityAndElement returns the arguments of most operations; faults are reported in the order of
// errors.order.
func (e *Engine) entityAndElement(op *spec.Operation, pattern bool) (Entity, element, *spec.Error) {
	if op.ID.IsZero() {
		return 0, element{}, errMissing
	}
	find := e.handles.living
	if pattern {
		find = e.handles.subject
	}
	entity, err := find(op.Entity)
	if err != nil {
		return 0, element{}, err
	}
	el, err := e.element(op.ID, pattern)
	return entity, el, err
}

func (e *Engine) set(op *spec.Operation) spec.Outcome {
	entity, el, err := e.entityAndElement(op, false)
	if err == nil && el.dead {
		err = errDead
	}
	if err != nil {
		return spec.Fail(err)
	}
	return doneError(e.world.Set(entity, givenPart{el.part(op.Value, op.Args), op.ID}))
}

func (e *Engine) remove(op *spec.Operation) spec.Outcome {
	entity, el, err := e.entityAndElement(op, true)
	if err != nil {
		return spec.Fail(err)
	}
	return doneError(e.world.Remove(entity, givenPattern{el.pattern(), op.ID}))
}

func (e *Engine) has(op *spec.Operation) spec.Outcome {
	entity, el, err := e.entityAndElement(op, true)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.BoolOutcome(e.world.Has(entity, el.pattern()))
}

func (e *Engine) count(op *spec.Operation) spec.Outcome {
	el, err := e.element(op.ID, true)
	if err != nil {
		return spec.Fail(err)
	}
	return spec.Outcome{Kind: spec.OutNumber, Number: int64(e.world.Count(el.pattern()))}
}

func (e *Engine) get(op *spec.Operation) spec.Outcome {
	entity, el, err := e.entityAndElement(op, true)
	if err != nil {
		return spec.Fail(err)
	}
	out := spec.Outcome{Kind: spec.OutValue}
	switch {
	case el.component != nil:
		out.Value = e.componentValue(entity, el.component)
	case el.target != 0:
		if d, ok := e.world.GetTo(entity, el.relationship, el.target); ok {
			out.Value = e.valueOf(d)
		}
	default:
		if d, ok := e.world.Get(entity, el.relationship); ok {
			out.Value = e.valueOf(d)
		}
	}
	return out
}

// componentValue returns the value of a component, empty if it has no members, nil if the entity
// does not have it.
func (e *Engine) componentValue(entity Entity, c *component) spec.Value {
	if !e.world.Has(entity, c.tag) {
		return nil
	}
	if len(c.members) == 0 {
		return spec.Value{}
	}
	return *c.record.Get(entity)
}
