package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// Set says which entities can stand for an element of a term: its candidates (sets.elements). Self
// is the entity itself: the constant in the term, or the value of the variable. Up adds the targets
// that it reaches over one or more pairs of a relationship, Down the sources that reach it. For
// example, `Bob[super(ChildOf)]` is everything that Bob is in, nearest first. If All is set, every
// candidate counts, otherwise the first that leads to a match. In profiles with sets, terms are
// matched on one entity at a time by walking the sets.
type Set struct {
	Self, Up, Down, All bool

	Relation Entity
	Min, Max int  // steps; a Max of 0 means no limit
	Literal  bool // also follow pairs that are disabled, as inheritance does (toggle.hides)
}

// Sets are the sets that are written in a term. A nil set is the default of the kind of query.
type Sets struct{ First, Second, Src *Set }

// The sets of elements for which a term has no written set (sets.implied), and itsHeirs.
var (
	itself     = &Set{Self: true}
	itsBases   = &Set{Self: true, Up: true, Relation: rules.IsA}
	itsSubsets = &Set{Self: true, Down: true, All: true, Relation: rules.IsA}
	itsHeirs   = &Set{Self: true, Down: true, Relation: rules.IsA, Literal: true} // everything that inherits from it
)

// alone reports whether the set follows no relationship, so that at most the element itself is a
// candidate.
func (s *Set) alone() bool { return !s.Up && !s.Down }

// Written reports whether the term has a written set.
func (s *Sets) Written() bool { return s.First != nil || s.Second != nil || s.Src != nil }

// sourceSet returns the set of a term's source (sets.implied).
func (q *Query) sourceSet(t *Term) *Set {
	switch {
	case t.Sets.Src != nil:
		return t.Sets.Src
	case !q.Searches, q.Transitive && t.First.Is(rules.IsA):
		return itself
	}
	return itsBases
}

// firstSet returns the set of a term's first element.
func (q *Query) firstSet(t *Term) *Set {
	switch {
	case t.Sets.First != nil:
		return t.Sets.First
	case q.Subclasses && t.First.Kind == ElementConst && !rules.IsBuiltin(t.First.Entity.Index()) &&
		!q.W.IsFinal(t.First.Entity.Index()):
		return itsSubsets
	}
	return itself
}

// secondSet returns the set of a term's second element. It is not used if the relationship closes,
// see [Exec.closes].
func (q *Query) secondSet(t *Term) *Set {
	switch {
	case t.Sets.Second != nil:
		return t.Sets.Second
	case q.Subclasses && t.Second.Kind == ElementConst:
		return itsSubsets
	}
	return itself
}

// sets compiles the sets that are written in a term.
func (c *Compiler) sets(to *Term, t *spec.Term) (err *spec.Error) {
	if to.Sets.First, err = c.set(t.First.Trav); err != nil {
		return err
	}
	if to.Sets.Second, err = c.set(t.Second.Trav); err != nil {
		return err
	}
	if to.Sets.Src, err = c.set(t.Src.Trav); err != nil {
		return err
	}
	if t.Src.Trav != nil && t.Src.Trav.Flags&spec.TravCascade != 0 {
		c.Cascade = &Traversal{Relation: to.Sets.Src.Relation}
	}
	return nil
}

// set compiles a set. It returns nil for none.
func (c *Compiler) set(tr *spec.Traversal) (*Set, *spec.Error) {
	if tr == nil {
		return nil, nil
	}
	profile, flags := &c.W.Profile, tr.Flags
	switch {
	case flags&spec.TravDown != 0 && !profile.SetsDown.Has(c.Q.Kind):
		return nil, rules.Unsupported("sub")
	case flags&spec.TravAll != 0 && !profile.SetsAll.Has(c.Q.Kind):
		return nil, rules.Unsupported("all")
	case flags&spec.TravCascade != 0 && !profile.Ordering.Has(c.Q.Kind):
		return nil, ErrUnordered
	}
	s := &Set{
		Self: flags&spec.TravSelf != 0, Down: flags&spec.TravDown != 0, All: flags&spec.TravAll != 0, Min: tr.MinDepth,
		Max: tr.MaxDepth,
	}
	if s.Up = !s.Down && flags&(spec.TravUp|spec.TravCascade) != 0; s.alone() {
		return s, nil
	}
	relation := spec.Ref{Kind: spec.RefEntity, Name: string(profile.Traversal)}
	if tr.Rel != nil {
		relation = *tr.Rel
	}
	e, err := c.element(&relation, nil)
	if err != nil {
		return nil, err
	}
	s.Relation = e.Entity
	return s, c.W.CheckTraversable(e.Entity, s.Max > 0)
}
