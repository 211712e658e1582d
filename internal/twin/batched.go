package twin

import (
	"errors"
	"fmt"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// record records commands, and applies them; in the general world each is carried out when that happens. The dead
// are passed over.
func (t *twin) record() {
	t.did("Commands")
	c := &t.commands
	var general []func() error
	var placeholders, born []fast.Entity
	existing := func(e fast.Entity) fast.Entity { // of the general world
		for i, p := range placeholders {
			if p == e && i < len(born) {
				return born[i]
			}
		}
		return e
	}
	realID := func(id fast.ID) fast.ID {
		if id.IsPair() {
			return fast.Pair(existing(id.First()), existing(id.Second()))
		}
		return fast.Single(existing(id.First()))
	}
	entity := func() fast.Entity {
		if len(placeholders) > 0 && t.chance(2) {
			return of(t.source, placeholders)
		}
		return t.entity()
	}
	id := func() fast.ID {
		if t.chance(3) {
			return fast.Pair(of(t.source, t.rels), entity())
		}
		return t.id()
	}
	many := 1 + t.pick(8)
	recorded := 0
	for range many {
		recorded++
		switch t.pick(6) {
		case 0:
			var ids []fast.ID
			if t.chance(2) {
				ids = append(ids, id())
			}
			placeholders = append(placeholders, c.Spawn(ids...))
			general = append(general, func() error {
				made, err := t.b.Create(fast.Birth{Unscoped: true})
				born = append(born, made)
				return err
			})
			e := placeholders[len(placeholders)-1]
			for _, id := range ids {
				recorded++
				general = append(general, func() error { return t.b.Add(existing(e), realID(id)) })
			}
		case 1:
			e := entity()
			c.Delete(e)
			general = append(general, func() error { return t.b.Delete(existing(e)) })
		case 2:
			e, id := entity(), id()
			c.Add(e, id)
			general = append(general, func() error { return t.b.Add(existing(e), realID(id)) })
		case 3:
			e, id := entity(), id()
			c.Remove(e, id)
			general = append(general, func() error { return t.b.Remove(existing(e), realID(id)) })
		default:
			e, v, n := entity(), t.pick(100), 1+t.pick(5)
			switch n {
			case 1:
				t.t1.SetLater(c, e, valued[T1](v))
			case 2:
				t.t2.SetLater(c, e, valued[T2](v))
			case 3:
				t.t3.SetLater(c, e, valued[T3](v))
			case 4:
				t.t4.SetLater(c, e, valued[T4](v))
			case 5:
				t.t5.SetLater(c, e, valued[T5](v))
			}
			id := fast.Single(t.types[n])
			general = append(general, func() error { return t.b.SetValue(existing(e), id, generalOf(n, v)) })
		}
	}
	t.same("length of Commands", c.Len(), recorded)
	if t.chance(8) {
		c.Reset()
		t.same("length of Commands after Reset", c.Len(), 0)
		t.compareAll()
		return
	}
	var failed []string
	for _, do := range general {
		if err := do(); err != nil && codeOf(err) != string(spec.CodeNotAlive) {
			failed = append(failed, codeOf(err))
		}
	}
	t.same("errors of Commands", codesIn(c.Apply(t.a)), failed)
	for i, p := range placeholders {
		t.sameEntity("entity of a placeholder", c.Entity(p), born[i])
	}
	for _, e := range born {
		t.made(e)
	}
	t.same("length of Commands after Apply", c.Len(), 0)
	t.compareAll()
}

// codesIn are the codes of errors that are joined.
func codesIn(err error) (codes []string) {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		for _, e := range joined.Unwrap() {
			codes = append(codes, codeOf(e))
		}
	}
	return codes
}

func generalOf(n, v int) spec.Value { return general(n, v) }

// wait makes changes in a deferral. In the general world it is begun and ended by calls.
func (t *twin) wait() {
	t.did("Defer")
	t.b.DeferBegin()
	var born []fast.Entity
	typed := t.a.Defer(func() {
		for range 1 + t.pick(6) {
			e := t.entity()
			t.same("IsDeferred", t.a.IsDeferred(), true)
			switch t.pick(6) {
			case 0:
				id := t.id()
				t.sameError("Add in a deferral", t.a.Add(e, id), t.b.Add(e, id))
			case 1:
				r, target := of(t.source, t.rels), t.entity()
				t.sameError("AddPair in a deferral", t.a.AddPair(e, r, target), t.b.Add(e, fast.Pair(r, target)))
			case 2:
				r, target := of(t.source, t.rels), t.entity()
				t.sameError("RemovePair in a deferral", t.a.RemovePair(e, r, target),
					t.b.Remove(e, fast.Pair(r, target)))
			case 3:
				t.sameError("Delete in a deferral", t.a.Delete(e), t.b.Delete(e))
			case 4:
				v := t.pick(100)
				t.sameError("Set in a deferral", t.t3.Set(e, valued[T3](v)), t.b.SetValue(e, t.t3.ID(), general(3, v)))
				w := t.pick(100)
				t.sameError("Set in a deferral", t.t4.Set(e, valued[T4](w)), t.b.SetValue(e, t.t4.ID(), general(4, w)))
			case 5:
				v := t.pick(100)
				id := t.id()
				var made fast.Entity
				err := attempt(func() { made = fast.Spawn2(t.a, valued[T1](v), valued[T2](v+1), id) })
				want, failed := t.b.Create(fast.Birth{IDs: []fast.ID{t.t1.ID(), t.t2.ID(), id}})
				t.sameError("Spawn2 in a deferral", err, failed)
				if err != nil {
					continue
				}
				t.sameEntity("Spawn2 in a deferral", made, want)
				t.sameError("SetValue in a deferral", nil, t.b.SetValue(want, t.t1.ID(), general(1, v)))
				t.sameError("SetValue in a deferral", nil, t.b.SetValue(want, t.t2.ID(), general(2, v+1)))
				born = append(born, made)
			}
		}
	})
	t.same("failures of a deferral", failuresOf(typed), failuresOf(t.b.DeferEnd()))
	for _, e := range born {
		t.made(e)
	}
	t.compareAll()
}

// failuresOf are the codes and entities of the commands that failed.
func failuresOf(err error) (list []string) {
	var deferred *fast.DeferredError
	if !errors.As(err, &deferred) {
		return []string{codeOf(err)}
	}
	for _, f := range deferred.Failures {
		list = append(list, fmt.Sprint(f.Op, " ", codeOf(f.Err)))
	}
	return list
}
