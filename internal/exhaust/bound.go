package exhaust

import (
	"errors"
	"fmt"

	"github.com/relspec/relspec/spec"
)

// Bound says which worlds and queries there are. The zero Bound is no bound; see [Bound.Check].
type Bound struct {
	Profile       string `json:"profile"`
	Entities      int    `json:"entities"`      // of the user's, beside relationships and the tag; 1 to 3
	Relationships int    `json:"relationships"` // 1 or 2
	Properties    int    `json:"properties"`    // that one relationship has at once
	Operations    int    `json:"operations"`    // that lead to a world at most; 0 to 5
	Terms         int    `json:"terms"`         // of a query; 1 or 2
	// Wide takes every element in every place for queries of one term, and has prefabs, disabled and final entities,
	// removals by wildcard, and a relationship and the tag that are deleted.
	Wide bool `json:"wide,omitempty"`
	// All takes combinations of all properties and policies, not only of the nine that decide most.
	All bool `json:"all,omitempty"`
	// Changes lets operations add properties to the first relationship and remove them.
	Changes bool `json:"changes,omitempty"`
	// Steps asks everything after every operation in every world, not only in a world when it is first reached.
	Steps bool `json:"steps,omitempty"`
	// Ordered counts worlds that differ only in which of the entities was created first as different, AnyOrder never
	// does. Without either they are different where one entity has several targets of one relationship and the order
	// among these differs: it is type order, which decides which is found first (inheritance.exclusive and
	// traversal.up).
	Ordered  bool `json:"ordered,omitempty"`
	AnyOrder bool `json:"any_order,omitempty"`
}

// Check reports a bound that is none.
func (b Bound) Check() error {
	profile, err := spec.ProfileByName(b.Profile)
	if err != nil {
		return err
	}
	if b.Entities < 1 || b.Entities > 3 {
		return errors.New("the number of entities is 1 to 3")
	}
	if profile.Has(spec.OpRelationship) {
		return b.checkDeclared()
	}
	switch {
	case b.Relationships < 1 || b.Relationships > 2:
		return errors.New("the number of relationships is 1 or 2")
	case b.Properties < 0 || b.Properties > len(b.properties(profile)):
		return fmt.Errorf("the number of properties at once is 0 to %d", len(b.properties(profile)))
	case b.Operations < 0 || b.Operations > 5:
		return errors.New("the number of operations is 0 to 5")
	case b.Ordered && b.AnyOrder:
		return errors.New("worlds are told apart by order or by no order, not both")
	case b.Terms < 1 || b.Terms > 2:
		return errors.New("the number of terms is 1 or 2")
	}
	return nil
}

// String is the bound in words.
func (b Bound) String() string {
	more := ""
	for _, f := range []struct {
		set  bool
		name string
	}{
		{b.Wide, "wide"},
		{b.All, "all properties"},
		{b.Changes, "properties change"},
		{b.Steps, "every step"},
		{b.Ordered, "ordered"},
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
		return spec.Flecs3() // Check has refused it
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

// properties are those that a relationship may have, each in its own right, from the rows of the
// catalogue: those that decide most, then, with All, the others.
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

// filled puts an entity of the world where a form has some.
func (b Bound) filled(id spec.ID) spec.ID {
	switch id.Second {
	case spec.SomeTag:
		id.Second = tagName
	case spec.SomeEntity:
		id.Second = entityNames[b.Entities-1]
	}
	return id
}

// combinations are the sets of at most Properties properties, in the order of their bit patterns. A condition that has
// one action, or a rule of which there is one, has only one of them.
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

// excluded reports whether a set has another pair of the same first element, such as another OnDelete policy.
func excluded(set []spec.ID, id spec.ID) bool {
	for _, other := range set {
		if id.IsPair() && other.First == id.First {
			return true
		}
	}
	return false
}
