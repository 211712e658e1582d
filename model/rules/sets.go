package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Set gives the entities that an element of a term stands for, besides or instead of the entity
// that is written there. The set starts from that entity: for example, Artwork[self|sub(IsA)]
// starts at Artwork (sets.elements; SET-218, SET-219).
type Set struct {
	Self     bool
	All      bool   // every candidate that leads to a match counts, not the first alone
	Down     bool   // to those that own (Along, x) instead of to the targets of x
	Literal  bool   // pairs that are switched off are followed (toggle.hides)
	Along    Entity // the relationship that is followed; None: the set has no direction
	Min, Max int    // bounds of the depth; 0: not written
}

// Candidate is an entity that a set stands for.
type Candidate struct {
	Entity Entity
	Start  bool // by self; a start that steps lead back to is like any other entity
}

// Candidates lists the entities that a set with this start stands for: the start if the set says
// self, then the entities that one or more steps reach, depth first, each at its first position. With
// bounds an entity counts if some walk to it, with entities repeated or not, has a length within
// them: a woman who is parent and grandparent is at both depths. Without bounds no entity is
// entered twice, so cycles end (sets.candidates, sets.depth; SET-224, SET-232 to SET-234, SET-262).
// Next gives the entities one step on, as World.Next does.
func (set Set) Candidates(start Entity, next func(Entity) []Entity) []Candidate {
	var out []Candidate
	if set.Self {
		out = append(out, Candidate{start, true})
	}
	type position struct {
		at    Entity
		depth int
	}
	listed, been := map[Entity]bool{}, map[position]bool{}
	var walk func(x Entity, depth int)
	walk = func(x Entity, depth int) {
		if set.Max > 0 && depth == set.Max {
			return
		}
		for _, e := range next(x) {
			here := position{e, depth + 1}
			if set.Max == 0 {
				here.depth = 0 // entered once at whatever depth
			}
			if been[here] {
				continue
			}
			been[here] = true
			if depth+1 >= set.Min && !listed[e] {
				listed[e] = true
				out = append(out, Candidate{Entity: e})
			}
			walk(e, depth+1)
		}
	}
	walk(start, 0)
	return out
}

// Next lists in type order the entities that one step of a set reaches from x. A step goes along an
// own pair of exactly that relationship; inherited pairs, pairs of a subclass and pairs that are
// switched off do not count (sets.candidates, toggle.hides).
func (w *World) Next(x Entity, set Set) []Entity {
	if !w.Alive(x) || set.Along == None || set.Max == 0 && !w.Follows(set.Along) {
		return nil
	}
	on := func(e, t Entity) bool {
		f, owned := w.Owned(e, ID{set.Along, t})
		return owned && (set.Literal || !f.Off)
	}
	if set.Down {
		owners := w.Owning(ID{set.Along, x})
		return slices.DeleteFunc(owners, func(e Entity) bool { return !on(e, x) })
	}
	return slices.DeleteFunc(w.Targets(x, set.Along), func(t Entity) bool { return !on(x, t) })
}

// Follows reports whether sets may go along r to any depth: it is Acyclic, Traversable or
// Transitive (sets.refused; SET-260, SET-261). A bounded set may go along any relationship.
func (w *World) Follows(r Entity) bool { return w.isAcyclic(r) || w.IsTraversable(r) }

// isASet is a set along IsA: superset, or down subset (SET-271, SET-272).
func (w *World) isASet(self, all, down bool) Set {
	return Set{Self: self, All: all, Down: down, Along: w.Handles[spec.IsA]}
}

// Supersets is self|superset: an entity and its bases (SET-270).
func (w *World) Supersets() Set { return w.isASet(true, false, false) }

// Subsets is self|all|subset: an entity and its instances, each of which counts (SET-269, SET-273).
func (w *World) Subsets() Set { return w.isASet(true, true, true) }
