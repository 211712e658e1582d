package twin

import (
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// term is a term of a query. spec and typed convert it for the two worlds.
type term struct {
	id     fast.ID
	at     fast.Entity    // the source, or the relationship to traverse
	up     spec.TravFlags // 0: no traversal
	oper   spec.Operator
	access spec.Access
}

func (m *machine) spec(t term) spec.Term {
	out := spec.Term{First: m.ref(t.id.First()), Oper: t.oper, Access: t.access}
	if t.id.IsPair() {
		out.Second = m.ref(t.id.Second())
	}
	switch rel := m.ref(t.at); {
	case t.up != 0:
		out.Src = spec.Ref{Trav: &spec.Traversal{Flags: t.up, Rel: &rel}}
	case t.at != 0:
		out.Src = rel
	}
	return out
}

var (
	operators = [...]func(fast.Term) fast.Term{spec.Not: fast.Not, spec.Optional: fast.Optional}
	accesses  = [...]func(fast.Term) fast.Term{
		spec.AccessIn: fast.In, spec.AccessOut: fast.Out, spec.AccessInOut: fast.InOut, spec.AccessNone: fast.None,
	}
)

func (t term) typed() fast.Term {
	var out fast.Term = t.id
	switch {
	case t.up == spec.TravUp:
		out = fast.Up(t.at, t.id)
	case t.up == spec.TravCascade:
		out = fast.Cascade(t.at, t.id)
	case t.at != 0:
		out = fast.On(t.at, out)
	}
	if f := operators[t.oper]; f != nil {
		out = f(out)
	}
	if f := accesses[t.access]; f != nil {
		out = f(out)
	}
	return out
}

// several reports whether the term may have several matches on one entity.
func (t term) several() bool {
	return t.id.Second() == fast.Wildcard || t.id.Second() == fast.Variable(1) || t.id.First() == fast.Wildcard
}

// ref returns an entity as an element of a term of the model.
func (m *machine) ref(e fast.Entity) spec.Ref {
	switch e {
	case fast.This:
		return spec.VarRef(spec.This)
	case fast.Variable(1):
		return spec.VarRef("v1")
	}
	return spec.EntityRef(m.handle(e))
}

// fixed draws an entity that is alive, for a term.
func (m *machine) fixed() fast.Entity { return m.holder(fast.ID{}) }

// holder draws an entity that is alive and, if a few attempts find one, has an id.
func (m *machine) holder(id fast.ID) fast.Entity {
	found := m.tags[0]
	for range 4 {
		if e := m.entity(); m.w.Alive(e) {
			if found = e; id == (fast.ID{}) || m.w.Has(e, id) {
				break
			}
		}
	}
	return found
}

// pattern draws an id, sometimes with wildcards and variables.
func (m *machine) pattern() fast.ID {
	r := m.rel()
	switch m.pick(12) {
	case 0, 1:
		return fast.Pair(r, fast.Wildcard)
	case 2:
		return fast.Pair(r, fast.Any)
	case 3:
		return fast.Pair(r, fast.Variable(1))
	case 4:
		return fast.Pair(r, fast.This)
	case 5:
		return fast.Pair(fast.Wildcard, m.fixed())
	}
	if id := one(m, []fast.ID{m.anID(), m.owned(m.entity())}); !id.IsPair() || m.w.Alive(id.Second()) {
		return id
	}
	return fast.Pair(r, m.fixed())
}

// upwards makes a term match on the nearest ancestor.
func (m *machine) upwards(t *term) {
	upper := []fast.Entity{fast.ChildOf, m.rels[8], m.rels[11], m.rels[5], m.rels[1]}
	t.up, t.at = spec.TravUp, one(m, upper)
	for _, r := range m.fewRels {
		if slices.Contains(upper, r) {
			t.at = r
		}
	}
}

// term draws a term for an id, with one of the operators. It may have the source at, a traversal or
// an access modifier.
func (m *machine) term(id fast.ID, at fast.Entity, operators ...spec.Operator) term {
	t := term{id: id, oper: one(m, operators)}
	switch m.pick(8) {
	case 0, 1:
		m.upwards(&t)
	case 2:
		t.at = at
	}
	if m.chance(3) {
		t.access = spec.Access(m.pick(len(accesses)))
	}
	return t
}

// condition draws a term whose values the typed query does not return.
func (m *machine) condition() term {
	return m.term(m.pattern(), one(m, []fast.Entity{m.fixed(), fast.Variable(1)}),
		spec.And, spec.And, spec.And, spec.Optional, spec.Not)
}

// field draws the term of the n-th field.
func (m *machine) field(n int) term {
	id := fast.Single(m.types[n])
	t := m.term(id, m.holder(id), spec.And, spec.And, spec.Optional)
	if t.at == 0 && m.chance(5) {
		if t.id = fast.Pair(m.types[n], m.fixed()); n == 2 {
			t.id = fast.Pair(m.data, one(m, []fast.Entity{fast.Wildcard, fast.Variable(1)}))
		}
	}
	return t
}

// testQuery is a query of both worlds. The first terms are the fields.
type testQuery struct {
	spec.Query
	typed     reflect.Value
	name      string
	text      string
	arity     int
	terms     []term
	vars      bool
	exact     bool
	reader    *fast.Changes            // used by this query only
	read      map[spec.Handle]spec.Row // the last row of each entity
	rows      []spec.Row               // of the last iteration
	announced bool                     // the last loop called Modified, so some batches saw the change and others did not
	prepared  *preparedQuery           // nil for most queries
}

// tracked draws a query that detects changes. Most loops over it do not write, because that counts as
// a change.
func (m *machine) tracked() *testQuery {
	t := term{id: fast.Single(m.types[1]), access: spec.AccessIn}
	switch m.pick(8) {
	case 0, 1, 2:
		m.upwards(&t)
	case 3, 4:
		t = m.field(1)
	}
	q := &testQuery{terms: []term{t}, Query: spec.Query{Kind: spec.KindCached, Instanced: true, DetectChanges: true}}
	if m.chance(3) {
		q.terms = append(q.terms, term{id: fast.Single(m.types[2]), access: spec.AccessIn})
	}
	q.arity = len(q.terms)
	return m.make(q, []fast.Term{fast.DetectChanges})
}

// draw draws a query and creates it in both worlds. It returns nil if one of them refuses it.
func (m *machine) draw() *testQuery {
	if m.marks && m.chance(3) {
		return m.tracked()
	}
	q := &testQuery{arity: m.arity(), Query: spec.Query{Kind: spec.KindCached, Instanced: true}}
	simple, conditions := m.chance(3), m.pick(4) // simple queries are common and have fast paths
	if simple {
		q.arity, conditions = q.arity/2, 1
	}
	for n := 1; n <= q.arity; n++ {
		t := m.field(n)
		if simple && (t.up != 0 || t.id.IsPair()) {
			t = term{id: fast.Single(m.types[n])}
		}
		q.terms = append(q.terms, t)
	}
	for range conditions {
		t := m.condition()
		if simple {
			t = term{id: t.id}
		}
		if t.several() && slices.ContainsFunc(q.terms, term.several) { // otherwise there are too many rows
			t.id = fast.Single(one(m, m.tags))
		}
		q.terms = append(q.terms, t)
	}
	if len(q.terms) == 0 {
		q.terms = append(q.terms, term{id: fast.Single(m.types[m.component()])})
	}
	if simple && m.chance(2) {
		return m.make(q, nil)
	}
	var options []fast.Term
	switch m.pick(8) {
	case 1:
		options, q.Kind = append(options, fast.Uncached), spec.KindFilter
	case 2:
		options, q.Kind = append(options, fast.Rule), spec.KindRule
	case 3:
		options = append(options, fast.NotInstanced)
	case 5:
		options, q.exact = append(options, fast.Exact), true
	case 4, 6:
		n := m.pick(q.arity + 1)
		order := fast.OrderByEntity()
		if q.OrderBy = (&spec.OrderBy{}); n > 0 {
			q.OrderBy.Component = m.handle(m.types[n])
			order = call(typed[n][one(m, []string{"OrderBy", "OrderByFunc"})])[0].Interface().(fast.Term)
		}
		if m.chance(2) {
			order, q.OrderBy.Desc = fast.Descending(order), true
		}
		options = append(options, order)
	}
	if m.chance(4) {
		r := m.rel()
		options, q.GroupBy = append(options, fast.GroupBy(r)), m.handle(r)
	} else if m.chance(3) {
		q.terms = append(q.terms, term{
			id: one(m, []fast.ID{fast.Single(m.types[m.component()]), fast.Pair(m.rel(), m.fixed())}),
			at: fast.ChildOf, up: spec.TravCascade, oper: one(m, []spec.Operator{spec.And, spec.Optional}),
		})
	}
	return m.make(q, options)
}

func (m *machine) make(q *testQuery, options []fast.Term) *testQuery {
	var terms []fast.Term
	for i, t := range q.terms {
		model, plain := m.spec(t), t == term{id: t.id} && !t.id.IsPair()
		switch {
		case i < q.arity && plain && m.chance(2): // the default term: the component of the field's type
		case i < q.arity && t.access == spec.AccessIn && t == term{id: t.id, access: t.access} && !t.id.IsPair():
			terms = append(terms, call(typed[i+1]["ReadOnly"])[0].Interface().(fast.Term))
		case i < q.arity:
			terms = append(terms, call(typed[i+1]["Field"], t.typed())[0].Interface().(fast.Term))
		default:
			terms = append(terms, t.typed())
			if t.access == spec.AccessDefault {
				model.Access = spec.AccessNone
			}
		}
		q.Query.Terms = append(q.Query.Terms, model)
		q.vars = q.vars || t.at == fast.Variable(1) || t.id.Second() == fast.Variable(1)
	}
	if q.vars {
		q.Kind = spec.KindRule
	}
	text, _ := json.Marshal(&q.Query)
	q.text, q.name = string(text), "of "+string(m.next())
	terms = append(terms, options...)
	m.did("NewQuery", q.name, q.arity, q.text)
	refused := attempt(func() error {
		q.typed = call(newQuery[q.arity], m.w, terms)[0]
		return nil
	})
	failed := m.model.Apply(spec.Operation{Op: spec.OpPrepare, As: q.name, Query: &q.Query}).Err
	if refused != nil || failed != nil {
		if failed == nil && !slices.Contains([]spec.ErrorCode{
			spec.CodeLimit, spec.CodeUnsupported, spec.CodeInvalid, spec.CodeNotTraversable,
		}, codeOf(refused)) || refused == nil && failed.Code != spec.CodeUnsupported {
			m.fail("NewQuery: typed %v, model %v", refused, failed)
		}
		return nil
	}
	if m.chance(4) { // release the query and create it again
		method(q.typed, "Len")
		method(q.typed, "Release")
		q.typed = call(newQuery[q.arity], m.w, terms)[0]
	}
	if q.DetectChanges {
		q.reader, q.read = m.w.Changes(), map[spec.Handle]spec.Row{}
	}
	if m.chance(3) {
		q.prepared = m.prepare(q)
	}
	return q
}

func (m *machine) release(q *testQuery) {
	method(q.typed, "Release")
	m.model.Apply(spec.Operation{Op: spec.OpRelease, On: q.name})
	if q.prepared != nil {
		m.model.Apply(spec.Operation{Op: spec.OpRelease, On: q.prepared.name})
	}
}

// hold draws a query for later steps. If there are too many, it releases the oldest.
func (m *machine) hold() {
	if q := m.draw(); q != nil {
		m.held = append(m.held, q)
	}
	if len(m.held) > 5 {
		m.release(m.held[0])
		m.held = m.held[1:]
	}
}

// ask compares the answers of a prepared or new query.
func (m *machine) ask() {
	var q *testQuery
	if len(m.held) > 0 && !m.chance(3) {
		q = one(m, m.held)
	} else if q = m.draw(); q == nil {
		return
	}
	if m.did("ask", q.name); q.DetectChanges {
		m.trackOften(q)
		return
	}
	if q.prepared != nil && !q.exact && m.chance(3) { // the other loops would hide what this one writes
		m.loopPrepared(q, false)
	} else {
		m.askTyped(q)
	}
	if !slices.Contains(m.held, q) {
		m.release(q)
	}
}

// askTyped compares the answers of a typed query.
func (m *machine) askTyped(q *testQuery) {
	rows := m.rows(q)
	if m.of(q); q.GroupBy != "" {
		m.groups(q, rows)
	}
	if q.vars {
		m.bind(q, fast.Variable(1), "v1", m.entity())
	}
	if q.arity > 0 && m.chance(4) {
		m.write(q)
	}
}

// batch is a batch of any number of fields.
type batch struct {
	fast.Batch
	columns []reflect.Value
	fields  []reflect.Value // slices, if all fields are owned by every entity
}

func batchOf(v reflect.Value, arity int) batch {
	if arity == 0 {
		return batch{Batch: v.Interface().(fast.Batch)}
	}
	names := [2]string{"Columns", "Fields"}
	if arity == 1 {
		names = [2]string{"Column", "Field"}
	}
	b := batch{v.FieldByName("Batch").Interface().(fast.Batch), call(v.MethodByName(names[0])), nil}
	if !slices.ContainsFunc(b.columns, func(c reflect.Value) bool { return !owned(c) }) {
		b.fields = call(v.MethodByName(names[1]))
	}
	return b
}

func isSet(column reflect.Value) bool { return method(column, "IsSet").Bool() }

// owned reports whether a column has a value for each entity.
func owned(column reflect.Value) bool { return isSet(column) && !method(column, "IsShared").Bool() }

// batches iterates over the batches of a typed query, or of a part of it.
func (q *testQuery) batches(of reflect.Value) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		of.Seq()(func(v reflect.Value) bool { return yield(batchOf(v, q.arity)) })
	}
}

