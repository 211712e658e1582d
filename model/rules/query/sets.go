package query

import "github.com/relspec/relspec/spec"

// resolveSets resolves the sets that are written on the elements of a term. In profiles with sets,
// the first element is called the predicate, the second the object, and the source the subject. If
// no set is written on the subject, the subject gets the implied one (sets.text, sets.implied;
// SET-240, SET-243). "$" as a subject means the predicate without its set.
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

// resolveSet resolves one set. If the relationship can have cycles, the set needs a maximum depth
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
	e, err := q.traversed(w, t, trav)
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

// If no set is written on an element, the kind of the query implies one (sets.implied). A written
// set replaces the implied one, so [self] switches it off.
//
//	           filter         cached  rule
//	subject    self|superset  self    self|superset; self if the predicate is the constant IsA
//	predicate  self           self    self|all|subset if it is a constant, not Final, not reserved
//	object     self           self    self|all|subset if it is a constant
//
// If the predicate is Transitive, a query of kind rule uses transitivity, and not the set of the
// object.
//
// For example, "MaxSpeed" as a filter or rule also finds a ship whose base has MaxSpeed. "Artwork"
// as a rule also finds an entity with Portrait, if Portrait is a Painting and Painting is an
// Artwork. Cached queries do neither unless the set is written. Wildcards and variables match the
// ids that entities have and imply no set (sets.object-substitution; SET-265 to SET-288).

// impliedSubject returns the set that is implied on a subject. For IsA it is just self if the kind
// of query has transitivity, because transitivity follows IsA pairs already.
func (q *Query) impliedSubject(w *World, t *Term) *Set {
	isA := t.First.Kind == spec.RefEntity && w.Handle(t.First.Entity) == spec.IsA
	if !w.Profile.SubjectSubstitution.Has(q.Kind) || isA && q.resolves.Transitivity {
		return &Set{Self: true}
	}
	set := w.Supersets()
	return &set
}

// predicateSet returns the set of a first element (SET-269, SET-273, SET-290 to SET-293).
func (s *Search) predicateSet(e Elem) Set {
	constant := e.Set == nil && e.Kind == spec.RefEntity
	if constant && (s.IsFinal(e.Entity) || s.Entities[e.Entity].Builtin) {
		return Set{Self: true}
	}
	return s.objectSet(e)
}

// objectSet returns the set of a second element. It is not used if closes is true
// (sets.object-substitution, SET-268, SET-274).
func (s *Search) objectSet(e Elem) Set {
	switch {
	case e.Set != nil:
		return *e.Set
	case e.Kind != spec.RefEntity || !s.Inheritance:
		return Set{Self: true}
	}
	return s.Subsets()
}

// closes reports whether t also matches pairs that follow from the pairs of p by transitivity: p is
// Transitive, the predicate is a constant, and no set is written on the object (sets.transitive;
// SET-256, SET-275, SET-281).
func (s *Search) closes(t *Term, p Entity) bool {
	return s.Transitivity && t.First.Kind == spec.RefEntity &&
		t.Second.Kind != spec.RefNone && t.Second.Set == nil &&
		p > 0 && s.Is(p, spec.Transitive)
}
