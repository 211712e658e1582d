package fast

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Term is an argument of [NewQuery2] and similar functions: a condition, a setting of a field, an
// order, or an option. A Term is one of these:
//
//   - an [AnyID]: a tag, a *[Component], or a [Pair] whose elements may be [Wildcard], [Any] or a
//     [Variable]
//   - the result of a function such as [Not], [Optional], [On], [Up], [Field], [Text] or [OrderBy]
//   - a [QueryOption]
//
// If a term has no source and its first element is a [Singleton], it is matched on that element.
//
// Statements: usage.singleton-term.
type Term interface{ IsTerm(sealed store.Sealed) }

// queryTerm has the parts of a term.
type queryTerm struct {
	id      ID
	oper    spec.Operator
	source  Entity         // fixed source, 0 for $this
	cascade bool           // up is a cascade, which also orders the query
	up      Entity         // relationship to traverse, 0 for none
	field   unsafe.Pointer // key of the field's type, see wordOf; nil for none
	option  QueryOption
	access  spec.Access
	text    string      // instead of an id
	with    Entity      // the relationship of [Query2.With], instead of a term
	order   *typedOrder // the order of the query, instead of a term
	desc    bool        // reverses an order or a cascade
}

// IsTerm makes the results of [Not] and similar functions usable as terms.
func (queryTerm) IsTerm(store.Sealed) {}

// IsTerm makes an option usable in a list of terms.
func (QueryOption) IsTerm(store.Sealed) {}

// describe returns the parts of a term.
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

// termOf returns the parts of a term for a function that changes it. inText is empty if the
// function accepts a [Text]. Otherwise it says, for the error, what to write in the text instead.
func termOf(function string, t Term, inText string) queryTerm {
	q := describe(t)
	switch {
	case q.option != 0:
		panic(spec.Errorf(spec.CodeInvalid, "%s got the option %s; pass it to the query as an argument of its own", function,
			optionNames[q.option]))
	case q.order != nil:
		panic(spec.Errorf(spec.CodeInvalid, "%s got an order or a group; pass it to the query as an argument of its own",
			function))
	case q.text != "" && inText != "":
		panic(spec.Errorf(spec.CodeInvalid, "%s got a Text; write %s in the text", function, inText))
	}
	return q
}

var optionNames = [...]string{
	Uncached: "Uncached", Rule: "Rule", NotInstanced: "NotInstanced", DetectChanges: "DetectChanges", Exact: "Exact",
}

// notEntity returns "" if e is an entity, and otherwise what e is, for the text of an error.
func notEntity(e Entity) string {
	switch {
	case e == 0:
		return "the zero Entity"
	case rules.IsPattern(e):
		return "a wildcard"
	case isVariable(e):
		return "a variable"
	}
	return ""
}

// Not returns a term that matches where t does not.
func Not(t Term) Term { return withOperator("Not", t, spec.Not, "!") }

// Optional returns a term that need not match. Where it does not match, its field is not set.
func Optional(t Term) Term { return withOperator("Optional", t, spec.Optional, "?") }

func withOperator(function string, t Term, o spec.Operator, inText string) Term {
	q := termOf(function, t, inText)
	if q.oper != spec.And {
		panic(spec.Errorf(spec.CodeInvalid, "%s got a term with Not, Optional or Maybe; keep one of them", function))
	}
	q.oper = o
	return q
}

// On returns a term that is matched on source instead of the entity of the row. A field then has
// one value for a whole batch.
func On(source Entity, t Term) Term {
	q := termOf("On", t, "the source, as in Hull(Flagship),")
	switch {
	case rules.IsPattern(source):
		panic(spec.Errorf(spec.CodeInvalid, "On got a wildcard as the source; pass an entity"))
	case q.source != 0:
		panic(spec.Errorf(spec.CodeInvalid, "On got a term that has a source; keep one On"))
	case q.up != 0:
		panic(spec.Errorf(spec.CodeInvalid, "On got a term with Up or Cascade, which only search above the entity itself; keep one of them"))
	}
	if source == 0 {
		source = rules.NullEntity // 0 would mean $this
	}
	q.source = source
	return q
}

