package engine

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/spec"
)

// handles map the requester's names to the things that they name, and entities back. Those of dead
// entities stay known, so that they are told from names that never were
// (entities.unknown-and-dead).
type handles struct {
	w     *tecs.World
	named map[spec.Handle]object
	of    map[Entity]spec.Handle
	// declared are the handles of the relationships and components.
	declared    []spec.Handle
	answersDead bool
}

// object has a handle: a relationship, a component or an entity.
type object struct {
	relationship *tecs.Relationship
	component    *component
	entity       Entity
}

// isEntity tells an entity, alive or dead, from a relationship or component.
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

// free refuses a handle that cannot be given to something new (entities.identity).
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

// known returns the thing that a handle names, alive or dead; a wildcard is none.
func (h *handles) known(name spec.Handle) (object, *spec.Error) {
	if t, ok := h.named[name]; ok {
		return t, nil
	}
	return object{}, spec.Errorf(spec.CodeUnresolved, "nothing has the handle %q", string(name))
}

// subject returns an entity that something is asked about, or that is to lose something: it may be
// dead where the profile answers for the dead.
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

// alive returns an entity that is alive already.
func (h *handles) alive(name spec.Handle) (Entity, *spec.Error) {
	e, err := h.living(name)
	if err == nil && !h.w.Alive(e) {
		err = errDead
	}
	return e, err
}

// related returns a relationship, and missing stands for the one that is not given.
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

// list names entities.
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
