package change

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Set sets a value, or queues it while changes are deferred.
func Set[T Queued](w *World, e Entity, id store.ID, value T) *spec.Error {
	if err := w.CheckHooks(false); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		enqueue(w, Change{Kind: ChangeSet, Entity: e, ID: w.ElementsOf(id)}, value)
		return nil
	}
	return w.Operate(func() *spec.Error { return value.Apply(w, e, id) })
}

// SetHooked sets a value of type T. It also works while hooks are set, and if adding the id has
// consequences.
func SetHooked[T any](w *World, e Entity, id store.ID, value T) *spec.Error {
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if w.Hooks.Load()&(rules.HookDeferred|rules.HookObserved|rules.HookOver) == 0 {
		if p := store.Value[T](w.Store, e, id); p != nil { // without observers this needs no operation
			w.Writing(e.Index(), id)
			*p = value
			w.Wrote(e, id)
			return nil
		}
	}
	return Set(w, e, id, typedValue[T]{value})
}

// typedValue is a value of a Go type.
type typedValue[T any] struct{ value T }

func (v typedValue[T]) Apply(w *World, e Entity, id store.ID) *spec.Error {
	p := store.Value[T](w.Store, e, id)
	if p == nil { // the entity does not own the id
		if err := w.CheckType(id, reflect.TypeFor[T]()); err != nil {
			return err
		}
		return w.Write(e, id, func(cell unsafe.Pointer, _ *rules.Component) { *(*T)(cell) = v.value })
	}
	w.Writing(e.Index(), id)
	*p = v.value
	w.Wrote(e, id)
	return nil
}

// SetAny sets an owned value of an entity. value must have the Go type of the id's values. If the
// component of these values has members, value must be a spec.Value or nil.
func (w *World) SetAny(e Entity, id store.ID, value any) *spec.Error {
	by := w.TypedBy(id)
	if by == 0 {
		return w.ErrNoType(id)
	}
	c := w.Components[by]
	if len(c.Members) > 0 {
		members, ok := value.(spec.Value)
		if !ok && value != nil {
			return spec.Errorf(spec.CodeInvalid, "the component has members; pass a spec.Value, not %T",
				value)
		}
		v, err := w.declaredValue(c, members)
		if err != nil {
			return err
		}
		return Set(w, e, id, &v)
	}
	if want := w.Store.GoType(c.Typ); reflect.TypeOf(value) != want {
		return spec.Errorf(spec.CodeInvalid, "values of the id are of type %v, not %T", want, value)
	}
	return Set(w, e, id, goValue{reflect.ValueOf(value)})
}

// declaredValue is a value with resolved entity references.
type declaredValue struct {
	value spec.Value
	refs  map[string]rules.HandleRef
}

// declaredValue sorts a value in the order of the members, and resolves its entities.
func (w *World) declaredValue(c *rules.Component, value spec.Value) (v declaredValue, err *spec.Error) {
	v.refs = map[string]rules.HandleRef{"": 0}
	v.value = make(spec.Value, len(c.Members))
	for i, m := range c.Members {
		v.value[i] = spec.NamedScalar{Name: m.Name, Scalar: spec.Scalar{Type: m.Type}}
	}
	for _, given := range value {
		at := c.MemberAt(given.Name)
		if at < 0 || c.Members[at].Type != given.Type {
			return v, spec.Errorf(spec.CodeInvalid, "the component has no member %q of type %s", given.Name, given.Type)
		}
		v.value[at] = given
		if given.Type == spec.Entity && given.Text != "" {
			e, err := w.Named(spec.Handle(given.Text))
			if err != nil {
				return v, err
			}
			v.refs[given.Text] = rules.HandleRef(e)
		}
	}
	return v, nil
}

func (v *declaredValue) Apply(w *World, e Entity, id store.ID) *spec.Error {
	return w.Write(e, id, func(cell unsafe.Pointer, c *rules.Component) {
		c.Write(cell, v.value, func(name string) rules.HandleRef { return v.refs[name] })
	})
}

// Write adds an id with a type to an alive entity if needed, with all consequences, and calls write
// with the cell of its value. If a consequence has removed the id again, it does not call write
// (data.set-replaced).
func (w *World) Write(e Entity, id store.ID, write func(cell unsafe.Pointer, c *rules.Component)) *spec.Error {
	cell, c, err := w.OwnCell(e, id)
	if err != nil || cell == nil {
		return err
	}
	w.Writing(e.Index(), id)
	write(cell, c)
	w.Wrote(e, id)
	return nil
}

// goValue is like typedValue, for a Go type that is known only at run time.
type goValue struct{ value reflect.Value }

func (v goValue) Apply(w *World, e Entity, id store.ID) *spec.Error {
	if err := w.CheckType(id, v.value.Type()); err != nil {
		return err // the type of the id has changed since the value was queued
	}
	return w.Write(e, id, func(cell unsafe.Pointer, _ *rules.Component) {
		reflect.NewAt(v.value.Type(), cell).Elem().Set(v.value)
	})
}
