package rules

import "github.com/relspec/relspec/spec"

// IDKind says which ids an operation accepts.
type IDKind uint8

// The kinds of ids.
const (
	NoID        IDKind = iota
	Covering           // wildcards allowed; dead elements match nothing (entities.dead-element)
	Concrete           // no wildcard (ids.wildcard-refused); dead elements match nothing
	Exact              // no wildcard, no dead element
	ExactOrNone        // Exact, or no id at all
	Along              // no id; Check returns the followed relationship as First (hierarchy.walks)
)

// Arguments says which arguments an operation has, and whether it can be deferred.
type Arguments struct {
	Entity bool // an alive entity
	ID     IDKind
	Waits  bool // the operation is deferred while the world is deferred (deferral.waits)
}

// ArgumentsOf has the arguments of each operation about an entity or an id. The other operations
// read their arguments from the request, and cannot be deferred.
var ArgumentsOf = map[spec.OpKind]Arguments{
	spec.OpPath: {Entity: true}, spec.OpParent: {Entity: true}, spec.OpChildren: {Entity: true},
	spec.OpIDs: {Entity: true}, spec.OpGet: {Entity: true, ID: Covering},
	spec.OpHas: {Entity: true, ID: Covering}, spec.OpOwns: {Entity: true, ID: Covering},
	spec.OpTypeOf: {ID: Concrete}, spec.OpCount: {ID: Covering},

	spec.OpDepth: {Entity: true, ID: Along}, spec.OpWalkUp: {Entity: true, ID: Along},
	spec.OpTraverse: {Entity: true, ID: Along}, spec.OpTarget: {Entity: true, ID: Along},
	spec.OpTargets: {Entity: true, ID: Along}, spec.OpSources: {Entity: true, ID: Along},
	spec.OpOrdered: {Entity: true, ID: Along},

	spec.OpClear: {Entity: true, Waits: true}, spec.OpDelete: {Entity: true, Waits: true},
	spec.OpSetName: {Entity: true, Waits: true}, spec.OpEmit: {Entity: true, Waits: true},
	spec.OpAdd: {Entity: true, ID: Exact, Waits: true}, spec.OpRemove: {Entity: true, ID: Covering, Waits: true},
	spec.OpSet: {Entity: true, ID: Exact, Waits: true}, spec.OpModified: {Entity: true, ID: Exact, Waits: true},
	spec.OpOverride: {Entity: true, ID: Exact, Waits: true}, spec.OpReorder: {Entity: true, ID: Exact, Waits: true},
	spec.OpEnable:    {Entity: true, ID: ExactOrNone, Waits: true},
	spec.OpDisable:   {Entity: true, ID: ExactOrNone, Waits: true},
	spec.OpRemoveAll: {ID: Covering, Waits: true}, spec.OpDeleteWith: {ID: Covering, Waits: true},
}

// Check resolves the arguments of an operation. It checks in this order: missing arguments, the
// entity, the id, then the relationship, the name, the neighbour or the event (errors.order). If an
// operation is deferred, its arguments are checked when it is requested, not when it is applied
// (deferral.checks).
func (w *World) Check(op spec.Operation) (e Entity, i ID, err *spec.Error) {
	a := ArgumentsOf[op.Op]
	needsID := a.ID != NoID && a.ID != Along && (a.ID != ExactOrNone || !op.ID.IsZero())
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
	switch {
	case err != nil:
	case a.ID == Along:
		i.First, err = w.followed(op)
	case op.Op == spec.OpSetName:
		err = w.CheckName(*op.Name)
	case op.Op == spec.OpReorder:
		_, err = w.Neighbour(op)
	case op.Op == spec.OpEmit:
		_, err = w.Emission(op)
	}
	return e, i, err
}

// Emission has the arguments of emit except the entity: a custom event, its ids, and the
// relationship along which it spreads, if any (observers.emit).
type Emission struct {
	Event spec.EventKind
	IDs   []ID // one zero ID if the event has no id
	Along Entity
}

// Emission resolves the arguments of emit in this order: the event, the ids, the relationship.
func (w *World) Emission(op spec.Operation) (m Emission, err *spec.Error) {
	m.Event = spec.EventKind(op.Event)
	if op.Event == "" || m.Event.IsChange() {
		return m, spec.Errorf(spec.CodeInvalid, "the event %q is not an entity", string(op.Event))
	}
	if _, err = w.Find(op.Event); err == nil {
		m.IDs, err = w.exactIDs(op.IDs)
	}
	if err == nil {
		m.Along, err = w.Optional(op.Relationship)
	}
	if err == nil && m.Along != None && !w.IsTraversable(m.Along) {
		err = spec.Errorf(spec.CodeNotTraversable, "%s is neither Traversable nor Transitive", op.Relationship)
	}
	if len(m.IDs) == 0 {
		m.IDs = []ID{{}}
	}
	return m, err
}

// exactIDs resolves ids. A wildcard or a deleted entity in an id is an error.
func (w *World) exactIDs(given []spec.ID) (ids []ID, err *spec.Error) {
	for _, g := range given {
		i, err := w.Argument(g, Exact)
		if err != nil {
			return nil, err
		}
		ids = append(ids, i)
	}
	return ids, nil
}

// Find returns the alive entity with a handle. The error is invalid for a wildcard
// (ids.wildcard-refused), unresolved for an unknown handle, and not_alive for a deleted entity
// (entities.unknown-and-dead).
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

// Relationship returns the relationship that a read names. The relationship may be dead
// (entities.dead-element).
func (w *World) Relationship(h spec.Handle) (Entity, *spec.Error) {
	i, err := w.Argument(spec.Single(h), Covering)
	if err == nil && i.HasWildcard() {
		err = spec.Errorf(spec.CodeInvalid, "the relationship is a wildcard; name an entity")
	}
	return i.First, err
}

// Argument resolves an id. kind says which ids are allowed. If an element does not exist, the error
// is unresolved, even if the id has other faults.
func (w *World) Argument(given spec.ID, kind IDKind) (ID, *spec.Error) {
	if given.First == "" {
		return ID{}, spec.Errorf(spec.CodeInvalid, "the id is missing")
	}
	for n, h := range []spec.Handle{given.First, given.Second} {
		if _, is, err := w.Target(h); is && n == 1 {
			if err != nil {
				return ID{}, err
			}
			continue
		}
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

// CheckNew resolves the arguments of a new entity or component. It checks in this order: arguments
// that this operation does not accept, the handle, the parent, the ids, the members (errors.order).
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
	if parent, err = w.Optional(op.Parent); err == nil {
		ids, err = w.exactIDs(op.IDs)
	}
	if err == nil {
		err = spec.CheckMembers(op.Members)
	}
	return parent, ids, err
}

// Neighbour returns the source next to which reorder moves another source (ordered.reorder).
func (w *World) Neighbour(op spec.Operation) (Entity, *spec.Error) {
	if op.Neighbour() == "" {
		return None, spec.Errorf(spec.CodeInvalid, "reorder needs before or after, and not both")
	}
	return w.Find(op.Neighbour())
}

// followed returns the relationship that an operation follows. If none is given, depth, walk_up and
// traverse follow ChildOf (REL-027 to REL-031, REL-074, hierarchy.walks).
func (w *World) followed(op spec.Operation) (Entity, *spec.Error) {
	name := op.Relationship
	if name == "" && (op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse) {
		name = spec.ChildOf
	}
	return w.Relationship(name)
}
