package rules

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Set is a set of entities that an element of a term stands for. It starts at the entity that is
// written in the term: for example, Artwork[self|sub(IsA)] starts at Artwork (sets.elements;
// SET-218, SET-219).
type Set struct {
	Self     bool   // the start is in the set
	All      bool   // every candidate that leads to a match counts, not only the first
	Down     bool   // steps go from a target to its sources instead of from a source to its targets
	Literal  bool   // disabled pairs are followed, too (toggle.hides)
	Along    Entity // the relationship that steps follow; None: there are no steps
	Min, Max int    // bounds of the depth; 0: no bound
}

// Candidate is an entity in a set.
type Candidate struct {
	Entity Entity
	Start  bool // it is the start of a set with self; false if steps lead back to the start
}

// Candidates lists the entities of a set that starts at start. If the set has self, the start comes
// first. Then come the entities that one or more steps reach, depth first; an entity that steps
// reach several times is listed where it first occurs. Without bounds no entity is entered twice,
// so cycles end. With bounds, an entity is a candidate if any walk to it has a length within the
// bounds, so a walk may visit an entity several times (sets.candidates, sets.depth; SET-224,
// SET-232 to SET-234, SET-262). next returns the entities that one step reaches, like World.Next.
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

// Next lists, in type order, the entities that one step of a set reaches from x. A step follows a
// pair that the entity owns. Inherited pairs and pairs of a subclass of the relationship do not
// count, and disabled pairs count only if the set is Literal (sets.candidates, toggle.hides).
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

// Follows reports whether sets without a maximum depth may follow r: r is Acyclic, Traversable or
// Transitive (sets.refused; SET-260, SET-261). A set with a maximum depth may follow any
// relationship.
func (w *World) Follows(r Entity) bool { return w.isAcyclic(r) || w.IsTraversable(r) }

// Supersets returns the set self|superset along IsA: an entity and its bases (SET-271, SET-272).
func (w *World) Supersets() Set { return Set{Self: true, Along: w.Handles[spec.IsA]} }

// Subsets returns the set self|all|subset along IsA: an entity and all its instances (SET-269 to
// SET-273).
func (w *World) Subsets() Set {
	return Set{Self: true, All: true, Down: true, Along: w.Handles[spec.IsA]}
}
