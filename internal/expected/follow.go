package expected

import (
	"slices"

	"github.com/relspec/relspec/internal/expected/past"
	"github.com/relspec/relspec/spec"
)

// Happened applies an operation that an engine carried out. If it contradicts the expected world,
// for example by creating an entity twice, nothing changes.
func (w *World) Happened(op *spec.Operation) { w.follow(op, false) }

// Expect applies an operation with an unknown outcome if it should succeed. A deferred operation is
// applied at once.
func (w *World) Expect(op *spec.Operation) { w.follow(op, true) }

func (w *World) follow(op *spec.Operation, guess bool) {
	switch op.Op { //nolint:exhaustive // the others change nothing that is tracked
	case spec.OpEntity, spec.OpComponent:
		for _, single := range op.Singly() {
			w.create(&single)
		}
	case spec.OpClone, spec.OpInstantiate:
		w.copy(op)
	case spec.OpScope:
		if e := w.Number(op.Entity); e == None || w.IsAlive(e) {
			w.Scope = e
		}
	case spec.OpDeferBegin, spec.OpDeferEnd, spec.OpSnapshot, spec.OpRestore, spec.OpReload:
		w.Remember(op, w.present, w.restore)
	case spec.OpReset:
		w.reset(op.Profile)
	case spec.OpDefine:
		if !w.IsDeferred() {
			w.define(op.Text, guess)
		}
	case spec.OpRemoveAll:
		f := w.Fact(op.ID)
		for _, e := range w.Live {
			w.drop(e, f)
		}
	case spec.OpDeleteWith:
		if owners := w.Owners(w.Fact(op.ID)); len(owners) > 0 {
			w.erase(owners...)
		}
	default:
		if e := w.Number(op.Entity); w.IsAlive(e) {
			w.change(e, op, guess)
		}
	}
}

// change applies an operation on an alive entity.
func (w *World) change(e Ref, op *spec.Operation, guess bool) {
	f := w.Fact(op.ID)
	switch op.Op { //nolint:exhaustive // the others change nothing that is tracked
	case spec.OpAdd, spec.OpSet:
		if w.IsSound(f) && (!guess || w.Allows(e, f) && w.fits(op, f)) {
			w.add(e, f)
		}
	case spec.OpOverride:
		if w.Owns(e, f) && !slices.Contains(w.Entities[e].marked, f) {
			w.Entities[e].marked = append(w.Entities[e].marked, f)
		}
	case spec.OpRemove:
		if guess && (!w.IsUser(e) || !w.AllowsRemoval(e, f)) {
			return
		}
		if f.IsPair() && w.Is(f.First, w.Words.Union) {
			f.Second = Every // removing any target of a union removes the current one (union.remove)
		}
		w.drop(e, f)
	case spec.OpDelete:
		if w.IsUser(e) {
			w.erase(e)
		}
	case spec.OpClear:
		if w.IsUser(e) {
			for _, own := range slices.Clone(w.Entities[e].Own) {
				w.drop(e, own)
			}
			w.Entities[e].Name = "" // entities.clear
		}
	case spec.OpEnable, spec.OpDisable:
		switch {
		case !op.ID.IsZero() || !w.IsUser(e):
		case op.Op == spec.OpEnable:
			w.drop(e, Single(w.Words.Disabled))
		default:
			w.add(e, Single(w.Words.Disabled))
		}
	case spec.OpSetName:
		if op.Name != nil && w.IsUser(e) && (!guess || w.allowsName(e, *op.Name)) {
			w.Entities[e].Name = *op.Name
		}
	}
}

// IsSound reports whether the elements of an id are alive, so that none is a wildcard.
func (w *World) IsSound(f Fact) bool {
	return w.IsAlive(f.First) && (!f.IsPair() || w.IsAlive(f.Second))
}

