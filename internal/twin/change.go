package twin

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// step is a kind of operation with its weight.
type step struct {
	weight int
	do     func()
}

// draws returns the steps of a run with their total weight. A run leaves out some kinds of step,
// since their effects can hide those of others.
func (m *machine) draws() (list []step, total int) {
	all := []step{
		{3, func() { m.spawnBare(m.someIDs(3)) }},
		{6, m.spawn},
		{4, m.spawnMany},
		{2, m.addSome},
		{8, m.addPair},
		{4, m.remove},
		{5, m.set},
		{3, m.setPair},
		{2, m.delete},
		{2, m.addAll},
		{4, m.toggle},
		{4, m.record},
		{4, m.wait},
		{3, m.rewind},
		{1, m.reload},
		{6, m.edit},
		{2, m.scope},
		{1, m.rename},
		{2, m.declare},
		{1, m.clone},
		{1, m.observe},
		{1, m.loose},
		{1, m.bases},
		{1, m.manySince},
		{1, m.deeper},
		{1, m.mirrored},
		{1, m.ring},
		{1, m.refusedLate},
		{1, m.brokenPath},
		{2, m.shared},
		{1, m.copies},
		{1, m.instance},
		{1, m.keptReader},
		{2, func() { m.readEntity(m.entity()) }},
		{5, m.follow},
		{3, m.close},
		{4, m.leave},
	}
	for _, s := range all {
		if !m.chance(4) {
			list = append(list, s)
		}
	}
	list = append(list, step{7, m.hold}, step{14, m.question})
	for _, s := range list {
		total += s.weight
	}
	return list, total
}

// step is one operation.
func (m *machine) step() {
	at := m.pick(m.weight)
	for _, s := range m.steps {
		if at -= s.weight; at < 0 {
			s.do()
			return
		}
	}
}

// entity is one of those that are known; some are dead.
func (m *machine) entity() fast.Entity { return one(m, m.pool) }

// anID is an id that can be added: a component, a tag or a pair.
func (m *machine) anID() fast.ID {
	switch m.pick(6) {
	case 0, 1:
		return fast.Single(m.types[1+m.pick(5)])
	case 2:
		return fast.Single(one(m, m.tags))
	case 3:
		return method(m.mark, "ID").Interface().(fast.ID)
	}
	return fast.Pair(one(m, m.rels), m.entity())
}

func (m *machine) someIDs(n int) (list []fast.ID) {
	for range m.pick(n + 1) {
		list = append(list, m.anID())
	}
	if m.chance(8) {
		list = append(list, fast.Pair(m.rels[1], m.entity())) // instances are made in a way of their own
	}
	return list
}

// arity is a number of values or fields, from least on; often a small one.
func (m *machine) arity(least int) int {
	n := least + m.pick(6-least)
	if n == 5 {
		n += m.pick(maxArity - 4)
	}
	return n
}

// values draws numbers.
func (m *machine) values(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = m.pick(100)
	}
	return list
}

