package fast

import (
	"iter"
	"reflect"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// NewRelationship makes an entity to be the first element of pairs, with properties such as [Exclusive], [Transitive]
// or [Symmetric]; the name may be empty. Properties that are pairs, such as (OnDeleteTarget, Delete), come by
// [World.Add] or [World.AddPair]. It panics if a root entity has the name already or the properties exclude each
// other.
func (w *World) NewRelationship(name string, properties ...Entity) Entity {
	b := Birth{Name: name, Unscoped: true}
	for _, p := range properties {
		b.IDs = append(b.IDs, Single(p))
	}
	e, err := w.create(b.internal())
	if err != nil {
		panic(err)
	}
	return e
}

// NewTag makes an entity to be an id without data, with properties; it is as NewRelationship.
func (w *World) NewTag(name string, properties ...Entity) Entity {
	return w.NewRelationship(name, properties...)
}

// AddPair gives an entity the pair (relationship, target). An exclusive relationship drops the old target in the same
// move. Errors are those of [World.Add].
func (w *World) AddPair(e, relationship, target Entity) error {
	first := relationship.Index()
	if !w.st.Alive(relationship) || !w.st.Alive(target) || target.Index() < reserved {
		return w.Add(e, Pair(relationship, target))
	}
	return w.addPlain(e, store.Pair(first, target.Index()))
}

// RemovePair takes the pair (relationship, target) from an entity that owns it; the target may be a wildcard. Errors
// are those of [World.Remove].
func (w *World) RemovePair(e, relationship, target Entity) error {
	if !w.st.Alive(relationship) || !w.st.Alive(target) || target.Index() < reserved {
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
	traits := w.traitsOf(id.First())
	if traits&traitLoose != 0 {
		return w.addPlainLoose(e, id, traits)
	}
	traits &= traitsOfAdd
	if traits&^(traitExclusive|traitAcyclic) != 0 || !w.isPlain(e, id) {
		return w.addAny(e, id)
	}
	if traits != 0 && id.IsPair() {
		if traits&traitAcyclic != 0 && (id.Second() == e.Index() || w.st.Mentioned(e.Index())) {
			return w.addAny(e, id) // it may close a cycle
		}
		if traits&traitExclusive != 0 {
			if old, has := w.st.Target(e, id.First(), 0); has {
				changed, err := w.st.Replace(e, store.Pair(id.First(), old), id)
				return w.settle(e, changed, err)
			}
		}
	}
	changed, err := w.st.Add(e, id)
	return w.settle(e, changed, err)
}

// addAny is World.Add for an exact id of alive elements.
func (w *World) addAny(e Entity, id store.ID) error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	return asError(w.add(e, id))
}

// removePlain is World.Remove for an exact id of alive elements.
func (w *World) removePlain(e Entity, id store.ID) error {
	if w.traitsOf(id.First())&(traitSymmetric|traitProperty|traitLoose) != 0 || !w.isPlain(e, id) {
		if err := w.checkAlive(e); err != nil {
			return err
		}
		return asError(w.remove(e, id))
	}
	changed, err := w.st.Remove(e, id)
	return w.settle(e, changed, err)
}

// isPlain reports whether an id may come and go by a move in the storage alone: nothing is locked or being taken back,
// the entity is the user's and has neither bases to copy values from nor, for ChildOf, a name to move or a parent that
// makes it a prefab.
func (w *World) isPlain(e Entity, id store.ID) bool {
	if w.hooked() || w.journal.on() || e.Index() < reserved || w.forestOf(id) != nil {
		return false
	}
	if id.First() < reserved {
		if !id.IsPair() || id.First() != ChildOf.Index() || w.prefabs > 0 && w.ownsPrefab(id.Second()) {
			return false
		}
		if int(e.Index()) < len(w.entities) && w.traitsOf(e.Index())&traitNamed != 0 {
			return false
		}
	}
	return !w.instances || !w.st.HasID(e, anyBase)
}

// settle ends a move that the storage has made or refused.
func (w *World) settle(e Entity, changed bool, err error) error {
	if err != nil {
		return storageError(err)
	}
	if changed {
		w.changed(e.Index())
		w.trim()
	}
	return nil
}

// storageError is a refusal of the storage as one of the world.
func storageError(err error) error {
	switch err { //nolint:errorlint // the storage gives these very values
	case store.ErrDead:
		return errDead
	case store.ErrLocked:
		return errLooping
	case store.ErrTooMany:
		return spec.Errorf(spec.CodeLimit, "%v", err)
	}
	return spec.Errorf(spec.CodeInvalid, "%v", err)
}

// Relationship reads and changes the pairs of one relationship, with the look-up of the relationship done once. Make
// one with [World.Relationship] and keep it.
type Relationship struct {
	w      *World
	pairs  store.Relation
	entity Entity
}

// Relationship is the reader of an entity's pairs as first element. It panics if the entity is not alive.
func (w *World) Relationship(e Entity) *Relationship {
	if err := w.checkAlive(e); err != nil {
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
	if !w.st.Alive(relationship) {
		return w.st.Relation(hiddenMark)
	}
	return w.st.Relation(relationship.Index())
}

// Entity is the first element of the pairs.
func (r *Relationship) Entity() Entity { return r.entity }

// Pair is the id (relationship, target).
func (r *Relationship) Pair(target Entity) ID { return Pair(r.entity, target) }

// Target is the first target, in the order of their creation, that an entity owns or inherits; the zero Entity if it
// has none or is dead. An entity with one target costs two look-ups.
func (r *Relationship) Target(e Entity) Entity {
	t, _, alive := r.w.st.Record(e)
	if !alive {
		return 0
	}
	if _, count, target := r.pairs.Of(t); count == 1 {
		if target == looseMark {
			target, _ = r.w.loose.by[r.entity.Index()].Target(e.Index())
		}
		return r.w.entity(target)
	} else if count == 0 && !r.w.hasBases(t) {
		return 0
	}
	return r.w.Target(e, r.entity, 0)
}

// Has reports whether an entity owns or inherits the pair with a target.
func (r *Relationship) Has(e, target Entity) bool {
	if r.pairs.Has(e, target.Index()) {
		return r.w.st.Alive(target)
	}
	return r.w.Has(e, Pair(r.entity, target))
}

// Add gives an entity the pair with a target; see [World.AddPair].
func (r *Relationship) Add(e, target Entity) error { return r.w.AddPair(e, r.entity, target) }

// Remove takes the pair with a target from an entity; see [World.RemovePair].
func (r *Relationship) Remove(e, target Entity) error { return r.w.RemovePair(e, r.entity, target) }

// Sources goes over the entities that own the pair with a target, in no particular order, locking the world as a loop
// over a query does. The target may be [Wildcard]. It costs what it finds.
func (r *Relationship) Sources(target Entity) iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		w := r.w
		id, ok := w.patternID(Pair(r.entity, target))
		if !ok {
			return
		}
		w.hooks.Add(1)
	loop:
		for _, p := range w.st.Lookup(id) {
			for _, e := range w.st.Entities(p.Table) {
				if !yield(e) {
					break loop
				}
			}
		}
		if x := w.loose.by[r.entity.Index()]; x != nil && !id.IsWildcard() {
			for _, source := range x.Sources(id.Second()) {
				if !yield(w.entity(source)) {
					break
				}
			}
		}
		w.endLoop()
	}
}

