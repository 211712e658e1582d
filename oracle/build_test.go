package oracle_test

import "github.com/relspec/relspec/spec"

// Operations as tests write them.
func entity(h spec.Handle, ids ...spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids}
}

func named(h spec.Handle) spec.Operation {
	name := string(h)
	return spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name}
}

func component(h spec.Handle, members ...spec.Member) spec.Operation {
	return spec.Operation{Op: spec.OpComponent, Entity: h, Members: members}
}

func add(e, first spec.Handle, second ...spec.Handle) spec.Operation {
	id := spec.Single(first)
	if len(second) > 0 {
		id = spec.Pair(first, second[0])
	}
	return spec.Operation{Op: spec.OpAdd, Entity: e, ID: id}
}

func text(expr string) *spec.Query { return &spec.Query{Expr: expr, Text: true} }

func terms(ts ...spec.Term) *spec.Query { return &spec.Query{Terms: ts} }

func tag(h spec.Handle) spec.Term { return spec.Term{First: spec.EntityRef(h)} }

// related is the term (R, target).
func related(target spec.Handle) spec.Term {
	return spec.Term{First: spec.EntityRef("R"), Second: spec.EntityRef(target)}
}

func query(q *spec.Query) spec.Operation { return spec.Operation{Op: spec.OpQuery, Query: q} }

func trace(ops ...spec.Operation) *spec.Trace { return spec.NewTrace("flecs-3", ops...) }

func rows(rs ...spec.Row) spec.Outcome { return spec.Outcome{Kind: spec.OutRows, Rows: rs} }

func row(this spec.Handle, fields ...spec.Field) spec.Row {
	return spec.Row{This: this, Fields: fields}
}

func set(first spec.Handle, second ...spec.Handle) spec.Field {
	id := spec.Single(first)
	if len(second) > 0 {
		id = spec.Pair(first, second[0])
	}
	return spec.Field{Set: true, ID: id}
}

func fail(code spec.ErrorCode) spec.Outcome { return spec.Fail(spec.Errorf(code, "no")) }

func float(t spec.Primitive, x float64) spec.Value {
	return spec.Value{{Name: "x", Scalar: spec.Scalar{Type: t, Num: x}}}
}

// small is a world with two facts, a change and questions about it.
func small() *spec.Trace {
	return trace(
		entity("R"), entity("T"), entity("a"), entity("b", spec.Single("T")),
		add("a", "R", "b"), query(terms(related("*"))), add("a", "T"), query(terms(tag("T"))),
		spec.Operation{Op: spec.OpHas, Entity: "a", ID: spec.Single("T")},
	)
}
