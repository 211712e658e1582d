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

// addShortNonFragmenting is addShort for a relationship with non-fragmenting pairs: another target
// is a write beside the tables.
func (w *World) addShortNonFragmenting(e Entity, id store.ID, traits rules.Traits) (plain bool) {
	if traits&rules.TraitsOfAdd&^rules.TraitExclusive != 0 || !w.isPlain(e, id) || !w.core.Store.Alive(e) ||
		w.core.TypedBy(id) != 0 {
		return false
	}
	x := w.core.NonFragmenting.Column(id.First())
	if old, has := x.Target(e.Index()); !has || old == id.Second() {
		return false
	}
	x.Set(e.Index(), id.Second())
	w.core.Store.Mention(id.Second())
	w.core.Changed(e.Index())
	return true
}

// NewRelationship makes an entity to be the first element of pairs, with properties such as [Exclusive], [Transitive]
// or [Symmetric]; the name may be empty. Properties that are pairs, such as (OnDeleteTarget, Delete), come by
// [World.Add] or [World.AddPair]. For example, a relationship with [Traversable] alone is Acyclic too: pairs that would
// close a cycle are refused. It panics if a root entity has the name already or the properties exclude each other.
func (w *World) NewRelationship(name string, properties ...Entity) Entity {
	return must(w.core.Create(rootOf(name, properties)))
}

// NewTag makes an entity to be an id without data, with properties; it is as NewRelationship.
func (w *World) NewTag(name string, properties ...Entity) Entity {
	return w.NewRelationship(name, properties...)
}

// AddPair gives an entity the pair (relationship, target). An exclusive relationship drops the old target in the same
// move. Errors are those of [World.Add].
func (w *World) AddPair(e, relationship, target Entity) error {
	first := relationship.Index()
	if !w.core.Store.Alive(relationship) || !w.core.Store.Alive(target) || rules.IsBuiltin(target.Index()) {
		return w.Add(e, Pair(relationship, target))
	}
	return w.addPlain(e, store.Pair(first, target.Index()))
}

// RemovePair takes the pair (relationship, target) from an entity that owns it; the target may be a wildcard. Errors
// are those of [World.Remove].
func (w *World) RemovePair(e, relationship, target Entity) error {
	if !w.core.Store.Alive(relationship) || !w.core.Store.Alive(target) || rules.IsBuiltin(target.Index()) {
		return w.Remove(e, Pair(relationship, target))
	}
	return w.removePlain(e, store.Pair(relationship.Index(), target.Index()))
}

// HasPair reports whether an entity owns or inherits the pair (relationship, target); the elements may be wildcards.
func (w *World) HasPair(e, relationship, target Entity) bool {
	return w.Has(e, Pair(relationship, target))
}

// addPlain is World.Add for an exact id of alive elements, with a short way for ids without consequences.
func (w *World) addPlain(e Entity, id store.ID) error {
	if plain, err := w.addShort(e, id); plain {
		return err
	}
	return w.addAny(e, id)
}

// addShort adds an id without consequences; false if there may be any, and then nothing has happened.
func (w *World) addShort(e Entity, id store.ID) (plain bool, err error) {
	traits := w.core.TraitsOfID(id)
	if traits&rules.TraitNonFragmenting != 0 {
		return w.addShortNonFragmenting(e, id, traits), nil
	}
	traits &= rules.TraitsOfAdd
	if traits&^(rules.TraitExclusive|rules.TraitAcyclic) != 0 || !w.isPlain(e, id) {
		return false, nil
	}
	if traits != 0 && id.IsPair() {
		if traits&rules.TraitAcyclic != 0 && (id.Second() == e.Index() || w.core.Store.Mentioned(e.Index())) {
			return false, nil // it may close a cycle
		}
		if traits&rules.TraitExclusive != 0 {
			if old, has := w.core.Store.Target(e, id.First()); has {
				changed, err := w.core.Store.Replace(e, store.Pair(id.First(), old), id)
				return true, w.settle(e, changed, err)
			}
		}
	}
	changed, err := w.core.Store.Add(e, id)
	return true, w.settle(e, changed, err)
}

// addAny is World.Add for an exact id of alive elements.
func (w *World) addAny(e Entity, id store.ID) error {
	if err := w.core.CheckAlive(e); err != nil {
		return err
	}
	return asError(w.core.Add(e, id))
}

// removePlain is World.Remove for an exact id of alive elements.
func (w *World) removePlain(e Entity, id store.ID) error {
	if w.core.TraitsOf(id.First())&(rules.TraitSymmetric|rules.TraitProperty|rules.TraitNonFragmenting) != 0 ||
		!w.isPlain(e, id) {
		if err := w.core.CheckAlive(e); err != nil {
			return err
		}
		return asError(w.core.Remove(e, id))
	}
	changed, err := w.core.Store.Remove(e, id)
	return w.settle(e, changed, err)
}

