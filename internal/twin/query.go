package twin

import (
	"fmt"
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
	exact   bool
	reader  *fast.Changes // of its own
	read    map[fast.Entity]readRow
}

// readRow is what the reader of a query found of an entity: what the fields matched, and their
// values, of which -1 is none.
type readRow struct {
	ids    string
	values []int
}

// mostHeld is how many queries are kept.
const mostHeld = 5

// prepare draws a query and makes it in both worlds; nil if the typed API does not take it.
func (t *twin) prepare() *asked {
	q := &asked{arity: t.widened(t.pick(6)), vars: t.chance(3)}
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
	terms = t.grouping(q, &general, t.kind(q, &general, terms))
	if q.rule {
		general.Kind = spec.KindRule
	}
	q.text = fmt.Sprintf("arity %d, %+v", q.arity, describe(&general))
	if t.chance(8) {
		terms, q.exact, q.text = append(terms, fast.Exact), true, q.text+", exact"
	}
	return t.make(q, terms, general)
}

// kind adds, at times, another kind of query than a cached one, or that it detects changes or is sorted.
func (t *twin) kind(q *asked, general *spec.Query, terms []fast.Term) []fast.Term {
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
	return terms
}

// grouping adds, at times, groups or a cascade.
func (t *twin) grouping(q *asked, general *spec.Query, terms []fast.Term) []fast.Term {
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
	return terms
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

// options are those of the general form that the query itself has no field for.
func (q *asked) options() []fast.QueryOption {
	if q.exact {
		return []fast.QueryOption{fast.Exact}
	}
	return nil
}

// make makes a query in both worlds. One that a world has no form for is left out and counted.
func (t *twin) make(q *asked, terms []fast.Term, general spec.Query) *asked {
	refused := attempt(func() { q.typed = newQueries[q.arity](t.a, terms) })
	made, failed := t.b.Prepare(general, q.options()...)
	switch {
	case refused != nil && failed != nil:
		t.did("query refused")
		return nil
	case refused != nil:
		if code := codeOf(refused); code != "limit" && code != "unsupported" && code != "invalid" &&
			code != "not_traversable" {
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
	if t.chance(4) { // one that was released is made again
		t.did("released")
		q.typed.Len()
		q.typed.Release()
		q.typed = newQueries[q.arity](t.a, terms)
	}
	q.general, q.reader, q.read = made, t.a.Changes(), map[fast.Entity]readRow{}
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

// describe is a query for people.
func describe(q *spec.Query) string {
	var b strings.Builder
	for i := range q.Terms {
		s := &q.Terms[i]
		fmt.Fprintf(&b, "[%v %v %v(%v, %v)%v] ", s.Oper, s.Access, s.First.Name, s.Src.Name, s.Second.Kind,
			s.Second.Name)
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
