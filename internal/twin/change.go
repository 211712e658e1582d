package twin

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// anID is an id that can be added: a component, a tag or a pair.
func (m *machine) anID() fast.ID {
	switch m.pick(6) {
	case 0, 1:
		return fast.Single(m.types[m.component()])
	case 2:
		return fast.Single(one(m, m.tags))
	}
	return fast.Pair(m.rel(), m.entity())
}

// owned is an id that an entity owns, if there is one.
func (m *machine) owned(e fast.Entity) fast.ID {
	if ids := m.w.IDs(e); len(ids) > 0 {
		return one(m, ids)
	}
	return m.anID()
}

func (m *machine) someIDs(n int) (list []fast.ID) {
	for range m.pick(n + 1) {
		list = append(list, m.anID())
	}
	if m.chance(5) {
		list = append(list, fast.Pair(m.rels[1], m.entity())) // instances are made in a way of their own
	}
	return list
}

// arity is a number of values or fields; often a small one.
func (m *machine) arity() int {
	n := m.pick(6)
	if n == 5 {
		n += m.pick(maxArity - 4)
	}
	return n
}

// creation is an entity with values of the first components and ids, as operations.
func (m *machine) creation(h spec.Handle, values []int, ids []fast.ID) []spec.Operation {
	birth := spec.Operation{Op: spec.OpEntity, Entity: h}
	ops := []spec.Operation{{}}
	for i, v := range values {
		birth.IDs = append(birth.IDs, spec.Single(m.handle(m.types[i+1])))
		ops = append(ops, setting(h, birth.IDs[i], v))
	}
	for _, id := range ids {
		birth.IDs = append(birth.IDs, m.id(id))
	}
	ops[0] = birth
	return ops
}

func setting(h spec.Handle, id spec.ID, v int) spec.Operation {
	return spec.Operation{Op: spec.OpSet, Entity: h, ID: id, Value: spec.RawValue{"V": v}}
}

func (m *machine) setting(e fast.Entity, id fast.ID, v int) spec.Operation {
	return setting(m.handle(e), m.id(id), v)
}

func (m *machine) on(op spec.OpKind, e fast.Entity, id fast.ID) spec.Operation {
	return spec.Operation{Op: op, Entity: m.handle(e), ID: m.id(id)}
}

// bare makes an entity without ids.
func (m *machine) bare() fast.Entity {
	h, e := m.next(), m.w.Spawn()
	m.did("World.Spawn", h)
	m.bornAs(e, nil, h, nil, nil)
	return e
}

// fresh gives an entity targets in turn, one of which nothing has mentioned before. It may die then, and another
// target gets its index.
func (m *machine) fresh() {
	e, r, target := m.entity(), m.rel(), m.bare()
	targets := []fast.Entity{m.entity(), target}
	for i := range 2 + m.pick(3) {
		m.add(e, fast.Pair(r, targets[i%2]))
		if m.chance(3) {
			m.toggle(e, fast.Pair(r, targets[i%2]))
		}
	}
	if m.chance(2) {
		m.delete(target)
		m.add(e, fast.Pair(r, m.bare()))
	}
	m.follow()
}

// populate makes an entity if the pool is empty.
func (m *machine) populate() {
	if len(m.pool) == 0 {
		m.bare()
	}
}

// bornAs compares a new entity, or the error, with the model.
func (m *machine) bornAs(e fast.Entity, err error, h spec.Handle, values []int, ids []fast.ID) {
	if m.both(err, m.creation(h, values, ids)...) {
		m.born(e, h)
		m.made(e)
	}
}

// spawn makes an entity with values or several at once, often with the ids of earlier ones.
func (m *machine) spawn() {
	n, ids := m.arity(), m.someIDs(2)
	switch m.pick(4) {
	case 0:
		m.again[n] = ids
	case 1:
		ids = m.again[n]
	case 2:
		if ids = slices.Clone(m.again[n]); len(ids) > 0 {
			ids[m.pick(len(ids))] = m.anID()
		}
	}
	if m.chance(3) {
		m.spawnMany(n, 1+m.pick(4), ids, m.chance(2))
		return
	}
	m.spawnOne(n, ids)
}

