package fuzz

import "slices"

// allows reports whether adding f to e should succeed. It is asked before operations that are meant to be valid; e and f need not be.
func (w *world) allows(e ref, f fact) bool {
	k := w.words
	if e < 0 || f.first < 0 || f.second < nobody {
		return false
	}
	if !f.isPair() {
		return w.allowsProperty(e, f.first)
	}
	switch {
	case w.owns(e, f):
		return true
	case f.first == k.isA && w.isFinal(f.second):
		return false
	case f.first == k.childOf && w.isUser(e) && w.things[e].name != "" && w.nameTaken(w.things[e].name, f.second, e):
		return false
	case w.isAcyclic(f.first) && (w.is(f.first, k.symmetric) || w.reaches(f.second, e, f.first)):
		return false
	case !w.isAllowedTarget(f):
		return false
	case !w.isUser(e) && f.first == k.childOf:
		return false
	case !w.isUser(e) && slices.ContainsFunc(w.things[e].own, func(o fact) bool { return o.first == f.first }):
		return false
	}
	return true
}

// isAllowedTarget reports whether OneOf allows the target of a pair.
func (w *world) isAllowedTarget(f fact) bool {
	k := w.words
	if w.is(f.first, k.oneOf) && w.parent(f.second) != f.first {
		return false
	}
	scope := w.target(f.first, k.oneOf)
	return scope == nobody || w.parent(f.second) == scope
}

// allowsProperty asks about a single id: some properties cannot change once they are in use (ruling 18).
func (w *world) allowsProperty(e, property ref) bool {
	k := w.words
	switch {
	case k.isStorage(property):
		return w.is(e, property) || !w.used(e)
	case property == k.acyclic || property == k.traversable || property == k.symmetric:
		return !w.used(e)
	case property == k.final:
		return !slices.ContainsFunc(w.live, func(x ref) bool { return w.owns(x, fact{k.isA, e}) })
	}
	return true
}

// isFinal reports whether nothing can be an instance of e.
func (w *world) isFinal(e ref) bool {
	if e < 0 {
		return false
	}
	if w.flat {
		return true
	}
	t := &w.things[e]
	return w.is(e, w.words.final) || w.profile.ComponentsFinal && t.component && !t.open
}

// allowsRemoval reports whether removing f from e should succeed.
func (w *world) allowsRemoval(e ref, f fact) bool {
	return f.isPair() || !w.words.isStorage(f.first) || !w.used(e)
}

// isStorage reports whether a property decides how pairs are stored, and so cannot change while there are any.
func (k *words) isStorage(property ref) bool {
	return property != stranger && (property == k.exclusive || property == k.union || property == k.pairIsTag ||
		property == k.sparse || property == k.dontFragment)
}

// add follows an add with its consequences.
func (w *world) add(e ref, f fact) {
	if e < 0 || f.first < 0 || f.second == stranger || w.owns(e, f) {
		return
	}
	k := w.words
	t := &w.things[e]
	if f.isPair() && w.isExclusive(f.first) {
		w.drop(e, fact{f.first, every})
	}
	t.own = append(t.own, f)
	for _, o := range w.things[f.first].own {
		if o.first == k.with && o.isPair() {
			w.add(e, fact{o.second, f.second})
		}
	}
	if f.isPair() && w.is(f.first, k.symmetric) {
		w.add(f.second, fact{f.first, e})
	}
	switch {
	case f == single(k.prefab):
		for _, x := range slices.Clone(w.live) {
			if w.owns(x, fact{k.childOf, e}) {
				w.add(x, f)
			}
		}
	case f.first == k.childOf && f.isPair() && w.is(f.second, k.prefab):
		w.add(e, single(k.prefab))
	case f.first == k.isA && f.isPair():
		w.copyOverrides(e, f.second)
	}
}

// copyOverrides follows what an instance gets from its base, and from the bases of that, where the rule is Override (ruling 29).
func (w *world) copyOverrides(e, base ref) {
	if base < 0 {
		return
	}
	defer func() {
		for _, f := range slices.Clone(w.things[base].own) {
			if f.first == w.words.isA && f.isPair() {
				w.copyOverrides(e, f.second)
			}
		}
	}()
	for _, f := range slices.Clone(w.things[base].own) {
		if w.isUser(f.first) && w.overrides(f.first) && (!w.isExclusive(f.first) || w.target(e, f.first) == nobody) {
			w.add(e, f)
		}
	}
}

// overrides reports whether ids that begin with e are copied to instances.
func (w *world) overrides(e ref) bool {
	k := w.words
	if rule := w.target(e, k.onInstantiate); rule != nobody {
		return rule == k.override
	}
	return w.profile.Instantiation == 1 && !w.is(e, k.dontInherit)
}

// drop follows the removal of everything that matches f, with mirrors.
func (w *world) drop(e ref, f fact) {
	if e < 0 {
		return
	}
	t := &w.things[e]
	for i := len(t.own) - 1; i >= 0; i-- {
		o := t.own[i]
		if !f.matches(o) || i >= len(t.own) {
			continue
		}
		t.own = slices.Delete(t.own, i, i+1)
		if o.isPair() && o.second != e && w.is(o.first, w.words.symmetric) {
			w.drop(o.second, fact{o.first, e})
		}
	}
	if f == single(w.words.final) {
		t.open = true
	}
}

// erase follows a deletion by the cleanup policies (ruling 20). A Panic policy leaves the world as it is.
func (w *world) erase(victims ...ref) {
	k := w.words
	dying := slices.Clone(victims)
	for i := 0; i < len(dying); i++ {
		d := dying[i]
		if w.owns(d, fact{k.onDelete, k.panic}) {
			return
		}
		for _, x := range w.live {
			if slices.Contains(dying, x) {
				continue
			}
			action := w.reaction(x, d)
			if action == k.panic {
				return
			}
			if action == k.delete {
				dying = append(dying, x)
			}
		}
	}
	for _, d := range dying {
		w.bury(d)
	}
	for i := range w.things {
		t := &w.things[i]
		t.own = slices.DeleteFunc(t.own, func(f fact) bool {
			return slices.Contains(dying, f.first) || slices.Contains(dying, f.second)
		})
	}
}

// reaction is the strongest action that the deletion of d has on x: remove, delete or panic; nobody for none.
func (w *world) reaction(x, d ref) ref {
	k := w.words
	strongest := nobody
	for _, f := range w.things[x].own {
		action := nobody
		if f.first == d {
			action = w.target(d, k.onDelete)
		} else if f.second == d {
			action = w.target(f.first, k.onDeleteTarget)
		}
		if action == k.panic || action == k.delete && strongest != k.panic {
			strongest = action
		}
	}
	return strongest
}

// bury moves an entity to the dead.
func (w *world) bury(d ref) {
	t := &w.things[d]
	t.alive, t.name, t.own = false, "", nil
	without := func(list []ref) []ref { return slices.DeleteFunc(list, func(e ref) bool { return e == d }) }
	w.live, w.roles[t.role] = without(w.live), without(w.roles[t.role])
	w.dead = append(w.dead, d)
	if w.scope == d {
		w.scope = nobody
	}
}
