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
	Operations    int    `json:"operations"`    // in a sequence; 0 to 5
	Terms         int    `json:"terms"`         // of a query; 1 or 2
	// Wide takes every element in every place for queries of one term, prefabs and disabled entities, and removals by
	// wildcard.
	Wide bool `json:"wide,omitempty"`
}

// Check reports a bound that is none.
func (b Bound) Check() error {
	if _, err := spec.ProfileByName(b.Profile); err != nil {
		return err
	}
	switch {
	case b.Entities < 1 || b.Entities > 3:
		return errors.New("the number of entities is 1 to 3")
	case b.Relationships < 1 || b.Relationships > 2:
		return errors.New("the number of relationships is 1 or 2")
	case b.Properties < 0 || b.Properties > len(properties(spec.Profile{})):
		return fmt.Errorf("the number of properties at once is 0 to %d", len(properties(spec.Profile{})))
	case b.Operations < 0 || b.Operations > 5:
		return errors.New("the number of operations is 0 to 5")
	case b.Terms < 1 || b.Terms > 2:
		return errors.New("the number of terms is 1 or 2")
	}
	return nil
}

// String is the bound in words.
func (b Bound) String() string {
	wide := ""
	if b.Wide {
		wide = ", wide"
	}
	return fmt.Sprintf("%s: %d entities, %d relationships with up to %d properties, up to %d operations, queries of up to %d terms%s",
		b.Profile, b.Entities, b.Relationships, b.Properties, b.Operations, b.Terms, wide)
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

// properties are what a relationship may have, each in its own right.
func properties(p spec.Profile) []spec.ID {
	rule := spec.Single(spec.DontInheritTag)
	if p.Instantiation != spec.Inherit {
		rule = spec.Pair(spec.OnInstantiate, spec.InheritRule)
	}
	return []spec.ID{
		spec.Single(spec.Transitive), spec.Single(spec.ReflexiveProp), spec.Single(spec.Symmetric),
		spec.Single(spec.Exclusive), spec.Single(spec.Traversable), rule, spec.Single(spec.Union),
		spec.Single(spec.DontFragment), spec.Pair(spec.OnDeleteTarget, spec.DeleteAction),
	}
}

// combinations are the sets of at most Properties properties, smaller bit patterns first.
func (b Bound) combinations() [][]spec.ID {
	all := properties(b.profile())
	var out [][]spec.ID
	for mask := range 1 << len(all) {
		var set []spec.ID
		for i, id := range all {
			if mask&(1<<i) != 0 {
				set = append(set, id)
			}
		}
		if len(set) <= b.Properties {
			out = append(out, set)
		}
	}
	return out
}