// Up returns a term that is matched on the nearest entity above that has the id, along a
// relationship such as [ChildOf]. The entity itself does not count: for a seat with its own Hull,
// Up(ChildOf, hull) finds the Hull of the cockpit, or that of the ship if the cockpit has none. A
// field then has one value for a whole batch.
//
// NewQuery panics with code not_traversable if the relationship is neither [Traversable] nor
// [Transitive], or if it is [IsA] and instances do not inherit the id. If this becomes the case
// after the query was made, the term finds nothing.
//
// Statements: QRY-373, QRY-374, QRY-376.
func Up(relationship Entity, t Term) Term { return above("Up", relationship, t) }

func above(function string, relationship Entity, t Term) queryTerm {
	q := termOf(function, t, "the traversal, as in Hull(up ChildOf),")
	if what := notEntity(relationship); what != "" && relationship != 0 {
		panic(spec.Errorf(spec.CodeInvalid, "%s got %s as the relationship; pass an entity", function, what))
	}
	switch {
	case q.source != 0:
		panic(spec.Errorf(spec.CodeInvalid, "%s got a term with On, but it only searches above the entity itself; keep one of them", function))
	case q.up != 0:
		panic(spec.Errorf(spec.CodeInvalid, "%s got a term with Up or Cascade; keep one of them", function))
	}
	if relationship == 0 {
		relationship = rules.NullEntity // 0 would mean no Up
	}
	q.up = relationship
	return q
}

// Field makes t the term of the field of type T. The values of the id of t must have type T. A
// field without a term matches the component of its type, owned or inherited. If several fields
// have type T, t becomes the term of the last one that has none: in NewQuery2[Position,
// Position](w, Field[Position](Up(ChildOf, position))), the second field is the position of the
// nearest entity above.
func Field[T any](t Term) Term {
	q := termOf("Field", t, "")
	if q.oper == spec.Not {
		panic(spec.Errorf(spec.CodeInvalid, "Field got a Not, which has no values; pass a term that can match"))
	}
	if q.id.first == 0 && q.text == "" && q.field == nil {
		panic(rules.ErrNoID) // 0 would mean the component of the type
	}
	q.field = wordOf[T]()
	return q
}

// QueryOption is an option of a typed query. By default a query is cached: it keeps the list of its
// matching tables and updates the list when tables are made or freed, so the cost of a loop is
// proportional to the number of results. A query with a [Variable] is a [Rule].
type QueryOption uint8

const (
	// Uncached makes a query that caches nothing. Use it if tables are made and freed more often
	// than the query runs.
	Uncached QueryOption = iota + 1
	// Rule makes a query that follows transitive and reflexive relationships, and for which a
	// component also matches the components that inherit from it. It matters only in worlds of
	// [Flecs3]: in newer profiles every query does this. A rule caches nothing.
	Rule
	// NotInstanced puts each entity into a batch of its own if a term was matched on another entity
	// (inherited, On, Up). Then Fields returns slices of one value, for owned and shared values
	// alike. The cost is a batch for each such entity. Without the option, batches are whole
	// tables.
	//
	// Statements: QRY-333, QRY-395, QRY-396, QRY-397, QRY-398, QRY-448.
	NotInstanced
	// DetectChanges turns on change detection when the query is made. Otherwise the first call of
	// Changed turns it on, and knows nothing of earlier loops. See [Query2.Changed].
	DetectChanges
	// Exact leaves out entities that own an id for which the query does not ask. It also works for
	// prepared queries: see [World.Prepare]. For example, NewQuery2[Position, Velocity](w, Exact)
	// finds entities with these two components and nothing else, and Optional(health.ID()) lets
	// them have Health as well.
	//
	// A term asks for the ids that it names, fields included. [Optional] terms and the alternatives
	// of an Or ask for their ids too, even where they match an inherited id. A wildcard asks for
	// any number of ids: (Likes, *) for all Likes pairs of the entity. A variable asks for its
	// value: (Likes, $x) for one Likes pair in each match. Terms under [Not], on another source
	// ([On], [Up]), in scopes, comparisons, orders and groups ask for nothing.
	//
	// The ids that count are those of [World.IDs]: components, tags, pairs including (IsA, base)
	// and (ChildOf, parent), and switched-off ids. Derived and inherited ids do not count, nor do
	// names and overrides.
	//
	// Exact costs nothing in a loop over a cached query. Otherwise it costs a check of the ids of
	// each matching table, or of each entity if the entities have targets outside the tables (see
	// [DontFragment]). Making the query fails with code unsupported for a list such as AND | Type,
	// and with invalid if no term is about the entity. Observers refuse Exact with unsupported.
	Exact
)

