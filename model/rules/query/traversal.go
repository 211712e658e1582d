package query

import "github.com/relspec/relspec/spec"

// On lists the matches of t on one source under an assignment of its variables. Explicit traversal
// of IsA decides where inheritance may find the id; that of another relationship looks on other
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

// patternOf is t for an id that it stands for; false if a lookup variable means nothing
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

// Value is the entity that e stands for; None if a variable has no child of that name (FQL-139,
// FQL-141, variables.lookup).
func (s *Search) Value(e Elem, vars Assignment) Entity {
	switch {
	case e.Kind == spec.RefVariable:
		return vars[e.Variable]
	case e.Kind == spec.RefLookup && vars[e.Variable] > 0:
		return s.Lookup(e.Text, vars[e.Variable], false)
	}
	return e.Entity
}

// traverse lists the matches of a term that traverses another relationship than IsA. If the term
// says self and fits x, x itself matches; else the first entity above does that the term fits,
// depth first in type order. No other entity counts: for example, "Position(up(ChildOf))" finds the
// Position of the grandmother only if the mother has none (QRY-368 to QRY-370, QRY-386 to QRY-392,
// traversal.up). If the relationship is no longer traversable, nothing is above
// (traversal.relationship).
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

// Fit asks whether a term fits an entity. The answer decides where a traversal ends, before any
// value is chosen: for example, "(Owns, $x)" up ends at the first entity that owns anything,
// whatever $x is.
type Fit struct {
	Term  *Term
	On    Entity
	Where Where
}

// Fits reports whether the term matches with any values of the variables of its elements, set or
// not (traversal.end).
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
