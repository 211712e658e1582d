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
	queue commandQueue
	free  []commandQueue // queues for reuse
}

// commandQueue has commands in order, and the values that they set.
type commandQueue struct {
	list   []Change
	values []queuedValues
}

// Queued is what a deferred command applies: a value to set, an event to emit, or a copy to make.
type Queued interface {
	// Apply applies it to an alive entity. For a value, id is exact and its elements are alive;
	// otherwise id is zero.
	Apply(w *World, e Entity, id store.ID) *spec.Error
}

// queuedValues are the values of one type, in the order of their commands.
type queuedValues interface {
	apply(w *World, e Entity, id store.ID, at int32) *spec.Error
	empty()
}

type valuesOf[T Queued] struct{ list []T }

func (v *valuesOf[T]) apply(w *World, e Entity, id store.ID, at int32) *spec.Error {
	return v.list[at].Apply(w, e, id)
}

func (v *valuesOf[T]) empty() {
	clear(v.list) // they may contain pointers
	v.list = v.list[:0]
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
// that failed. A callback of an observer can only end deferrals that it has begun.
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
	if len(d.queue.list) == 0 {
		return nil
	}
	queue := d.queue
	d.queue = commandQueue{}
	if n := len(d.free); n > 0 {
		d.queue = d.free[n-1]
		d.free = d.free[:n-1]
	}
	var failures []spec.Failure
	for i := range queue.list {
		if v := &w.Observers; v.Nesting > 0 && v.exhausted() {
			break // callbacks queued the remaining changes; they are dropped
		}
		c := &queue.list[i]
		if err := w.UnderLocks(func() *spec.Error { return w.applyLate(c, queue.values) }); err != nil {
			failures = append(failures, w.failure(i, c, err))
		}
	}
	queue.empty()
	d.free = append(d.free, queue)
	return failures
}

// failure describes a failed command, in terms of handles if there are any.
func (w *World) failure(number int, c *Change, err *spec.Error) spec.Failure {
	f := spec.Failure{Command: number, Err: err, Op: changeRules[c.Kind].op}
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
		v.empty()
	}
}

// AbandonDeferral discards the deferred changes.
func (w *World) AbandonDeferral() {
	w.Deferral.Depth, w.Deferral.floor = 0, 0
	w.ClearHook(rules.HookDeferred)
	w.Deferral.queue.empty()
}

// applyLate applies a deferred command. If its entity or an element of its id has died, applyLate
// drops the command. But if the command would make the entity an orphan, it deletes the entity: for
// example, if the command adds (ChildOf, parent) and the parent has died.
func (w *World) applyLate(c *Change, values []queuedValues) *spec.Error {
	if c.Entity != 0 && !w.Store.Alive(c.Entity) || c.other != 0 && !w.Store.Alive(c.other) || !w.AliveElements(c.ID) {
		if (c.Kind == ChangeAdd || c.Kind == ChangeSet) && w.IsOrphan(c.Entity, c.ID) {
			return w.apply(&Change{Kind: ChangeDelete, Entity: c.Entity})
		}
		return nil
	}
	var id store.ID
	switch c.Kind { //nolint:exhaustive // the others have no queued value
	case ChangeSet:
		var err *spec.Error
		if id, err = w.Exact(c.ID); err != nil {
			return err
		}
	case ChangeQueued:
	default:
		return w.apply(c)
	}
	return w.Operate(func() *spec.Error { return values[c.list].apply(w, c.Entity, id, c.at) })
}

// RunLater queues a command that applies an event or a copy. If e or other is not zero and has died
// by then, the command is dropped.
func RunLater[T Queued](w *World, e, other Entity, value T) {
	enqueue(w, Change{Kind: ChangeQueued, Entity: e, other: other}, value)
}

func enqueue[T Queued](w *World, c Change, value T) {
	q := &w.Deferral.queue
	at := slices.IndexFunc(q.values, func(v queuedValues) bool {
		_, same := v.(*valuesOf[T])
		return same
	})
	if at < 0 {
		at = len(q.values)
		q.values = append(q.values, new(valuesOf[T]))
	}
	values := q.values[at].(*valuesOf[T])
	c.list, c.at = int32(at), int32(len(values.list))
	values.list = append(values.list, value)
	q.list = append(q.list, c)
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
		w.equipLater(e, parent, b) // callbacks of this creation queue their changes after these
		return nil
	})
	return e, err
}

// equipLater queues the parent, the ids and the name of a new entity.
func (w *World) equipLater(e, parent Entity, b *rules.Birth) {
	q := &w.Deferral.queue
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
