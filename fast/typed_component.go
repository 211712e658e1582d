package fast

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/store"
)

// Component is a component whose values are Go values of type T, or a tag if T has no size. T may hold pointers,
// strings, slices and maps; the garbage collector sees them. Get it once with [Register] and keep it: its methods find
// a value without looking up the type. The functions [Get], [Set], [Has], [Add] and [Unset] do the same by type.
//
// Addresses that Get and its relatives give are valid until the next change of structure of the world: an id added
// or removed, an entity created or deleted. Writing through them never corrupts anything before that.
type Component[T any] struct {
	w      *World
	access store.Accessor[T]
	entity Entity
	id     store.ID
	typ    store.TypeIndex
}

// Register gives the component of a Go type in a world, making its entity at first use. The entity gets the name of
// the type if no root entity has that name yet, and is outside the current scope. Later calls cost a few nanoseconds
// and give the same pointer, also after the entity was deleted, which makes a new one.
func Register[T any](w *World) *Component[T] {
	if c := object[Component[T]](w); c != nil {
		if !w.st.Alive(c.entity) {
			c.create()
		}
		return c
	}
	c := &Component[T]{w: w}
	c.create()
	keepObject(w, c)
	return c
}

// create makes the entity of the component.
func (c *Component[T]) create() {
	w := c.w
	w.mustBeUnlocked()
	goType := reflect.TypeFor[T]()
	c.entity = w.rawCreate()
	c.id = store.Single(c.entity.Index())
	c.typ = store.Register[T](w.st)
	w.setComponent(c.entity, &component{typ: c.typ})
	if name := goType.Name(); checkName(name) == nil && !w.taken(0, name, c.entity.Index()) {
		w.rawName(c.entity.Index(), name)
	}
	c.restored()
}

// restored finds the component in the storage of its world. The accessor of a tag finds that a table has it; that of a
// component which is gone finds nothing.
func (c *Component[T]) restored() {
	w, index := c.w, c.entity.Index()
	if known := w.components[index]; !w.st.Alive(c.entity) || known == nil || known.typ != c.typ {
		c.entity, index = 0, Wildcard.Index()
		c.typ = store.Register[T](w.st)
	}
	c.id = store.Single(index)
	c.access, _ = store.Access[T](w.st, index)
}

// Entity is the entity of the component, the first element of its ids.
func (c *Component[T]) Entity() Entity { return c.entity }

// ID is the component as an id, for ids of new entities and terms of queries.
func (c *Component[T]) ID() ID { return Single(c.entity) }

func (c *Component[T]) field() typedField {
	return typedField{goType: reflect.TypeFor[T](), word: wordOf[T](), entity: c.entity}
}

// Pair is the id (T, target); * and _ may stand for the target in patterns.
func (c *Component[T]) Pair(target Entity) ID { return Pair(c.entity, target) }

// Get is the address of the value that an entity owns or inherits, nil if it has none. It costs one look-up for an
// own value. A shared value must not be written through it: all instances of the base would see that; Set gives the
// entity a value of its own. It panics if the entity is not alive.
func (c *Component[T]) Get(e Entity) *T {
	if p := c.access.Get(e); p != nil {
		return p
	}
	return c.find(e)
}

// find is Get for what is not an own value.
func (c *Component[T]) find(e Entity) *T {
	t, _, alive := c.w.st.Record(e)
	if !alive {
		panic(errDead)
	}
	if c.w.hasBases(t) {
		if base, ok := c.w.inheritedFrom(t, c.id); ok {
			return c.access.Get(c.w.entity(base))
		}
	}
	return nil
}

// Has reports whether an entity owns or inherits the component; a dead entity has nothing.
func (c *Component[T]) Has(e Entity) bool {
	if c.access.Get(e) != nil {
		return true
	}
	t, _, alive := c.w.st.Record(e)
	if !alive || !c.w.hasBases(t) {
		return false
	}
	_, ok := c.w.inheritedFrom(t, c.id)
	return ok
}

// Owns is Has without inheritance.
func (c *Component[T]) Owns(e Entity) bool { return c.access.Get(e) != nil }

// Set gives an entity a value of its own, adding the component if it does not own it, with every consequence that
// [World.Add] has. Writing an own value is allowed at any time, also while a loop runs; it marks the value as changed.
// Errors are those of Add.
func (c *Component[T]) Set(e Entity, value T) error {
	p := c.access.Get(e)
	if p == nil {
		if err := c.Add(e); err != nil {
			return err
		}
		p = c.access.Get(e)
	}
	*p = value
	c.w.wrote(e, c.id)
	return nil
}

// Add gives an entity the component; its value is zero, or a copy of an inherited one. Errors are those of
// [World.Add].
func (c *Component[T]) Add(e Entity) error {
	if !c.w.st.Alive(c.entity) {
		return errDead
	}
	return c.w.addPlain(e, c.id)
}

// Remove takes the component from an entity that owns it. Errors are those of [World.Remove].
func (c *Component[T]) Remove(e Entity) error {
	if !c.w.st.Alive(c.entity) {
		return asError(c.w.checkAlive(e))
	}
	return c.w.removePlain(e, c.id)
}

// Modified announces that the value that an entity owns was written through its address. Errors are those of
// [World.Modified].
func (c *Component[T]) Modified(e Entity) error { return c.w.Modified(e, Single(c.entity)) }

// Get is the address of the value of type T that an entity owns or inherits, nil if it has none; see
// [Component.Get].
func Get[T any](w *World, e Entity) *T {
	if c := object[Component[T]](w); c != nil {
		return c.Get(e)
	}
	if !w.st.Alive(e) {
		panic(errDead)
	}
	return nil
}

// Has reports whether an entity owns or inherits the component of type T; see [Component.Has].
func Has[T any](w *World, e Entity) bool {
	c := object[Component[T]](w)
	return c != nil && c.Has(e)
}

// Set gives an entity a value of its own, registering its type if needed; see [Component.Set].
func Set[T any](w *World, e Entity, value T) error { return Register[T](w).Set(e, value) }

// Add gives an entity the component of type T, registering it if needed; see [Component.Add].
func Add[T any](w *World, e Entity) error { return Register[T](w).Add(e) }

// Unset takes the component of type T from an entity; see [Component.Remove]. ([Remove] is a cleanup policy.)
func Unset[T any](w *World, e Entity) error {
	c := object[Component[T]](w)
	if c == nil {
		return asError(w.checkAlive(e))
	}
	return c.Remove(e)
}

// wrote notes that the value of an own id was written.
func (w *World) wrote(e Entity, id store.ID) {
	if w.typed.marks {
		t, _, _ := w.st.Record(e)
		column, _ := w.st.Find(t, id)
		w.st.Touch(t, column)
	}
	w.touch(e.Index())
}