// split iterates over the batches of n parts, one part after the other. It begins a loop over each
// part even after a break, because the world is locked until all parts are done.
func (q *testQuery) split(n int) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		parts, over := method(q.typed, "Split", n), false
		for i := range parts.Len() {
			q.batches(parts.Index(i))(func(b batch) bool {
				over = over || !yield(b)
				return !over
			})
		}
	}
}

// found returns the rows of batches.
func (m *machine) found(q *testQuery, batches iter.Seq[batch]) (list []spec.Row) {
	for b := range batches {
		list = append(list, m.rowsIn(q, &b)...)
	}
	return list
}

func (m *machine) rowsIn(q *testQuery, b *batch) (list []spec.Row) {
	if b.Len() == 0 || b.Len() != len(b.Entities()) {
		m.fail("a batch of %d: %s", b.Len(), q.text)
	}
	for i, e := range b.Entities() {
		r := spec.Row{This: m.handle(e), Fields: make([]spec.Field, len(q.terms))}
		for n, t := range q.terms {
			f := &r.Fields[n]
			if f.Set = b.IsSet(n); !f.Set {
				continue
			}
			id := b.ID(n)
			if f.ID = m.id(id); t.up == 0 || b.Source(n) != e { // a traversal may end where it began
				f.Src = m.handle(b.Source(n))
			}
			if id.IsPair() && id.Second() != fast.Wildcard {
				m.same("Target", b.Target(n), id.Second())
			}
		}
		for n, c := range b.columns {
			v := -1
			if m.same("IsSet", isSet(c), b.IsSet(n)); isSet(c) {
				v = number(method(c, "At", i))
				if owned(c) {
					m.same("Slice", number(method(c, "Slice").Index(i).Addr()), v)
				} else {
					m.same("Value", number(method(c, "Value")), v)
				}
			}
			if b.fields != nil {
				m.same("Fields", number(b.fields[n].Index(i).Addr()), v)
			}
			r.Fields[n].Value = spec.Value{{Name: "V", Scalar: spec.Scalar{Type: spec.F64, Num: float64(v)}}}
		}
		if q.vars {
			r.Vars = map[string]spec.Handle{"v1": m.handle(b.Variable(fast.Variable(1)))}
		}
		if q.GroupBy != "" {
			group := m.handle(b.Group())
			r.Group = &group
		}
		list = append(list, r)
	}
	return list
}

