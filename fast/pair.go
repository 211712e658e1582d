package fast

import (
	"iter"
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// NewRelationship makes an entity for use as the first element of pairs, with properties such as
// [Exclusive], [Transitive] or [Symmetric]. The name may be empty. Add properties that are pairs,
// such as (OnDeleteTarget, Delete), with [World.Add] or [World.AddPair]. If the relationship is
// [Acyclic] or [Traversable], pairs that would close a cycle are refused. NewRelationship panics if
// the name is invalid or taken by a root entity, if a property cannot be added, or if a loop locks
// the world.
func (w *World) NewRelationship(name string, properties ...Entity) Entity {
	return must(w.core.Create(rootOf(name, properties)))
}

// NewTag makes an entity for use as an id without values. Otherwise it is like NewRelationship.
func (w *World) NewTag(name string, properties ...Entity) Entity {
	return w.NewRelationship(name, properties...)
}

// AddPair gives e the pair (relationship, target). If the relationship is exclusive, e loses its
// old pair in the same move. Errors are those of [World.Add].
func (w *World) AddPair(e, relationship, target Entity) error {
	if w.needsCheck(relationship, target) {
		return w.Add(e, Pair(relationship, target))
	}
	return asError(w.core.Add(e, store.Pair(relationship.Index(), target.Index())))
}

// RemovePair removes the pair (relationship, target) from e; target may be a wildcard. Errors are
// those of [World.Remove].
func (w *World) RemovePair(e, relationship, target Entity) error {
	if w.needsCheck(relationship, target) {
		return w.Remove(e, Pair(relationship, target))
	}
	return asError(w.core.Remove(e, store.Pair(relationship.Index(), target.Index())))
}

// needsCheck reports whether an element of a pair is dead or may be a wildcard. Then the caller
// must take the path that checks the pair.
func (w *World) needsCheck(relationship, target Entity) bool {
	return !w.core.Store.Alive(relationship) || !w.core.Store.Alive(target) || rules.IsBuiltin(target.Index()) ||
		rules.IsPattern(relationship)
}

// HasPair reports whether an entity owns or inherits the pair (relationship, target). The elements
// may be wildcards.
func (w *World) HasPair(e, relationship, target Entity) bool {
	return w.Has(e, Pair(relationship, target))
}

// Relationship reads and changes the pairs of one relationship, which is looked up only once. Make
// one with [World.Relationship] and keep it. If the relationship is deleted, or [World.Restore] or
// [World.Load] brings back a world without it, a Relationship finds no pairs and Add returns
// not_alive. If a later restore brings the relationship back, it works again.
type Relationship struct {
	w      *World
	pairs  store.Relation
	entity Entity
}

// Relationship returns a reader of the pairs of relationship e. It panics if e is not alive.
func (w *World) Relationship(e Entity) *Relationship {
	if err := w.core.CheckAlive(e); err != nil {
		panic(err)
	}
	r := &Relationship{w: w, entity: e}
	r.restored()
	w.typed.objects = append(w.typed.objects, r)
	return r
}

func (r *Relationship) restored() { r.pairs = r.w.relationOf(r.entity) }

// relationOf returns a reader of the pairs of a relationship. For a dead relationship, whose index
// may have been reused, the reader finds no pairs.
func (w *World) relationOf(relationship Entity) store.Relation {
	if !w.core.Store.Alive(relationship) {
		return w.core.Store.Relation(rules.HiddenMark)
	}
	return w.core.Store.Relation(relationship.Index())
}

// Entity returns the first element of the pairs.
func (r *Relationship) Entity() Entity { return r.entity }

// Pair returns the id (relationship, target).
func (r *Relationship) Pair(target Entity) ID { return Pair(r.entity, target) }

// Target returns the first target, in order of creation, that e owns or inherits, or the zero
// Entity if there is none or e is dead. For an entity with one target it costs two lookups.
func (r *Relationship) Target(e Entity) Entity {
	if target, ok := r.pairs.One(e); ok && target != rules.NonFragmentingMark && !r.w.core.Instances {
		if target == 0 {
			return 0
		}
		return r.w.core.Entity(target)
	}
	return r.target(e)
}

// target is the slow path of Target, for several, inherited or non-fragmenting targets.
func (r *Relationship) target(e Entity) Entity {
	t, _, alive := r.w.core.Store.Record(e)
	if !alive {
		return 0
	}
	_, count, target := r.pairs.Of(t)
	if bases := r.w.core.HasBases(t); count == 1 &&
		(!bases || r.w.core.TraitsOf(r.entity.Index())&rules.TraitExclusive != 0) {
		if target == rules.NonFragmentingMark {
			target, _ = r.w.core.NonFragmenting.By[r.entity.Index()].Target(e.Index())
		}
		return r.w.core.Entity(target)
	} else if count == 0 && !bases {
		return 0
	}
	return r.w.Target(e, r.entity, 0) // an inherited target may come first in type order
}

// Has reports whether an entity owns or inherits the pair with a target.
func (r *Relationship) Has(e, target Entity) bool {
	own, ok := r.pairs.One(e)
	if core := &r.w.core; ok && !rules.IsBuiltin(target.Index()) && !core.Instances && !core.NonFragmenting.Any() {
		return own == target.Index() && core.Store.Alive(target) // no entity inherits, and all targets are in tables
	}
	return r.has(e, target)
}

// has is the slow path of Has, for several, inherited or non-fragmenting targets.
func (r *Relationship) has(e, target Entity) bool {
	if r.pairs.Has(e, target.Index()) {
		return r.w.core.Store.Alive(target)
	}
	if !rules.IsBuiltin(target.Index()) && !r.w.core.NonFragmenting.Any() {
		if !r.w.core.Instances {
			return false // no entity inherits, and all targets are in tables
		}
		if t, _, alive := r.w.core.Store.Record(e); !alive || !r.w.core.HasBases(t) {
			return false
		}
	}
	return r.w.Has(e, Pair(r.entity, target))
}

// Add gives an entity the pair with a target; see [World.AddPair].
func (r *Relationship) Add(e, target Entity) error { return r.w.AddPair(e, r.entity, target) }

// Remove removes the pair with a target from an entity; see [World.RemovePair].
func (r *Relationship) Remove(e, target Entity) error { return r.w.RemovePair(e, r.entity, target) }

// Sources iterates over the entities that own the pair with target, which may be [Wildcard]. If the
// pair has an order (see [World.MoveBefore]) they come in that order, otherwise in no particular
// order. The world is locked during the loop. The cost is proportional to the number of results and
// of tables with the pair.
func (r *Relationship) Sources(target Entity) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		w := r.w
		id, ok := w.patternID(Pair(r.entity, target))
		if !ok {
			return
		}
		w.core.Hooks.Add(1)
		list, all := r.listed(id)
		if !all {
			for _, p := range w.core.Store.Lookup(id) {
				for _, e := range w.core.Store.Entities(p.Table) {
					if !yield(e) {
						w.core.EndLoop()
						return
					}
				}
			}
		}
		for _, source := range list {
			if !yield(w.core.Entity(source)) {
				break
			}
		}
		w.core.EndLoop()
	}
}

