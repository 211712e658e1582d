package fast

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Commands records structural changes, to apply them after a loop. Recording does not touch the
// world, so many goroutines can loop over queries at the same time, each with its own Commands. The
// zero Commands is ready for use. After Apply, a Commands can be used again, and does not allocate
// for the same number of commands.
type Commands struct {
	recorded
	made    []Entity // entities of the placeholders of the latest Apply
	applied uint32   // batch of these placeholders; 0 if there are none
	nesting int      // number of calls of Apply that are running, since a callback may call Apply
}

// recorded is a list of commands and their data.
type recorded struct {
	list   []command
	values []valueList // by component
	any    []any       // the values of Set
	ids    []ID        // ids of instances
	making uint32      // number of commands that make an entity
	batch  uint32      // generation of the placeholders; 0 if there are none
}

// command is one change. Its entity and the elements of its id may be placeholders.
type command struct {
	kind   commandKind
	entity Entity
	id     ID
	list   int32 // index of the component's list in recorded.values; for instances, the number of ids
	at     int32 // index of the value in that list or in any; for instances, of the first id
}

type commandKind uint8

const (
	commandSpawn commandKind = iota
	commandDelete
	commandAdd
	commandRemove
	commandSet
	commandSetAny
	commandInstantiate
	commandClone
)

// makes reports whether a command of this kind makes an entity.
func (k commandKind) makes() bool {
	return k == commandSpawn || k == commandInstantiate || k == commandClone
}

// valueList has the recorded values of one component.
type valueList interface {
	set(e Entity, at int32) error
	empty()
}

// valuesOf is a valueList for values of type T.
type valuesOf[T any] struct {
	component *Component[T]
	values    []T
}

func (v *valuesOf[T]) set(e Entity, at int32) error { return v.component.Set(e, v.values[at]) }

func (v *valuesOf[T]) empty() {
	clear(v.values) // they may hold pointers
	v.values = v.values[:0]
}

// placeholderBit is set in the generation of placeholders and of NullEntity, but not in that of an
// entity.
const placeholderBit = 1 << 31

// batches counts the batches of commands that make entities, in the whole program. A batch lasts
// from one Apply to the next and has its own placeholders. The numbers are reused after 2^31
// batches.
var batches atomic.Uint32

var errPlaceholder = spec.Errorf(spec.CodeInvalid,
	"the placeholder belongs to other Commands or was already applied; "+
		"after Apply, pass the entity that Commands.Entity returns")

// isStrange reports whether an entity is a placeholder of another batch than that of r.
func (r *recorded) isStrange(e Entity) bool {
	return e.Generation() >= placeholderBit && e.Generation() != r.batch && e != rules.NullEntity
}

func (r *recorded) anyStrange(id ID) bool { return r.isStrange(id.first) || r.isStrange(id.second) }

func (c *Commands) realID(id ID) ID { return ID{c.Entity(id.first), c.Entity(id.second)} }

// Spawn records a new entity with ids and returns a placeholder for it. Until Apply or Reset the
// placeholder can be used in further commands of the same Commands, also as an element of ids: for
// example, c.Add(ship, Pair(ChildOf, c.Spawn())) gives the ship a new parent. After Apply,
// [Commands.Entity] returns the entity. A command with a placeholder of other Commands or from
// before an earlier Apply fails with code invalid.
func (c *Commands) Spawn(ids ...AnyID) Entity {
	e := c.make(command{kind: commandSpawn})
	for _, id := range ids {
		c.Add(e, id)
	}
	return e
}

// make records a command that makes an entity and returns the placeholder.
func (c *Commands) make(r command) Entity {
	for c.batch == 0 {
		c.batch = batches.Add(1)
		if c.batch |= placeholderBit; c.batch == placeholderBit { // the generation of NullEntity
			c.batch = 0
		}
	}
	c.list = append(c.list, r)
	c.making++
	return store.MakeEntity(c.making, c.batch)
}

// Instantiate records an instance of a prefab, as made by [World.Instantiate]. The placeholder
// stands for the root. After Apply, [World.Target] finds the parts in their slots and
// [World.Children] all children.
func (c *Commands) Instantiate(prefab Entity, ids ...AnyID) Entity {
	c.ids = idsOf(c.ids, ids)
	return c.make(command{
		kind: commandInstantiate, entity: prefab, list: int32(len(ids)),
		at: int32(len(c.ids) - len(ids)),
	})
}

