package engine

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// element is what an id names: a component, an edge, or all edges of a relationship.
type element struct {
	id           spec.ID
	component    *component
	relationship *tecs.Relationship
	target       Entity // zero for all edges
	dead         bool   // the target is dead
}

// element resolves an id. It returns errors in the order of errors.order: unknown handles,
// wildcards in the wrong position, ids that no entity can have. A dead target is no error: if the
// operation needs an alive one, the caller checks the field dead.
func (e *Engine) element(id spec.ID, pattern bool) (element, *spec.Error) {
	out := element{id: id}
	if id.IsZero() {
		return out, errMissing
	}
	var objects [2]object
	for i, name := range []spec.Handle{id.First, id.Second} {
		if name == "" || name.IsWildcard() {
			continue
		}
		t, err := e.handles.known(name)
		if err != nil {
			return out, err
		}
		objects[i] = t
	}
	first, second := objects[0], objects[1]
	switch {
	case id.First.IsWildcard(), id.Second.IsWildcard() && !pattern:
		return out, errWildcard
	case first.isEntity(), id.IsPair() && first.component != nil, !second.isEntity():
		return out, errKind
	case first.relationship != nil:
		out.relationship, out.target = first.relationship, second.entity
		if out.target == 0 && !pattern {
			return out, spec.Errorf(spec.CodeInvalid, "the relationship has no target; write (relationship, target)")
		}
		out.dead = out.target != 0 && !e.world.Alive(out.target) && !e.world.IsStagedEntity(out.target)
	default:
		out.component = first.component
	}
	return out, nil
}

// pattern returns an element as a pattern.
func (el element) pattern() tecs.Pattern {
	switch {
	case el.component != nil:
		return el.component.tag
	case el.target != 0:
		return el.relationship.To(el.target)
	}
	return el.relationship
}

// givenPart and givenPattern remember the id from the operation, which the failure of a staged
// change reports.
type givenPart struct {
	tecs.Part
	id spec.ID
}

type givenPattern struct {
	tecs.Pattern
	id spec.ID
}

// part returns an element with data as a part. The data is checked when the part is set.
func (el element) part(value spec.RawValue, args []spec.Scalar) tecs.Part {
	switch {
	case el.relationship != nil:
		return el.edge(value, args)
	case args != nil:
		value = noField
	}
	c := el.component
	if len(c.members) == 0 && len(value) == 0 {
		return c.tag
	}
	return c.record.Of(func() (spec.Value, error) {
		v, err := value.Typed(c.members)
		if err != nil {
			return nil, err
		}
		return v, nil
	})
}

// noField is data that does not fit anything.
var noField = spec.RawValue{"": nil}

func (el element) edge(value spec.RawValue, args []spec.Scalar) tecs.Edge {
	if args == nil || value != nil {
		if args != nil {
			value = noField // both forms were used, which is invalid
		}
		return el.relationship.New(el.target, tecs.Values(value))
	}
	list := make([]any, len(args))
	for i, s := range args {
		if !s.IsNull() {
			list[i] = s
		}
	}
	return el.relationship.To(el.target, list...)
}

// untyped converts the values of an edge to scalars of package spec. It is the Init hook of the
// relationships declared here.
func untyped(_ Entity, values []any) error {
	for i, v := range values {
		s, ok := scalar(v)
		if !ok {
			return fmt.Errorf("a field takes a number, a text, true, false or null, not %v", v)
		}
		values[i] = s
	}
	return nil
}

// scalar converts a JSON value to a spec.Scalar. Numbers become floats. It does not change scalars
// and nil.
func scalar(raw any) (any, bool) {
	switch v := raw.(type) {
	case nil, spec.Scalar:
		return v, true
	case bool:
		return spec.Scalar{Type: spec.Bool, Bool: v}, true
	case string:
		return spec.Scalar{Type: spec.String, Text: v}, true
	case float64:
		return spec.Scalar{Type: spec.F64, Num: v}, !math.IsInf(v, 0) && !math.IsNaN(v)
	case int:
		return spec.Scalar{Type: spec.F64, Num: float64(v)}, true
	case int64:
		return spec.Scalar{Type: spec.F64, Num: float64(v)}, true
	case json.Number:
		f, err := v.Float64()
		return spec.Scalar{Type: spec.F64, Num: f}, err == nil
	}
	return nil, false
}

// fieldsOf returns the data of an edge, or nil.
func (e *Engine) fieldsOf(d tecs.Edge) spec.Value {
	var out spec.Value
	values := d.Values()
	for _, f := range d.Relationship().Options().Fields {
		s := spec.Scalar{Type: spec.Entity} // null
		if v, ok := values[f].(spec.Scalar); ok {
			s = v
		}
		out = append(out, spec.NamedScalar{Name: f, Scalar: s})
	}
	return out
}

// valueOf returns the value of an edge: its fields and its target.
func (e *Engine) valueOf(d tecs.Edge) spec.Value {
	target := spec.Scalar{Type: spec.Entity, Text: string(e.handles.of[d.Target()])}
	return append(e.fieldsOf(d), spec.NamedScalar{Name: "target", Scalar: target})
}
