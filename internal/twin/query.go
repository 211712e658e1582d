package twin

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// term is a condition in both forms.
type term struct {
	spec.Term
	typed   fast.Term // nil for the component of a field's type
	id      fast.ID
	several bool // it may match an entity in several ways
	other   bool // it has another source than $this
}

// testQuery is a query in both forms. The first terms are the fields.
type testQuery struct {
	typed reflect.Value
	name  string
	text  string
	arity int
	terms []term
	spec.Query
	vars      bool
	reader    *fast.Changes          // of its own
	read      map[fast.Entity]answer // what it has found
	announced bool                   // the last loop announced writes, which batches before and after saw differently
}

// ref is an entity in a term of the model.
func (m *machine) ref(e fast.Entity) spec.Ref {
	switch e {
	case fast.This:
		return spec.VarRef(spec.This)
	case fast.Variable(1):
		return spec.VarRef("v1")
	}
	return spec.EntityRef(m.handle(e))
}

// plainTerm is an id on $this.
func (m *machine) plainTerm(id fast.ID) term {
	out := term{typed: id, id: id, Term: spec.Term{First: m.ref(id.First())}}
	if id.IsPair() {
		out.Second = m.ref(id.Second())
	}
	out.several = id.Second() == fast.Wildcard || id.Second() == fast.Variable(1) || id.First() == fast.Wildcard
	return out
}

// fixed is an entity that is alive, to stand in a query.
func (m *machine) fixed() fast.Entity {
	for range 3 {
		if e := m.entity(); m.w.Alive(e) {
			return e
		}
	}
	return m.tags[0]
}

// heir is an instance, if one is found, to stand in a query.
func (m *machine) heir() fast.Entity {
	for range 3 {
		if e := m.entity(); m.w.Alive(e) && m.w.Owns(e, fast.Pair(fast.IsA, fast.Wildcard)) {
			return e
		}
	}
	return m.fixed()
}

// plainID is an id without wildcards whose elements are alive.
func (m *machine) plainID() fast.ID {
	if id := m.anID(); !id.IsPair() {
		return id
	}
	return fast.Pair(one(m, m.rels), m.fixed())
}

// element draws an id on $this, with wildcards and variables perhaps.
func (m *machine) element(variables bool) term {
	if m.chance(2) {
		return m.plainTerm(m.plainID())
	}
	r := one(m, m.rels)
	switch m.pick(6) {
	case 0, 1:
		return m.plainTerm(fast.Pair(r, fast.Wildcard))
	case 2:
		return m.plainTerm(fast.Pair(r, fast.Any))
	case 3:
		if variables {
			return m.plainTerm(fast.Pair(r, fast.Variable(1)))
		}
		return m.plainTerm(fast.Pair(fast.Wildcard, m.fixed()))
	case 4:
		return m.plainTerm(fast.Pair(r, fast.This))
	}
	return m.plainTerm(fast.Pair(r, m.fixed()))
}

func (t *term) optional() {
	t.typed, t.Oper = fast.Optional(t.typed), spec.Optional
}

// on gives a term a fixed source.
func (m *machine) fix(t *term, source fast.Entity) {
	t.typed, t.Src, t.other = fast.On(source, t.typed), m.ref(source), true
}

// above is a term that is matched on the nearest entity above, by a relationship.
func (m *machine) above(id fast.ID, r fast.Entity) term {
	out, rel := m.plainTerm(id), m.ref(r)
	out.Src = spec.Ref{Trav: &spec.Traversal{Flags: spec.TravUp, Rel: &rel}}
	out.typed, out.other = fast.Up(r, id), true
	return out
}

// upper is a relationship that a term can follow upwards.
func (m *machine) upper() fast.Entity {
	return one(m, []fast.Entity{fast.ChildOf, fast.ChildOf, m.rels[tree], m.rels[round], m.rels[5], m.rels[1]})
}

// access says whether values are read or written, in four of n cases.
func (m *machine) access(t *term, n int) {
	switch m.pick(n) {
	case 1:
		t.typed, t.Access = fast.In(t.typed), spec.AccessIn
	case 2:
		t.typed, t.Access = fast.Out(t.typed), spec.AccessOut
	case 3:
		t.typed, t.Access = fast.InOut(t.typed), spec.AccessInOut
	case 4:
		t.typed, t.Access = fast.None(t.typed), spec.AccessNone
	}
}

