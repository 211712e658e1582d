package twin

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The steps of this file make changes that belong together, which single draws seldom do.

// loose moves pairs that are stored beside the tables between entities with the same target.
func (m *machine) loose() {
	r := m.rels[nonFragmentingFrom+m.pick(2)]
	a, b, target := m.entity(), m.entity(), m.entity()
	m.attach(a, r, target)
	m.attach(b, r, target)
	if m.chance(2) {
		m.switchOff(a, fast.Pair(r, target))
		m.attach(a, r, m.entity())
		m.attach(a, r, target) // a new pair, which is on
	}
	m.attach(a, r, m.entity())
	if m.chance(2) {
		m.detach(b, r, target)
	}
	h, other := m.next(), m.w.Spawn()
	m.bornAs(other, nil, h, nil, nil)
	m.attach(a, r, other)
	if m.chance(2) {
		m.did("Delete", other)
		m.both(m.w.Delete(other), spec.Operation{Op: spec.OpDelete, Entity: h})
	}
	m.follow()
}

// bases gives bases pairs under a query that is held.
func (m *machine) bases() {
	base, r := m.entity(), one(m, m.rels)
	m.attach(m.entity(), m.rels[1], base)
	q := m.make(&testQuery{
		terms: []term{m.plainTerm(fast.Pair(r, fast.Wildcard))}, Query: spec.Query{Kind: spec.KindCached, Instanced: true},
	})
	if q == nil {
		return
	}
	m.rows(q)
	m.attach(base, r, m.entity())
	m.rows(q)
	m.detach(base, r, fast.Wildcard)
	m.rows(q)
	m.release(q)
}

// crowd makes many bases, with gaps between their indices, that have bases of their own, and reads
// what instances inherit over two steps.
func (m *machine) crowd() {
	m.ops++
	m.did("crowd")
	const gap, bases = 400, 40
	var roots, instances []fast.Entity
	born := func(ids ...fast.ID) fast.Entity {
		h, e := m.next(), m.w.Spawn(as[fast.Initial](ids)...)
		m.both(nil, m.creation(h, nil, ids)[0])
		m.born(e, h)
		return e
	}
	for n := range 2 {
		roots = append(roots, born())
		m.give(roots[n], 1, n)
	}
	var rest []fast.Entity // in the gaps
	for range bases {
		for range m.pick(gap) {
			rest = append(rest, m.w.Spawn())
		}
		base := born(fast.Pair(fast.IsA, one(m, roots)))
		instances = append(instances, born(fast.Pair(fast.IsA, base)))
	}
	for _, e := range rest {
		m.both(m.w.Delete(e))
	}
	id := fast.Single(m.types[1])
	for range 2 {
		for _, e := range instances {
			m.same("Get", number(method(m.components[1], "Get", e)), m.inherited(e, id))
		}
	}
}

// tracking is a query for T1 that detects changes.
func (m *machine) tracking(field term) *testQuery {
	if !m.marks {
		return nil
	}
	return m.make(&testQuery{
		arity: 1, terms: []term{field}, Query: spec.Query{Kind: spec.KindCached, Instanced: true, DetectChanges: true},
	}, fast.DetectChanges)
}

// manySince asks a query whether it has changed before and after several entities are made at once, or a loop over
// another query may have written values.
func (m *machine) manySince() {
	field := m.plainTerm(fast.Single(m.types[1]))
	field.typed = nil
	q := m.tracking(field)
	if q == nil {
		return
	}
	field.typed = field.id
	m.access(&field, 5)
	field.typed = call(typed[1]["Field"], field.typed)[0].Interface().(fast.Term)
	writer := m.make(&testQuery{arity: 1, terms: []term{field}, Query: spec.Query{Kind: spec.KindCached, Instanced: true}})
	for range 2 {
		m.track(q)
		if m.chance(2) {
			m.many(1+m.pick(2), 1+m.pick(4), nil)
		} else {
			m.rows(writer)
		}
		m.track(q)
	}
	m.release(writer)
	m.release(q)
}

// deeper gives the parent of an entity a parent and takes it away, under a query that is ordered by depth. A sibling
// keeps the table of the parent, so that no table comes or goes.
func (m *machine) deeper() {
	var made [2]fast.Entity
	for i := range made {
		h := m.next()
		made[i] = m.w.Spawn()
		m.bornAs(made[i], nil, h, nil, nil)
	}
	parent, top := made[0], m.entity()
	m.attach(made[1], fast.ChildOf, top)
	m.attach(m.entity(), fast.ChildOf, parent)
	order := m.cascade()
	if order.Oper == spec.And { // else few entities match
		order.optional()
	}
	q := m.make(&testQuery{
		terms: []term{order}, Query: spec.Query{Kind: spec.KindCached, Instanced: true},
	})
	if q == nil {
		return
	}
	for range 2 {
		m.detach(parent, fast.ChildOf, fast.Wildcard)
		m.rows(q)
		m.attach(parent, fast.ChildOf, top)
		m.rows(q)
	}
	m.release(q)
}

