package tecs

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// RelationshipOf is a relationship whose edges have data of a Go type. The data of dense edges is
// contiguous in a column of each table. Tecs calls its constructor newFFIRelationship.
//
// TECS-004, TECS-010, TECS-014.
type RelationshipOf[T any] struct {
	*Relationship

	_ [0]*T // so that a relationship of another type cannot be converted
}

// NewRelationshipOf declares a relationship with data of the Go type T. An edge without data has
// the value initial, or the zero T if initial is left out. Options with Fields are refused with
// code invalid, since the fields are those of T. For example: type Follows struct{ Delay,
// MaxDistance float64 } and NewRelationshipOf(w, Options{Name: "Follows"}, Follows{0.5, 100}).
func NewRelationshipOf[T any](w *World, o Options, initial ...T) (*RelationshipOf[T], error) {
	if len(o.Fields) > 0 || len(initial) > 1 {
		return nil, spec.Errorf(spec.CodeInvalid,
			"a relationship of a Go type takes its fields from the type; remove Fields, and pass at most one initial value")
	}
	value := new(T)
	if len(initial) > 0 {
		*value = initial[0]
	}
	r := &Relationship{w: w, options: o, data: dataOf[T]{}, initial: value}
	return &RelationshipOf[T]{Relationship: r}, w.declare(r)
}

// With returns an edge with data.
func (r *RelationshipOf[T]) With(target Entity, value T) Edge {
	return Edge{r: r.Relationship, target: target, value: &value}
}

// Get returns the address of the data of the edge of e to the target that was created first, or nil
// if there is none. The address is valid until entities get or lose components and edges.
func (r *RelationshipOf[T]) Get(e Entity) *T { return r.GetTo(e, r.w.Target(e, r.Relationship)) }

// GetTo returns the address of the data of the edge of e to target, or nil if there is none.
func (r *RelationshipOf[T]) GetTo(e, target Entity) *T {
	d, ok := r.w.GetTo(e, r.Relationship, target)
	if !ok {
		return nil
	}
	return d.value.(*T)
}

// In returns the data of the edges of a batch, by row, without copying it. If a row has several
// edges, In returns the data of the edge to the target that was created first. It returns nil if
// the relationship is sparse or the entities have no edge.
func (r *RelationshipOf[T]) In(b Batch) []T {
	if r.options.Sparse || b.Len() == 0 {
		return nil
	}
	first := r.edges.first(b.Entities()[0])
	if first == 0 {
		return nil
	}
	return fast.ValuesIn[T](b.Batch, fast.Pair(r.entity, first))
}
