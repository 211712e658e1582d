package exhaust

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Bound selects worlds and queries. The zero Bound is invalid; see [Bound.Check].
type Bound struct {
	Profile       string `json:"profile"`
	Entities      int    `json:"entities"`      // of the user, besides relationships and the tag; 1 to 3
	Relationships int    `json:"relationships"` // 1 or 2
	Properties    int    `json:"properties"`    // maximum number on one relationship
	Operations    int    `json:"operations"`    // maximum number that leads to a world; 0 to 5
	Terms         int    `json:"terms"`         // maximum number in a query; 1 or 2
	// Wide uses every element in every position for queries of one term. It also adds prefabs,
	// disabled and final entities, removals by wildcard, and deletion of a relationship and of the
	// tag.
	Wide bool `json:"wide,omitempty"`
	// All combines all properties and policies instead of only the nine most important.
	All bool `json:"all,omitempty"`
	// AnyOrder ignores the order of creation: worlds that differ only in it count as one. By
	// default they count as different if an entity has several targets of one relationship in
	// different orders, because that order decides which target is found first
	// (inheritance.exclusive and traversal.up).
	AnyOrder bool `json:"any_order,omitempty"`
}

// Check returns an error if the bound is invalid.
func (b Bound) Check() error {
	profile, err := spec.ProfileByName(b.Profile)
	if err != nil {
		return err
	}
	if b.Entities < 1 || b.Entities > 3 {
		return errors.New("the number of entities must be 1 to 3")
	}
	if profile.Has(spec.OpRelationship) {
		return errors.New("exhaust does not enumerate declared relationships; use fuzz --profile tecs")
	}
	switch {
	case b.Relationships < 1 || b.Relationships > 2:
		return errors.New("the number of relationships must be 1 or 2")
	case b.Properties < 0 || b.Properties > len(b.properties(profile)):
		return fmt.Errorf("the number of properties must be 0 to %d", len(b.properties(profile)))
	case b.Operations < 0 || b.Operations > 5:
		return errors.New("the number of operations must be 0 to 5")
	case b.Terms < 1 || b.Terms > 2:
		return errors.New("the number of terms must be 1 or 2")
	}
	return nil
}

// String describes the bound.
func (b Bound) String() string {
	more := ""
	for _, f := range []struct {
		set  bool
		name string
	}{
		{b.Wide, "wide"},
		{b.All, "all properties"},
		{b.AnyOrder, "any order"},
	} {
		if f.set {
			more += ", " + f.name
		}
	}
	return fmt.Sprintf("%s: %d entities, %d relationships with up to %d properties, up to %d operations, queries of up to %d terms%s",
		b.Profile, b.Entities, b.Relationships, b.Properties, b.Operations, b.Terms, more)
}

func (b Bound) profile() spec.Profile {
	p, err := spec.ProfileByName(b.Profile)
	if err != nil {
		return spec.Flecs3() // Check has rejected it
	}
	return p
}

var (
	entityNames   = [...]spec.Handle{"a", "b", "c"}
	relationNames = [...]spec.Handle{"R", "S"}
)

const tagName spec.Handle = "T"

func (b Bound) entities() []spec.Handle      { return entityNames[:b.Entities] }
func (b Bound) relationships() []spec.Handle { return relationNames[:b.Relationships] }

// properties returns the properties that a relationship may have, from the catalogue. The most
// important come first; with All, the others follow.
func (b Bound) properties(p spec.Profile) []spec.ID {
	core, other := []spec.ID(nil), []spec.ID(nil)
	for _, row := range spec.Catalogue() {
		if !row.In(p) {
			continue
		}
		for _, property := range row.Forms {
			switch {
			case !property.In(p):
			case property.Core:
				core = append(core, b.filled(row.ID(property)))
			default:
				other = append(other, b.filled(row.ID(property)))
			}
		}
	}
	if b.All {
		return append(core, other...)
	}
	return core
}

// filled replaces placeholders in an id by entities of the world.
func (b Bound) filled(id spec.ID) spec.ID {
	switch id.Second {
	case spec.SomeTag:
		id.Second = tagName
	case spec.SomeEntity:
		id.Second = entityNames[b.Entities-1]
	}
	return id
}

// combinations returns the sets of at most Properties properties. Each set comes directly before
// the sets that extend it by later properties: {}, {0}, {0, 1}, {0, 2}, {1}. A set contains at most
// one action of each policy and one value of each rule.
func (b Bound) combinations() [][]spec.ID {
	all := b.properties(b.profile())
	var out [][]spec.ID
	var choose func(from int, set []spec.ID)
	choose = func(from int, set []spec.ID) {
		out = append(out, set)
		if len(set) == b.Properties {
			return
		}
		for i := from; i < len(all); i++ {
			if !excluded(set, all[i]) {
				choose(i+1, append(set[:len(set):len(set)], all[i]))
			}
		}
	}
	choose(0, nil)
	return out
}

// excluded reports whether a set has another pair of the same first element, such as another
// OnDelete policy.
func excluded(set []spec.ID, id spec.ID) bool {
	return id.IsPair() && slices.ContainsFunc(set, func(other spec.ID) bool { return other.First == id.First })
}
