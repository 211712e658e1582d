package main

import (
	"github.com/mlange-42/ark/ecs"
	"github.com/relspec/relspec/spec"
)

// query is a filter and the terms that rows report. filter is nil if nothing can match.
type query struct {
	filter     *ecs.Filter0
	registered bool
	terms      []term
}

type term struct {
	pattern

	of   *thing
	not  bool
	some bool // _ and not *
}

func (e *engine) compile(q *spec.Query) *query {
	if q.IsText() || q.OrderBy != nil || q.GroupBy != "" || q.Instanced || q.DetectChanges {
		unsupported("a query of Ark is a list of terms")
	}
	if len(q.Terms) == 0 {
		refuse(spec.CodeInvalid, "a query has terms")
	}
	out := &query{filter: ecs.NewFilter0(e.world)}
	never := false
	for i := range q.Terms {
		t := e.term(&q.Terms[i])
		out.terms = append(out.terms, t)
		switch {
		case t.none:
			never = never || !t.not
		case t.not:
			out.filter = out.filter.Without(t.comp)
		default:
			out.filter = with(out.filter, t.pattern)
		}
	}
	if never {
		out.filter = nil
	}
	return out
}

func (e *engine) term(t *spec.Term) term {
	this := t.Src.Kind == spec.RefNone || t.Src.Kind == spec.RefVariable && t.Src.Name == "this"
	if t.Kind != spec.TermMatch || !this || t.Src.Trav != nil || t.First.Trav != nil || t.Second.Trav != nil ||
		t.Access != spec.AccessDefault || t.Oper != spec.And && t.Oper != spec.Not {
		unsupported("a term of Ark is With, Without or a target")
	}
	id := spec.Single(element(t.First))
	if t.Second.Kind != spec.RefNone {
		id.Second = element(t.Second)
	}
	out := term{pattern: e.asked(id), of: e.known(id.First), not: t.Oper == spec.Not, some: id.Second == "_"}
	if out.not && !out.none && out.relation && !out.anyTarget {
		unsupported("Without of Ark takes no target")
	}
	return out
}

func element(r spec.Ref) spec.Handle {
	h, ok := map[spec.RefKind]spec.Handle{
		spec.RefEntity: spec.Handle(r.Name), spec.RefWildcard: "*", spec.RefAny: "_",
	}[r.Kind]
	if !ok {
		unsupported("an element is an entity")
	}
	return h
}

func (e *engine) prepared(name string) *query {
	q := e.queries[name]
	if q == nil {
		refuse(spec.CodeUnresolved, "no query is named %s", name)
	}
	return q
}

func (e *engine) iterate(q *query, op *spec.Operation) spec.Outcome {
	if len(op.Vars) > 0 || op.Batches || op.Group != nil || op.Untouched || op.Changes {
		unsupported("a query of Ark returns entities")
	}
	out := spec.Outcome{Kind: spec.OutRows}
	if q.filter == nil {
		return out
	}
	skip := op.Skip
	found := q.filter.Query()
	defer found.Close()
	for found.Next() {
		row, ok := e.row(q, found.Entity())
		switch {
		case !ok:
		case skip > 0:
			skip--
		default:
			out.Rows = append(out.Rows, row)
			if len(out.Rows) == op.Limit {
				return out
			}
		}
	}
	return out
}

// row returns the row of an entity. It returns false if a term asks for any target and the entity
// has none.
func (e *engine) row(q *query, entity ecs.Entity) (spec.Row, bool) {
	row := spec.Row{This: e.handle(entity)}
	for _, t := range q.terms {
		if t.not {
			row.Fields = append(row.Fields, spec.Field{})
			continue
		}
		id := e.idOf(t.of, entity)
		if t.anyTarget && !id.IsPair() {
			return row, false
		}
		if t.some {
			id.Second = "*"
		}
		row.Fields = append(row.Fields, spec.Field{Set: true, ID: id})
	}
	return row, true
}