// condition draws a term that is no field.
func (m *machine) condition(variables bool) term {
	out := m.element(variables)
	if m.pick(4) == 1 {
		out = m.above(out.id, m.upper())
	}
	switch kind := m.pick(12); {
	case kind < 3:
		out.typed, out.Oper, out.several = fast.Not(out.typed), spec.Not, false
	case kind < 5:
		out.optional()
	case kind == 5 && !out.other:
		source := m.heir()
		if variables && m.chance(2) {
			source = fast.Variable(1)
		}
		m.fix(&out, source)
	}
	out.Access = spec.AccessNone
	m.access(&out, 12)
	return out
}

// field draws the term of the n-th field.
func (m *machine) field(n int, variables bool) term {
	own := fast.Single(m.types[n])
	out := m.plainTerm(own)
	switch m.pick(10) {
	case 0, 1:
		out.optional()
	case 2:
		m.fix(&out, m.heir())
	case 3:
		if out = m.above(own, m.upper()); m.chance(2) {
			out.optional()
		}
	case 4:
		if out = m.plainTerm(fast.Pair(m.types[n], m.fixed())); n == 2 {
			out = m.plainTerm(fast.Pair(m.data, fast.Wildcard))
		}
	case 5:
		if n == 2 && variables {
			out = m.plainTerm(fast.Pair(m.data, fast.Variable(1)))
		}
	case 6:
		out.typed, out.Access = call(typed[n]["ReadOnly"])[0].Interface().(fast.Term), spec.AccessIn
		return out
	case 7:
		text := fmt.Sprint("T", n)
		if m.chance(2) {
			text, out.Oper = "?"+text, spec.Optional
		}
		out.typed = call(typed[n]["Field"], fast.Text(text))[0].Interface().(fast.Term)
		return out
	default:
		out.typed = nil
		return out
	}
	m.access(&out, 12)
	out.typed = call(typed[n]["Field"], out.typed)[0].Interface().(fast.Term)
	return out
}

// draw draws a query and makes it in both worlds; nil if the typed API does not take it.
func (m *machine) draw() *testQuery {
	q := &testQuery{arity: m.arity(0), vars: m.chance(3), Query: spec.Query{Kind: spec.KindCached, Instanced: true}}
	for n := 1; n <= q.arity; n++ {
		q.terms = append(q.terms, m.field(n, q.vars))
	}
	for range m.pick(4) {
		q.terms = append(q.terms, m.condition(q.vars))
	}
	if len(q.terms) == 0 {
		q.terms = append(q.terms, m.plainTerm(m.plainID()))
		q.terms[0].Access = spec.AccessNone
	}
	var options []fast.Term
	switch m.pick(8) {
	case 1:
		options, q.Kind = append(options, fast.Uncached), spec.KindFilter
	case 2:
		options, q.Kind = append(options, fast.Rule), spec.KindRule
	case 3:
		options = append(options, fast.NotInstanced)
	case 4:
		if m.marks {
			options, q.DetectChanges = append(options, fast.DetectChanges), true
		}
	case 5:
		n := m.pick(q.arity + 1)
		order := m.orderBy(n)
		if q.OrderBy = (&spec.OrderBy{}); n > 0 {
			q.OrderBy.Component = m.handle(m.types[n])
		}
		if m.chance(2) {
			order, q.OrderBy.Desc = fast.Descending(order), true
		}
		options = append(options, order)
	}
	if m.chance(6) {
		r := one(m, m.rels)
		options, q.GroupBy = append(options, fast.GroupBy(r)), m.handle(r)
	} else if m.chance(5) {
		q.terms = append(q.terms, m.cascade())
	}
	return m.make(q, options...)
}

// cascade is a term that orders by depth.
func (m *machine) cascade() term {
	out := m.above(m.plainID(), fast.ChildOf)
	out.Src.Trav.Flags, out.Access = spec.TravCascade, spec.AccessNone
	if out.typed = fast.Cascade(fast.ChildOf, out.id); m.chance(2) {
		out.optional()
	}
	return out
}

