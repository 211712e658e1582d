package twin

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// anID draws an id that can be added: a component, a tag or a pair.
func (m *machine) anID() fast.ID {
	switch m.pick(6) {
	case 0, 1:
		return fast.Single(m.types[m.component()])
	case 2:
		return fast.Single(one(m, m.tags))
	}
	return fast.Pair(m.rel(), m.entity())
}

// owned draws an id that an entity owns, or any id if it owns none.
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
		list = append(list, fast.Pair(m.rels[1], m.entity())) // instances are created differently
	}
	return list
}

// arity draws a number of values or fields. Small numbers are more likely.
func (m *machine) arity() int {
	n := m.pick(6)
	if n == 5 {
		n += m.pick(maxArity - 4)
	}
	return n
}

// creation returns the operations that create an entity with the first n components and further
// ids. It draws the values of the components.
func (m *machine) creation(n int, ids []fast.ID) []spec.Operation {
	h := m.next()
	ops := []spec.Operation{{Op: spec.OpEntity, Entity: h}}
	for i := range n {
		id := spec.Single(m.handle(m.types[i+1]))
		ops[0].IDs = append(ops[0].IDs, id)
		ops = append(ops, setting(h, id, m.pick(100)))
	}
	for _, id := range ids {
		ops[0].IDs = append(ops[0].IDs, m.id(id))
	}
	return ops
}

func setting(h spec.Handle, id spec.ID, v int) spec.Operation {
	return spec.Operation{Op: spec.OpSet, Entity: h, ID: id, Value: spec.RawValue{"V": v}}
}

func (m *machine) on(op spec.OpKind, e fast.Entity, id fast.ID) spec.Operation {
	return spec.Operation{Op: op, Entity: m.handle(e), ID: m.id(id)}
}

// numberOf returns the number that an operation sets.
func numberOf(op spec.Operation) int { return op.Value["V"].(int) }

// fresh adds pairs with two targets in turn to an entity. One of the targets is new. Sometimes it
// is deleted afterwards, and another target reuses its index.
func (m *machine) fresh() {
	e, r, target := m.entity(), m.rel(), m.spawnOne(0, nil)
	targets := []fast.Entity{m.entity(), target}
	for i := range 2 + m.pick(3) {
		m.add(e, fast.Pair(r, targets[i%2]))
		m.check()
		if m.chance(3) {
			m.toggle(e, fast.Pair(r, targets[i%2]))
		}
	}
	if m.chance(2) {
		m.delete(target)
		m.add(e, fast.Pair(r, m.spawnOne(0, nil)))
	}
	m.follow()
}

// spawn creates one or several entities with values, often with the ids of earlier ones.
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
		m.spawnMany(n, 1+m.pick(4), ids)
	} else {
		m.spawnOne(n, ids)
	}
}

// copies sets values of an entity and creates instances of it.
func (m *machine) copies() {
	base := m.entity()
	for range 3 {
		m.set(base, m.pick(100))
	}
	m.spawnMany(m.pick(4), 1+m.pick(4), []fast.ID{fast.Pair(m.rels[1], base)})
}

// spawnOne creates an entity with n values and ids. It returns 0 if that is refused.
func (m *machine) spawnOne(n int, ids []fast.ID) (e fast.Entity) {
	ops, args := m.creation(n, ids), []any{m.w}
	for i, op := range ops[1:] {
		args = append(args, value(i+1, numberOf(op)))
	}
	if m.do("Spawn", func() error {
		e = call(spawn[n], append(args, ids)...)[0].Interface().(fast.Entity)
		return nil
	}, ops...) {
		m.born(e, ops[0].Entity)
		m.made(e)
	}
	return e
}