// iterate returns the rows of the model.
func (m *machine) iterate(q *testQuery, op spec.Operation) []spec.Row {
	op.Op, op.On, op.Values = spec.OpIterate, q.name, true
	out := m.model.Apply(op)
	if out.Err != nil {
		m.fail("iterate: model %v of %s", out.Err, q.text)
	}
	if q.exact {
		out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return !m.namesAll(q, &r) })
		if q.writes() {
			m.forgetTracked() // in the model, writes to the deleted rows also count as changes
		}
	}
	return out.Rows
}

// namesAll reports whether the terms name every id that the entity of a row owns.
func (m *machine) namesAll(q *testQuery, r *spec.Row) bool {
	covers := func(element, of fast.Entity) bool {
		h := m.handle(of)
		return element == of || element == fast.Wildcard || element == fast.Any ||
			element == fast.This && h == r.This || element == fast.Variable(1) && h == r.Vars["v1"]
	}
	return !slices.ContainsFunc(m.w.IDs(m.entities[r.This]), func(id fast.ID) bool {
		return !slices.ContainsFunc(q.terms, func(t term) bool {
			return t.at == 0 && t.oper != spec.Not && t.id.IsPair() == id.IsPair() &&
				covers(t.id.First(), id.First()) && (!id.IsPair() || covers(t.id.Second(), id.Second()))
		})
	})
}

