package twin

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// pattern makes changes that belong together, which single draws seldom do.
func (t *twin) pattern() {
	of(t.source, []func(){
		t.copies, t.manySince, t.mirrored, t.ring, t.instance, t.refusedLate, t.brokenWay,
		t.shared,
	})()
}

// attach gives an entity a pair.
func (t *twin) attach(e, r, target fast.Entity) {
	t.did("add pair")
	t.sameError("AddPair", t.a.AddPair(e, r, target), t.b.Add(e, fast.Pair(r, target)))
	t.compare(e)
	t.compare(target)
}

// detach takes a pair from an entity.
func (t *twin) detach(e, r, target fast.Entity) {
	t.did("remove")
	t.sameError("RemovePair", t.a.RemovePair(e, r, target), t.b.Remove(e, fast.Pair(r, target)))
	t.compare(e)
	t.compare(target)
}

// copies makes several instances at once of a base with values.
func (t *twin) copies() {
	base, v := t.entity(), t.pick(100)
	t.sameError("Set", t.t5.Set(base, valued[T5](v)), t.b.SetValue(base, t.t5.ID(), general(5, v)))
	t.sameError("Set", t.t2.Set(base, valued[T2](v)), t.b.SetValue(base, t.t2.ID(), general(2, v)))
	t.many(1+t.pick(4), 2+t.pick(3), []fast.ID{fast.Pair(t.rels[1], base)})
}

// manySince asks a query whether it has changed before and after several entities are made at once.
func (t *twin) manySince() {
	field := plainTerm(t.t1.ID())
	q := t.make(&asked{arity: 1, terms: []term{field}, tracked: true, text: "T1 with changes"},
		[]fast.Term{fast.DetectChanges},
		spec.Query{Kind: spec.KindCached, Instanced: true, DetectChanges: true, Terms: []spec.Term{field.general}})
	if q == nil {
		return
	}
	for range 2 {
		t.track(q)
		t.many(1+t.pick(2), 1+t.pick(4), nil)
		t.track(q)
	}
	q.typed.Release()
}

// mirrored adds a symmetric pair and removes it from either side.
func (t *twin) mirrored() {
	r, e, target := t.rels[8], t.entity(), t.entity()
	t.attach(e, r, target)
	if t.chance(2) {
		e, target = target, e
	}
	t.detach(e, r, target)
}

// ring tries to lead a way back to where it begins.
func (t *twin) ring() {
	r := of(t.source, []fast.Entity{fast.ChildOf, t.rels[7], t.rels[9]})
	first := t.entity()
	at := first
	for range 1 + t.pick(3) {
		next := t.entity()
		t.attach(at, r, next)
		at = next
	}
	t.attach(at, r, first)
}

// instance asks for the row of one entity that inherits a value.
func (t *twin) instance() {
	base := t.entity()
	t.value1(base)
	e := t.entity()
	t.attach(e, t.rels[1], base)
	field := plainTerm(t.t1.ID())
	q := t.make(&asked{arity: 1, terms: []term{field}, text: "T1 of one"}, []fast.Term{fast.Uncached},
		spec.Query{Kind: spec.KindFilter, Instanced: true, Terms: []spec.Term{field.general}})
	if q == nil {
		return
	}
	t.one(q, e)
	q.typed.Release()
}

// refusedLate adds several pairs of which the last may close a cycle.
func (t *twin) refusedLate() {
	t.did("AddAll")
	e := t.entity()
	t.addAllOf(e, t.rels[9], []fast.Entity{t.entity(), t.entity(), e})
}

// brokenWay asks whether a way leads on over a pair that is switched off.
func (t *twin) brokenWay() {
	r, e, between, target := of(t.source, []fast.Entity{t.rels[5], t.rels[5], t.rels[7]}), t.entity(), t.entity(),
		t.entity()
	t.attach(e, r, between)
	t.attach(between, r, target)
	if off := fast.Pair(r, target); t.chance(2) {
		t.did("toggle")
		t.sameError("DisableID", t.a.DisableID(between, off), t.b.DisableID(between, off))
	}
	t.closed(r, e, target)
}

// shared reads values that an entity above has, itself or by a base, before and after they are others.
func (t *twin) shared() {
	optional, r := t.chance(2), t.upper()
	field := t.above(t.t1.ID(), optional, r)
	field.general.Access = spec.AccessIn
	field.typed = fieldOf(1, fast.In(field.typed))
	base, other, above := t.entity(), t.entity(), t.entity()
	t.value1(base)
	t.value1(other)
	if inherits := t.chance(2); inherits {
		t.attach(above, t.rels[1], base)
	} else {
		above = base
	}
	t.attach(t.entity(), r, above)
	q := t.make(&asked{arity: 1, terms: []term{field}, tracked: true, text: "T1 of what is above"},
		[]fast.Term{field.typed, fast.DetectChanges},
		spec.Query{Kind: spec.KindCached, Instanced: true, DetectChanges: true, Terms: []spec.Term{field.general}})
	if q == nil {
		return
	}
	t.track(q)
	for range 1 + t.pick(3) {
		switch t.pick(4) {
		case 0: // the value of the other one, which it has had
			t.detach(above, t.rels[1], base)
			t.attach(above, t.rels[1], other)
			base, other = other, base
		case 1:
			t.did("remove")
			t.sameError("Remove", t.a.Remove(base, t.t1.ID()), t.b.Remove(base, t.t1.ID()))
			t.compare(base)
		default:
			t.value1(base)
		}
		t.track(q)
	}
	q.typed.Release()
}

// value1 gives an entity a value of T1.
func (t *twin) value1(e fast.Entity) {
	v := t.pick(100)
	t.did("set")
	t.sameError("Set", t.t1.Set(e, valued[T1](v)), t.b.SetValue(e, t.t1.ID(), general(1, v)))
}