// GetID is the address of the value that an entity owns or inherits for an id, for pairs whose values are of type T:
// (T, target), and (relationship, T) where the relationship has no values of its own. It is nil if the entity does
// not have the id. It panics if the entity is not alive, or if values of the id are not of type T.
func GetID[T any](w *World, e Entity, id ID) *T {
	sid, ok := w.patternID(id)
	if !ok || sid.IsWildcard() {
		if id.hasWildcard() {
			panic(errWildcard)
		}
		return nil // an element is dead
	}
	if p := store.Value[T](w.st, e, sid); p != nil {
		return p
	}
	return findID[T](w, e, sid)
}

// findID is GetID for what is not an own value.
func findID[T any](w *World, e Entity, id store.ID) *T {
	if err := w.checkAlive(e); err != nil {
		panic(err)
	}
	if err := w.checkType(id, reflect.TypeFor[T]()); err != nil {
		panic(err)
	}
	cell, _, err := w.cellOf(e, id)
	if err != nil {
		panic(err)
	}
	return (*T)(cell)
}

// checkType says that values of an id are not of a type.
func (w *World) checkType(id store.ID, asked reflect.Type) *spec.Error {
	by := w.typedBy(id)
	if by == 0 {
		return errNoType
	}
	if have := w.st.GoType(w.components[by].typ); have != asked {
		return spec.Errorf(spec.CodeInvalid, "values of the id are of type %v, not %v", have, asked)
	}
	return nil
}

// SetID gives an entity a value of its own for an id, as [Component.Set] does for a component. Errors are those of
// [World.Add], and invalid if values of the id are not of type T.
func SetID[T any](w *World, e Entity, id ID, value T) error {
	sid, err := w.exactID(id)
	if err != nil {
		return err
	}
	if w.attention&attendHooks != 0 {
		return asError(setHooked(w, e, sid, value))
	}
	p := store.Value[T](w.st, e, sid)
	if p == nil {
		if err := w.checkType(sid, reflect.TypeFor[T]()); err != nil {
			return err
		}
		if err := w.addPlain(e, sid); err != nil {
			return err
		}
		p = store.Value[T](w.st, e, sid)
	}
	*p = value
	w.wrote(e, sid)
	return nil
}

// GetPair is the value of the pair (T, target) that an entity owns or inherits, nil if it does not have the pair; it
// is as [GetID].
func (c *Component[T]) GetPair(e, target Entity) *T { return GetID[T](c.w, e, c.Pair(target)) }

// SetPair gives an entity the pair (T, target) with a value; it is as [SetID].
func (c *Component[T]) SetPair(e, target Entity, value T) error {
	return SetID(c.w, e, c.Pair(target), value)
}
