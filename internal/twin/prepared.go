package twin

import (
	"fmt"
	"iter"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// preparedQuery is a query of [fast.World.Prepare] and the query of the model with the same terms.
type preparedQuery struct {
	*fast.Query
	name string
}

// prepare prepares the query that a typed query stands for. Prepare takes entities by name or number.
func (m *machine) prepare(q *testQuery) *preparedQuery {
	number := func(h spec.Handle) spec.Handle {
		if e := m.entities[h]; e != 0 {
			return spec.Handle(fmt.Sprint("#", e.Index()))
		}
		return h
	}
	numbered := func(r spec.Ref) spec.Ref {
		if r.Kind == spec.RefEntity {
			r.Name = string(number(spec.Handle(r.Name)))
		}
		return r
	}
	text := q.Query
	text.Terms = slices.Clone(text.Terms)
	for i := range text.Terms {
		t := &text.Terms[i]
		t.First, t.Second, t.Src = numbered(t.First), numbered(t.Second), numbered(t.Src)
		if trav := t.Src.Trav; trav != nil {
			rel := numbered(*trav.Rel)
			t.Src.Trav = &spec.Traversal{Flags: trav.Flags, Rel: &rel}
		}
	}
	if o := text.OrderBy; o != nil {
		text.OrderBy = &spec.OrderBy{Component: number(o.Component), Desc: o.Desc}
	}
	text.GroupBy = number(text.GroupBy)
	var options []fast.QueryOption
	if q.exact {
		options = append(options, fast.Exact)
	}
	made, err := m.w.Prepare(text, options...)
	if err != nil {
		m.fail("Prepare: %v of %s", err, q.text)
	}
	p := &preparedQuery{made, q.name + " prepared"}
	m.both(nil, spec.Operation{Op: spec.OpPrepare, As: p.name, Query: &q.Query})
	return p
}

// preparedRows compares the rows of a prepared query with those of the model.
func (m *machine) preparedRows(q *testQuery, what string, rows iter.Seq[fast.Row], want []spec.Row) {
	var got []spec.Row
	for r := range rows {
		got = append(got, m.preparedRow(q, r))
	}
	m.sameRowsAnd(q, what, got, want, compare.Options{Blocks: true})
}

func (m *machine) preparedRow(q *testQuery, r fast.Row) spec.Row {
	row := spec.Row{This: m.handle(r.Entity()), Fields: make([]spec.Field, len(q.terms)), Block: r.Block()}
	for i := range row.Fields {
		if r.IsSet(i) {
			row.Fields[i] = spec.Field{Set: true, ID: m.id(r.ID(i)), Src: m.handle(r.Source(i))}
		}
	}
	if q.vars {
		row.Vars = map[string]spec.Handle{"v1": m.handle(r.Variable("v1"))}
	}
	if q.GroupBy != "" {
		group := m.handle(r.Group())
		row.Group = &group
	}
	return row
}

// allPrepared compares all rows of the prepared query, or those with a value of a variable.
func (m *machine) allPrepared(q *testQuery, want []spec.Row, given ...fast.Given) {
	if q.prepared == nil {
		return
	}
	rows, err := q.prepared.Rows(given...)
	m.same("the error of Rows", err, nil)
	m.preparedRows(q, "Rows", rows, want)
}

// preparedGroup compares the rows of one group of the prepared query.
func (m *machine) preparedGroup(q *testQuery, group fast.Entity, want []spec.Row) {
	if q.prepared == nil {
		return
	}
	rows, err := q.prepared.GroupRows(group)
	m.same("the error of GroupRows", err, nil)
	m.preparedRows(q, "GroupRows", rows, want)
}

// trackPrepared compares Changed of the prepared query, then perhaps loops over it in both worlds.
func (m *machine) trackPrepared(q *testQuery) {
	out := m.model.Apply(spec.Operation{Op: spec.OpChanged, On: q.prepared.name})
	m.did("Query.Changed", q.prepared.name, out.Bool)
	changed, err := q.prepared.Changed()
	m.same("Query.Changed of "+q.text, []any{changed, err}, []any{out.Bool, nil})
	switch m.pick(4) {
	case 0:
	case 1:
		m.same("the error of ClearChanged", q.prepared.ClearChanged(), nil)
		m.model.Apply(spec.Operation{Op: spec.OpIterate, On: q.prepared.name, Untouched: true})
	default:
		m.loopPrepared(q, m.chance(2))
	}
}

// loopPrepared loops over the prepared query in both worlds. If skips is set, the loop writes nothing.
func (m *machine) loopPrepared(q *testQuery, skips bool) {
	want := m.model.Apply(spec.Operation{Op: spec.OpIterate, On: q.prepared.name, Untouched: skips}).Rows
	rows, err := q.prepared.Rows()
	m.same("the error of Rows", err, nil)
	m.preparedRows(q, "Rows", func(yield func(fast.Row) bool) {
		for r := range rows {
			if skips {
				r.Skip()
			}
			if !yield(r) {
				return
			}
		}
	}, want)
}
