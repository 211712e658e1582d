package change

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change describes a change of the world, so that it can be queued.
type Change struct {
	Kind   changeKind
	Entity Entity         // zero if not needed
	ID     rules.Elements // with generations, so that dead elements are detected
	other  Entity         // another entity that must be alive: the neighbour of a reorder, the original of a copy
	name   string
	list   int32 // of ChangeSet and ChangeQueued: the number of the list that has the queued value
	at     int32 // the position of the value in that list
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
	ChangeEnable  // enables the entity
	ChangeDisable // disables the entity
	ChangeEnableID
	ChangeDisableID
	ChangeQueued // emits a queued event or makes a queued copy
	ChangeBefore // moves Entity before other in the order of the sources of ID
	ChangeAfter  // the same, after other
)

// changeRule describes the changes of a kind.
type changeRule struct {
	op    spec.OpKind // the operation that makes the change
	id    idUse
	moves bool // entities may go to other tables
}

// idUse says which ids a change can have.
type idUse uint8

const (
	noID idUse = iota
	exactID
	patternID
)

var changeRules = [...]changeRule{
	ChangeAdd:        {spec.OpAdd, exactID, true},
	ChangeRemove:     {spec.OpRemove, patternID, true},
	ChangeSet:        {spec.OpSet, exactID, true},
	ChangeModified:   {spec.OpModified, exactID, false},
	ChangeClear:      {spec.OpClear, noID, true},
	ChangeDelete:     {spec.OpDelete, noID, true},
	ChangeRemoveAll:  {spec.OpRemoveAll, patternID, true},
	ChangeDeleteWith: {spec.OpDeleteWith, patternID, true},
	ChangeOverride:   {spec.OpOverride, exactID, false},
	ChangeName:       {spec.OpSetName, noID, false},
	ChangeEnable:     {spec.OpEnable, noID, true},
	ChangeDisable:    {spec.OpDisable, noID, true},
	ChangeEnableID:   {spec.OpEnable, exactID, false},
	ChangeDisableID:  {spec.OpDisable, exactID, false},
	ChangeQueued:     {},
	ChangeBefore:     {spec.OpReorder, exactID, false},
	ChangeAfter:      {spec.OpReorder, exactID, false},
}

// Pass makes a change of the program. It refuses a change of a world that was torn down, and a
// structural change while a loop runs. While changes are deferred it queues the change.
func (w *World) Pass(c Change) *spec.Error {
	if err := w.CheckHooks(changeRules[c.Kind].moves); err != nil {
		return err
	}
	if w.Deferral.Depth > 0 {
		return w.later(c)
	}
	return w.apply(&c)
}

// later defers a change if its arguments pass the checks of deferral.checks. For example, an add to
// a dead entity fails at once, but one that closes a cycle fails at the end of the deferral.
func (w *World) later(c Change) (err *spec.Error) {
	if c.Kind != ChangeRemoveAll && c.Kind != ChangeDeleteWith {
		err = w.CheckAlive(c.Entity)
	}
	if err == nil {
		switch changeRules[c.Kind].id {
		case exactID:
			_, err = w.Exact(c.ID)
		case patternID:
			err = c.ID.Check()
		case noID:
		}
	}
	if err == nil && (c.Kind == ChangeBefore || c.Kind == ChangeAfter) {
		err = w.CheckAlive(c.other)
	}
	if err == nil && c.name != "" {
		err = rules.CheckName(c.name)
	}
	if err == nil {
		w.Deferral.queue.list = append(w.Deferral.queue.list, c)
	}
	return err
}

// apply makes a change as an operation of its own: observers are notified of it at its end.
func (w *World) apply(c *Change) *spec.Error {
	hooks := w.Hooks.Load()
	switch {
	case hooks == 0:
		return w.carryOut(c)
	case hooks&rules.HookLoops != 0 && changeRules[c.Kind].moves:
		return rules.ErrLooping
	}
	return w.Operate(func() *spec.Error { return w.carryOut(c) })
}

// carryOut calls the function of package rules that makes a change.
func (w *World) carryOut(c *Change) (err *spec.Error) {
	var id store.ID
	if changeRules[c.Kind].id == exactID {
		if id, err = w.Exact(c.ID); err != nil {
			return err
		}
	}
	switch c.Kind {
	case ChangeAdd:
		return w.AddNow(c.Entity, id)
	case ChangeRemove:
		if id, ok := w.RemovalPattern(c.ID); ok {
			return w.RemoveNow(c.Entity, id)
		}
		return nil
	case ChangeModified:
		return w.modifiedNow(c.Entity, id)
	case ChangeClear:
		return w.ClearNow(c.Entity)
	case ChangeDelete:
		return w.DeleteNow(c.Entity)
	case ChangeRemoveAll:
		return w.RemoveAllNow(c.ID)
	case ChangeDeleteWith:
		return w.DeleteWithNow(c.ID)
	case ChangeOverride:
		return w.OverrideNow(c.Entity, id)
	case ChangeName:
		return w.SetNameNow(c.Entity, c.name)
	case ChangeEnable, ChangeDisable:
		return w.SetEnabledNow(c.Entity, c.Kind == ChangeEnable)
	case ChangeEnableID, ChangeDisableID:
		return w.SwitchNow(c.Entity, id, c.Kind == ChangeEnableID)
	case ChangeBefore, ChangeAfter:
		return w.ReorderNow(c.Entity, id, c.other, c.Kind == ChangeAfter)
	case ChangeSet, ChangeQueued: // applyLate applies their values
	}
	panic("fast: a queued value is applied by applyLate, not by carryOut")
}

// passBirth is like Pass for the creation of an entity or component.
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
