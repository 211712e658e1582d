package store

import "strconv"

// Entity is a handle: the low 32 bits are an index that is used again after
// deletion, the high 32 bits a generation that tells the uses apart. The zero
// Entity is never alive.
type Entity uint64

// Sealed keeps types of programs from being ids, terms or beginnings of entities.
type Sealed struct{}

// IsTerm lets an entity be a term of a query: the tag or component.
func (Entity) IsTerm(Sealed) {}

// IsID lets an entity stand for the id of a tag or component.
func (Entity) IsID(Sealed) {}

// IsInitial lets an entity stand for an id of a new entity.
func (Entity) IsInitial(Sealed) {}

// MakeEntity joins an index and a generation.
func MakeEntity(index, generation uint32) Entity {
	return Entity(generation)<<32 | Entity(index)
}

// Index is the part of the handle that ids are made of.
func (e Entity) Index() uint32 { return uint32(e) }

// Generation counts how often the index was used before.
func (e Entity) Generation() uint32 { return uint32(e >> 32) }

// MaxVariables is how many variables a query has. The n-th one, as an element of an id, has no
// index and the generation n; $this is the one after these.
const MaxVariables = 16

// String is "#" and the index, with the generation after a colon where the index was used before; "none" for the zero
// Entity, "*" for the wildcard, "$1" and "$this" for variables. The name of an entity is its world's to tell.
func (e Entity) String() string {
	switch {
	case e == 0:
		return "none"
	case e == (MaxVariables+1)<<32:
		return "$this"
	case e.Index() == 0:
		return "$" + strconv.FormatUint(uint64(e.Generation()), 10)
	case e == Entity(Wildcard):
		return "*"
	case e.Generation() == 0:
		return "#" + strconv.FormatUint(uint64(e.Index()), 10)
	}
	return "#" + strconv.FormatUint(uint64(e.Index()), 10) + ":" + strconv.FormatUint(uint64(e.Generation()), 10)
}

// ID is an id that an entity can have: a single id (a tag or component) or a pair
// of a relationship and a target. IDs hold entity indices without
// generations, because no id outlives the entities that it names (see
// [Store.Delete]). As numbers, single ids come before pairs, and pairs are
// ordered by relationship and then target; that is the order of [Store.IDs].
type ID uint64

const pairFlag ID = 1 << 63

// Wildcard is the reserved index that stands for "any" in look-ups.
const Wildcard uint32 = 1

// MaxFirst is the largest index that can be the first element of a pair.
const MaxFirst = 1<<31 - 1

const (
	// AnySingle is the look-up id `*`: every single id, no pair.
	AnySingle = ID(Wildcard)
	// AnyPair is the look-up id (*, *): every pair.
	AnyPair = pairFlag | ID(Wildcard)<<32 | ID(Wildcard)
)

// Single makes the id of a tag or component from its index.
func Single(index uint32) ID { return ID(index) }

// Pair makes the id (first, second). The first index must not exceed
// [MaxFirst]; either may be [Wildcard], for look-ups.
func Pair(first, second uint32) ID {
	return pairFlag | ID(first&MaxFirst)<<32 | ID(second)
}

// IsPair tells a pair from a single id.
func (id ID) IsPair() bool { return id&pairFlag != 0 }

// First is the relationship of a pair, the index itself of a single id.
func (id ID) First() uint32 {
	if id.IsPair() {
		return uint32(id>>32) & MaxFirst
	}
	return uint32(id)
}

// Second is the target of a pair, 0 for a single id.
func (id ID) Second() uint32 {
	if id.IsPair() {
		return uint32(id)
	}
	return 0
}

// IsWildcard reports whether the id is for look-ups only.
func (id ID) IsWildcard() bool {
	return uint32(id) == Wildcard || id.IsPair() && id.First() == Wildcard
}

// Matches reports whether pattern, which may be a wildcard, covers the id.
func (id ID) Matches(pattern ID) bool {
	if id.IsPair() != pattern.IsPair() {
		return false
	}
	if !id.IsPair() {
		return pattern == id || pattern == AnySingle
	}
	first, second := pattern.First(), pattern.Second()
	return (first == Wildcard || first == id.First()) && (second == Wildcard || second == id.Second())
}