// sameRows compares rows as multisets. If the query is ordered, it also compares the order of the
// blocks.
func (m *machine) sameRows(q *testQuery, what string, got, want []spec.Row) {
	m.sameRowsAnd(q, what, got, want, compare.Options{})
}

func (m *machine) sameRowsAnd(q *testQuery, what string, got, want []spec.Row, o compare.Options) {
	d := compare.Outcomes(&spec.Operation{Op: spec.OpIterate}, &spec.Outcome{Rows: want}, &spec.Outcome{Rows: got}, o)
	if d != nil {
		m.fail("%s: %s of %s", what, strings.Join(d.Lines, "\n"), q.text)
	}
}

// part compares all rows, or those of a bound query, by batches.
func (m *machine) part(q *testQuery, typed reflect.Value, what string, op spec.Operation) (got, want []spec.Row) {
	want, got = m.iterate(q, op), m.found(q, q.batches(method(typed, "Batches")))
	m.sameRows(q, what, got, want)
	m.same("Len of "+q.text, method(typed, "Len"), len(want))
	return got, want
}

// rows compares all rows: by batches, in parts, and one by one.
func (m *machine) rows(q *testQuery) []spec.Row {
	got, want := m.part(q, q.typed, "Batches", spec.Operation{})
	m.sameRows(q, "Split", m.found(q, q.split(1+len(want)%4)), want)
	var all, one []string
	for e, values := range q.all() {
		all = append(all, fmt.Sprint(m.handle(e), values))
	}
	for _, r := range got {
		one = append(one, fmt.Sprint(r.This, q.valuesOf(r)))
	}
	if q.OrderBy == nil {
		slices.Sort(all) // two loops may have different orders
		slices.Sort(one)
	}
	m.same("All of "+q.text, all, one)
	m.allPrepared(q, want)
	return want
}

