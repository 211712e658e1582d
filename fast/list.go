package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// AndFrom, OrFrom and NotFrom match the ids that a list entity owns when the query is run, each as if it were written
// (ruling 11). They never set their field. DontInherit ids, and those of properties, are not part of a list.

// listStep makes the step of a list: a match for each of its ids.
func (x *exec) listStep(n *node) step {
	s := step{kind: stepList, node: n}
	t := &n.terms[0]
	if t.src.kind == elementConst && !x.st.Alive(t.src.entity) {
		s.terms = make([]match, 1)
		x.resolve(&s.terms[0], n, t) // matches nothing
		return s
	}
	if !x.st.Alive(t.first.entity) {
		return s
	}
	ids := x.st.IDs(x.w.table(t.first.entity.Index()))
	s.terms = make([]match, 0, len(ids))
	for _, id := range ids {
		id = x.w.actual(id, t.first.entity.Index())
		if id == hiddenMark || x.w.traitsOf(id.First())&(traitProperty|traitDontInherit) != 0 {
			continue
		}
		written := &term{src: t.src, uses: t.uses, lookups: t.lookups, traversal: t.traversal, first: x.constantElement(id.First())}
		if id.IsPair() {
			written.second = x.constantElement(id.Second())
		}
		s.terms = append(s.terms, match{})
		x.resolve(&s.terms[len(s.terms)-1], n, written)
	}
	return s
}

func (x *exec) constantElement(index uint32) element {
	return element{kind: elementConst, entity: x.w.entity(index)}
}

// list goes on if the source matches the list; an open source variable takes the user's entities in turn.
func (x *exec) list(s *step, pc int) {
	src := s.node.terms[0].src
	if e, open := x.openLookup(&s.node.terms[0]); open && !s.node.negative() {
		x.eachParent(e, func() bool {
			x.list(s, pc)
			return true
		})
		return
	}
	if !x.isOpen(src) || s.node.negative() {
		if x.matchesList(s) {
			x.skip(s.node, pc)
		}
		return
	}
	for t := range store.Table(x.st.Tables()) {
		if !x.usable(t) {
			continue
		}
		for _, e := range x.st.Entities(t) {
			if x.stop {
				return
			}
			if x.bind(src, e.Index()) {
				if x.matchesList(s) {
					x.skip(s.node, pc)
				}
				x.unbind(src)
			}
		}
	}
}

func (x *exec) matchesList(s *step) bool {
	if src := s.node.terms[0].src; src.kind == elementLookup && x.openOf(src.uses()) == 0 && x.lookedUp(src) == 0 {
		return s.node.oper == spec.NotFrom
	}
	for i := range s.terms {
		if hit := x.exists(&s.terms[i]); hit != (s.node.oper == spec.AndFrom) {
			return s.node.oper == spec.OrFrom
		}
	}
	return s.node.oper != spec.OrFrom
}
