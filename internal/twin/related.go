package twin

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// follow compares the readers of a relationship.
func (t *twin) follow() {
	t.did("Relationship")
	e, r, target := t.entity(), of(t.source, t.rels), t.entity()
	reader := t.a.Relationship(r)
	t.same("Relationship.Entity", reader.Entity(), r)
	t.same("Relationship.Pair", reader.Pair(target), fast.Pair(r, target))
	asked := []fast.Entity{target}
	if t.a.Alive(e) {
		first := t.b.Target(e, r, 0)
		t.same(fmt.Sprintf("Relationship.Target %v %v", e, r), reader.Target(e), first)
		if t.a.Alive(first) {
			asked = append(asked, first)
		}
	}
	for _, target := range asked {
		has := t.b.Has(e, fast.Pair(r, target))
		t.same("Relationship.Has and HasPair", []bool{reader.Has(e, target), t.a.HasPair(e, r, target)},
			[]bool{has, has})
	}
	pattern := target
	if t.chance(3) {
		pattern = fast.Wildcard
	}
	want := t.b.Sources(pattern, r)
	got := slices.Collect(reader.Sources(pattern))
	t.same("Relationship.Sources", sorted(got), sorted(want))
}

func sorted(list []fast.Entity) []fast.Entity { return slices.Sorted(slices.Values(list)) }

// close compares a closure with the rule that it stands for.
func (t *twin) close() { t.closed(of(t.source, t.rels), t.entity(), t.entity()) }

// closed compares whether an entity leads to a target.
func (t *twin) closed(r, e, target fast.Entity) {
	t.did("Closure")
	if !t.b.Alive(target) || !t.b.Alive(e) {
		t.same("Closure of the dead", t.a.Closure(r).Has(e, target), false)
		return
	}
	// hidden entities are asked about like all others
	q, err := t.b.Prepare(spec.Query{Kind: spec.KindRule, Terms: []spec.Term{
		{First: reference(r), Second: reference(target), Access: spec.AccessNone},
		{First: spec.NameRef("Prefab"), Oper: spec.Optional},
		{First: spec.NameRef("Disabled"), Oper: spec.Optional},
	}})
	if err != nil {
		t.fail("Prepare of a closure: %v", err)
	}
	rows, err := q.Rows(fast.Given{Variable: spec.This, Value: e})
	if err != nil {
		t.fail("Rows of a closure: %v", err)
	}
	want := false
	for range rows {
		want = true
	}
	t.same(fmt.Sprintf("Closure of %v: %v to %v, %v", r, e, target, t.b.IDs(e)), t.a.Closure(r).Has(e, target), want)
}

// reference is an entity in a term of the vocabulary.
func reference(e fast.Entity) spec.Ref {
	switch e {
	case fast.Wildcard:
		return spec.Ref{Kind: spec.RefWildcard}
	case fast.Any:
		return spec.Ref{Kind: spec.RefAny}
	case fast.This:
		return spec.VarRef(spec.This)
	case fast.Variable(1):
		return spec.VarRef("v1")
	case fast.Variable(2):
		return spec.VarRef("v2")
	case fast.ChildOf:
		return spec.NameRef("ChildOf")
	case fast.IsA:
		return spec.NameRef("IsA")
	}
	return spec.EntityRef(spec.Handle(fmt.Sprintf("#%d", e.Index())))
}
