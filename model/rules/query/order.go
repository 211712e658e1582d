package query

import (
	"cmp"
	"math"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Order says how a query orders its rows: by group, then by depth, then by key (QRY-565, order.key
// and order.cascade). For example, in a query grouped by Paint and sorted by Price, all cars of the
// first paint precede those of the second, and the price decides among cars of one paint.
type Order struct {
	Grouped      bool
	group        Entity // the relationship whose first own target is the group
	cascade      Entity // the relationship that defines the depth; None: no cascade
	deepestFirst bool
	badTerm      *spec.Term // a second cascade, or a cascade on a source other than $this
	sorted       bool
	key          Entity // the component that is compared; None: $this itself
	keyField     int    // the field that matched it
}

// resolveOrder resolves the order of a query whose terms are resolved. If the rows are sorted by a
// component, some term must match the component.
func (q *Query) resolveOrder(w *World) (err *spec.Error) {
	o, source := &q.Order, &q.Source
	if o.badTerm != nil || o.cascade != None && source.GroupBy != "" {
		q.BadTerm = o.badTerm
		return spec.Errorf(spec.CodeInvalid,
			"the query has a cascade on another source, or with groups or a second cascade; keep one cascade on $this")
	}
	if source.GroupBy != "" {
		o.Grouped = true
		if o.group, err = w.Relationship(source.GroupBy); err != nil {
			return err
		}
	}
	switch o.sorted = source.OrderBy != nil; {
	case !o.sorted:
		return nil
	case source.OrderBy.Component == "" && !q.outer[This]:
		return spec.Errorf(spec.CodeInvalid, "the query has no $this to sort by; add a term on $this")
	case source.OrderBy.Component == "":
		return nil
	}
	if o.key, err = w.Relationship(source.OrderBy.Component); err != nil {
		return err
	}
	n := slices.IndexFunc(q.Terms, func(t Term) bool {
		wild := t.Src.Kind == spec.RefWildcard || t.Src.Kind == spec.RefAny
		return t.Kind == spec.TermMatch && t.Oper == spec.And && t.Second.Kind == spec.RefNone &&
			t.First.Kind == spec.RefEntity && t.First.Entity == o.key && !wild
	})
	if n < 0 || w.Alive(o.key) && w.TypeOf(ID{First: o.key}) == None {
		return spec.Errorf(spec.CodeInvalid,
			"no term of the query matches the sort component, or it has no data; add a term for it")
	}
	o.keyField = q.Terms[n].Field
	return nil
}

// rank is the sort key of a row. Rows of equal rank form one block.
type rank struct {
	group Entity
	depth int
	this  Entity
	key   spec.Value
}

// rank returns the sort key of a row. If the sort component is inherited, its value is that of the
// base.
func (s *Search) rank(r *Row) rank {
	o, out := &s.Query.Order, rank{group: s.Group(r)}
	if o.cascade != None && r.Vars[This] > 0 {
		depth, acyclic := s.Depth(r.Vars[This], o.cascade)
		switch {
		case !acyclic: // last (order.cascade)
			depth = math.MaxInt
		case o.deepestFirst:
			depth = -depth
		}
		out.depth = depth
	}
	switch {
	case !o.sorted:
	case o.key == None:
		out.this = r.Vars[This]
	default:
		if m := s.Field(r, o.keyField); m != nil {
			h, _ := s.Held(m.Owner, ID{First: o.key})
			out.key = s.ValueAt(h)
		}
	}
	return out
}

// Group returns the first own target of the group relationship on $this, or None. Rows without a
// target precede all groups (QRY-574, QRY-577, QRY-578, order.groups).
func (s *Search) Group(r *Row) Entity {
	if x := r.Vars[This]; s.Query.Order.Grouped && x > 0 {
		for _, t := range s.Targets(x, s.Query.Order.group) {
			return t
		}
	}
	return None
}

// InGroup returns the rows of one group. The group "" has the rows without a target (order.groups).
// In a query with cascade, the group of an entity has the rows at the depth of the entity, and the
// group "" has the roots (order.cascade). If the query has no groups, InGroup returns an error.
func (s *Search) InGroup(rows []Row, group spec.Handle) ([]Row, *spec.Error) {
	g, is, err := s.Target(group)
	if group != "" && !is {
		g, err = s.Relationship(group)
	}
	o := &s.Query.Order
	if !o.Grouped && o.cascade == None {
		err = spec.Errorf(spec.CodeInvalid, "the query has no groups")
	}
	return slices.DeleteFunc(rows, func(r Row) bool {
		return o.Grouped && s.Group(&r) != g || o.cascade != None && !s.asDeep(r.Vars[This], g, o.cascade)
	}), err
}

// asDeep reports whether e has the same depth along a relationship as another entity. Entities from
// which a path enters a cycle count as equally deep. If the other entity is None, asDeep reports
// whether e is a root.
func (s *Search) asDeep(e, as, along Entity) bool {
	depth, acyclic := s.Depth(e, along)
	if as == None {
		return acyclic && depth == 0
	}
	other, otherAcyclic := s.Depth(as, along)
	return s.Alive(as) && acyclic == otherAcyclic && (!acyclic || depth == other)
}

// compareRanks compares two ranks. Descending order reverses only the key.
func (s *Search) compareRanks(a, b rank) int {
	key := cmp.Or(cmp.Compare(a.this, b.this), s.compareValues(a.key, b.key))
	if s.Query.Order.sorted && s.Query.Source.OrderBy.Desc {
		key = -key
	}
	return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.depth, b.depth), key)
}

