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

// Declared is a value of a component that was declared with members in the world behind, [fast.World.DeclareComponent].
type Declared struct {
	Component Entity
	Value     spec.Value // nil where the component has no members
}

func (v Declared) check(w *World) *spec.Error { return Tag{v.Component}.check(w) }
func (v Declared) alive(w *World) bool        { return w.base.Alive(v.Component) }
func (v Declared) put(w *World, e Entity) error {
	if v.Value == nil {
		return Tag{v.Component}.put(w, e)
	}
	return w.base.SetValue(e, fast.Single(v.Component), v.Value)
}