// copies makes several instances at once of a base with values, or one.
func (m *machine) copies() {
	base := m.entity()
	for range 2 {
		m.give(base, 1+m.pick(5), m.pick(100))
	}
	ids := []fast.ID{fast.Pair(m.rels[1], base)}
	m.many(1+m.pick(4), 2+m.pick(3), append(ids, m.someIDs(1)...))
}

// instance gives an instance what its base has a value of: it begins as the base's.
func (m *machine) instance() {
	base, e, target, n, v := m.entity(), m.entity(), m.entity(), 1+m.pick(5), m.pick(100)
	m.give(base, n, v)
	id := fast.Pair(m.data, target)
	m.did("SetID", base, id, v)
	m.both(refusal(call(typed[2]["SetID"], m.w, base, id, value(2, v))), m.setting(base, id, v))
	m.attach(e, m.rels[1], base)
	m.did("Component.Add", e, m.types[n])
	m.both(refusal(call(m.components[n].MethodByName("Add"), e)), m.on(spec.OpAdd, e, fast.Single(m.types[n])))
	m.attach(e, m.data, target)
}

// keptReader keeps the reader of a relationship that a restoration undoes, and whose index another had before.
func (m *machine) keptReader() {
	r := m.declared()
	m.attach(m.entity(), r, m.entity())
	m.keep()
	m.undeclare(r)
	m.attach(m.entity(), m.declared(), m.entity())
	m.restore()
}

// mirrored adds a symmetric pair and removes it from either side.
func (m *machine) mirrored() {
	e, target := m.entity(), m.entity()
	m.attach(e, m.rels[symmetric], target)
	if m.chance(2) {
		e, target = target, e
	}
	m.detach(e, m.rels[symmetric], target)
}

// ring tries to close a cycle.
func (m *machine) ring() {
	r := one(m, []fast.Entity{fast.ChildOf, m.rels[tree], m.rels[acyclic], m.rels[5], m.rels[round], m.rels[round]})
	first := m.entity()
	at := first
	for range 1 + m.pick(3) {
		next := m.entity()
		m.attach(at, r, next)
		at = next
	}
	m.attach(at, r, first)
}

// refusedLate adds several pairs of which the last may close a cycle.
func (m *machine) refusedLate() {
	e := m.entity()
	m.addAllOf(e, m.rels[acyclic], []fast.Entity{m.entity(), m.entity(), e})
}

// brokenPath asks whether a path continues over a pair that is switched off.
func (m *machine) brokenPath() {
	r, e, between, target := m.rels[5], m.entity(), m.entity(), m.entity()
	m.attach(e, r, between)
	m.attach(between, r, target)
	if m.chance(2) {
		m.switchOff(between, fast.Pair(r, target))
	}
	m.closed(r, e, target)
}

// switchOff disables an id of an entity.
func (m *machine) switchOff(e fast.Entity, id fast.ID) {
	m.did("DisableID", e, id)
	m.both(m.w.DisableID(e, id), m.on(spec.OpDisable, e, id))
}

// shared reads values that an entity above has, itself or by a base, before and after they are others.
func (m *machine) shared() {
	r := m.upper()
	field := m.above(fast.Single(m.types[1]), r)
	if m.chance(2) {
		field.optional()
	}
	field.typed, field.Access = call(typed[1]["Field"], fast.In(field.typed))[0].Interface().(fast.Term), spec.AccessIn
	base, other, above := m.entity(), m.entity(), m.entity()
	m.give(base, 1, m.pick(100))
	m.give(other, 1, m.pick(100))
	if m.chance(2) {
		m.attach(above, m.rels[1], base)
	} else {
		above = base
	}
	m.attach(m.entity(), r, above)
	q := m.tracking(field)
	if q == nil {
		return
	}
	m.track(q)
	for range 1 + m.pick(3) {
		switch m.pick(4) {
		case 0: // the value of the other one, which it has had
			m.detach(above, m.rels[1], base)
			m.attach(above, m.rels[1], other)
			base, other = other, base
		case 1:
			m.did("Remove", base, m.types[1])
			id := fast.Single(m.types[1])
			m.both(m.w.Remove(base, id), m.on(spec.OpRemove, base, id))
		default:
			m.give(base, 1, m.pick(100))
		}
		m.track(q)
	}
	m.release(q)
}
