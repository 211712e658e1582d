package fast

import (
	"errors"
	"fmt"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Commands records changes of structure, to be applied after the loop that wants them. Recording touches no world, so
// that many goroutines can loop over queries at a time, each with its own Commands. The zero Commands is ready for use;
// it can be used again after Apply, and then allocates nothing for as many commands.
type Commands struct {
	list    []command
	values  []valueList // by component
	made    []Entity    // of the placeholders, once applied
	spawned uint32
	nesting int // of calls of Apply
}

// command is one change: of an entity or a placeholder, by an id whose elements may be placeholders.
type command struct {
	kind   commandKind
	entity Entity
	id     ID
	list   int32 // of the value, in values
	at     int32 // of the value, in its list
}

type commandKind uint8

const (
	commandSpawn commandKind = iota
	commandDelete
	commandAdd
	commandRemove
	commandSet
)

// valueList is the recorded values of one component.
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

// placeholder marks handles of entities that are not made yet. No entity has so high a generation.
const placeholder Entity = 1<<63 | 0x7fff_ffff<<32

func (c *Commands) real(entity Entity) Entity {
	if entity&placeholder == placeholder && int(entity.Index()) < len(c.made) {
		return c.made[entity.Index()]
	}
	return entity
}

// Spawn records a new entity with ids, and gives a placeholder for it that may stand in further commands of this
// Commands, also as an element of ids. See Entity. For example, c.Add(ship, Pair(ChildOf, c.Spawn())) gives the ship a new
// parent.
func (c *Commands) Spawn(ids ...ID) Entity {
	e := placeholder | Entity(c.spawned)
	c.spawned++
	c.list = append(c.list, command{kind: commandSpawn, entity: e})
	for _, id := range ids {
		c.Add(e, id)
	}
	return e
}

// Entity is the entity that was made for a placeholder by the latest Apply; any other entity is given back.
func (c *Commands) Entity(e Entity) Entity { return c.real(e) }

// Delete records the deletion of an entity.
func (c *Commands) Delete(e Entity) {
	c.list = append(c.list, command{kind: commandDelete, entity: e})
}

// Add records that an entity gets an id.
func (c *Commands) Add(e Entity, id ID) {
	c.list = append(c.list, command{kind: commandAdd, entity: e, id: id})
}

// Remove records that an entity loses the matches of an id or pattern.
func (c *Commands) Remove(e Entity, pattern ID) {
	c.list = append(c.list, command{kind: commandRemove, entity: e, id: pattern})
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

// Len is the number of commands recorded.
func (c *Commands) Len() int { return len(c.list) }

// Apply carries the commands out in order and forgets them. A command for an entity, or with an element of an id, that
// is dead by then is dropped silently, since another command may have deleted it; one that fails otherwise is dropped,
// and the others are carried out. The errors of those that failed are joined. While a loop runs it does nothing but
// return an error with code locked. A callback of an observer that uses the same Commands meanwhile finds them empty: it may
// record commands, which wait for the next Apply, and apply them.
func (c *Commands) Apply(w *World) error {
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	list, values, made := c.list, c.values, c.made[:0]
	if c.nesting > 0 {
		made = nil
	}
	c.list, c.values, c.spawned = nil, nil, 0
	c.nesting++
	defer func() { c.nesting-- }()
	var failed []error
	for i := range list {
		c.made = made // a callback may have applied others
		if list[i].kind == commandSpawn {
			made = append(made, w.SpawnWith())
		} else if err := c.carryOut(w, &list[i], values); err != nil && !isNotAlive(err) {
			failed = append(failed, err)
		}
	}
	c.made = made
	if len(c.list) == 0 { // the room is used again
		c.list, c.values = list, values
		c.Reset()
	}
	return errors.Join(failed...)
}

// Reset forgets the commands without carrying them out.
func (c *Commands) Reset() {
	c.list, c.spawned = c.list[:0], 0
	for _, v := range c.values {
		v.empty()
	}
}

func (c *Commands) carryOut(w *World, r *command, values []valueList) error {
	e, id := c.real(r.entity), ID{c.real(r.id.first), c.real(r.id.second)}
	switch r.kind {
	case commandSpawn: // Apply makes it
	case commandDelete:
		return w.Delete(e)
	case commandAdd:
		if id.IsPair() {
			return w.AddPair(e, id.first, id.second)
		}
		return w.Add(e, id)
	case commandRemove:
		return w.Remove(e, id)
	case commandSet:
		return values[r.list].set(e, r.at)
	}
	return nil
}

func isNotAlive(err error) bool {
	var refusal *spec.Error
	return errors.As(err, &refusal) && refusal.Code == spec.CodeNotAlive
}

// DeferredError tells which commands of a deferral erred when they were applied; the others have been carried out. For
// example, if two deferred commands make a and b children of each other, each call succeeds, a becomes a child of b, and
// the error of the second command comes with the end of the deferral.
type DeferredError struct {
	Failures []spec.Failure // in order
}

// Error is one line for each command that erred.
func (d *DeferredError) Error() string {
	lines := make([]string, len(d.Failures))
	for i, f := range d.Failures {
		lines[i] = fmt.Sprintf("command %d: %v", f.Command, f.Err)
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the errors to errors.Is and errors.As.
func (d *DeferredError) Unwrap() []error {
	list := make([]error, len(d.Failures))
	for i, f := range d.Failures {
		list[i] = f.Err
	}
	return list
}

// Defer runs f with all changes deferred, and applies them when it returns: f may loop over queries and change the entities that it
// finds, also through [Component.Set] and Spawn. Calls of Defer nest; the outermost applies. A command whose entity, or
// an element of whose id, is dead by then is dropped; the others are carried out in order. For example, if f deletes Mars and then docks
// a ship there, the second change is dropped. Changes that failed are told by a
// *[DeferredError]. If f panics, the changes of the outermost deferral are forgotten.
func (w *World) Defer(f func()) error {
	if f == nil {
		return spec.Errorf(spec.CodeInvalid, "Defer needs a function, whose changes wait")
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

// DeferBegin makes changes wait until as many calls of [World.DeferEnd] have come.
//
// Statements: QRY-103.
func (w *World) DeferBegin() { w.core.DeferBegin() }

// DeferEnd ends one DeferBegin, and at the outermost applies the changes that wait; see [World.Defer].
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

// IsDeferred reports whether changes wait.
func (w *World) IsDeferred() bool { return w.core.Deferral.Depth > 0 }