// orderBy is an order by the n-th component, in one of the ways; 0 is by entity.
func (m *machine) orderBy(n int) fast.Term {
	byFunc := m.chance(3)
	switch {
	case n == 0 && byFunc:
		return fast.OrderByEntityFunc(func(a, b fast.Entity) int { return m.births[a] - m.births[b] })
	case n == 0:
		return fast.OrderByEntity()
	case byFunc:
		return call(typed[n]["OrderByFunc"])[0].Interface().(fast.Term)
	case m.chance(2):
		return fast.OrderByComponent(m.types[n])
	}
	return call(typed[n]["OrderBy"])[0].Interface().(fast.Term)
}

// make makes a query in both worlds. One that a world has no form for is left out and counted.
func (m *machine) make(q *testQuery, options ...fast.Term) *testQuery {
	var terms []fast.Term
	q.vars = false
	for i := range q.terms {
		t := &q.terms[i]
		if t.typed != nil {
			terms = append(terms, t.typed)
		}
		q.Query.Terms = append(q.Query.Terms, t.Term)
		for _, r := range t.Refs() {
			q.vars = q.vars || r.Kind == spec.RefVariable && r.Name != spec.This
		}
	}
	if q.vars {
		q.Kind = spec.KindRule
	}
	q.text = describe(&q.Query)
	terms = append(terms, options...)
	refused := attempt(func() { q.typed = call(newQuery[q.arity], m.w, terms)[0] })
	q.name = "of " + string(m.next())
	m.did(fmt.Sprint("NewQuery", q.arity), q.name, q.text)
	failed := asError(m.model.Apply(spec.Operation{Op: spec.OpPrepare, As: q.name, Query: &q.Query}).Err)
	switch {
	case refused != nil && failed != nil:
		m.counts["query refused"]++
		return nil
	case refused != nil:
		if slices.Contains([]spec.ErrorCode{
			spec.CodeLimit, spec.CodeUnsupported, spec.CodeInvalid, spec.CodeNotTraversable,
		}, codeOf(refused)) {
			m.counts["query not typed"]++
			return nil
		}
		m.fail("NewQuery: typed %v, model none", refused)
	case failed != nil:
		if codeOf(failed) != spec.CodeUnsupported {
			m.fail("NewQuery: typed none, model %v", failed)
		}
		m.counts["query only typed"]++
		return nil
	}
	if m.chance(4) { // one that was released is made again
		method(q.typed, "Len")
		method(q.typed, "Release")
		q.typed = call(newQuery[q.arity], m.w, terms)[0]
	}
	if q.DetectChanges {
		q.reader, q.read = m.w.Changes(), map[fast.Entity]answer{}
	}
	return q
}

func describe(q *spec.Query) string {
	var b strings.Builder
	for i := range q.Terms {
		t := &q.Terms[i]
		fmt.Fprintf(&b, "[%v %v %v(%v, %v)] ", t.Oper, t.Access, t.First.Name, t.Src.Name, t.Second.Name+fmt.Sprint(t.Second.Kind))
		if t.Src.Trav != nil {
			fmt.Fprintf(&b, "up %v %v ", t.Src.Trav.Flags, t.Src.Trav.Rel.Name)
		}
	}
	fmt.Fprintf(&b, "kind %v group %q detect %v order %+v", q.Kind, q.GroupBy, q.DetectChanges, q.OrderBy)
	return b.String()
}

func (m *machine) release(q *testQuery) {
	method(q.typed, "Release")
	m.model.Apply(spec.Operation{Op: spec.OpRelease, On: q.name})
}

// hold keeps a query, in the place of another one where there are many.
func (m *machine) hold() {
	q := m.draw()
	if q == nil {
		return
	}
	if len(m.held) < 5 {
		m.held = append(m.held, q)
		return
	}
	at := m.pick(len(m.held))
	m.release(m.held[at])
	m.held[at] = q
}

