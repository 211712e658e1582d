package twin

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// edit changes ids or values of all entities that match a query, or ids of one, in one call; the
// general world gets a call for each.
func (t *twin) edit() {
	terms := []fast.Term{t.id()}
	if t.chance(2) {
		terms = append(terms, of(t.source,
			[]fast.Term{fast.Not(t.id()), fast.Optional(t.id()), fast.Pair(of(t.source, t.rels), fast.Wildcard)}))
	}
	r := of(t.source, t.rels)
	retargets := t.chance(3)
	if retargets {
		terms = []fast.Term{fast.Pair(r, fast.Wildcard)}
	}
	q := fast.NewQuery0(t.a, terms...)
	var list []fast.Entity
	for e := range q.All() {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	kind := t.pick(8)
	deletes := kind == 2 && !retargets
	// the first one alone: seldom do several die
	if len(list) > 1 && (kind != 2 && t.chance(4) || deletes && !t.chance(16)) {
		list = list[:1]
		q = q.Bind(fast.This, list[0])
	}
	switch {
	case kind < 2 && !retargets:
		t.did("SetAll")
		n, v := 1+t.pick(5), t.pick(100)
		id := fast.Single(t.types[n])
		number, err := t.setAll(q, n, id, v)
		t.edited(q, list, number, err, func(e fast.Entity) error { return t.b.SetValue(e, id, general(n, v)) })
	case deletes:
		t.did("DeleteAll")
		number, err := q.DeleteAll()
		t.edited(q, list, number, err, func(e fast.Entity) error {
			if !t.b.Alive(e) {
				return nil
			}
			return t.b.Delete(e)
		})
		if number > 1 {
			panic(errApart) // they die in another order, so that their numbers come back in another one
		}
	case kind == 3 && !retargets:
		t.did("Exchange")
		add, remove := t.exchanged()
		e := t.entity()
		err := t.a.Exchange(e, add, remove)
		if !t.a.Alive(e) {
			t.sameError("Exchange of the dead", err, t.b.Add(e, t.mark.ID()))
			return
		}
		t.edited(q, []fast.Entity{e}, 1, err, func(e fast.Entity) error { return t.exchange(e, add, remove) })
	default:
		t.did("ExchangeAll")
		add, remove := t.exchanged()
		if retargets {
			add, remove = []fast.ID{fast.Pair(r, t.entity())}, nil
		}
		var number int
		var err error
		switch {
		case len(remove) == 0: // also where there is nothing to do
			number, err = q.AddAll(add...)
		case len(add) == 0:
			number, err = q.RemoveAll(remove...)
		default:
			number, err = q.ExchangeAll(add, remove)
		}
		if err != nil && len(list) == 0 {
			return // bad ids are refused all the same
		}
		t.edited(q, list, number, err, func(e fast.Entity) error { return t.exchange(e, add, remove) })
	}
}

var errDead = spec.Errorf(spec.CodeNotAlive, "")

// exchanged are ids and patterns to add and to remove.
func (t *twin) exchanged() (add, remove []fast.ID) {
	for range t.pick(3) {
		add = append(add, t.id())
	}
	for range t.pick(3) {
		remove = append(remove, t.id())
	}
	if t.chance(3) {
		remove = append(remove, fast.Pair(of(t.source, t.rels), fast.Wildcard))
	}
	return add, remove
}

func (t *twin) exchange(e fast.Entity, add, remove []fast.ID) error {
	for _, id := range remove {
		if err := t.b.Remove(e, id); err != nil {
			return err
		}
	}
	for _, id := range add {
		if err := t.b.Add(e, id); err != nil {
			return err
		}
	}
	return nil
}

func (t *twin) setAll(q fast.Query0, n int, id fast.ID, v int) (int, error) {
	switch n {
	case 1:
		return fast.SetAll(q, id, valued[T1](v))
	case 2:
		return fast.SetAll(q, id, valued[T2](v))
	case 3:
		return fast.SetAll(q, id, valued[T3](v))
	case 4:
		return fast.SetAll(q, id, valued[T4](v))
	}
	return fast.SetAll(q, id, valued[T5](v))
}

// edited makes the calls for each entity in the general world, and compares. An edit that errs has
// changed nothing, and one of the calls errs in the same way; the run ends there, since what came
// before it cannot be taken back.
func (t *twin) edited(q fast.Query0, list []fast.Entity, number int, err error, each func(e fast.Entity) error) {
	if err != nil {
		t.compareAll()
	} else {
		t.same("number of entities", number, len(list))
	}
	var general error
	for _, e := range list {
		if general = each(e); general != nil {
			break
		}
	}
	if codeOf(err) != codeOf(errDead) || general == nil { // ids of the dead are refused before anything is tried
		t.sameError(fmt.Sprintf("%s of %v", t.doing, q), err, general)
	}
	if err != nil {
		panic(errApart)
	}
	t.compareAll()
}
