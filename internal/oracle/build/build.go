package build

import "github.com/relspec/relspec/spec"

// Entity makes an entity with ids.
func Entity(h spec.Handle, ids ...spec.ID) spec.Operation {
	return spec.Operation{Op: spec.OpEntity, Entity: h, IDs: ids}
}

// Named makes an entity whose name is its handle.
func Named(h spec.Handle) spec.Operation {
	name := string(h)
	return spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name}
}

// Component makes a component with members.
func Component(h spec.Handle, members ...spec.Member) spec.Operation {
	return spec.Operation{Op: spec.OpComponent, Entity: h, Members: members}
}

// Add adds an id to an entity: first, or the pair (first, second).
func Add(e, first spec.Handle, second ...spec.Handle) spec.Operation {
	id := spec.Single(first)
	if len(second) > 0 {
		id = spec.Pair(first, second[0])
	}
	return spec.Operation{Op: spec.OpAdd, Entity: e, ID: id}
}

// Text is a query given as text.
func Text(expr string) *spec.Query { return &spec.Query{Expr: expr, Text: true} }

// Terms is a query given as terms.
func Terms(ts ...spec.Term) *spec.Query { return &spec.Query{Terms: ts} }

// Tag is the term of a single id on $this.
func Tag(h spec.Handle) spec.Term { return spec.Term{First: spec.EntityRef(h)} }

// Related is the term (R, target).
func Related(target spec.Handle) spec.Term {
	return spec.Term{First: spec.EntityRef("R"), Second: spec.EntityRef(target)}
}

// Query asks a query once.
func Query(q *spec.Query) spec.Operation { return spec.Operation{Op: spec.OpQuery, Query: q} }

// Trace is a trace of the profile flecs-3.
func Trace(ops ...spec.Operation) *spec.Trace { return spec.NewTrace("flecs-3", ops...) }

// Rows is an answer of rows.
func Rows(rs ...spec.Row) spec.Outcome { return spec.Outcome{Kind: spec.OutRows, Rows: rs} }

// Row is a row with $this and its fields.
func Row(this spec.Handle, fields ...spec.Field) spec.Row {
	return spec.Row{This: this, Fields: fields}
}

// Set is a field that matched first, or the pair (first, second).
func Set(first spec.Handle, second ...spec.Handle) spec.Field {
	id := spec.Single(first)
	if len(second) > 0 {
		id = spec.Pair(first, second[0])
	}
	return spec.Field{Set: true, ID: id}
}

// Fail is a refusal with a code.
func Fail(code spec.ErrorCode) spec.Outcome { return spec.Fail(spec.Errorf(code, "no")) }

// Float is the value of a component with one member x.
func Float(t spec.Primitive, x float64) spec.Value {
	return spec.Value{{Name: "x", Scalar: spec.Scalar{Type: t, Num: x}}}
}

// Small is a world with two facts, a change and questions about it.
func Small() *spec.Trace {
	return Trace(
		Entity("R"), Entity("T"), Entity("a"), Entity("b", spec.Single("T")),
		Add("a", "R", "b"), Query(Terms(Related("*"))), Add("a", "T"), Query(Terms(Tag("T"))),
		spec.Operation{Op: spec.OpHas, Entity: "a", ID: spec.Single("T")},
	)
}