// copies makes instances of a base with values.
func (m *machine) copies() {
	base := m.entity()
	for range 3 {
		m.set(base, m.pick(100))
	}
	m.spawnMany(m.pick(4), 1+m.pick(4), []fast.ID{fast.Pair(m.rels[1], base)}, m.chance(2))
}

func (m *machine) spawnOne(n int, ids []fast.ID) {
	h, values := m.next(), m.values(n)
	args := []any{m.w}
	for i, v := range values {
		args = append(args, value(i+1, v))
	}
	m.did("Spawn", h, n, ids)
	var e fast.Entity
	err := attempt(func() {
		if n == 0 {
			e = method(m.w, "Spawn", ids).Interface().(fast.Entity)
		} else {
			e = call(spawn[n], append(args, ids)...)[0].Interface().(fast.Entity)
		}
	})
	m.bornAs(e, err, h, values, ids)
}

// values draws numbers.
func (m *machine) values(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = m.pick(100)
	}
	return list
}

// spawnMany makes entities at once, which the model makes one after the other, and may write their values
// by the batch.
func (m *machine) spawnMany(arity, n int, ids []fast.ID, writes bool) {
	handles, values := []spec.Handle{}, [][]int{}
	var births, sets []spec.Operation
	for i := range n {
		handles, values = append(handles, m.next()), append(values, m.values(arity))
		ops := m.creation(handles[i], values[i], ids)
		births, sets = append(births, ops[0]), append(sets, ops[1:]...)
	}
	m.did("SpawnMany", handles, arity, ids)
	var b reflect.Value
	err := attempt(func() {
		if arity == 0 {
			b = method(m.w, "SpawnMany", n, ids)
		} else {
			b = call(spawnMany[arity], m.w, n, ids)[0]
		}
	})
	if codeOf(err) == spec.CodeInvalid { // they would be in several tables, or a pair cannot be at all
		return
	}
	if err != nil {
		m.both(err, births...)
		return
	}
	batch := batchOf(b, arity)
	entities := slices.Clone(batch.Entities())
	m.same("length of a batch", []int{batch.Len(), len(entities)}, []int{n, n})
	for i, e := range entities {
		for j := 0; j < arity && writes; j++ {
			m.putIn(batch.columns[j], i, values[i][j])
		}
		m.born(e, handles[i])
	}
	m.both(nil, births...)
	if writes {
		m.silently(sets)
		m.forgetTracked() // the writes of the model are changes, those by addresses none
	}
	for _, e := range entities {
		m.made(e)
	}
}

// putIn writes a number to a row of a column, by its address or the slice.
func (m *machine) putIn(column reflect.Value, i, v int) {
	if m.chance(2) {
		put(method(column, "At", i), v)
	} else {
		put(method(column, "Slice").Index(i).Addr(), v)
	}
}

// change changes one id of an entity, or deletes it.
func (m *machine) change() {
	e, id := m.entity(), m.anID()
	switch m.pick(10) {
	case 0, 1, 2:
		m.add(e, id)
	case 3:
		m.remove(e, m.owned(e))
	case 4, 5, 6:
		m.set(e, m.pick(100))
	case 7, 8:
		m.toggle(e, m.owned(e))
	default:
		if m.chance(2) {
			m.delete(e)
		}
	}
}

// toggle disables an id of an entity or the entity, or enables the id.
func (m *machine) toggle(e fast.Entity, id fast.ID) {
	op, f := spec.OpDisable, m.w.DisableID
	switch m.pick(4) {
	case 2:
		op, f = spec.OpEnable, m.w.EnableID
	case 3:
		id, f = fast.ID{}, func(e fast.Entity, _ fast.AnyID) error { return m.w.Disable(e) }
	}
	m.did(string(op), e, id)
	m.both(f(e, id), m.on(op, e, id))
}

func (m *machine) delete(e fast.Entity) {
	m.did("Delete", e)
	m.both(m.w.Delete(e), spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)})
}

