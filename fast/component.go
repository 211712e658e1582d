package fast

import (
	"iter"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Component is a component whose values are Go values of type T, or a tag if T has no size. T may hold pointers,
// strings, slices and maps; the garbage collector sees them. Get it once with [Register] and keep it: its methods find
// a value without looking up the type. The functions [Get], [Set], [Has], [Add] and [Unset] do the same by type.
//
// Addresses that Get and its relatives give are valid until the next change of structure of the world: an id added
// or removed, an entity created or deleted. Writing through them never corrupts anything before that.
type Component[T any] struct{ core componentCore }

// Register gives the component of a Go type in a world, making its entity at first use. The entity
// is outside the current scope and has the name of the type. If another root entity has that name,
// it is the name of the package and that of the type, such as render_Body, with a number if that is
// taken too; [World.Name] tells. Later calls cost a few nanoseconds and give the same pointer, also
// after the entity was deleted, which makes a new one. It is a change of structure: for a type that
// is new it panics with code locked while a loop runs, also in a deferral; types that loops set are
// best registered with the world.
//
// Interface types and the types of this package are no components, such as [Entity], [ID] and
// *Component, nor are types without a name that are made of these, such as []fast.Entity. They are
// refused with code invalid, also by Set, Spawn1 and NewQuery1. A component that holds an entity has
// a type of its own: type Leader fast.Entity. A component of a type without a name, such as
// *Position, has no name.
func Register[T any](w *World) *Component[T] {
	if c := object[Component[T]](w); c != nil {
		if !w.core.Store.Alive(c.core.entity) {
			c.core.create()
		}
		return c
	}
	c := &Component[T]{core: componentCore{
		w:        w,
		register: func(w *World) store.TypeIndex { return store.Register[T](w.core.Store) },
	}}
	c.core.goType = reflect.TypeFor[T]()
	c.core.create()
	w.typed.objects = append(w.typed.objects, &c.core)
	keepObject(w, c)
	return c
}

// registered is [Register] for calls that give an error.
func registered[T any](w *World) (*Component[T], error) {
	if c := object[Component[T]](w); c != nil && w.core.Store.Alive(c.core.entity) {
		return c, nil
	}
	if err := checkRegister(w, reflect.TypeFor[T]()); err != nil {
		return nil, err
	}
	return Register[T](w), nil
}

// Entity is the entity of the component, the first element of its ids.
func (c *Component[T]) Entity() Entity { return c.core.entity }

// ID is the component as an id, for ids of new entities and terms of queries.
func (c *Component[T]) ID() ID { return Single(c.core.entity) }

func (c *Component[T]) field() typedField {
	return c.core.field(wordOf[T]())
}

// Pair is the id (T, target); * and _ may stand for the target in patterns.
func (c *Component[T]) Pair(target Entity) ID { return Pair(c.core.entity, target) }

// Get is the address of the value that an entity owns or inherits, nil if it has none or is not
// alive. It costs one look-up for an own value. A shared value must not be written through it: all instances of the
// base would see that; Set gives the entity a value of its own.
func (c *Component[T]) Get(e Entity) *T { return (*T)(c.core.cell(e)) }

// Own is the address of the value that an entity owns, nil if it owns none or is not alive. For
// example, it is nil for a frigate whose Hull is that of its base. It is Get without inheritance,
// and small enough for the compiler to put into loops: so small that queries which are sorted by
// the component do not hear of it. Announce writes through the address with Modified where there
// are such queries.
func (c *Component[T]) Own(e Entity) *T { return (*T)(c.core.reader.Cell(e)) }

// Has reports whether an entity owns or inherits the component; a dead entity has nothing. For
// example, a frigate that is an instance of a ship with a Hull has a Hull, unless Hull is not
// inherited.
func (c *Component[T]) Has(e Entity) bool { return c.core.has(e) }

// Owns is Has without inheritance.
func (c *Component[T]) Owns(e Entity) bool { return c.core.reader.Has(e) }

// Set gives an entity a value of its own, adding the component if it does not own it, with every
// consequence that [World.Add] has. For example, a frigate with the Hull 100 of its base that is
// set to 50 has 50 alone; the base and its other instances keep 100. Writing an own value is
// allowed at any time, also while a loop runs; it marks the value as changed. Errors are those of
// Add.
func (c *Component[T]) Set(e Entity, value T) error {
	if p := c.core.reader.Cell(e); p != nil && c.core.w.core.Attention == 0 {
		*(*T)(p) = value
		return nil
	}
	return c.set(e, value)
}

// set is Set for an id that the entity does not own yet, or where someone wants to know.
func (c *Component[T]) set(e Entity, value T) error {
	if unsafe.Sizeof(value) == 0 { // a tag, which there is no value of to write
		return c.Add(e)
	}
	if c.core.w.core.Attention&rules.AttendHooks != 0 && !c.core.w.core.Unobserved(c.core.id) {
		if !c.core.w.core.Store.Alive(c.core.entity) {
			return c.core.errGone()
		}
		return asError(change.SetHooked(&c.core.w.core, e, c.core.id, value))
	}
	p := (*T)(c.core.reader.Cell(e))
	if p != nil && c.core.w.core.Attention == rules.AttendHooks { // of observers that do not hear of it
		*p = value
		return nil
	}
	if p == nil {
		if !c.core.w.core.Store.Alive(c.core.entity) {
			return c.core.errGone()
		}
		plain, err := c.core.w.addShort(e, c.core.id)
		if err != nil {
			return err
		}
		if !plain { // observers of what follows from the id are told when the value is there
			return asError(change.SetHooked(&c.core.w.core, e, c.core.id, value))
		}
		p = (*T)(c.core.reader.Cell(e))
	}
	*p = value
	c.core.w.core.Wrote(e, c.core.id)
	return nil
}

// Add gives an entity the component; its value is zero, or a copy of an inherited one. For example, a frigate of a base
// with the Hull 100 gets 100, not 0. Errors are those of [World.Add].
func (c *Component[T]) Add(e Entity) error {
	if !c.core.w.core.Store.Alive(c.core.entity) {
		return c.core.errGone()
	}
	return c.core.w.addPlain(e, c.core.id)
}

// Remove takes the component from an entity that owns it. For example, a frigate that loses its own
// Hull has that of its base again. Errors are those of [World.Remove].
func (c *Component[T]) Remove(e Entity) error {
	if !c.core.w.core.Store.Alive(c.core.entity) {
		return asError(c.core.w.core.CheckAlive(e))
	}
	return c.core.w.removePlain(e, c.core.id)
}

// IsTerm lets a component be a term of a query.
func (*Component[T]) IsTerm(store.Sealed) {}

// IsID lets a component stand for its id.
func (*Component[T]) IsID(store.Sealed) {}

// IsInitial lets a component be one of a new entity, with a zero value.
func (*Component[T]) IsInitial(store.Sealed) {}

func (c *Component[T]) componentID() ID {
	if c == nil {
		return ID{}
	}
	return ID{first: c.core.entity}
}

// Pairs goes over the pairs (T, target) that an entity owns or inherits, with the address of each
// value, in the order of [World.Targets]. For example,
//
//	for goods, price := range prices.Pairs(port) { ... }
//
// While it runs, the world is locked as by any loop.
func (c *Component[T]) Pairs(e Entity) iter.Seq2[Entity, *T] {
	return func(yield func(Entity, *T) bool) {
		c.core.w.core.Hooks.Add(1)
		defer c.core.w.core.EndLoop()
		for _, target := range c.core.w.Targets(e, c.core.entity) {
			if !yield(target, c.GetPair(e, target)) {
				return
			}
		}
	}
}

// Modified announces that the value that an entity owns was written through its address. Errors are those of
// [World.Modified].
func (c *Component[T]) Modified(e Entity) error { return c.core.w.Modified(e, Single(c.core.entity)) }

// Get is the address of the value of type T that an entity owns or inherits, nil if it has none; see
// [Component.Get].
func Get[T any](w *World, e Entity) *T {
	if c := object[Component[T]](w); c != nil {
		return c.Get(e)
	}
	return nil
}

// Has reports whether an entity owns or inherits the component of type T; see [Component.Has].
func Has[T any](w *World, e Entity) bool {
	c := object[Component[T]](w)
	return c != nil && c.Has(e)
}

// Set gives an entity a value of its own, registering its type if needed; see [Component.Set].
func Set[T any](w *World, e Entity, value T) error {
	c, err := registered[T](w)
	if err != nil {
		return err
	}
	return c.Set(e, value)
}

// Add gives an entity the component of type T, registering it if needed; see [Component.Add].
func Add[T any](w *World, e Entity) error {
	c, err := registered[T](w)
	if err != nil {
		return err
	}
	return c.Add(e)
}

// SetOne gives the component of type T its one value in a world, registering the type if needed: a
// resource, such as the clock or the settings of a game. It is a value of the component's own
// entity, so that queries read it by On(clock.Entity(), clock), observers hear of it and files have
// it. It is as [Component.Set].
func SetOne[T any](w *World, value T) error {
	c, err := registered[T](w)
	if err != nil {
		return err
	}
	return c.Set(c.core.entity, value)
}

// One is the address of the value that [SetOne] gave the component of type T, nil if there is none.
func One[T any](w *World) *T {
	if c := object[Component[T]](w); c != nil {
		return c.Get(c.core.entity)
	}
	return nil
}

// Unset takes the component of type T from an entity; see [Component.Remove]. ([Remove] is a cleanup policy.)
func Unset[T any](w *World, e Entity) error {
	c := object[Component[T]](w)
	if c == nil {
		return asError(w.core.CheckAlive(e))
	}
	return c.Remove(e)
}