// valuesOf returns the numbers of the fields of a row.
func (q *testQuery) valuesOf(r spec.Row) (list []int) {
	for _, f := range r.Fields[:q.arity] {
		list = append(list, numberIn(f.Value))
	}
	return list
}

// all iterates over the rows of a query one by one.
func (q *testQuery) all() iter.Seq2[fast.Entity, []int] {
	return func(yield func(fast.Entity, []int) bool) {
		if loop := method(q.typed, "All"); q.arity == 0 {
			loop.Seq()(func(e reflect.Value) bool { return yield(e.Interface().(fast.Entity), nil) })
		} else {
			loop.Seq2()(func(e, row reflect.Value) bool { return yield(e.Interface().(fast.Entity), numbers(row)) })
		}
	}
}

// numbers returns the numbers of a row. The row is a pointer to a value, or a struct of several
// pointers.
func numbers(row reflect.Value) (list []int) {
	if row.Kind() == reflect.Pointer {
		return []int{number(row)}
	}
	for i := range row.NumField() {
		list = append(list, number(row.Field(i)))
	}
	return list
}

// bind compares the rows in which a variable has a value.
func (m *machine) bind(q *testQuery, variable fast.Entity, name string, e fast.Entity) (got, want []spec.Row) {
	bound := method(q.typed, "Bind", variable, e)
	if !m.w.Alive(e) {
		m.same("Len with a dead value of "+q.text, method(bound, "Len"), 0)
		return nil, nil
	}
	got, want = m.part(q, bound, "Bind", spec.Operation{Vars: map[string]spec.Handle{name: m.handle(e)}})
	m.allPrepared(q, want, fast.Given{Variable: name, Value: e})
	return got, want
}