// relate changes pairs of an entity by the reader of a relationship, or adds several at once.
func (m *machine) relate() {
	e, r := m.entity(), m.rel()
	switch m.pick(4) {
	case 0:
		m.addAll(e)
	case 1:
		m.remove(e, one(m, []fast.ID{m.owned(e), m.owned(e), fast.Pair(r, fast.Wildcard)}))
	default:
		m.add(e, fast.Pair(r, m.entity()))
	}
}

func (m *machine) add(e fast.Entity, id fast.ID) {
	m.both(m.alter("Add", e, id), m.on(spec.OpAdd, e, id))
}

func (m *machine) remove(e fast.Entity, id fast.ID) {
	m.both(m.alter("Remove", e, id), m.on(spec.OpRemove, e, id))
}

// alter adds an id to an entity or removes it, or the matches of a pattern, in one of the ways.
func (m *machine) alter(name string, e fast.Entity, id fast.ID) error {
	n, way, w := m.typeOf(id), m.pick(3), reflect.ValueOf(m.w)
	m.did(name, e, id, way)
	switch {
	case id.IsPair() && way == 0:
		return refusal(call(reflect.ValueOf(m.readerOf(id.First())).MethodByName(name), e, id.Second()))
	case id.IsPair() && way == 1:
		return refusal(call(w.MethodByName(name+"Pair"), e, id.First(), id.Second()))
	case n >= 0 && !id.IsPair() && way == 0:
		return refusal(call(typed[n][name], m.w, e))
	case n >= 0 && !id.IsPair() && way == 1:
		return refusal(call(m.components[n].MethodByName(name), e))
	}
	return refusal(call(w.MethodByName(name), e, id))
}

// set gives an entity a value of a component or pair, in one of the ways.
func (m *machine) set(e fast.Entity, v int) {
	n := max(1, m.component())
	id := fast.Single(m.types[n])
	target, way := m.entity(), m.pick(6)
	switch way {
	case 4:
		id = fast.Pair(m.types[n], target)
	case 5:
		n, id = 2, fast.Pair(m.data, target)
	}
	c, x := m.components[n], value(n, v)
	m.did("Set", e, id, v, way)
	var err error
	switch way {
	case 0:
		err = refusal(call(typed[n]["Set"], m.w, e, x))
	case 1:
		err = m.w.SetValue(e, id, x.Interface())
	case 4:
		err = refusal(call(c.MethodByName("SetPair"), e, target, x))
	case 5:
		err = refusal(call(typed[n]["SetID"], m.w, e, id, x))
	default:
		err = refusal(call(c.MethodByName("Set"), e, x))
	}
	if m.both(err, m.setting(e, id, v)) && way == 2 {
		m.both(refusal(call(c.MethodByName("Modified"), e)), m.on(spec.OpModified, e, id))
	}
}

// readerOf is the kept reader of a relationship.
func (m *machine) readerOf(r fast.Entity) reader {
	for _, known := range m.readers {
		if known.Entity() == r {
			return known
		}
	}
	m.readers = append(m.readers, reader{m.w.Relationship(r), m.w.Closure(r)})
	return m.readers[len(m.readers)-1]
}

// addAll gives an entity several pairs of a relationship, or none.
func (m *machine) addAll(e fast.Entity) {
	r, targets := one(m, m.plain), []fast.Entity{}
	var ops []spec.Operation
	for range m.pick(5) {
		target := one(m, []fast.Entity{m.entity(), m.entity(), e})
		targets, ops = append(targets, target), append(ops, m.on(spec.OpAdd, e, fast.Pair(r, target)))
	}
	m.did("Relationship.AddAll", e, r, targets)
	before := m.changed()
	err := m.readerOf(r).AddAll(e, targets...)
	if err != nil {
		m.same("Changed after AddAll that was refused", m.changed(), before)
	}
	if len(targets) == 0 && !m.w.Alive(e) {
		m.same("AddAll of the dead", codeOf(err), spec.CodeNotAlive)
		return
	}
	m.both(err, ops...)
	m.dropEvents() // as for edit
}

