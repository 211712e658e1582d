package change

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// While changes are deferred they are queued as commands, and questions and queries use the state
// before them (deferral.waits). A created entity is alive at once, without ids (deferral.creation).
// When the outermost deferral ends, the commands are applied in order, each as an operation of its
// own (deferral.order).

// Deferral has the deferred changes.
type Deferral struct {
	Depth int
	floor int // Depth when the current callbacks of observers were called
	Queue commandQueue
	free  []commandQueue // queues for reuse
}

// commandQueue has commands in order, and the values that they set.
type commandQueue struct {
	list   []Change
	values []queuedValues
}

// queuedValues are the values of one type that commands set, in order, or other data of commands.
type queuedValues interface {
	// Set sets the value at a position for an alive entity and an exact id of alive elements.
	Set(w *World, e Entity, id store.ID, at int32) *spec.Error
	Empty()
}

// Errors of a deferral.
var (
	ErrDeferred = spec.Errorf(spec.CodeInvalid,
		"changes are deferred, or a callback of an observer runs; save, load, restore, record and tear down before or after that")
	errNotDeferred = spec.Errorf(spec.CodeInvalid, "DeferEnd was called without DeferBegin; call DeferBegin first")
)

// DeferBegin defers changes until DeferEnd has been called as often.
func (w *World) DeferBegin() {
	if w.Deferral.Depth++; w.Deferral.Depth == 1 {
		w.SetHook(rules.HookDeferred)
	}
}

// DeferEnd ends one DeferBegin. The outermost one applies the queued commands and returns those
// that failed. A callback of an observer can only end its own.
func (w *World) DeferEnd() ([]spec.Failure, *spec.Error) {
	d := &w.Deferral
	if d.Depth == d.floor {
		return nil, errNotDeferred
	}
	if d.Depth--; d.Depth > 0 {
		return nil, nil
	}
	w.ClearHook(rules.HookDeferred)
	return w.applyQueue(), nil
}

// applyQueue applies the queued commands. Meanwhile callbacks of observers may fill and apply
// further queues.
func (w *World) applyQueue() []spec.Failure {
	d := &w.Deferral
	if len(d.Queue.list) == 0 {
		return nil
	}
	queue := d.Queue
	d.Queue = commandQueue{}
	if n := len(d.free); n > 0 {
		d.Queue = d.free[n-1]
		d.free = d.free[:n-1]
	}
	var failures []spec.Failure
	for i := range queue.list {
		if v := &w.Observers; v.Nesting > 0 && v.exhausted() {
			break // these are changes of callbacks
		}
		if err := w.applyLateUnderLocks(&queue.list[i], queue.values); err != nil {
			failures = append(failures, w.failure(i, &queue.list[i], err))
		}
	}
	queue.empty()
	d.free = append(d.free, queue)
	return failures
}

// failure describes a failed command, in terms of handles if there are any.
func (w *World) failure(number int, c *Change, err *spec.Error) spec.Failure {
	f := spec.Failure{Command: number, Err: err, Op: c.Kind.operation()}
	if w.Naming == nil {
		return f
	}
	handle := func(e Entity) spec.Handle {
		if e == 0 {
			return ""
		}
		return spec.Handle(w.Naming(e))
	}
	f.Entity = handle(c.Entity)
	f.ID = spec.ID{First: handle(c.ID.First), Second: handle(c.ID.Second)}
	return f
}

// empty removes the commands and keeps the allocations.
func (q *commandQueue) empty() {
	clear(q.list) // for the collector: they contain names
	q.list = q.list[:0]
	for _, v := range q.values {
		v.Empty()
	}
}

// AbandonDeferral discards the deferred changes.
func (w *World) AbandonDeferral() {
	w.Deferral.Depth, w.Deferral.floor = 0, 0
	w.ClearHook(rules.HookDeferred)
	w.Deferral.Queue.empty()
}

