package fast

import (
	"iter"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Component is a component whose values are Go values of type T, or a tag if T has size 0. T may
// contain pointers, strings, slices and maps; the garbage collector sees them. Call [Register] once
// and keep the result: its methods find a value without looking up the type. The functions [Get],
// [Set], [Has], [Add] and [Unset] do the same by type.
//
// A pointer that Get or a similar method returns is valid until the next structural change of the
// world: an id is added or removed, or an entity is created or deleted. Do not use it afterwards.
type Component[T any] struct{ core componentCore }

// Register returns the component of a Go type, and makes its entity at first use. The entity is
// named after the type. It is a root, even if the world has a scope. If another root entity has
// that name, the name is made from package and type, such as render_Body, with a number appended if
// necessary; [World.Name] returns it. Later calls cost a few nanoseconds and return the same
// pointer. If the entity was deleted, the next call makes a new entity for the same component.
//
// Making a component is a structural change that cannot be deferred: if the type is new, Register
// panics with code locked while a loop runs. So when you make the world, register every type that a
// loop may set.
//
// Interface types cannot be components. Neither can types of this package, such as [Entity], [ID]
// and *Component, and pointers, slices, arrays and maps of these, such as []fast.Entity. Register,
// Set, Spawn1 and NewQuery1 refuse such types with code invalid. For a component that holds an
// entity, declare a type: type Leader fast.Entity. The component of an unnamed type, such as
// *Position, has no name.
func Register[T any](w *World) *Component[T] {
	if c := object[Component[T]](w); c != nil {
		if !w.core.Store.Alive(c.core.entity) {
			c.core.create()
		}
		return c
	}
	c := &Component[T]{core: componentCore{
		w: w, word: wordOf[T](), goType: reflect.TypeFor[T](), size: unsafe.Sizeof(*new(T)),
		register: func(w *World) store.TypeIndex { return store.Register[T](w.core.Store) },
	}}
	c.core.create()
	w.typed.objects = append(w.typed.objects, &c.core)
	keepObject(w, c)
	return c
}

// coreOf is like [Register] for callers that do not depend on the type.
func coreOf[T any](w *World) *componentCore { return &Register[T](w).core }

// registered is like [Register] but returns errors.
func registered[T any](w *World) (*Component[T], error) {
	if c := object[Component[T]](w); c != nil && w.core.Store.Alive(c.core.entity) {
		return c, nil
	}
	if err := checkRegister(w, reflect.TypeFor[T]()); err != nil {
		return nil, err
	}
	return Register[T](w), nil
}

// Entity returns the entity of the component, which is the first element of its ids.
func (c *Component[T]) Entity() Entity { return c.core.entity }

// ID returns the component as an id, for new entities and for terms of queries.
func (c *Component[T]) ID() ID { return Single(c.core.entity) }

// Pair returns the id (T, target). In patterns the target can be * or _.
func (c *Component[T]) Pair(target Entity) ID { return Pair(c.core.entity, target) }

// Get returns a pointer to the value that e owns or inherits, or nil if e has no value or is not
// alive. For an own value Get costs one lookup. Do not write an inherited value through the
// pointer: all instances of the base share it. Set gives e a value of its own.
func (c *Component[T]) Get(e Entity) *T { return (*T)(c.core.cell(e)) }

// Own returns a pointer to the value that e owns, or nil if e owns none or is not alive. For
// example, it is nil for a frigate that inherits its Hull.
//
// Own is for reading in loops: it is small enough to be inlined, because unlike Get it does not
// record that the program may write the value. If you write through the pointer, call Modified:
// otherwise sorted queries do not notice the write. An [Edit] never records it.
func (c *Component[T]) Own(e Entity) *T { return (*T)(c.core.reader.Cell(e)) }

// Has reports whether e owns or inherits the component. It is false for a dead entity. For example,
// if a ship owns a Hull, its instances have one too, unless Hull has (OnInstantiate, DontInherit).
func (c *Component[T]) Has(e Entity) bool { return c.core.has(e) }

// Owns reports whether e owns the component. An inherited component does not count.
func (c *Component[T]) Owns(e Entity) bool { return c.core.reader.Has(e) }

// Set gives e a value of its own. If e does not own the component, Set adds it, with the
// consequences of [World.Add]. For example, if a frigate inherits Hull 100 and Set gives it 50, its
// base and the other instances keep 100. Set marks the value as changed. If e owns the component,
// Set is allowed while a loop runs. Errors are those of Add.
func (c *Component[T]) Set(e Entity, value T) error {
	if p := c.core.reader.Cell(e); p != nil && c.core.w.core.Attention == 0 {
		*(*T)(p) = value
		return nil
	}
	return c.set(e, value)
}

// set is the slow path of Set, if the entity does not own the component yet or hooks may have to be
// called.
func (c *Component[T]) set(e Entity, value T) error {
	if unsafe.Sizeof(value) == 0 { // a tag has no value to write
		return c.Add(e)
	}
	if c.core.w.core.Attention&rules.AttendHooks != 0 && !c.core.w.core.Unobserved(c.core.id) {
		if !c.core.w.core.Store.Alive(c.core.entity) {
			return c.core.errNotAlive()
		}
		return asError(change.SetHooked(&c.core.w.core, e, c.core.id, value))
	}
	p := (*T)(c.core.reader.Cell(e))
	if p != nil && c.core.w.core.Attention == rules.AttendHooks { // no observer needs the event
		*p = value
		return nil
	}
	if p == nil {
		if !c.core.w.core.Store.Alive(c.core.entity) {
			return c.core.errNotAlive()
		}
		if !c.core.w.core.AddPlain(e, c.core.id) { // observers of consequences are notified after the value is set
			return asError(change.SetHooked(&c.core.w.core, e, c.core.id, value))
		}
		p = (*T)(c.core.reader.Cell(e))
	}
	c.core.w.core.Writing(e.Index(), c.core.id)
	*p = value
	c.core.w.core.Wrote(e, c.core.id)
	return nil
}

// Add gives e the component. Its value is zero, or a copy of the inherited value: a frigate of a
// base with Hull 100 gets 100, not 0. Errors are those of [World.Add].
func (c *Component[T]) Add(e Entity) error {
	if !c.core.w.core.Store.Alive(c.core.entity) {
		return c.core.errNotAlive()
	}
	return asError(c.core.w.core.Add(e, c.core.id))
}

// Remove removes the component from an entity that owns it. For example, a frigate that loses its
// own Hull inherits that of its base again. Errors are those of [World.Remove].
func (c *Component[T]) Remove(e Entity) error {
	if !c.core.w.core.Store.Alive(c.core.entity) {
		return asError(c.core.w.core.CheckAlive(e))
	}
	return asError(c.core.w.core.Remove(e, c.core.id))
}

// IsTerm makes a component usable as a term of a query.
func (*Component[T]) IsTerm(store.Sealed) {}

// IsID makes a component usable as its id.
func (*Component[T]) IsID(store.Sealed) {}

// IsInitial makes a component usable for a new entity, with a zero value.
func (*Component[T]) IsInitial(store.Sealed) {}

func (c *Component[T]) componentID() ID {
	if c == nil {
		return ID{}
	}
	return ID{first: c.core.entity}
}

// Pairs iterates over the pairs (T, target) that e owns or inherits, with a pointer to each value,
// in the order of [World.Targets]:
//
//	for goods, price := range prices.Pairs(port) { ... }
//
// The world is locked during the loop, as during a loop over a query.
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

// Modified announces that the program wrote the own value of e through a pointer. Observers and
// change detection notice such a write only by this call. Sorted queries need the call only if the
// pointer is from Own. Errors are those of [World.Modified].
func (c *Component[T]) Modified(e Entity) error { return c.core.w.Modified(e, Single(c.core.entity)) }

// Get returns a pointer to the value of type T that e owns or inherits, or nil; see
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

// SetOne sets the single value of type T in a world, for a resource such as the clock or the
// settings of a game. It registers the type if needed. The component's own entity owns the value,
// so queries can read it with On(clock.Entity(), clock), observers are notified, and the value is
// saved. Errors are those of [Component.Set].
func SetOne[T any](w *World, value T) error {
	c, err := registered[T](w)
	if err != nil {
		return err
	}
	return c.Set(c.core.entity, value)
}

// One returns a pointer to the value that [SetOne] set, or nil if there is none.
func One[T any](w *World) *T {
	if c := object[Component[T]](w); c != nil {
		return c.Get(c.core.entity)
	}
	return nil
}

// Unset removes the component of type T from e; see [Component.Remove]. It is not called Remove
// because [Remove] is a cleanup policy.
func Unset[T any](w *World, e Entity) error {
	c := object[Component[T]](w)
	if c == nil {
		return asError(w.core.CheckAlive(e))
	}
	return c.Remove(e)
}
