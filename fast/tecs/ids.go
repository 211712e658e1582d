package tecs

import "github.com/relspec/relspec/spec"

// Set gives e a component or an edge. There is one edge for each target: setting it again replaces
// its data. If the relationship is exclusive, e loses its edge to any other target. Every
// relationship may lead from an entity to itself, and may form cycles.
//
// The error has code not_alive (e or the target), invalid (data that the relationship does not
// have, no value for a required field, a relationship of another world) or limit
// ([World.LimitParts]). Then nothing has changed.
//
// TECS-018, TECS-030, TECS-032.
func (w *World) Set(e Entity, part Part) error {
	if !w.base.Alive(e) {
		return errDead
	}
	if err := part.check(w); err != nil {
		return err
	}
	if w.stage.depth == 0 {
		return w.end(w.give(e, part))
	}
	if w.profile.ValuesEarly && !w.stage.waiting[e] {
		if done, err := part.early(w, e); done || err != nil {
			return err
		}
	}
	w.stage.add(command{kind: spec.OpSet, entity: e, part: part})
	return nil
}

// give adds a part to an entity. If the entity then has too many parts, give undoes the change and
// returns an error.
func (w *World) give(e Entity, part Part) error {
	full := w.limits.parts > 0 && part.grows(w, e) && w.parts(e) >= w.limits.parts
	err := part.put(w, e)
	if err == nil && full {
		_ = part.take(w, e) // the part was new and replaced nothing, so removing it undoes give
		return spec.Errorf(spec.CodeLimit,
			"an entity can have at most %d components and edges; remove some or raise LimitParts", w.limits.parts)
	}
	return err
}

// parts returns the number of components and edges of an entity.
func (w *World) parts(e Entity) int {
	n := len(w.core.Store.IDs(w.core.Table(e.Index())))
	for _, r := range w.relationships {
		n += r.edges.extraEdges(e)
	}
	return n
}

// Remove removes a component, an edge, or all edges of a relationship from e. It does nothing if e
// does not have them or is dead. It never despawns: CascadeDelete acts when a target is despawned,
// not when an edge is removed.
//
// TECS-073, TECS-105, TECS-106.
func (w *World) Remove(e Entity, what Pattern) error {
	if err := what.checkIn(w); err != nil {
		return err
	}
	if !w.base.Alive(e) || w.stage.depth > 0 {
		return w.postpone(command{kind: spec.OpRemove, entity: e, pattern: what})
	}
	return w.end(what.take(w, e))
}

// Has reports whether e has a component, an edge, or any edge of a relationship. It ignores the
// data of an edge: Has(ship, follows.To(leader, 0.9)) is true for every ship that follows the
// leader. It is false for a dead entity.
func (w *World) Has(e Entity, what Pattern) bool {
	return what.checkIn(w) == nil && w.base.Alive(e) && what.in(w, e)
}

// Get returns an edge of e, and false if there is none. If e has several, Get returns the edge to
// the target that was created first: if Ann likes pears and apples, and apples were created before
// pears, it returns the edge to apples. It costs a few lookups for an exclusive relationship, and
// at most time proportional to the number of targets for others.
//
// TECS-042, TECS-045, TECS-065.
func (w *World) Get(e Entity, r *Relationship) (Edge, bool) {
	return w.edge(e, r, w.Target(e, r))
}

// GetTo returns the edge of e to target, and false if there is none.
//
// TECS-043, TECS-044.
func (w *World) GetTo(e Entity, r *Relationship, target Entity) (Edge, bool) {
	if r.checkIn(w) != nil || !w.base.Alive(e) || !r.edges.has(e, target) {
		return Edge{}, false
	}
	return w.edge(e, r, target)
}

// edge returns an existing edge. ok is false for the zero target.
func (w *World) edge(e Entity, r *Relationship, target Entity) (Edge, bool) {
	if target == 0 {
		return Edge{}, false
	}
	d := Edge{r: r, target: target}
	if r.data != nil {
		d.value = r.edges.value(e, target)
	}
	return d, true
}

// Target returns the target of e that was created first, or the zero Entity if it has none.
func (w *World) Target(e Entity, r *Relationship) Entity {
	if r.checkIn(w) != nil || !w.base.Alive(e) {
		return 0
	}
	return r.edges.first(e)
}

// Targets returns the targets of an entity in the order of their creation.
func (w *World) Targets(e Entity, r *Relationship) []Entity {
	if r.checkIn(w) != nil || !w.base.Alive(e) {
		return nil
	}
	return r.edges.targets(e)
}

// ForEach calls f for each edge that e has when the call begins, in order of creation of the
// targets. f may change the world. An edge that f removes before its turn is skipped.
//
// TECS-066, TECS-067.
func (w *World) ForEach(e Entity, r *Relationship, f func(Edge)) {
	for _, target := range w.Targets(e, r) {
		if d, ok := w.GetTo(e, r, target); ok {
			f(d)
		}
	}
}

// Count returns the number of entities that have a component, an edge, or any edge of a
// relationship, in time proportional to the number of all entities.
func (w *World) Count(what Pattern) int {
	if what.checkIn(w) != nil {
		return 0
	}
	n := 0
	for _, e := range w.core.UserEntities() {
		if what.in(w, e) {
			n++
		}
	}
	return n
}
