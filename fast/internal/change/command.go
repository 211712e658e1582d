package change

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change is a change of the world as a value.
type Change struct {
	Kind   changeKind
	Entity Entity         // zero if not needed
	ID     rules.Elements // with generations, so that dead elements are detected
	other  Entity         // another entity that must be alive: the neighbour of a reorder, the original of a copy
	name   string
	list   int32 // number of the list of queued values, if a value is set
	at     int32 // position in that list
}

type changeKind uint8

// The kinds of changes.
const (
	ChangeAdd changeKind = iota
	ChangeRemove
	ChangeSet
	ChangeModified
	ChangeClear
	ChangeDelete
	ChangeRemoveAll
	ChangeDeleteWith
	ChangeOverride
	ChangeName
	ChangeEnable  // enables the entity, or only its id if there is one
	ChangeDisable // disables the entity, or only its id
	ChangeQueued  // runs a queued value: emits an event, makes a copy
	ChangeBefore  // moves a source in its order
	ChangeAfter
)

// operation returns the kind of operation that makes a change of kind k.
func (k changeKind) operation() spec.OpKind {
	switch k {
	case ChangeAdd:
		return spec.OpAdd
	case ChangeRemove:
		return spec.OpRemove
	case ChangeSet:
		return spec.OpSet
	case ChangeModified:
		return spec.OpModified
	case ChangeClear:
		return spec.OpClear
	case ChangeDelete:
		return spec.OpDelete
	case ChangeRemoveAll:
		return spec.OpRemoveAll
	case ChangeDeleteWith:
		return spec.OpDeleteWith
	case ChangeOverride:
		return spec.OpOverride
	case ChangeName:
		return spec.OpSetName
	case ChangeEnable:
		return spec.OpEnable
	case ChangeDisable:
		return spec.OpDisable
	case ChangeQueued:
	case ChangeBefore, ChangeAfter:
		return spec.OpReorder
	}
	return ""
}

// Pass checks a change against the change hooks: it is refused, deferred, or applied.
func (w *World) Pass(c Change) *spec.Error {
	if err := w.CheckHooks(c.structural()); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		return w.later(c)
	}
	return w.apply(&c)
}

// structural reports whether the change may move entities between tables. Setting a value is
// handled elsewhere.
func (c *Change) structural() bool {
	switch c.Kind {
	case ChangeModified, ChangeOverride, ChangeName, ChangeQueued, ChangeBefore, ChangeAfter:
		return false
	case ChangeEnable, ChangeDisable:
		return c.ID.First == 0
	case ChangeAdd, ChangeRemove, ChangeSet, ChangeClear, ChangeDelete, ChangeRemoveAll, ChangeDeleteWith:
	}
	return true
}

// later defers a change if its arguments pass the checks of deferral.checks. For example, an add to
// a dead entity fails at once, but one that closes a cycle fails at the end of the deferral.
func (w *World) later(c Change) *spec.Error {
	if c.Entity != 0 || c.Kind != ChangeRemoveAll && c.Kind != ChangeDeleteWith {
		if err := w.CheckAlive(c.Entity); err != nil {
			return err
		}
	}
	switch c.Kind {
	case ChangeAdd, ChangeModified, ChangeOverride:
		if _, err := w.Exact(c.ID); err != nil {
			return err
		}
	case ChangeBefore, ChangeAfter:
		if _, err := w.Exact(c.ID); err != nil {
			return err
		}
		if err := w.CheckAlive(c.other); err != nil {
			return err
		}
	case ChangeEnable, ChangeDisable:
		if c.ID.First != 0 {
			if _, err := w.Exact(c.ID); err != nil {
				return err
			}
		}
	case ChangeRemove, ChangeRemoveAll, ChangeDeleteWith:
		if err := c.ID.Check(); err != nil {
			return err
		}
	case ChangeName:
		if c.name != "" {
			if err := rules.CheckName(c.name); err != nil {
				return err
			}
		}
	case ChangeSet, ChangeClear, ChangeDelete, ChangeQueued:
	}
	w.Deferral.queue.list = append(w.Deferral.queue.list, c)
	return nil
}

// apply applies a change as an operation of its own.
func (w *World) apply(c *Change) *spec.Error {
	hooks := w.Hooks.Load()
	switch {
	case hooks == 0:
		return w.carryOut(c)
	case hooks&rules.HookLoops != 0 && c.structural():
		return rules.ErrLooping
	}
	return w.Operate(func() *spec.Error { return w.carryOut(c) })
}

