package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Delete ends the lives of the entities and of those that go with them. Afterwards nothing mentions
// a dead entity (REL-118, REL-119, REL-125).
func (w *World) Delete(roots ...Entity) *spec.Error {
	for _, e := range roots {
		if err := w.refused(deleting, attempt{e: e}); err != nil {
			return err
		}
	}
	dead, err := w.doomed(roots)
	if err == nil {
		w.Roots = roots
		w.Bury(dead)
	}
	return err
}

// DeleteWith deletes the entities of the user that own an id which i covers, together: none of them
// sees another die first.
func (w *World) DeleteWith(i ID) *spec.Error {
	if !i.Removes() {
		return nil
	}
	return w.Delete(w.Owners(i)...)
}

// doomed lists the entities that go if some are deleted: the entities themselves, then every owner
// of an id that takes it along, until nothing more is added. For example, with (OnDeleteTarget,
// Delete) on ChildOf, the deletion of a ship takes its cockpit along, and that takes the seats in
// it. If a Panic policy is met, the whole is refused, under OnDelete even if nothing has the id
// (cleanup.panic); in some profiles only those of the roots count. Inherited ids do not count.
// Reserved entities are not deleted: they lose the id.
func (w *World) doomed(roots []Entity) ([]Entity, *spec.Error) {
	out := slices.Clone(roots)
	for n := 0; n < len(out); n++ {
		d := out[n]
		panics := n < len(roots) || !w.Profile.PanicIsDirect
		if err := w.refused(dying, attempt{e: d}); panics && err != nil {
			return nil, err
		}
		for _, x := range w.All() {
			for _, f := range w.Entities[x].Own {
				if f.Second == d && panics {
					if err := w.refused(losing, attempt{e: x, i: f.ID}); err != nil {
						return nil, err
					}
				}
				if w.takes(d, f.ID) && !w.Entities[x].Builtin && !slices.Contains(out, x) {
					w.because(TakenAlong, x, f.ID, d)
					out = append(out, x)
				}
			}
		}
	}
	return out, nil
}

// takes reports whether the deletion of d takes an owner of i along. It does if d is the first
// element and its policy for its own deletion is Delete (REL-130, REL-132), or if d is the target
// and the policy of the relationship for deleted targets is Delete (REL-131, REL-138).
func (w *World) takes(d Entity, i ID) bool {
	return i.First == d && w.policy(d, spec.OnDelete) == spec.DeleteAction ||
		i.Second == d && w.policy(i.First, spec.OnDeleteTarget) == spec.DeleteAction
}

// Causes maps each entity that an operation deleted to the entity whose deletion caused that, if
// the cause is unique, and so is the cause of that entity, up to a root. For example, a seat whose
// cockpit and owner are both deleted has two causes and is not in the map. w is the world before
// the operation (cleanup.event-order).
func (w *World) Causes(roots, dead []Entity) map[Entity]Entity {
	all := map[Entity][]Entity{}
	for _, x := range dead {
		for _, d := range dead {
			taken := func(f Fact) bool { return w.takes(d, f.ID) }
			if slices.ContainsFunc(w.Entities[x].Own, taken) {
				all[x] = append(all[x], d)
			}
		}
	}
	tree := map[Entity]Entity{}
	for _, x := range dead { // a cause precedes its effects in dead
		if slices.Contains(roots, x) || len(all[x]) != 1 {
			continue
		}
		d := all[x][0]
		if _, below := tree[d]; below || slices.Contains(roots, d) && len(all[d]) == 0 {
			tree[x] = d
		}
	}
	return tree
}

// Bury ends lives without asking for policies. It removes every id that mentions one of the dead,
// also from reserved entities, and marks to override such ids (REL-118, REL-125). If the scope
// dies, the root is the scope again.
func (w *World) Bury(dead []Entity) {
	w.Died = append(w.Died, dead...)
	for _, d := range dead {
		*w.Change(d) = Record{Handle: w.Entities[d].Handle}
		if w.Scope == d {
			w.Scope = None
		}
	}
	for _, x := range w.All() {
		var zeroed []Fact
		for _, f := range w.Entities[x].Own {
			if w.MentionsDead(f.ID) {
				w.because(Dangled, x, f.ID)
				zeroed = append(zeroed, w.zeroed(x, f)...)
			}
		}
		w.erase(x, w.MentionsDead)
		for _, f := range zeroed {
			w.own(x, f)
		}
		if marks := w.Entities[x].Overrides; slices.ContainsFunc(marks, w.MentionsDead) {
			w.Change(x).Overrides = Without(marks, w.MentionsDead)
		}
	}
}

// zeroed is the relationship alone, which x comes to own in place of a pair with a dead target, in
// profiles in which such a pair then points to nobody. It keeps the data if they are of its own
// type. A pair of a reserved relationship just goes.
func (w *World) zeroed(x Entity, f Fact) []Fact {
	r := f.First
	alive := r > 0 && w.Alive(r) && w.Alive(x)
	if !w.Profile.ZeroesDeadTargets || !f.IsPair() || !alive || w.Entities[r].Builtin {
		return nil
	}
	alone := Fact{ID: ID{First: r}}
	if c := w.TypeOf(alone.ID); c != None {
		alone.Value = w.zero(alone.ID)
		if w.TypeOf(f.ID) == c {
			alone.Value = f.Value
		}
	}
	return []Fact{alone}
}

// LastRoots lists the entities that a teardown deletes one by one, with their policies in force:
// the roots (REL-156), without modules, components, observers and systems (REL-157), and without
// roots that have no children (REL-158). If a policy refuses one, it is skipped (REL-159). In the
// end everything that is left goes without policies (REL-160; REL-148 to REL-162, teardown.rest).
func (w *World) LastRoots() []Entity {
	return slices.DeleteFunc(w.Users(), func(e Entity) bool {
		aside := w.Entities[e].Component ||
			w.Is(e, spec.Module) || w.Is(e, spec.System) || w.Is(e, spec.Observer)
		return w.Parent(e) != None || aside || len(w.Children(e)) == 0
	})
}