// question compares the answers of a query that is held, or of a new one.
func (m *machine) question() {
	var q *testQuery
	if len(m.held) > 0 && !m.chance(3) {
		q = one(m, m.held)
	} else if q = m.draw(); q == nil {
		return
	}
	if m.did("ask", q.name); q.DetectChanges {
		m.track(q)
		return
	}
	m.rows(q)
	e := m.entity()
	m.of(q, fast.This, spec.This, e)
	if q.GroupBy != "" {
		m.groups(q)
	}
	if q.vars {
		m.of(q, fast.Variable(1), "v1", e)
	}
	if q.arity > 0 && m.chance(4) {
		m.write(q)
	}
	if !slices.Contains(m.held, q) {
		m.release(q)
	}
}

// batch is a batch of any number of fields.
type batch struct {
	fast.Batch
	columns []reflect.Value
	fields  []reflect.Value // slices, where all fields have a value of each entity
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
	if !slices.ContainsFunc(b.columns, func(c reflect.Value) bool { return !isSet(c) || isShared(c) }) {
		b.fields = call(v.MethodByName(names[1]))
	}
	return b
}

func isSet(column reflect.Value) bool    { return method(column, "IsSet").Bool() }
func isShared(column reflect.Value) bool { return method(column, "IsShared").Bool() }

// batches are those of a typed query.
func (q *testQuery) batches() iter.Seq[batch] { return q.each(method(q.typed, "Batches")) }

func (q *testQuery) each(loop reflect.Value) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		for v := range loop.Seq() {
			if !yield(batchOf(v, q.arity)) {
				return
			}
		}
	}
}

// split are the batches of the parts, one part after the other.
func (q *testQuery) split(n int) iter.Seq[batch] {
	return func(yield func(batch) bool) {
		parts, over := method(q.typed, "Split", n), false
		for i := range parts.Len() { // each is looped over, at least until a break: until then the world is locked
			for b := range q.each(parts.Index(i)) {
				if over = over || !yield(b); over {
					break
				}
			}
		}
	}
}

// answer is a row of a typed query.
type answer struct {
	entity fast.Entity
	fields []spec.Field
	values []int
	rest   string // variables and group
}

func (a *answer) String() string { return fmt.Sprint(a.entity, a.fields, a.values, a.rest) }

// answers are the rows of batches.
func (m *machine) answers(q *testQuery, batches iter.Seq[batch]) (list []answer) {
	for b := range batches {
		list = append(list, m.answersIn(q, &b)...)
	}
	return list
}

func (m *machine) answersIn(q *testQuery, b *batch) (list []answer) {
	if b.Len() == 0 || b.Len() != len(b.Entities()) {
		m.fail("%s: a batch of %d", q.text, b.Len())
	}
	m.inBatch(q, b)
	for i, e := range b.Entities() {
		a := answer{entity: e, fields: make([]spec.Field, len(q.terms))}
		for n := range q.terms {
			f := &a.fields[n]
			if f.Set = b.IsSet(n); !f.Set {
				continue
			}
			f.Src = m.handle(b.Source(n))
			id := b.ID(n)
			if f.ID = m.id(id); id.IsPair() && id.Second() != fast.Wildcard {
				m.same("Target", b.Target(n), id.Second())
			}
		}
		for n, c := range b.columns {
			v := -1
			if isSet(c) {
				v = number(method(c, "At", i))
				if isShared(c) {
					m.same("Value", number(method(c, "Value")), v)
				} else {
					m.same("Slice", number(method(c, "Slice").Index(i).Addr()), v)
				}
			}
			if b.fields != nil {
				m.same("Fields", number(b.fields[n].Index(i).Addr()), v)
			}
			a.values = append(a.values, v)
		}
		if q.vars {
			a.rest = fmt.Sprint("$", m.handle(b.Variable(fast.Variable(1))))
		}
		if q.GroupBy != "" {
			a.rest += fmt.Sprint(" in ", m.handle(b.Group()))
		}
		list = append(list, a)
	}
	return list
}

