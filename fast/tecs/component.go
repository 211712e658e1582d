package tecs

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Tag is a component without data. It is not counted as an entity of the program.
type Tag struct {
	w      *World
	entity Entity
	make   func(*fast.World) Entity
}

// NewTag declares a tag. Restoring a snapshot does not undo declarations.
func (w *World) NewTag() *Tag {
	return w.newTag(func(base *fast.World) Entity { return base.NewTag("") })
}

func (w *World) newTag(declare func(*fast.World) Entity) *Tag {
	t := &Tag{w: w, make: declare, entity: declare(w.base)}
	w.tags, w.own = append(w.tags, t), nil
	return t
}

func (t *Tag) id(w *World) (fast.ID, *spec.Error) { return fast.Single(t.entity), t.checkIn(w) }

func (t *Tag) checkIn(w *World) *spec.Error {
	if t == nil || t.w != w {
		return errForeign
	}
	return nil
}

func (t *Tag) check(w *World) *spec.Error { return t.checkIn(w) }
func (t *Tag) alive(*World) bool          { return true }

func (t *Tag) put(w *World, e Entity) error  { return w.base.Add(e, t.entity) }
func (t *Tag) in(w *World, e Entity) bool    { return w.base.Owns(e, t.entity) }
func (t *Tag) grows(w *World, e Entity) bool { return !t.in(w, e) }
func (t *Tag) take(w *World, e Entity) error { return w.base.Remove(e, t.entity) }

func (t *Tag) early(w *World, e Entity) (bool, error) { //nolint:unparam // Part needs the error
	return t.in(w, e), nil
}

// Record is a component with values of the Go type T, like [Component]. Each call of [NewRecord]
// makes another component, even for the same T, so a program can declare components while it runs.
type Record[T any] struct{ tag *Tag }

// NewRecord declares a component.
func NewRecord[T any](w *World) Record[T] {
	return Record[T]{w.newTag(func(base *fast.World) Entity { return dataOf[T]{}.declare(base, nil) })}
}

// Tag returns the component without its values, for use as a pattern and a term. If an entity does
// not have the component, setting the tag gives it the zero value.
func (r Record[T]) Tag() *Tag { return r.tag }

// Of returns a part with the result of value, which is called when the part is set or, in a scope,
// when the staged change is applied. If value returns an error, the change is refused.
func (r Record[T]) Of(value func() (T, error)) Part { return recordValue[T]{r.tag, value} }

// Get returns the address of the value of e, or nil if it has none. The address is valid until
// entities get or lose components and edges.
func (r Record[T]) Get(e Entity) *T {
	w := r.tag.w
	if !w.Has(e, r.tag) {
		return nil
	}
	return fast.GetID[T](w.base, e, r.tag.entity)
}

type recordValue[T any] struct {
	*Tag
	value func() (T, error)
}

func (v recordValue[T]) put(w *World, e Entity) error {
	value, err := v.value()
	if err != nil {
		return err
	}
	return fast.SetID(w.base, e, v.entity, value)
}

func (v recordValue[T]) early(w *World, e Entity) (bool, error) {
	if !v.in(w, e) {
		return false, nil
	}
	value, err := v.value()
	if p := fast.GetID[T](w.base, e, v.entity); err == nil && p != nil {
		*p = value
	}
	return err == nil, err
}

// Component is the component of a Go type.
type Component[T any] struct {
	w *World
	c *fast.Component[T]
}

// NewComponent returns the component of a Go type. Further calls return the same component.
func NewComponent[T any](w *World) *Component[T] {
	c := &Component[T]{w, fast.Register[T](w.base)}
	w.components[c.c.Entity()], w.own = true, nil
	w.typed = append(w.typed, func() { w.components[fast.Register[T](w.base).Entity()] = true })
	return c
}

// Of returns a part with a value of the component, for Set and Spawn.
func (c *Component[T]) Of(value T) Part { return componentValue[T]{c, value} }

// Get returns the address of the value of e, or nil if it has none. The address is valid until
// entities get or lose components and edges.
func (c *Component[T]) Get(e Entity) *T { return c.c.Own(e) }

// In returns the values of the entities of a batch, one for each row, or nil if the entities do not
// have the component.
func (c *Component[T]) In(b Batch) []T { return c.c.In(b.Batch) }

func (c *Component[T]) id(w *World) (fast.ID, *spec.Error) { return c.c.ID(), c.checkIn(w) }

func (c *Component[T]) checkIn(w *World) *spec.Error {
	if c == nil || c.w != w {
		return errForeign
	}
	return nil
}

func (c *Component[T]) alive(*World) bool             { return true }
func (c *Component[T]) in(_ *World, e Entity) bool    { return c.c.Owns(e) }
func (c *Component[T]) grows(w *World, e Entity) bool { return !c.in(w, e) }
func (c *Component[T]) take(_ *World, e Entity) error { return c.c.Remove(e) }

type componentValue[T any] struct {
	*Component[T]
	value T
}

func (v componentValue[T]) check(w *World) *spec.Error   { return v.checkIn(w) }
func (v componentValue[T]) put(_ *World, e Entity) error { return v.c.Set(e, v.value) }

func (v componentValue[T]) early(w *World, e Entity) (bool, error) {
	if !v.in(w, e) {
		return false, nil
	}
	if p := v.c.Own(e); p != nil {
		*p = v.value
	}
	return true, nil
}
