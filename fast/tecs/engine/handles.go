package engine

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// handles maps the handles of the protocol to relationships, components and entities, and entities
// back to handles. Handles of dead entities stay in it, to distinguish them from unknown handles
// (entities.unknown-and-dead).
type handles struct {
	w     *tecs.World
	named map[spec.Handle]object
	of    map[Entity]spec.Handle
	// declared are the handles of the relationships and components.
	declared    []spec.Handle
	answersDead bool
}

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

func newHandles(w *tecs.World) handles {
	h := handles{w: w, of: map[Entity]spec.Handle{}, named: map[spec.Handle]object{}}
	h.declare(spec.Handle(w.ChildOf.Name()), object{relationship: w.ChildOf})
	return h
}

func (h *handles) declare(name spec.Handle, t object) {
	h.named[name] = t
	h.declared = append(h.declared, name)
}

func (h *handles) bind(name spec.Handle, e Entity) {
	h.named[name] = object{entity: e}
	h.of[e] = name
}

// free returns an error if a handle cannot be used for a new object (entities.identity).
func (h *handles) free(name spec.Handle) *spec.Error {
	if name == "" {
		return errMissing
	}
	if err := name.Check(); err != nil {
		return err
	}
	if _, taken := h.named[name]; taken || spec.RowOf(name) != nil {
		return spec.Errorf(spec.CodeExists, "the handle %q is or was in use", string(name))
	}
	return nil
}

// known returns the object of a handle, alive or dead. It returns an error for a wildcard.
func (h *handles) known(name spec.Handle) (object, *spec.Error) {
	if t, ok := h.named[name]; ok {
		return t, nil
	}
	return object{}, spec.Errorf(spec.CodeUnresolved, "nothing has the handle %q", string(name))
}

// subject returns the entity of a read or of a removal. In profiles that answer for dead entities,
// it may be dead.
func (h *handles) subject(name spec.Handle) (Entity, *spec.Error) {
	e, err := h.living(name)
	if err == errDead && h.answersDead {
		return h.named[name].entity, nil
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
	case !h.w.Alive(t.entity) && !h.w.IsStagedEntity(t.entity):
		return 0, errDead
	}
	return t.entity, nil
}

// alive returns an alive entity. A staged entity is not alive yet.
func (h *handles) alive(name spec.Handle) (Entity, *spec.Error) {
	e, err := h.living(name)
	if err == nil && !h.w.Alive(e) {
		err = errDead
	}
	return e, err
}

// related returns the relationship with a handle. If name is empty, it uses the handle missing.
func (h *handles) related(name, missing spec.Handle) (*tecs.Relationship, *spec.Error) {
	if name == "" {
		name = missing
	}
	if name.IsWildcard() {
		return nil, errWildcard
	}
	t, err := h.known(name)
	if err != nil {
		return nil, err
	}
	if t.relationship == nil {
		return nil, errKind
	}
	return t.relationship, nil
}

// list returns the handles of entities.
func (h *handles) list(entities []Entity) []spec.Handle {
	out := make([]spec.Handle, len(entities))
	for i, e := range entities {
		out[i] = h.of[e]
	}
	return out
}

// save copies the handles; restore brings them back, with those of relationships and components
// that were declared since.
func (h *handles) save() handles {
	out := *h
	out.named, out.of, out.declared = maps.Clone(h.named), maps.Clone(h.of), slices.Clone(h.declared)
	return out
}

func (h *handles) restore(saved handles) {
	now := *h
	*h = saved.save()
	for _, name := range now.declared {
		if !slices.Contains(h.declared, name) {
			h.declare(name, now.named[name])
		}
	}
}
