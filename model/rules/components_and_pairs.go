package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Create makes an entity without ids. It returns the ids that the caller must add, in order: first
// (ChildOf, parent), then the requested ids. The parent is the scope unless the operation gives
// another parent or asks for none. The caller sets the name last (REL-014, REL-110 to REL-113,
// entities.create, names.scope).
func (w *World) Create(op spec.Operation, parent Entity, requested []ID) (e Entity, ids []ID) {
	e = Entity(len(w.Entities))
	w.Handles[op.Entity] = e
	w.Entities = append(w.Entities, Record{})
	*w.Change(e) = Record{
		Handle: op.Entity, Alive: true, Component: op.Op == spec.OpComponent, Members: op.Members,
	}
	if op.Parent == "" && !op.Unscoped {
		parent = w.Scope
	}
	if parent != None {
		ids = append(ids, w.pair(spec.ChildOf, parent))
	}
	return e, append(ids, requested...)
}

// Add makes e own i and applies every consequence (pairs.edge, pairs.any-entity,
// pairs.several-targets). If a consequence is refused, Add is refused (properties.consequences,
// acyclic.cycle and data.added). If e owns i already, Add does nothing (ids.once). For example, if
// Likes is Symmetric and has (With, Knows), then adding (Likes, Alice) to Bob gives Bob (Knows,
// Alice) and Alice (Likes, Bob), which gives Alice (Knows, Bob).
func (w *World) Add(e Entity, i ID) *spec.Error {
	if _, ok := w.Owned(e, i); ok {
		return nil
	}
	if err := w.mayAdd(e, i); err != nil {
		return err
	}
	// The old pair is removed only after mayAdd has accepted the new one (exclusive.replaces,
	// exclusive.refused, REL-212).
	if i.IsPair() && w.IsExclusive(i.First) {
		for _, old := range w.Targets(e, i.First) {
			w.because(cites("REL-212", "REL-220"), "%s allows one target on %s: %s is replaced by %s",
				i.First, e, ID{i.First, old}, i)
			if err := w.drop(e, ID{i.First, old}); err != nil {
				return err
			}
		}
	}
	// A pair replaces a single id of its relationship (cleanup.zeroed-target).
	if w.Profile.ZeroesDeadTargets && i.IsPair() && !w.Entities[i.First].Builtin {
		if err := w.drop(e, ID{First: i.First}); err != nil {
			return err
		}
	}
	if err := w.mayOwnMore(e); err != nil {
		return err
	}
	w.own(e, Fact{ID: i, Value: w.startingValue(e, i)})
	for _, other := range w.Targets(i.First, w.Handles[spec.With]) { // with.adds; REL-231, REL-232
		w.because(cites("REL-231", "REL-232"), "%s comes with %s: %s gets %s", i.First, other, e, ID{other, i.Second})
		if err := w.Add(e, ID{other, i.Second}); err != nil {
			return err
		}
	}
	mirror := ID{i.First, e} // symmetric.mirror, symmetric.value; REL-229
	if i.IsPair() && w.Is(i.First, spec.Symmetric) && !w.Owns(i.Second, mirror) {
		w.because(cites("REL-229"), "%s is Symmetric: %s gets %s", i.First, i.Second, mirror)
		if err := w.Add(i.Second, mirror); err != nil {
			return err
		}
	}
	switch {
	case w.isSingle(i, spec.Prefab):
		return w.spreadPrefab(e)
	case w.isPairOf(i, spec.ChildOf) && w.Is(i.Second, spec.Prefab):
		return w.becomePrefab(e, i.Second)
	case w.isPairOf(i, spec.IsA):
		return w.instantiate(e, i.Second)
	}
	return nil
}

// Set adds i to e, unless e owns it, and replaces its whole value. Set refuses a tag, which has no
// value (data.set-replaced, REL-170). If a consequence of the addition removes i again, Set writes
// nothing. This happens, for example, if adding (R, t) also adds another target of the exclusive R.
func (w *World) Set(e Entity, i ID, given spec.RawValue) *spec.Error {
	if err := w.mayHaveData(i); err != nil {
		return err
	}
	value, err := given.Typed(w.Entities[w.TypeOf(i)].Members)
	if err == nil {
		err = w.Add(e, i)
	}
	if err == nil && w.Owns(e, i) {
		w.write(e, i, value)
	}
	return err
}

// Modified is called after a program has written the data of an id in place. It has the effect of
// setting the id to its current value.
func (w *World) Modified(e Entity, i ID) *spec.Error {
	if err := w.mayModify(e, i); err != nil {
		return err
	}
	w.write(e, i, w.ValueAt(Holding{i, e}))
	return nil
}

// write gives an owned id a value and causes OnSet (observers.on-set). A disabled id stays disabled
// (toggle.life).
func (w *World) write(e Entity, i ID, value spec.Value) {
	before, _ := w.Owned(e, i)
	w.own(e, Fact{i, value, before.Off})
	w.Written = append(w.Written, Holding{i, e})
}

// Get returns own or inherited data, or nil if e does not have i (REL-045, REL-090). If the target
// of i is a wildcard, Get reads the first match (data.wildcard-get). It refuses a tag, which has no
// data (REL-170, data.set).
func (w *World) Get(e Entity, i ID) (spec.Value, *spec.Error) {
	if err := w.mayHaveData(i); err != nil {
		return nil, err
	}
	h, _ := w.Has(e, i)
	return w.ValueAt(h), nil
}

