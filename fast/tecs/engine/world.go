package engine

import (
	"errors"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// relationship declares a relationship under a new handle (declared.flags).
func (e *Engine) relationship(op *request) (spec.Outcome, *spec.Error) {
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
		o.Defaults = append(o.Defaults, optional(s))
	}
	r, err := e.world.NewRelationship(o)
	if err == nil {
		e.handles.declared[op.Entity] = object{relationship: r}
	}
	return none, refusal(err)
}

func (e *Engine) tables(*request) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Number: int64(e.world.Tables())}, nil
}

// component makes a component under a new handle.
func (e *Engine) component(op *request) (spec.Outcome, *spec.Error) {
	if err := spec.CheckMembers(op.Members); err != nil {
		return none, err
	}
	c := &component{members: op.Members}
	if len(op.Members) > 0 {
		c.record = tecs.NewRecord[spec.Value](e.world)
		c.tag = c.record.Tag()
	} else {
		c.tag = e.world.NewTag()
	}
	e.handles.declared[op.Entity] = object{component: c}
	return none, nil
}

// entity makes an entity under a new handle.
func (e *Engine) entity(op *request) (spec.Outcome, *spec.Error) {
	parts := make([]tecs.Part, len(op.IDs))
	for i, id := range op.IDs {
		el, err := e.exact(id)
		if err != nil {
			return none, err
		}
		parts[i] = el.part(nil, nil)
	}
	made, err := e.world.Spawn(parts...)
	if err == nil {
		e.handles.bind(op.Entity, made)
		e.made++
	}
	return none, refusal(err)
}

func (e *Engine) delete(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.Despawn(op.entity))
}

func (e *Engine) clear(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.Clear(op.entity))
}

func (e *Engine) alive(op *request) (spec.Outcome, *spec.Error) {
	switch t, err := e.handles.known(op.Entity); {
	case op.Entity.IsWildcard():
		return none, errWildcard
	case op.Entity == "":
		return none, errMissing
	case err != nil:
		return spec.BoolOutcome(false), nil
	case !t.isEntity():
		return none, errNoEntity
	default:
		return spec.BoolOutcome(e.world.Alive(t.entity)), nil
	}
}

func (e *Engine) set(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.Set(op.entity, op.element.part(op.Value, op.Args)))
}

func (e *Engine) remove(op *request) (spec.Outcome, *spec.Error) {
	return none, refusal(e.world.Remove(op.entity, op.element.pattern()))
}

func (e *Engine) has(op *request) (spec.Outcome, *spec.Error) {
	return spec.BoolOutcome(e.world.Has(op.entity, op.element.pattern())), nil
}

func (e *Engine) count(op *request) (spec.Outcome, *spec.Error) {
	return spec.Outcome{Number: int64(e.world.Count(op.element.pattern()))}, nil
}

func (e *Engine) get(op *request) (out spec.Outcome, _ *spec.Error) {
	var d tecs.Edge
	var ok bool
	switch el := op.element; {
	case el.component != nil:
		out.Value = e.componentValue(op.entity, el.component)
	case el.target != 0:
		d, ok = e.world.GetTo(op.entity, el.relationship, el.target)
	default:
		d, ok = e.world.Get(op.entity, el.relationship)
	}
	if ok {
		out.Value = e.valueOf(d)
	}
	return out, nil
}

// componentValue returns the value of a component, empty if it has no members, nil if the entity
// does not have it.
func (e *Engine) componentValue(entity Entity, c *component) spec.Value {
	switch {
	case !e.world.Has(entity, c.tag):
		return nil
	case len(c.members) == 0:
		return spec.Value{}
	}
	return *c.record.Get(entity)
}

func (e *Engine) deferBegin(*request) (spec.Outcome, *spec.Error) {
	e.world.Defer()
	return none, nil
}

func (e *Engine) deferEnd(*request) (out spec.Outcome, _ *spec.Error) {
	err := e.world.Commit()
	var failed *tecs.CommitError
	if err != nil && !errors.As(err, &failed) {
		return none, refusal(err)
	}
	if failed == nil {
		return none, nil
	}
	for _, f := range failed.Failures {
		failure := spec.Failure{Command: f.Command, Op: f.Op, Entity: e.handles.of[f.Entity], Err: refusal(f.Err)}
		if p, ok := f.Part.(givenPart); ok {
			failure.ID = p.id
		}
		out.Failures = append(out.Failures, failure)
	}
	return out, nil
}