// creation is an entity with values of the first components and ids, as operations.
func (m *machine) creation(h spec.Handle, values []int, ids []fast.ID) []spec.Operation {
	birth := spec.Operation{Op: spec.OpEntity, Entity: h}
	ops := []spec.Operation{{}}
	for i, v := range values {
		birth.IDs = append(birth.IDs, spec.Single(m.handle(m.types[i+1])))
		ops = append(ops, setting(h, birth.IDs[i], v))
	}
	birth.IDs = append(birth.IDs, m.ids(ids)...)
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

// spawnBare makes an entity without values, or several at once.
func (m *machine) spawnBare(ids []fast.ID) {
	h := m.next()
	switch m.pick(3) {
	case 0:
		n := m.pick(4)
		m.bornTogether("World.SpawnMany", 0, n, ids, func() reflect.Value { return reflect.ValueOf(m.w.SpawnMany(n, as[fast.AnyID](ids)...)) })
		return
	case 1:
		if len(ids) == 0 {
			m.spawnOne(h)
			return
		}
	}
	m.did("Spawn of ids", h, ids)
	var e fast.Entity
	err := attempt(func() { e = m.w.Spawn(as[fast.Initial](ids)...) })
	m.bornAs(e, err, h, nil, ids)
}

func (m *machine) spawnOne(h spec.Handle) {
	e := m.w.Spawn()
	m.did("World.Spawn", h)
	m.bornAs(e, nil, h, nil, nil)
}

// populate makes an entity if the pool is empty: SpawnMany may have been asked for none.
func (m *machine) populate() {
	if len(m.pool) == 0 {
		m.spawnOne(m.next())
	}
}

// bornAs compares a new entity, or the error, with the model.
func (m *machine) bornAs(e fast.Entity, err error, h spec.Handle, values []int, ids []fast.ID) {
	if m.both(err, m.creation(h, values, ids)...) {
		m.born(e, h)
		m.made(e)
	}
}

// spawn makes an entity with values, often with the ids of the last one.
func (m *machine) spawn() {
	n := m.arity(1)
	values, ids, h := m.values(n), m.someIDs(2), m.next()
	args := make([]any, 0, n+2)
	for i, v := range values {
		args = append(args, value(i+1, v))
	}
	ids = m.againOf(n, ids)
	m.did("Spawn", h, n, ids)
	var e fast.Entity
	err := attempt(func() { e = call(spawn[n], append(append([]any{m.w}, args...), ids)...)[0].Interface().(fast.Entity) })
	m.bornAs(e, err, h, values, ids)
}

// againOf returns the ids of earlier entities with n values, sometimes with further ids.
func (m *machine) againOf(n int, ids []fast.ID) []fast.ID {
	switch m.pick(4) {
	case 0:
		m.again[n] = ids
	case 1:
		return m.again[n]
	case 2:
		return slices.Concat(m.again[n], ids)
	}
	return ids
}

// spawnMany makes some entities at once, and gives them values by their batch.
func (m *machine) spawnMany() { m.many(m.arity(1), m.pick(5), m.someIDs(2)) }

func (m *machine) many(arity, n int, ids []fast.ID) {
	ids = m.againOf(arity, ids)
	m.bornTogether("SpawnMany", arity, n, ids, func() reflect.Value { return call(spawnMany[arity], m.w, n, ids)[0] })
}

// bornTogether makes n entities at once, which the model makes one after the other.
func (m *machine) bornTogether(what string, arity, n int, ids []fast.ID, spawn func() reflect.Value) {
	var b reflect.Value
	handles, values := []spec.Handle{}, [][]int{}
	var births, sets []spec.Operation
	for range n {
		h, v := m.next(), m.values(arity)
		ops := m.creation(h, v, ids)
		handles, values = append(handles, h), append(values, v)
		births, sets = append(births, ops[0]), append(sets, ops[1:]...)
	}
	m.did(what, handles, arity, ids)
	err := attempt(func() { b = spawn() })
	if codeOf(err) == spec.CodeInvalid || n == 0 { // they would be in several tables, or a pair cannot be at all
		m.counts["SpawnMany refused"]++
		return
	}
	if err != nil {
		m.both(err, births...)
		return
	}
	batch := batchOf(b, arity)
	m.same("length of a batch", []int{batch.Len(), len(batch.Entities())}, []int{n, n})
	for i, e := range batch.Entities() {
		for j, c := range batch.columns {
			if p := method(c, "At", i); m.chance(2) {
				put(p, values[i][j])
			} else {
				put(method(c, "Slice").Index(i).Addr(), values[i][j])
			}
		}
		m.born(e, handles[i])
	}
	entities := slices.Clone(batch.Entities())
	m.both(nil, births...)
	m.silently(sets)
	for _, e := range entities {
		m.made(e)
	}
}

// addSome gives an entity a component or tag, in one of the ways.
func (m *machine) addSome() {
	e, n := m.entity(), m.pick(6)
	c, id := m.mark, fast.Single(one(m, m.tags))
	if n > 0 {
		c = m.components[n]
	}
	switch m.pick(4) {
	case 0:
		m.did("World.Add", e, id)
		m.add(e, id)
	case 1:
		id = method(c, "ID").Interface().(fast.ID)
		m.did("Add by type", e, id)
		m.both(refusal(call(typed[n]["Add"], m.w, e)), m.on(spec.OpAdd, e, id))
	default:
		id = method(c, "ID").Interface().(fast.ID)
		m.did("Component.Add", e, id)
		m.both(refusal(call(c.MethodByName("Add"), e)), m.on(spec.OpAdd, e, id))
	}
}

func (m *machine) add(e fast.Entity, id fast.ID) { m.both(m.w.Add(e, id), m.on(spec.OpAdd, e, id)) }

// attach gives an entity a pair, in one of the ways.
func (m *machine) attach(e, r, target fast.Entity) {
	op := m.on(spec.OpAdd, e, fast.Pair(r, target))
	if m.chance(2) {
		m.did("Relationship.Add", e, r, target)
		m.both(m.readerOf(r).Add(e, target), op)
		return
	}
	m.did("AddPair", e, r, target)
	m.both(m.w.AddPair(e, r, target), op)
}

// detach takes a pair, or the matches of a pattern, from an entity.
func (m *machine) detach(e, r, target fast.Entity) {
	op := m.on(spec.OpRemove, e, fast.Pair(r, target))
	if m.chance(2) {
		m.did("Relationship.Remove", e, r, target)
		m.both(m.readerOf(r).Remove(e, target), op)
		return
	}
	m.did("RemovePair", e, r, target)
	m.both(m.w.RemovePair(e, r, target), op)
}

func (m *machine) addPair() { m.attach(m.entity(), one(m, m.rels), m.entity()) }

func (m *machine) remove() {
	e, n := m.entity(), 1+m.pick(5)
	if m.chance(3) {
		m.did("Component.Remove and Unset", e, m.types[n])
		op := m.on(spec.OpRemove, e, fast.Single(m.types[n]))
		if m.chance(2) {
			m.both(refusal(call(typed[n]["Unset"], m.w, e)), op)
		} else {
			m.both(refusal(call(m.components[n].MethodByName("Remove"), e)), op)
		}
		return
	}
	target := m.entity()
	if m.chance(3) {
		target = fast.Wildcard
	}
	m.detach(e, one(m, m.rels), target)
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
func (m *machine) addAll() {
	var targets []fast.Entity
	for range m.pick(5) {
		targets = append(targets, m.entity())
	}
	m.addAllOf(m.entity(), one(m, m.plain), targets)
}

func (m *machine) addAllOf(e, r fast.Entity, targets []fast.Entity) {
	m.did("Relationship.AddAll", e, r, targets)
	before := m.changed()
	err := m.readerOf(r).AddAll(e, targets...)
	if err != nil {
		m.same("Changed after AddAll that was refused", m.changed(), before)
	}
	var ops []spec.Operation
	for _, target := range targets {
		ops = append(ops, m.on(spec.OpAdd, e, fast.Pair(r, target)))
	}
	if len(targets) == 0 && !m.w.Alive(e) {
		m.same("AddAll of the dead", codeOf(err), spec.CodeNotAlive)
		return
	}
	m.both(err, ops...)
	m.dropEvents() // as for edit
}

// set gives an entity a value, in one of the ways.
func (m *machine) set() { m.give(m.entity(), 1+m.pick(5), m.pick(100)) }

func (m *machine) give(e fast.Entity, n, v int) {
	id, x := fast.Single(m.types[n]), value(n, v)
	m.did("Set", e, id, v)
	var err error
	switch m.pick(5) {
	case 0:
		err = refusal(call(typed[n]["Set"], m.w, e, x))
	case 1:
		err = refusal(call(typed[n]["SetID"], m.w, e, id, x))
	case 2:
		err = m.w.SetValue(e, id, x.Interface())
	default:
		err = refusal(call(m.components[n].MethodByName("Set"), e, x))
	}
	ops := []spec.Operation{m.setting(e, id, v)}
	if m.both(err, ops...) && m.chance(4) {
		m.did("Component.Modified", e, id)
		m.both(refusal(call(m.components[n].MethodByName("Modified"), e)), m.on(spec.OpModified, e, id))
	}
}

// setPair gives an entity a pair with a value, of a component or of the relationship that has values.
func (m *machine) setPair() {
	e, n, v, target := m.entity(), 1+m.pick(5), m.pick(100), m.entity()
	id := fast.Pair(m.types[n], target)
	if m.chance(2) {
		id = fast.Pair(m.data, target)
		m.did("SetID", e, id, v)
		m.both(refusal(call(typed[2]["SetID"], m.w, e, id, value(2, v))), m.setting(e, id, v))
		return
	}
	m.did("Component.SetPair", e, id, v)
	m.same("Component.Pair", method(m.components[n], "Pair", target), id)
	m.both(refusal(call(m.components[n].MethodByName("SetPair"), e, target, value(n, v))), m.setting(e, id, v))
}

func (m *machine) delete() {
	e := m.entity()
	m.did("Delete", e)
	m.both(m.w.Delete(e), spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)})
}

