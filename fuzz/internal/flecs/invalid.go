package flecs

import (
	"math"

	"github.com/relspec/relspec/spec"
)

// refusals are the kinds of operation that should be refused.
var refusals = [...]option[func(*builder)]{
	{choice{"dead_entity", 10, nil}, func(b *builder) { b.factOp(spec.OpAdd, b.corpse(), single(b.of(roleTag))) }},
	{choice{"dead_target", 10, nil}, func(b *builder) {
		b.factOp(spec.OpAdd, b.plain(), pair(b.of(roleRelationship), b.corpse()))
	}},
	{choice{"dead_read", 8, nil}, (*builder).readTheDead},
	{choice{"unknown", 8, nil}, (*builder).unknown},
	{choice{"wildcard", 8, nil}, (*builder).wildcardAdd},
	{choice{"wildcard_entity", 10, nil}, (*builder).wildcardEntity},
	{choice{"exists", 6, nil}, (*builder).existing},
	{choice{"sibling", 4, nil}, (*builder).sibling},
	{choice{"cycle", 10, nil}, (*builder).cycle},
	{choice{"final", 6, nil}, (*builder).final},
	{choice{"in_use", 8, nil}, (*builder).inUse},
	{choice{"value", 8, nil}, (*builder).wrongValue},
	{choice{"reserved", 8, nil}, (*builder).changeReserved},
	{choice{"name", 6, nil}, (*builder).wrongName},
	{choice{"query", 10, nil}, (*builder).wrongQuery},
	{choice{"preset", 5, nil}, (*builder).wrongPreset},
	{choice{"gone", 4, nil}, (*builder).gone},
}

func (b *builder) invalid() { refusals[b.choose(groupInvalid)].makes(b) }

// corpse returns one of the entities that died last, or unknown if none has died.
func (b *builder) corpse() ref {
	dead := b.world.Dead
	if len(dead) == 0 {
		return unknown
	}
	return dead[len(dead)-1-b.below(min(4, len(dead)))]
}

// deadQuestions lists operations that are refused, or find nothing, for a dead entity or a
// wildcard. give() sets the arguments other than the entity.
var deadQuestions = [...]struct {
	kind spec.OpKind
	give func(*builder, *spec.Operation)
}{
	{spec.OpHas, (*builder).giveID},
	{spec.OpOwns, (*builder).giveID},
	{spec.OpRemove, (*builder).giveID},
	{spec.OpGet, (*builder).giveData},
	{spec.OpSet, (*builder).giveData},
	{spec.OpTarget, (*builder).giveRelationship},
	{spec.OpTargets, (*builder).giveRelationship},
	{spec.OpSources, (*builder).giveRelationship},
	{spec.OpSetName, func(_ *builder, op *spec.Operation) { op.Name = new(siblingNames[0]) }},
	{spec.OpIDs, nil},
	{spec.OpPath, nil},
	{spec.OpParent, nil},
	{spec.OpChildren, nil},
	{spec.OpDelete, nil},
	{spec.OpClear, nil},
	{spec.OpScope, nil},
}

func (b *builder) giveID(op *spec.Operation) { op.ID = b.world.ID(b.candidate()) }

func (b *builder) giveData(op *spec.Operation) { op.ID = b.world.ID(single(b.of(roleComponent))) }

func (b *builder) giveRelationship(op *spec.Operation) {
	op.Relationship = b.world.Handle(b.of(roleRelationship))
}

func (b *builder) readTheDead() {
	e := b.corpse()
	b.emit(b.deadQuestion(b.below(len(deadQuestions)), e))
}

// deadQuestion returns the n-th operation of deadQuestions for an entity.
func (b *builder) deadQuestion(n int, e ref) spec.Operation {
	op := b.op(deadQuestions[n].kind, e)
	if give := deadQuestions[n].give; give != nil {
		give(b, &op)
	}
	return op
}

func (b *builder) unknown() {
	f := pair(b.of(roleRelationship), unknown)
	e := b.plain()
	switch b.below(4) {
	case 0:
		b.factOp(spec.OpAdd, unknown, single(b.of(roleTag)))
	case 1:
		b.factOp(spec.OpHas, e, f)
	case 2:
		b.factOp(spec.OpRemove, e, f)
	default:
		b.factOp(spec.OpAdd, e, f)
	}
}

func (b *builder) wildcardAdd() {
	e, f := b.owned()
	f.First = [...]ref{every, anyOf}[b.below(2)]
	switch kinds := [...]spec.OpKind{spec.OpAdd, spec.OpSet, spec.OpGet}; b.below(4) {
	case 0:
		b.emit(spec.Operation{Op: spec.OpTypeOf, ID: b.world.ID(f)})
	default:
		b.factOp(kinds[b.below(len(kinds))], e, f)
	}
}

