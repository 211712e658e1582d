package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// printed converts rows to the protocol: $this, the variables and the fields. It returns an error
// if the rows exceed the size limit of an answer.
func (w *World) printed(a *answer, rows []query.Row, values bool) ([]spec.Row, *spec.Error) {
	q := a.search.Query
	elements := len(rows) * width(q)
	if err := w.fitsAnswer(elements); err != nil {
		return nil, err
	}
	out, hides := make([]spec.Row, 0, len(rows)), q.Hides()
	for i := range rows {
		r := &rows[i]
		row := spec.Row{Fields: make([]spec.Field, len(q.Fields)), Block: r.Block}
		if hides {
			row.Several = r.Solutions
		}
		if q.Order.Grouped {
			group := w.rules.Handle(a.search.Group(r))
			row.Group = &group
		}
		if q.AboutThis() {
			row.This = w.rules.Handle(r.Vars[query.This])
		}
		for v, name := range q.Variables {
			if v != query.This && q.Shows(v) {
				if row.Vars == nil {
					row.Vars = map[string]spec.Handle{}
				}
				row.Vars[name] = w.rules.Handle(max(r.Vars[v], rules.None))
			}
		}
		for n := range q.Fields {
			if m := a.search.Field(r, n); m != nil {
				row.Fields[n] = w.field(a, r, n, m, values)
				elements += len(row.Fields[n].Value)
			}
		}
		if err := w.fitsAnswer(elements); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

func (w *World) field(a *answer, r *query.Row, n int, m *query.Match, values bool) spec.Field {
	f := spec.Field{Set: true, ID: a.search.Reported(m), Src: w.rules.Handle(a.search.Source(r, n, m))}
	for _, o := range m.Or {
		f.Or = append(f.Or, spec.FieldChoice{ID: a.search.Reported(&o), Src: w.rules.Handle(a.search.Source(r, n, &o))})
	}
	if values {
		f.Access = a.search.Access(r, n)
		// A member match such as (R.who, cat) has no data, even if the entity owns (R, cat).
		if a.search.HasData(m) {
			f.Value = w.rules.ValueAt(rules.Holding{ID: m.ID, Owner: m.Owner})
		}
	}
	return f
}

// width returns the number of elements of a row of a query, not counting values.
func width(q *query.Query) int {
	n := 1 + len(q.Fields)
	for v := range q.Variables {
		if v != query.This && q.Shows(v) {
			n++
		}
	}
	return n
}
