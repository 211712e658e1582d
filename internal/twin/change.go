package twin

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
)

// change makes one change in both worlds.
func (t *twin) change() {
	switch t.pick(40) {
	case 0, 1:
		t.spawnPlain()
	case 2, 3, 4, 5:
		t.spawnTyped()
	case 6, 7:
		t.spawnMany()
	case 8, 9, 10:
		t.add()
	case 11, 12, 13:
		t.addPair()
	case 14, 15:
		t.remove()
	case 16, 17, 18, 19, 20:
		t.set()
	case 21, 22:
		t.setPair()
	case 23:
		t.delete()
	case 24:
		t.addAll()
	case 25, 26:
		t.toggle()
	case 27, 28:
		t.record()
	case 29, 30:
		t.wait()
	case 31:
		t.rewind()
	case 32, 33, 34:
		t.edit()
	case 35:
		t.spawnBare()
	default:
		t.pattern()
	}
}

// add gives an entity a component or tag, in one of the ways.
func (t *twin) add() {
	t.did("add")
	e := t.entity()
	switch t.pick(8) {
	case 0:
		t.sameError("Add of Mark", t.mark.Add(e), t.b.Add(e, t.mark.ID()))
	case 1:
		t.sameError("Add of Mark by type", fast.Add[Mark](t.a, e), t.b.Add(e, t.mark.ID()))
	case 2:
		id := fast.Single(of(t.source, t.tags))
		t.sameError("Add", t.a.Add(e, id), t.b.Add(e, id))
	default:
		n := 1 + t.pick(5)
		id := fast.Single(t.types[n])
		t.sameError("Add of a component", t.changing(n, false)(e), t.b.Add(e, id))
	}
	t.compare(e)
}

// changing is how a component is added or removed, by its type or by the component.
func (t *twin) changing(n int, remove bool) func(fast.Entity) error {
	byType := t.chance(2)
	switch n {
	case 1:
		return changer(t, t.t1, byType, remove)
	case 2:
		return changer(t, t.t2, byType, remove)
	case 3:
		return changer(t, t.t3, byType, remove)
	case 4:
		return changer(t, t.t4, byType, remove)
	}
	return changer(t, t.t5, byType, remove)
}

func changer[T any](t *twin, c *fast.Component[T], byType, remove bool) func(fast.Entity) error {
	switch {
	case byType && remove:
		return func(e fast.Entity) error { return fast.Unset[T](t.a, e) }
	case byType:
		return func(e fast.Entity) error { return fast.Add[T](t.a, e) }
	case remove:
		return c.Remove
	}
	return c.Add
}

// addPair gives an entity a pair.
func (t *twin) addPair() {
	t.did("add pair")
	e, r, target := t.entity(), of(t.source, t.rels), t.entity()
	want := t.b.Add(e, fast.Pair(r, target))
	if t.chance(2) {
		t.sameError(fmt.Sprintf("Relationship.Add %v (%v, %v)", e, r, target), t.a.Relationship(r).Add(e, target), want)
	} else {
		t.sameError(fmt.Sprintf("AddPair %v (%v, %v)", e, r, target), t.a.AddPair(e, r, target), want)
	}
	t.compare(e)
	t.compare(target)
}

// addAll gives an entity several pairs of a relationship without consequences, or none.
func (t *twin) addAll() {
	t.did("AddAll")
	e, r := t.entity(), of(t.source, t.plain)
	var targets []fast.Entity
	for range 1 + t.pick(4) {
		targets = append(targets, t.entity())
	}
	t.addAllOf(e, r, targets)
}

// addAllOf gives an entity pairs with some targets, or none.
func (t *twin) addAllOf(e, r fast.Entity, targets []fast.Entity) {
	changed := t.tracked()
	typed := t.a.Relationship(r).AddAll(e, targets...)
	var general error
	before := t.b.IDs(e)
	for _, target := range targets {
		if general = t.b.Add(e, fast.Pair(r, target)); general == nil {
			continue
		}
		for _, id := range t.b.IDs(e) { // with what followed
			if !slices.Contains(before, id) {
				_ = t.b.Remove(e, id)
			}
		}
		break
	}
	t.sameError("AddAll", typed, general)
	t.compare(e)
	if typed != nil {
		t.same("Changed after AddAll that was refused", t.tracked(), changed)
		t.forgetTracked() // in the general world, the entity has left its table and come back
	}
}

// tracked are the answers of the queries that are held and detect changes.
func (t *twin) tracked() (list []bool) {
	for _, q := range t.held {
		if q.tracked {
			list = append(list, q.typed.Changed())
		}
	}
	return list
}

// forgetTracked lets go of the queries that detect changes.
func (t *twin) forgetTracked() {
	t.held = slices.DeleteFunc(t.held, func(q *asked) bool {
		if q.tracked {
			q.typed.Release()
		}
		return q.tracked
	})
}

