package model

import (
	"cmp"
	"math"
	"slices"

	"github.com/relspec/relspec/spec"
)

// ordering is how a query orders its rows: by group, then by depth, then by key (ruling 25, QRY-565, P-57 to P-59).
type ordering struct {
	grouped  bool
	group    entity     // the relationship whose first own target is the group
	cascade  entity     // the relationship whose depth counts; none: no cascade
	desc     bool       // deepest first
	wrong    *spec.Term // a second cascade, or one on another source than $this
	sorted   bool
	key      entity // the component that is compared; none: $this itself
	keyField int    // the field that matched it
}

func (o ordering) orders() bool { return o.grouped || o.cascade != none || o.sorted }

// resolveOrder settles what a query orders by. Its terms are resolved.
func (w *World) resolveOrder(q *query) (err *spec.Error) {
	o, asked := &q.order, q.asked
	if o.wrong != nil || o.cascade != none && asked.GroupBy != "" {
		q.fault = o.wrong
		return spec.Errorf(spec.CodeInvalid, "a query has one cascade, on $this, and then no groups")
	}
	if asked.GroupBy != "" {
		o.grouped = true
		if o.group, err = w.relationship(asked.GroupBy); err != nil {
			return err
		}
	}
	switch o.sorted = asked.OrderBy != nil; {
	case !o.sorted:
		return nil
	case asked.OrderBy.Component == "" && !q.outer[this]:
		return spec.Errorf(spec.CodeInvalid, "a query without $this cannot be sorted by it")
	case asked.OrderBy.Component == "":
		return nil
	}
	if o.key, err = w.relationship(asked.OrderBy.Component); err != nil {
		return err
	}
	isKey := func(t term) bool {
		wild := t.src.kind == spec.RefWildcard || t.src.kind == spec.RefAny
		return t.kind == spec.TermMatch && t.oper == spec.And && t.second.kind == spec.RefNone &&
			t.first.kind == spec.RefEntity && t.first.entity == o.key && !wild
	}
	n := slices.IndexFunc(q.terms, isKey)
	if n < 0 || w.alive(o.key) && w.typeOf(id{first: o.key}) == none {
		return spec.Errorf(spec.CodeInvalid, "rows are sorted by a component with data that a term of the query matches")
	}
	o.keyField = q.terms[n].field
	return nil
}

// rank is the place of a row: rows of equal rank are one block.
type rank struct {
	group entity
	depth int
	this  entity
	key   spec.Value
}

func (ev *evaluation) rank(s solution) rank {
	o, r := ev.q.order, rank{group: ev.group(s)}
	if o.cascade != none && s.vars[this] > 0 {
		depth, acyclic := ev.depth(s.vars[this], o.cascade)
		switch {
		case !acyclic: // last (P-59)
			depth = math.MaxInt
		case o.desc:
			depth = -depth
		}
		r.depth = depth
	}
	switch {
	case o.sorted && o.key == none:
		r.this = s.vars[this]
	case o.sorted && s.fields[o.keyField] != nil:
		r.key = ev.valueOf(s.fields[o.keyField].owner, id{first: o.key})
	}
	return r
}

// group is the first own target on $this, or none (QRY-574, QRY-577, QRY-578, P-58).
func (ev *evaluation) group(s solution) entity {
	if x := s.vars[this]; ev.q.order.grouped && x > 0 {
		for _, t := range ev.targets(x, ev.q.order.group) {
			return t
		}
	}
	return none
}

// only keeps the rows of one group, "" being the one without target (P-58).
func (ev *evaluation) only(group spec.Handle) (err *spec.Error) {
	g := none
	if group != "" {
		g, err = ev.relationship(group)
	}
	if !ev.q.order.grouped {
		err = spec.Errorf(spec.CodeInvalid, "the query has no groups")
	}
	ev.out = slices.DeleteFunc(ev.out, func(s solution) bool { return ev.group(s) != g })
	return err
}

func (ev *evaluation) compareRanks(a, b rank) int {
	key := cmp.Or(cmp.Compare(a.this, b.this), ev.compareValues(a.key, b.key))
	if ev.q.order.sorted && ev.q.asked.OrderBy.Desc {
		key = -key
	}
	return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.depth, b.depth), key)
}

// compareValues goes member by member; no value is less than any (P-57).
func (w *World) compareValues(a, b spec.Value) int {
	return slices.CompareFunc(a, b, func(x, y spec.NamedScalar) int {
		switch x.Type {
		case spec.F32, spec.F64:
			return cmp.Compare(x.Num, y.Num)
		case spec.I32, spec.I64:
			return cmp.Compare(x.Int, y.Int)
		case spec.Bool:
			number := map[bool]int{true: 1}
			return number[x.Bool] - number[y.Bool]
		case spec.String:
			return cmp.Compare(x.Text, y.Text)
		case spec.Entity:
			return cmp.Compare(w.named(x), w.named(y))
		}
		return 0
	})
}

// named is the alive entity that a member names, or none.
func (w *World) named(m spec.NamedScalar) entity {
	if e := w.handles[spec.Handle(m.Text)]; w.alive(e) {
		return e
	}
	return none
}

// arrange puts the rows in order: as the query orders, then by $this, the fields and the variables; blocks and batches
// are numbered.
func (ev *evaluation) arrange() {
	for n := range ev.out {
		ev.out[n].rank = ev.rank(ev.out[n])
	}
	slices.SortFunc(ev.out, func(a, b solution) int { return cmp.Or(ev.compareRanks(a.rank, b.rank), ev.compareSolutions(a, b)) })
	for n := 1; n < len(ev.out); n++ {
		ev.out[n].block = ev.out[n-1].block
		if ev.compareRanks(ev.out[n-1].rank, ev.out[n].rank) != 0 {
			ev.out[n].block++
		}
	}
	ev.numberBatches()
}

func (ev *evaluation) compareSolutions(a, b solution) int {
	c := cmp.Compare(a.vars[this], b.vars[this])
	for n := range a.fields {
		x, y := a.fields[n], b.fields[n]
		switch {
		case c != 0:
		case x == nil || y == nil:
			set := map[bool]int{true: 1}
			c = set[x != nil] - set[y != nil]
		default:
			c = cmp.Or(compareIDs(x.id, y.id), cmp.Compare(ev.source(n, a), ev.source(n, b)))
		}
	}
	return cmp.Or(c, slices.Compare(a.vars, b.vars))
}
