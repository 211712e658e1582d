package fast

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Term is a condition of a typed query besides its fields, or how it asks for a field: an [AnyID],
// that is a tag, a *[Component] or a [Pair], whose elements may be [Wildcard], [Any] or a
// [Variable]; the result of [Not], [Optional], [On], [Up] or [Field] of a term; or a [QueryOption].
type Term interface{ IsTerm(sealed store.Sealed) }

// queryTerm is a term taken apart.
type queryTerm struct {
	id      ID
	oper    spec.Operator
	source  Entity         // fixed source, 0 for $this
	cascade bool           // and orders the query
	up      Entity         // relationship that leads to the source, 0 for none
	field   unsafe.Pointer // word of the type of the field that the term is, nil for none
	option  QueryOption
	access  spec.Access
	text    string      // instead of an id
	with    Entity      // the relationship of [Query2.With], instead of a term
	order   *typedOrder // the order of the query, instead of a term
	desc    bool        // of an order, and of a cascade
}

// isTerm reports whether it is a term, with or without an id of its own.
func (t queryTerm) isTerm() bool { return t.option == 0 && t.order == nil }

// IsTerm lets what [Not] and its relatives make be a term.
func (queryTerm) IsTerm(store.Sealed) {}

// IsTerm lets an option stand among the terms.
func (QueryOption) IsTerm(store.Sealed) {}

// describe takes a term apart.
func describe(t Term) queryTerm {
	if t == nil {
		panic(spec.Errorf(spec.CodeInvalid, "a term of the query is nil; leave it out"))
	}
	switch t := t.(type) {
	case queryTerm:
		return t
	case QueryOption:
		return queryTerm{option: t}
	case AnyID:
		return queryTerm{id: idOf(t)}
	}
	panic(spec.Errorf(spec.CodeInvalid, "%T cannot be one term of a query; pass its terms one by one", t))
}

// Not is the condition that a term does not match.
func Not(t Term) Term { return withOperator(t, spec.Not) }

// Optional is a term that may match or not. As a field it is unset where it does not match.
func Optional(t Term) Term { return withOperator(t, spec.Optional) }

func withOperator(t Term, o spec.Operator) Term {
	q := describe(t)
	if !q.isTerm() || q.text != "" || q.oper != spec.And {
		panic(spec.Errorf(spec.CodeInvalid,
			"the term has an operator already; give it one of Not and Optional, in a text as ! or ?"))
	}
	q.oper = o
	return q
}

// On is a term that is matched on one entity instead of those that the query is about. As a field it is one value for
// a whole batch.
func On(source Entity, t Term) Term {
	q := describe(t)
	if !q.isTerm() || q.text != "" || q.up != 0 || rules.IsPattern(source) {
		panic(spec.Errorf(spec.CodeInvalid, "the entity of On is a wildcard, or its term has a source; pass an entity and a term without source"))
	}
	if source == 0 {
		source = rules.Nobody // zero is $this
	}
	q.source = source
	return q
}

// Up is a term that is matched on the nearest entity above, reached over pairs of a relationship
// such as [ChildOf]. For example, Up(ChildOf, hull) gives a seat, even one with a Hull of its own,
// that of the cockpit, or, if the cockpit has none, that of the ship. As a field it is one value
// for a whole batch. A query with it panics with CodeNotTraversable where the
// relationship is neither [Traversable] nor [Transitive], and along [IsA] where the id is not
// inherited; if that becomes so later, nothing is found above.
//
// Statements: QRY-373, QRY-374, QRY-376.
func Up(relationship Entity, t Term) Term {
	q := describe(t)
	if !q.isTerm() || q.text != "" || q.source != 0 || rules.IsPattern(relationship) {
		panic(spec.Errorf(spec.CodeInvalid, "the relationship of Up is a wildcard, or its term has a source; pass a relationship and a term without source"))
	}
	if relationship == 0 {
		relationship = rules.Nobody // zero is no Up
	}
	q.up = relationship
	return q
}

// Field makes a term the field of type T of the query: the last one of that type without a term yet. Without it, a
// field is the component of its type, owned or inherited. The values of the term's id must be of type T.
func Field[T any](t Term) Term {
	q := describe(t)
	if !q.isTerm() || q.oper == spec.Not {
		panic(spec.Errorf(spec.CodeInvalid, "the term of Field is an option or Not, which has no values; pass a term that can match"))
	}
	if q.id.first == 0 && q.text == "" && q.field == nil {
		panic(rules.ErrNoID) // zero is the component of the type
	}
	q.field = wordOf[T]()
	return q
}

// QueryOption says how a typed query is stored and answered. Without one, a query is cached: it
// keeps its matching tables and patches them as tables come and go, so that the cost of a loop is
// that of its result.
type QueryOption uint8