// inBatch compares the values of the last entity of a batch that are no fields.
func (m *machine) inBatch(q *testQuery, b *batch) {
	at := b.Len() - 1
	e := b.Entities()[at]
	if e == 0 {
		return
	}
	in := func(list reflect.Value) int {
		if list.IsNil() {
			return -1
		}
		return number(list.Index(at).Addr())
	}
	owned := func(id fast.ID) int {
		if !m.yes(spec.OpOwns, e, id) {
			return -1
		}
		return m.inherited(e, id)
	}
	n := 1 + m.ops%maxArity
	m.same("Component.In of "+q.text, in(method(m.components[n], "In", b.Batch)), owned(fast.Single(m.types[n])))
	for _, id := range m.w.IDs(e) {
		if id.IsPair() && id.First() == m.data {
			m.same("ValuesIn of "+q.text, in(call(typed[2]["ValuesIn"], b.Batch, id)[0]), owned(id))
		}
	}
}

// iterate are the rows of the model.
func (m *machine) iterate(q *testQuery, op spec.Operation) ([]spec.Row, *spec.Error) {
	op.Op, op.On, op.Values = spec.OpIterate, q.name, true
	out := m.model.Apply(op)
	return out.Rows, out.Err
}

// accepts reports whether a row of the model is that of a typed query.
func (m *machine) accepts(q *testQuery, want *spec.Row, got *answer) bool {
	if m.handle(got.entity) != want.This {
		return false
	}
	rest := ""
	if q.vars {
		rest = fmt.Sprint("$", want.Vars["v1"])
	}
	if q.GroupBy != "" {
		rest += fmt.Sprint(" in ", *want.Group)
	}
	if got.rest != rest {
		return false
	}
	for i := range want.Fields {
		w, g := &want.Fields[i], &got.fields[i]
		if w.Set != g.Set {
			return false
		}
		if !w.Set {
			if i < q.arity && got.values[i] != -1 {
				return false
			}
			continue
		}
		if w.Src == "" && g.Src == want.This { // a way up leads back to the entity itself
			w.Src = g.Src
		}
		first := w.ID == g.ID && w.Src == g.Src
		if !first && !slices.ContainsFunc(w.Or, func(o spec.FieldChoice) bool { return o.ID == g.ID && o.Src == g.Src }) {
			return false
		}
		if first && i < q.arity && got.values[i] != numberIn(w.Value) {
			return false
		}
	}
	return true
}

// sameRows compares rows as multisets, and in blocks where the query is ordered.
func (m *machine) sameRows(q *testQuery, what string, got []answer, want []spec.Row) {
	used := make([]bool, len(want))
	block := 0
	for i := range got {
		at := -1
		for j := range want {
			if !used[j] && m.accepts(q, &want[j], &got[i]) && (at < 0 || want[j].Block < want[at].Block) {
				at = j
			}
		}
		if at < 0 {
			m.fail("%s of %s: no row of the model is %v; typed %v, model %+v", what, q.text, &got[i], got, want)
		}
		if used[at] = true; want[at].Block < block {
			m.fail("%s of %s: order of %v, row %d, model %+v", what, q.text, got, i, want)
		}
		block = want[at].Block
	}
	if len(got) < len(want) {
		m.fail("%s of %s: typed %v, model %+v", what, q.text, got, want)
	}
}

// rows compares all rows, by batches and one by one.
func (m *machine) rows(q *testQuery) []spec.Row {
	want, err := m.iterate(q, spec.Operation{})
	if err != nil {
		m.fail("iterate %s: %v", q.text, err)
	}
	got := m.answers(q, q.batches())
	m.sameRows(q, "Batches", got, want)
	m.sameRows(q, "Split", m.answers(q, q.split(1+len(want)%4)), want)
	m.same("Len of "+q.text, method(q.typed, "Len"), len(want))
	i := 0
	for e, values := range q.all() {
		if i >= len(got) {
			m.fail("All of %s: more rows than batches", q.text)
		}
		m.same("All of "+q.text, []any{e, values}, []any{got[i].entity, got[i].values})
		i++
	}
	m.same("rows of All of "+q.text, i, len(got))
	method(q.typed, "Plan")
	return want
}

