package query

import "github.com/relspec/relspec/spec"

// On lists the matches of t on one source under an assignment of its variables. Explicit traversal
// of IsA limits where inheritance may find the id. Traversal of another relationship searches other
// entities.
func (s *Search) On(t *Term, x Entity, vars Assignment) []Match {
	id := ID{First: s.Value(t.First, vars), Second: s.Value(t.Second, vars)}
	if s.Profile.Substitution {
		return s.substituted(t, x, id)
	}
	p, ok := s.patternOf(t, id)
	switch {
	case !ok:
		return nil
	case t.Flags == 0:
	case t.Flags&spec.TravUp == 0:
		p.where = OnSelf
	case s.Handle(t.Traversed) != spec.IsA:
		return s.traverse(t, x, p)
	case t.Flags&spec.TravSelf == 0:
		p.where = OnBases
	}
	return s.matches(x, p)
}

// patternOf returns the pattern of t for an id. It returns false if a lookup finds no child
// (variables.lookup).
func (s *Search) patternOf(t *Term, id ID) (pattern, bool) {
	p := pattern{
		ID: id, constant: t.First.Kind == spec.RefEntity,
		selfFirst: t.First.Self, selfSecond: t.Second.Self,
	}
	if t.First.Kind == spec.RefMember {
		p.member = t.First.Text
	}
	union := p.constant && s.Profile.UnionWildcard && s.Is(p.First, spec.Union)
	if p.Second == Wildcard && union && !s.Literal { // REL-228, wildcard.union
		p.Second, p.anyTarget = Any, true
	}
	return p, t.Second.Kind != spec.RefLookup || p.Second != None
}

// Value returns the entity of an element under an assignment. It returns None if a lookup finds no
// child of that name (FQL-139, FQL-141, variables.lookup).
func (s *Search) Value(e Elem, vars Assignment) Entity {
	switch {
	case e.Kind == spec.RefVariable:
		return vars[e.Variable]
	case e.Kind == spec.RefLookup && vars[e.Variable] > 0:
		return s.Lookup(e.Text, vars[e.Variable], false)
	}
	return e.Entity
}

// traverse lists the matches of a term that traverses a relationship other than IsA. The matches
// are those on a single entity: x itself, if the traversal has self and the term fits x; otherwise
// the first entity above x that the term fits, depth first in type order. For example,
// "Position(up(ChildOf))" finds the Position of the grandmother only if the mother has none
// (QRY-368 to QRY-370, QRY-386 to QRY-392, traversal.up). If the relationship is no longer
// traversable, no entity is above x (traversal.relationship).
func (s *Search) traverse(t *Term, x Entity, p pattern) []Match {
	if t.Flags&spec.TravSelf != 0 && s.Fits(Fit{t, x, OnSelf}) {
		p.where = OnSelf
		return s.matches(x, p)
	}
	if !s.IsTraversable(t.Traversed) {
		return nil
	}
	visited := map[Entity]bool{x: true}
	var up func(e Entity) Entity
	up = func(e Entity) Entity {
		for _, target := range s.Targets(e, t.Traversed) {
			f, _ := s.Owned(e, ID{First: t.Traversed, Second: target})
			if visited[target] || f.Off && !s.Literal {
				continue
			}
			visited[target] = true
			if s.Fits(Fit{t, target, Above}) {
				return target
			}
			if found := up(target); found != None {
				return found
			}
		}
		return None
	}
	p.where = Above
	return s.matches(up(x), p)
}

// Fit asks whether a traversal ends at an entity because the term fits it. The values of variables
// do not matter: for example, if "(Owns, $x)" traverses up, the traversal ends at the first entity
// that owns anything, even if $x is bound to something else.
type Fit struct {
	Term  *Term
	On    Entity
	Where Where
}

// Fits reports whether the term matches for some values of the variables of its elements, even if
// the variables are bound (traversal.end).
func (q plain) Fits(f Fit) bool {
	s := q.s
	t := f.Term
	for free := range s.values(variablesOf(t.First, t.Second), Solution{}) {
		id := ID{First: s.Value(t.First, free.Vars), Second: s.Value(t.Second, free.Vars)}
		p, ok := s.patternOf(t, id)
		p.where = f.Where
		if ok && len(s.matches(f.On, p)) > 0 {
			return true
		}
	}
	return false
}
