package tecs

import (
	"reflect"

	"github.com/relspec/relspec/fast"
)

// data is the type of the values of a relationship's edges. A value is a pointer: *[]any, the
// values of the fields by position, or *T for a relationship of a Go type.
type data interface {
	// declare creates an entity whose pairs have such values.
	declare(w *fast.World, properties []Entity) Entity
	// get returns the value of a pair of an entity, from its column.
	get(w *fast.World, e Entity, id fast.ID) any
	// set adds a pair with a copy of the value to an entity.
	set(w *fast.World, e Entity, id fast.ID, value any) error
	// copy returns a copy of a value by Go assignment.
	copy(value any) any
}

type dataOf[V any] struct{}

func (dataOf[V]) declare(w *fast.World, properties []Entity) Entity {
	return fast.NewRelationshipOf[V](w, "", properties...)
}

func (dataOf[V]) get(w *fast.World, e Entity, id fast.ID) any { return fast.GetID[V](w, e, id) }

func (dataOf[V]) set(w *fast.World, e Entity, id fast.ID, value any) error {
	return fast.SetID(w, e, id, *value.(*V))
}

func (dataOf[V]) copy(value any) any {
	copied := *value.(*V)
	return &copied
}

// copy returns a copy of a value with slices and maps of its own.
func (r *Relationship) copy(value any) any {
	copied := reflect.ValueOf(r.data.copy(value))
	r.w.core.Store.Own(copied.Type().Elem(), copied.UnsafePointer())
	return copied.Interface()
}