// isPlain reports whether an id may come and go by a move in the storage alone: nothing is locked
// or being taken back, no observer hears of it, no order by depth follows from it, the entity is
// the user's and has neither bases to copy values from nor, for ChildOf, a name to move or a parent
// that makes it a prefab.
func (w *World) isPlain(e Entity, id store.ID) bool {
	if w.core.Hooked() && !w.core.Unobserved(id) || w.core.UndoLog.On() || rules.IsBuiltin(e.Index()) ||
		w.core.Follows(id) || w.core.Orders(e.Index(), id) {
		return false
	}
	if rules.IsBuiltin(id.First()) {
		if !id.IsPair() || id.First() != ChildOf.Index() || w.core.Prefabs > 0 && w.core.OwnsPrefab(id.Second()) {
			return false
		}
		if int(e.Index()) < len(w.core.Entities) && w.core.TraitsOf(e.Index())&rules.TraitNamed != 0 {
			return false
		}
	}
	return !w.core.Instances || !w.core.Store.HasID(e, rules.AnyBase)
}

// settle ends a move that the storage has made or refused.
func (w *World) settle(e Entity, changed bool, err error) error {
	if err != nil {
		return storageError(err)
	}
	if changed {
		w.core.Changed(e.Index())
		w.core.Trim()
	}
	return nil
}

// storageError is a refusal of the storage as one of the world.
func storageError(err error) error {
	switch err { //nolint:errorlint // the storage gives these very values
	case store.ErrDead:
		return rules.ErrDead
	case store.ErrTooMany:
		return spec.Errorf(spec.CodeLimit, "%v", err)
	}
	return spec.Errorf(spec.CodeInvalid, "%v", err)
}

// Relationship reads and changes the pairs of one relationship, with the look-up of the
// relationship done once. Make one with [World.Relationship] and keep it. If the entity is deleted,
// or a [World.Restore] or [World.Load] has undone it, the reader finds nothing, and Add is refused
// with code not_alive; it answers again where a restoration brings the entity back.
type Relationship struct {
	w      *World
	pairs  store.Relation
	entity Entity
}

// Relationship is the reader of an entity's pairs as first element. It panics if the entity is not alive.
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

// relationOf reads the pairs of a relationship; one that is gone, whose index may be another's by now, has none.
func (w *World) relationOf(relationship Entity) store.Relation {
	if !w.core.Store.Alive(relationship) {
		return w.core.Store.Relation(rules.HiddenMark)
	}
	return w.core.Store.Relation(relationship.Index())
}

// Entity is the first element of the pairs.
func (r *Relationship) Entity() Entity { return r.entity }

// Pair is the id (relationship, target).
func (r *Relationship) Pair(target Entity) ID { return Pair(r.entity, target) }

// Target is the first target, in the order of their creation, that an entity owns or inherits; the zero Entity if it
// has none or is dead. An entity with one target costs two look-ups.
func (r *Relationship) Target(e Entity) Entity {
	if target, ok := r.pairs.One(e); ok && target != rules.NonFragmentingMark && !r.w.core.Instances {
		if target == 0 {
			return 0
		}
		return r.w.core.Entity(target)
	}
	return r.target(e)
}

// target is Target where there may be several, inherited ones, or one beside the tables.
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
	return r.w.Target(e, r.entity, 0) // one that is inherited may be older
}

// Has reports whether an entity owns or inherits the pair with a target.
func (r *Relationship) Has(e, target Entity) bool {
	own, ok := r.pairs.One(e)
	if core := &r.w.core; ok && !rules.IsBuiltin(target.Index()) && !core.Instances && !core.NonFragmenting.Any() {
		return own == target.Index() && core.Store.Alive(target) // pairs that are not in the tables are inherited
	}
	return r.has(e, target)
}

// has is Has where there may be several targets, inherited ones, or one beside the tables.
func (r *Relationship) has(e, target Entity) bool {
	if r.pairs.Has(e, target.Index()) {
		return r.w.core.Store.Alive(target)
	}
	if !rules.IsBuiltin(target.Index()) && !r.w.core.NonFragmenting.Any() {
		if !r.w.core.Instances {
			return false // a pair that is not in the tables is inherited
		}
		if t, _, alive := r.w.core.Store.Record(e); !alive || !r.w.core.HasBases(t) {
			return false
		}
	}
	return r.w.Has(e, Pair(r.entity, target))
}

// Add gives an entity the pair with a target; see [World.AddPair].
func (r *Relationship) Add(e, target Entity) error { return r.w.AddPair(e, r.entity, target) }

// Remove takes the pair with a target from an entity; see [World.RemovePair].
func (r *Relationship) Remove(e, target Entity) error { return r.w.RemovePair(e, r.entity, target) }