// all are the rows of a query, one by one.
func (q *testQuery) all() iter.Seq2[fast.Entity, []int] {
	return func(yield func(fast.Entity, []int) bool) {
		loop := method(q.typed, "All")
		if q.arity == 0 {
			for e := range loop.Interface().(iter.Seq[fast.Entity]) {
				if !yield(e, nil) {
					return
				}
			}
			return
		}
		for e, row := range loop.Seq2() {
			if !yield(e.Interface().(fast.Entity), numbers(row)) {
				return
			}
		}
	}
}

// numbers are those of a row, which is the address of a value or has several.
func numbers(row reflect.Value) (list []int) {
	if row.Kind() == reflect.Pointer {
		return []int{number(row)}
	}
	for i := range row.NumField() {
		list = append(list, number(row.Field(i)))
	}
	return list
}

// of compares the rows with a variable given.
func (m *machine) of(q *testQuery, variable fast.Entity, name string, e fast.Entity) {
	var want []spec.Row
	if m.w.Alive(e) {
		var err *spec.Error
		if want, err = m.iterate(q, spec.Operation{Vars: map[string]spec.Handle{name: m.handle(e)}}); err != nil {
			return // no term has it outside scopes
		}
	}
	bound := *q
	bound.typed = method(q.typed, "Bind", variable, e)
	got := m.answers(q, bound.batches())
	m.sameRows(q, fmt.Sprintf("%s = %v", name, m.handle(e)), got, want)
	m.same("Len of "+q.text, method(bound.typed, "Len"), len(want))
	if name != spec.This {
		m.same("Variable of "+q.text, method(q.typed, "Variable", "1"), variable)
		return
	}
	m.same("Matches of "+q.text, method(q.typed, "Matches", e), len(want) > 0)
	if q.arity == 0 {
		return
	}
	out := call(q.typed.MethodByName("Get"), e)
	m.same("Get of "+q.text, out[1], len(want) > 0)
	if len(want) > 0 && !slices.ContainsFunc(got, func(a answer) bool { return slices.Equal(a.values, numbers(out[0])) }) {
		m.fail("Get of %v in %s: %v of %v", e, q.text, numbers(out[0]), got)
	}
}

// groups compares the groups, and the rows of one.
func (m *machine) groups(q *testQuery) {
	rows, _ := m.iterate(q, spec.Operation{})
	var want, got []spec.Handle
	for _, r := range rows {
		if len(want) == 0 || want[len(want)-1] != *r.Group {
			want = append(want, *r.Group)
		}
	}
	for _, g := range method(q.typed, "Groups").Interface().([]fast.Entity) {
		got = append(got, m.handle(g))
	}
	m.same("Groups of "+q.text, got, want)
	group := m.entity()
	if m.chance(2) && len(want) > 0 {
		group = m.entities[one(m, want)]
		if gone := m.before[group]; gone != 0 && !m.w.Alive(gone) && m.chance(2) {
			group = gone
		}
	}
	h := m.handle(group)
	rows, _ = m.iterate(q, spec.Operation{Group: &h})
	chosen := *q
	chosen.typed = method(q.typed, "Group", group)
	m.sameRows(q, "Group "+string(h), m.answers(q, chosen.batches()), rows)
	m.same("Len of a group", method(chosen.typed, "Len"), len(rows))
}

// write gives the entities that own their first field new values, by addresses or by slices.
func (m *machine) write(q *testQuery) {
	if t := &q.terms[0]; t.other || t.several || t.Access == spec.AccessIn || t.Access == spec.AccessNone {
		return
	}
	v := m.pick(100)
	m.did("write", q.name, v)
	rows, _ := m.iterate(q, spec.Operation{})
	var ops []spec.Operation
	for _, r := range rows {
		if f := r.Fields[0]; f.Set && f.Src == "" {
			ops = append(ops, setting(r.This, f.ID, v))
		}
	}
	slices := m.chance(2)
	for b := range q.batches() {
		c := b.columns[0]
		for i := range b.Entities() {
			switch {
			case !isSet(c) || isShared(c):
			case slices:
				put(method(c, "Slice").Index(i).Addr(), v)
			default:
				put(method(c, "At", i), v)
			}
		}
	}
	m.silently(ops)
}

// changed are the answers of the queries that are held and detect changes.
func (m *machine) changed() (list []bool) {
	for _, q := range m.held {
		if q.DetectChanges {
			list = append(list, method(q.typed, "Changed").Bool())
		}
	}
	return list
}