// toggle disables ids and entities, and marks ids of bases.
func (m *machine) toggle() {
	e, id := m.entity(), m.anID()
	calls := []struct {
		op spec.OpKind
		f  func(fast.Entity, fast.AnyID) error
	}{
		{spec.OpDisable, m.w.DisableID},
		{spec.OpDisable, m.w.DisableID},
		{spec.OpEnable, m.w.EnableID},
		{spec.OpOverride, m.w.Override},
		{spec.OpDisable, func(e fast.Entity, _ fast.AnyID) error { return m.w.Disable(e) }},
		{spec.OpEnable, func(e fast.Entity, _ fast.AnyID) error { return m.w.Enable(e) }},
	}
	n := m.pick(len(calls))
	if n > 3 {
		id = fast.ID{}
	}
	m.did(string(calls[n].op), e, id)
	m.both(calls[n].f(e, id), m.on(calls[n].op, e, id))
}

// rewind takes a snapshot, or goes back to it.
func (m *machine) rewind() {
	if m.snapshot == nil || m.chance(2) {
		m.keep()
		return
	}
	m.restore()
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
	m.populate()
	for _, r := range m.readers {
		if m.undone(r.Entity()) {
			m.gone(r)
		}
	}
}

// gone checks that a reader of a deleted relationship finds nothing, even if another entity has its
// index.
func (m *machine) gone(r reader) {
	m.did("a reader of what is gone", r.Entity())
	target := m.entity()
	for _, e := range m.pool {
		m.same("a reader of what is gone", []any{
			r.Has(e, target), r.Target(e), slices.Collect(r.Sources(target)), r.closure.Has(e, target), codeOf(r.Add(e, target)),
		}, []any{false, fast.Entity(0), []fast.Entity{}, false, spec.CodeNotAlive})
	}
}