// listed returns the sources of a pair that are stored in a list: all of them if the pair has an
// order, otherwise those of a non-fragmenting relationship.
func (r *Relationship) listed(id store.ID) (list []uint32, all bool) {
	if id.IsWildcard() {
		return nil, false
	}
	if o := r.w.core.OrderOf(id); o != nil {
		return o.Sources(id.Second()), true
	}
	if x := r.w.core.NonFragmenting.By[r.entity.Index()]; x != nil {
		return x.Sources(id.Second()), false
	}
	return nil, false
}

// GetID returns a pointer to the value that e owns or inherits for an id whose values are of type
// T: (T, target), or (relationship, T) if the relationship has no values of its own. It returns nil
// if e does not have the id or is not alive. If the id has no values, T can be any type of size 0,
// and the result is not nil if e has the id. GetID panics with code invalid for a wildcard, and if
// the values of the id are not of type T.
func GetID[T any](w *World, e Entity, id AnyID) *T {
	named := idOf(id)
	sid, ok := w.patternID(named)
	if !ok || sid.IsWildcard() {
		if named.hasWildcard() {
			panic(rules.ErrWildcard)
		}
		return nil // an element is dead
	}
	if p := store.Value[T](w.core.Store, e, sid); p != nil {
		if w.core.Attention&(rules.AttendKeys|rules.AttendUndo) != 0 {
			w.core.Lend(e.Index(), sid)
		}
		return p
	}
	return findID[T](w, e, sid)
}

// findID is the slow path of GetID, for values that the entity does not own.
func findID[T any](w *World, e Entity, id store.ID) *T {
	if !w.core.Store.Alive(e) {
		return nil
	}
	if isTag[T](w, id) {
		if t, _, _ := w.core.Store.Record(e); w.core.Has(t, e.Index(), id) {
			return new(T)
		}
		return nil
	}
	if err := w.core.CheckType(id, reflect.TypeFor[T]()); err != nil {
		panic(err)
	}
	cell, _, err := w.core.CellOf(e, id)
	if err != nil {
		panic(err)
	}
	return (*T)(cell)
}

// isTag reports whether T has size 0 and an id has no values.
func isTag[T any](w *World, id store.ID) bool {
	return unsafe.Sizeof(*new(T)) == 0 && w.core.TypedBy(id) == 0
}

