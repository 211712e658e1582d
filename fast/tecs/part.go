package tecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Part is something that can be added to an entity: an [Edge], a *[Tag], or the result of
// [Component.Of] or [Record.Of].
type Part interface {
	// check returns errors that are known when the part is passed, such as a relationship of
	// another world or a dead target.
	check(w *World) *spec.Error
	// alive reports whether all entities that the part mentions are alive.
	alive(w *World) bool
	// grows reports whether adding the part would increase the number of components and edges of an
	// entity.
	grows(w *World, e Entity) bool
	// put adds the part to an entity.
	put(w *World, e Entity) error
	// take removes the part from an entity, if it has it.
	take(w *World, e Entity) error
	// early is called in a scope. If the part only replaces the value of a component that the
	// entity has, early sets it at once and returns true.
	early(w *World, e Entity) (bool, error)
}

// Pattern is something to search for or to remove: a *[Relationship], which means all its edges, an
// [Edge], whose data are ignored, a *[Tag] or a *[Component].
type Pattern interface {
	// checkIn returns an error if the pattern is of another world. The others are as in [Part].
	checkIn(w *World) *spec.Error
	alive(w *World) bool
	take(w *World, e Entity) error
	// in reports whether an entity has a match.
	in(w *World, e Entity) bool
}

// Edge is an edge of a relationship to a target, with its data. [Relationship.To] and
// [Relationship.New] make edges, and [World.Get] returns those of an entity. New edges are checked
// when they are set.
type Edge struct {
	r      *Relationship
	target Entity
	args   []any  // the data as passed to To; a missing value has its default
	table  Values // the data as passed to New
	value  any    // the complete data, of an existing edge or of a Go type; args and table are nil
}

// Values are the data of an edge by the names of the fields.
type Values map[string]any

// To returns an edge from positional arguments: the target, then the values of the fields in order.
// Missing and nil values get their defaults. For example, follows.To(leader, 0.3, 50) sets the
// fields delay and maxDistance.
//
// TECS-021, TECS-024, TECS-124.
func (r *Relationship) To(target Entity, args ...any) Edge {
	return Edge{r: r, target: target, args: args}
}

// New returns an edge from named values. Missing and nil values get their defaults. For example,
// follows.New(leader, tecs.Values{"delay": 0.3}) is the same edge as follows.To(leader, 0.3).
//
// TECS-021, TECS-026.
func (r *Relationship) New(target Entity, values Values) Edge {
	return Edge{r: r, target: target, table: values}
}

// Relationship returns the relationship of the edge.
func (d Edge) Relationship() *Relationship { return d.r }

// Target returns the target of the edge.
func (d Edge) Target() Entity { return d.target }

// Value returns the value of a field of an edge that an entity has, or nil if there is none.
func (d Edge) Value(field string) any { return d.Values()[field] }

// Values returns the data of an edge that an entity has, without the target. It is nil if the edge
// has no data or data of a Go type.
func (d Edge) Values() Values {
	list, ok := d.value.(*[]any)
	if !ok {
		return nil
	}
	out := make(Values, len(*list))
	for i, f := range d.r.options.Fields {
		out[f] = (*list)[i]
	}
	return out
}

func (d Edge) checkIn(w *World) *spec.Error { return d.r.checkIn(w) }

func (d Edge) check(w *World) *spec.Error {
	if err := d.r.checkIn(w); err != nil {
		return err
	}
	switch {
	case d.target == 0:
		return errNoTarget
	case !w.base.Alive(d.target):
		return errDead
	}
	return nil
}

func (d Edge) early(*World, Entity) (bool, error) { return false, nil }

func (d Edge) alive(w *World) bool { return w.base.Alive(d.target) }

func (d Edge) grows(w *World, e Entity) bool {
	return !d.in(w, e) && (!d.r.options.Exclusive || !d.r.in(w, e))
}

func (d Edge) put(_ *World, e Entity) error {
	value, err := d.construct()
	if err != nil {
		return err
	}
	return d.r.edges.set(e, d.target, value)
}

func (d Edge) in(_ *World, e Entity) bool { return d.r.edges.has(e, d.target) }

func (d Edge) take(_ *World, e Entity) error { return d.r.edges.remove(e, d.target) }

// construct returns the value of the edge. Edges made by To and by New follow the same rules.
func (d Edge) construct() (any, error) {
	r := d.r
	switch {
	case len(r.options.Fields) == 0:
		if len(d.args) > 0 || len(d.table) > 0 {
			return nil, spec.Errorf(spec.CodeInvalid, "the relationship %s has no fields", r.Name())
		}
		if d.value == nil && r.data != nil {
			return r.copy(r.initial), nil
		}
		return d.value, nil
	case d.value != nil:
		return d.value, nil
	}
	values, err := d.fill()
	if err != nil {
		return nil, err
	}
	for i, f := range r.options.Fields {
		if values[i] == nil && i < len(r.options.Defaults) {
			values[i] = r.options.Defaults[i]
		}
		if values[i] == nil && slices.Contains(r.options.Require, f) {
			return nil, spec.Errorf(spec.CodeInvalid, "the relationship %s requires the field %s; give it a value", r.Name(), f)
		}
	}
	if r.options.Init != nil {
		if err := r.options.Init(d.target, values); err != nil {
			return nil, spec.Errorf(spec.CodeInvalid, "%v", err)
		}
	}
	return &values, nil
}

// fill returns the given values of the fields, by position.
func (d Edge) fill() ([]any, error) {
	fields := d.r.options.Fields
	values := make([]any, len(fields))
	if len(d.args) > len(fields) {
		return nil, spec.Errorf(spec.CodeInvalid,
			"%d values are given for %d fields; give one for each", len(d.args), len(fields))
	}
	copy(values, d.args)
	known := 0
	for i, f := range fields {
		if v, ok := d.table[f]; ok {
			values[i] = v
			known++
		}
	}
	if known < len(d.table) {
		return nil, spec.Errorf(spec.CodeInvalid, "a value names a field that the relationship %s does not have", d.r.Name())
	}
	return values, nil
}

func (r *Relationship) alive(*World) bool { return true }

func (r *Relationship) in(w *World, e Entity) bool { return w.base.Owns(e, r.edges.any()) }

func (r *Relationship) take(_ *World, e Entity) error { return r.edges.removeAll(e) }
