package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// declaredValue is a value whose entities are known.
type declaredValue struct {
	value spec.Value
	refs  map[string]rules.HandleRef
}

// SetDeclared gives an entity a value of its own for an id that a component with members types.
func (w *World) SetDeclared(e Entity, id store.ID, value spec.Value) *spec.Error {
	v, err := w.declaredValue(id, value)
	if err != nil {
		return err
	}
	if err := w.CheckHooks(false); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		q := &w.Deferral.Queue
		saved := QueuedList(q, func() *declaredValues { return new(declaredValues) })
		saved.list = append(saved.list, v)
		q.Set(w, e, id, saved, len(saved.list)-1)
		return nil
	}
	return w.Operate(func() *spec.Error { return v.set(w, e, id) })
}

// declaredValue puts a value in the order of the members, and finds its entities.
func (w *World) declaredValue(id store.ID, value spec.Value) (v declaredValue, err *spec.Error) {
	by := w.TypedBy(id)
	if by == 0 {
		return v, rules.ErrNoType
	}
	c := w.Components[by]
	if err := c.CheckDeclared(); err != nil {
		return v, err
	}
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

func (v *declaredValue) set(w *World, e Entity, id store.ID) *spec.Error {
	cell, c, err := w.OwnCell(e, id)
	if err != nil {
		return err
	}
	c.Write(cell, v.value, func(name string) rules.HandleRef { return v.refs[name] })
	w.Wrote(e, id)
	return nil
}

// declaredValues are those that wait.
type declaredValues struct{ list []declaredValue }

func (v *declaredValues) Set(w *World, e Entity, id store.ID, at int32) *spec.Error {
	return v.list[at].set(w, e, id)
}

func (v *declaredValues) Empty() {
	clear(v.list)
	v.list = v.list[:0]
}
