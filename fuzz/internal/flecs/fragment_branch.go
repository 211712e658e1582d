package flecs

import "github.com/relspec/relspec/spec"

// branch makes a tree of a transitive relationship and asks which entities are below which while its branches move, are cut off and
// come back: an index of the tree that is kept from one question to the next must follow each of these, and so must a
// held query, most of whose matches change although their own pairs do not.
func (b *builder) branch() {
	k := b.world.Words
	r := b.relationshipWith(k.Transitive, k.Exclusive)
	if b.oneIn(3) {
		r = b.relationshipWith(k.Transitive)
	}
	var nodes []ref
	for i := range 3 + b.below(3) {
		e := b.fresh()
		if c := b.below(4); i > 0 && c > 0 {
			b.attach(e, pair(r, nodes[(i+c)%i]))
		}
		nodes = append(nodes, e)
	}
	held := b.holdTerms(b.pairTerm(spec.And, r, b.from(nodes)))
	b.compareHeld(held)
	b.askBelow(r, nodes[0])
	for range 2 + b.below(4) {
		e, t := b.from(nodes), b.from(nodes)
		if !b.world.Things[e].Alive || !b.world.Things[t].Alive {
			continue
		}
		switch b.below(8) {
		case 0, 1: // another may take over its number
			b.deleteEntity(e)
			n := b.fresh()
			b.attach(n, pair(r, t))
			nodes = append(nodes, n)
		case 2:
			b.removeFact(e, pair(r, every))
		case 3:
			b.removeFact(e, pair(r, b.world.Target(e, r)))
		default:
			b.attach(e, pair(r, t))
		}
		b.compareHeld(held)
		if b.oneIn(2) {
			b.askBelow(r, t)
		}
	}
}

// askBelow asks where a transitive relationship leads to, from or between.
func (b *builder) askBelow(r, t ref) {
	term := b.pairTerm(spec.And, r, t)
	switch b.below(6) {
	case 0:
		term = b.variableTerm(spec.And, r, "x")
	case 1:
		term = on(b.variableTerm(spec.And, r, "x"), b.refTo(t))
	case 2:
		if b.features.Walks {
			op := b.relOp(spec.OpTraverse, t, r)
			op.MaxDepth = b.below(3)
			b.emit(op)
			return
		}
	}
	q := b.queryOf(term)
	q.Kind = b.kindLike(spec.KindRule)
	b.emit(spec.Operation{Op: spec.OpQuery, Query: q})
}
