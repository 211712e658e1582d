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
}

// element resolves an id. It returns errors in the order of errors.order: unknown handles,
// wildcards in the wrong position, ids that no entity can have. The target may be dead.
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
	case first.relationship != nil && second.entity == 0 && !pattern:
		return out, spec.Errorf(spec.CodeInvalid, "the relationship has no target; write (relationship, target)")
	}
	out.component, out.relationship, out.target = first.component, first.relationship, second.entity
	return out, nil
}

// exact resolves an id that can be set. Its target must not be dead.
func (e *Engine) exact(id spec.ID) (element, *spec.Error) {
	el, err := e.element(id, false)
	if err == nil && el.target != 0 && e.handles.isDead(el.target) {
		err = errDead
	}
	return el, err
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

// term returns an element as a term of a query.
func (el element) term() tecs.Term {
	switch {
	case el.component != nil:
		return el.component.tag
	case el.target != 0:
		return el.relationship.Targeting(el.target)
	}
	return el.relationship
}

// givenPart remembers the id from the operation, which the failure of a staged change reports.
type givenPart struct {
	tecs.Part
	id spec.ID
}

// part returns an element with data as a part. The data is checked when the part is set.
func (el element) part(value spec.RawValue, args []spec.Scalar) tecs.Part {
	if c := el.component; c != nil {
		return givenPart{c.part(value, args), el.id}
	}
	switch {
	case len(args) == 0:
		return givenPart{el.relationship.New(el.target, tecs.Values(value)), el.id}
	case len(value) > 0:
		return givenPart{el.relationship.New(el.target, tecs.Values(noField)), el.id}
	}
	list := make([]any, len(args))
	for i, s := range args {
		list[i] = optional(s)
	}
	return givenPart{el.relationship.To(el.target, list...), el.id}
}

// noField is data with a field that no component or relationship has, so setting it fails.
var noField = spec.RawValue{"": nil}

// part returns a component with data as a part.
func (c *component) part(value spec.RawValue, args []spec.Scalar) tecs.Part {
	if len(args) > 0 {
		value = noField
	}
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

// optional returns a value of a field as an argument of tecs, where nil means null.
func optional(s spec.Scalar) any {
	if s.IsNull() {
		return nil
	}
	return s
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
func fieldsOf(d tecs.Edge) spec.Value {
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
	return append(fieldsOf(d), spec.NamedScalar{Name: "target", Scalar: target})
}
