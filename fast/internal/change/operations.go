package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Add adds an id without wildcards to an entity. The elements of the id must be alive.
func (w *World) Add(e Entity, id store.ID) *spec.Error {
	if w.AddPlain(e, id) {
		return nil
	}
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if !w.Hooked() {
		return w.AddNow(e, id)
	}
	return w.Pass(Change{Kind: ChangeAdd, Entity: e, ID: w.ElementsOf(id)})
}

// Delete deletes an entity and applies the cleanup policies.
func (w *World) Delete(e Entity) *spec.Error {
	if w.unobservedEnd(e) {
		return w.DeleteNow(e)
	}
	return w.Pass(Change{Kind: ChangeDelete, Entity: e})
}

// Modified notifies observers that the value of an owned id was written.
func (w *World) Modified(e Entity, id store.ID) *spec.Error {
	if w.Hooked() {
		return w.Pass(Change{Kind: ChangeModified, Entity: e, ID: w.ElementsOf(id)})
	}
	return w.modifiedNow(e, id)
}

func (w *World) modifiedNow(e Entity, id store.ID) *spec.Error {
	t, _, _ := w.Store.Record(e)
	if !w.OwnsID(t, e.Index(), id) {
		return spec.Errorf(spec.CodeInvalid, "the entity does not own the id whose value was written; set the value first")
	}
	w.Wrote(e, id)
	return nil
}

// Create creates an entity as b describes. If it fails, nothing is created.
func (w *World) Create(b rules.Birth) (Entity, *spec.Error) { return w.DeclareAs(b, rules.NoComponent) }

// Declare creates a component with members.
func (w *World) Declare(b rules.Birth, members []spec.Member) (Entity, *spec.Error) {
	if err := spec.CheckMembers(members); err != nil {
		return 0, err
	}
	return w.DeclareAs(b, func(e Entity) { w.MakeComponent(e, members) })
}

// DeclareAs creates an entity. Before the entity gets ids, makeComponent makes it a component.
func (w *World) DeclareAs(b rules.Birth, makeComponent func(Entity)) (Entity, *spec.Error) {
	if w.Hooked() {
		return w.passBirth(&b, makeComponent)
	}
	return w.CreateNow(&b, makeComponent)
}

// SetEnabled removes the tag Disabled from an entity if on is true, and adds it otherwise.
func (w *World) SetEnabled(e Entity, on bool) *spec.Error {
	if on {
		return w.Pass(Change{Kind: ChangeEnable, Entity: e})
	}
	return w.Pass(Change{Kind: ChangeDisable, Entity: e})
}

// SetName names an entity; "" removes its name.
func (w *World) SetName(e Entity, name string) *spec.Error {
	return w.Pass(Change{Kind: ChangeName, Entity: e, name: name})
}

// Override marks an id without wildcards on a base: each later instance gets a copy of the id. The
// base and the elements of the id must be alive.
func (w *World) Override(base Entity, id store.ID) *spec.Error {
	return w.Pass(Change{Kind: ChangeOverride, Entity: base, ID: w.ElementsOf(id)})
}

// Reorder moves e directly before or after neighbour. Both are sources of the pair id, whose
// elements must be alive.
func (w *World) Reorder(e Entity, id store.ID, neighbour Entity, after bool) *spec.Error {
	c := Change{Kind: ChangeBefore, Entity: e, ID: w.ElementsOf(id), other: neighbour}
	if after {
		c.Kind = ChangeAfter
	}
	return w.Pass(c)
}

// Remove removes an id from an entity. In a pair, the target may be a wildcard, but not the
// relationship.
func (w *World) Remove(e Entity, id store.ID) *spec.Error {
	if w.RemovePlain(e, id) {
		return nil
	}
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if !w.Hooked() {
		return w.RemoveNow(e, id)
	}
	return w.Pass(Change{Kind: ChangeRemove, Entity: e, ID: w.ElementsOf(id)})
}

// Clear removes all ids and the name of an entity.
func (w *World) Clear(e Entity) *spec.Error {
	return w.Pass(Change{Kind: ChangeClear, Entity: e})
}

// Toggle enables or disables an id that an entity owns (toggle.hides).
func (w *World) Toggle(e Entity, id rules.Elements, on bool) *spec.Error {
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	sid, err := w.Exact(id)
	switch {
	case err != nil:
	case !w.Hooked():
		err = w.SwitchNow(e, sid, on)
	case on:
		err = w.Pass(Change{Kind: ChangeEnableID, Entity: e, ID: id})
	default:
		err = w.Pass(Change{Kind: ChangeDisableID, Entity: e, ID: id})
	}
	return err
}

// Wrote tells observers, change detection and sorted queries that the value of an owned id was
// written.
func (w *World) Wrote(e Entity, id store.ID) {
	if w.Listener != nil {
		w.Listener.Wrote(e.Index(), id)
	}
	w.Watch.Written(w, e, id)
	if w.Attention&rules.AttendKeys != 0 {
		w.SortKeys.Wrote(e.Index(), id)
	}
}