func (b *builder) existing() {
	e := b.subject()
	if b.oneIn(2) {
		e = b.corpse()
	}
	if e == unknown {
		e = b.world.Words.IsA
	}
	b.emit(b.op(spec.OpEntity, e))
}

// sibling moves an entity to a parent that already has a child with its name.
func (b *builder) sibling() {
	w := b.world
	e, x := b.plain(), b.plain()
	up := b.parentOf(x)
	if e == x || up == none || w.Entities[x].Name == "" || w.NameTaken(w.Entities[x].Name, b.parentOf(e), e) {
		b.existing()
		return
	}
	b.rename(e, w.Entities[x].Name)
	b.factOp(spec.OpAdd, e, pair(w.Words.ChildOf, up))
}

// cycle tries to close a cycle.
func (b *builder) cycle() {
	k := b.world.Words
	e := b.plain()
	r := [...]ref{k.ChildOf, k.IsA, b.traversable()}[b.below(3)]
	t := e
	if b.oneIn(2) {
		for _, x := range b.world.Live {
			if b.world.Owns(x, pair(r, e)) {
				t = x
			}
		}
	}
	b.addFact(e, pair(r, t))
}

func (b *builder) final() {
	e := b.plain()
	base := b.of(roleComponent)
	for _, x := range b.world.Live {
		if b.world.Is(x, b.world.Words.Final) {
			base = x
		}
	}
	b.addFact(e, pair(b.world.Words.IsA, base))
}

// inUse changes a property of a relationship that has pairs.
func (b *builder) inUse() {
	k := b.world.Words
	r := b.of(roleRelationship)
	for _, x := range b.world.Of[roleRelationship] {
		if b.world.Used(x) {
			r = x
		}
	}
	f := single([...]ref{k.Exclusive, k.PairIsTag, k.Acyclic, k.Final}[b.below(4)])
	if b.oneIn(2) && b.world.Owns(r, f) {
		b.removeFact(r, f)
		return
	}
	b.addFact(r, f)
}

// wrongValue sets an id without data, an unknown member, or a value of another type.
func (b *builder) wrongValue() {
	c := b.of(roleComponent)
	members := b.world.Members(single(c))
	op := b.op(spec.OpSet, b.plain())
	op.ID = b.world.ID(single(c))
	switch b.below(4) {
	case 0:
		op.ID = b.world.ID(single(b.of(roleTag)))
		op.Value = spec.RawValue{"x": int64(1)}
	case 1:
		op.Value = spec.RawValue{"nothing": int64(1)}
	case 2:
		op.Value = spec.RawValue{members[0].Name: []any{}}
	default:
		op.Value = spec.RawValue{members[0].Name: math.MaxFloat64}
	}
	b.emit(op)
}

// changeReserved makes a change that reserved entities do not allow (entities.reserved), or reads a
// reserved entity.
func (b *builder) changeReserved() {
	k := b.world.Words
	e := [...]ref{k.IsA, k.ChildOf, k.Prefab, k.Transitive}[b.below(4)]
	switch b.below(8) {
	case 0:
		b.emit(b.op(spec.OpDelete, e))
	case 1:
		b.emit(b.op(spec.OpClear, e))
	case 2:
		b.factOp(spec.OpRemove, k.IsA, single(k.Transitive))
	case 3:
		b.rename(e, siblingNames[1])
	case 4, 5, 6:
		b.queryReserved(b.reserved())
	default:
		b.factOp(spec.OpAdd, k.ChildOf, pair(k.OnDeleteTarget, k.Remove))
	}
}

// queryReserved asks about any reserved entity, most of which own nothing.
func (b *builder) queryReserved(e ref) {
	k := b.world.Words
	pattern := [...]fact{
		single(every), single(every), pair(every, every), pair(k.ChildOf, every), pair(every, anyOf),
		single(k.Transitive),
	}[b.below(6)]
	switch b.below(6) {
	case 0, 1:
		b.factOp(spec.OpHas, e, pattern)
	case 2:
		b.factOp(spec.OpOwns, e, pattern)
	case 3:
		b.emit(b.op(spec.OpIDs, e))
	case 4:
		b.emit(b.relOp([...]spec.OpKind{spec.OpTarget, spec.OpTargets, spec.OpSources}[b.below(3)], e, k.ChildOf))
	default:
		term := b.idTerm(pattern)
		term.Src = b.refTo(e)
		b.queryTerms(term)
	}
}

// wrongName sets an invalid name, or the name that another entity probably has.
func (b *builder) wrongName() {
	names := [...]string{"a.b", "a::b", "\x01", "*", "IsA", string(b.world.Handle(b.plain()))}
	b.rename(b.plain(), names[b.below(len(names))])
}
