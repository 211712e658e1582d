package declared

import "github.com/relspec/relspec/spec"

func (b *builder) get() { b.fact(spec.OpGet) }

func (b *builder) has() { b.fact(spec.OpHas) }

// fact asks an entity about an id.
func (b *builder) fact(kind spec.OpKind) {
	e, id := b.pattern()
	b.emit(spec.Operation{Op: kind, Entity: e, ID: id})
}

func (b *builder) count() {
	_, id := b.pattern()
	b.emit(spec.Operation{Op: spec.OpCount, ID: id})
}

func (b *builder) isAlive() {
	e := b.alive()
	if b.oneIn(2) {
		e = b.anyHandle()
	}
	b.emit(ask(spec.OpAlive, e))
}

func (b *builder) target() {
	x := b.edge()
	op := about(spec.OpTarget, x.Source, x.Relationship)
	op.Index = b.below(8) % 3
	b.emit(op)
}

func (b *builder) targets() {
	x := b.edge()
	b.emit(about(spec.OpTargets, x.Source, x.Relationship))
}

// sources reads the sources of an entity, which half of the time is the target of an edge.
func (b *builder) sources() {
	r := b.indexed()
	e := b.entity()
	if x := b.edge(); b.oneIn(2) {
		e = x.Target
	}
	b.emit(about(spec.OpSources, e, r.Handle))
}

// traverse reads the entities below an entity, or below one that is up to three steps above it.
func (b *builder) traverse() {
	r := b.indexed()
	e := b.entity()
	if below := b.world.Targets(e, r.Handle); len(below) > 0 && !b.oneIn(4) {
		for range 1 + b.below(3) {
			if up := b.world.Targets(e, r.Handle); len(up) > 0 {
				e = up[0]
			}
		}
	}
	op := about(spec.OpTraverse, e, r.Handle)
	if c := b.below(8); c > 5 {
		op.MaxDepth = c - 5
	}
	b.emit(op)
}

// walkUp reads the entities above an entity, with or without limits.
func (b *builder) walkUp() {
	r := b.indexed()
	op := about(spec.OpWalkUp, b.entity(), r.Handle)
	c := b.below(16)
	if c >= 6 {
		op.MaxDepth = 1 + c%4
	}
	if c%3 == 1 {
		op.Take = 1 + c%5
	}
	b.emit(op)
}

func (b *builder) tables() { b.emit(spec.Operation{Op: spec.OpTables}) }

func (b *builder) dump() { b.emit(spec.Operation{Op: spec.OpDump}) }

// term asks for a component, a relationship with any target, or one target of a dense relationship
// (declared.query, declared.query-target).
func (b *builder) term() spec.Term {
	c := b.below(16)
	switch {
	case c < 5:
		return spec.Term{First: spec.EntityRef(b.componentHandle())}
	case c < 10:
		return tag(b.edge().Relationship)
	}
	x := b.edge()
	r, _ := b.world.Relationship(x.Relationship)
	if r.Sparse && c < 15 {
		r = b.relationshipWith(func(d *spec.Declaration) bool { return !d.Sparse }, spec.Declaration{})
	}
	return targeting(r.Handle, x.Target)
}

func tag(r spec.Handle) spec.Term { return spec.Term{First: spec.EntityRef(r)} }

func targeting(r, target spec.Handle) spec.Term {
	return spec.Term{First: spec.EntityRef(r), Second: spec.EntityRef(target)}
}

func (b *builder) query() *spec.Query {
	q := &spec.Query{}
	for i := range 1 + b.below(8)%3 {
		t := b.term()
		if (i > 0 || b.oneIn(16)) && b.oneIn(3) {
			t.Oper = spec.Not
		}
		if b.Arbitrary && b.oneIn(8) {
			t.Oper = spec.Optional
		}
		q.Terms = append(q.Terms, t)
	}
	return q
}

func (b *builder) question() { b.emit(spec.Operation{Op: spec.OpQuery, Query: b.query()}) }

// maxHeld is the maximum number of prepared queries, and of observers, at a time.
const maxHeld = 3

func (b *builder) prepare() { b.hold(b.query()) }

func (b *builder) hold(q *spec.Query) int { return b.Hold(q, nil, maxHeld, 0) }

// iterate runs a prepared query and, half of the time, the same query as a one-shot query.
func (b *builder) iterate() {
	if len(b.Held) == 0 {
		b.prepare()
		return
	}
	b.compare(b.below(len(b.Held)), b.oneIn(2))
}

func (b *builder) compare(i int, anew bool) {
	if i >= len(b.Held) {
		return
	}
	h := b.Held[i]
	b.emit(spec.Operation{Op: spec.OpIterate, On: h.Name})
	if anew {
		b.emit(spec.Operation{Op: spec.OpQuery, Query: h.Query.Clone()})
	}
}

func (b *builder) release() {
	if !b.Release() {
		b.prepare()
	}
}

func (b *builder) explain() {
	op := spec.Operation{Op: spec.OpExplain, Query: b.query()}
	if !b.oneIn(6) {
		op.Entity = b.entity()
	}
	b.emit(op)
}

// observe makes a monitor (declared.monitors).
func (b *builder) observe() { b.watch(b.query()) }

func (b *builder) watch(q *spec.Query) {
	if len(b.observers) == maxHeld {
		b.events()
		b.emit(spec.Operation{Op: spec.OpRelease, On: b.observers[0]})
		b.observers = b.observers[1:]
	}
	b.watches++
	name := "o" + number(b.watches)
	op := spec.Operation{Op: spec.OpObserve, As: name, Query: q, Monitor: true}
	if b.oneIn(4) {
		op.Parent = b.alive()
	}
	b.emit(op)
	b.observers = append(b.observers, name)
}

func (b *builder) events() { b.emit(spec.Operation{Op: spec.OpEvents}) }

// reset begins a fresh world.
func (b *builder) reset() {
	b.EndDeferral()
	b.emit(spec.Operation{Op: spec.OpReset, Profile: b.Profile.Name})
	b.Held, b.observers = nil, nil
	b.declared, b.components = 0, 0
	b.prologue()
}