// of compares the rows of one entity.
func (m *machine) of(q *testQuery) {
	e := m.entity()
	got, want := m.bind(q, fast.This, spec.This, e)
	m.same("Matches of "+q.text, method(q.typed, "Matches", e), len(want) > 0)
	if q.arity == 0 {
		return
	}
	out := call(q.typed.MethodByName("Get"), e)
	m.same("Get of "+q.text, out[1], len(want) > 0)
	if values := numbers(out[0]); len(want) > 0 &&
		!slices.ContainsFunc(got, func(r spec.Row) bool { return slices.Equal(q.valuesOf(r), values) }) {
		m.fail("Get of %s: %v of %v, %s", m.handle(e), values, got, q.text)
	}
}

// groups compares the groups, and the rows of one.
func (m *machine) groups(q *testQuery, rows []spec.Row) {
	var want, got []spec.Handle
	for _, r := range rows {
		want = append(want, *r.Group)
	}
	want = slices.Compact(want)
	for _, g := range method(q.typed, "Groups").Interface().([]fast.Entity) {
		got = append(got, m.handle(g))
	}
	m.same("Groups of "+q.text, got, want)
	for _, g := range want {
		if dead := m.before[m.entities[g]]; dead != 0 {
			m.same("Len of a dead group of "+q.text, method(method(q.typed, "Group", dead), "Len"), 0)
			m.preparedGroup(q, dead, nil)
		}
	}
	group := m.entity()
	if m.chance(2) && len(want) > 0 {
		group = m.entities[one(m, want)]
	}
	if m.undone(group) {
		m.same("Len of a group that a restore has removed, "+q.text, method(method(q.typed, "Group", group), "Len"), 0)
		return
	}
	h := m.handle(group)
	_, inGroup := m.part(q, method(q.typed, "Group", group), "Group", spec.Operation{Group: &h})
	m.preparedGroup(q, group, inGroup)
}

// write sets new values of a field of entities that own it.
func (m *machine) write(q *testQuery) {
	n := m.pick(q.arity)
	t := q.terms[n]
	if t.at != 0 || t.several() || t.access == spec.AccessIn || t.access == spec.AccessNone {
		return
	}
	var ops []spec.Operation
	for b := range q.batches(method(q.typed, "Batches")) {
		for i, e := range b.Entities() {
			if owned(b.columns[n]) {
				ops = append(ops, setting(m.handle(e), m.id(b.ID(n)), m.pick(100)))
				m.putIn(b.columns[n], i, numberOf(ops[len(ops)-1]))
			}
		}
	}
	m.did("write", m.text(ops)...)
	m.silently(ops)
}

// changed returns the answers of Changed of all prepared queries that detect changes.
func (m *machine) changed() (list []bool) {
	for _, q := range m.held {
		if q.DetectChanges {
			list = append(list, method(q.typed, "Changed").Bool())
		}
	}
	return list
}

// forgetTracked releases the queries that detect changes.
func (m *machine) forgetTracked() {
	m.held = slices.DeleteFunc(m.held, func(q *testQuery) bool {
		if q.DetectChanges {
			m.release(q)
		}
		return q.DetectChanges
	})
}

