package engine

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// handles maps handles to entities and back. Every handle that was ever mentioned has a number,
// even if no entity has it; values store that number. Handles of deleted entities are kept, to
// distinguish them from unknown handles (entities.unknown-and-dead).
type handles struct {
	w       *change.World
	numbers map[spec.Handle]uint32
	list    []knownHandle // by number; number 0 is unused
	current []uint32      // by index: the number of the alive entity's handle
}

type knownHandle struct {
	handle spec.Handle
	entity Entity // zero if no entity has had it
}

func newHandles(w *change.World) handles {
	h := handles{w: w, numbers: make(map[spec.Handle]uint32, 64), list: make([]knownHandle, 1, 64)}
	for index := range uint32(rules.Reserved) {
		if handle := rules.BuiltinHandles[index]; handle != "" && w.CreationOf(index) != 0 {
			h.bind(handle, w.Entity(index))
		}
	}
	return h
}

// number returns the number of a handle and assigns one if needed; 0 for "".
func (h *handles) number(handle spec.Handle) uint32 {
	if handle == "" {
		return 0
	}
	n, ok := h.numbers[handle]
	if !ok {
		n = uint32(len(h.list))
		h.numbers[handle] = n
		h.list = append(h.list, knownHandle{handle: handle})
	}
	return n
}

// bind gives a handle to a new entity.
func (h *handles) bind(handle spec.Handle, e Entity) {
	n := h.number(handle)
	h.list[n].entity = e
	for int(e.Index()) >= len(h.current) {
		h.current = append(h.current, make([]uint32, 64)...)
	}
	h.current[e.Index()] = n
}

// unbind takes the handle from an entity whose creation failed.
func (h *handles) unbind(handle spec.Handle) { h.list[h.number(handle)].entity = 0 }

// of returns the handle of an alive entity or a number, by index.
func (h *handles) of(index uint32) spec.Handle {
	if n, is := h.w.NumberAt(index); is {
		return spec.NumberTarget(n)
	}
	return h.list[h.current[index]].handle
}

// name returns the handle of an entity, or "" for none.
func (h *handles) name(e Entity) spec.Handle {
	switch e {
	case 0:
		return ""
	case rules.Wildcard:
		return spec.Wildcard
	case rules.Any:
		return spec.Any
	}
	return h.of(e.Index())
}

// known returns the entity of a handle, dead or alive. If there never was one, it returns
// unresolved.
func (h *handles) known(handle spec.Handle) (Entity, *spec.Error) {
	switch handle {
	case spec.Wildcard:
		return rules.Wildcard, nil
	case spec.Any:
		return rules.Any, nil
	}
	if n, ok := h.numbers[handle]; ok && h.list[n].entity != 0 {
		return h.list[n].entity, nil
	}
	return 0, spec.Errorf(spec.CodeUnresolved, "there is no entity with the handle %q", string(handle))
}

// living returns the alive entity of a handle. It returns not_alive if the entity is dead, and
// other errors for wildcards and for unknown or missing handles.
func (h *handles) living(handle spec.Handle) (Entity, *spec.Error) {
	if handle == "" {
		return 0, rules.ErrMissing
	}
	e, err := h.known(handle)
	switch {
	case err != nil:
		return 0, err
	case rules.IsPattern(e):
		return 0, rules.ErrWildcard
	case !h.w.Store.Alive(e):
		return 0, rules.ErrDead
	}
	return e, nil
}

// optional is like living but returns no entity for "".
func (h *handles) optional(handle spec.Handle) (Entity, *spec.Error) {
	if handle == "" {
		return 0, nil
	}
	return h.living(handle)
}

// id resolves an id. Its elements may be dead or wildcards.
func (h *handles) id(id spec.ID) (rules.Elements, *spec.Error) {
	if id.IsZero() {
		return rules.Elements{}, rules.ErrNoID
	}
	first, err := h.known(id.First)
	if err != nil || !id.IsPair() {
		return rules.Elements{First: first}, err
	}
	second, err := h.target(id.Second)
	return rules.Elements{First: first, Second: second}, err
}

// target is like known, but accepts numbers (pairs.numbers).
func (h *handles) target(handle spec.Handle) (Entity, *spec.Error) {
	if !h.w.Profile.NumberTargets || !handle.IsNumber() {
		return h.known(handle)
	}
	n, err := handle.Number()
	if err != nil {
		return 0, err
	}
	return h.w.Number(n), nil
}

// ref returns the number that values store for a handle.
func (h *handles) ref(handle string) rules.HandleRef {
	return rules.HandleRef(h.number(spec.Handle(handle)))
}

// text returns the handle for a number that a value stores.
func (h *handles) text(r rules.HandleRef) string { return string(h.list[r].handle) }
