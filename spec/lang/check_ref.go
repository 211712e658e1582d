package lang

import "github.com/relspec/relspec/spec"

// role is the position of a reference in a term.
type role uint8

const (
	roleFirst role = iota
	roleSecond
	roleSource
	roleOperand // right side of a comparison
	roleRelationship
)

func (p role) String() string {
	return [...]string{
		"the first element", "the second element", "the source", "the right side of a comparison",
		"the relationship of a traversal",
	}[p]
}

// ref checks the kind of a reference, its role, and its traversal.
func (c *checker) ref(r *spec.Ref, at role) {
	if !allowed(r.Kind, at) {
		c.invalid("%s cannot be %s", at, kindName(r.Kind))
	}
	switch r.Kind {
	case spec.RefEntity, spec.RefName, spec.RefVariable:
		c.named(at, r.Name)
	case spec.RefLookup, spec.RefMember:
		c.named(at, r.Name)
		c.named(at, r.Path)
	case spec.RefNumber:
		if r.Number == 0 {
			c.invalid("0 is not an entity")
		}
	case spec.RefNone, spec.RefWildcard, spec.RefAny, spec.RefSingleton, spec.RefText:
	}
	if r.Trav == nil {
		return
	}
	if at == roleOperand || at == roleRelationship || r.Kind == spec.RefNone && at != roleSource {
		c.invalid("%s has no traversal", at)
		return
	}
	c.traversal(r.Trav)
	if c.sets {
		c.set(r, at)
	}
}

// set checks errors that only sets of flecs-3-beta can have.
func (c *checker) set(r *spec.Ref, at role) {
	cascades := r.Trav.Flags&spec.TravCascade != 0
	switch {
	case r.Kind == spec.RefWildcard || r.Kind == spec.RefAny || r.Kind == spec.RefSingleton:
		c.invalid("%s has no set", kindName(r.Kind))
	case r.Trav.Flags&spec.TravDesc != 0:
		c.invalid("desc cannot be used in a set")
	case r.Trav.MinDepth > 0 && r.Trav.MaxDepth == 0:
		c.invalid("a minimum depth needs a maximum")
	case r.Trav.MinDepth > 0 && r.Trav.Flags&spec.TravSelf != 0:
		c.invalid("a set with self cannot have a minimum depth")
	case r.Trav.MaxDepth > c.limits.Depth:
		c.fail(spec.CodeLimit, "a depth is at most %d", c.limits.Depth)
	case cascades && (at != roleSource || plain(*r).Kind != spec.RefNone):
		c.invalid("only $this can cascade")
	case cascades && c.cascade:
		c.invalid("only one term of a query can cascade")
	}
	c.cascade = c.cascade || cascades
}

func (c *checker) named(at role, name string) {
	if name == "" {
		c.invalid("%s has an empty name", at)
	}
}

// allowed reports whether a kind of reference can have a role.
func allowed(kind spec.RefKind, at role) bool {
	switch kind {
	case spec.RefNone:
		return at == roleSecond || at == roleSource
	case spec.RefEntity, spec.RefName, spec.RefNumber:
		return true
	case spec.RefVariable, spec.RefLookup:
		return at != roleRelationship
	case spec.RefWildcard, spec.RefAny:
		return at == roleFirst || at == roleSecond || at == roleSource
	case spec.RefMember:
		return at == roleFirst
	case spec.RefSingleton:
		return at == roleSecond || at == roleSource
	case spec.RefText:
		return at == roleOperand
	}
	return false
}

func kindName(kind spec.RefKind) string {
	switch kind {
	case spec.RefNone:
		return "missing"
	case spec.RefEntity, spec.RefName, spec.RefNumber:
		return "an entity"
	case spec.RefVariable, spec.RefLookup:
		return "a variable"
	case spec.RefWildcard, spec.RefAny:
		return "a wildcard"
	case spec.RefMember:
		return "a member"
	case spec.RefSingleton:
		return `"$"`
	case spec.RefText:
		return "a text"
	}
	return "of an unknown kind"
}

const directions = spec.TravUp | spec.TravDown

func (c *checker) traversal(t *spec.Traversal) {
	directed := t.Flags&(directions|spec.TravCascade) != 0
	switch {
	case t.Flags == 0 || t.Flags >= spec.TravDesc<<1:
		c.invalid("a traversal needs flags")
	case t.Flags&directions == directions:
		c.invalid("a traversal can have only one direction")
	case t.Flags&spec.TravDesc != 0 && t.Flags&spec.TravCascade == 0:
		c.invalid("desc can only be used with cascade")
	case t.Flags&spec.TravAll != 0 && !directed:
		c.invalid("all needs a direction")
	case (t.Rel != nil || t.MinDepth != 0 || t.MaxDepth != 0) && !directed:
		c.invalid("a relationship and a depth need a direction")
	case t.MinDepth < 0 || t.MaxDepth < 0 || t.MaxDepth > 0 && t.MinDepth > t.MaxDepth:
		c.invalid("the depths of a traversal exclude every level")
	}
	if t.Rel != nil {
		c.ref(t.Rel, roleRelationship)
	}
}
