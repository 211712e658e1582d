package flecs

import (
	"github.com/relspec/relspec/spec"
)

// wildcardEntity puts a wildcard where an operation needs one entity (ids.wildcard-refused).
func (b *builder) wildcardEntity() {
	wild := [...]spec.Handle{spec.Wildcard, spec.Any}[b.below(2)]
	e := b.plain()
	n := b.below(len(deadQuestions) + len(wildcardSlots))
	if n < len(deadQuestions) {
		op := b.deadQuestion(n, e)
		op.Entity = wild
		b.emit(op)
		return
	}
	slot := &wildcardSlots[n-len(deadQuestions)]
	if slot.feature != nil && !*slot.feature(b.features) {
		b.wildcardAdd()
		return
	}
	op := b.op(slot.kind, e)
	slot.put(b, &op, wild)
	b.emit(op)
}

// wildcardSlots lists operations that [deadQuestions] omits, and other fields of its operations.
// put() sets the field to a wildcard.
var wildcardSlots = [...]struct {
	kind    spec.OpKind
	feature func(*Features) *bool // nil if the operation is always generated
	put     func(*builder, *spec.Operation, spec.Handle)
}{
	{spec.OpAlive, nil, wildSubject},
	{spec.OpAdd, nil, wildSubject},
	{spec.OpModified, func(f *Features) *bool { return &f.Modified }, wildSubject},
	{spec.OpOverride, func(f *Features) *bool { return &f.Overrides }, wildSubject},
	{spec.OpEnable, func(f *Features) *bool { return &f.Toggles }, wildSubject},
	{spec.OpDisable, func(f *Features) *bool { return &f.Toggles }, wildSubject},
	{spec.OpDepth, func(f *Features) *bool { return &f.Walks }, wildSubject},
	{spec.OpWalkUp, func(f *Features) *bool { return &f.Walks }, wildSubject},
	{spec.OpTraverse, func(f *Features) *bool { return &f.Walks }, wildSubject},
	{spec.OpTarget, nil, wildRelationship},
	{spec.OpTargets, nil, wildRelationship},
	{spec.OpSources, nil, wildRelationship},
	{spec.OpDepth, func(f *Features) *bool { return &f.Walks }, wildRelationship},
	{spec.OpWalkUp, func(f *Features) *bool { return &f.Walks }, wildRelationship},
	{spec.OpTraverse, func(f *Features) *bool { return &f.Walks }, wildRelationship},
	{spec.OpPath, nil, func(_ *builder, op *spec.Operation, wild spec.Handle) { op.From = wild }},
	{spec.OpLookup, nil, func(_ *builder, op *spec.Operation, wild spec.Handle) {
		op.Entity, op.Path, op.From = "", siblingNames[0], wild
	}},
	{spec.OpEntity, nil, func(_ *builder, op *spec.Operation, wild spec.Handle) {
		op.Entity, op.Parent = "wild", wild
	}},
	{spec.OpQuery, nil, func(b *builder, op *spec.Operation, wild spec.Handle) {
		op.Entity, op.Query = "", &spec.Query{Terms: []spec.Term{{First: b.refTo(b.of(roleTag))}}}
		op.Vars = map[string]spec.Handle{[...]string{spec.This, "x"}[b.below(2)]: wild}
	}},
	{
		spec.OpObserve, func(f *Features) *bool { return &f.Observers },
		func(b *builder, op *spec.Operation, wild spec.Handle) {
			op.Entity, op.As, op.Parent, op.Events = "", "wild", wild, []spec.EventKind{spec.OnAdd}
			op.Query = &spec.Query{Terms: []spec.Term{{First: b.refTo(b.of(roleTag))}}}
		},
	},
}

func wildSubject(b *builder, op *spec.Operation, wild spec.Handle) {
	op.Entity, op.ID = wild, b.world.ID(single(b.of(roleTag)))
	if op.Op == spec.OpDepth || op.Op == spec.OpWalkUp || op.Op == spec.OpTraverse || op.Op == spec.OpAlive {
		op.ID = spec.ID{}
	}
}

func wildRelationship(_ *builder, op *spec.Operation, wild spec.Handle) { op.Relationship = wild }
