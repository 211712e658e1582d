package edges

import (
	"slices"

	"github.com/relspec/relspec/internal/expected/past"
	"github.com/relspec/relspec/spec"
)

// Expect applies an operation with an unknown outcome if it should succeed. A deferred operation is
// applied at once.
func (w *World) Expect(op *spec.Operation) {
	if w.allows(op) {
		w.follow(op)
	}
}

// allows guesses whether an operation succeeds. It ignores the data of edges.
func (w *World) allows(op *spec.Operation) bool {
	switch op.Op { //nolint:exhaustive // the others change nothing, or guess for themselves
	case spec.OpRelationship:
		return Sound(&op.Declared)
	case spec.OpSet:
		return w.allowsID(op.ID)
	case spec.OpEntity:
		return !slices.ContainsFunc(op.IDs, func(id spec.ID) bool { return !w.allowsID(id) })
	}
	return true
}

// allowsID reports whether an id can be added to an entity.
func (w *World) allowsID(id spec.ID) bool {
	if !id.IsPair() {
		return w.IsComponent(id.First)
	}
	_, declared := w.Relationship(id.First)
	return declared && w.IsAlive(id.Second)
}

// Sound reports whether a declaration is valid (declared.flags).
func Sound(d *spec.Declaration) bool {
	for i, f := range d.Fields {
		if f == "target" || slices.Contains(d.Fields[:i], f) {
			return false
		}
	}
	for _, f := range d.Require {
		if !slices.Contains(d.Fields, f) {
			return false
		}
	}
	cascades := !d.CascadeDelete || d.Exclusive && d.ReverseIndex
	return cascades && (!d.Transient || !d.Serialize) && len(d.Defaults) <= len(d.Fields)
}

func (w *World) follow(op *spec.Operation) {
	switch op.Op { //nolint:exhaustive // the others change nothing that is followed
	case spec.OpRelationship:
		if !w.Taken(op.Entity) {
			w.Relationships = append(w.Relationships, Relationship{op.Entity, op.Declared})
		}
	case spec.OpComponent:
		if !w.Taken(op.Entity) {
			w.Components = append(w.Components, op.Entity)
			w.Members[op.Entity] = op.Members
		}
	case spec.OpEntity:
		w.create(op)
	case spec.OpDelete:
		if w.IsAlive(op.Entity) {
			w.bury(w.Dying(op.Entity))
		}
	case spec.OpClear:
		w.drop(op.Entity, func(Edge) bool { return true }, func(spec.Handle) bool { return true })
	case spec.OpRemove:
		w.remove(op)
	case spec.OpSet:
		w.set(op.Entity, op.ID)
	case spec.OpReset:
		*w = *New()
	case spec.OpDeferBegin, spec.OpDeferEnd, spec.OpSnapshot, spec.OpRestore:
		w.Remember(op, w.present, w.restore)
	}
}

func (w *World) create(op *spec.Operation) {
	if w.Taken(op.Entity) {
		return
	}
	w.Live = append(w.Live, op.Entity)
	for _, id := range op.IDs {
		w.set(op.Entity, id)
	}
}

// set adds a component or an edge to an entity. An edge of an exclusive relationship replaces the
// previous one (declared.set).
func (w *World) set(e spec.Handle, id spec.ID) {
	switch {
	case !w.IsAlive(e):
	case !id.IsPair():
		if !w.Owns(e, id.First) {
			w.Owned = append(w.Owned, Owned{e, id.First})
		}
	case !w.Has(e, id.First, id.Second):
		if r, _ := w.Relationship(id.First); r.Exclusive {
			w.drop(e, func(edge Edge) bool { return edge.Relationship == id.First }, nil)
		}
		w.Edges = append(w.Edges, Edge{e, id.First, id.Second})
	}
}

// remove removes a component, an edge, or all edges of a relationship (declared.any-target).
func (w *World) remove(op *spec.Operation) {
	id := op.ID
	anyTarget := !id.IsPair() || id.Second.IsWildcard()
	w.drop(op.Entity,
		func(e Edge) bool { return e.Relationship == id.First && (anyTarget || e.Target == id.Second) },
		func(c spec.Handle) bool { return !id.IsPair() && c == id.First })
}

// drop removes the selected edges and components from an entity.
func (w *World) drop(e spec.Handle, edge func(Edge) bool, component func(spec.Handle) bool) {
	w.Edges = slices.DeleteFunc(w.Edges, func(x Edge) bool { return x.Source == e && edge(x) })
	if component != nil {
		w.Owned = slices.DeleteFunc(w.Owned, func(o Owned) bool { return o.Entity == e && component(o.Component) })
	}
}

func (w *World) bury(dying []spec.Handle) {
	dies := func(e spec.Handle) bool { return slices.Contains(dying, e) }
	w.Live = slices.DeleteFunc(w.Live, dies)
	w.Dead = append(w.Dead, dying...)
	w.Edges = slices.DeleteFunc(w.Edges, func(e Edge) bool { return dies(e.Source) || dies(e.Target) })
	w.Owned = slices.DeleteFunc(w.Owned, func(o Owned) bool { return dies(o.Entity) })
}

// present returns a copy without history, for a snapshot.
func (w *World) present() *World {
	c := w.Clone()
	c.Past = past.Past[World]{}
	return c
}

// restore returns to a snapshot, without the edges of transient relationships (declared.snapshot).
// Entities created after it become unknown again.
func (w *World) restore(earlier *World) {
	s := earlier.Clone()
	w.Live, w.Dead, w.Owned = s.Live, s.Dead, s.Owned
	w.Edges = slices.DeleteFunc(s.Edges, func(e Edge) bool {
		r, _ := w.Relationship(e.Relationship)
		return r.Transient
	})
}
