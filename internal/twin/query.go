package twin

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// asked is a query in both forms. The first terms are the fields.
type asked struct {
	typed   query
	general *fast.Query
	text    string
	arity   int
	terms   []term
	ordered bool
	grouped bool
	tracked bool
	vars    bool
	rule    bool
	reader  *fast.Changes // of its own
}

// mostHeld is how many queries are kept.
const mostHeld = 5

// prepare draws a query and makes it in both worlds; nil if the typed API does not take it.
func (t *twin) prepare() *asked {
	q := &asked{arity: t.pick(6), vars: t.chance(3)}
	for n := 1; n <= q.arity; n++ {
		q.terms = append(q.terms, t.field(n, q.vars))
	}
	for range t.pick(4) {
		q.terms = append(q.terms, t.condition(q.vars))
	}
	if len(q.terms) == 0 {
		only := plainTerm(t.idOf())
		only.general.Access = spec.AccessNone
		q.terms = append(q.terms, only)
	}
	var terms []fast.Term
	general, bound := spec.Query{Kind: spec.KindCached, Instanced: true}, false
	for i := range q.terms {
		if q.terms[i].typed != nil {
			terms = append(terms, q.terms[i].typed)
		}
		general.Terms = append(general.Terms, q.terms[i].general)
		if mentions(&q.terms[i].general) {
			q.rule, bound = true, true
		}
	}
	q.vars = bound
	switch t.pick(8) {
	case 1:
		terms, general.Kind = append(terms, fast.Uncached), spec.KindFilter
	case 2:
		terms, q.rule = append(terms, fast.Rule), true
	case 3:
		terms = append(terms, fast.NotInstanced)
	case 4:
		terms, general.DetectChanges, q.tracked = append(terms, fast.DetectChanges), true, true
	case 5:
		n := t.pick(q.arity + 1)
		order := t.orderBy(n)
		q.ordered, general.OrderBy = true, &spec.OrderBy{}
		if n > 0 {
			general.OrderBy.Component = spec.Handle(fmt.Sprintf("#%d", t.types[n].Index()))
		}
		if t.chance(2) {
			order, general.OrderBy.Desc = fast.Descending(order), true
		}
		terms = append(terms, order)
	}
	if t.chance(6) {
		r := of(t.source, t.rels)
		q.grouped, general.GroupBy = true, spec.Handle(reference(r).Name)
		terms = append(terms, fast.GroupBy(r))
	} else if t.chance(8) {
		r := fast.ChildOf
		rel := reference(r)
		id := t.idOf()
		out := plainTerm(id)
		out.general.Src = spec.Ref{Trav: &spec.Traversal{Flags: spec.TravCascade, Rel: &rel}}
		out.general.Access = spec.AccessNone
		out.typed, out.up, out.other, out.id = fast.Cascade(r, id), true, true, id
		if t.chance(2) {
			out.typed, out.general.Oper = fast.Optional(out.typed), spec.Optional
		}
		q.terms, q.ordered = append(q.terms, out), true
		terms, general.Terms = append(terms, out.typed), append(general.Terms, out.general)
	}
	if q.rule {
		general.Kind = spec.KindRule
	}
	q.text = fmt.Sprintf("arity %d, %+v", q.arity, describe(&general))
	return t.make(q, terms, general)
}

// mentions reports whether a term has a variable other than $this.
func mentions(s *spec.Term) bool {
	for _, r := range s.Refs() {
		if r.Kind == spec.RefVariable && r.Name != spec.This {
			return true
		}
	}
	return false
}

// make makes a query in both worlds. One that a world has no form for is left out and counted.
func (t *twin) make(q *asked, terms []fast.Term, general spec.Query) *asked {
	refused := attempt(func() { q.typed = newQueries[q.arity](t.a, terms) })
	made, failed := t.b.Prepare(general)
	switch {
	case refused != nil && failed != nil:
		t.did("query refused")
		return nil
	case refused != nil:
		if code := codeOf(refused); code != "limit" && code != "unsupported" && code != "invalid" && code != "not_traversable" {
			t.fail("NewQuery of %s: typed %v, general none", q.text, refused)
		}
		t.did("query not typed: " + codeOf(refused))
		return nil
	case failed != nil:
		if codeOf(failed) != "unsupported" {
			t.fail("NewQuery of %s: typed none, general %v", q.text, failed)
		}
		t.did("query only typed")
		return nil
	}
	q.general, q.reader = made, t.a.Changes()
	t.did(fmt.Sprintf("query of %d", q.arity))
	return q
}