// forgetTracked lets go of the queries that detect changes.
func (m *machine) forgetTracked() {
	m.held = slices.DeleteFunc(m.held, func(q *testQuery) bool {
		if q.DetectChanges {
			m.release(q)
		}
		return q.DetectChanges
	})
}

// track compares whether a query has changed, and then sees it in both worlds.
func (m *machine) track(q *testQuery) {
	out := m.model.Apply(spec.Operation{Op: spec.OpChanged, On: q.name})
	if out.Err != nil {
		m.fail("changed %s: %v", q.text, out.Err)
	}
	m.did("Changed", q.name, out.Bool)
	m.same("Changed of "+q.text, method(q.typed, "Changed"), out.Bool)
	if m.chance(3) {
		return
	}
	skips := m.chance(3)
	announces := q.arity > 0 && !q.terms[0].id.IsPair() && (q.terms[0].Src.Trav != nil || !q.terms[0].other) &&
		!q.terms[0].several && m.chance(4)
	want, err := m.iterate(q, spec.Operation{Untouched: skips, Changes: true})
	if err != nil {
		m.fail("iterate %s: %v", q.text, err)
	}
	changed := map[spec.Handle]bool{}
	read := map[fast.Entity]answer{}
	for _, r := range want {
		changed[r.This] = changed[r.This] || r.Changed
	}
	var rows []answer
	var announced []spec.Operation
	for b := range q.batches() {
		changedNow := q.reader.In(b.Batch)
		if q.reader.In(b.Batch) {
			m.fail("a batch of %s has changed between two questions", q.text)
		}
		if !q.announced && len(announced) == 0 && !q.writes() {
			some := slices.ContainsFunc(b.Entities(), func(e fast.Entity) bool { return changed[m.handle(e)] })
			m.same(fmt.Sprintf("Batch.Changed of %s, %v", q.text, m.text(b.Entities())), b.Changed(), some)
		}
		answers := m.answersIn(q, &b)
		for i := range answers {
			m.compareRead(q, &answers[i], read, changedNow)
		}
		rows = append(rows, answers...)
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
	m.sameRows(q, "Batches", rows, want)
	if q.announced = len(announced) > 0; q.announced {
		m.did("Batch.Modified", q.name)
		m.silently(announced)
	}
}

// compareRead compares a row with what the reader of its query found before: it must have heard of
// own values that are others, and of values of other owners. Only the first row of an entity in a
// loop counts.
func (m *machine) compareRead(q *testQuery, now *answer, read map[fast.Entity]answer, changedNow bool) {
	if _, again := read[now.entity]; again {
		return
	}
	read[now.entity] = *now
	before, known := q.read[now.entity]
	if !known || changedNow {
		return
	}
	for i := range now.values {
		b, n := &before.fields[i], &now.fields[i]
		if b.Set && n.Set && b.ID == n.ID && (b.Src != n.Src || n.Src == "" && before.values[i] != now.values[i]) {
			m.fail("the reader of %s was not told of %v in place of %v", q.text, now, &before)
		}
	}
}

// writes reports whether a loop may write values, which later batches of it may see.
func (q *testQuery) writes() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool {
		return t.Access != spec.AccessIn && t.Access != spec.AccessNone
	})
}

// leave leaves loops before their end: the world is unlocked then, and the next loop is whole.
func (m *machine) leave() {
	q := m.draw()
	if len(m.held) > 0 && m.chance(2) {
		q = one(m, m.held)
	}
	if q == nil || q.DetectChanges {
		return
	}
	locked := func() {
		if !m.w.Alive(m.tags[0]) || !m.w.Alive(m.tags[1]) {
			return // refused for that
		}
		m.same("Add in a loop", codeOf(m.w.Add(m.tags[0], m.tags[1])), spec.CodeLocked)
	}
	how, after := m.pick(5), m.pick(4)
	m.did("leave", q.name, how, after)
	switch how {
	case 0:
		for range q.all() {
			if locked(); after == 0 {
				break
			}
			after--
		}
	case 1:
		for range q.batches() {
			if locked(); after == 0 {
				break
			}
			after--
		}
	case 2:
		for range q.split(1 + m.pick(3)) {
			if locked(); after == 0 {
				break
			}
			after--
		}
	case 3:
		for range m.readerOf(one(m, m.rels)).Sources(m.entity()) {
			if after == 0 {
				break
			}
			after--
		}
	default:
		m.leaveRows(after)
	}
	m.spawnBare(nil) // which panics while the world is locked
	m.rows(q)
}

