package fast

import (
	"fmt"
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Error is how a call refuses: a stable code, and a sentence for people. Errors of a query have the
// line and column in its text.
type Error = spec.Error

// ErrorCode says which kind of refusal an [Error] is.
type ErrorCode = spec.ErrorCode

// The codes of refusals.
const (
	CodeSyntax         = spec.CodeSyntax
	CodeUnresolved     = spec.CodeUnresolved
	CodeInvalid        = spec.CodeInvalid
	CodeNotAlive       = spec.CodeNotAlive
	CodeExists         = spec.CodeExists
	CodeCycle          = spec.CodeCycle
	CodeFinal          = spec.CodeFinal
	CodeOneOf          = spec.CodeOneOf
	CodeNotTraversable = spec.CodeNotTraversable
	CodeInUse          = spec.CodeInUse
	CodeLocked         = spec.CodeLocked
	CodePolicy         = spec.CodePolicy
	CodeLimit          = spec.CodeLimit
	CodeUnsupported    = spec.CodeUnsupported
)

// Profile is the rules that a world follows, for [WithProfile].
type Profile = spec.Profile

// Flecs3 is the profile of the manual of Flecs 3.
func Flecs3() Profile { return spec.Flecs3() }

// Flecs4 is the profile of the manual of Flecs 4, which worlds have by default.
func Flecs4() Profile { return spec.Flecs4() }

// Flecs41 is the profile of the manuals of Flecs 4.1.
func Flecs41() Profile { return spec.Flecs41() }

// Entity is a handle of an entity: an index that is used again after deletion, and a generation that tells the uses
// apart. The zero Entity is never alive.
type Entity = store.Entity

// Option changes a new world.
type Option func(*worldOptions)

type worldOptions struct {
	profile spec.Profile
	compact bool
	events  int
	store   store.Options
}

// WithProfile chooses the rules that the world follows; the default is flecs-4. With a profile
// that is not built (field Built), [NewWorld] panics with code unsupported.
func WithProfile(p Profile) Option { return func(o *worldOptions) { o.profile = p } }

// WithoutRecycling never uses an index again.
func WithoutRecycling() Option { return func(o *worldOptions) { o.store.NoRecycling = true } }

// WithEventLimit says how many events the changes that callbacks of observers make may cause in the
// wake of one operation; the default is 1,000,000. The events of the operation itself do not count.
// Beyond it the wake ends: no more of its events are told, changes of callbacks that wait are
// dropped, and [World.HandleFailures] hears of it once with code limit. A limit of zero or less
// lets callbacks cause no events.
func WithEventLimit(n int) Option { return func(o *worldOptions) { o.events = max(n, 0) } }

// Profile is the profile that the world follows.
func (w *World) Profile() Profile { return w.core.Profile }

// World is a set of entities with their ids and data. It is not safe for writing from several goroutines; any number
// may read, and run queries, while none writes.
type World struct {
	core  change.World
	typed typedWorld
}

// NewWorld makes a world that holds the reserved entities only.
func NewWorld(options ...Option) *World {
	o := worldOptions{profile: spec.Flecs4(), events: change.DefaultEvents}
	for _, set := range options {
		if set != nil {
			set(&o)
		}
	}
	if err := rules.NotBuilt(&o.profile); err != nil {
		panic(err)
	}
	w := &World{}
	w.core.Init(rules.Options{Profile: o.profile, Compact: o.compact, Store: o.store}, o.events)
	w.core.OnRestore = w.typed.restored
	return w
}

func init() {
	bridge.Core = func(world any) *change.World { return &world.(*World).core }
	bridge.Copy = func(world any, original Entity, instance bool, ids []rules.Elements, born func(Entity)) *spec.Error {
		c := &copier{w: world.(*World), original: original}
		if instance {
			c = c.w.copierOf(original, ids)
		}
		c.born = born
		return c.start()
	}
	bridge.CreateMany = func(world any, b rules.Birth, n int, made func(Entity)) *spec.Error {
		return world.(*World).createMany(b, n, made)
	}
	bridge.RecycledIndices = func(n int) any {
		return Option(func(o *worldOptions) { o.store.Recycled, o.store.EmptyTables = n, -store.MaxFirst })
	}
	bridge.NotFragmenting = func() any { return Option(func(o *worldOptions) { o.compact = true }) }
	bridge.TradingTables = func() any {
		return Option(func(o *worldOptions) { o.store.MergeRows, o.store.SmallFlat, o.store.WideTargets = 1, 2, 1 })
	}
}

// Snapshot is a copy of a world at one time, in memory, for [World.Restore] of the same world. It has no form as bytes.
type Snapshot struct {
	w *World
	s *rules.Snapshot
}

// Snapshot copies the world, its data included, in time proportional to it. Slices and maps within
// values are copied, so that what is written in place afterwards is not in the snapshot; a slice or
// map that contains itself does so in the copy. What pointers, interfaces, channels and functions
// in values lead to is shared with the world, unless [RegisterCopy] says how to copy it. It panics
// while changes are deferred.
//
// Statements: snapshot.restore.
func (w *World) Snapshot() *Snapshot {
	if w.IsDeferred() {
		panic(change.ErrDeferred)
	}
	return &Snapshot{w, w.core.TakeSnapshot()}
}

// RegisterCopy makes the world copy values of type T by a function, wherever it copies a value and
// the original stays: for [World.Snapshot] and [World.Restore], for [World.Clone] and
// [World.Instantiate], and for instances that get copies of values of their base. T may be the type
// of components or one within it, in fields, arrays, slices and maps. nil values of T are not
// passed to the function. By default a copy has slices and maps of its own and shares what pointers
// and interfaces lead to: give a function for a pointer type to copy what it leads to, and for a
// slice or map type to share it. A function that is nil brings back the default. Files have
// [FileCodec].
//
// The function may read the world, which is locked meanwhile as in a loop: changes of structure are
// refused. It should not panic: after a panic, Snapshot, Clone and Instantiate leave nothing behind
// unless changes are deferred, but other calls may leave a new entity.
//
//	fast.RegisterCopy(w, func(p *Path) *Path { return &Path{Points: slices.Clone(p.Points)} })
func RegisterCopy[T any](w *World, copied func(T) T) {
	if copied == nil {
		w.core.Store.SetOwner(reflect.TypeFor[T](), nil)
		return
	}
	w.core.Store.SetOwner(reflect.TypeFor[T](), func(value unsafe.Pointer) {
		v := reflect.NewAt(reflect.TypeFor[T](), value).Elem()
		switch v.Kind() { //nolint:exhaustive // values of the other kinds are never nil
		case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func:
			if v.IsNil() {
				return
			}
		}
		w.core.Hooks.Add(1)
		defer w.core.EndLoop()
		*(*T)(value) = copied(*(*T)(value))
	})
}

// Restore brings the world back to the snapshot, which can be restored again later. Queries stay,
// and answer about the restored world. Entities that were made since are gone, and no new entity
// will have their number and generation, so that a stored handle does not mean another. For
// example, a ship that was deleted since lives again, under its handle. It panics with code invalid
// for a snapshot of another world and while changes are deferred, and with locked while a loop
// runs.
func (w *World) Restore(s *Snapshot) {
	if s == nil || s.w != w {
		panic(spec.Errorf(spec.CodeInvalid,
			"the snapshot is of another world; use Save and Load to copy a world"))
	}
	w.core.Restore(s.s)
}

// Teardown ends the world in steps, so that observers hear of everything: roots with children
// first, in the order of their creation and with their policies, then, in one operation without
// policies, the rest: modules, systems, observers, components and roots without children. A root
// whose deletion a policy refuses is left for the end. Afterwards the world takes no change: calls
// err with code invalid, or panic where they give no error.
//
// Teardown is refused with code invalid while changes are deferred, and locked while a loop runs.
//
// Statements: teardown.roots, REL-155 to REL-160.
func (w *World) Teardown() error { return asError(w.core.Teardown()) }

// asError avoids an error interface that holds a nil pointer.
func asError(err *spec.Error) error {
	if err == nil {
		return nil
	}
	return err
}

// withPosition returns a refusal as programs read it: if it has a line and a column, the message ends with them.
func withPosition(err *spec.Error) *spec.Error {
	if err == nil || err.Line == 0 {
		return err
	}
	at := *err
	at.Message += fmt.Sprintf(" (line %d, column %d)", err.Line, err.Column)
	return &at
}