// Sources goes over the entities that own the pair with a target, in their order if the
// relationship is [Ordered], otherwise in no particular order, locking the world as a loop over a
// query does. The target may be [Wildcard]. Its cost is proportional to the number of results.
func (r *Relationship) Sources(target Entity) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		w := r.w
		id, ok := w.patternID(Pair(r.entity, target))
		if !ok {
			return
		}
		w.core.Hooks.Add(1)
		if o := w.core.OrderOf(id); o != nil && !id.IsWildcard() {
			for _, source := range o.Sources(nil, id.Second()) {
				if !yield(w.core.Entity(source)) {
					break
				}
			}
			w.core.EndLoop()
			return
		}
	loop:
		for _, p := range w.core.Store.Lookup(id) {
			for _, e := range w.core.Store.Entities(p.Table) {
				if !yield(e) {
					break loop
				}
			}
		}
		if x := w.core.NonFragmenting.By[r.entity.Index()]; x != nil && !id.IsWildcard() {
			for _, source := range x.Sources(id.Second()) {
				if !yield(w.core.Entity(source)) {
					break
				}
			}
		}
		w.core.EndLoop()
	}
}

// GetID is the address of the value that an entity owns or inherits for an id, for pairs whose
// values are of type T: (T, target), and (relationship, T) where the relationship has no values of
// its own. It is nil if the entity does not have the id or is not alive. It panics if values of the
// id are not of type T. An id without values is one of any type without size: the
// address says that the entity has it.
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
		if w.core.SortKeys.Any() {
			w.core.LendKeys()
		}
		return p
	}
	return findID[T](w, e, sid)
}

// findID is GetID for a value that is not the entity's own.
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

// isTag reports whether an id has no values, as one of a tag of type T.
func isTag[T any](w *World, id store.ID) bool {
	return unsafe.Sizeof(*new(T)) == 0 && w.core.TypedBy(id) == 0
}

// SetID gives an entity a value of its own for an id, as [Component.Set] does for a component.
// Errors are those of [World.Add], and invalid if values of the id are not of type T. For an id
// without values and a type without size it is World.Add.
func SetID[T any](w *World, e Entity, id AnyID, value T) error {
	sid, err := w.exactID(idOf(id))
	if err != nil {
		return err
	}
	if isTag[T](w, sid) {
		return w.addPlain(e, sid)
	}
	if w.core.Attention&rules.AttendHooks != 0 && !w.core.Unobserved(sid) {
		return asError(change.SetHooked(&w.core, e, sid, value))
	}
	p := store.Value[T](w.core.Store, e, sid)
	if p == nil {
		if err := w.core.CheckType(sid, reflect.TypeFor[T]()); err != nil {
			return err
		}
		plain, err := w.addShort(e, sid)
		if err != nil {
			return err
		}
		if !plain { // what follows from the id may take it away again, and observers are told when the value is there
			return asError(change.SetHooked(&w.core, e, sid, value))
		}
		p = store.Value[T](w.core.Store, e, sid)
	}
	*p = value
	w.core.Wrote(e, sid)
	return nil
}

// GetPair is the value of the pair (T, target) that an entity owns or inherits, nil if it does not have the pair; it
// is as [GetID].
func (c *Component[T]) GetPair(e, target Entity) *T { return GetID[T](c.core.w, e, c.Pair(target)) }

// SetPair gives an entity the pair (T, target) with a value; it is as [SetID].
func (c *Component[T]) SetPair(e, target Entity, value T) error {
	return SetID(c.core.w, e, c.Pair(target), value)
}

// AddAll gives an entity the pairs with all targets, as one operation: it errs as [World.Add] does
// for the first pair that cannot be added, and then none is. While changes are deferred, targets
// that are dead or no targets are refused at once, and pairs that turn out later to be impossible
// do not keep the others from being added. Targets that the entity has already are left alone. For
// example, if the third of three targets is dead, the entity gets none of the pairs. Where the
// relationship has no properties that concern adding, it is one move to the table with all pairs,
// whereas adding hundreds of pairs one by one makes a table with one pair more each time.
func (r *Relationship) AddAll(e Entity, targets ...Entity) error {
	w := r.w
	if len(targets) == 0 {
		return asError(w.core.CheckAlive(e))
	}
	ids := make([]store.ID, 0, len(targets))
	var refused *spec.Error // the first target that can be in no pair
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
		w.isPlain(e, ids[0]) && !slices.ContainsFunc(ids, w.core.IsLimited) {
		changed, err := w.core.Store.Change(e, ids, nil)
		return w.settle(e, changed, err)
	}
	return asError(r.addEach(e, targets, ids, refused))
}

// addEach adds pairs one by one, and takes them back if one cannot be added, or the one after them is refused.
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

// NewRelationshipOf is [World.NewRelationship] for a relationship whose pairs have values of the Go
// type T, whatever their targets are; [SetID] and [GetID] write and read them. Unlike [Register],
// it makes another relationship at each call, so that several relationships can have values of one
// type: for example, likes and fears may both be of the type float64. With a T that has no size the
// pairs have no values. [World.Load] finds the relationship in a file by T, which the program
// registers before, or makes a relationship of; Go's own types need neither.
//
// It panics as [World.NewRelationship] does.
func NewRelationshipOf[T any](w *World, name string, properties ...Entity) Entity {
	if err := checkComponent(reflect.TypeFor[T]()); err != nil {
		panic(err)
	}
	return must(w.core.DeclareAs(rootOf(name, properties), func(e Entity) {
		w.core.SetComponent(e, &rules.Component{Typ: store.Register[T](w.core.Store)})
	}))
}