// spawnMany creates several entities in one call. The model creates them one after the other.
// Sometimes spawnMany writes their values through the returned batch, unless a query detects changes:
// the writes of the model are changes, those through pointers are not.
func (m *machine) spawnMany(arity, n int, ids []fast.ID) {
	var births, sets []spec.Operation
	for range n {
		ops := m.creation(arity, ids)
		births, sets = append(births, ops[0]), append(sets, ops[1:]...)
	}
	m.did("SpawnMany", m.text(births)...)
	var b reflect.Value
	err := attempt(func() error {
		b = call(spawnMany[arity], m.w, n, ids)[0]
		return nil
	})
	if codeOf(err) == spec.CodeInvalid { // the entities would be in several tables, or a pair is not allowed
		return
	}
	if err != nil {
		m.both(err, births...)
		return
	}
	batch, writes := batchOf(b, arity), len(m.changed()) == 0 && m.chance(2)
	entities := slices.Clone(batch.Entities())
	m.same("length of a batch", []int{batch.Len(), len(entities)}, []int{n, n})
	for i, e := range entities {
		for j := 0; j < arity && writes; j++ {
			m.putIn(batch.columns[j], i, numberOf(sets[i*arity+j]))
		}
		m.born(e, births[i].Entity)
	}
	m.both(nil, births...)
	if writes {
		m.silently(sets)
	}
	for _, e := range entities {
		m.made(e)
	}
}

// putIn writes a number to a row of a column, through At or through Slice.
func (m *machine) putIn(column reflect.Value, i, v int) {
	if m.chance(2) {
		put(method(column, "At", i), v)
	} else {
		put(method(column, "Slice").Index(i).Addr(), v)
	}
}

// change changes one id of an entity, or deletes it.
func (m *machine) change() {
	e := m.entity()
	switch m.pick(15) {
	case 0, 1, 2:
		m.add(e, m.anID())
	case 3, 4, 5, 6:
		m.add(e, fast.Pair(m.rel(), m.entity()))
	case 7, 8:
		m.remove(e, one(m, []fast.ID{m.owned(e), m.owned(e), fast.Pair(m.rel(), fast.Wildcard)}))
	case 9, 10, 11:
		m.set(e, m.pick(100))
	case 12, 13:
		m.toggle(e, m.owned(e))
	default:
		if m.chance(2) {
			m.delete(e)
		}
	}
}

// toggle disables or enables an id of an entity, or disables the entity.
func (m *machine) toggle(e fast.Entity, id fast.ID) {
	op, f := spec.OpDisable, m.w.DisableID
	switch m.pick(4) {
	case 2:
		op, f = spec.OpEnable, m.w.EnableID
	case 3:
		id, f = fast.ID{}, func(e fast.Entity, _ fast.AnyID) error { return m.w.Disable(e) }
	}
	m.do("toggle", func() error { return f(e, id) }, m.on(op, e, id))
}

func (m *machine) delete(e fast.Entity) {
	m.do("Delete", func() error { return m.w.Delete(e) }, m.on(spec.OpDelete, e, fast.ID{}))
}

func (m *machine) add(e fast.Entity, id fast.ID) { m.alter("Add", m.on(spec.OpAdd, e, id), e, id) }

func (m *machine) remove(e fast.Entity, id fast.ID) {
	m.alter("Remove", m.on(spec.OpRemove, e, id), e, id)
}

// alter calls one of the functions that add or remove an id. name is Add or Remove.
func (m *machine) alter(name string, op spec.Operation, e fast.Entity, id fast.ID) {
	n, way, w := m.typeOf(id), m.pick(3), reflect.ValueOf(m.w)
	f, args := w.MethodByName(name), []any{e, id}
	switch {
	case id.IsPair() && way == 0:
		f, args = reflect.ValueOf(m.readerOf(id.First())).MethodByName(name), []any{e, id.Second()}
	case id.IsPair() && way == 1:
		f, args = w.MethodByName(name+"Pair"), []any{e, id.First(), id.Second()}
	case n >= 0 && !id.IsPair() && way == 0:
		f, args = reflect.ValueOf(typed[n][name]), []any{m.w, e}
	case n >= 0 && !id.IsPair() && way == 1:
		f, args = m.components[n].MethodByName(name), []any{e}
	}
	m.do(fmt.Sprint(name, way), func() error { return refusal(call(f, args...)) }, op)
}

