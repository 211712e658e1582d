package tecs

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/spec"
)

// steps counts n steps, before they are taken. It returns an error if the limit is exceeded.
func (w *World) steps(n int) *spec.Error {
	if w.work -= n; w.work < 0 {
		return spec.Exhaustedf("this takes more than %d steps; ask for less at once", w.limits.Work)
	}
	return nil
}

// fits returns an error if a change made an entity own too many components and edges.
func (w *World) fits() *spec.Error {
	owned := map[spec.Handle]int{}
	for p := range w.parts {
		owned[p.entity]++
	}
	for e, edges := range w.edges {
		owned[e] += len(edges)
	}
	for _, n := range owned {
		if n > w.limits.IDs {
			return spec.Errorf(spec.CodeLimit, "an entity has at most %d components and edges", w.limits.IDs)
		}
	}
	return nil
}

// takeSnapshot saves the world under a name, without the edges of transient relationships
// (TECS-120). For example, if Hears is transient, there are no edges of Hears after a restore.
func takeSnapshot(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	if w.deferred > 0 {
		return out, invalid("a snapshot is not possible while the world is deferred")
	}
	s := w.copied()
	s.cut(func(x edge) bool { return w.relations[x.relation].Transient })
	total := s.size()
	for name, other := range w.snapshots {
		if name != op.As {
			total += other.size()
		}
	}
	if total > w.limits.Snapshots {
		return out, spec.Exhaustedf("the snapshots of a world have at most %d elements; reuse the name of an old snapshot",
			w.limits.Snapshots)
	}
	w.snapshots[op.As] = s
	return out, nil
}

// size returns the number of elements of a snapshot (limits.snapshots).
func (s *state) size() int { return spec.SnapshotBase + s.born + len(s.parts) + s.count() }

// count returns the number of edges.
func (s *state) count() (n int) {
	for _, edges := range s.edges {
		n += len(edges)
	}
	return n
}

// restore returns the world to a snapshot. The fields of each edge are set as if they were given by
// name, so defaults and required fields apply (TECS-142). Relationships and components stay
// declared. In some profiles monitors are notified that every matching entity left and entered
// again (declared.restore-events).
func restore(w *World, op spec.Operation) (out spec.Outcome, _ *spec.Error) {
	if w.deferred > 0 {
		return out, invalid("restore is not possible while the world is deferred")
	}
	s, known := w.snapshots[op.As]
	if !known {
		return out, spec.Errorf(spec.CodeUnresolved, "no snapshot is named %q", op.As)
	}
	restored := s.copied()
	for source, edges := range s.edges {
		for x, fields := range edges {
			value, err := fieldsOf(w.relations[x.relation], nil, fields.Raw())
			if err != nil {
				return out, err
			}
			restored.connect(edge{source, x}, value)
		}
	}
	restored.born = w.born
	before := w.state
	w.state = restored
	if w.profile.RestoreEvents {
		w.compare(&before, &state{made: before.made})
		w.compare(&state{}, &w.state)
	}
	for _, o := range w.observers {
		if !w.alive[o.parent] {
			o.parent = "" // it can no longer be deleted
		}
	}
	return out, nil
}

// dump returns the whole world in canonical form.
func dump(w *World, _ spec.Operation) (spec.Outcome, *spec.Error) {
	d, elements := &spec.Dump{Entities: []spec.DumpEntity{}}, 0
	ids := map[spec.Handle][]spec.DumpID{}
	for p, value := range w.parts {
		ids[p.entity] = append(ids[p.entity], dumped(spec.Single(p.component), value))
		elements += 1 + len(value)
	}
	for e, edges := range w.edges {
		for x, fields := range edges {
			ids[e] = append(ids[e], dumped(spec.Pair(x.relation, x.target), fields))
			elements += 1 + len(fields)
		}
	}
	for _, e := range w.all(func(spec.Handle) bool { return true }) {
		slices.SortFunc(ids[e], func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
		d.Entities = append(d.Entities, spec.DumpEntity{Handle: e, IDs: ids[e]})
		elements++
	}
	if elements > w.limits.Elements {
		return spec.Outcome{}, spec.Exhaustedf("a dump has at most %d elements", w.limits.Elements)
	}
	slices.SortFunc(d.Entities, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	return spec.Outcome{Dump: d}, nil
}

// dumped returns an id of a dump, with its data if it has any.
func dumped(id spec.ID, value spec.Value) spec.DumpID {
	if len(value) == 0 {
		value = nil
	}
	return spec.DumpID{ID: id, Value: value}
}
