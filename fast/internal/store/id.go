package store

import "strconv"

// Entity is a handle. The low 32 bits are an index, which is reused after deletion; the high 32
// bits are a generation, which distinguishes the uses. The zero Entity is never alive.
type Entity uint64

// Sealed prevents types of programs from implementing the interfaces of ids, terms and initial ids.
type Sealed struct{}

// IsTerm makes an entity usable as a term of a query: the tag or component.
func (Entity) IsTerm(Sealed) {}

// IsID makes an entity usable as the id of a tag or component.
func (Entity) IsID(Sealed) {}

// IsInitial makes an entity usable as an id of a new entity.
func (Entity) IsInitial(Sealed) {}

// MakeEntity returns the handle of an index and a generation.
func MakeEntity(index, generation uint32) Entity {
	return Entity(generation)<<32 | Entity(index)
}

// Index returns the index, which ids are made of.
func (e Entity) Index() uint32 { return uint32(e) }

// Generation returns the generation, which is 0 for the first use of an index and higher for later
// ones.
func (e Entity) Generation() uint32 { return uint32(e >> 32) }

// MaxVariables is the maximum number of variables of a query. As an element of an id, the n-th
// variable has index 0 and generation n; $this has generation MaxVariables+1.
const MaxVariables = 16

// String returns "#" and the index, with the generation after a colon if the index was used before;
// "none" for the zero Entity, "*" for the wildcard, "$1" and "$this" for variables. The name of an
// entity is known to its world only.
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

// ID is an id of an entity: a single id (a tag or component) or a pair of a relationship and a
// target. IDs contain entity indices without generations, because no id outlives its entities (see
// [Store.Delete]). In numeric order, single ids come before pairs, and pairs are ordered by
// relationship and then target. [Store.IDs] has this order.
type ID uint64

const pairFlag ID = 1 << 63

// Wildcard is the reserved index that matches any other in look-ups.
const Wildcard uint32 = 1

// MaxFirst is the largest index that can be the first element of a pair.
const MaxFirst = 1<<31 - 1

const (
	// AnySingle is the look-up id `*`, which matches every single id and no pair.
	AnySingle = ID(Wildcard)
	// AnyPair is the look-up id (*, *), which matches every pair.
	AnyPair = pairFlag | ID(Wildcard)<<32 | ID(Wildcard)
)

// Single returns the id of a tag or component.
func Single(index uint32) ID { return ID(index) }

// Pair returns the id (first, second). The first index must not exceed [MaxFirst]. Either may be
// [Wildcard], for look-ups.
func Pair(first, second uint32) ID {
	return pairFlag | ID(first&MaxFirst)<<32 | ID(second)
}

// IsPair reports whether the id is a pair.
func (id ID) IsPair() bool { return id&pairFlag != 0 }

// First returns the relationship of a pair, or the index of a single id.
func (id ID) First() uint32 {
	if id.IsPair() {
		return uint32(id>>32) & MaxFirst
	}
	return uint32(id)
}

// Second returns the target of a pair, or 0 for a single id.
func (id ID) Second() uint32 {
	if id.IsPair() {
		return uint32(id)
	}
	return 0
}

// IsWildcard reports whether the id can only be used in look-ups.
func (id ID) IsWildcard() bool {
	return uint32(id) == Wildcard || id.IsPair() && id.First() == Wildcard
}

// Matches reports whether the id matches pattern, which may be a wildcard.
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
