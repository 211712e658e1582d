package oracle_test

import (
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// mutant is the model with a fault: spoil changes outcomes, or panics.
type mutant struct {
	spec.Engine
	profile spec.Profile
	spoil   func(op *spec.Operation, out *spec.Outcome)
}

func (m *mutant) Apply(op spec.Operation) spec.Outcome {
	out := m.Engine.Apply(op)
	m.spoil(&op, &out)
	return out
}

func faulty(name string, spoil func(op *spec.Operation, out *spec.Outcome)) oracle.Implementation {
	return oracle.Implementation{Name: name, New: func(p spec.Profile) (spec.Engine, error) {
		return &mutant{model.New(p), p, spoil}, nil
	}}
}

func sound(name string) oracle.Implementation {
	return faulty(name, func(*spec.Operation, *spec.Outcome) {})
}

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