// create creates an entity below its parent, or in the current scope.
func (w *World) create(op *spec.Operation) {
	ids := make([]Fact, 0, len(op.IDs)+1)
	if parent := w.Number(op.Parent); parent != None {
		ids = append(ids, Fact{w.Words.ChildOf, parent})
	} else if w.Scope != None && !op.Unscoped {
		ids = append(ids, Fact{w.Words.ChildOf, w.Scope})
	}
	for _, id := range op.IDs {
		ids = append(ids, w.Fact(id))
	}
	if w.Number(op.Entity) != Unknown || slices.ContainsFunc(ids, func(f Fact) bool { return !w.IsSound(f) }) {
		return
	}
	t := Entity{Handle: op.Entity, Role: Plain, Alive: true, Members: op.Members, component: op.Op == spec.OpComponent}
	if op.Name != nil {
		t.Name = *op.Name
	}
	e := Ref(len(w.Entities))
	w.number[op.Entity] = e
	w.Entities, w.Live, w.Of[Plain] = append(w.Entities, t), append(w.Live, e), append(w.Of[Plain], e)
	for _, f := range ids {
		w.add(e, f)
	}
}

// copy applies clone and instantiate.
func (w *World) copy(op *spec.Operation) {
	from, ids := w.Number(op.From), slices.Clone(op.IDs)
	if w.IsDeferred() || !w.IsAlive(from) || !w.IsUser(from) || w.Entities[from].component {
		return
	}
	var parts []Ref
	if op.Op == spec.OpInstantiate {
		ids = append([]spec.ID{spec.Pair(spec.IsA, op.From)}, ids...)
		if parts = w.Parts(from); len(parts) != len(op.More) {
			return
		}
	}
	copies := map[Ref]Ref{}
	for i, h := range op.Makes() {
		made := Ref(len(w.Entities))
		w.create(&spec.Operation{Entity: h, Unscoped: true})
		if w.Number(h) != made {
			return
		}
		copies[append([]Ref{from}, parts...)[i]] = made
	}
	mapped := func(e Ref) Ref {
		if made, ok := copies[e]; ok {
			return made
		}
		return e
	}
	for _, id := range ids {
		w.add(copies[from], w.Fact(id))
	}
	slot := w.Words.Of(spec.SlotOf)
	for _, e := range append([]Ref{from}, parts...) {
		for _, f := range slices.Clone(w.Entities[e].Own) {
			other := Fact{mapped(f.First), mapped(f.Second)}
			switch {
			case f.First == slot && other != f && op.Op == spec.OpInstantiate:
				w.add(other.Second, Fact{e, copies[e]})
			case op.Op == spec.OpInstantiate && f == Single(w.Words.Prefab):
			case len(ids) > 0 && e == from && (other == f || f.First == w.Words.ChildOf): // the copy inherits them
			default:
				w.add(copies[e], other)
			}
		}
		if e != from {
			w.Entities[copies[e]].Name = w.Entities[e].Name
		}
	}
}

// Parts returns the descendants of an entity along ChildOf, oldest first (prefab.instantiate).
func (w *World) Parts(of Ref) []Ref {
	return slices.DeleteFunc(slices.Clone(w.Live), func(e Ref) bool {
		return e == of || !slices.Contains(w.Above(e, w.Words.ChildOf), of)
	})
}

// Assign sets the role of an entity.
func (w *World) Assign(e Ref, r Role) {
	t := &w.Entities[e]
	w.Of[t.Role] = without(w.Of[t.Role], e)
	t.Role = r
	w.Of[r] = append(w.Of[r], e)
}

// present returns a copy without earlier snapshots, to be used as a snapshot.
func (w *World) present() *World {
	c := w.Clone()
	c.Past = past.Past[World]{}
	return c
}

// restore returns to a snapshot. Entities created after it become unknown again.
func (w *World) restore(earlier *World) {
	before := w.Past
	*w = *earlier.Clone()
	w.Past = before
}

// reset starts a new world.
func (w *World) reset(profile string) {
	p := *w.profile
	if profile != p.Name && profile != "" {
		other, err := spec.ProfileByName(profile)
		if err != nil {
			return
		}
		p = other
	}
	*w = *New(&p)
}
