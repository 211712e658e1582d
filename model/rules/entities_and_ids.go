package rules

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Entity is the number of an entity. Entities are numbered in the order of creation, which is the
// type order (entities.type-order). A number is never reused (entities.identity). The two negative
// values are the wildcards, which can occur in the ids of operations and terms. Values from
// firstNumber on are not entities: they stand for numbers that are targets of pairs, as in (Level,
// @3) (pairs.numbers).
type Entity int64

// Special values of Entity.
const (
	None     Entity = 0  // no entity
	Wildcard Entity = -1 // "*": matches each entity and reports each of them
	Any      Entity = -2 // "_": matches any entity and reports "*" once

	firstNumber Entity = 1 << 32 // @0
)

// IsNumber reports whether e is a number as a target. For example, 3 is the target of (Level, @3).
func (e Entity) IsNumber() bool { return e >= firstNumber }

// ID is a pair, or a single element if Second is None. For example, Bob's (Likes, Alice) is
// ID{Likes, Alice}, his Position is ID{Position, None}.
type ID struct{ First, Second Entity }

// IsPair reports whether i is a pair.
func (i ID) IsPair() bool { return i.Second != None }

// HasWildcard reports whether i stands for more than one id.
func (i ID) HasWildcard() bool { return i.First < 0 || i.Second < 0 }