// Clone records a clone of e, as made by [World.Clone], and returns a placeholder for it.
func (c *Commands) Clone(e Entity) Entity {
	return c.make(command{kind: commandClone, entity: e})
}

// Set records that e gets its own value for an id, for example a pair, as by [World.SetValue]. Set
// allocates memory for the value; [Component.SetLater] does not.
func (c *Commands) Set(e Entity, id AnyID, value any) {
	c.any = append(c.any, value)
	c.list = append(c.list, command{kind: commandSetAny, entity: e, id: idOf(id), at: int32(len(c.any) - 1)})
}

// Entity returns the entity that the latest Apply made for a placeholder. It returns e if e is not
// a placeholder or no entity was made for it.
func (c *Commands) Entity(e Entity) Entity {
	if c.applied == 0 || e.Generation() != c.applied {
		return e
	}
	if at := int(e.Index()) - 1; at < len(c.made) && c.made[at] != 0 {
		return c.made[at]
	}
	return e
}

// Delete records the deletion of an entity.
func (c *Commands) Delete(e Entity) {
	c.list = append(c.list, command{kind: commandDelete, entity: e})
}

// Add records that an entity gets an id.
func (c *Commands) Add(e Entity, id AnyID) {
	c.list = append(c.list, command{kind: commandAdd, entity: e, id: idOf(id)})
}

// Remove records that an entity loses the matches of an id or pattern.
func (c *Commands) Remove(e Entity, pattern AnyID) {
	c.list = append(c.list, command{kind: commandRemove, entity: e, id: idOf(pattern)})
}

// SetLater records that an entity gets a value of its own.
func (c *Component[T]) SetLater(commands *Commands, e Entity, value T) {
	list := -1
	var values *valuesOf[T]
	for i, l := range commands.values {
		if known, ok := l.(*valuesOf[T]); ok && known.component == c {
			list, values = i, known
			break
		}
	}
	if list < 0 {
		list, values = len(commands.values), &valuesOf[T]{component: c}
		commands.values = append(commands.values, values)
	}
	values.values = append(values.values, value)
	commands.list = append(commands.list,
		command{kind: commandSet, entity: e, list: int32(list), at: int32(len(values.values) - 1)})
}

// Len returns the number of recorded commands.
func (c *Commands) Len() int { return len(c.list) }

// Apply carries out the commands in order and forgets them. If the entity of a command or an
// element of its id is dead by then, for example because an earlier command has deleted it, Apply
// drops the command without an error. A new child of a dead parent is deleted, as in [World.Defer].
// If a command fails for another reason, Apply continues with the next one. At the end it returns
// all errors, combined by errors.Join. While a loop runs, Apply does nothing and returns an error
// with code locked.
//
// Apply empties c before it begins, so a callback of an observer may record commands in c and apply
// them.
func (c *Commands) Apply(w *World) error {
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	r, made := c.recorded, c.made[:0]
	if c.nesting > 0 {
		made = nil
	}
	c.recorded = recorded{}
	c.nesting++
	defer func() { c.nesting-- }()
	var failed []error
	for i := range r.list {
		c.made, c.applied = made, r.batch // a callback may have called Apply
		e, err := c.carryOut(w, &r, &r.list[i])
		if err != nil && isNotAlive(err) {
			err = c.orphaned(w, &r.list[i])
		}
		if err != nil && !isNotAlive(err) {
			failed = append(failed, err)
		}
		if r.list[i].kind.makes() {
			made = append(made, e)
		}
	}
	c.made, c.applied = made, r.batch
	if len(c.list) == 0 { // reuse the memory
		c.recorded = r
		c.Reset()
	}
	return errors.Join(failed...)
}

// Reset forgets the commands without carrying them out.
func (c *Commands) Reset() {
	clear(c.any)
	c.list, c.any, c.ids, c.making = c.list[:0], c.any[:0], c.ids[:0], 0
	c.batch = 0
	for _, v := range c.values {
		v.empty()
	}
}

// orphaned deletes the entity of a command if the command would have made it the child of a dead
// parent (deferral.dead-parent). A parent that could not be made does not count as dead.
func (c *Commands) orphaned(w *World, r *command) error {
	e, id := c.Entity(r.entity), c.realID(r.id)
	adds := r.kind == commandAdd || r.kind == commandSetAny
	if adds && id.second.Generation() < placeholderBit && w.core.IsOrphan(e, id.elements()) {
		return w.Delete(e)
	}
	return nil
}

