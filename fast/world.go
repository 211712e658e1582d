package fast

import (
	"fmt"
	"reflect"
	"strings"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Error is the error that calls return or panic with: a code, which does not change between
// versions, and a message. Errors of a query have the line and column in its text.
type Error = spec.Error

// ErrorCode is the kind of an [Error].
type ErrorCode = spec.ErrorCode

// The codes of errors.
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

// Profile is a set of rules for a world; see [WithProfile].
type Profile = spec.Profile

// Flecs3 returns the profile of the manual of Flecs 3.
func Flecs3() Profile { return spec.Flecs3() }

// Flecs4 returns the profile of the manual of Flecs 4.0.
func Flecs4() Profile { return spec.Flecs4() }

// Flecs41 returns the profile of the manuals of Flecs 4.1, the default.
func Flecs41() Profile { return spec.Flecs41() }

// Entity is the handle of an entity: an index, which is reused after deletion, and a generation,
// which distinguishes the uses. The zero Entity is never alive.
type Entity = store.Entity

// Option is an option of [NewWorld].
type Option func(*worldOptions)

type worldOptions struct {
	profile spec.Profile
	compact bool
	events  int
	store   store.Options
}

// WithProfile sets the rules that the world follows; the default is flecs-4.1. [NewWorld] panics
// with code unsupported for the zero Profile, and for the profile tecs: package fast/tecs makes
// worlds with that profile.
func WithProfile(p Profile) Option { return func(o *worldOptions) { o.profile = p } }

// WithoutRecycling makes the world never reuse an index.
func WithoutRecycling() Option { return func(o *worldOptions) { o.store.NoRecycling = true } }

// WithEventLimit sets how many events the callbacks of observers can cause after one operation, by
// changing the world or by [World.Emit]; the default is 1,000,000. Events of the operation itself
// do not count. The change that exceeds the limit stays, but the rest of its events are not
// delivered, and the deferred changes after it are dropped. [World.HandleFailures] gets one error
// with code limit. With n <= 0, callbacks can cause no events.
func WithEventLimit(n int) Option { return func(o *worldOptions) { o.events = max(n, 0) } }

// Profile returns the profile that the world follows.
func (w *World) Profile() Profile { return w.core.Profile }

// World is a set of entities with their ids and data. Any number of goroutines may read a world and
// run queries while none writes.
type World struct {
	core  change.World
	typed typedWorld
}

// NewWorld makes a world that has only the reserved entities.
func NewWorld(options ...Option) *World {
	o := worldOptions{profile: spec.Flecs41(), events: change.DefaultEvents}
	for _, set := range options {
		if set != nil {
			set(&o)
		}
	}
	if o.profile.Operations == nil {
		panic(spec.Errorf(spec.CodeUnsupported, "no world can have the profile %s; use one of %s", o.profile.Name,
			strings.Join(spec.Names(spec.Profiles()), ", ")))
	}
	if o.profile.Family == spec.TecsFamily {
		panic(spec.Errorf(spec.CodeUnsupported, "package fast/tecs makes the worlds of the profile %s; use its NewWorld",
			o.profile.Name))
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

// Snapshot is a copy of a world in memory, for [World.Restore] of the same world. To write a world
// to a file, use [World.Save].
type Snapshot struct {
	w *World
	s *rules.Snapshot
}

// Snapshot copies the world with its data, in time proportional to its size. Slices and maps in
// values are copied, including those that contain themselves. Pointers, interfaces, channels and
// functions in values are copied as such, so the snapshot shares the data behind them with the
// world; [RegisterCopy] changes this for a type. Snapshot panics while changes are deferred.
//
// Statements: snapshot.restore.
func (w *World) Snapshot() *Snapshot {
	if w.IsDeferred() {
		panic(change.ErrDeferred)
	}
	return &Snapshot{w, w.core.TakeSnapshot()}
}

// RegisterCopy sets the function that copies values of type T whenever the world copies a value:
// for [World.Snapshot] and [World.Restore], [World.Clone] and [World.Instantiate], and for
// instances that get copies of values of their base. T may be the type of a component or a type
// within it, in fields, arrays, slices and maps. The function is not called for nil. By default a
// copy has its own slices and maps, and shares the data behind pointers and interfaces. So a
// function for a pointer type can copy this data, and one for a slice or map type can share the
// slice or map. A nil function restores the default. For files, see [FileCodec].
//
//	fast.RegisterCopy(w, func(p *Path) *Path { return &Path{Points: slices.Clone(p.Points)} })
//
// During the call the world is locked as in a loop: the function may read the world, but structural
// changes are refused. It should not panic. If it panics in Snapshot, or in a Clone or Instantiate
// that is not deferred, nothing has changed; in other calls, a new entity may remain.
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

// Restore brings the world back to the state of a snapshot, which can be restored again later.
// Queries remain valid. Entities that were made after the snapshot are gone, and no new entity gets
// the same index and generation, so a stored handle never means another entity. Entities that were
// deleted after the snapshot are alive again with the same handles. Restore panics with code
// invalid for a snapshot of another world, while changes are deferred, in [World.Atomically] and
// [World.Record], and after [World.Teardown]; and with code locked while a loop runs.
func (w *World) Restore(s *Snapshot) {
	if s == nil || s.w != w {
		panic(spec.Errorf(spec.CodeInvalid,
			"the snapshot belongs to another world; use Save and Load to copy a world"))
	}
	w.core.Restore(s.s)
}

// Teardown deletes everything in the world and notifies observers. First it deletes each root that
// has children, in order of creation, as [World.Delete] does; it skips a root whose deletion a
// policy refuses. Then it deletes everything else in one operation that ignores policies: modules,
// systems, observers, components and other roots. Afterwards the world cannot be changed. Calls
// that would change it return an error with code invalid, or not_alive if they name a deleted
// entity; they panic if they have no error result. Calls that only read it find no entities.
//
// Teardown is refused with code invalid while changes are deferred and in [World.Atomically] and
// [World.Record], and with code locked while a loop runs.
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

// withPosition appends the line and column of an error, if it has them, to its message.
func withPosition(err *spec.Error) *spec.Error {
	if err == nil || err.Line == 0 {
		return err
	}
	at := *err
	at.Message += fmt.Sprintf(" (line %d, column %d)", err.Line, err.Column)
	return &at
}
