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
// versions, and a message. If the error is about a place in a query text, it also has the line and
// column.
type Error = spec.Error

// ErrorCode is the kind of an [Error].
type ErrorCode = spec.ErrorCode

// The codes of errors.
const (
	CodeSyntax         = spec.CodeSyntax         // a query text has a syntax error
	CodeUnresolved     = spec.CodeUnresolved     // a name, path or variable does not exist
	CodeInvalid        = spec.CodeInvalid        // an argument is wrong, or the call is not possible now
	CodeNotAlive       = spec.CodeNotAlive       // an entity was deleted
	CodeExists         = spec.CodeExists         // a sibling already has the name
	CodeCycle          = spec.CodeCycle          // a pair of an Acyclic relationship would close a cycle
	CodeFinal          = spec.CodeFinal          // the base is Final
	CodeOneOf          = spec.CodeOneOf          // OneOf forbids the target
	CodeNotTraversable = spec.CodeNotTraversable // Up, Cascade or Emit cannot follow the relationship
	CodeInUse          = spec.CodeInUse          // a property of an id that is in use cannot change any more
	CodeLocked         = spec.CodeLocked         // the world cannot change now, because a loop runs
	CodePolicy         = spec.CodePolicy         // the policy Panic forbids the deletion
	CodeLimit          = spec.CodeLimit          // a limit of docs/limits.md is exceeded
	CodeUnsupported    = spec.CodeUnsupported    // the profile, or this kind of query, does not have the feature
)

// Profile is a set of rules for a world; see [WithProfile].
type Profile = spec.Profile

// Flecs3 returns the profile with the rules of the Flecs 3 manual.
func Flecs3() Profile { return spec.Flecs3() }

// Flecs4 returns the profile with the rules of the Flecs 4.0 manual.
func Flecs4() Profile { return spec.Flecs4() }

// Flecs41 returns the default profile, with the rules of the Flecs 4.1 manuals.
func Flecs41() Profile { return spec.Flecs41() }

// Entity is the handle of an entity: an index, which is reused after deletion, and a generation,
// which distinguishes the entities that had the index. The zero Entity is never alive.
type Entity = store.Entity

// Option is an option of [NewWorld].
type Option func(*worldOptions)

type worldOptions struct {
	profile spec.Profile
	compact bool
	events  int
	store   store.Options
}

// WithProfile sets the rules that the world follows; the default is [Flecs41]. [NewWorld] panics
// with code unsupported for the zero Profile, and for the profile tecs: package fast/tecs makes
// worlds with that profile.
func WithProfile(p Profile) Option { return func(o *worldOptions) { o.profile = p } }

// WithoutRecycling makes the world never reuse an index.
func WithoutRecycling() Option { return func(o *worldOptions) { o.store.NoRecycling = true } }

// WithEventLimit sets how many events the callbacks of observers can cause after one operation, by
// changing the world or by [World.Emit]; the default is 1,000,000. Events of the operation itself
// do not count. If a change exceeds the limit, it stays, but the rest of its events are not
// delivered, and the deferred changes after it are dropped. The function of [World.HandleFailures]
// then gets one error with code limit. With n <= 0, callbacks can cause no events.
func WithEventLimit(n int) Option { return func(o *worldOptions) { o.events = max(n, 0) } }

// Profile returns the profile that the world follows.
func (w *World) Profile() Profile { return w.core.Profile }

// World is a set of entities with their ids and values. Any number of goroutines may read a world
// and run queries while none writes.
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
		panic(spec.Errorf(spec.CodeUnsupported, "the profile %q has no rules; use one of %s", o.profile.Name,
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

// Snapshot copies the world with its values, in time proportional to its size. Slices and maps in
// values are copied, including those that contain themselves. The snapshot shares the data behind
// pointers, interfaces, channels and functions with the world; [RegisterCopy] changes this for a
// type. Snapshot panics with code invalid while changes are deferred.
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
// instances that get copies of values of their base. T may be the type of a component, or a type
// that occurs in a component as a field or as an element of an array, slice or map. The function is
// not called for nil values. By default a copy has its own slices and maps, and shares the data
// behind pointers and interfaces. With a function for a pointer type, the copy can have its own
// data; with a function for a slice or map type, it can share the slice or map. A nil function
// restores the default. For files, see [FileCodec].
//
//	fast.RegisterCopy(w, func(p *Path) *Path { return &Path{Points: slices.Clone(p.Points)} })
//
// During the call the world is locked as in a loop: the function may read the world, but structural
// changes are refused. It should not panic. If it panics in Snapshot, or in a Clone or Instantiate
// that is not deferred, nothing has changed. If it panics in another call, a new entity may remain.
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
// Queries remain valid. Entities that were made after the snapshot are gone. Their handles are
// never used again, so a handle that the program kept never means another entity. Entities that
// were deleted after the snapshot are alive again with the same handles. Restore panics with code
// invalid for nil or a snapshot of another world, while changes are deferred, in [World.Atomically]
// and [World.Record], and after [World.Teardown]. It panics with code locked while a loop runs.
func (w *World) Restore(s *Snapshot) {
	if s == nil || s.w != w {
		panic(spec.Errorf(spec.CodeInvalid,
			"the snapshot is nil or belongs to another world; use Save and Load to copy a world"))
	}
	w.core.Restore(s.s)
}

// Teardown deletes everything in the world and notifies observers. First it deletes each root that
// has children, in order of creation, as [World.Delete] does; it skips a root whose deletion a
// policy refuses. Then it deletes everything else in one operation that ignores policies: modules,
// systems, observers, components and other roots. Afterwards the world cannot be changed. Calls
// that would change it return an error with code invalid, or not_alive if they name a deleted
// entity. If they have no error result, they panic with the error. Calls that only read it find no
// entities.
//
// Teardown is refused with code invalid while changes are deferred and in [World.Atomically] and
// [World.Record], and with code locked while a loop runs.
//
// Statements: teardown.roots, REL-155 to REL-160.
func (w *World) Teardown() error { return asError(w.core.Teardown()) }

// asError converts nil to a nil error. A plain conversion would give an error that holds a nil
// pointer and is not nil.
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