// Compare returns the type order: single ids come first, then pairs by first and second element
// (REL-277, REL-282, REL-283).
func (i ID) Compare(o ID) int {
	if i.IsPair() != o.IsPair() {
		if o.IsPair() {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(i.First, o.First), cmp.Compare(i.Second, o.Second))
}

// Covers reports whether i, which may have wildcards, stands for o. A wildcard alone stands for
// single ids and never for pairs (wildcard.single). For example, "*" covers Position and does not
// cover (Likes, Alice).
func (i ID) Covers(o ID) bool {
	return i.IsPair() == o.IsPair() &&
		(i.First < 0 || i.First == o.First) && (i.Second <= 0 || i.Second == o.Second)
}

// Removes reports whether i names ids that can be removed. A wildcard alone and patterns with "_"
// remove nothing (ids.patterns): for example, removing (Likes, *) from Bob removes all his Likes
// pairs, and removing "*" removes nothing.
func (i ID) Removes() bool {
	return i.IsPair() && i.First != Any && i.Second != Any || !i.IsPair() && i.First > 0
}

// Fact is an id that an entity owns, with its data (data.independent).
type Fact struct {
	ID
	Value spec.Value // nil for a tag
	Off   bool       // the id is disabled: queries skip it (toggle.hides)
}

// Record has what a world knows about one entity. The slices of a record are replaced and never
// changed in place, so a copy of the list of records is a snapshot of the world.
type Record struct {
	Handle    spec.Handle
	Name      string
	Alive     bool
	Builtin   bool // exists from the start
	Component bool
	Open      bool // a component that is no longer Final by default (final.components)
	Members   []spec.Member
	Own       []Fact // in type order
	Overrides []ID   // ids with an override mark, in type order (inheritance.override-mark)
	Initial   []Fact // the fixed ids of a builtin, owned from the start (entities.reserved)
}

// World is a list of entities. Its methods are the rules. A method that fails may leave the world
// partly changed; the caller then restores the records in Was, so that a refused operation has no
// effect.
type World struct {
	Profile  spec.Profile
	Entities []Record // by number; number 0 is not used
	Handles  map[spec.Handle]Entity
	Scope    Entity // the parent of new entities; None is the root
	MaxIDs   int    // maximum number of ids of an entity; 0: no limit (limits.ids)
	// Orders has the user entities that own an ordered pair, in order (ordered.sources). A list is
	// replaced and never changed in place, so a copy of the map is a snapshot.
	Orders map[ID][]Entity
	Effects
}

// Effects records what the current operation did, beyond its answer.
type Effects struct {
	Was     map[Entity]Record // changed and created records as they were before; nil: no operation
	Written []Holding         // ids that were set, and their owners
	Copied  []Holding         // ids copied to an instance
	Came    []Holding         // ids added to an entity that did not own them
	Roots   []Entity          // the entities whose deletion was requested
	Died    []Entity          // the deleted entities, in the order in which the deletion found them
	Parts   map[Entity]Entity // copies made for an instance, by original
	Steps   []Step            // consequences, or the reason of a refusal; see Reasons

	refusal []spec.StatementID // the statements by which the operation was refused
}

// New returns a world that has only the reserved entities. New creates all of them before it adds
// their ids, because they mention each other: for example, ChildOf owns (OnDeleteTarget, Delete)
// (properties.builtin, usage.reserved).
func New(p spec.Profile) *World {
	builtins := spec.Builtins(p)
	w := &World{
		Profile: p, Entities: make([]Record, 1), Handles: map[spec.Handle]Entity{}, Orders: map[ID][]Entity{},
	}
	for _, b := range builtins {
		w.Handles[b.Handle] = Entity(len(w.Entities))
		w.Entities = append(w.Entities, Record{Handle: b.Handle, Alive: true, Builtin: true})
	}
	for _, b := range builtins {
		e := w.Handles[b.Handle]
		for _, i := range b.IDs {
			w.own(e, Fact{ID: w.IDOf(i)})
		}
		w.Entities[e].Initial = w.Entities[e].Own
	}
	return w
}

// IDOf converts an id of the protocol to numbers. Each handle in it must exist or be a wildcard.
func (w *World) IDOf(i spec.ID) ID { return ID{w.number(i.First), w.number(i.Second)} }

func (w *World) number(h spec.Handle) Entity {
	switch h {
	case spec.Wildcard:
		return Wildcard
	case spec.Any:
		return Any
	}
	if e, is, _ := w.Target(h); is {
		return e
	}
	return w.Handles[h]
}

// Target returns the value of a handle such as @3, which means a number and not an entity. The
// second result is false for other handles, and in profiles without such targets. If the number is
// too large, the error is limit.
func (w *World) Target(h spec.Handle) (e Entity, is bool, err *spec.Error) {
	if !w.Profile.NumberTargets || !h.IsNumber() {
		return None, false, nil
	}
	n, err := h.Number()
	return firstNumber + Entity(n), true, err
}

// Record returns the facts about an entity. A number has none, and never dies.
func (w *World) Record(e Entity) Record {
	if e.IsNumber() {
		return Record{Handle: spec.NumberTarget(uint32(e - firstNumber)), Alive: true}
	}
	return w.Entities[e]
}

// Handle returns the handle of an entity in the protocol, or "" for None.
func (w *World) Handle(e Entity) spec.Handle {
	if e == Wildcard {
		return spec.Wildcard
	}
	if e == Any {
		return spec.Any
	}
	return w.Record(e).Handle
}

// SpecID converts an id to the protocol.
func (w *World) SpecID(i ID) spec.ID {
	return spec.ID{First: w.Handle(i.First), Second: w.Handle(i.Second)}
}

// pair returns the pair of a reserved relationship and a target: for example, the parts of a ship
// own pair(ChildOf, ship). single returns the id of a reserved tag.
func (w *World) pair(first spec.Handle, second Entity) ID { return ID{w.Handles[first], second} }
func (w *World) single(h spec.Handle) ID                  { return ID{First: w.Handles[h]} }

// isPairOf reports whether i is a pair of a reserved relationship, and isSingle whether i is a
// reserved tag. The two differ: OneOf and (OneOf, Paint) are different properties.
func (w *World) isPairOf(i ID, h spec.Handle) bool { return i.IsPair() && w.Handle(i.First) == h }
func (w *World) isSingle(i ID, h spec.Handle) bool { return !i.IsPair() && w.Handle(i.First) == h }

// Alive reports whether e is an alive entity, a wildcard or a number.
func (w *World) Alive(e Entity) bool { return e < 0 || e > 0 && w.Record(e).Alive }

// MentionsDead reports whether an element of i was deleted. No entity owns such an id, but
// operations can still ask for it.
func (w *World) MentionsDead(i ID) bool {
	return !w.Alive(i.First) || i.IsPair() && !w.Alive(i.Second)
}

// All lists the alive entities in type order, the reserved ones first.
func (w *World) All() []Entity {
	out := make([]Entity, 0, len(w.Entities))
	for e := range w.Entities {
		if w.Entities[e].Alive {
			out = append(out, Entity(e))
		}
	}
	return out
}

// Users lists the alive entities that the user created, in type order. A variable of a query can
// only have these values (variables.values).
func (w *World) Users() []Entity {
	return slices.DeleteFunc(w.All(), func(e Entity) bool { return w.Entities[e].Builtin })
}

// Owning lists all entities that own an id which i covers. A reserved entity can be among them: for
// example, ChildOf owns the policy that deletes children with their parent.
func (w *World) Owning(i ID) []Entity {
	return slices.DeleteFunc(w.All(), func(e Entity) bool { return !w.Owns(e, i) })
}

// Owners lists the entities of the user that own an id which i covers.
func (w *World) Owners(i ID) []Entity {
	return slices.DeleteFunc(w.Users(), func(e Entity) bool { return !w.Owns(e, i) })
}

// Owned returns the fact of e with exactly the id i, and whether there is one. Inherited ids
// do not count.
func (w *World) Owned(e Entity, i ID) (Fact, bool) {
	for _, f := range w.Record(e).Own {
		if f.ID == i {
			return f, true
		}
	}
	return Fact{}, false
}

// Owns reports whether e owns an id that i covers. Inherited ids do not count.
func (w *World) Owns(e Entity, i ID) bool {
	return slices.ContainsFunc(w.Record(e).Own, func(f Fact) bool { return i.Covers(f.ID) })
}

// Targets lists the targets of the pairs (r, *) that e owns, in type order.
func (w *World) Targets(e, r Entity) []Entity {
	var out []Entity
	for _, f := range w.Record(e).Own {
		if f.IsPair() && f.First == r {
			out = append(out, f.Second)
		}
	}
	return out
}

// Table returns a key of the table of e. User entities that own the same ids are in the same table.
// The key is "" for a dead entity and for None (iterate.batches).
func (w *World) Table(e Entity) string {
	if e <= 0 {
		return ""
	}
	r := w.Record(e)
	return r.Table()
}

// Table returns a key made of the ids of the record. Values and toggles make no difference.
func (r *Record) Table() string {
	if !r.Alive {
		return ""
	}
	key := []byte{'t'}
	if r.Builtin {
		key[0] = 'b'
	}
	for _, f := range r.Own {
		key = binary.AppendVarint(key, int64(f.First))
		key = binary.AppendVarint(key, int64(f.Second))
	}
	return string(key)
}

// Change returns the record of e for modification. Before the first change it copies the record to
// Was, for undo and for observers. Outside an operation, for example in New, it copies nothing.
func (w *World) Change(e Entity) *Record {
	_, changed := w.Was[e]
	if operating := w.Was != nil; operating && !changed {
		w.Was[e] = w.Entities[e]
	}
	return &w.Entities[e]
}

// own adds a fact to e, replacing a fact with the same id. It has no consequences; see Add.
func (w *World) own(e Entity, f Fact) {
	r := &w.Entities[e]
	own := Without(r.Own, func(o Fact) bool { return o.ID == f.ID })
	if len(own) == len(r.Own) {
		w.Came = append(w.Came, Holding{f.ID, e})
	}
	own = append(own, f)
	slices.SortFunc(own, func(a, b Fact) int { return a.Compare(b.ID) })
	w.Change(e).Own = own
}

// erase removes every id of e that the argument drop selects. It has no consequences; those of a
// removal are in the method drop.
func (w *World) erase(e Entity, drop func(ID) bool) {
	dropped := func(f Fact) bool { return drop(f.ID) }
	if own := w.Entities[e].Own; slices.ContainsFunc(own, dropped) {
		w.Change(e).Own = Without(own, dropped)
	}
}

// Fixed reports whether e is a builtin that owns i from the start (entities.reserved). Ids that a
// user adds to a builtin are not fixed.
func (w *World) Fixed(e Entity, i ID) bool {
	return slices.ContainsFunc(w.Entities[e].Initial, func(f Fact) bool { return f.ID == i })
}

// Without returns a copy of a list without the elements that drop selects.
func Without[T any](list []T, drop func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), drop)
}

// each calls do for each element of a list, until do returns an error.
func each[T any](list []T, do func(T) *spec.Error) *spec.Error {
	for _, x := range list {
		if err := do(x); err != nil {
			return err
		}
	}
	return nil
}