// undone reports whether a restoration has removed an entity. The model does not know such an
// entity.
func (m *machine) undone(e fast.Entity) bool {
	err := m.model.Apply(spec.Operation{Op: spec.OpIDs, Entity: m.handle(e)}).Err
	return err != nil && err.Code == spec.CodeUnresolved
}

// reload saves the world and loads it, which changes nothing.
func (m *machine) reload() {
	m.did("Save and Load")
	var file bytes.Buffer
	if err := errors.Join(m.w.Save(&file), m.w.Load(&file)); err != nil {
		m.fail("%v", err)
	}
	m.forgetTracked()
}

// scope makes an entity the parent of some new ones, seldom of all from now on.
func (m *machine) scope() {
	m.scopeTo(m.entity())
	for range 1 + m.pick(3) {
		one(m, []func(){m.spawn, m.spawn, m.spawnMany, func() { m.spawnBare(m.someIDs(1)) }})()
	}
	if !m.chance(8) {
		m.scopeTo(0)
	}
}

func (m *machine) scopeTo(e fast.Entity) {
	m.did("SetScope", e)
	_, err := m.w.SetScope(e)
	m.both(err, spec.Operation{Op: spec.OpScope, Entity: m.handle(e)})
}

func (m *machine) rename() {
	e, name := m.entity(), []string{"", "a", "b", "c"}[m.pick(4)]
	m.did("SetName", e, name)
	m.both(m.w.SetName(e, name), spec.Operation{Op: spec.OpSetName, Entity: m.handle(e), Name: &name})
}

