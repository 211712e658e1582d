package flecs

import "github.com/relspec/relspec/internal/expected"

// Short names for the types of package expected.
type (
	ref  = expected.Ref
	fact = expected.Fact
	role = expected.Role
)

const (
	none    = expected.None
	unknown = expected.Unknown
	every   = expected.Every
	anyOf   = expected.AnyOf

	rolePlain        = expected.Plain
	roleTag          = expected.Tag
	roleComponent    = expected.Component
	roleRelationship = expected.Relationship
)

func single(e ref) fact { return expected.Single(e) }

func pair(first, second ref) fact { return expected.Pair(first, second) }

// allows reports whether adding f to e should succeed. In a trace without instances, it is false
// for an IsA pair that e does not own yet.
func (b *builder) allows(e ref, f fact) bool {
	isA := f.First == b.world.Words.IsA && f.IsPair()
	return b.world.Allows(e, f) && (!b.isFlat() || !isA || b.world.Owns(e, f))
}

// isFinal reports whether e must not have instances, because of its ids or because the trace has no
// instances.
func (b *builder) isFinal(e ref) bool { return b.isFlat() && e >= 0 || b.world.IsFinal(e) }

// isFlat reports whether this trace has no instances.
func (b *builder) isFlat() bool { return b.calm&withoutInstances != 0 }

// isSound reports whether an entity and the elements of an id are alive. Wildcards are not alive.
func (b *builder) isSound(e ref, f fact) bool { return b.world.IsAlive(e) && b.world.IsSound(f) }
