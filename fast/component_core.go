package fast

import (
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// componentCore is the part of a [Component] that does not depend on its type.
type componentCore struct {
	w        *World
	reader   store.Reader
	isA      store.Relation
	id       store.ID
	entity   Entity
	typ      store.TypeIndex
	word     unsafe.Pointer // see wordOf
	goType   reflect.Type
	size     uintptr
	register func(*World) store.TypeIndex
	holders  atomic.Pointer[holderCache]
}

func (c *componentCore) create() {
	w := c.w
	if err := checkRegister(w, c.goType); err != nil {
		panic(err)
	}
	w.core.Logging = true                   // holderCache needs to know which bases change
	_ = w.core.Operate(func() *spec.Error { // cannot fail
		c.entity = w.core.RawCreate()
		c.typ = c.register(w)
		w.core.SetComponent(c.entity, &rules.Component{Typ: c.typ, GoType: c.goType})
		c.name()
		c.restored()
		return nil
	})
}

// name names the new entity of a component after its type. If the name is taken, name prepends the
// package and, if necessary, appends a number. If the type has no name, or a name with a dot (some
// generic types), the entity gets no name.
func (c *componentCore) name() {
	core, name := &c.w.core, c.goType.Name()
	if rules.CheckName(name) != nil {
		return
	}
	for n := 1; core.Taken(0, name, c.entity.Index()); n++ {
		name = strings.Replace(c.goType.String(), ".", "_", 1)
		if n > 1 {
			name += "_" + strconv.Itoa(n)
		}
	}
	if rules.CheckName(name) == nil {
		core.RawName(c.entity.Index(), name)
	}
}

// checkRegister returns an error if a type cannot get a component now.
func checkRegister(w *World, t reflect.Type) *spec.Error {
	if err := checkComponent(t); err != nil {
		return err
	}
	switch hooks := w.core.Hooks.Load(); {
	case hooks&rules.HookOver != 0:
		return rules.ErrOver
	case hooks&rules.HookLoops != 0:
		return spec.Errorf(spec.CodeLocked,
			"the type %v is new to the world, which a loop locks; call Register before the loop", t)
	}
	return nil
}

// checkComponent refuses interface types, types of package fast, and pointers, slices, arrays and
// maps of types of package fast. A program that passes such a type has usually passed an id as a
// value by mistake.
func checkComponent(t reflect.Type) *spec.Error {
	ours := typeOfOurs(t)
	switch {
	case ours == nil && t.Kind() == reflect.Interface:
		return spec.Errorf(spec.CodeInvalid, "%v is an interface, which cannot be the type of a component; "+
			"use the type of the value in it, or World.SetValue", t)
	case ours == nil:
		return nil
	}
	hint := "put it into a struct of your own"
	if ours == reflect.TypeFor[Entity]() || ours == reflect.TypeFor[Initial]() ||
		ours.Implements(reflect.TypeFor[Term]()) {
		hint = "ids and Named come after the values, as in Spawn1(w, value, id), or use World.Spawn or World.Add; " +
			"to store an entity in a component, define type Leader fast.Entity"
	}
	name := strings.ReplaceAll(t.String(), reflect.TypeFor[Entity]().String(), "fast.Entity")
	return spec.Errorf(spec.CodeInvalid, "%s cannot be the type of a component; %s", name, hint)
}

// typeOfOurs returns t if it is a type of package fast. If t is an unnamed pointer, slice, array or
// map, typeOfOurs returns a type of package fast that t contains. Otherwise it returns nil.
func typeOfOurs(t reflect.Type) reflect.Type {
	if t == reflect.TypeFor[Entity]() || t.PkgPath() == reflect.TypeFor[World]().PkgPath() {
		return t
	}
	if t.Name() != "" {
		return nil
	}
	switch t.Kind() { //nolint:exhaustive // channels, functions and structs of our types are allowed
	case reflect.Map:
		if ours := typeOfOurs(t.Key()); ours != nil {
			return ours
		}
		return typeOfOurs(t.Elem())
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return typeOfOurs(t.Elem())
	}
	return nil
}

func (c *componentCore) errNotAlive() *spec.Error {
	return spec.Errorf(spec.CodeNotAlive, "the component %v is not alive; call Register, which creates it again", c.goType)
}

// restored finds the component again after the storage of the world was replaced. The component may
// have another entity now. If it no longer exists, its reader finds nothing.
func (c *componentCore) restored() {
	w, index := c.w, Wildcard.Index()
	c.entity, c.typ = 0, c.register(w)
	for i, known := range w.core.Components { // at most one has the type
		if known.GoType == c.goType {
			index = i
			c.entity = w.core.Entity(i)
		}
	}
	w.typed.registered++
	c.id = store.Single(index)
	c.reader, c.isA = w.core.Store.Reader(index), w.core.Store.Relation(IsA.Index())
	c.holders.Store(nil)
	c.guard()
}

// guard sets whether cell reports each value whose address it returns, because the program may
// write the value. Reports are needed while changes are recorded, and if a query is sorted by the
// component.
func (c *componentCore) guard() {
	if core := &c.w.core; core.Store.Alive(c.entity) {
		core.Store.Guard(c.id.First(), core.UndoLog.Recording() || core.SortKeys.Has(c.id))
	}
}

// cell returns the address of the value that an entity owns or inherits, or nil.
func (c *componentCore) cell(e Entity) unsafe.Pointer {
	if p := c.reader.Cell(e); p != nil {
		if c.reader.Guarded() {
			c.w.core.Lend(e.Index(), c.id)
		}
		return p
	}
	return c.inherited(e)
}

// has reports whether an entity owns or inherits the component.
func (c *componentCore) has(e Entity) bool {
	has := c.reader.Has(e)
	if c.w.core.Instances {
		has = has || c.inherits(e)
	}
	return has
}

// inherits reports whether an entity that does not own the component inherits it.
func (c *componentCore) inherits(e Entity) bool {
	return c.w.core.Store.Alive(e) && c.inherited(e) != nil
}

// inherited returns the address of the value that an entity inherits, or nil. If the entity has one
// base, holderCache makes the cost independent of the number of bases above it.
func (c *componentCore) inherited(e Entity) unsafe.Pointer {
	w := c.w
	t, _, alive := w.core.Store.Record(e)
	if !alive {
		return nil
	}
	_, count, holder := c.isA.Of(t)
	switch count {
	case 0:
		return nil
	case 1:
		if w.core.TraitsOf(c.id.First())&rules.TraitInherited == 0 {
			return nil
		}
		if cell := c.reader.At(holder); cell != nil { // the nearest base has it
			return cell
		}
		holder = c.holder(holder)
	default:
		holder, _ = w.core.FromBases(t, c.id)
	}
	if holder == 0 {
		return nil
	}
	return c.reader.At(holder)
}

// holderCache maps the base of an entity to the holder: the entity from which the base inherits the
// value. The cache is valid until a base changes.
type holderCache struct {
	mu    sync.Mutex
	stamp atomic.Uint64
	slots [holderSlots]atomic.Uint64 // base in the high 32 bits, holder in the low ones
}

const holderSlots = 1024

// holder returns the entity from which a base inherits the component, or 0. The base does not own
// the component itself.
func (c *componentCore) holder(base uint32) uint32 {
	w := c.w
	cache := c.holders.Load()
	if cache == nil {
		c.holders.CompareAndSwap(nil, new(holderCache)) // another goroutine may have set it
		cache = c.holders.Load()
	}
	stamp := w.core.Epoch + w.core.TraitChanges + w.core.BaseLog.End() + 1
	if cache.stamp.Load() != stamp {
		cache.reset(stamp)
	}
	slot := &cache.slots[base*0x9E3779B1>>22] // the high bits; 22 is 32 - log2(holderSlots)
	if known := slot.Load(); uint32(known>>32) == base {
		return uint32(known)
	}
	found, _ := w.core.FromBases(w.core.Table(base), c.id)
	slot.Store(uint64(base)<<32 | uint64(found))
	return found
}

// reset clears the cache for a new state of the bases.
func (h *holderCache) reset(stamp uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.stamp.Load() == stamp {
		return
	}
	for i := range h.slots {
		h.slots[i].Store(0)
	}
	h.stamp.Store(stamp)
}