// carryOut applies a change.
func (w *World) carryOut(c *Change) *spec.Error {
	switch c.Kind {
	case ChangeRemove:
		return w.RemovePattern(c.Entity, c.ID)
	case ChangeClear:
		return w.ClearNow(c.Entity)
	case ChangeDelete:
		return w.DeleteNow(c.Entity)
	case ChangeRemoveAll:
		return w.RemoveAllNow(c.ID)
	case ChangeDeleteWith:
		return w.DeleteWithNow(c.ID)
	case ChangeName:
		return w.SetNameNow(c.Entity, c.name)
	case ChangeEnable, ChangeDisable:
		if c.ID.First == 0 {
			return w.SetEnabledNow(c.Entity, c.Kind == ChangeEnable)
		}
	case ChangeAdd, ChangeModified, ChangeOverride, ChangeSet, ChangeQueued, ChangeBefore, ChangeAfter:
	}
	id, err := w.Exact(c.ID)
	if err != nil {
		return err
	}
	switch c.Kind {
	case ChangeAdd:
		return w.AddNow(c.Entity, id)
	case ChangeModified:
		return w.modifiedNow(c.Entity, id)
	case ChangeOverride:
		return w.OverrideNow(c.Entity, id)
	case ChangeBefore, ChangeAfter:
		return w.ReorderNow(c.Entity, id, c.other, c.Kind == ChangeAfter)
	case ChangeEnable, ChangeDisable:
		return w.SwitchNow(c.Entity, id, c.Kind == ChangeEnable)
	case ChangeRemove, ChangeSet, ChangeClear, ChangeDelete, ChangeRemoveAll, ChangeDeleteWith, ChangeName,
		ChangeQueued:
	}
	panic("fast: unknown kind of change")
}

// RemovePattern removes the ids that match a pattern from an alive entity.
func (w *World) RemovePattern(e Entity, pattern rules.Elements) *spec.Error {
	id, ok := w.RemovalPattern(pattern)
	if !ok {
		return nil
	}
	return w.RemoveNow(e, id)
}

// passBirth checks the creation of an entity or component against the change hooks.
func (w *World) passBirth(b *rules.Birth, makeComponent func(Entity)) (e Entity, err *spec.Error) {
	if err := w.CheckHooks(true); err != nil {
		return 0, err
	}
	if w.Deferral.Depth > 0 {
		return w.createLater(b, makeComponent)
	}
	err = w.Operate(func() *spec.Error {
		e, err = w.CreateNow(b, makeComponent)
		return err
	})
	return e, err
}

// CreateMany creates n entities as b describes, as one operation. If it fails, none is created. It
// calls made for each entity before the entity gets its ids.
func (w *World) CreateMany(b *rules.Birth, n int, made func(Entity)) *spec.Error {
	if err := w.CheckHooks(true); err != nil {
		return err
	}
	each := func(create func(*rules.Birth, func(Entity)) (Entity, *spec.Error)) *spec.Error {
		mark := w.Begin()
		for range n {
			if _, err := create(b, made); err != nil {
				return w.End(mark, err)
			}
		}
		return w.End(mark, nil)
	}
	if w.Deferral.Depth > 0 {
		return each(w.createLater)
	}
	return w.Operate(func() *spec.Error { return each(w.CreateNow) })
}

// SetHooked sets a value while hooks are set or if adding the id may have consequences.
func SetHooked[T any](w *World, e Entity, id store.ID, value T) *spec.Error {
	if err := w.CheckAlive(e); err != nil {
		return err
	}
	if err := w.CheckHooks(false); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		SetLater(w, e, id, typedValue[T]{value})
		return nil
	}
	if p := store.Value[T](w.Store, e, id); p != nil && len(w.Observers.List) == 0 {
		w.Writing(e.Index(), id)
		*p = value // only the undo log records it
		w.Wrote(e, id)
		return nil
	}
	return w.Operate(func() *spec.Error { return setValue(w, e, id, value) })
}

// setValue sets an owned value of type T of an alive entity, for an exact id.
func setValue[T any](w *World, e Entity, id store.ID, value T) *spec.Error {
	p := store.Value[T](w.Store, e, id)
	if p == nil {
		if err := w.CheckType(id, reflect.TypeFor[T]()); err != nil {
			return err
		}
		if err := w.CheckHooks(true); err != nil {
			return err
		}
		if err := w.AddNow(e, id); err != nil {
			return err
		}
		if p = store.Value[T](w.Store, e, id); p == nil {
			return nil // a consequence has removed the id again (data.set-replaced)
		}
	}
	w.Writing(e.Index(), id)
	*p = value
	w.Wrote(e, id)
	return nil
}
