package expected

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// add adds an id with its consequences.
func (w *World) add(e Ref, f Fact) {
	if e < 0 || f.First < 0 || f.Second == Unknown || w.Owns(e, f) {
		return
	}
	k := w.Words
	if f.IsPair() && w.IsExclusive(f.First) {
		w.drop(e, Fact{f.First, Every})
	}
	w.Entities[e].Own = append(w.Entities[e].Own, f)
	for _, o := range w.Entities[f.First].Own {
		if o.First == k.With && o.IsPair() {
			w.add(e, Fact{o.Second, f.Second})
		}
	}
	if f.IsPair() && w.Is(f.First, k.Symmetric) {
		w.add(f.Second, Fact{f.First, e})
	}
	switch {
	case f == Single(k.Prefab):
		for _, x := range slices.Clone(w.Live) {
			if w.Owns(x, Fact{k.ChildOf, e}) {
				w.add(x, f)
			}
		}
	case f.First == k.ChildOf && f.IsPair() && w.Is(f.Second, k.Prefab):
		w.add(e, Single(k.Prefab))
	case f.First == k.IsA && f.IsPair():
		w.copyFrom(e, f.Second)
	}
}

// copyFrom copies the ids with the rule Override from a base, and from its own bases, to an
// instance (inheritance.copies).
func (w *World) copyFrom(e, base Ref) {
	for _, from := range w.Above(base, w.Words.IsA) {
		if from < 0 {
			continue
		}
		for _, f := range slices.Clone(w.Entities[from].Own) {
			copied := slices.Contains(w.Entities[from].marked, f) || w.IsUser(f.First) && w.overrides(f.First)
			if copied && (!w.IsExclusive(f.First) || w.Target(e, f.First) == None) {
				w.add(e, f)
			}
		}
	}
}

// overrides reports whether ids that begin with e are copied to instances.
func (w *World) overrides(e Ref) bool {
	k := w.Words
	if rule := w.Target(e, k.OnInstantiate); rule != None {
		return rule == k.Override
	}
	return w.profile.Instantiation == spec.Override && !w.Is(e, k.DontInherit)
}

// drop removes every id that matches f, and its mirror.
func (w *World) drop(e Ref, f Fact) {
	if e < 0 {
		return
	}
	t := &w.Entities[e]
	for i := len(t.Own) - 1; i >= 0; i-- {
		o := t.Own[i]
		if !f.Matches(o) || i >= len(t.Own) {
			continue
		}
		t.Own = slices.Delete(t.Own, i, i+1)
		if o.IsPair() && o.Second != e && w.Is(o.First, w.Words.Symmetric) {
			w.drop(o.Second, Fact{o.First, e})
		}
	}
	if f == Single(w.Words.Final) {
		t.open = true
	}
}

// Dying returns the entities that die with the victims because of cleanup policies
// (cleanup.on-delete-target), in the order of their deletion. If a Panic policy refuses the
// deletion, it returns nil.
func (w *World) Dying(victims ...Ref) []Ref {
	k := w.Words
	dying := slices.Clone(victims)
	for i := 0; i < len(dying); i++ {
		d := dying[i]
		if w.Owns(d, Fact{k.OnDelete, k.Panic}) {
			return nil
		}
		for _, x := range w.Live {
			if slices.Contains(dying, x) {
				continue
			}
			action := w.reaction(x, d)
			if action == k.Panic {
				return nil
			}
			if action == k.Delete {
				dying = append(dying, x)
			}
		}
	}
	return dying
}

// reaction returns the strongest policy that applies to x when d is deleted: Remove, Delete or
// Panic, or None for none.
func (w *World) reaction(x, d Ref) Ref {
	k := w.Words
	strongest := None
	for _, f := range w.Entities[x].Own {
		action := None
		if f.First == d {
			action = w.Target(d, k.OnDelete)
		} else if f.Second == d {
			action = w.Target(f.First, k.OnDeleteTarget)
		}
		if action == k.Panic || action == k.Delete && strongest != k.Panic {
			strongest = action
		}
	}
	return strongest
}

// erase deletes entities. If a Panic policy applies, nothing changes.
func (w *World) erase(victims ...Ref) {
	dying := w.Dying(victims...)
	for _, d := range dying {
		w.bury(d)
	}
	if len(dying) == 0 {
		return
	}
	for i := range w.Entities {
		t := &w.Entities[i]
		t.Own = slices.DeleteFunc(t.Own, func(f Fact) bool {
			return slices.Contains(dying, f.First) || slices.Contains(dying, f.Second)
		})
	}
}

// bury moves an entity to the dead entities.
func (w *World) bury(d Ref) {
	t := &w.Entities[d]
	t.Alive, t.Name, t.Own = false, "", nil
	w.Live, w.Of[t.Role] = without(w.Live, d), without(w.Of[t.Role], d)
	w.Dead = append(w.Dead, d)
	if w.Scope == d {
		w.Scope = None
	}
}

func without(list []Ref, e Ref) []Ref {
	return slices.DeleteFunc(list, func(x Ref) bool { return x == e })
}
