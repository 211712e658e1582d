package query_test

import (
	"fmt"
	"strings"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// compile parses a query in the dialect of the world's profile.
func compile(w *rules.World, asked spec.Query) *query.Query {
	terms, err := lang.ParseChecked(w.Profile.Dialect, asked.Expr)
	if err != nil {
		panic(err)
	}
	q, err := query.Compile(w, &asked, terms)
	if err != nil {
		fmt.Println(asked.Expr, "is refused:", err.Message)
		return nil
	}
	return q
}

// answer returns the rows of a query in order.
func answer(w *rules.World, asked spec.Query) (*query.Search, []query.Row) {
	q := compile(w, asked)
	if q == nil {
		return nil, nil
	}
	s := query.NewSearch(w, q, new(1_000_000))
	rows := s.Rows(query.Assignment{}, 1000)
	s.Arrange(rows)
	return s, rows
}

// ask prints a query and its rows: $this, the fields with their sources, and the other variables.
func ask(w *rules.World, expr string) {
	fmt.Println(expr)
	s, rows := answer(w, spec.Query{Expr: expr, Kind: spec.KindRule})
	for i := range rows {
		fmt.Println(" ", line(s, &rows[i]))
	}
}

func line(s *query.Search, r *query.Row) string {
	parts := []string{string(s.Handle(max(r.Vars[query.This], rules.None)))}
	for n := range s.Query.Fields {
		switch m := s.Field(r, n); {
		case m == nil:
			parts = append(parts, "-")
		case s.Source(r, n, m) == rules.None:
			parts = append(parts, s.Reported(m).String())
		default:
			parts = append(parts, s.Reported(m).String()+" of "+string(s.Handle(m.Owner)))
		}
	}
	for v, name := range s.Query.Variables {
		if v != query.This && s.Query.Shows(v) {
			parts = append(parts, "$"+name+"="+string(s.Handle(max(r.Vars[v], rules.None))))
		}
	}
	return strings.TrimSpace(strings.Join(parts, "  "))
}