// set calls one of the functions that set a value of a component or pair.
func (m *machine) set(e fast.Entity, v int) {
	n, target, way := max(1, m.component()), m.entity(), m.pick(6)
	id := fast.Single(m.types[n])
	switch way {
	case 4:
		id = fast.Pair(m.types[n], target)
	case 5:
		n, id = 2, fast.Pair(m.data, target)
	}
	c, x := m.components[n], value(n, v)
	if m.do(fmt.Sprint("Set", way), func() error {
		switch way {
		case 0:
			return refusal(call(typed[n]["Set"], m.w, e, x))
		case 1:
			return m.w.SetValue(e, id, x.Interface())
		case 4:
			return refusal(call(c.MethodByName("SetPair"), e, target, x))
		case 5:
			return refusal(call(typed[n]["SetID"], m.w, e, id, x))
		}
		return refusal(call(c.MethodByName("Set"), e, x))
	}, setting(m.handle(e), m.id(id), v)) && way == 2 {
		m.both(refusal(call(c.MethodByName("Modified"), e)), m.on(spec.OpModified, e, id))
	}
}

// readerOf returns the reader of a relationship. It creates it at the first call.
func (m *machine) readerOf(r fast.Entity) reader {
	for _, known := range m.readers {
		if known.Entity() == r {
			return known
		}
	}
	m.readers = append(m.readers, reader{m.w.Relationship(r), m.w.Closure(r)})
	return m.readers[len(m.readers)-1]
}

// addAll adds several pairs of a relationship to an entity, or none.
func (m *machine) addAll() {
	e, r, targets := m.entity(), one(m, m.plain), []fast.Entity{}
	var ops []spec.Operation
	for range m.pick(5) {
		target := one(m, []fast.Entity{m.entity(), m.entity(), e})
		targets, ops = append(targets, target), append(ops, m.on(spec.OpAdd, e, fast.Pair(r, target)))
	}
	m.did("AddAll", m.text(ops)...)
	before := m.changed()
	err := m.readerOf(r).AddAll(e, targets...)
	if err != nil {
		m.same("Changed after AddAll that was refused", m.changed(), before)
	}
	if len(targets) == 0 && !m.w.Alive(e) {
		m.same("AddAll of the dead", codeOf(err), spec.CodeNotAlive)
		return
	}
	if m.both(err, ops...) && len(ops) > 1 { // as in edit
		m.forgetTracked()
	}
	m.dropEvents()
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
	m.do("Snapshot", func() error {
		m.snapshot = m.w.Snapshot()
		return nil
	}, spec.Operation{Op: spec.OpSnapshot, As: "kept"})
}

func (m *machine) restore() {
	m.do("Restore", func() error {
		m.w.Restore(m.snapshot)
		return nil
	}, spec.Operation{Op: spec.OpRestore, As: "kept"})
	m.pool = slices.DeleteFunc(m.pool, m.undone)
	m.rels = slices.DeleteFunc(m.rels, m.undone)
	m.plain = slices.DeleteFunc(m.plain, m.undone)
	m.focus()
	for _, r := range m.readers {
		m.readDeleted(r)
	}
}

// readDeleted checks that a reader of a deleted relationship finds nothing, even if another entity
// reuses its index.
func (m *machine) readDeleted(r reader) {
	if m.w.Alive(r.Entity()) {
		return
	}
	m.did("a reader of what is gone", m.handle(r.Entity()))
	target := m.entity()
	for _, e := range m.pool {
		m.same("a reader of what is gone", []any{
			r.Has(e, target), r.Target(e), slices.Collect(r.Sources(target)), r.closure.Has(e, target), codeOf(r.Add(e, target)),
		}, []any{false, fast.Entity(0), []fast.Entity{}, false, spec.CodeNotAlive})
	}
}