// carryOut applies a command. If the command makes an entity, carryOut returns it.
func (c *Commands) carryOut(w *World, all *recorded, r *command) (Entity, error) {
	if all.isStrange(r.entity) || all.anyStrange(r.id) {
		return 0, errPlaceholder
	}
	e, id := c.Entity(r.entity), c.realID(r.id)
	switch r.kind {
	case commandSpawn:
		return w.Spawn(), nil
	case commandInstantiate:
		ids := all.ids[r.at:][:r.list]
		if slices.ContainsFunc(ids, all.anyStrange) {
			return 0, errPlaceholder
		}
		for i := range ids {
			ids[i] = c.realID(ids[i])
		}
		made, err := w.instantiate(e, ids)
		if err != nil {
			return 0, err
		}
		return made.Root, nil
	case commandClone:
		return w.Clone(e)
	case commandDelete:
		return 0, w.Delete(e)
	case commandAdd:
		if id.IsPair() {
			return 0, w.AddPair(e, id.first, id.second)
		}
		return 0, w.Add(e, id)
	case commandRemove:
		return 0, w.Remove(e, id)
	case commandSet:
		return 0, all.values[r.list].set(e, r.at)
	case commandSetAny:
		return 0, w.SetValue(e, id, all.any[r.at])
	}
	return 0, nil
}

func isNotAlive(err error) bool {
	var refusal *spec.Error
	return errors.As(err, &refusal) && refusal.Code == spec.CodeNotAlive
}

// DeferredError lists the deferred changes that failed when the deferral ended. The other changes
// were carried out. For example, if deferred calls make a and b children of each other, both calls
// succeed. At the end of the deferral a becomes a child of b, and the second change fails.
type DeferredError struct {
	Failures []spec.Failure // in order
}

// Error returns one line for each failed change, with its number among the deferred changes.
func (d *DeferredError) Error() string {
	lines := make([]string, len(d.Failures))
	for i, f := range d.Failures {
		lines[i] = fmt.Sprintf("command %d: %v", f.Command, f.Err)
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the errors, for errors.Is and errors.As.
func (d *DeferredError) Unwrap() []error {
	list := make([]error, len(d.Failures))
	for i, f := range d.Failures {
		list[i] = f.Err
	}
	return list
}

// Defer runs f with all changes deferred and applies them when f returns. In f, the program may
// loop over queries and change the entities that it finds, also with [Component.Set] and Spawn. If
// calls of Defer are nested, the outermost one applies the changes. If a loop runs at that time,
// structural changes fail with code locked: call Defer around the loop, not in it. If f panics, all
// changes of the outermost deferral are discarded.
//
// Changes are applied in order. If the entity of a change or an element of its id is dead by then,
// the change is dropped without an error: if f deletes Mars and then docks a ship there, the ship
// is not docked. If f makes an entity the child of a parent that is dead by then, the child is
// deleted; the same holds for each relationship with (OnDeleteTarget, Delete). If a change fails
// for another reason, Defer returns a *[DeferredError].
func (w *World) Defer(f func()) error {
	if f == nil {
		return spec.Errorf(spec.CodeInvalid, "the function of Defer is nil; pass one that makes the changes")
	}
	w.DeferBegin()
	done := false
	defer func() {
		if !done {
			w.core.AbandonDeferral()
		}
	}()
	f()
	done = true
	return w.DeferEnd()
}

// DeferBegin defers all changes until [World.DeferEnd] was called as often as DeferBegin.
//
// Statements: QRY-103.
func (w *World) DeferBegin() { w.core.DeferBegin() }

// DeferEnd ends one DeferBegin. The call that ends the outermost deferral applies the deferred
// changes; see [World.Defer]. Without a DeferBegin, the error has code invalid.
func (w *World) DeferEnd() error {
	failures, err := w.core.DeferEnd()
	switch {
	case err != nil:
		return err
	case len(failures) > 0:
		return &DeferredError{failures}
	}
	return nil
}

// IsDeferred reports whether changes are deferred.
func (w *World) IsDeferred() bool { return w.core.Deferral.Depth > 0 }
