package tecs

import (
	"reflect"

	"github.com/relspec/relspec/fast"
)

// data knows the Go type of the values of a relationship's edges. A value is a pointer to one:
// *[]any, the values of the fields by position, or *T of a relationship of a Go type.
type data interface {
	// declare makes an entity whose pairs have such values.
	declare(w *fast.World, properties []Entity) Entity
	// get is the value of a pair that an entity has, in its column.
	get(w *fast.World, e Entity, id fast.ID) any
	// set gives an entity the pair with a copy of the value.
	set(w *fast.World, e Entity, id fast.ID, value any) error
	// copy is a copy of a value, as Go assigns it.
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
