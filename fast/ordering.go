package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A query may be ordered: by the value of a component or by entity (order_by, P-57), into groups by the target of a
// relationship (group_by, P-58), or breadth first along a relationship (cascade, P-59). Groups and depths come before
// the sort key (QRY-565). What is equal in all of them is a block.

// ordering is how the rows of a query are ordered.
type ordering struct {
	sorts bool
	desc  bool
	key   Entity    // component, zero for $this
	field int       // of the term that matches the key
	by    *comparer // of the key's values
	// entities compares $this, where the program has given a way to.
	entities func(a, b Entity) int

	groups   bool
	relation Entity // that groups or cascades
	cascades bool
	deepest  bool // cascade with desc
}

var errNotGrouped = spec.Errorf(spec.CodeInvalid, "the query is not grouped")

var errUnordered = unsupported("cascade, sorting and grouping in this kind of query")

// orderings reads how a query is ordered, after its terms (P-57 to P-59).
func (c *compiler) orderings(from *spec.Query) *spec.Error {
	if from.OrderBy == nil && from.GroupBy == "" && c.cascade == nil {
		return nil
	}
	if c.cascadeErr != nil {
		c.at = c.cascadeAt
		return c.cascadeErr
	}
	o := &ordering{field: -1}
	if c.cascade != nil {
		o.cascades, o.relation, o.deepest = true, c.cascade.relation, c.cascadeDesc
	}
	if from.GroupBy != "" {
		if c.cascade != nil {
			return spec.Errorf(spec.CodeInvalid, "cascade is a way of grouping: a query has one of cascade and group_by")
		}
		e, err := c.entity(from.GroupBy)
		switch {
		case err != nil:
			return err
		case isPattern(e):
			return errWildcard
		}
		o.groups, o.relation = true, e
	}
	c.q.ordering = o
	if from.OrderBy == nil {
		return nil
	}
	o.sorts, o.desc = true, from.OrderBy.Desc
	if from.OrderBy.Component == "" {
		return nil
	}
	e, err := c.entity(from.OrderBy.Component)
	if err != nil {
		return err
	}
	if err := c.q.sortKey(o, e); err != nil || !c.w.st.Alive(e) {
		return err
	}
	o.by, err = c.w.comparerOf(c.w.components[e.Index()])
	return err
}

// sortKey finds the field that the rows are sorted by.
func (q *prepared) sortKey(o *ordering, key Entity) *spec.Error {
	for i := range q.nodes {
		n := &q.nodes[i]
		if n.kind == nodeMatch && n.oper == spec.And && n.terms[0].member == nil && n.terms[0].src.kind < elementStar &&
			n.terms[0].first.is(key) && n.terms[0].second.kind == elementNone {
			o.key, o.field = key, n.field
			break
		}
	}
	if o.field < 0 {
		return spec.Errorf(spec.CodeInvalid, "no And term outside scopes and chains matches the component to sort by")
	}
	if q.w.st.Alive(key) && q.w.typedBy(store.Single(key.Index())) == 0 {
		return spec.Errorf(spec.CodeInvalid, "a tag has no values to sort by")
	}
	return nil
}

// checkOrdering refuses an order of what does not exist, once it is known what the query uses.
func (q *prepared) checkOrdering() *spec.Error {
	if o := q.ordering; o != nil && o.sorts && o.key == 0 && !q.usesThis {
		return spec.Errorf(spec.CodeInvalid, "a query without $this cannot be sorted by it")
	}
	return nil
}