// SetID gives e its own value for an id, as [Component.Set] does for a component. If the id has no
// values and T has size 0, SetID only adds the id. Errors are those of [World.Add], and invalid if
// the values of the id are not of type T.
func SetID[T any](w *World, e Entity, id AnyID, value T) error {
	sid, err := w.exactID(idOf(id))
	if err != nil {
		return err
	}
	if isTag[T](w, sid) {
		return asError(w.core.Add(e, sid))
	}
	if w.core.Attention&rules.AttendHooks != 0 && !w.core.Unobserved(sid) {
		return asError(change.SetHooked(&w.core, e, sid, value))
	}
	p := store.Value[T](w.core.Store, e, sid)
	if p == nil {
		if err := w.core.CheckType(sid, reflect.TypeFor[T]()); err != nil {
			return err
		}
		if !w.core.AddPlain(e, sid) { // a consequence may remove the id again; observers are notified after the value is set
			return asError(change.SetHooked(&w.core, e, sid, value))
		}
		p = store.Value[T](w.core.Store, e, sid)
	}
	w.core.Writing(e.Index(), sid)
	*p = value
	w.core.Wrote(e, sid)
	return nil
}

// GetPair returns a pointer to the value of the pair (T, target) that e owns or inherits, or nil;
// see [GetID].
func (c *Component[T]) GetPair(e, target Entity) *T { return GetID[T](c.core.w, e, c.Pair(target)) }

// SetPair adds the pair (T, target) with a value to an entity, like [SetID].
func (c *Component[T]) SetPair(e, target Entity, value T) error {
	return SetID(c.core.w, e, c.Pair(target), value)
}

// AddAll gives e the pairs with all targets in one operation. If a pair cannot be added, AddAll
// returns the error of [World.Add] and adds none. For example, if the third of three targets is
// dead, e gets no pair. Pairs that e owns are left alone.
//
// While changes are deferred, AddAll refuses dead and invalid targets at once. If a pair cannot be
// added when the deferral ends, the others are still added.
//
// If the relationship has no properties that affect adding, AddAll moves e once, to its final
// table. With single calls, each call may make another table.
func (r *Relationship) AddAll(e Entity, targets ...Entity) error {
	w := r.w
	if len(targets) == 0 {
		return asError(w.core.CheckAlive(e))
	}
	ids := make([]store.ID, 0, len(targets))
	var refused *spec.Error // the error of the first invalid target
	for _, target := range targets {
		id, err := w.exactID(Pair(r.entity, target))
		if refused = err; err != nil {
			break
		}
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return refused
	}
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	if refused == nil && w.core.TraitsOf(r.entity.Index())&(rules.TraitNonFragmenting|rules.TraitsOfAdd) == 0 &&
		w.core.IsPlain(e, ids[0]) && !slices.ContainsFunc(ids, w.core.IsLimited) {
		return asError(w.core.ChangePlain(e, ids, nil))
	}
	return asError(r.addEach(e, targets, ids, refused))
}

// addEach adds pairs one by one. If one cannot be added, or if refused is not nil, it undoes all of
// them. While changes are deferred, each pair is a deferred change of its own.
func (r *Relationship) addEach(e Entity, targets []Entity, ids []store.ID, refused *spec.Error) *spec.Error {
	w := r.w
	if w.core.Deferral.Depth > 0 {
		if refused != nil {
			return refused
		}
		for _, target := range targets {
			if err := w.core.Pass(change.Change{
				Kind: change.ChangeAdd, Entity: e,
				ID: Pair(r.entity, target).elements(),
			}); err != nil {
				return err
			}
		}
		return nil
	}
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	return w.core.Operate(func() *spec.Error {
		mark := w.core.Begin()
		for _, id := range ids {
			if err := w.core.AddNow(e, id); err != nil {
				return w.core.End(mark, err)
			}
		}
		return w.core.End(mark, refused)
	})
}

// NewRelationshipOf is like [World.NewRelationship] for a relationship whose pairs have values of
// the Go type T, whatever the target. [SetID] and [GetID] write and read the values. Unlike
// [Register], NewRelationshipOf makes another relationship at each call: for example, likes and
// fears can both have values of type float64. If T has size 0, the pairs have no values.
// [World.Load] finds T by its name: before a program loads a file with the relationship, it must
// register T or make any relationship of T. This is not needed for predeclared types such as
// float64.
//
// NewRelationshipOf panics as [World.NewRelationship] does.
func NewRelationshipOf[T any](w *World, name string, properties ...Entity) Entity {
	if err := checkComponent(reflect.TypeFor[T]()); err != nil {
		panic(err)
	}
	return must(w.core.DeclareAs(rootOf(name, properties), func(e Entity) {
		w.core.SetComponent(e, &rules.Component{Typ: store.Register[T](w.core.Store)})
	}))
}
