package flecs

import "github.com/relspec/relspec/spec"

func (b *builder) has() { b.emitFactQuestion(spec.OpHas) }

func (b *builder) ownsFact() { b.emitFactQuestion(spec.OpOwns) }

func (b *builder) emitFactQuestion(kind spec.OpKind) {
	e, f := b.question()
	b.factOp(kind, e, b.pattern(f))
}

func (b *builder) ids() { b.emit(b.op(spec.OpIDs, b.subject())) }

func (b *builder) alive() {
	e := b.subject()
	if b.oneIn(2) {
		e = b.anyHandle()
	}
	b.emit(b.op(spec.OpAlive, e))
}

func (b *builder) count() {
	_, f := b.owned()
	b.emit(spec.Operation{Op: spec.OpCount, ID: b.world.ID(b.pattern(f))})
}

func (b *builder) typeOf() {
	f := b.candidate()
	if b.oneIn(2) {
		f = b.dataPair()
	}
	b.emit(spec.Operation{Op: spec.OpTypeOf, ID: b.world.ID(f)})
}

// relOp returns an operation that reads something about an entity and a relationship.
func (b *builder) relOp(kind spec.OpKind, e, r ref) spec.Operation {
	op := b.op(kind, e)
	op.Relationship = b.world.Handle(r)
	return op
}

func (b *builder) target() {
	e, r := b.relationship()
	op := b.relOp(spec.OpTarget, e, r)
	op.Index = b.below(8) % 3
	b.emit(op)
}

func (b *builder) targets() {
	e, r := b.relationship()
	b.emit(b.relOp(spec.OpTargets, e, r))
}

func (b *builder) sources() {
	_, f := b.owned()
	if !f.IsPair() {
		f = pair(b.of(roleRelationship), b.subject())
	}
	b.emit(b.relOp(spec.OpSources, f.Second, f.First))
	b.sourceOrderOf(f.Second, f.First)
}

func (b *builder) parent() { b.emit(b.op(spec.OpParent, b.subject())) }

func (b *builder) children() {
	e := b.subject()
	if up := b.parentOf(e); up != none {
		e = up
	}
	b.emit(b.op(spec.OpChildren, e))
	b.sourceOrderOf(e, b.world.Words.ChildOf)
}

// sourceOrderOf reads the order of a pair's sources, if they have one.
func (b *builder) sourceOrderOf(target, r ref) {
	if b.world.IsOrdered(r, target) {
		b.emit(b.relOp(spec.OpOrdered, target, r))
	}
}

func (b *builder) parentOf(e ref) ref {
	if e < 0 {
		return none
	}
	return b.world.Parent(e)
}

func (b *builder) depth() { b.emit(b.walk(spec.OpDepth)) }

func (b *builder) walkUp() {
	op := b.walk(spec.OpWalkUp)
	op.MaxDepth = b.below(8) % 5
	b.emit(op)
}

// traverse lists the entities below an entity. Sometimes it takes an entity up to three steps above
// that instead.
func (b *builder) traverse() {
	e, r := b.walked()
	c := b.below(16)
	for range c / 4 {
		if up := b.world.Target(e, r); up >= 0 {
			e = up
		}
	}
	op := b.walkFrom(spec.OpTraverse, e, r)
	op.MaxDepth = c % 4
	b.emit(op)
}

// walk returns an operation that reads the entities above an entity, along ChildOf or along another
// relationship that it has.
func (b *builder) walk(kind spec.OpKind) spec.Operation {
	e, r := b.walked()
	return b.walkFrom(kind, e, r)
}

func (b *builder) walked() (e, r ref) {
	e, r = b.relationship()
	if b.oneIn(2) {
		r = b.world.Words.ChildOf
	}
	return e, r
}

// walkFrom omits the relationship if it is the default.
func (b *builder) walkFrom(kind spec.OpKind, e, r ref) spec.Operation {
	if r == b.world.Words.ChildOf {
		return b.op(kind, e)
	}
	return b.relOp(kind, e, r)
}
