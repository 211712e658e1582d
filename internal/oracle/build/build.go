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

// Text returns a query given as text.
func Text(expr string) *spec.Query { return &spec.Query{Expr: expr, Text: true} }

// Terms returns a query given as terms.
func Terms(ts ...spec.Term) *spec.Query { return &spec.Query{Terms: ts} }

// Tag returns a term with a single id on $this.
func Tag(h spec.Handle) spec.Term { return spec.Term{First: spec.EntityRef(h)} }

// Related returns the term (R, target).
func Related(target spec.Handle) spec.Term {
	return spec.Term{First: spec.EntityRef("R"), Second: spec.EntityRef(target)}
}

// Query returns the operation that asks a query once.
func Query(q *spec.Query) spec.Operation { return spec.Operation{Op: spec.OpQuery, Query: q} }

// Trace returns a trace of the profile flecs-3.
func Trace(ops ...spec.Operation) *spec.Trace { return spec.NewTrace("flecs-3", ops...) }

// Rows returns an answer with rows.
func Rows(rs ...spec.Row) spec.Outcome { return spec.Outcome{Kind: spec.OutRows, Rows: rs} }

// Row returns a row with $this and fields.
func Row(this spec.Handle, fields ...spec.Field) spec.Row {
	return spec.Row{This: this, Fields: fields}
}

// Set returns a field that matched first, or the pair (first, second).
func Set(first spec.Handle, second ...spec.Handle) spec.Field {
	id := spec.Single(first)
	if len(second) > 0 {
		id = spec.Pair(first, second[0])
	}
	return spec.Field{Set: true, ID: id}
}

// Fail returns a refusal with a code.
func Fail(code spec.ErrorCode) spec.Outcome { return spec.Fail(spec.Errorf(code, "no")) }

// Float returns the value of a component with one member x.
func Float(t spec.Primitive, x float64) spec.Value {
	return spec.Value{{Name: "x", Scalar: spec.Scalar{Type: t, Num: x}}}
}

// Small returns a trace with two facts, a change and a few reads.
func Small() *spec.Trace {
	return Trace(
		Entity("R"), Entity("T"), Entity("a"), Entity("b", spec.Single("T")),
		Add("a", "R", "b"), Query(Terms(Related("*"))), Add("a", "T"), Query(Terms(Tag("T"))),
		spec.Operation{Op: spec.OpHas, Entity: "a", ID: spec.Single("T")},
	)
}
