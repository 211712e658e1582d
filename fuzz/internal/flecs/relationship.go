package flecs

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// relProperties lists the properties that are added to and removed from relationships: the rows of
// the catalogue that have a weight.
var relProperties = func() (out []spec.Reserved) {
	for _, row := range spec.Properties() {
		if row.Weight > 0 {
			out = append(out, row)
		}
	}
	return out
}()

func propertyGroup() Group {
	g := Group{Name: "property"}
	for _, row := range relProperties {
		g.Choices = append(g.Choices, choice{string(row.Handle), row.Weight, needsProperty(row.Handle)})
	}
	return g
}

func needsProperty(h spec.Handle) func(*Features) bool {
	return func(f *Features) bool { return f.Properties.Has(h) }
}

// property returns a property as an id of the profile. In some profiles DontInherit is the pair
// (OnInstantiate, DontInherit).
func (b *builder) property() fact {
	k := b.world.Words
	p := k.Of(relProperties[b.choose(groupProperty)].Handle)
	switch {
	case p == unknown:
		return single(k.Transitive)
	case p == k.DontInherit && b.Profile.Instantiation != spec.Inherit:
		return pair(k.OnInstantiate, p)
	}
	return single(p)
}

// The cleanup policies: a condition and an action.
var policyChoices = []choice{
	{"delete_target.delete", 40, nil},
	{"delete_target.remove", 8, nil},
	{"delete_target.panic", 6, nil},
	{"delete.delete", 24, nil},
	{"delete.remove", 8, nil},
	{"delete.panic", 4, nil},
}

func (b *builder) policy() fact {
	k := b.world.Words
	i := b.choose(groupPolicy)
	condition := k.OnDeleteTarget
	if i >= 3 {
		condition = k.OnDelete
	}
	return pair(condition, [...]ref{k.Delete, k.Remove, k.Panic}[i%3])
}

// instantiation returns an instantiation rule as an id of the profile.
func (b *builder) instantiation() fact {
	k := b.world.Words
	if k.OnInstantiate == unknown {
		return single(k.DontInherit)
	}
	return pair(k.OnInstantiate, [...]ref{k.Inherit, k.Override, k.DontInherit}[b.below(3)])
}

// relationshipIDs returns the ids that a relationship begins with: a property, and mostly a policy,
// a second property or an instantiation rule.
func (b *builder) relationshipIDs() []fact {
	ids := []fact{b.property()}
	var more fact
	switch b.below(4) {
	case 0:
		more = b.policy()
	case 1:
		more = b.property()
	case 2:
		more = b.instantiation()
	default:
		return ids
	}
	if more.First != ids[0].First {
		ids = append(ids, more)
	}
	return ids
}

// relationshipWith returns a relationship with all of the given properties. If there is none, it
// makes one or, if the world is full, returns any relationship.
func (b *builder) relationshipWith(properties ...ref) ref {
	w := b.world
	rels := w.Of[roleRelationship]
	start := b.below(len(rels))
	for i := range rels {
		r := rels[(start+i)%len(rels)]
		if !slices.ContainsFunc(properties, func(p ref) bool { return !w.Is(r, p) }) {
			return r
		}
	}
	if len(w.Live) >= b.Max && len(rels) > 0 {
		return rels[start]
	}
	var ids []fact
	for _, p := range properties {
		ids = append(ids, single(p))
	}
	return b.birth(roleRelationship, ids)
}

// nonFragmenting returns an exclusive non-fragmenting relationship. It chooses one of the two
// properties that make a relationship non-fragmenting. If the trace has neither, it returns any
// relationship.
func (b *builder) nonFragmenting() ref {
	k := b.world.Words
	switch {
	case b.features.Properties.Has(spec.Union) && (!b.features.Properties.Has(spec.DontFragment) || b.oneIn(2)):
		return b.relationshipWith(k.Union)
	case b.features.Properties.Has(spec.DontFragment):
		return b.relationshipWith(k.Exclusive, k.DontFragment)
	}
	return b.of(roleRelationship)
}
