package engine

import (
	"maps"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// handles maps the handles of the protocol to relationships, components and entities, and entities
// back to handles. Handles of dead entities stay in it, to distinguish them from unknown handles
// (entities.unknown-and-dead).
type handles struct {
	w           *tecs.World
	declared    map[spec.Handle]object // relationships and components
	names                              // of entities
	answersDead bool                   // reads and removals may name a dead entity
}

// names are the handles of entities. A restore replaces them by the handles of the snapshot.
type names struct {
	entities map[spec.Handle]Entity
	of       map[Entity]spec.Handle
}

func (n names) clone() names { return names{maps.Clone(n.entities), maps.Clone(n.of)} }

// object is a relationship, a component or an entity.
type object struct {
	relationship *tecs.Relationship
	component    *component
	entity       Entity
}

// isEntity reports whether the object is an entity, alive or dead.
func (t object) isEntity() bool { return t.relationship == nil && t.component == nil }

// component is a component that was declared.
type component struct {
	members []spec.Member
	record  tecs.Record[spec.Value] // if it has members
	tag     *tecs.Tag
}

func newHandles(w *tecs.World, answersDead bool) handles {
	return handles{
		w: w, declared: map[spec.Handle]object{spec.ChildOf: {relationship: w.ChildOf}},
		names: names{map[spec.Handle]Entity{}, map[Entity]spec.Handle{}}, answersDead: answersDead,
	}
}

func (h *handles) bind(name spec.Handle, e Entity) { h.entities[name], h.of[e] = e, name }

// checkFree returns an error if a handle cannot be used for a new object (entities.identity).
func (h *handles) checkFree(name spec.Handle) *spec.Error {
	if name == "" {
		return errMissing
	}
	if err := name.Check(); err != nil {
		return err
	}
	if _, err := h.known(name); err == nil || spec.IsReserved(name) {
		return spec.Errorf(spec.CodeExists, "the handle %q is or was in use", string(name))
	}
	return nil
}

// known returns the object of a handle, alive or dead.
func (h *handles) known(name spec.Handle) (object, *spec.Error) {
	if t, ok := h.declared[name]; ok {
		return t, nil
	}
	if e, ok := h.entities[name]; ok {
		return object{entity: e}, nil
	}
	return object{}, spec.Errorf(spec.CodeUnresolved, "nothing has the handle %q", string(name))
}

// subject returns the entity of a read or of a removal. In profiles that answer for dead entities,
// it may be dead.
func (h *handles) subject(name spec.Handle) (Entity, *spec.Error) {
	e, err := h.living(name)
	if err == errDead && h.answersDead {
		return h.entities[name], nil
	}
	return e, err
}

// living returns an alive entity, or one that is staged.
func (h *handles) living(name spec.Handle) (Entity, *spec.Error) {
	switch {
	case name == "":
		return 0, errMissing
	case name.IsWildcard():
		return 0, errWildcard
	}
	t, err := h.known(name)
	switch {
	case err != nil:
		return 0, err
	case !t.isEntity():
		return 0, errNoEntity
	case h.isDead(t.entity):
		return 0, errDead
	}
	return t.entity, nil
}

// isDead reports whether an entity is neither alive nor staged.
func (h *handles) isDead(e Entity) bool { return !h.w.Alive(e) && !h.w.IsStagedEntity(e) }

// alive returns an alive entity. A staged entity is not alive yet.
func (h *handles) alive(name spec.Handle) (Entity, *spec.Error) {
	e, err := h.living(name)
	if err == nil && !h.w.Alive(e) {
		err = errDead
	}
	return e, err
}

// related returns the relationship with a handle.
func (h *handles) related(name spec.Handle) (*tecs.Relationship, *spec.Error) {
	if name.IsWildcard() {
		return nil, errWildcard
	}
	t, err := h.known(name)
	if err == nil && t.relationship == nil {
		err = errKind
	}
	return t.relationship, err
}

// list returns the handles of entities.
func (h *handles) list(entities []Entity) []spec.Handle {
	out := make([]spec.Handle, len(entities))
	for i, e := range entities {
		out[i] = h.of[e]
	}
	return out
}
