package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/spec"
)

// AndFrom, OrFrom and NotFrom match the ids that a list entity owns when the query runs (in some
// profiles: when it is created), as if each id were written as a term (list.when). They never set
// their field. DontInherit ids and properties are not part of a list.

// listStep creates the step of a list, with a match for each of its ids.
func (x *Exec) listStep(n *Node) Step {
	s := Step{Kind: stepList, Node: n}
	t := &n.Terms[0]
	if t.Src.Kind == ElementConst && !x.Store.Alive(t.Src.Entity) {
		s.Terms = make([]Match, 1)
		x.resolve(&s.Terms[0], n, t) // matches nothing
		return s
	}
	listed := n.noted
	if !x.W.Profile.ListsSnapshot {
		listed = idsOfList(x.W, t.First.Entity)
	}
	s.Terms = make([]Match, 0, len(listed))
	for _, id := range listed {
		if x.Store.Alive(id.First) && x.W.TraitsOf(id.First.Index())&(rules.TraitProperty|rules.TraitDontInherit) != 0 {
			continue
		}
		written := &Term{
			Src: t.Src, Uses: t.Uses, Lookups: t.Lookups, Traversal: t.Traversal,
			Sets: Sets{Src: t.Sets.Src},
		}
		written.First = Element{Kind: ElementConst, Entity: id.First}
		if id.IsPair() {
			written.Second = Element{Kind: ElementConst, Entity: id.Second}
		}
		s.Terms = append(s.Terms, Match{})
		x.resolve(&s.Terms[len(s.Terms)-1], n, written)
	}
	return s
}

// idsOfList returns the ids that a list owns, or none if it is dead.
func idsOfList(w *rules.World, list rules.Entity) []rules.Elements {
	if !w.Store.Alive(list) {
		return nil
	}
	ids := w.Store.IDs(w.Table(list.Index()))
	out := make([]rules.Elements, 0, len(ids))
	for _, id := range ids {
		if id = w.Actual(id, list.Index()); id != rules.HiddenMark {
			out = append(out, w.ElementsOf(id))
		}
	}
	return out
}

// list continues the plan if the source matches the list. For an unbound source it tries the user's
// entities in turn.
func (x *Exec) list(s *Step, pc int) {
	src := s.Node.Terms[0].Src
	if e, open := x.openLookup(&s.Node.Terms[0]); open && !s.Node.Negative() {
		x.eachParent(e, func() bool {
			x.list(s, pc)
			return true
		})
		return
	}
	if !x.isOpen(src) || s.Node.Negative() {
		if x.matchesList(s) {
			x.skip(pc)
		}
		return
	}
	x.eachValue(src, func() bool {
		if x.matchesList(s) {
			x.skip(pc)
		}
		return !x.stop
	})
}

func (x *Exec) matchesList(s *Step) bool {
	if src := s.Node.Terms[0].Src; src.Kind == ElementLookup && x.openOf(src.Uses()) == 0 && x.lookedUp(src) == 0 {
		return s.Node.Oper == spec.NotFrom
	}
	for i := range s.Terms {
		if hit := x.exists(&s.Terms[i]); hit != (s.Node.Oper == spec.AndFrom) {
			return s.Node.Oper == spec.OrFrom
		}
	}
	return s.Node.Oper != spec.OrFrom
}
