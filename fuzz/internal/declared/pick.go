package declared

import (
	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// entity returns an alive entity. If operations need not be valid, it sometimes returns any handle.
func (b *builder) entity() spec.Handle {
	if b.Arbitrary && b.oneIn(8) {
		return b.anyHandle()
	}
	return b.alive()
}

func (b *builder) alive() spec.Handle {
	if len(b.world.Live) == 0 {
		b.create()
	}
	if len(b.world.Live) == 0 { // the source is spent
		return "e0"
	}
	return from(b, b.world.Live)
}

// anyHandle returns any handle: dead, unknown, a relationship, a component, reserved in another profile,
// or a wildcard.
func (b *builder) anyHandle() spec.Handle {
	w := b.world
	switch c := b.below(8); {
	case c == 0 && len(w.Dead) > 0:
		return b.corpse()
	case c == 1:
		return w.Relationships[b.below(len(w.Relationships))].Handle
	case c == 2 && len(w.Components) > 0:
		return from(b, w.Components)
	case c == 3:
		return "ghost"
	case c == 4:
		return [...]spec.Handle{spec.IsA, spec.Prefab, spec.OnDelete}[b.below(3)]
	case c == 5:
		return [...]spec.Handle{spec.Wildcard, spec.Any}[b.below(2)]
	}
	return b.alive()
}

// corpse returns an entity that died recently, or a handle that was never used.
func (b *builder) corpse() spec.Handle {
	dead := b.world.Dead
	if len(dead) == 0 {
		return "ghost"
	}
	return dead[len(dead)-1-b.below(min(4, len(dead)))]
}

func (b *builder) relationship() edges.Relationship { return from(b, b.world.Relationships) }

// relationshipWith returns an existing relationship for which fits returns true or, if there is
// none, a new one with the given declaration.
func (b *builder) relationshipWith(fits func(*spec.Declaration) bool, d spec.Declaration) edges.Relationship {
	all := b.world.Relationships
	start := b.below(len(all))
	for i := range all {
		if r := all[(start+i)%len(all)]; fits(&r.Declaration) {
			return r
		}
	}
	return b.declareAs(d)
}

// indexed returns a relationship with a reverse index, which sources needs.
func (b *builder) indexed() edges.Relationship {
	if b.oneIn(16) {
		return b.relationship()
	}
	return b.relationshipWith(func(d *spec.Declaration) bool { return d.ReverseIndex },
		spec.Declaration{ReverseIndex: true})
}

// edge returns an edge that probably exists.
func (b *builder) edge() edges.Edge {
	if len(b.world.Edges) > 0 && !b.oneIn(8) {
		return from(b, b.world.Edges)
	}
	return edges.Edge{Source: b.entity(), Relationship: b.relationship().Handle, Target: b.entity()}
}

func (b *builder) componentHandle() spec.Handle {
	if len(b.world.Components) == 0 {
		b.component()
	}
	if len(b.world.Components) == 0 {
		return "C"
	}
	return from(b, b.world.Components)
}

// pattern returns an id to remove or to ask for: a component, an edge, or a relationship with any
// target, written with a wildcard or alone.
func (b *builder) pattern() (spec.Handle, spec.ID) {
	c := b.below(16)
	if c < 4 {
		if len(b.world.Owned) > 0 && c < 3 {
			o := from(b, b.world.Owned)
			return o.Entity, spec.Single(o.Component)
		}
		return b.entity(), spec.Single(b.componentHandle())
	}
	x := b.edge()
	if b.Arbitrary && b.oneIn(8) {
		return b.anyHandle(), spec.Pair(b.anyHandle(), b.anyHandle())
	}
	switch {
	case c < 7:
		return x.Source, spec.Single(x.Relationship)
	case c == 7:
		return x.Source, spec.Pair(x.Relationship, [...]spec.Handle{spec.Wildcard, spec.Any}[b.below(2)])
	case c == 8:
		return x.Source, spec.Pair(x.Relationship, b.entity())
	case c == 9:
		return b.entity(), spec.Pair(x.Relationship, x.Target)
	}
	return x.Source, spec.Pair(x.Relationship, x.Target)
}