// hold keeps a query, in the place of another one where there are many.
func (t *twin) hold() {
	q := t.prepare()
	if q == nil {
		return
	}
	if len(t.held) < mostHeld {
		t.held = append(t.held, q)
		return
	}
	at := t.pick(mostHeld)
	t.held[at].typed.Release()
	t.held[at] = q
}

// ask compares the answers of a query that is held, or of a new one.
func (t *twin) ask() {
	var q *asked
	if len(t.held) > 0 && !t.chance(3) {
		t.did("held")
		q = of(t.source, t.held)
	} else if q = t.prepare(); q == nil {
		return
	}
	if q.tracked {
		t.track(q)
		return
	}
	t.rows(q)
	e := t.entity()
	t.one(q, e)
	if q.grouped {
		t.groups(q)
	}
	if q.vars {
		t.bound(q, e)
	}
	if q.arity > 0 && t.chance(4) {
		t.write(q)
	}
}

// answer is a row of an answer, as it is told, and where it stands.
type answer struct {
	entity fast.Entity
	key    string
	block  int
	values []int
}

// generalRows are the rows of the general query.
func (t *twin) generalRows(q *asked, given ...fast.Given) (list []answer) {
	rows, err := q.general.Rows(given...)
	if err != nil {
		t.fail("Rows of %s: %v", q.text, err)
	}
	for row := range rows {
		list = append(list, t.generalRow(q, &row))
	}
	return list
}

func (t *twin) generalRow(q *asked, row *fast.Row) answer {
	var b strings.Builder
	fmt.Fprint(&b, row.Entity())
	out := answer{entity: row.Entity(), block: row.Block()}
	for i := range q.terms {
		id, source := row.ID(i), row.Source(i)
		if i < q.arity {
			out.values = append(out.values, t.rowValue(row, i))
		}
		write(&b, &q.terms[i], row.IsSet(i), id, source)
	}
	if q.vars {
		fmt.Fprint(&b, " $", row.Variable("v1"))
	}
	if q.grouped {
		fmt.Fprint(&b, " in ", row.Group())
	}
	out.key = b.String()
	return out
}

// rowValue is the number of a field in the general world.
func (t *twin) rowValue(row *fast.Row, field int) int {
	if !row.IsSet(field) {
		return -1
	}
	from := row.Source(field)
	if from == 0 {
		from = row.Entity()
	}
	n, known := t.value(from, row.ID(field))
	if !known {
		t.fail("a field has the id %v, which has no values", row.ID(field))
	}
	return n
}

// write tells how a term has matched.
func write(b *strings.Builder, of *term, set bool, id fast.ID, source fast.Entity) {
	switch {
	case !set:
		b.WriteString(" -")
	case of.up:
		fmt.Fprintf(b, " ^%v", source)
	default:
		fmt.Fprintf(b, " %v@%v", id, source)
	}
}

// typedRow is a row as a batch tells it.
func (t *twin) typedRow(q *asked, b *batchRows, e fast.Entity) string {
	var out strings.Builder
	fmt.Fprint(&out, e)
	for i := range q.terms {
		var id fast.ID
		set := b.IsSet(i)
		if set && !q.terms[i].up {
			id = b.ID(i)
			if id.IsPair() && id.Second() != fast.Wildcard {
				t.same("Target of "+q.text, b.Target(i), id.Second())
			}
		}
		source := b.Source(i)
		if set && q.terms[i].up {
			if source = t.owner(source, q.terms[i].id); source == e {
				source = 0 // round a cycle
			}
		}
		write(&out, &q.terms[i], set, id, source)
	}
	if q.vars {
		fmt.Fprint(&out, " $", b.Variable(fast.Variable(1)))
	}
	if q.grouped {
		fmt.Fprint(&out, " in ", b.Group())
	}
	return out.String()
}