// rewind takes a snapshot, or restores the last one.
func (m *machine) rewind() {
	if m.snapshot == nil || m.chance(2) {
		m.keep()
	} else {
		m.restore()
	}
}

func (m *machine) keep() {
	m.did("Snapshot")
	m.snapshot = m.w.Snapshot()
	m.both(nil, spec.Operation{Op: spec.OpSnapshot, As: "kept"})
}

func (m *machine) restore() {
	m.did("Restore")
	m.w.Restore(m.snapshot)
	m.both(nil, spec.Operation{Op: spec.OpRestore, As: "kept"})
	m.pool = slices.DeleteFunc(m.pool, m.undone)
	m.rels = slices.DeleteFunc(m.rels, m.undone)
	m.plain = slices.DeleteFunc(m.plain, m.undone)
	m.focus()
	for _, r := range m.readers {
		if m.undone(r.Entity()) {
			m.readDeleted(r)
		}
	}
}

// readDeleted checks that a reader of a deleted relationship finds nothing, even if another entity has its index.
func (m *machine) readDeleted(r reader) {
	m.did("a reader of what is gone", r.Entity())
	target := m.entity()
	for _, e := range m.pool {
		m.same("a reader of what is gone", []any{
			r.Has(e, target), r.Target(e), slices.Collect(r.Sources(target)), r.closure.Has(e, target), codeOf(r.Add(e, target)),
		}, []any{false, fast.Entity(0), []fast.Entity{}, false, spec.CodeNotAlive})
	}
}

// undone reports whether a restoration has removed an entity. The model does not know such an entity.
func (m *machine) undone(e fast.Entity) bool {
	err := m.model.Apply(spec.Operation{Op: spec.OpIDs, Entity: m.handle(e)}).Err
	return err != nil && err.Code == spec.CodeUnresolved
}

// scope makes an entity the parent of all new ones, often none.
func (m *machine) scope() {
	e := m.entity()
	if m.chance(2) {
		e = 0
	}
	m.did("SetScope", e)
	_, err := m.w.SetScope(e)
	m.both(err, spec.Operation{Op: spec.OpScope, Entity: m.handle(e)})
}

// declare makes a further relationship or deletes one, whose readers are kept. Sometimes a restoration undoes this,
// so that the index of the relationship belongs to the one before.
func (m *machine) declare() {
	const first = 12
	switch m.pick(4) {
	case 0:
		if len(m.rels) > first {
			m.undeclare(m.rels[first+m.pick(len(m.rels)-first)])
		}
	case 1:
		r := m.declared()
		m.add(m.entity(), fast.Pair(r, m.entity()))
		m.keep()
		m.undeclare(r)
		m.add(m.entity(), fast.Pair(m.declared(), m.entity()))
		m.restore()
	default:
		m.declared()
	}
}

func (m *machine) undeclare(r fast.Entity) {
	m.delete(r)
	is := func(e fast.Entity) bool { return e == r }
	m.rels, m.plain = slices.DeleteFunc(m.rels, is), slices.DeleteFunc(m.plain, is)
	m.focus()
}

func (m *machine) declared() fast.Entity {
	m.named++
	name := fmt.Sprint("R", m.named)
	m.did("NewRelationship", name)
	e := m.relationship(name)
	m.rels, m.plain, m.fewRels = append(m.rels, e), append(m.plain, e), append(m.fewRels, e)
	m.readerOf(e)
	return e
}

