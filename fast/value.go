package fast

import (
	"strconv"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Value is the value that an entity owns or inherits for an id that a component with members types (see
// [World.DeclareComponent]), one scalar per member; nil if it does not have the id. A member that refers to an entity has
// the text "#" and the entity's index, "" for none and for a dead one. Errors have the code not_alive, or invalid for a
// wildcard and for an id whose values are of a Go type or that has none.
func (w *World) Value(e Entity, id ID) (spec.Value, error) {
	value, err := w.valueOf(e, id)
	return value, asError(err)
}

func (w *World) valueOf(e Entity, id ID) (spec.Value, *spec.Error) {
	if err := w.checkAlive(e); err != nil {
		return nil, err
	}
	if id.hasWildcard() {
		return nil, errWildcard
	}
	sid, ok := w.patternID(id)
	if !ok {
		return nil, nil
	}
	cell, c, err := w.cellOf(e, sid)
	if err == nil {
		err = c.checkDeclared()
	}
	if err != nil || cell == nil {
		return nil, err
	}
	return c.read(cell, w.textOf), nil
}

// SetValue gives an entity a value of its own for an id that a component with members types, adding the id if the entity
// does not own it. The scalars have the names and types of members; those of members that are left out are zero. An entity
// is given by name or path, or by "#" and its index. Errors are those of [World.Add], unresolved for an entity that does not
// exist, and invalid for an id without such a type and for a value that does not fit it.
func (w *World) SetValue(e Entity, id ID, value spec.Value) error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	sid, err := w.exactID(id)
	if err == nil {
		err = w.setDeclared(e, sid, value)
	}
	return asError(err)
}

// declaredValue is a value whose entities are known.
type declaredValue struct {
	value spec.Value
	refs  map[string]handleRef
}

func (w *World) setDeclared(e Entity, id store.ID, value spec.Value) *spec.Error {
	v, err := w.declaredValue(id, value)
	if err != nil {
		return err
	}
	if err := w.checkHooks(false); err != nil {
		return err
	}
	if w.deferral.depth > 0 {
		q := &w.deferral.queue
		kept := keptList(q, func() *declaredValues { return new(declaredValues) })
		kept.list = append(kept.list, v)
		q.set(w, e, id, kept, len(kept.list)-1)
		return nil
	}
	return w.operate(func() *spec.Error { return v.set(w, e, id) })
}

// declaredValue puts a value in the order of the members, and finds its entities.
func (w *World) declaredValue(id store.ID, value spec.Value) (v declaredValue, err *spec.Error) {
	by := w.typedBy(id)
	if by == 0 {
		return v, errNoType
	}
	c := w.components[by]
	if err := c.checkDeclared(); err != nil {
		return v, err
	}
	v.refs = map[string]handleRef{"": 0}
	v.value = make(spec.Value, len(c.members))
	for i, m := range c.members {
		v.value[i] = spec.NamedScalar{Name: m.Name, Scalar: spec.Scalar{Type: m.Type}}
	}
	for _, given := range value {
		at := c.memberAt(given.Name)
		if at < 0 || c.members[at].Type != given.Type {
			return v, spec.Errorf(spec.CodeInvalid, "the component has no member %q of type %s", given.Name, given.Type)
		}
		v.value[at] = given
		if given.Type == spec.Entity && given.Text != "" {
			e, err := w.named(spec.Handle(given.Text))
			if err != nil {
				return v, err
			}
			v.refs[given.Text] = handleRef(e)
		}
	}
	return v, nil
}

func (v *declaredValue) set(w *World, e Entity, id store.ID) *spec.Error {
	cell, c, err := w.ownCell(e, id)
	if err != nil {
		return err
	}
	c.write(cell, v.value, func(name string) handleRef { return v.refs[name] })
	w.wrote(e, id)
	return nil
}

// declaredValues are those that wait.
type declaredValues struct{ list []declaredValue }

func (v *declaredValues) set(w *World, e Entity, id store.ID, at int32) *spec.Error {
	return v.list[at].set(w, e, id)
}

func (v *declaredValues) empty() {
	clear(v.list)
	v.list = v.list[:0]
}

// checkDeclared refuses a component whose values are of a Go type.
func (c *component) checkDeclared() *spec.Error {
	if len(c.members) == 0 {
		return spec.Errorf(spec.CodeInvalid, "values of the id are of a Go type; use GetID and SetID")
	}
	return nil
}

// memberAt is the place of the member of a name, -1 if there is none.
func (c *component) memberAt(name string) int {
	for i := range c.members {
		if c.members[i].Name == name {
			return i
		}
	}
	return -1
}

// textOf is how a value names an entity.
func (w *World) textOf(r handleRef) string {
	e := w.entityOf(r)
	if !w.st.Alive(e) {
		return ""
	}
	return "#" + strconv.FormatUint(uint64(e.Index()), 10)
}
