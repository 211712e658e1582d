package model

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/spec"
)

// snapshot is a saved state of the world, for restore.
type snapshot struct {
	records []rules.Record
	scope   rules.Entity
	orders  map[rules.ID][]rules.Entity
	size    int
}

func (w *World) takeSnapshot(op spec.Operation) *spec.Error {
	if w.deferred > 0 {
		return errDeferred(op.Op)
	}
	total := w.size()
	for name, s := range w.snapshots {
		if name != op.As {
			total += s.size
		}
	}
	if total > w.limits.Snapshots {
		return spec.Exhaustedf("the snapshots of a world have at most %d elements; reuse the name of an old snapshot",
			w.limits.Snapshots)
	}
	w.snapshots[op.As] = snapshot{slices.Clone(w.rules.Entities), w.rules.Scope, maps.Clone(w.rules.Orders), w.size()}
	return nil
}

func (w *World) restore(op spec.Operation) *spec.Error {
	if w.deferred > 0 {
		return errDeferred(op.Op)
	}
	s, ok := w.snapshots[op.As]
	if !ok {
		return spec.Errorf(spec.CodeUnresolved, "no snapshot is named %q", op.As)
	}
	w.rules.Effects = rules.Effects{Was: map[rules.Entity]rules.Record{}}
	w.rules.Restore(s.records, s.scope, s.orders)
	clear(w.iterators)
	w.seen, w.held = nil, nil
	w.happened()
	w.rules.Was = nil
	return nil
}

// reload saves the world and loads it into a new one. Queries, observers and snapshots are lost.
func (w *World) reload(op spec.Operation) *spec.Error {
	switch {
	case w.deferred > 0:
		return errDeferred(op.Op)
	case len(w.iterators) > 0:
		return spec.Errorf(spec.CodeInvalid, "%s is not possible while an iterator is open", op.Op)
	}
	loaded := w.rules.Reload()
	*w = *New(loaded.Profile, WithLimits(w.limits))
	w.rules = loaded
	return nil
}

// undo reverts the changes of the current operation. made and scope are the number of entities and
// the scope when the operation began.
func undo(w *rules.World, made int, scope rules.Entity) {
	for _, r := range w.Entities[made:] {
		delete(w.Handles, r.Handle)
	}
	for e, r := range w.Was {
		w.Entities[e] = r
	}
	w.Entities, w.Scope = w.Entities[:made], scope
}

// earlier returns a copy of the world as it was before the current operation. Entities that the
// operation created are not alive in it.
func earlier(w *rules.World) *rules.World {
	out := *w
	out.Entities, out.Effects = slices.Clone(w.Entities), rules.Effects{}
	for e, r := range w.Was {
		out.Entities[e] = r
	}
	return &out
}

// dump returns the whole world in canonical form. It includes a builtin only if the user
// changed it.
func (w *World) dump() (*spec.Dump, *spec.Error) {
	d, elements := &spec.Dump{}, 0
	if w.rules.Scope != rules.None {
		d.Scope = w.rules.Handle(w.rules.Scope)
	}
	var shown []*spec.DumpEntity
	for _, e := range w.rules.All() {
		out := w.described(e)
		if w.rules.Entities[e].Builtin && len(out.IDs) == 0 {
			continue
		}
		shown = append(shown, out)
		elements += 1 + len(out.Members) + len(out.IDs) + len(out.Overrides)
		for _, i := range out.IDs {
			elements += len(i.Value)
		}
		if err := w.fitsAnswer(elements); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(shown, func(a, b *spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	d.Entities = make([]spec.DumpEntity, len(shown))
	for n, out := range shown {
		d.Entities[n] = *out
	}
	return d, nil
}

// describe returns the part of a dump about one entity. For a builtin it omits the ids that the
// builtin owns from the start.
func (w *World) describe(e rules.Entity) spec.DumpEntity {
	r := &w.rules.Entities[e]
	out := spec.DumpEntity{Handle: r.Handle, Name: r.Name, Component: r.Component, Members: r.Members, Open: r.Open}
	for _, f := range r.Own {
		if !w.rules.Fixed(e, f.ID) {
			out.IDs = append(out.IDs, spec.DumpID{ID: w.rules.SpecID(f.ID), Value: f.Value, Off: f.Off})
		}
	}
	for _, i := range r.Overrides {
		out.Overrides = append(out.Overrides, w.rules.SpecID(i))
	}
	slices.SortFunc(out.Overrides, spec.ID.Compare)
	slices.SortFunc(out.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	return out
}

func (w *World) reset(op spec.Operation) *spec.Error {
	p, err := spec.ProfileByName(op.Profile)
	if err == nil {
		*w = *New(p, WithLimits(w.limits))
	}
	return err
}