// compareValues compares values member by member. A missing value sorts first (order.values).
func (s *Search) compareValues(a, b spec.Value) int {
	return slices.CompareFunc(a, b, func(x, y spec.NamedScalar) int {
		switch x.Type {
		case spec.F32, spec.F64:
			return cmp.Compare(x.Num, y.Num)
		case spec.I32, spec.I64:
			return cmp.Compare(x.Int, y.Int)
		case spec.Bool:
			return falseFirst(x.Bool, y.Bool)
		case spec.String:
			return cmp.Compare(x.Text, y.Text)
		case spec.Entity:
			return cmp.Compare(memberEntity(s.World, x), memberEntity(s.World, y))
		}
		return 0
	})
}

// falseFirst compares two booleans; false is less than true.
func falseFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// Arrange sorts rows by rank, then by $this, the fields and the variables. It also numbers blocks
// and batches.
func (s *Search) Arrange(rows []Row) {
	for n := range rows {
		rows[n].rank = s.rank(&rows[n])
	}
	slices.SortFunc(rows, func(a, b Row) int {
		return cmp.Or(s.compareRanks(a.rank, b.rank), s.compareRows(&a, &b))
	})
	for n := 1; n < len(rows); n++ {
		rows[n].Block = rows[n-1].Block
		if s.compareRanks(rows[n-1].rank, rows[n].rank) != 0 {
			rows[n].Block++
		}
	}
	s.numberBatches(rows)
}

// compareRows orders the rows of one block: by $this, then by the fields, then by the other
// variables. A field that is not set sorts first.
func (s *Search) compareRows(a, b *Row) int {
	c := cmp.Compare(a.Vars[This], b.Vars[This])
	for n := range s.Query.Fields {
		x, y := s.Field(a, n), s.Field(b, n)
		switch {
		case c != 0:
		case x == nil || y == nil:
			c = falseFirst(x != nil, y != nil)
		default:
			c = cmp.Or(x.ID.Compare(y.ID), cmp.Compare(s.Source(a, n, x), s.Source(b, n, y)))
		}
	}
	return cmp.Or(c, slices.Compare(a.Vars[:], b.Vars[:]))
}

// numberBatches numbers batches. Rows are in one batch if $this is in the same table and the rest
// of the row is equal (QRY-398, QRY-442 to QRY-447). A row without $this is its own batch. In
// profiles with EntityBatches, a row that has a field of another entity is its own batch too,
// unless the query is instanced (QRY-333, QRY-395, iterate.instanced). In an ordered query only
// adjacent rows share a batch (QRY-538, iterate.batches).
func (s *Search) numberBatches(rows []Row) {
	o := &s.Query.Order
	ordered := o.Grouped || o.cascade != None || o.sorted
	type together struct{ table, rest string }
	var last together
	known := map[together]int{}
	next := 0
	for n := range rows {
		r := &rows[n]
		this := together{r.Table, s.rest(r)}
		if ordered && this != last {
			clear(known)
		}
		last = this
		batch, ok := known[this]
		if !ok || s.ownBatch(r) {
			batch = next
			next++
		}
		r.Batch, known[this] = batch, batch
	}
}

// ownBatch reports whether a row is always its own batch.
func (s *Search) ownBatch(r *Row) bool {
	mixed := false
	for n := range s.Query.Fields {
		m := s.Field(r, n)
		mixed = mixed || m != nil && s.Source(r, n, m) != None
	}
	return r.Table == "" || mixed && s.Profile.EntityBatches && !s.Query.Source.Instanced
}