// owner is who owns an id that an entity has, itself or a base.
func (t *twin) owner(e fast.Entity, id fast.ID) fast.Entity {
	if t.b.Owns(e, id) {
		return e
	}
	asked := plainTerm(id).general
	asked.Src, asked.Access = reference(e), spec.AccessNone
	q, err := t.b.Prepare(spec.Query{Kind: spec.KindFilter, Terms: []spec.Term{asked}})
	if err != nil {
		t.fail("Prepare: %v", err)
	}
	rows, err := q.Rows()
	if err != nil {
		t.fail("Rows: %v", err)
	}
	for row := range rows {
		return row.Source(0)
	}
	return 0
}

// typedRows are the rows of a typed query, by its batches.
func (t *twin) typedRows(q *asked, typed query) (list []answer) {
	for b := range typed.batches() {
		entities := b.Entities()
		t.same("length of a batch of "+q.text, b.Len(), len(entities))
		t.inBatch(q, &b)
		for i, e := range entities {
			a := answer{entity: e, key: t.typedRow(q, &b, e)}
			for _, c := range b.columns {
				a.values = append(a.values, t.columnValue(q, c, i))
			}
			if len(b.columns) > 0 && !slices.ContainsFunc(b.columns, func(c column) bool { return !c.set || c.shared }) {
				for n, c := range b.fields(i) {
					t.same("Fields of "+q.text, c.num(), a.values[n])
				}
			}
			list = append(list, a)
		}
	}
	return list
}

func (t *twin) columnValue(q *asked, c column, i int) int {
	if !c.set {
		return -1
	}
	n := numberAt(c.at(i))
	if c.shared {
		t.same("Value of "+q.text, numberAt(c.value()), n)
	} else {
		t.same("Slice of "+q.text, numberAt(c.slice(i)), n)
	}
	return n
}

// inBatch compares the values of entities of a batch that are no fields.
func (t *twin) inBatch(q *asked, b *batchRows) {
	entities := b.Entities()
	if len(entities) == 0 {
		t.fail("%s: a batch is empty", q.text)
	}
	at := len(entities) - 1
	e := entities[at]
	own := func(id fast.ID) int {
		if !t.b.Owns(e, id) {
			return -1
		}
		n, _ := t.value(e, id)
		return n
	}
	t.same("Component.In of "+q.text, []int{inOf(t.t1, b, at), inOf(t.t2, b, at), inOf(t.t3, b, at), inOf(t.t4, b, at), inOf(t.t5, b, at)},
		[]int{own(t.t1.ID()), own(t.t2.ID()), own(t.t3.ID()), own(t.t4.ID()), own(t.t5.ID())})
	for _, id := range t.a.IDs(e) {
		if id.IsPair() && id.First() == t.data {
			got := -1
			if values := fast.ValuesIn[T2](b.Batch, id); values != nil {
				got = values[at].num()
			}
			t.same("ValuesIn of "+q.text, got, own(id))
		}
	}
}

func inOf[T any](c *fast.Component[T], b *batchRows, at int) int {
	values := c.In(b.Batch)
	if values == nil {
		return -1
	}
	return numberAt(erased(&values[at]))
}

// rows compares all rows, by batches and one by one.
func (t *twin) rows(q *asked) {
	want := t.generalRows(q)
	got := t.typedRows(q, q.typed)
	t.sameRows(q, "Batches", got, want)
	t.same("Len of "+q.text, q.typed.Len(), len(want))
	i := 0
	for e, cells := range q.typed.all() {
		if i >= len(got) {
			t.fail("All of %s: more rows than batches", q.text)
		}
		t.same("All of "+q.text, e, got[i].entity)
		for n, c := range cells {
			t.same("values of All of "+q.text, numberAt(c), got[i].values[n])
		}
		i++
	}
	t.same("rows of All of "+q.text, i, len(got))
	_ = q.typed.Plan()
}

