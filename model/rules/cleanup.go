package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Delete deletes entities, and every entity that a cleanup policy deletes with them. Afterwards no
// id mentions a dead entity (cleanup.dead-target; REL-118, REL-119, REL-125).
func (w *World) Delete(roots ...Entity) *spec.Error {
	for _, e := range roots {
		if err := w.notReserved(e, "%s is reserved and cannot be deleted"); err != nil {
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

// DeleteWith deletes all user entities that own an id which i covers. They die in one step, so
// their order makes no difference (cleanup.all-owners).
func (w *World) DeleteWith(i ID) *spec.Error {
	if !i.Removes() {
		return nil
	}
	return w.Delete(w.Owners(i)...)
}

// doomed lists the entities that die if the roots are deleted. It starts with the roots. Then it
// adds the owners of each id that a Delete policy deletes together with a listed entity (see
// takes), until nothing more is added (cleanup.cascade). For example, ChildOf has (OnDeleteTarget,
// Delete), so deleting a ship deletes its cockpit, which deletes the seats in it. Inherited ids do
// not count (cleanup.owned-only). Reserved entities are not deleted; they lose the id
// (cleanup.reserved). One policy that deletes is enough (cleanup.delete-wins).
//
// If a Panic policy forbids one of these deletions, doomed returns an error and nothing is deleted
// (cleanup.panic). The methods mayDie and mayLose say which deletions Panic forbids. In profiles
// with PanicIsDirect, Panic protects only the roots.
func (w *World) doomed(roots []Entity) ([]Entity, *spec.Error) {
	out := slices.Clone(roots)
	for n := 0; n < len(out); n++ {
		d := out[n]
		panics := n < len(roots) || !w.Profile.PanicIsDirect
		if panics {
			if err := w.mayDie(d); err != nil {
				return nil, err
			}
		}
		for _, x := range w.All() {
			for _, f := range w.Entities[x].Own {
				if f.Second == d && panics {
					if err := w.mayLose(x, f.ID); err != nil {
						return nil, err
					}
				}
				if w.takes(d, f.ID) && !w.Entities[x].Builtin && !slices.Contains(out, x) {
					w.because(cites("REL-130", "REL-131", "REL-138"),
						"%s has %s, so the policy deletes it together with %s", x, f.ID, d)
					out = append(out, x)
				}
			}
		}
	}
	return out, nil
}

// takes reports whether deleting d also deletes the owners of i. It does if d is the first element
// and has (OnDelete, Delete) (cleanup.on-delete; REL-130, REL-132), or if d is the target and the
// relationship has (OnDeleteTarget, Delete) (cleanup.on-delete-target; REL-131, REL-138).
func (w *World) takes(d Entity, i ID) bool {
	return i.First == d && w.policy(d, spec.OnDelete) == spec.DeleteAction ||
		i.Second == d && w.policy(i.First, spec.OnDeleteTarget) == spec.DeleteAction
}

// Causes maps each deleted entity, except the roots, to the entity whose deletion caused its own.
// If the chain of causes from an entity to a root is not unique, Causes omits the entity: for
// example, a seat whose cockpit and owner are both deleted has two causes. w is the world before
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

// Bury deletes entities without checking policies. It removes every id and every override mark that
// mentions a dead entity, also from reserved entities (REL-118, REL-125). If the scope dies, the
// root becomes the scope (cleanup.reserved). The names of the dead entities are free again
// (names.life). Values that mention a dead entity stay (cleanup.values).
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
				w.because(cites("REL-118", "REL-125"), "%s loses %s, which mentions what was deleted", x, f.ID)
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

// zeroed returns the fact that replaces a pair of x with a dead target. In most profiles the pair
// is removed and zeroed returns nil. In profiles with ZeroesDeadTargets the relationship stays as a
// single id (cleanup.zeroed-target). If the type of the pair was the relationship, the single id
// keeps the data. Pairs of reserved relationships are always removed.
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

// LastRoots lists the entities that a teardown deletes first, one by one and with their policies:
// the roots (teardown.roots, REL-156), except modules, components, observers and systems (REL-157)
// and roots without children (REL-158). A root that a policy protects is skipped (REL-159). Then
// the teardown deletes everything else and ignores policies (REL-160; REL-148 to REL-162,
// teardown.rest).
func (w *World) LastRoots() []Entity {
	return slices.DeleteFunc(w.Users(), func(e Entity) bool {
		aside := w.Entities[e].Component ||
			w.Is(e, spec.Module) || w.Is(e, spec.System) || w.Is(e, spec.Observer)
		return w.Parent(e) != None || aside || len(w.Children(e)) == 0
	})
}