// Remove removes every own id of e that i covers. For a Union relationship the target is ignored:
// if e has (Mood, Angry), removing (Mood, Calm) removes (Mood, Angry) (REL-223, union.remove). If
// Final is removed from a component, the component is no longer Final by default
// (final.components).
func (w *World) Remove(e Entity, i ID) *spec.Error {
	if w.isSingle(i, spec.Final) && w.Entities[e].Component && w.Profile.ComponentsFinal {
		w.Change(e).Open = true
	}
	if i.IsPair() && i.Second != Any && w.Is(i.First, spec.Union) && !w.MentionsDead(i) {
		i.Second = Wildcard
	}
	if !i.Removes() {
		return nil
	}
	return w.removeEach(e, func(f Fact) bool { return i.Covers(f.ID) })
}

// RemoveAll removes the ids that i covers from all their owners. Ids that a builtin owns from the
// start stay (cleanup.all-owners; REL-122 to REL-124).
func (w *World) RemoveAll(i ID) *spec.Error {
	if !i.Removes() {
		return nil
	}
	return each(w.Owning(i), func(e Entity) *spec.Error {
		return w.removeEach(e, func(f Fact) bool { return i.Covers(f.ID) && !w.Fixed(e, f.ID) })
	})
}

// Clear removes all ids of e, its name and its override marks. It removes pairs before single ids,
// so that the properties of e still apply to its own pairs: if R owns Symmetric and (R, x),
// clearing R also removes the mirrored pair of x (entities.clear).
func (w *World) Clear(e Entity) *spec.Error {
	if err := w.notReserved(e, "%s is reserved and cannot be cleared"); err != nil {
		return err
	}
	r := w.Change(e)
	r.Name, r.Overrides = "", nil
	for _, f := range slices.Backward(w.Entities[e].Own) {
		if err := w.remove(e, f.ID); err != nil {
			return err
		}
	}
	return nil
}

// removeEach removes the selected facts of e.
func (w *World) removeEach(e Entity, selected func(Fact) bool) *spec.Error {
	return each(w.Entities[e].Own, func(f Fact) *spec.Error {
		if !selected(f) {
			return nil
		}
		return w.remove(e, f.ID)
	})
}

// remove removes an id that the user names. It is refused for more reasons than drop, which removes
// ids as a consequence of other changes (exclusive.replaces and names.siblings, entities.reserved).
// For example, if a part of a ship and a root entity are both named hull, the user cannot remove
// (ChildOf, ship) from the part, because the root would have two children named hull. The part can
// still get another parent.
func (w *World) remove(e Entity, i ID) *spec.Error {
	if _, ok := w.Owned(e, i); !ok {
		return nil
	}
	if err := w.mayRemove(e, i); err != nil {
		return err
	}
	return w.drop(e, i)
}

// drop removes i from e. If the relationship is Symmetric, drop also removes the mirrored pair from
// the target (symmetric.exclusive, REL-230). Ids that With added stay (with.never-removes).
func (w *World) drop(e Entity, i ID) *spec.Error {
	if _, ok := w.Owned(e, i); !ok {
		return nil
	}
	if err := w.mayDrop(e, i); err != nil {
		return err
	}
	w.erase(e, func(o ID) bool { return o == i })
	if i.IsPair() && w.Is(i.First, spec.Symmetric) {
		w.because(cites("REL-230"), "%s is Symmetric: %s loses %s", i.First, i.Second, ID{i.First, e})
		return w.drop(i.Second, ID{i.First, e})
	}
	return nil
}

// Switch enables or disables an entity or one of its ids. A disabled entity owns the tag Disabled
// (toggle.entity). A disabled id is hidden from queries but still owned: a ship whose Engine is off
// still has it (toggle.hides).
func (w *World) Switch(e Entity, i ID, on bool) *spec.Error {
	if i != (ID{}) {
		err := w.maySwitch(e, i)
		if err == nil {
			f, _ := w.Owned(e, i)
			f.Off = !on
			w.own(e, f)
		}
		return err
	}
	if err := w.notReserved(e, "%s is reserved"); err != nil {
		return err
	}
	if on {
		return w.remove(e, w.single(spec.Disabled))
	}
	return w.Add(e, w.single(spec.Disabled))
}

// Override marks i on the base e. Each new instance then gets its own copy of i, even if e does not
// own i and whatever the inheritance rule of i is (inheritance.override-mark).
func (w *World) Override(e Entity, i ID) *spec.Error {
	if err := w.mayOverride(e, i); err != nil {
		return err
	}
	if !slices.Contains(w.Entities[e].Overrides, i) {
		marks := append(slices.Clone(w.Entities[e].Overrides), i)
		slices.SortFunc(marks, ID.Compare)
		w.Change(e).Overrides = marks
	}
	return nil
}

// TypeOf returns the component that gives i its data, or None if i is a tag. For a single id it is
// the component itself. For a pair it is the relationship or, if the relationship has no members,
// the target. A pair has no data if the relationship is PairIsTag or Union. If Position has members
// and Likes has none, both (Position, Bob) and (Likes, Position) hold a Position (REL-048 to
// REL-056, REL-168, REL-173, REL-226, data.type, union.one-target).
func (w *World) TypeOf(i ID) Entity {
	typed := func(e Entity) bool {
		r := w.Record(max(e, None))
		return r.Component && len(r.Members) > 0
	}
	switch {
	case !i.IsPair() && typed(i.First):
		return i.First
	case !i.IsPair() || w.Is(i.First, spec.PairIsTag) || w.Is(i.First, spec.Union):
		return None
	case typed(i.First):
		return i.First
	case typed(i.Second):
		return i.Second
	}
	return None
}

// zero returns the data of an id that is added without a value (data.added, REL-167): each member
// is 0, "", false or no entity. For a tag it returns nil.
func (w *World) zero(i ID) spec.Value {
	if c := w.TypeOf(i); c != None {
		return spec.Zero(w.Entities[c].Members)
	}
	return nil
}
