package rules

import "github.com/relspec/relspec/spec"

// IDKind is the form that the id of an operation may have.
type IDKind uint8

// The forms of ids.
const (
	NoID        IDKind = iota
	Covering           // wildcards allowed; dead elements match nothing (entities.dead-element)
	Concrete           // no wildcard (ids.wildcard-refused); dead elements match nothing
	Exact              // no wildcard, nothing dead
	ExactOrNone        // the same, or no id at all
)

// Arguments says which arguments an operation has, and when it happens.
type Arguments struct {
	Entity bool // an entity that is alive
	ID     IDKind
	Waits  bool // until a deferral is over (deferral.waits)
}

// Check finds the arguments of an operation. It refuses first a missing one, then the entity, then
// the id, then the name (errors.order).
func (w *World) Check(a Arguments, op spec.Operation) (e Entity, i ID, err *spec.Error) {
	needsID := a.ID != NoID && (a.ID != ExactOrNone || !op.ID.IsZero())
	switch {
	case a.Entity && op.Entity == "":
		return None, ID{}, spec.Errorf(spec.CodeInvalid, "the entity is missing")
	case needsID && op.ID.First == "":
		return None, ID{}, spec.Errorf(spec.CodeInvalid, "the id is missing")
	case op.Op == spec.OpSetName && op.Name == nil:
		return None, ID{}, spec.Errorf(spec.CodeInvalid, "set_name needs a name")
	}
	if a.Entity {
		e, err = w.Find(op.Entity)
	}
	if err == nil && needsID {
		i, err = w.Argument(op.ID, a.ID)
	}
	if err == nil && op.Op == spec.OpSetName {
		err = w.CheckName(*op.Name)
	}
	return e, i, err
}

// Find is the alive entity of a handle. A wildcard is refused (ids.wildcard-refused). A handle that
// was never used is unresolved; the handle of a deleted entity is not alive.
func (w *World) Find(h spec.Handle) (Entity, *spec.Error) {
	e, ok := w.Handles[h]
	switch {
	case h.IsWildcard():
		return None, spec.Errorf(spec.CodeInvalid, "%s is a wildcard where an entity is needed", h)
	case !ok:
		return None, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
	case !w.Alive(e):
		return None, spec.Errorf(spec.CodeNotAlive, "%s was deleted", h)
	}
	return e, nil
}

// Optional is Find for an argument that may be absent, such as the parent of a new entity.
func (w *World) Optional(h spec.Handle) (Entity, *spec.Error) {
	if h == "" {
		return None, nil
	}
	return w.Find(h)
}

// Relationship is the entity of a handle as an element of an id in a question, where it may be dead
// (entities.dead-element).
func (w *World) Relationship(h spec.Handle) (Entity, *spec.Error) {
	i, err := w.Argument(spec.Single(h), Covering)
	if err == nil && i.HasWildcard() {
		err = spec.Errorf(spec.CodeInvalid, "the relationship is a wildcard; name an entity")
	}
	return i.First, err
}

// Argument is an id of a form. An element that does not exist is unresolved, whatever else is wrong
// with the id.
func (w *World) Argument(given spec.ID, kind IDKind) (ID, *spec.Error) {
	if given.First == "" {
		return ID{}, spec.Errorf(spec.CodeInvalid, "the id is missing")
	}
	for _, h := range []spec.Handle{given.First, given.Second} {
		if _, ok := w.Handles[h]; !ok && h != "" && !h.IsWildcard() {
			return ID{}, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
		}
	}
	i := w.IDOf(given)
	switch {
	case kind != Covering && i.HasWildcard():
		return ID{}, spec.Errorf(spec.CodeInvalid, "%s has a wildcard where an id is needed", given)
	case kind >= Exact && w.MentionsDead(i):
		return ID{}, spec.Errorf(spec.CodeNotAlive, "%s mentions a deleted entity", given)
	}
	return i, nil
}

// CheckNew finds the arguments of a new entity or component. It checks in this order: arguments
// that the operation does not take, the handle, the parent, the ids, the members (errors.order).
func (w *World) CheckNew(op spec.Operation) (parent Entity, ids []ID, err *spec.Error) {
	switch {
	case op.Op == spec.OpEntity && len(op.Members) > 0:
		return None, nil, spec.Errorf(spec.CodeInvalid, "entity takes no members; use component")
	case op.Op == spec.OpComponent && len(op.IDs) > 0:
		err = spec.Errorf(spec.CodeInvalid, "component takes no ids; add them to the component afterwards")
		return None, nil, err
	}
	if err := op.Entity.Check(); err != nil {
		return None, nil, err
	}
	if _, ok := w.Handles[op.Entity]; ok || spec.IsReserved(op.Entity) {
		return None, nil, spec.Errorf(spec.CodeExists, "the handle %s is taken", op.Entity)
	}
	parent, err = w.Optional(op.Parent)
	for _, given := range op.IDs {
		if err == nil {
			var i ID
			i, err = w.Argument(given, Exact)
			ids = append(ids, i)
		}
	}
	if err == nil {
		err = spec.CheckMembers(op.Members)
	}
	return parent, ids, err
}

// Followed is the relationship that an operation follows; depth, walk_up and traverse follow
// ChildOf if none is given (REL-027 to REL-031, REL-074, hierarchy.walks).
func (w *World) Followed(op spec.Operation) (Entity, *spec.Error) {
	name := op.Relationship
	if name == "" && (op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse) {
		name = spec.ChildOf
	}
	return w.Relationship(name)
}
