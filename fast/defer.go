package fast

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// While changes are deferred they wait as commands, and questions and queries see the state before (P-44). A created
// entity is alive at once, without ids (P-45). At the outermost end the commands are applied in order, each as an
// operation of its own (P-46).

// deferral is what waits.
type deferral struct {
	depth int
	queue commandQueue
	spare []commandQueue // room of earlier ones
}

// commandQueue are commands in the order given, with the values that they set.
type commandQueue struct {
	list   []change
	values []keptValues
}

// keptValues are the values of one type that commands set, in the order given.
type keptValues interface {
	// set gives an alive entity the value at a place for an exact id of alive elements.
	set(w *World, e Entity, id store.ID, at int32) *spec.Error
	empty()
}

// DeferredError tells which commands of a deferral erred when they were applied; the others have been carried out.
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

var (
	errDeferred    = spec.Errorf(spec.CodeInvalid, "changes are deferred; end that before a snapshot, a restoration or the teardown")
	errNotDeferred = spec.Errorf(spec.CodeInvalid, "nothing is deferred: DeferEnd without DeferBegin")
)

// Defer runs f with all changes deferred, and applies them when it returns: f may loop over queries and change what it
// finds, also through [Component.Set] and Spawn. Calls of Defer nest; the outermost applies. A command whose entity, or
// an element of whose id, is dead by then is dropped; the others are carried out in order. What erred is told by a
// *[DeferredError]. If f panics, the changes of the outermost deferral are forgotten.
func (w *World) Defer(f func()) error {
	w.DeferBegin()
	done := false
	defer func() {
		if !done {
			w.abandonDeferral()
		}
	}()
	f()
	done = true
	return w.DeferEnd()
}

// DeferBegin makes changes wait until as many calls of [World.DeferEnd] (QRY-103).
func (w *World) DeferBegin() { w.deferBegin() }

func (w *World) deferBegin() {
	if w.deferral.depth++; w.deferral.depth == 1 {
		w.setHook(hookDeferred)
	}
}

// DeferEnd ends one DeferBegin, and at the outermost applies what waits; see [World.Defer].
func (w *World) DeferEnd() error {
	failures, err := w.deferEnd()
	switch {
	case err != nil:
		return err
	case len(failures) > 0:
		return &DeferredError{failures}
	}
	return nil
}

// IsDeferred reports whether changes wait.
func (w *World) IsDeferred() bool { return w.deferral.depth > 0 }

func (w *World) deferEnd() ([]spec.Failure, *spec.Error) {
	d := &w.deferral
	if d.depth == 0 {
		return nil, errNotDeferred
	}
	if d.depth--; d.depth > 0 {
		return nil, nil
	}
	w.clearHook(hookDeferred)
	return w.applyQueue(), nil
}

// applyQueue carries out what waits. Callbacks of observers may fill and apply further queues meanwhile.
func (w *World) applyQueue() []spec.Failure {
	d := &w.deferral
	if len(d.queue.list) == 0 {
		return nil
	}
	queue := d.queue
	d.queue = commandQueue{}
	if n := len(d.spare); n > 0 {
		d.queue = d.spare[n-1]
		d.spare = d.spare[:n-1]
	}
	var failures []spec.Failure
	for i := range queue.list {
		if v := &w.observers; v.nesting > 0 && v.exhausted() {
			break // these are changes of callbacks
		}
		if err := w.applyLateUnderLocks(&queue.list[i], queue.values); err != nil {
			failures = append(failures, w.failure(i, &queue.list[i], err))
		}
	}
	queue.empty()
	d.spare = append(d.spare, queue)
	return failures
}

// failure says which command erred; in handles where there are any.
func (w *World) failure(number int, c *change, err *spec.Error) spec.Failure {
	f := spec.Failure{Command: number, Err: err, Op: c.kind.operation()}
	if w.naming == nil {
		return f
	}
	handle := func(e Entity) spec.Handle {
		if e == 0 {
			return ""
		}
		return spec.Handle(w.naming(e))
	}
	f.Entity = handle(c.entity)
	f.ID = spec.ID{First: handle(c.id.first), Second: handle(c.id.second)}
	return f
}

// empty forgets the commands and keeps the room.
func (q *commandQueue) empty() {
	clear(q.list) // names
	q.list = q.list[:0]
	for _, v := range q.values {
		v.empty()
	}
}

// abandonDeferral forgets what waits.
func (w *World) abandonDeferral() {
	w.deferral.depth = 0
	w.clearHook(hookDeferred)
	w.deferral.queue.empty()
}

// applyLate applies a command that has waited, unless what it is about has died.
func (w *World) applyLate(c *change, values []keptValues) *spec.Error {
	if c.entity != 0 && !w.st.Alive(c.entity) || !w.aliveElements(c.id) {
		return nil
	}
	if c.kind == changeSet {
		id, err := w.exact(c.id)
		if err != nil {
			return err
		}
		return w.operate(func() *spec.Error { return values[c.list].set(w, c.entity, id, c.at) })
	}
	return w.apply(c)
}

// typedValues are kept values of a Go type.
type typedValues[T any] struct{ list []T }

func (v *typedValues[T]) set(w *World, e Entity, id store.ID, at int32) *spec.Error {
	return setValue(w, e, id, v.list[at])
}

func (v *typedValues[T]) empty() {
	clear(v.list) // they may hold pointers
	v.list = v.list[:0]
}

// setLater makes a value wait.
func setLater[T any](w *World, e Entity, id store.ID, value T) {
	q := &w.deferral.queue
	kept := keptList(q, func() *typedValues[T] { return new(typedValues[T]) })
	kept.list = append(kept.list, value)
	q.set(w, e, id, kept, len(kept.list)-1)
}

// keptList finds or makes the kept values of a kind.
func keptList[V keptValues](q *commandQueue, create func() V) V {
	for _, v := range q.values {
		if known, ok := v.(V); ok {
			return known
		}
	}
	v := create()
	q.values = append(q.values, v)
	return v
}

// set appends the command that sets a kept value.
func (q *commandQueue) set(w *World, e Entity, id store.ID, values keptValues, at int) {
	list := slices.Index(q.values, values)
	q.list = append(q.list, change{kind: changeSet, entity: e, id: w.elementsOf(id), list: int32(list), at: int32(at)})
}

// createLater makes an entity, or a component, whose parent, ids and name wait (P-45).
func (w *World) createLater(b *birth, makeComponent func(Entity)) (Entity, *spec.Error) {
	parent := b.parent
	if parent == 0 && !b.unscoped {
		parent = w.scope
	}
	if parent != 0 {
		if err := w.checkAlive(parent); err != nil {
			return 0, err
		}
	}
	for _, id := range b.ids {
		if _, err := w.exact(id); err != nil {
			return 0, err
		}
	}
	var e Entity
	err := w.operate(func() *spec.Error {
		e = w.rawCreate()
		makeComponent(e)
		return nil
	})
	q := &w.deferral.queue
	if parent != 0 {
		q.list = append(q.list, change{kind: changeAdd, entity: e, id: elements{ChildOf, parent}})
	}
	for _, id := range b.ids {
		q.list = append(q.list, change{kind: changeAdd, entity: e, id: id})
	}
	if b.name != "" {
		q.list = append(q.list, change{kind: changeName, entity: e, name: b.name})
	}
	return e, err
}