const (
	// Uncached makes a query that keeps nothing, for those that are looped over less often than tables come and go.
	Uncached QueryOption = iota + 1
	// Rule makes a query that follows transitive and reflexive relationships and subclasses in a world of the profile
	// flecs-3. Queries of flecs-4, the default, follow them without it. It keeps nothing.
	Rule
	// NotInstanced makes batches in which a term was matched on another entity (inherited, On, Up)
	// hold one entity each, so that Fields gives slices for owned and shared values alike. That
	// costs a batch for each such entity. Without it, batches are whole tables whatever their
	// fields are.
	//
	// Statements: QRY-333, QRY-395, QRY-396, QRY-397, QRY-398, QRY-448.
	NotInstanced
	// DetectChanges asks for change detection when the query is made, as some profiles want it; in others the first
	// Changed does. See [Query2.Changed].
	DetectChanges
	// Exact leaves out entities that own an id which the query does not ask for. It is for prepared queries, too: see
	// [World.Prepare].
	//
	// A term asks for the ids of an entity that it names, fields included: also [Optional] terms
	// and the alternatives of an Or, and whether it matches by this id or by an inherited one. A
	// wildcard stands for any number of ids, (Likes, *) for everybody that the entity likes; a
	// variable for its value, (Likes, $x) for one of them in each match. Terms under [Not], on
	// another source ([On], [Up]), in scopes and comparisons ask for nothing, nor do orders and
	// groups. So NewQuery2[Position, Velocity](w, Exact) is for entities with these two components
	// alone, and Optional(health.ID()) lets them have Health as well.
	//
	// What counts is what [World.IDs] lists: tags, pairs such as (IsA, base) and (ChildOf, parent),
	// ids that are switched off, the id itself and not one that follows from it. Inherited ids do
	// not count, nor do names and overrides.
	//
	// It costs nothing in a loop over a cached query, and otherwise a look at the ids of each table
	// that matches; where the targets of [DontFragment] and Union pairs matter, of each entity.
	// Making the query panics, and Prepare errs, with code unsupported for a list such as AND |
	// Type, and with invalid where no term is about the entity; observers refuse it with
	// unsupported.
	Exact
)

// Variable is the n-th variable of a query, from 1 to 16, to stand in ids of terms. Every place of
// a variable means the same entity. For example, the terms Pair(likes, Variable(1)) and Pair(hates,
// Variable(1)) are for those that like and hate the same one. See [Query2.Bind] and
// [Query2.Batches].
func Variable(n int) Entity {
	if n < 1 || n > query.MaxVariables {
		panic(spec.Errorf(spec.CodeLimit, "a variable has a number from 1 to %d", query.MaxVariables))
	}
	return Entity(n) << 32
}

// This is the variable $this: the entity that a query is about. It may stand in ids of terms, as in
// Pair(likes, This), which is for those that like themselves, and be given a value by Bind.
//
// Statements: QRY-473.
const This Entity = (query.MaxVariables + 1) << 32

// isVariable reports whether an element is a variable.
func isVariable(e Entity) bool { return e != 0 && e.Index() == 0 }

// variableOf is the number of a variable, 0 for an entity.
func variableOf(e Entity) int {
	if e.Index() == 0 && e <= query.MaxVariables<<32 {
		return int(e >> 32)
	}
	return 0
}

// In is a term whose values are only read. In, [Out], [InOut] and [None] say whether a loop reads
// or writes the values of a term, for change detection: those of fields that are inout or out count
// as written by every loop over them. By default a field is inout on the values that entities of
// the batch own, and in on those of other entities; terms that are no fields are neither read nor
// written, and tags never are.
//
// Statements: QRY-496, QRY-506, access.default.
func In(t Term) Term { return withAccess(t, spec.AccessIn) }

// Out is a term whose values are written and not read; see [In].
func Out(t Term) Term { return withAccess(t, spec.AccessOut) }

// InOut is a term whose values are read and written, also where it is matched on another entity or
// is no field; see [In].
func InOut(t Term) Term { return withAccess(t, spec.AccessInOut) }

// None is a term whose values are neither read nor written; see [In].
func None(t Term) Term { return withAccess(t, spec.AccessNone) }

func withAccess(t Term, a spec.Access) Term {
	q := describe(t)
	if !q.isTerm() || q.text != "" || q.access != spec.AccessDefault {
		panic(spec.Errorf(spec.CodeInvalid,
			"the term has an access modifier already; give it one, in a text as [in]"))
	}
	q.access = a
	return q
}

// Maybe says that the field of type T may be unset, nil in rows: [Optional] for a field without a
// term of its own.
func Maybe[T any]() Term {
	return queryTerm{field: wordOf[T](), oper: spec.Optional}
}

// ReadOnly says that the field of type T is only read: [In] for a field without a term of its own. A query whose
// changes are asked for has best only such fields.
//
// Statements: QRY-509, QRY-518.
func ReadOnly[T any]() Term {
	return queryTerm{field: wordOf[T](), access: spec.AccessIn}
}