// applyLate applies a deferred command. If its entity or an element of its id has died, it drops the
// command, or deletes the entity of an orphan.
func (w *World) applyLate(c *Change, values []queuedValues) *spec.Error {
	if c.Entity != 0 && !w.Store.Alive(c.Entity) || c.other != 0 && !w.Store.Alive(c.other) || !w.AliveElements(c.ID) {
		if (c.Kind == ChangeAdd || c.Kind == ChangeSet) && w.IsOrphan(c.Entity, c.ID) {
			return w.apply(&Change{Kind: ChangeDelete, Entity: c.Entity})
		}
		return nil
	}
	if c.Kind == ChangeQueued {
		return w.Operate(func() *spec.Error { return values[c.list].Set(w, c.Entity, 0, c.at) })
	}
	if c.Kind == ChangeSet {
		id, err := w.Exact(c.ID)
		if err != nil {
			return err
		}
		return w.Operate(func() *spec.Error { return values[c.list].Set(w, c.Entity, id, c.at) })
	}
	return w.apply(c)
}

// typedValues are queued values of a Go type.
type typedValues[T any] struct{ list []T }

func (v *typedValues[T]) Set(w *World, e Entity, id store.ID, at int32) *spec.Error {
	return setValue(w, e, id, v.list[at])
}

func (v *typedValues[T]) Empty() {
	clear(v.list) // they may contain pointers
	v.list = v.list[:0]
}

// setLater queues a value.
func setLater[T any](w *World, e Entity, id store.ID, value T) {
	q := &w.Deferral.Queue
	saved := QueuedList(q, func() *typedValues[T] { return new(typedValues[T]) })
	saved.list = append(saved.list, value)
	q.Set(w, e, id, saved, len(saved.list)-1)
}

// QueuedList returns the queued values of a kind, and creates the list if needed.
func QueuedList[V queuedValues](q *commandQueue, create func() V) V {
	for _, v := range q.values {
		if known, ok := v.(V); ok {
			return known
		}
	}
	v := create()
	q.values = append(q.values, v)
	return v
}

// Set appends the command that sets a queued value.
func (q *commandQueue) Set(w *World, e Entity, id store.ID, values queuedValues, at int) {
	list := slices.Index(q.values, values)
	q.list = append(q.list, Change{Kind: ChangeSet, Entity: e, ID: w.ElementsOf(id), list: int32(list), at: int32(at)})
}

// Later appends a command that runs a queued value. Its two entities, unless zero, must be alive
// when it is applied.
func (q *commandQueue) Later(e, other Entity, values queuedValues, at int) {
	list := slices.Index(q.values, values)
	q.list = append(q.list, Change{Kind: ChangeQueued, Entity: e, other: other, list: int32(list), at: int32(at)})
}

// createLater creates an entity or component and queues its parent, ids and name
// (deferral.creation). For example, a sailor that is created with the id Crew is alive at once, but
// has no Crew before the end of the deferral.
func (w *World) createLater(b *rules.Birth, makeComponent func(Entity)) (Entity, *spec.Error) {
	parent := b.Parent
	if parent == 0 && !b.Unscoped {
		parent = w.Scope
	}
	if parent != 0 {
		if err := w.CheckAlive(parent); err != nil {
			return 0, err
		}
	}
	for _, id := range b.IDs {
		if _, err := w.Exact(id); err != nil {
			return 0, err
		}
	}
	var e Entity
	err := w.Operate(func() *spec.Error {
		e = w.RawCreate()
		makeComponent(e)
		w.equipLater(e, parent, b) // before the changes of callbacks
		return nil
	})
	return e, err
}

// equipLater queues the parent, the ids and the name of a new entity.
func (w *World) equipLater(e, parent Entity, b *rules.Birth) {
	q := &w.Deferral.Queue
	if parent != 0 {
		q.list = append(q.list, Change{
			Kind: ChangeAdd, Entity: e,
			ID: rules.Elements{First: rules.ChildOf, Second: parent},
		})
	}
	for _, id := range b.IDs {
		q.list = append(q.list, Change{Kind: ChangeAdd, Entity: e, ID: id})
	}
	if b.Name != "" {
		q.list = append(q.list, Change{Kind: ChangeName, Entity: e, name: b.Name})
	}
}
