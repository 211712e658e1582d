package twin

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// rows compares all rows, by batches and one by one.
func (t *twin) rows(q *asked) {
	want := t.generalRows(q)
	got := t.typedRows(q, q.typed)
	t.sameRows(q, "Batches", got, want)
	t.sameRows(q, "Split", t.rowsOf(q, q.typed.split(1+len(want)%4)), want)
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
