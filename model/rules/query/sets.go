package query

import "github.com/relspec/relspec/spec"

// resolveSets takes over the sets that are written on the elements of a term, and the one that is
// implied on its subject whatever the world is (sets.text, sets.implied; SET-240, SET-243). "$" as
// a subject is the first element without its set.
func (q *Query) resolveSets(w *World, t *Term) (err *spec.Error) {
	written := t.Written
	for _, r := range []struct {
		element *Elem
		trav    *spec.Traversal
	}{
		{&t.First, written.First.Trav},
		{&t.Second, written.Second.Trav},
		{&t.Src, written.Src.Trav},
	} {
		if r.trav != nil {
			if r.element.Set, err = q.resolveSet(w, t, r.trav); err != nil {
				return err
			}
		}
	}
	if t.Src.Set == nil {
		t.Src.Set = q.impliedSubject(w, t)
	}
	return nil
}

// resolveSet reads a set. Along a relationship that may lead in circles it needs a maximum depth
// (sets.refused, SET-233, SET-261).
func (q *Query) resolveSet(w *World, t *Term, trav *spec.Traversal) (*Set, *spec.Error) {
	set := &Set{
		Self: trav.Flags&spec.TravSelf != 0,
		All:  trav.Flags&spec.TravAll != 0,
		Down: trav.Flags&spec.TravDown != 0,
		Min:  trav.MinDepth,
		Max:  trav.MaxDepth,
	}
	if trav.Flags&(spec.TravUp|spec.TravDown|spec.TravCascade) == 0 {
		return set, nil
	}
	e, err := q.followed(w, t, trav)
	switch set.Along = e.Entity; {
	case err != nil:
		return nil, err
	case e.Kind != spec.RefEntity || e.Entity < 0:
		return nil, spec.Errorf(spec.CodeInvalid,
			"the relationship of a set is a variable or wildcard; name an entity")
	case w.Alive(e.Entity) && set.Max == 0 && !w.Follows(e.Entity):
		return nil, spec.Errorf(spec.CodeNotTraversable,
			"%s is neither Acyclic nor Traversable nor Transitive; write a maximum depth",
			w.Handle(e.Entity))
	}
	return set, nil
}

// The sets that a kind of query implies where none is written (sets.implied). A written set
// replaces what its element implies, so [self] switches it off.
//
//	           filter         cached  rule
//	subject    self|superset  self    self|superset; self if the predicate is the constant IsA
//	predicate  self           self    self|all|subset if it is a constant, not Final, not reserved
//	object     self           self    self|all|subset if it is a constant
//
// If the predicate is Transitive, a rule has transitivity in place of the set of the object.
//
// SET-265 to SET-288: for example, "MaxSpeed" finds the speed of the base of a ship, "Artwork"
// finds who has a Portrait, which is a Painting, which is an Artwork; cached queries find neither
// unless it is written. Wildcards and variables stand for the ids that entities have, and imply no
// set (sets.object-substitution).

// impliedSubject is the set of a subject without one. Transitivity follows IsA pairs by itself.
func (q *Query) impliedSubject(w *World, t *Term) *Set {
	isA := t.First.Kind == spec.RefEntity && w.Handle(t.First.Entity) == spec.IsA
	if !w.Profile.SubjectSubstitution.Has(q.Kind) || isA && q.resolves.Transitivity {
		return &Set{Self: true}
	}
	set := w.Supersets()
	return &set
}

// predicateSet is the set of a first element, for the entity that it stands for now (SET-269,
// SET-273, SET-290 to SET-293).
func (s *Search) predicateSet(e Elem) Set {
	constant := e.Set == nil && e.Kind == spec.RefEntity
	if constant && (s.IsFinal(e.Entity) || s.Entities[e.Entity].Builtin) {
		return Set{Self: true}
	}
	return s.objectSet(e)
}

// objectSet is the set of a second element, unless transitivity decides (sets.object-substitution,
// SET-268, SET-274).
func (s *Search) objectSet(e Elem) Set {
	switch {
	case e.Set != nil:
		return *e.Set
	case e.Kind != spec.RefEntity || !s.Inheritance:
		return Set{Self: true}
	}
	return s.Subsets()
}

// closes reports whether the pairs of p count for t with the pairs that follow from them: p is
// Transitive and a constant, or a set's candidate for one, and no set is written on the object
// (sets.transitive; SET-256, SET-275, SET-281).
func (s *Search) closes(t *Term, p Entity) bool {
	return s.Transitivity && t.First.Kind == spec.RefEntity &&
		t.Second.Kind != spec.RefNone && t.Second.Set == nil &&
		p > 0 && s.Is(p, spec.Transitive)
}
