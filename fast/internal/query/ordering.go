package query

import (
	"cmp"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A query can be ordered in three ways: by the value of a component or by entity (order_by,
// order.key); in groups by the target of a relationship (group_by, order.groups); breadth first
// along a relationship (cascade, order.cascade). Groups and depths sort before the key (QRY-565).
// Rows that are equal in all of them form a block.

// Ordering is how the rows of a query are ordered.
type Ordering struct {
	Sorts bool
	Desc  bool
	key   Entity    // component, zero for $this
	Field int       // of the term that matches the key, -1 for none
	By    *Comparer // compares the values of the key
	// Entities, if set by the program, compares $this.
	Entities func(a, b Entity) int

	Groups   bool
	Relation Entity // the relationship that groups or cascades
	Cascades bool
	Deepest  bool // cascade with desc
}

// Grouped reports whether rows have groups.
func (q *Query) Grouped() bool { return q.Ordering != nil && q.Ordering.Groups }

// HasGroups reports whether one group of the query can be requested: with cascade, the entities of
// one depth.
func (q *Query) HasGroups() bool {
	return q.Ordering != nil && (q.Ordering.Groups || q.Ordering.Cascades)
}

// ErrNotGrouped is returned if one group of an ungrouped query is requested.
var ErrNotGrouped = spec.Errorf(spec.CodeInvalid, "the query is not grouped; make it with GroupBy or Cascade")

// ErrUnordered is returned if the profile does not support an order for the kind of query.
var ErrUnordered = spec.Errorf(spec.CodeUnsupported,
	"a query of this kind has no cascade, sorting or grouping; make it cached (KindCached)")

// orderings compiles the order of a query, after its terms (order.key and order.cascade).
func (c *Compiler) orderings(from *spec.Query) *spec.Error {
	if from.OrderBy == nil && from.GroupBy == "" && c.Cascade == nil {
		return nil
	}
	if c.CascadeErr != nil {
		c.At = c.CascadeAt
		return c.CascadeErr
	}
	o := &Ordering{Field: -1}
	if c.Cascade != nil {
		o.Cascades, o.Relation, o.Deepest = true, c.Cascade.Relation, c.CascadeDesc
	}
	if from.GroupBy != "" {
		if c.Cascade != nil {
			return spec.Errorf(spec.CodeInvalid,
				"the query has cascade and group_by, which both group; keep one")
		}
		e, err := c.Entity(from.GroupBy)
		switch {
		case err != nil:
			return err
		case rules.IsPattern(e):
			return rules.ErrWildcard
		}
		o.Groups, o.Relation = true, e
	}
	c.Q.Ordering = o
	if from.OrderBy == nil {
		return nil
	}
	o.Sorts, o.Desc = true, from.OrderBy.Desc
	if from.OrderBy.Component == "" {
		return nil
	}
	e, err := c.Entity(from.OrderBy.Component)
	if err != nil {
		return err
	}
	if err := c.Q.SortKey(o, e); err != nil || !c.W.Store.Alive(e) {
		return err
	}
	o.By, err = ComparerOf(c.W, c.W.Components[e.Index()])
	return err
}

// SortKey finds the field that the rows are sorted by.
func (q *Query) SortKey(o *Ordering, key Entity) *spec.Error {
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.Kind == NodeMatch && n.Oper == spec.And && n.Terms[0].Member == nil && n.Terms[0].Src.Kind < ElementStar &&
			n.Terms[0].First.Is(key) && n.Terms[0].Second.Kind == ElementNone {
			o.key, o.Field = key, n.Field
			break
		}
	}
	if o.Field < 0 {
		return spec.Errorf(spec.CodeInvalid,
			"no And term outside scopes and chains matches the sort component; add a term for it")
	}
	if q.W.Store.Alive(key) && q.W.TypedBy(store.Single(key.Index())) == 0 {
		return spec.Errorf(spec.CodeInvalid, "the sort component is a tag, which has no values; sort by a component")
	}
	return nil
}

// checkOrdering returns an error if the query is sorted by $this and has none. It runs after
// Analyse, which sets UsesThis.
func (q *Query) checkOrdering() *spec.Error {
	if o := q.Ordering; o != nil && o.Sorts && o.key == 0 && !q.UsesThis {
		return spec.Errorf(spec.CodeInvalid, "the query has no $this to sort by; add a term on $this")
	}
	return nil
}

// position is the block and group of the current rows in an ordered query.
type position struct {
	Block int
	Group uint32 // target that is the group, 0 for none
}

// next returns the position of the next block.
func (p position) next(first bool, group uint32) position {
	if first {
		return position{0, group}
	}
	return position{p.Block + 1, group}
}

// entry determines the position of a row or of an entity.
type entry struct {
	major uint64         // order of the group, or depth
	cell  unsafe.Pointer // the value of the key
	this  uint32         // 0 for all entities of a table, or no $this
}

// depths returns a calculator of the depths that order rows.
func (o *Ordering) depths(w *rules.World) rules.Depths {
	return rules.Depths{W: w, Pairs: store.Pair(o.Relation.Index(), store.Wildcard)}
}

// position returns the group of an entity of a table, and the number by which its rows are sorted
// before the sort key: the order of its group, or its depth. If index is 0, the result holds for
// all entities of the table.
func (o *Ordering) position(d *rules.Depths, t store.Table, index uint32) (major uint64, group uint32) {
	w := d.W
	switch {
	case o.Relation == 0 || !w.Store.Alive(o.Relation):
	case o.Groups:
		if group = w.FirstTargetIn(t, index, d.Pairs.First()); group != 0 {
			major = w.CreationOf(group)
		}
	default:
		depth, ok := d.In(t, index)
		if !ok {
			return 1 << 32, 0 // on a cycle, or leads to one
		}
		if major = uint64(depth); o.Deepest {
			major = 1<<32 - 1 - major
		}
	}
	return major, group
}

// majorOf returns the position of the rows of a requested group. If the query is grouped, asked is
// a target, or 0 for rows without one. With cascade, it is an entity with the depth of the rows, or
// 0 for the roots.
func (o *Ordering) majorOf(w *rules.World, asked uint32) (major uint64) {
	switch {
	case o.Groups:
		return w.CreationOf(asked)
	case asked != 0:
		d := o.depths(w)
		major, _ = o.position(&d, w.Table(asked), asked)
	case o.Deepest:
		major = 1<<32 - 1
	}
	return major
}

// GroupOf returns the group of an entity, or 0 for none.
func (q *Query) GroupOf(index uint32) uint32 {
	d := q.Ordering.depths(q.W)
	_, group := q.Ordering.position(&d, q.W.Table(index), index)
	return group
}

// compare orders rows by group, depth and sort key. Rows that are equal in them form a block.
func (o *Ordering) compare(w *rules.World, a, b *entry) int {
	if a.major != b.major || !o.Sorts {
		return cmp.Compare(a.major, b.major)
	}
	var c int
	switch {
	case o.By != nil && a.cell == b.cell: // both have the key from one source, or none
	case o.By != nil:
		c = o.By.compare(a.cell, b.cell)
	case o.Entities != nil:
		c = o.Entities(w.Entity(a.this), w.Entity(b.this))
	default:
		c = w.CompareEntities(a.this, b.this)
	}
	if o.Desc {
		return -c
	}
	return c
}

// besideTables reports whether the pairs that group or cascade are stored outside the tables.
func (o *Ordering) besideTables(w *rules.World) bool {
	return w.Store.Alive(o.Relation) && w.TraitsOf(o.Relation.Index())&rules.TraitNonFragmenting != 0
}

// follow makes the world log what affects the order of a cached query.
func (o *Ordering) follow(w *rules.World) {
	switch {
	case o.Sorts && o.By != nil && o.By.Plain:
		w.SortBy(o.key.Index())
	case o.Sorts:
		w.SortBy(0)
	}
	if o.Cascades && !slices.Contains(w.Cascaded, o.Relation.Index()) {
		w.Cascaded = append(w.Cascaded, o.Relation.Index())
	}
}