// edit changes all entities that match a query in one call.
func (m *machine) edit() {
	kind, r, n, v := m.pick(8), m.rel(), max(1, m.component()), m.pick(100)
	add, remove, id := m.someIDs(2), m.someIDs(2), fast.Single(m.types[n])
	terms := []fast.Term{m.anID()}
	switch m.pick(5) {
	case 0:
		terms = append(terms, fast.Not(m.anID()))
	case 1, 2:
		terms, add, remove = []fast.Term{fast.Pair(r, fast.Wildcard)}, []fast.ID{fast.Pair(r, m.entity())}, nil
	case 3:
		remove = append(remove, fast.Pair(r, fast.Wildcard))
	}
	var q fast.Query0
	if attempt(func() { q = fast.NewQuery0(m.w, terms...) }) != nil {
		return
	}
	var list []fast.Entity
	for e := range q.All() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	if len(list) > 1 && (kind == 0 && !m.chance(8) || m.chance(4)) { // seldom do several die
		list = list[:1]
		q = q.Bind(fast.This, list[0])
	}
	m.did("edit", kind, list, id, v, add, remove)
	var out []reflect.Value
	switch {
	case kind == 0:
		out = call(q.DeleteAll)
	case kind < 3:
		out = call(typed[n]["SetAll"], q, id, value(n, v))
	case len(remove) == 0: // also where there is nothing to do
		out = call(q.AddAll, add)
	case len(add) == 0:
		out = call(q.RemoveAll, remove)
	default:
		out = call(q.ExchangeAll, add, remove)
	}
	var ops []spec.Operation
	for _, e := range list {
		switch {
		case kind == 0: // one may die with another
			m.answer(spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)})
		case kind < 3:
			ops = append(ops, m.setting(e, id, v))
		default:
			for _, id := range remove {
				ops = append(ops, m.on(spec.OpRemove, e, id))
			}
			for _, id := range add {
				ops = append(ops, m.on(spec.OpAdd, e, id))
			}
		}
	}
	if err := refusal(out); err == nil {
		m.same("number of entities", out[0], len(list))
	} else if len(list) == 0 || codeOf(err) == spec.CodeNotAlive {
		return // bad ids are refused all the same, and before anything is tried
	}
	if m.both(refusal(out), ops...); kind > 0 {
		// it is one operation, and the model's are several, between which observers are notified
		m.dropEvents()
		if kind >= 3 && len(remove)+len(add) > 1 { // the model's pass through tables that the edit does not touch
			m.forgetTracked()
		}
	}
}

// record records commands, and applies them; the dead are passed over.
func (m *machine) record() {
	c, placeholders := &m.commands, map[fast.Entity]spec.Handle{}
	var ops []spec.Operation
	var made []fast.Entity
	entity := func() fast.Entity {
		if len(made) > 0 && !m.chance(3) {
			return one(m, made)
		}
		return m.entity()
	}
	last, of := fast.ID{}, fast.Entity(0) // what was added before
	for range 1 + m.pick(8) {
		e, id, kind := entity(), m.anID(), m.pick(9)
		if id.IsPair() {
			id = fast.Pair(id.First(), entity())
		}
		switch kind {
		case 0, 1:
			var ids []fast.ID
			if m.chance(2) {
				ids = append(ids, id)
			}
			h := m.next()
			e = method(c, "Spawn", ids).Interface().(fast.Entity)
			m.handles[e], placeholders[e], made = h, h, append(made, e)
			ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h})
			for _, id := range ids {
				ops = append(ops, m.on(spec.OpAdd, e, id))
			}
		case 2, 3:
			c.Add(e, id)
			last, of = id, e
			ops = append(ops, m.on(spec.OpAdd, e, id))
		case 4:
			if of != 0 && !m.chance(4) {
				e, id = of, last
			}
			c.Remove(e, id)
			ops = append(ops, m.on(spec.OpRemove, e, id))
		case 5:
			if m.chance(2) {
				c.Delete(e)
				ops = append(ops, spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)})
			}
		default:
			n, v := max(1, m.component()), m.pick(100)
			id = fast.Single(m.types[n])
			if kind == 6 {
				c.Set(e, id, value(n, v).Interface())
			} else {
				call(m.components[n].MethodByName("SetLater"), c, e, value(n, v))
			}
			ops = append(ops, m.setting(e, id, v))
		}
		m.did("Commands", kind, e, id)
	}
	m.same("length of Commands", c.Len(), len(ops))
	var got, want []spec.ErrorCode
	for _, op := range ops {
		err := m.model.Apply(op).Err
		if codeOf(err) == spec.CodeNotAlive && op.Op == spec.OpAdd && op.ID.IsPair() && m.answer(spec.Operation{
			Op: spec.OpOwns, Entity: op.ID.First, ID: spec.Pair(spec.OnDeleteTarget, spec.DeleteAction),
		}).Bool {
			err = m.model.Apply(spec.Operation{Op: spec.OpDelete, Entity: op.Entity}).Err // a child of a dead parent
		}
		if err != nil && codeOf(err) != spec.CodeNotAlive {
			want = append(want, err.Code)
		}
	}
	m.did("Commands.Apply")
	var joined interface{ Unwrap() []error }
	if errors.As(c.Apply(m.w), &joined) {
		for _, err := range joined.Unwrap() {
			got = append(got, codeOf(err))
		}
	}
	m.same("errors of Commands", got, want)
	for _, p := range made {
		delete(m.handles, p)
		m.born(c.Entity(p), placeholders[p])
		m.made(c.Entity(p))
	}
}

