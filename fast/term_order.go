package fast

import (
	"unsafe"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// typedOrder says how a typed query is ordered.
type typedOrder struct {
	query.Ordering
	component Entity // whose values are the sort key
	register  func(*World) *componentCore
	values    func(a, b unsafe.Pointer) int
}

// sortedBy returns a term that sorts by a component, or by entity without one.
func sortedBy(o typedOrder) Term {
	o.Sorts = true
	return queryTerm{order: &o}
}

// OrderBy sorts a cached query by the component of type T, which a term of the query must match.
// Values are compared field by field in the order of the Go type: numbers by value, false before
// true, strings by bytes ("Zoo" before "ark"), entities by creation. The component may be inherited
// or found with [Up]. Batches are runs of consecutive rows of one table in sorted order.
//
// The order is cached. For each entity that was made, that moved to another table, or whose value
// was set, the next loop spends time proportional to the logarithm of the number of sorted
// entities.
//
// In some cases the query cannot know which values have changed. Then a loop compares each value
// with the next one and moves values that are out of order:
//
//   - from when the program gets a pointer to a value from Get or a batch until the next structural
//     change, because the program may write through the pointer
//   - in the first loop after a loop over writable fields
//   - in every loop, if values are inherited, found with [Up] or contain entities, or if a function
//     compares entities
//
// A loop sorts from scratch if entities match in several ways, ids are switched off, or the query
// has variables. After a write through a pointer from [Component.Own], call [Component.Modified].
//
// NewQuery panics with code invalid if no And term matches the component or its values cannot be
// ordered, and with unsupported if the query is not cached.
//
// Statements: QRY-519, QRY-520, QRY-523, QRY-524, QRY-529, QRY-533, QRY-538, QRY-540.
func OrderBy[T any]() Term {
	return sortedBy(typedOrder{register: coreOf[T]})
}

// OrderByFunc is like [OrderBy] with a function that compares two values: it returns a negative
// number if a comes first, a positive number if b does, and otherwise zero. The result must depend
// only on the two values, and must be a strict weak order, as for slices.SortFunc. The function is
// called when a loop begins. It must not change the world.
//
// Statements: QRY-521, QRY-546.
func OrderByFunc[T any](compare func(a, b *T) int) Term {
	if compare == nil {
		panic(errNoCompare)
	}
	return sortedBy(typedOrder{
		register: coreOf[T],
		values:   func(a, b unsafe.Pointer) int { return compare((*T)(a), (*T)(b)) },
	})
}

// OrderByComponent is like [OrderBy] for a component whose type is not known at compile time. With
// the zero Entity it is [OrderByEntity].
//
// Statements: QRY-550, QRY-551.
func OrderByComponent(component Entity) Term {
	if what := notEntity(component); what != "" && component != 0 {
		panic(spec.Errorf(spec.CodeInvalid, "OrderByComponent got %s; pass a component, or the zero Entity to sort by entity", what))
	}
	return sortedBy(typedOrder{component: component})
}

// OrderByEntity sorts a cached query by entity, the oldest first; see [OrderBy].
//
// Statements: QRY-547, QRY-548.
func OrderByEntity() Term { return sortedBy(typedOrder{}) }

var errNoCompare = spec.Errorf(spec.CodeInvalid, "the comparison function of the order is nil; pass one")

// OrderByEntityFunc sorts a cached query with a function that compares two entities; see
// [OrderByFunc].
//
// Statements: QRY-545.
func OrderByEntityFunc(compare func(a, b Entity) int) Term {
	if compare == nil {
		panic(errNoCompare)
	}
	return sortedBy(typedOrder{Ordering: query.Ordering{Entities: compare}})
}

// Descending reverses the order of an [OrderBy], so that the greatest value comes first, or of a
// [Cascade], so that children come before their parents.
func Descending(t Term) Term {
	q := describe(t)
	switch {
	case q.desc:
		panic(spec.Errorf(spec.CodeInvalid, "Descending got a term that is descending already; keep one Descending"))
	case !q.cascade && (q.order == nil || !q.order.Sorts):
		panic(spec.Errorf(spec.CodeInvalid, "Descending got a term that is not an order; pass OrderBy or Cascade"))
	}
	q.desc = true
	return q
}

// Cascade is like [Up], and orders the query breadth first along the relationship: parents before
// their children. So a loop can compute a value from that of the entity above, for example the
// position of a cockpit from the position of its ship. With [Optional], roots are included and come
// first, without a value from above. Entities on a cycle come last. A query has at most one
// Cascade.
//
// The order of the matching tables is cached. The query sorts the tables again, in time
// proportional to their number, after a table was made or freed, and after an entity that has
// others below it got or lost a pair.
//
// [Query2.Group] restricts the query to the entities that are as deep as the entity that you pass,
// or, if you pass the zero Entity, to the roots.
//
// Statements: QRY-384, QRY-424, QRY-563, F41-090.
func Cascade(relationship Entity, t Term) Term {
	q := above("Cascade", relationship, t)
	q.cascade = true
	return q
}

// GroupBy groups the entities of a cached query by target of a relationship. If an entity owns
// several pairs of the relationship, the target that was created first counts: if Bob likes Carol
// and Alice, and Alice was created first, Bob is only in the group of Alice. Entities without a
// target come first, then the groups in the order in which their targets were created.
// [Query2.Group] restricts the query to one group. With an OrderBy, each group is sorted. NewQuery
// panics with code invalid if the query also has a [Cascade], and with unsupported if it is not
// cached.
//
// Statements: QRY-552, QRY-553, QRY-554, QRY-555, QRY-565, QRY-577.
func GroupBy(relationship Entity) Term {
	if what := notEntity(relationship); what != "" {
		panic(spec.Errorf(spec.CodeInvalid, "GroupBy got %s; pass a relationship", what))
	}
	return queryTerm{order: &typedOrder{Ordering: query.Ordering{Groups: true, Relation: relationship}}}
}

// addOrder notes how the query is ordered.
func (c *typedCompiler) addOrder(t queryTerm) {
	to, from := &c.order, t.order
	if from.Groups {
		if to.Groups {
			c.refuse(spec.CodeInvalid, "the query has two GroupBy; keep one")
		}
		to.Groups, to.Relation = true, from.Relation
		return
	}
	if to.Sorts {
		c.refuse(spec.CodeInvalid, "the query has two OrderBy; keep one")
	}
	to.Sorts, to.Desc, to.component, to.values, to.Entities = true, t.desc, from.component, from.values, from.Entities
	if from.register != nil {
		c.q.key = from.register(c.w)
		c.q.keyEntity = c.q.key.entity
		to.component = c.q.key.entity
	}
}

// cascadeAlong notes that a typed query is ordered by depth.
func (c *typedCompiler) cascadeAlong(t queryTerm) {
	if c.order.Cascades {
		c.refuse(spec.CodeInvalid, "the query has two Cascade; keep one")
	}
	c.order.Cascades, c.order.Relation, c.order.Deepest = true, t.up, t.desc
}

// finishOrder sets the order of the [query.Query].
func (c *typedCompiler) finishOrder() {
	q, t := c.q.q, &c.order
	text := c.texts.Cascade
	switch {
	case !t.Sorts && !t.Groups && !t.Cascades && text == nil:
		return
	case (t.Sorts || t.Groups || text != nil) && !c.w.core.Profile.Ordering.Has(q.Kind):
		panic(query.ErrUnordered)
	case text != nil && t.Cascades:
		c.refuse(spec.CodeInvalid, "the query has two Cascade; keep one")
	case t.Groups && (text != nil || t.Cascades):
		c.refuse(spec.CodeInvalid, "the query has Cascade and GroupBy, which both group; keep one")
	case text != nil:
		t.Cascades, t.Relation, t.Deepest = true, text.Relation, c.texts.CascadeDesc
	}
	q.Ordering = new(query.Ordering)
	*q.Ordering = t.Ordering
	q.Ordering.Field = -1
	if t.component != 0 {
		c.finishKey(q.Ordering)
	}
}

// finishKey finds the field of the sort key and how its values compare.
func (c *typedCompiler) finishKey(o *query.Ordering) {
	key := c.order.component
	err := c.q.q.SortKey(o, key)
	switch {
	case err != nil:
	case c.order.values != nil:
		o.By = query.CustomComparer(c.q.key.goType, c.order.values)
	case c.w.core.Store.Alive(key):
		o.By, err = query.ComparerOf(&c.w.core.World, c.w.core.Components[key.Index()])
	}
	if err != nil {
		panic(err)
	}
}
