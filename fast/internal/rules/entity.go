package rules

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Birth describes a new entity. The entity gets its parent first, then its ids in order, then its
// name (entities.create).
type Birth struct {
	Name     string
	Parent   Entity // the current scope if zero
	Unscoped bool   // ignore the scope (REL-113)
	IDs      []Elements
}

// NoComponent is the makeComponent of [World.CreateNow] for entities that are not components.
func NoComponent(Entity) {}

// CreateNow creates an entity. makeComponent makes it a component, if it should be one.
func (w *World) CreateNow(b *Birth, makeComponent func(Entity)) (Entity, *spec.Error) {
	mark := w.Begin()
	e := w.RawCreate()
	makeComponent(e)
	if err := w.End(mark, w.equip(e, b)); err != nil {
		return 0, err
	}
	return e, nil
}

func (w *World) equip(e Entity, b *Birth) *spec.Error {
	parent := b.Parent
	if parent == 0 && !b.Unscoped {
		parent = w.Scope
	}
	if parent != 0 {
		if err := w.addElements(e, Elements{ChildOf, parent}); err != nil {
			return err
		}
	}
	for _, id := range b.IDs {
		if err := w.addElements(e, id); err != nil {
			return err
		}
	}
	if b.Name != "" {
		return w.SetNameNow(e, b.Name)
	}
	return nil
}

func (w *World) addElements(e Entity, id Elements) *spec.Error {
	sid, err := w.Exact(id)
	if err != nil {
		return err
	}
	return w.AddNow(e, sid)
}

// Living returns the number of alive entities of the user.
func (w *World) Living() int { return w.Store.Living() - (Reserved - 1) - len(w.numbers) }

// SetEnabledNow removes the tag Disabled from an entity, or adds it.
func (w *World) SetEnabledNow(e Entity, on bool) *spec.Error {
	if err := w.checkUser(e, "be enabled or disabled"); err != nil {
		return err
	}
	if on {
		return w.RemoveNow(e, store.Single(Disabled.Index()))
	}
	return w.AddNow(e, store.Single(Disabled.Index()))
}

// UserEntities returns the alive entities of the user.
func (w *World) UserEntities() []Entity {
	list := make([]Entity, 0, w.Living())
	for t := range store.Table(w.Store.Tables()) {
		if w.Store.InUse(t) && w.Store.Flags(t)&FlagHidden == 0 {
			list = append(list, w.Store.Entities(t)...)
		}
	}
	return list
}