// Variable returns the n-th variable of a query, from 1 to 16, for use in ids of terms. A variable
// has the same value everywhere in a match: the terms Pair(likes, Variable(1)) and Pair(hates,
// Variable(1)) find entities that like and hate the same entity. See [Query2.Bind] and
// [Batch.Variable].
func Variable(n int) Entity {
	if n < 1 || n > query.MaxVariables {
		panic(spec.Errorf(spec.CodeLimit, "a variable has a number from 1 to %d", query.MaxVariables))
	}
	return Entity(n) << 32
}

// This is the variable $this: the entity that a query is about. It can be used in ids of terms:
// Pair(likes, This) finds entities that like themselves. Bind can set it.
//
// Statements: QRY-473.
const This Entity = (query.MaxVariables + 1) << 32

// isVariable reports whether an element is a variable.
func isVariable(e Entity) bool { return e != 0 && e.Index() == 0 }

// variableOf returns the number of a variable, or 0 for [This] and for an entity.
func variableOf(e Entity) int {
	if e.Index() == 0 && e <= query.MaxVariables<<32 {
		return int(e >> 32)
	}
	return 0
}

// In returns a term whose values the loop only reads. In, [Out], [InOut] and [None] tell change
// detection what loops do with the values of a term: it counts the values of Out and InOut terms as
// written by every loop. By default a field is InOut for values that entities of the batch own, and
// In for values of other entities. A term that is not a field is None by default. Tags have no
// values, so they are never read or written.
//
// Statements: QRY-496, QRY-506, access.default.
func In(t Term) Term { return withAccess("In", t, spec.AccessIn, "[in]") }

// Out returns a term whose values the loop writes and does not read; see [In].
func Out(t Term) Term { return withAccess("Out", t, spec.AccessOut, "[out]") }

// InOut returns a term whose values the loop reads and writes, even if the term is matched on
// another entity or is not a field; see [In].
func InOut(t Term) Term { return withAccess("InOut", t, spec.AccessInOut, "[inout]") }

// None returns a term whose values the loop neither reads nor writes; see [In].
func None(t Term) Term { return withAccess("None", t, spec.AccessNone, "[none]") }

func withAccess(function string, t Term, a spec.Access, inText string) Term {
	q := termOf(function, t, inText)
	if q.access != spec.AccessDefault {
		panic(spec.Errorf(spec.CodeInvalid, "%s got a term with In, Out, InOut, None or ReadOnly; keep one of them", function))
	}
	q.access = a
	return q
}

// Maybe makes the field of type T optional: it is nil in the rows of entities without the
// component. If the field has a term, use [Optional] in this term instead, since a field has at
// most one term.
func Maybe[T any]() Term {
	return queryTerm{field: wordOf[T](), oper: spec.Optional}
}

// ReadOnly says that the loop only reads the field of type T. If the field has a term, use [In] in
// this term instead. If you call Changed on a query, make all its fields read-only: otherwise each
// loop over the query marks their values as changed.
//
// Statements: QRY-509, QRY-518.
func ReadOnly[T any]() Term {
	return queryTerm{field: wordOf[T](), access: spec.AccessIn}
}