// sameRows compares rows as multisets, and in blocks where the query is ordered.
func (t *twin) sameRows(q *asked, what string, got, want []answer) {
	t.same("rows of "+what+" of "+q.text, keys(got), keys(want))
	if !q.ordered && !q.grouped {
		return
	}
	for from := 0; from < len(want); {
		to := from
		for to < len(want) && want[to].block == want[from].block {
			to++
		}
		t.same("order of "+what+" of "+q.text, keys(got[from:to]), keys(want[from:to]))
		from = to
	}
}

func keys(list []answer) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = fmt.Sprint(list[i].key, " ", list[i].values)
	}
	slices.Sort(out)
	return out
}

// one compares the answers about one entity.
func (t *twin) one(q *asked, e fast.Entity) {
	var want []answer
	if t.b.Alive(e) {
		want = t.generalRows(q, fast.Given{Variable: spec.This, Value: e})
	}
	t.same(fmt.Sprintf("Matches of %v in %s", e, q.text), q.typed.Matches(e), len(want) > 0)
	bound := q.typed.bind(fast.This, e)
	t.same(fmt.Sprintf("rows with %v bound of %s", e, q.text), keys(t.typedRows(q, bound)), keys(want))
	t.same(fmt.Sprintf("Len with %v bound of %s", e, q.text), bound.Len(), len(want))
	if q.arity == 0 {
		return
	}
	cells, ok := q.typed.get(e)
	t.same(fmt.Sprintf("Get of %v in %s", e, q.text), ok, len(want) > 0)
	if !ok {
		return
	}
	var got []int
	for _, c := range cells {
		got = append(got, numberAt(c))
	}
	if !slices.ContainsFunc(want, func(a answer) bool { return slices.Equal(a.values, got) }) {
		t.fail("Get of %v in %s: typed %v, general %v", e, q.text, got, keys(want))
	}
}

// bound compares rows with the variable given.
func (t *twin) bound(q *asked, e fast.Entity) {
	t.did("Bind")
	if !t.b.Alive(e) {
		t.same("rows with a dead value of "+q.text, q.typed.bind(fast.Variable(1), e).Len(), 0)
		return
	}
	rows, err := q.general.Rows(fast.Given{Variable: "v1", Value: e})
	if err != nil { // no term has it outside scopes
		return
	}
	var want []answer
	for row := range rows {
		want = append(want, t.generalRow(q, &row))
	}
	t.same("Variable of "+q.text, q.typed.Variable("1"), fast.Variable(1))
	typed := q.typed.bind(fast.Variable(1), e)
	t.same(fmt.Sprintf("rows with $v1 = %v of %s", e, q.text), keys(t.typedRows(q, typed)), keys(want))
}

// groups compares the groups, and the rows of one.
func (t *twin) groups(q *asked) {
	t.did("groups")
	var want []fast.Entity
	rows, err := q.general.Rows()
	if err != nil {
		t.fail("Rows: %v", err)
	}
	for row := range rows {
		if g := row.Group(); len(want) == 0 || want[len(want)-1] != g {
			want = append(want, g)
		}
	}
	t.same("Groups of "+q.text, q.typed.Groups(), want)
	group := fast.Entity(0)
	if t.chance(2) {
		group = t.entity()
	} else if len(want) > 0 {
		group = of(t.source, want)
	}
	rows, err = q.general.GroupRows(group)
	if err != nil {
		t.fail("GroupRows: %v", err)
	}
	var of []answer
	for row := range rows {
		of = append(of, t.generalRow(q, &row))
	}
	typed := q.typed.group(group)
	t.same(fmt.Sprintf("rows of group %v of %s", group, q.text), keys(t.typedRows(q, typed)), keys(of))
	t.same(fmt.Sprintf("Len of group %v of %s", group, q.text), typed.Len(), len(of))
}

