package declared

import (
	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// patterns are sequences of operations in which engines often have bugs.
var patterns = []step{
	{Choice{"tree", 12, nil, spec.CapHierarchy}, (*builder).tree},
	{Choice{"loop", 10, nil, spec.CapHierarchy}, (*builder).loop},
	{Choice{"ladder", 8, nil, spec.CapHierarchy}, (*builder).ladder},
	{Choice{"joint_deletion", 12, nil, ""}, (*builder).jointDeletion},
	{Choice{"recycle", 10, nil, ""}, (*builder).recycle},
	{Choice{"exclusive", 10, nil, ""}, (*builder).exclusive},
	{Choice{"container", 10, nil, ""}, (*builder).container},
	{Choice{"dense_tables", 6, nil, ""}, (*builder).denseTables},
	{Choice{"payload", 10, nil, ""}, (*builder).payloads},
	{Choice{"monitor", 12, nil, spec.CapObservers}, (*builder).monitored},
	{Choice{"rewind", 8, nil, spec.CapSnapshot}, (*builder).rewind},
	{Choice{"waiting", 10, nil, spec.CapDefer}, (*builder).waiting},
}

func (b *builder) whole() { patterns[b.Pattern()].run(b) }

func (b *builder) cascading() edges.Relationship {
	return b.relationshipWith(func(d *spec.Declaration) bool { return d.CascadeDelete && len(d.Require) == 0 },
		spec.Declaration{Exclusive: true, ReverseIndex: true, CascadeDelete: true})
}

// plain returns a relationship whose edges need no payload.
func (b *builder) plain() edges.Relationship {
	r := b.relationship()
	if len(r.Require) > 0 {
		return b.relationshipWith(func(d *spec.Declaration) bool { return len(d.Require) == 0 }, spec.Declaration{})
	}
	return r
}

// set sets an edge without payload.
func (b *builder) set(source spec.Handle, r edges.Relationship, target spec.Handle) {
	b.emit(spec.Operation{Op: spec.OpSet, Entity: source, ID: spec.Pair(r.Handle, target)})
}

// tree makes a tree of a cascading relationship, traverses it, sometimes moves or cuts a branch, and
// deletes one of its entities.
func (b *builder) tree() {
	r := b.cascading()
	nodes := []spec.Handle{b.fresh()}
	for range 3 + b.below(4) {
		e := b.fresh()
		b.set(e, r, from(b, nodes))
		nodes = append(nodes, e)
	}
	held := b.hold(&spec.Query{Terms: []spec.Term{tag(r.Handle)}})
	b.emit(about(spec.OpTraverse, nodes[0], r.Handle))
	b.emit(about(spec.OpWalkUp, nodes[len(nodes)-1], r.Handle))
	if e, t := from(b, nodes), from(b, nodes); b.oneIn(2) && b.known(e, t) {
		b.set(e, r, t) // may close a cycle
	}
	if b.oneIn(3) { // remove an edge, so that the entities below it are not deleted
		b.emit(spec.Operation{Op: spec.OpRemove, Entity: from(b, nodes), ID: spec.Single(r.Handle)})
	}
	b.emit(about(spec.OpTraverse, from(b, nodes), r.Handle))
	gone := from(b, nodes)
	b.emit(ask(spec.OpDelete, gone))
	b.compare(held, true)
	for _, e := range nodes {
		if b.world.IsAlive(e) {
			b.emit(about(spec.OpTraverse, e, r.Handle))
			break
		}
	}
	b.emit(ask(spec.OpAlive, from(b, nodes)))
}

// loop makes a cycle of one to four entities, often with an edge that leads into it, and walks along it.
func (b *builder) loop() {
	r := b.indexed()
	if len(r.Require) > 0 {
		return
	}
	ring := make([]spec.Handle, 0, 4)
	for range 1 + b.below(4) {
		ring = append(ring, b.fresh())
	}
	for i, e := range ring {
		b.set(e, r, ring[(i+1)%len(ring)])
	}
	if b.oneIn(2) {
		b.set(b.alive(), r, ring[0])
	}
	e := from(b, ring)
	b.emit(about(spec.OpTraverse, e, r.Handle))
	up := about(spec.OpWalkUp, e, r.Handle)
	up.MaxDepth = b.below(6)
	b.emit(up)
	up.Take = 1 + b.below(6)
	b.emit(up)
	b.emit(about(spec.OpSources, e, r.Handle))
	if b.oneIn(2) {
		b.emit(ask(spec.OpDelete, e))
		b.emit(ask(spec.OpAlive, from(b, ring)))
		b.emit(about(spec.OpTraverse, from(b, ring), r.Handle))
	}
}

// ladder makes a chain and walks up with limits close to its length (declared.walk-up).
func (b *builder) ladder() {
	r := b.relationshipWith(func(d *spec.Declaration) bool { return d.ReverseIndex && len(d.Require) == 0 },
		spec.Declaration{ReverseIndex: true})
	n := 2 + b.below(4)
	line := []spec.Handle{b.fresh()}
	for range n {
		e := b.fresh()
		if e == line[len(line)-1] {
			return
		}
		b.set(e, r, line[len(line)-1])
		line = append(line, e)
	}
	up := about(spec.OpWalkUp, line[len(line)-1], r.Handle)
	for range 2 {
		up.MaxDepth, up.Take = n-1+b.below(3), 0
		if b.oneIn(2) {
			up.Take = n - 1 + b.below(3)
		}
		b.emit(up)
	}
	down := about(spec.OpTraverse, line[0], r.Handle)
	down.MaxDepth = b.below(n + 2)
	b.emit(down)
}

// jointDeletion gives an entity edges of several relationships to two or three targets that die in one
// operation, and reads what is left.
func (b *builder) jointDeletion() {
	parent, root, c := b.cascading(), b.fresh(), b.fresh()
	rels := [...]edges.Relationship{b.plain(), b.plain()}
	held := b.hold(&spec.Query{Terms: []spec.Term{tag(rels[b.below(2)].Handle)}})
	for i := range 2 + b.below(2) {
		e := b.fresh()
		b.set(e, parent, root)
		b.set(c, rels[i%2], e)
		if b.oneIn(3) {
			b.set(e, rels[i%2], c)
		}
	}
	b.compare(held, false)
	b.emit(ask(spec.OpDelete, root))
	b.compare(held, true)
	for _, r := range rels {
		b.emit(about(spec.OpTargets, c, r.Handle))
	}
	n := b.fresh()
	if rels[0].ReverseIndex {
		b.emit(about(spec.OpSources, n, rels[0].Handle))
	}
	b.tables()
}

// recycle deletes a target and then makes an entity, which may get the same internal number. No edge may
// lead to the new entity.
func (b *builder) recycle() {
	r := b.plain()
	e, t := b.alive(), b.fresh()
	b.set(e, r, t)
	if b.oneIn(3) {
		b.set(t, r, e)
	}
	q := &spec.Query{Terms: []spec.Term{tag(r.Handle)}}
	if !r.Sparse && b.oneIn(2) {
		q.Terms[0] = targeting(r.Handle, t)
	}
	held := b.hold(q)
	b.emit(ask(spec.OpDelete, t))
	n := b.fresh()
	b.compare(held, true)
	if b.world.IsAlive(e) {
		b.emit(spec.Operation{Op: spec.OpHas, Entity: e, ID: spec.Pair(r.Handle, n)})
		b.emit(about(spec.OpTargets, e, r.Handle))
		b.emit(spec.Operation{Op: spec.OpGet, Entity: e, ID: spec.Single(r.Handle)})
	}
	if r.ReverseIndex {
		b.emit(about(spec.OpSources, n, r.Handle))
	}
	if b.world.IsAlive(e) && b.oneIn(2) {
		b.set(e, r, n)
		b.compare(held, true)
	}
}

// exclusive replaces the target of an exclusive relationship, by another and by the same one, while a
// prepared query exists.
func (b *builder) exclusive() {
	r := b.relationshipWith(func(d *spec.Declaration) bool { return d.Exclusive && len(d.Require) == 0 },
		spec.Declaration{Exclusive: true})
	e, one, two := b.alive(), b.fresh(), b.fresh()
	term := tag(r.Handle)
	if !r.Sparse && b.oneIn(2) {
		term = targeting(r.Handle, one)
	}
	held := b.hold(&spec.Query{Terms: []spec.Term{term}})
	for _, t := range []spec.Handle{one, two, two, one}[:2+b.below(3)] {
		b.link(e, r, t)
		b.compare(held, false)
		if r.ReverseIndex {
			b.emit(about(spec.OpSources, one, r.Handle))
		}
	}
	b.emit(about(spec.OpTargets, e, r.Handle))
	b.emit(spec.Operation{Op: spec.OpGet, Entity: e, ID: spec.Single(r.Handle)})
	if b.oneIn(2) {
		b.emit(ask(spec.OpDelete, [...]spec.Handle{one, two}[b.below(2)]))
		b.compare(held, true)
	}
}

// container queries a relationship with any target while an entity gets and loses edges. The entity must
// occur once as long as it has an edge.
func (b *builder) container() {
	r := b.plain()
	e := b.alive()
	terms := []spec.Term{tag(r.Handle)}
	if b.oneIn(2) {
		c := b.componentHandle()
		b.emit(spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Single(c)})
		terms = []spec.Term{
			{First: spec.EntityRef(c)},
			{First: spec.EntityRef(r.Handle), Oper: [...]spec.Operator{spec.Not, spec.And}[b.below(2)]},
		}
	}
	held := b.hold(&spec.Query{Terms: terms})
	one, two := b.alive(), b.alive()
	b.set(e, r, one)
	b.set(e, r, two)
	b.compare(held, true)
	b.emit(spec.Operation{Op: spec.OpCount, ID: spec.Single(r.Handle)})
	b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Pair(r.Handle, one)})
	b.compare(held, false)
	b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Pair(r.Handle, two)})
	b.compare(held, true)
	b.emit(spec.Operation{Op: spec.OpHas, Entity: e, ID: spec.Single(r.Handle)})
}

// denseTables counts tables while edges of a relationship come and go (declared.tables).
func (b *builder) denseTables() {
	r := b.plain()
	b.tables()
	for range 2 + b.below(3) {
		b.set(b.alive(), r, b.alive())
	}
	b.tables()
	e := b.alive()
	b.emit(spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Single(r.Handle)})
	if b.oneIn(2) {
		b.emit(ask(spec.OpDelete, b.alive()))
	}
	b.tables()
}
