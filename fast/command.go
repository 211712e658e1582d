package fast

import (
	"reflect"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Every change of the world passes one gate: a word that is zero while nothing is special. Loops lock the world, a
// deferral makes changes wait as commands, observers want to know what was before, and a world that was torn down takes
// no change. Only then a change becomes a value.

// What the word of the gate holds beside the number of loops that run.
const (
	hookLoops    = 1<<24 - 1
	hookDeferred = 1 << 24
	hookObserved = 1 << 25
	hookOver     = 1 << 26
	hookTracked  = 1 << 27 // queries detect changes
)

// change is one change of the world as a value.
type change struct {
	kind   changeKind
	entity Entity   // zero where none is needed
	id     elements // with generations, so that it is seen whether elements have died
	name   string
	list   int32 // of a value that is set: which kept values
	at     int32 // and where among them
}

type changeKind uint8

const (
	changeAdd changeKind = iota
	changeRemove
	changeSet
	changeModified
	changeClear
	changeDelete
	changeRemoveAll
	changeDeleteWith
	changeOverride
	changeName
	changeEnable  // with an id a toggle
	changeDisable // likewise
)

// operation is the kind of the operation that makes such a change.
func (k changeKind) operation() spec.OpKind {
	switch k {
	case changeAdd:
		return spec.OpAdd
	case changeRemove:
		return spec.OpRemove
	case changeSet:
		return spec.OpSet
	case changeModified:
		return spec.OpModified
	case changeClear:
		return spec.OpClear
	case changeDelete:
		return spec.OpDelete
	case changeRemoveAll:
		return spec.OpRemoveAll
	case changeDeleteWith:
		return spec.OpDeleteWith
	case changeOverride:
		return spec.OpOverride
	case changeName:
		return spec.OpSetName
	case changeEnable:
		return spec.OpEnable
	case changeDisable:
		return spec.OpDisable
	}
	return ""
}

var errOver = spec.Errorf(spec.CodeInvalid, "the world was torn down")

// hooked reports whether changes are special now.
func (w *World) hooked() bool { return w.hooks.Load() != 0 }

func (w *World) setHook(bit int32) {
	w.hooks.Or(bit)
	w.attend(attendHooks, true)
}

func (w *World) clearHook(bit int32) {
	rest := w.hooks.And(^bit) &^ bit
	w.attend(attendHooks, rest&^hookLoops != 0)
}

// Who wants to know when own values are written.
const (
	attendHooks = 1 << iota // deferral, observers, the end
	attendMarks             // marks of changed values
	attendDump              // the engine's dump
)

func (w *World) attend(bit uint8, on bool) {
	if on {
		w.attention |= bit
	} else {
		w.attention &^= bit
	}
}

// checkHooks refuses changes of a world that is over, and those of structure while a loop runs that is not deferred.
func (w *World) checkHooks(structure bool) *spec.Error {
	switch hooks := w.hooks.Load(); {
	case hooks&hookOver != 0:
		return errOver
	case hooks&hookLoops != 0 && hooks&hookDeferred == 0 && structure:
		return errLooping
	}
	return nil
}

// pass takes a change through the gate: it is refused, waits, or is applied.
func (w *World) pass(c change) *spec.Error {
	if err := w.checkHooks(c.structural()); err != nil {
		return err
	}
	if w.deferral.depth > 0 {
		return w.later(c)
	}
	return w.apply(&c)
}

// structural reports whether the change may move entities between tables. Setting goes another way.
func (c *change) structural() bool {
	switch c.kind {
	case changeModified, changeOverride, changeName:
		return false
	case changeEnable, changeDisable:
		return c.id.first == 0
	case changeAdd, changeRemove, changeSet, changeClear, changeDelete, changeRemoveAll, changeDeleteWith:
	}
	return true
}

// later makes a change wait, if what P-44 says is in order now.
func (w *World) later(c change) *spec.Error {
	if c.entity != 0 || c.kind != changeRemoveAll && c.kind != changeDeleteWith {
		if err := w.checkAlive(c.entity); err != nil {
			return err
		}
	}
	switch c.kind {
	case changeAdd, changeModified, changeOverride:
		if _, err := w.exact(c.id); err != nil {
			return err
		}
	case changeEnable, changeDisable:
		if c.id.first != 0 {
			if _, err := w.exact(c.id); err != nil {
				return err
			}
		}
	case changeRemove, changeRemoveAll, changeDeleteWith:
		if err := c.id.check(); err != nil {
			return err
		}
	case changeName:
		if c.name != "" {
			if err := checkName(c.name); err != nil {
				return err
			}
		}
	case changeSet, changeClear, changeDelete:
	}
	w.deferral.queue.list = append(w.deferral.queue.list, c)
	return nil
}

// apply carries a change out as an operation of its own.
func (w *World) apply(c *change) *spec.Error {
	if w.hooks.Load()&hookLoops != 0 && c.structural() {
		return errLooping
	}
	return w.operate(func() *spec.Error { return w.carryOut(c) })
}

// carryOut does what a change says.
func (w *World) carryOut(c *change) *spec.Error {
	switch c.kind {
	case changeRemove:
		return w.removePattern(c.entity, c.id)
	case changeClear:
		return w.clearNow(c.entity)
	case changeDelete:
		return w.deleteNow(c.entity)
	case changeRemoveAll:
		return w.removeAllNow(c.id)
	case changeDeleteWith:
		return w.deleteWithNow(c.id)
	case changeName:
		return w.setNameNow(c.entity, c.name)
	case changeEnable, changeDisable:
		if c.id.first == 0 {
			return w.setEnabledNow(c.entity, c.kind == changeEnable)
		}
	case changeAdd, changeModified, changeOverride, changeSet:
	}
	id, err := w.exact(c.id)
	if err != nil {
		return err
	}
	switch c.kind {
	case changeAdd:
		return w.addNow(c.entity, id)
	case changeModified:
		return w.modifiedNow(c.entity, id)
	case changeOverride:
		return w.overrideNow(c.entity, id)
	case changeEnable, changeDisable:
		return w.toggleNow(c.entity, id, c.kind == changeEnable)
	case changeRemove, changeSet, changeClear, changeDelete, changeRemoveAll, changeDeleteWith, changeName:
	}
	panic("fast: a change that is none")
}

// removePattern is Remove for an alive entity.
func (w *World) removePattern(e Entity, pattern elements) *spec.Error {
	id, ok := w.removalPattern(pattern)
	if !ok {
		return nil
	}
	return w.removeNow(e, id)
}

// passBirth takes a new entity, or component, through the gate.
func (w *World) passBirth(b *birth, makeComponent func(Entity)) (e Entity, err *spec.Error) {
	if err := w.checkHooks(true); err != nil {
		return 0, err
	}
	if w.deferral.depth > 0 {
		return w.createLater(b, makeComponent)
	}
	err = w.operate(func() *spec.Error {
		e, err = w.createNow(b, makeComponent)
		return err
	})
	return e, err
}

// setHooked takes a value that is set through the gate.
func setHooked[T any](w *World, e Entity, id store.ID, value T) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if err := w.checkHooks(false); err != nil {
		return err
	}
	if w.deferral.depth > 0 {
		setLater(w, e, id, value)
		return nil
	}
	return w.operate(func() *spec.Error { return setValue(w, e, id, value) })
}

// setValue gives an alive entity an own value for an exact id whose values are of type T.
func setValue[T any](w *World, e Entity, id store.ID, value T) *spec.Error {
	p := store.Value[T](w.st, e, id)
	if p == nil {
		if err := w.checkType(id, reflect.TypeFor[T]()); err != nil {
			return err
		}
		if err := w.checkHooks(true); err != nil {
			return err
		}
		if err := w.addNow(e, id); err != nil {
			return err
		}
		p = store.Value[T](w.st, e, id)
	}
	*p = value
	w.wrote(e, id)
	return nil
}