// trackOften tracks a query between single changes. If a change is refused, the machine may release
// the query.
func (m *machine) trackOften(q *testQuery) {
	held := slices.Contains(m.held, q)
	if !held {
		m.held = append(m.held, q)
	}
	for range 1 + m.pick(6) {
		m.track(q)
		if q.prepared != nil {
			m.trackPrepared(q)
		}
		m.about(q)
		many := func() { m.spawnMany(1+m.pick(2), 1+m.pick(4), nil) }
		if one(m, []func(){m.change, m.change, m.spawn, m.addAll, m.edit, many})(); !slices.Contains(m.held, q) {
			return
		}
	}
	if m.track(q); !held {
		m.held = m.held[:len(m.held)-1]
		m.release(q)
	}
}

// about makes the next steps use an entity that the query returned, and its ancestors.
func (m *machine) about(q *testQuery) {
	if t := q.terms[0]; len(q.rows) > 0 && (t.up != 0 || t.at == 0) {
		r := m.rels[1]
		if t.up != 0 {
			r = t.at
		}
		e, few := m.entities[one(m, q.rows).This], []fast.Entity{m.entity()}
		for ; e != 0 && !slices.Contains(few, e); e = m.readerOf(r).Target(e) {
			few = append(few, e)
		}
		for _, row := range q.rows {
			few = append(few, m.entities[row.Fields[0].Src])
		}
		few = slices.DeleteFunc(few, func(e fast.Entity) bool { return e == 0 || m.w.Name(e) != "" })
		m.few, m.fewRels, m.fewTypes = few[:min(len(few), 6)], []fast.Entity{r}, []int{1, q.arity}
	}
}

// track compares Changed of a query, then iterates the query in both worlds.
func (m *machine) track(q *testQuery) {
	out := m.model.Apply(spec.Operation{Op: spec.OpChanged, On: q.name})
	m.did("Changed", q.name, out.Bool)
	m.same("Changed of "+q.text, method(q.typed, "Changed"), out.Bool)
	if m.chance(3) {
		return
	}
	skips := m.chance(3)
	announces := !q.terms[0].id.IsPair() && (q.terms[0].up != 0 || q.terms[0].at == 0) && m.chance(4)
	want := m.iterate(q, spec.Operation{Untouched: skips, Changes: true})
	changed, read := map[spec.Handle]bool{}, map[spec.Handle]spec.Row{}
	for _, r := range want {
		changed[r.This] = changed[r.This] || r.Changed
	}
	q.rows = nil
	var announced []spec.Operation
	for b := range q.batches(method(q.typed, "Batches")) {
		changedNow := q.reader.In(b.Batch)
		m.same("Changes.In, asked again", q.reader.In(b.Batch), false)
		if !q.announced && len(announced) == 0 && !q.writes() {
			some := slices.ContainsFunc(b.Entities(), func(e fast.Entity) bool { return changed[m.handle(e)] })
			m.same("Batch.Changed of "+q.text, b.Changed(), some)
		}
		for _, now := range m.rowsIn(q, &b) {
			m.compareRead(q, now, read, changedNow)
			q.rows = append(q.rows, now)
		}
		if skips {
			b.Skip()
		}
		if announces && b.IsSet(0) {
			b.Modified(0)
			owners := b.Entities()
			if source := b.Source(0); source != 0 {
				owners = []fast.Entity{source}
			}
			for _, e := range owners {
				announced = append(announced, m.on(spec.OpModified, e, q.terms[0].id))
			}
		}
	}
	maps.Copy(q.read, read)
	m.sameRows(q, "Batches", q.rows, want)
	q.announced = len(announced) > 0
	m.did("Batch.Modified", m.text(announced)...)
	m.silently(announced)
}

// compareRead compares a row with the previous row of the same entity. If an own value or the owner
// of a value differs, the reader must have reported a change. Only the first row of an entity in a
// loop counts.
func (m *machine) compareRead(q *testQuery, now spec.Row, read map[spec.Handle]spec.Row, changedNow bool) {
	if _, again := read[now.This]; again {
		return
	}
	read[now.This] = now
	before, known := q.read[now.This]
	if !known || changedNow {
		return
	}
	for i := range q.arity {
		b, n := before.Fields[i], now.Fields[i]
		if b.Set && n.Set && b.ID == n.ID && (b.Src != n.Src || n.Src == "" && !b.Value.Equal(n.Value)) {
			m.fail("Changes.In: no report of %v in place of %v, %s", now, before, q.text)
		}
	}
}

