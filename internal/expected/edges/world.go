package edges

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/expected/past"
	"github.com/relspec/relspec/spec"
)

// Relationship is a declared relationship.
type Relationship struct {
	Handle spec.Handle
	spec.Declaration
}

// Edge leads from a source to a target.
type Edge struct{ Source, Relationship, Target spec.Handle }

// World is the expected state of a world. The caller must not modify its lists.
type World struct {
	Relationships []Relationship // in the order of their declarations, ChildOf first; restore does not change them
	Components    []spec.Handle
	Members       map[spec.Handle][]spec.Member // of components
	Live          []spec.Handle                 // in the order of creation
	Dead          []spec.Handle                 // in the order of deletion
	Edges         []Edge                        // in the order in which they were set
	Owned         []Owned

	past.Past[World]
}

// Owned is a component that an entity owns.
type Owned struct{ Entity, Component spec.Handle }

// New returns an empty world with the built-in relationship (declared.child-of).
func New() *World {
	return &World{
		Relationships: []Relationship{{
			spec.ChildOf,
			spec.Declaration{Exclusive: true, Sparse: true, ReverseIndex: true, CascadeDelete: true},
		}},
		Members: map[spec.Handle][]spec.Member{},
	}
}

// Clone returns an independent copy.
func (w *World) Clone() *World {
	c := *w
	c.Relationships, c.Components = slices.Clone(w.Relationships), slices.Clone(w.Components)
	c.Members = maps.Clone(w.Members)
	c.Live, c.Dead = slices.Clone(w.Live), slices.Clone(w.Dead)
	c.Edges, c.Owned, c.Past = slices.Clone(w.Edges), slices.Clone(w.Owned), w.Past.Clone()
	return &c
}

// Relationship returns the declaration with a handle.
func (w *World) Relationship(h spec.Handle) (Relationship, bool) {
	for _, r := range w.Relationships {
		if r.Handle == h {
			return r, true
		}
	}
	return Relationship{}, false
}

// IsAlive reports whether a handle is the handle of an alive entity.
func (w *World) IsAlive(h spec.Handle) bool { return slices.Contains(w.Live, h) }

// IsComponent reports whether a handle is the handle of a component.
func (w *World) IsComponent(h spec.Handle) bool { return slices.Contains(w.Components, h) }

// Taken reports whether a handle is in use, or was.
func (w *World) Taken(h spec.Handle) bool {
	_, declared := w.Relationship(h)
	return declared || w.IsAlive(h) || w.IsComponent(h) || slices.Contains(w.Dead, h)
}

// Targets returns the targets of an entity, in the order in which the edges were set.
func (w *World) Targets(source, relationship spec.Handle) []spec.Handle {
	var out []spec.Handle
	for _, e := range w.Edges {
		if e.Source == source && e.Relationship == relationship {
			out = append(out, e.Target)
		}
	}
	return out
}

// Has reports whether an entity has an edge to a target, or to any target if target is "".
func (w *World) Has(source, relationship, target spec.Handle) bool {
	return slices.ContainsFunc(w.Edges, func(e Edge) bool {
		return e.Source == source && e.Relationship == relationship && (target == "" || e.Target == target)
	})
}

// Owns reports whether an entity has a component.
func (w *World) Owns(e, component spec.Handle) bool {
	return slices.Contains(w.Owned, Owned{e, component})
}

// Dying returns the entities that are deleted with an entity: the closure over cascading
// relationships (declared.cascade).
func (w *World) Dying(first spec.Handle) []spec.Handle {
	dying := []spec.Handle{first}
	for i := 0; i < len(dying); i++ {
		for _, e := range w.Edges {
			r, _ := w.Relationship(e.Relationship)
			if e.Target == dying[i] && r.CascadeDelete && !slices.Contains(dying, e.Source) {
				dying = append(dying, e.Source)
			}
		}
	}
	return dying
}