// leaveRows leaves the loop over the rows of a prepared query.
func (m *machine) leaveRows(after int) {
	text := spec.Query{Expr: fmt.Sprint("T", 1+m.pick(3))}
	q, err := m.w.Prepare(text)
	if err != nil {
		m.fail("Prepare: %v", err)
	}
	rows, err := q.Rows()
	if err != nil {
		m.fail("Rows: %v", err)
	}
	for range rows {
		if after == 0 {
			break
		}
		after--
	}
	n := 0
	for range rows {
		n++
	}
	m.same("rows", n, len(m.ask(spec.Operation{Op: spec.OpQuery, Query: &text}).Rows))
}

// follow compares the readers of the relationships, of one entity.
func (m *machine) follow() {
	e, target := m.entity(), m.entity()
	m.did("Relationship", e, target)
	for _, r := range m.rels {
		reader := m.readerOf(r)
		m.same("Relationship.Entity", reader.Entity(), r)
		m.same("Relationship.Pair", reader.Pair(target), fast.Pair(r, target))
		toAsk := []fast.Entity{target}
		if m.w.Alive(e) {
			first := m.ask(spec.Operation{Op: spec.OpTarget, Entity: m.handle(e), Relationship: m.handle(r)}).Entity
			m.same("Relationship.Target of "+m.text(r), m.handle(reader.Target(e)), first)
			if known := m.entities[first]; first != "" && known != 0 {
				if toAsk = append(toAsk, known); m.before[known] != 0 && !m.w.Alive(m.before[known]) {
					toAsk = append(toAsk, m.before[known])
				}
			}
		}
		for _, target := range toAsk {
			has := m.yes(spec.OpHas, e, fast.Pair(r, target))
			m.same("Relationship.Has and HasPair", []bool{reader.Has(e, target), m.w.HasPair(e, r, target)}, []bool{has, has})
		}
	}
	r := one(m, m.rels)
	reader := m.readerOf(r)
	pattern := target
	if m.chance(3) {
		pattern = fast.Wildcard
	}
	var got []spec.Handle
	for e := range reader.Sources(pattern) {
		got = append(got, m.handle(e))
	}
	var want []spec.Handle
	for _, d := range m.model.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
		if slices.ContainsFunc(d.IDs, func(id spec.DumpID) bool {
			return id.ID.First == m.handle(r) && id.ID.IsPair() &&
				(pattern == fast.Wildcard || id.ID.Second == m.handle(pattern))
		}) {
			want = append(want, d.Handle)
		}
	}
	slices.Sort(got)
	m.same("Relationship.Sources", got, want)
	if reader := one(m, m.readers); !m.w.Alive(reader.Entity()) {
		m.gone(reader)
	}
}

// close compares a closure with the rule that it stands for.
func (m *machine) close() { m.closed(one(m, m.rels), m.entity(), m.entity()) }

func (m *machine) closed(r, e, target fast.Entity) {
	m.did("Closure", r, e, target)
	want := false
	if m.w.Alive(e) && m.w.Alive(target) {
		// hidden entities are asked about like all others
		want = len(m.ask(spec.Operation{
			Op: spec.OpQuery, Vars: map[string]spec.Handle{spec.This: m.handle(e)},
			Query: &spec.Query{Kind: spec.KindRule, Terms: []spec.Term{
				{First: m.ref(r), Second: m.ref(target), Access: spec.AccessNone},
				{First: m.ref(fast.Prefab), Oper: spec.Optional},
				{First: m.ref(fast.Disabled), Oper: spec.Optional},
			}},
		}).Rows) > 0
	}
	m.same("Closure", m.readerOf(r).closure.Has(e, target), want)
}