// writes reports whether a loop may write values, which later batches of the loop may then see.
func (q *testQuery) writes() bool {
	return slices.ContainsFunc(q.Query.Terms, func(t spec.Term) bool {
		return t.Access != spec.AccessIn && t.Access != spec.AccessNone
	})
}

// leave breaks out of loops. After that the world must be unlocked, and the next loop must return
// all rows.
func (m *machine) leave() {
	q := m.draw()
	if len(m.held) > 0 && m.chance(2) {
		q = one(m, m.held)
	}
	if q == nil || q.DetectChanges {
		return
	}
	how, after := m.pick(5), m.pick(4)
	m.did("leave", q.name, how, after)
	over := func() bool {
		if m.w.Alive(m.tags[0]) && m.w.Alive(m.tags[1]) && how < 3 {
			m.same("Add in a loop", codeOf(m.w.Add(m.tags[0], m.tags[1])), spec.CodeLocked)
		}
		after--
		return after < 0
	}
	switch how {
	case 0:
		q.all()(func(fast.Entity, []int) bool { return !over() })
	case 1:
		q.batches(method(q.typed, "Batches"))(func(batch) bool { return !over() })
	case 2:
		q.split(1 + m.pick(3))(func(batch) bool { return !over() })
	case 3:
		m.readerOf(m.rel()).Sources(m.entity())(func(fast.Entity) bool { return !over() })
	default:
		if prepared, err := m.w.Prepare(q.Query); err == nil {
			rows, err := prepared.Rows()
			m.same("Rows", err, nil)
			rows(func(fast.Row) bool { return !over() })
		}
	}
	m.spawnOne(0, nil) // is refused if the world is still locked
	m.rows(q)
}

// follow compares the readers of all relationships for one entity with the model.
func (m *machine) follow() {
	e, target := m.entity(), m.entity()
	m.did("Relationship", m.handle(e), m.handle(target))
	for _, r := range m.rels {
		reader, ask := m.readerOf(r), []fast.Entity{target}
		if m.w.Alive(e) {
			first := m.answer(spec.Operation{Op: spec.OpTarget, Entity: m.handle(e), Relationship: m.handle(r)}).Entity
			m.same("Relationship.Target", m.handle(reader.Target(e)), first)
			if known := m.entities[first]; known != 0 {
				ask = append(ask, known, m.before[known])
			}
		}
		for _, target := range ask {
			has := m.yes(spec.OpHas, e, fast.Pair(r, target))
			m.same("Relationship.Has and HasPair", []bool{reader.Has(e, target), m.w.HasPair(e, r, target)}, []bool{has, has})
		}
	}
	r, pattern := m.rel(), one(m, []fast.Entity{target, fast.Wildcard})
	reader := m.readerOf(r)
	var got, want []string
	for e := range reader.Sources(pattern) {
		got = append(got, string(m.handle(e)))
	}
	for _, e := range m.w.Entities() {
		if m.yes(spec.OpOwns, e, fast.Pair(r, pattern)) {
			want = append(want, string(m.handle(e)))
		}
	}
	m.sameSet("Relationship.Sources", got, want)
	r = one(m, []fast.Entity{m.rels[5], m.rels[11], r})
	reader, e = m.readerOf(r), one(m, []fast.Entity{e, m.holder(fast.Pair(r, fast.Wildcard))})
	for _, target := range append([]fast.Entity{target}, m.few...) {
		reached := m.w.Alive(e) && m.w.Alive(target) && len(m.answer(spec.Operation{
			Op: spec.OpQuery, Vars: map[string]spec.Handle{spec.This: m.handle(e)},
			Query: &spec.Query{Kind: spec.KindRule, Terms: []spec.Term{
				{First: m.ref(r), Second: m.ref(target), Access: spec.AccessNone},
				{First: m.ref(fast.Prefab), Oper: spec.Optional}, // include hidden entities
				{First: m.ref(fast.Disabled), Oper: spec.Optional},
			}},
		}).Rows) > 0
		m.same("Closure", reader.closure.Has(e, target), reached)
	}
	m.readDeleted(one(m, m.readers))
}