// wait makes changes in a deferral.
func (m *machine) wait() {
	m.did("Defer")
	m.both(nil, spec.Operation{Op: spec.OpDeferBegin})
	err := m.w.Defer(func() {
		for range 1 + m.pick(6) {
			if m.chance(6) {
				m.spawnOne(2, m.someIDs(1))
			} else {
				m.change()
			}
		}
	})
	var got, want []spec.ErrorCode
	if deferred := (*fast.DeferredError)(nil); errors.As(err, &deferred) {
		for _, f := range deferred.Failures {
			got = append(got, codeOf(f.Err))
		}
	}
	for _, f := range m.model.Apply(spec.Operation{Op: spec.OpDeferEnd}).Failures {
		want = append(want, codeOf(f.Err))
	}
	m.same("failures of a deferral", got, want)
}

// observe makes an observer of a type; it is never released.
func (m *machine) observe() {
	if m.observers > 1 {
		return
	}
	name, n := fmt.Sprint("o", m.observers), max(1, m.component())
	kind := one(m, []fast.EventKind{fast.OnAdd, fast.OnRemove, fast.OnSet})
	m.did("Observe", name, kind, m.types[n])
	q := &spec.Query{Terms: []spec.Term{m.spec(term{id: fast.Single(m.types[n])})}}
	err := attempt(func() {
		call(typed[n]["Observe"], m.w, kind, func(e fast.Entity, _ int) {
			m.events = append(m.events, event{name, e})
		})
	})
	if m.both(err, spec.Operation{
		Op: spec.OpObserve, As: name, Events: []spec.EventKind{spec.EventKind(kind.String())}, Query: q,
	}) {
		m.observers++
	}
}

// crowd makes many bases, with gaps between their indices, that have bases of their own, and reads
// what instances inherit over two steps.
func (m *machine) crowd() {
	const gap, bases = 400, 40
	m.did("crowd")
	born := func(ids ...fast.ID) fast.Entity {
		h, e := m.next(), method(m.w, "Spawn", ids).Interface().(fast.Entity)
		m.both(nil, m.creation(h, nil, ids)[0])
		m.born(e, h)
		return e
	}
	roots := []fast.Entity{born(), born()}
	for v, e := range roots {
		m.both(refusal(call(typed[1]["Set"], m.w, e, value(1, v))), m.setting(e, fast.Single(m.types[1]), v))
	}
	var instances, rest []fast.Entity // rest: in the gaps
	for range bases {
		for range m.pick(gap) {
			rest = append(rest, m.w.Spawn())
		}
		base := born(fast.Pair(m.rels[1], one(m, roots)))
		instances = append(instances, born(fast.Pair(m.rels[1], base)))
	}
	for _, e := range rest {
		m.both(m.w.Delete(e))
	}
	for range 2 {
		for _, e := range instances {
			m.same("Get", number(method(m.components[1], "Get", e)), m.inherited(e, fast.Single(m.types[1])))
		}
	}
}