// declare makes a further relationship or deletes one, whose readers are kept.
func (m *machine) declare() {
	const first = round + 1
	if len(m.rels) > first && m.chance(2) {
		m.undeclare(m.rels[first+m.pick(len(m.rels)-first)])
		return
	}
	m.declared()
}

func (m *machine) undeclare(r fast.Entity) {
	m.did("Delete", r)
	m.both(m.w.Delete(r), spec.Operation{Op: spec.OpDelete, Entity: m.handle(r)})
	is := func(e fast.Entity) bool { return e == r }
	m.rels, m.plain = slices.DeleteFunc(m.rels, is), slices.DeleteFunc(m.plain, is)
}

func (m *machine) declared() fast.Entity {
	m.named++
	name := fmt.Sprint("R", m.named)
	m.did("NewRelationship", name)
	e := m.relationship(name)
	m.rels, m.plain = append(m.rels, e), append(m.plain, e)
	m.readerOf(e)
	return e
}

// clone copies an entity, or makes an instance of one without children.
func (m *machine) clone() {
	e, h := m.entity(), m.next()
	var ops []spec.Operation
	for _, d := range m.model.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
		if d.Handle != m.handle(e) {
			continue
		}
		ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h, Unscoped: true})
		itself := func(id spec.ID) spec.ID {
			if id.Second == d.Handle {
				id.Second = h
			}
			return id
		}
		for _, id := range d.IDs {
			if id.ID.Second == d.Handle {
				ops = append(ops, spec.Operation{Op: spec.OpAdd, Entity: h, ID: itself(id.ID)})
			} else {
				ops[0].IDs = append(ops[0].IDs, id.ID)
			}
			if id.Value != nil {
				ops = append(ops, spec.Operation{Op: spec.OpSet, Entity: h, ID: itself(id.ID), Value: id.Value.Raw()})
			}
		}
		for _, id := range d.IDs {
			if id.Off {
				ops = append(ops, spec.Operation{Op: spec.OpDisable, Entity: h, ID: itself(id.ID)})
			}
		}
		for _, id := range d.Overrides {
			ops = append(ops, spec.Operation{Op: spec.OpOverride, Entity: h, ID: itself(id)})
		}
	}
	m.did("Clone", e, h)
	made, err := m.w.Clone(e)
	if ops == nil {
		m.same("Clone of the dead", codeOf(err), spec.CodeNotAlive)
	} else if m.both(err, ops...) {
		m.born(made, h)
		m.made(made)
		if slices.ContainsFunc(ops, func(op spec.Operation) bool { return op.Op == spec.OpDisable }) {
			m.dropEvents() // no observer sees an id that is off from the start
		}
	}
}

// exchanged are ids to add, and patterns to remove.
func (m *machine) exchanged() (add, remove []fast.ID) {
	add, remove = m.someIDs(2), m.someIDs(2)
	if m.chance(3) {
		remove = append(remove, fast.Pair(one(m, m.rels), fast.Wildcard))
	}
	return add, remove
}

func (m *machine) exchanging(list []fast.Entity, add, remove []fast.ID) (ops []spec.Operation) {
	for _, e := range list {
		for _, id := range remove {
			ops = append(ops, m.on(spec.OpRemove, e, id))
		}
		for _, id := range add {
			ops = append(ops, m.on(spec.OpAdd, e, id))
		}
	}
	return ops
}