// remove takes an id, or the matches of a pattern, from an entity.
func (t *twin) remove() {
	t.did("remove")
	e := t.entity()
	if t.chance(3) {
		n := 1 + t.pick(5)
		t.sameError("Remove of a component", t.changing(n, true)(e), t.b.Remove(e, fast.Single(t.types[n])))
		t.compare(e)
		return
	}
	r, target := of(t.source, t.rels), t.entity()
	if t.chance(3) {
		target = fast.Wildcard
	}
	want := t.b.Remove(e, fast.Pair(r, target))
	if t.chance(2) {
		t.sameError("Relationship.Remove", t.a.Relationship(r).Remove(e, target), want)
	} else {
		t.sameError("RemovePair", t.a.RemovePair(e, r, target), want)
	}
	t.compare(e)
}

// set gives an entity a value, in one of the ways.
func (t *twin) set() {
	t.did("set")
	e, n, v := t.entity(), 1+t.pick(5), t.pick(100)
	switch n {
	case 1:
		setComponent(t, t.t1, n, e, v)
	case 2:
		setComponent(t, t.t2, n, e, v)
	case 3:
		setComponent(t, t.t3, n, e, v)
	case 4:
		setComponent(t, t.t4, n, e, v)
	case 5:
		setComponent(t, t.t5, n, e, v)
	}
	t.compare(e)
}

func setComponent[T any](t *twin, c *fast.Component[T], n int, e fast.Entity, v int) {
	value := valued[T](v)
	switch t.pick(6) {
	case 0, 1:
		t.sameError("Set", c.Set(e, value), t.b.SetValue(e, c.ID(), general(n, v)))
	case 2:
		t.sameError("Set by type", fast.Set(t.a, e, value), t.b.SetValue(e, c.ID(), general(n, v)))
	case 3:
		t.sameError("SetID", fast.SetID(t.a, e, c.ID(), value), t.b.SetValue(e, c.ID(), general(n, v)))
	case 4: // through the address, and announced
		if own := c.Own(e); own != nil {
			*own = value
			if err := t.b.SetValue(e, c.ID(), general(n, v)); err != nil {
				t.fail("SetValue: %v", err)
			}
		}
		t.sameError("Modified", c.Modified(e), t.b.Modified(e, c.ID()))
	case 5:
		t.sameError("SetValue", t.a.SetValue(e, c.ID(), value), t.b.SetValue(e, c.ID(), general(n, v)))
	}
}

// setPair gives an entity a pair with a value.
func (t *twin) setPair() {
	t.did("set pair")
	e, target, v := t.entity(), t.entity(), t.pick(100)
	switch t.pick(3) {
	case 0:
		id := fast.Pair(t.data, target)
		t.sameError("SetID of a pair", fast.SetID(t.a, e, id, valued[T2](v)), t.b.SetValue(e, id, general(2, v)))
	case 1:
		t.sameError("SetPair", t.t1.SetPair(e, target, valued[T1](v)),
			t.b.SetValue(e, t.t1.Pair(target), general(1, v)))
	case 2:
		t.sameError("SetPair", t.t4.SetPair(e, target, valued[T4](v)),
			t.b.SetValue(e, t.t4.Pair(target), general(4, v)))
	}
	t.compare(e)
	if !t.a.Alive(e) || !t.a.Alive(target) {
		return
	}
	want, _ := t.value(e, t.t1.Pair(target))
	t.same("GetPair", numberAt(erased(t.t1.GetPair(e, target))), want)
}

// delete ends an entity, seldom a component, whose type then gets another one.
func (t *twin) delete() {
	t.did("delete")
	e := t.entity()
	t.sameError("Delete", t.a.Delete(e), t.b.Delete(e))
	t.compareAll()
}

// toggle disables ids and entities, and marks ids of bases.
func (t *twin) toggle() {
	t.did("toggle")
	e, id := t.entity(), t.id()
	switch t.pick(5) {
	case 0, 1:
		t.sameError("DisableID", t.a.DisableID(e, id), t.b.DisableID(e, id))
	case 2:
		t.sameError("EnableID", t.a.EnableID(e, id), t.b.EnableID(e, id))
	case 3:
		t.sameError("Override", t.a.Override(e, id), t.b.Override(e, id))
	case 4:
		if t.chance(2) {
			t.sameError("Disable", t.a.Disable(e), t.b.Disable(e))
		} else {
			t.sameError("Enable", t.a.Enable(e), t.b.Enable(e))
		}
	}
	t.compare(e)
}

// rewind takes a snapshot, or goes back to it.
func (t *twin) rewind() {
	if t.saved[0] == nil || t.chance(2) {
		t.did("snapshot")
		t.saved = [2]*fast.Snapshot{t.a.Snapshot(), t.b.Snapshot()}
		return
	}
	t.did("restore")
	t.a.Restore(t.saved[0])
	t.b.Restore(t.saved[1])
	t.compareAll()
}

func (t *twin) compareAll() {
	t.same("Len", t.a.Len(), t.b.Len())
	for _, e := range t.entities {
		t.compare(e)
	}
}
