package tecs

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Component is a component whose values are Go values of type T.
type Component[T any] struct{ c *fast.Component[T] }

// NewComponent gives the component of a Go type; a second call gives the same one.
func NewComponent[T any](w *World) *Component[T] { return &Component[T]{fast.Register[T](w.base)} }

// Of is a value of the component, to be set.
func (c *Component[T]) Of(value T) Part { return componentValue[T]{c, value} }

// Get is the address of the value of an entity, nil if it has none. It is valid until entities get or lose components and edges.
func (c *Component[T]) Get(e Entity) *T { return c.c.Own(e) }

// In gives the values of the entities of a batch, by row; nil if its entities do not have the component.
func (c *Component[T]) In(b Batch) []T { return c.c.In(b.Batch) }

func (c *Component[T]) id(*World) (fast.ID, *spec.Error) { return c.c.ID(), nil }

func (c *Component[T]) checkIn(*World) *spec.Error { return nil }
func (c *Component[T]) alive(*World) bool          { return true }

func (c *Component[T]) in(_ *World, e Entity) bool    { return c.c.Owns(e) }
func (c *Component[T]) take(_ *World, e Entity) error { return c.c.Remove(e) }

type componentValue[T any] struct {
	c     *Component[T]
	value T
}

func (v componentValue[T]) check(*World) *spec.Error     { return nil }
func (v componentValue[T]) alive(*World) bool            { return true }
func (v componentValue[T]) put(_ *World, e Entity) error { return v.c.c.Set(e, v.value) }

// Record is a component whose values are of the Go type T, as [Component], but each call of [NewRecord] makes another one. It has
// an entity, which can be despawned, and which a restoration to the time before takes away.
type Record[T any] struct{ entity Entity }

// NewRecord makes a component.
func NewRecord[T any](w *World) Record[T] {
	e, err := fast.NewRelationshipOf[T](w.base, "")
	if err != nil {
		panic(err) // it has no name and no properties
	}
	return Record[T]{e}
}

// Tag is the component without its values, as a pattern and a term.
func (r Record[T]) Tag() Tag { return Tag{r.entity} }

// Of is a value of the component, to be set. It is made when it is set, also where that is staged; an error refuses the change.
func (r Record[T]) Of(value func() (T, error)) Part { return recordValue[T]{r.Tag(), value} }

// Get is the address of the value of an entity, nil if it has none. It is valid until entities get or lose components and edges.
func (r Record[T]) Get(w *World, e Entity) *T {
	if !w.Has(e, r.Tag()) {
		return nil
	}
	return fast.GetID[T](w.base, e, fast.Single(r.entity))
}

type recordValue[T any] struct {
	Tag
	value func() (T, error)
}

func (v recordValue[T]) put(w *World, e Entity) error {
	value, err := v.value()
	if err != nil {
		return err
	}
	return fast.SetID(w.base, e, fast.Single(v.Entity), value)
}
