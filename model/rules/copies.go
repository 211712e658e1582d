package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Copy has the arguments of clone and instantiate: the original and, for instantiate, additional
// ids for the instance and the entities below the original, which are copied too.
type Copy struct {
	From  Entity
	IDs   []ID
	Parts []Entity // in type order
}

// CheckCopy resolves the arguments of clone and instantiate. It checks in this order: whether an
// original is given, the handles of the new entities, the original, the ids, whether everything can
// be copied, and the number of handles (errors.order).
func (w *World) CheckCopy(op spec.Operation) (c Copy, err *spec.Error) {
	if op.From == "" {
		return c, spec.Errorf(spec.CodeInvalid, "the original is missing")
	}
	made := op.Makes()
	for n, h := range made {
		if slices.Contains(made[:n], h) {
			return c, spec.Errorf(spec.CodeExists, "the handle %s occurs twice", h)
		}
		if _, _, err := w.CheckNew(spec.Operation{Op: spec.OpEntity, Entity: h}); err != nil {
			return c, err
		}
	}
	if c.From, err = w.Find(op.From); err != nil {
		return c, err
	}
	copied := []Entity{c.From}
	if op.Op == spec.OpInstantiate {
		if c.IDs, err = w.exactIDs(op.IDs); err != nil {
			return c, err
		}
		c.Parts = w.Below(c.From, w.Handles[spec.ChildOf], 0)
		slices.Sort(c.Parts)
		copied = append(copied, c.Parts...)
	}
	err = each(copied, w.mayCopy)
	if err == nil && len(c.Parts) != len(made)-1 {
		err = spec.Errorf(spec.CodeInvalid, "%s has %d entities below it, and more has %d handles for their copies",
			op.From, len(c.Parts), len(made)-1)
	}
	return c, err
}

// Copy makes a clone (prefab.clone), or an instance with copies of the parts of its prefab
// (prefab.instantiate). Pairs between parts are redirected to the copies. For example, if a prefab
// ship has a cockpit and the pair (IsSteeredFrom, cockpit), each instance is steered from its own
// cockpit.
func (w *World) Copy(op spec.Operation, c Copy) *spec.Error {
	create := func(h spec.Handle) Entity {
		e, _ := w.Create(spec.Operation{Op: spec.OpEntity, Entity: h, Unscoped: true}, None, nil)
		return e
	}
	root := create(op.Entity)
	w.Parts = map[Entity]Entity{c.From: root}
	if op.Op == spec.OpClone {
		err := w.fill(c.From, false)
		w.Parts = nil
		return err
	}
	ids := append([]ID{w.pair(spec.IsA, c.From)}, c.IDs...)
	if err := each(ids, func(i ID) *spec.Error { return w.Add(root, i) }); err != nil {
		return err
	}
	for n, part := range c.Parts {
		w.Parts[part] = create(op.More[n])
	}
	err := each(c.Parts, func(part Entity) *spec.Error {
		if err := w.fill(part, true); err != nil {
			return err
		}
		return w.SetName(w.Parts[part], w.Entities[part].Name)
	})
	if err == nil {
		err = w.refer(c.From)
	}
	if err == nil {
		err = each(append([]Entity{c.From}, c.Parts...), w.slot)
	}
	return err
}

// fill adds the ids of the original to a copy. It does so twice, because a consequence of one id
// can remove another. The copy of a part is not a prefab, has no SlotOf pair with a copied entity,
// and owns the ids that have an override mark on the part. A clone gets the marks instead
// (prefab.clone, prefab.parts).
func (w *World) fill(e Entity, isPart bool) *spec.Error {
	original, made := w.Entities[e], w.Parts[e]
	own := Without(original.Own, func(f Fact) bool {
		return isPart && (w.isSingle(f.ID, spec.Prefab) || w.isSlot(f.ID))
	})
	add := func(f Fact) *spec.Error { return w.Add(made, w.partID(f.ID)) }
	for range 2 {
		if err := each(own, add); err != nil {
			return err
		}
	}
	for _, f := range own {
		w.copyValue(made, f)
	}
	for _, f := range own {
		if mine, owned := w.Owned(made, w.partID(f.ID)); owned && f.Off {
			mine.Off = true
			w.own(made, mine)
		}
	}
	return each(original.Overrides, func(i ID) *spec.Error {
		if isPart {
			return w.Add(made, w.partID(i))
		}
		return w.Override(made, w.partID(i))
	})
}

// refer gives an instance its own version of the ids of its prefab that mention a copied entity,
// directly or in their values. For example, if the ship Likes its cockpit, the instance Likes its
// own cockpit.
func (w *World) refer(prefab Entity) *spec.Error {
	root := w.Parts[prefab]
	return each(w.Entities[prefab].Own, func(f Fact) *spec.Error {
		mentions := w.partID(f.ID) != f.ID || !w.partValue(f.Value).Equal(f.Value)
		if !mentions || w.isPairOf(f.ID, spec.ChildOf) || w.isSlot(f.ID) {
			return nil
		}
		err := w.Add(root, w.partID(f.ID))
		w.copyValue(root, f)
		return err
	})
}

// slot adds the slot pairs for e. If e has (SlotOf, x) and x is copied, the copy of x gets the pair
// (e, the copy of e). For example, if engine has (SlotOf, ship), each instance of ship gets the
// pair of engine with its own engine (prefab.slots).
func (w *World) slot(e Entity) *spec.Error {
	return each(w.Entities[e].Own, func(f Fact) *spec.Error {
		if !w.isSlot(f.ID) {
			return nil
		}
		return w.Add(w.Parts[f.Second], ID{e, w.Parts[e]})
	})
}

// isSlot reports whether i is a SlotOf pair with an entity that is being copied.
func (w *World) isSlot(i ID) bool { return w.isPairOf(i, spec.SlotOf) && w.Parts[i.Second] != None }

// copyValue sets the value of an id of a copy to that of the original.
func (w *World) copyValue(made Entity, f Fact) {
	if mine, _ := w.Owned(made, w.partID(f.ID)); f.Value != nil && mine.Value != nil {
		w.write(made, mine.ID, w.partValue(f.Value))
	}
}

// Part returns the copy of an entity that is being copied, and e for any other entity.
func (w *World) Part(e Entity) Entity {
	if made := w.Parts[e]; made != None {
		return made
	}
	return e
}

func (w *World) partID(i ID) ID { return ID{w.Part(i.First), w.Part(i.Second)} }

func (w *World) partValue(v spec.Value) spec.Value {
	out := slices.Clone(v)
	for n := range out {
		if e := w.Handles[spec.Handle(out[n].Text)]; out[n].Type == spec.Entity && w.Parts[e] != None {
			out[n].Text = string(w.Handle(w.Parts[e]))
		}
	}
	return out
}