// undone reports whether a restore has removed an entity. The model does not know such an entity.
func (m *machine) undone(e fast.Entity) bool {
	err := m.model.Apply(spec.Operation{Op: spec.OpIDs, Entity: m.handle(e)}).Err
	return err != nil && err.Code == spec.CodeUnresolved
}

// scope sets the scope, which becomes the parent of new entities. It often sets none.
func (m *machine) scope() {
	e := one(m, []fast.Entity{0, m.entity()})
	m.do("SetScope", func() error {
		_, err := m.w.SetScope(e)
		return err
	}, m.on(spec.OpScope, e, fast.ID{}))
}

// declare creates a relationship or deletes one, without discarding its readers. Sometimes it
// restores a snapshot afterwards, so that the index belongs to the previous relationship again.
func (m *machine) declare() {
	const first = 12
	switch m.pick(4) {
	case 0:
		if len(m.rels) > first {
			m.undeclare(one(m, m.rels[first:]))
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
	e := m.relationship("R" + string(m.next()))
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
	if attempt(func() error {
		q = fast.NewQuery0(m.w, terms...)
		return nil
	}) != nil {
		return
	}
	var list []fast.Entity
	for e := range q.All() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	if len(list) > 1 && (kind == 0 && !m.chance(8) || m.chance(4)) { // several deletions are rare
		list = list[:1]
		q = q.Bind(fast.This, list[0])
	}
	var ops []spec.Operation
	for _, e := range list {
		switch {
		case kind == 0:
			ops = append(ops, m.on(spec.OpDelete, e, fast.ID{}))
		case kind < 3:
			ops = append(ops, setting(m.handle(e), m.id(id), v))
		default:
			for _, id := range remove {
				ops = append(ops, m.on(spec.OpRemove, e, id))
			}
			for _, id := range add {
				ops = append(ops, m.on(spec.OpAdd, e, id))
			}
		}
	}
	m.did("edit", m.text(ops)...)
	var out []reflect.Value
	switch {
	case kind == 0:
		out = call(q.DeleteAll)
	case kind < 3:
		out = call(typed[n]["SetAll"], q, id, value(n, v))
	case len(remove) == 0: // add may be empty, too
		out = call(q.AddAll, add)
	case len(add) == 0:
		out = call(q.RemoveAll, remove)
	default:
		out = call(q.ExchangeAll, add, remove)
	}
	err := refusal(out)
	switch {
	case err == nil:
		m.same("number of entities", out[0], len(list))
	case len(list) == 0 || codeOf(err) == spec.CodeNotAlive: // bad ids are refused before anything is changed
		return
	}
	if kind == 0 {
		for _, op := range ops {
			m.answer(op) // deleting one entity may delete another
		}
		m.both(err)
		if len(ops) > 1 { // as below
			m.forgetTracked()
		}
		return
	}
	// the edit is one operation, but the model applies several and notifies observers between them
	m.both(err, ops...)
	m.dropEvents()
	if kind >= 3 && len(remove)+len(add) > 1 { // the operations of the model change tables that the edit does not
		m.forgetTracked()
	}
}

// record records commands and applies them. Commands on dead entities are skipped.
func (m *machine) record() {
	c := &m.commands
	var ops []spec.Operation
	var made []fast.Entity // placeholders
	entity := func() fast.Entity {
		if len(made) > 0 && !m.chance(3) {
			return one(m, made)
		}
		return m.entity()
	}
	last, of := fast.ID{}, fast.Entity(0) // the id that was added last, and its entity
	for range 1 + m.pick(8) {
		e, id := entity(), m.anID()
		if id.IsPair() {
			id = fast.Pair(id.First(), entity())
		}
		switch kind := m.pick(9); kind {
		case 0, 1:
			ids := []fast.ID{id}[:m.pick(2)]
			e = method(c, "Spawn", ids).Interface().(fast.Entity)
			m.handles[e], made = m.next(), append(made, e)
			ops = append(ops, m.on(spec.OpEntity, e, fast.ID{}))
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
				ops = append(ops, m.on(spec.OpDelete, e, fast.ID{}))
			}
		default:
			n, v := max(1, m.component()), m.pick(100)
			id = fast.Single(m.types[n])
			if kind == 6 {
				c.Set(e, id, value(n, v).Interface())
			} else {
				call(m.components[n].MethodByName("SetLater"), c, e, value(n, v))
			}
			ops = append(ops, setting(m.handle(e), m.id(id), v))
		}
	}
	m.did("Commands", m.text(ops)...)
	m.same("length of Commands", c.Len(), len(ops))
	var want []string
	for _, op := range ops {
		err := m.model.Apply(op).Err
		if codeOf(err) == spec.CodeNotAlive && op.Op == spec.OpAdd && op.ID.IsPair() && m.answer(spec.Operation{
			Op: spec.OpOwns, Entity: op.ID.First, ID: spec.Pair(spec.OnDeleteTarget, spec.DeleteAction),
		}).Bool {
			err = m.model.Apply(spec.Operation{Op: spec.OpDelete, Entity: op.Entity}).Err // deferral.dead-parent
		}
		if err != nil && codeOf(err) != spec.CodeNotAlive {
			want = append(want, string(err.Code))
		}
	}
	m.same("errors of Commands", codesOf(c.Apply(m.w)), want)
	for _, p := range made {
		m.born(c.Entity(p), m.handles[p])
		m.made(c.Entity(p))
		delete(m.handles, p)
	}
}

// wait makes changes inside a deferral.
func (m *machine) wait() {
	m.do("Defer", func() error { return nil }, spec.Operation{Op: spec.OpDeferBegin})
	err := m.w.Defer(func() {
		for range 1 + m.pick(6) {
			if m.chance(6) {
				m.spawnOne(2, m.someIDs(1))
			} else {
				m.change()
			}
		}
	})
	var want []string
	for _, f := range m.model.Apply(spec.Operation{Op: spec.OpDeferEnd}).Failures {
		want = append(want, string(f.Err.Code))
	}
	m.same("failures of a deferral", codesOf(err), want)
}

// observe creates an observer of a component. It is never released.
func (m *machine) observe() {
	if m.observers > 1 {
		return
	}
	name, n := fmt.Sprint("o", m.observers), max(1, m.component())
	kind := one(m, []fast.EventKind{fast.OnAdd, fast.OnRemove, fast.OnSet})
	if m.do("Observe", func() error {
		call(typed[n]["Observe"], m.w, kind, func(e fast.Entity, _ int) { m.events = append(m.events, event{name, e}) })
		return nil
	}, spec.Operation{
		Op: spec.OpObserve, As: name, Events: []spec.EventKind{spec.EventKind(kind.String())},
		Query: &spec.Query{Terms: []spec.Term{m.spec(term{id: fast.Single(m.types[n])})}},
	}) {
		m.observers++
	}
}

// crowd creates many bases with gaps between their indices. The bases have bases themselves. Then
// it reads the values that instances inherit over two steps.
func (m *machine) crowd() {
	const gap, bases = 400, 40
	of := func(e fast.Entity) []fast.ID { return []fast.ID{fast.Pair(m.rels[1], e)} }
	roots := []fast.Entity{m.spawnOne(1, nil), m.spawnOne(1, nil)}
	var instances, rest []fast.Entity // rest fills the gaps
	for range bases {
		for range m.pick(gap) {
			rest = append(rest, m.w.Spawn())
		}
		instances = append(instances, m.spawnOne(0, of(m.spawnOne(0, of(one(m, roots))))))
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