// write gives the entities that own their first field new values, by addresses and by slices.
func (t *twin) write(q *asked) {
	if q.terms[0].other || q.terms[0].several || q.terms[0].general.Access == spec.AccessIn || q.terms[0].general.Access == spec.AccessNone {
		return
	}
	t.did("write")
	v := t.pick(100)
	want := t.generalRows(q)
	rows, err := q.general.Rows()
	if err != nil {
		t.fail("Rows: %v", err)
	}
	type write struct {
		e  fast.Entity
		id fast.ID
	}
	var writes []write
	for row := range rows {
		if row.IsSet(0) && row.Source(0) == 0 {
			writes = append(writes, write{row.Entity(), row.ID(0)})
		}
	}
	if len(writes) == 0 {
		return
	}
	if t.chance(2) {
		for e, cells := range q.typed.all() {
			if slices.ContainsFunc(writes, func(w write) bool { return w.e == e }) {
				cells[0].put(v)
			}
		}
	} else {
		for b := range q.typed.batches() {
			for i := range b.Entities() {
				if c := b.columns[0]; c.set && !c.shared {
					c.slice(i).put(v)
				}
			}
		}
	}
	_ = want
	for _, w := range writes {
		if err := t.b.SetValue(w.e, w.id, general(t.component1(w.id), v)); err != nil {
			t.fail("SetValue: %v", err)
		}
	}
	t.compareAll()
}

// component1 is the number of the component whose type values of an id have.
func (t *twin) component1(id fast.ID) int {
	if n := slices.Index(t.types, id.First()); n > 0 {
		return n
	}
	return 2 // those of the relationship with values
}

// track compares whether a query has changed, and then sees it in both worlds.
func (t *twin) track(q *asked) {
	t.did("Changed")
	want, err := q.general.Changed()
	if err != nil {
		t.fail("Changed of %s: %v", q.text, err)
	}
	t.same("Changed of "+q.text, q.typed.Changed(), want)
	if t.chance(3) {
		return
	}
	skips := t.chance(3)
	announces := q.arity > 0 && q.terms[0].general.Second.Kind == spec.RefNone && !q.terms[0].other && !q.terms[0].several && t.chance(4)
	var rows []answer
	var announced []fast.Entity
	for b := range q.typed.batches() {
		if b.Changed() && !want && !q.writes() {
			t.fail("a batch of %s has changed, and the query has not", q.text)
		}
		if _, again := q.reader.In(b.Batch), q.reader.In(b.Batch); again {
			t.fail("a batch of %s has changed between two questions", q.text)
		}
		if skips {
			b.Skip()
		}
		for _, e := range b.Entities() {
			rows = append(rows, answer{entity: e, key: t.typedRow(q, &b, e)})
		}
		if c := b.columns; announces && c[0].set && !c[0].shared {
			b.Modified(0)
			announced = append(announced, b.Entities()...)
		}
	}
	general, err := q.general.Rows()
	if err != nil {
		t.fail("Rows of %s: %v", q.text, err)
	}
	var list []answer
	for row := range general {
		if skips {
			row.Skip()
		}
		a := t.generalRow(q, &row)
		a.values = nil
		list = append(list, a)
	}
	t.sameRows(q, "Batches", rows, list)
	for _, e := range announced {
		if err := t.b.Modified(e, fast.Single(t.types[1])); err != nil {
			t.fail("Modified: %v", err)
		}
	}
}

// writes reports whether a loop may write values, which later batches of it may see.
func (q *asked) writes() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool {
		return t.general.Access != spec.AccessIn && t.general.Access != spec.AccessNone
	})
}

// age is the place of an entity in the order of creation.
func (t *twin) age(e fast.Entity) int { return t.births[e] }

// describe is a query for people.
func describe(q *spec.Query) string {
	var b strings.Builder
	for i := range q.Terms {
		s := &q.Terms[i]
		fmt.Fprintf(&b, "[%v %v %v(%v, %v)%v] ", s.Oper, s.Access, s.First.Name, s.Src.Name, s.Second.Kind, s.Second.Name)
		if s.Src.Trav != nil {
			fmt.Fprintf(&b, "up %v ", s.Src.Trav.Rel.Name)
		}
	}
	fmt.Fprintf(&b, "kind %v group %q detect %v", q.Kind, q.GroupBy, q.DetectChanges)
	if q.OrderBy != nil {
		fmt.Fprintf(&b, " order %+v", *q.OrderBy)
	}
	return b.String()
}