// edit changes ids or values of all entities that match a query, or ids of one, in one call.
func (m *machine) edit() {
	r := one(m, m.rels)
	terms := []fast.Term{m.anID()}
	if m.chance(2) {
		terms = append(terms, one(m, []fast.Term{
			fast.Not(m.anID()), fast.Optional(m.anID()), fast.Pair(one(m, m.rels), fast.Wildcard),
		}))
	}
	kind := m.pick(8)
	retargets := kind > 3 && m.chance(2)
	if retargets {
		terms = []fast.Term{fast.Pair(r, fast.Wildcard)}
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
	if len(list) > 1 && (kind != 2 && m.chance(4) || kind == 2 && !m.chance(8)) { // seldom do several die
		list = list[:1]
		q = q.Bind(fast.This, list[0])
	}
	add, remove := m.exchanged()
	var number int
	var err error
	var ops []spec.Operation
	switch {
	case kind < 2:
		n, v := 1+m.pick(5), m.pick(100)
		id := fast.Single(m.types[n])
		m.did("SetAll", list, id, v)
		out := call(typed[n]["SetAll"], q, id, value(n, v))
		number, err = int(out[0].Int()), refusal(out)
		for _, e := range list {
			ops = append(ops, m.setting(e, id, v))
		}
	case kind == 2:
		m.did("DeleteAll", list)
		number, err = q.DeleteAll()
		m.same("DeleteAll", []any{number, err}, []any{len(list), error(nil)})
		for _, e := range list {
			m.ask(spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)}) // one may die with another
		}
		return
	case kind == 3:
		list, number = []fast.Entity{m.entity()}, 1
		m.did("Exchange", list, add, remove)
		err = m.w.Exchange(list[0], as[fast.AnyID](add), as[fast.AnyID](remove))
		if !m.w.Alive(list[0]) {
			m.same("Exchange of the dead", codeOf(err), spec.CodeNotAlive)
			return
		}
		ops = m.exchanging(list, add, remove)
	default:
		if retargets {
			add, remove = []fast.ID{fast.Pair(r, m.entity())}, nil
		}
		m.did("ExchangeAll", list, add, remove)
		switch {
		case len(remove) == 0: // also where there is nothing to do
			number, err = q.AddAll(as[fast.AnyID](add)...)
		case len(add) == 0:
			number, err = q.RemoveAll(as[fast.AnyID](remove)...)
		default:
			number, err = q.ExchangeAll(as[fast.AnyID](add), as[fast.AnyID](remove))
		}
		ops = m.exchanging(list, add, remove)
	}
	if err == nil {
		m.same("number of entities", number, len(list))
	} else if len(list) == 0 || codeOf(err) == spec.CodeNotAlive {
		return // bad ids are refused all the same, and before anything is tried
	}
	m.both(err, ops...)
	m.dropEvents() // it is one operation, and the model's are several, between which observers hear
}

