package tecs

import "github.com/relspec/relspec/fast"

// Snapshot is a copy of a world in memory, for [World.Restore] of the same world.
type Snapshot struct {
	base  *fast.Snapshot
	edges map[*Relationship]savedEdges
	tags  map[*Tag]Entity
}

// savedEdges has the entity of a relationship, and the edges and values that are not stored in
// tables.
type savedEdges struct {
	entity Entity
	edges  any
}

// Snapshot copies the entities, their components and their edges, except those of transient
// relationships, in time proportional to their number. In a scope the error has code invalid.
//
// TECS-120.
func (w *World) Snapshot() (*Snapshot, error) {
	if w.stage.depth > 0 {
		return nil, errStaged
	}
	s := &Snapshot{base: w.base.Snapshot(), edges: map[*Relationship]savedEdges{}, tags: map[*Tag]Entity{}}
	for _, t := range w.tags {
		s.tags[t] = t.entity
	}
	for _, r := range w.relationships {
		saved := savedEdges{entity: r.entity}
		if !r.options.Transient {
			saved.edges = r.edges.save()
		}
		s.edges[r] = saved
	}
	return s, nil
}

// Restore brings the world back to a snapshot, which can be restored again. Relationships and
// components that were declared since remain, as do queries and monitors. Each monitor reports that
// all its entities stopped matching, and that all entities that match in the restored world started
// to match. The edges of a relationship with Init are made again, as by [Relationship.New]; an edge
// that Init refuses is removed. In a scope the error has code invalid.
//
// TECS-142.
func (w *World) Restore(s *Snapshot) error {
	if w.stage.depth > 0 {
		return errStaged
	}
	from, work := len(w.cascade.queue), 0
	w.notifyAll(false)
	w.base.Restore(s.base)
	w.redeclare(s)
	for _, r := range w.relationships {
		switch {
		case r.options.Transient:
			if err := w.base.RemoveAll(r.all()); err != nil {
				return err
			}
		case r.options.Init != nil:
			r.construct()
		}
	}
	w.untouch()
	for _, m := range w.monitors {
		work += m.lookWork()
		m.look()
	}
	w.own = nil
	w.notifyAll(true)
	if len(w.cascade.queue) > from {
		w.limitEvents(from, work)
	}
	w.deliver()
	return nil
}

// notifyAll notifies monitors of all their members, if the profile says so.
func (w *World) notifyAll(added bool) {
	if !w.profile.RestoreEvents {
		return
	}
	for _, m := range w.monitors {
		for _, e := range m.Members() {
			w.cascade.queue = append(w.cascade.queue, event{m, e, added})
		}
	}
}

// redeclare makes the relationships and components refer to the restored world. Those that the
// restored world does not have are created again.
func (w *World) redeclare(s *Snapshot) {
	w.declared, w.own = w.declared+1, nil
	clear(w.components)
	for _, again := range w.typed {
		again()
	}
	for _, t := range w.tags {
		known := false
		if t.entity, known = s.tags[t]; !known {
			t.entity = t.make(w.base)
		}
	}
	for _, r := range w.relationships {
		saved, known := s.edges[r]
		if !known {
			r.makeEntity()
			continue
		}
		r.entity = saved.entity
		r.edges.restore(saved.edges)
	}
}

// all returns a pattern that matches every id of the relationship in the tables.
func (r *Relationship) all() fast.ID {
	if id := r.edges.any(); !id.IsPair() {
		return id
	}
	return fast.Pair(r.entity, fast.Wildcard)
}

// construct makes the edges of a relationship again, as by [Relationship.New].
func (r *Relationship) construct() {
	w := r.w
	for _, e := range w.core.UserEntities() {
		for _, target := range r.edges.targets(e) {
			d, _ := w.edge(e, r, target)
			if err := r.New(target, d.Values()).put(w, e); err != nil {
				_ = r.edges.remove(e, target) // cannot fail, the edge exists
			}
		}
	}
}