// record records commands, and applies them; the dead are passed over.
func (m *machine) record() {
	c := &m.commands
	var ops []spec.Operation
	placeholders := map[fast.Entity]spec.Handle{}
	var list []fast.Entity
	entity := func() fast.Entity {
		if len(list) > 0 && m.chance(2) {
			return one(m, list)
		}
		return m.entity()
	}
	id := func() fast.ID {
		if m.chance(2) {
			return fast.Pair(one(m, m.rels), entity())
		}
		return m.anID()
	}
	var last fast.ID
	var of fast.Entity
	often := 1 + m.pick(5) // several values of one component
	for range 1 + m.pick(8) {
		e, i := entity(), id()
		kind := m.pick(10)
		switch kind {
		case 0, 1:
			h := m.next()
			var ids []fast.ID
			if m.chance(2) {
				ids = append(ids, i)
			}
			e = c.Spawn(as[fast.AnyID](ids)...)
			m.handles[e], placeholders[e] = h, h
			list = append(list, e)
			ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: h})
			for _, id := range ids {
				ops = append(ops, m.on(spec.OpAdd, e, id))
			}
		case 2:
			if m.chance(2) {
				c.Delete(e)
				ops = append(ops, spec.Operation{Op: spec.OpDelete, Entity: m.handle(e)})
			}
		case 3, 4:
			c.Add(e, i)
			last, of = i, e
			ops = append(ops, m.on(spec.OpAdd, e, i))
		case 5:
			if of != 0 && m.chance(2) {
				e, i = of, last
			}
			c.Remove(e, i)
			ops = append(ops, m.on(spec.OpRemove, e, i))
		default:
			n, v := often, m.pick(100)
			if m.chance(4) {
				n = 1 + m.pick(5)
			}
			i = fast.Single(m.types[n])
			if kind == 6 {
				c.Set(e, i, value(n, v).Interface())
			} else {
				call(m.components[n].MethodByName("SetLater"), c, e, value(n, v))
			}
			ops = append(ops, m.setting(e, i, v))
		}
		m.did("Commands", kind, e, i)
	}
	m.same("length of Commands", c.Len(), len(ops))
	if m.chance(8) {
		m.did("Commands.Reset")
		c.Reset()
		m.same("length of Commands after Reset", c.Len(), 0)
		return
	}
	var failed []spec.ErrorCode
	for _, op := range ops {
		if code := codeOf(asError(m.model.Apply(op).Err)); code != "" && code != spec.CodeNotAlive {
			failed = append(failed, code)
		}
	}
	m.did("Commands.Apply")
	var joined interface{ Unwrap() []error }
	var got []spec.ErrorCode
	if errors.As(c.Apply(m.w), &joined) {
		for _, err := range joined.Unwrap() {
			got = append(got, codeOf(err))
		}
	}
	m.same("errors of Commands", got, failed)
	for _, p := range list {
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
		m.same("IsDeferred", m.w.IsDeferred(), true)
		for range 1 + m.pick(6) {
			[]func(){
				func() { e, id := m.entity(), m.anID(); m.did("Add", e, id); m.add(e, id) }, m.addPair, m.remove, m.delete,
				m.set, m.setPair, m.toggle,
				func() {
					values, ids, h := m.values(2), m.someIDs(1), m.next()
					m.did("Spawn2", h, ids)
					var e fast.Entity
					err := attempt(func() {
						e = call(spawn[2], m.w, value(1, values[0]), value(2, values[1]), ids)[0].Interface().(fast.Entity)
					})
					m.bornAs(e, err, h, values, ids)
				},
			}[m.pick(8)]()
		}
	})
	out := m.model.Apply(spec.Operation{Op: spec.OpDeferEnd})
	var failed, want []string
	if deferred := (*fast.DeferredError)(nil); errors.As(err, &deferred) {
		failed = failures(deferred.Failures)
	}
	want = failures(out.Failures)
	m.same("failures of a deferral", failed, want)
}

func failures(list []spec.Failure) (out []string) {
	for _, f := range list {
		out = append(out, fmt.Sprint(f.Op, " ", codeOf(asError(f.Err))))
	}
	return out
}

// observe makes an observer, of a type or of terms; it is never released.
func (m *machine) observe() {
	if len(m.observers) > 1 {
		return
	}
	name := fmt.Sprint([]string{"typed", "o"}[m.pick(2)], len(m.observers))
	kind := []fast.EventKind{fast.OnAdd, fast.OnRemove, fast.OnSet}[m.pick(3)]
	n := 1 + m.pick(5)
	field := m.plainTerm(fast.Single(m.types[n]))
	q := &spec.Query{Terms: []spec.Term{field.Term}}
	op := spec.Operation{Op: spec.OpObserve, As: name, Events: []spec.EventKind{spec.EventKind(kind.String())}, Query: q}
	m.did("Observe", name, kind, m.types[n])
	err := attempt(func() {
		if name[0] == 't' {
			call(typed[n]["Observe"], m.w, kind, func(e fast.Entity, _ int) {
				m.events = append(m.events, event{name, fast.Event{Kind: kind, Entity: e, ID: field.id}})
			})
			return
		}
		m.w.Observe(kind, field.id, func(e fast.Event) { m.events = append(m.events, event{name, e}) })
	})
	if m.both(err, op) {
		m.observers = append(m.observers, name)
	}
}
