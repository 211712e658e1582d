package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// A term whose elements stand for more than themselves gets two lists when a run is planned: the candidates of its first and of
// its second element, in order (S-6). A candidate that no id mentions is dropped there, for one look-up. Where both lists have nothing but
// the element itself, and the source has the set of inheritance or none, the term is matched as one without sets.

// lists are the candidates of the elements of a term, for one run.
type lists struct {
	src           *Set
	first, second *Set // of a variable, nil if it has no set

	// The candidates of a constant; those of a variable with a set are found when it has a value.
	firsts, seconds     []uint32
	places              map[uint32]int32 // of seconds, where those are many
	firstAll, secondAll bool             // every candidate counts
	ids                 []listedID
	listed              bool // ids are all that can match
	closed              bool // pairs that follow from others count (S-12), and the target is a variable or a wildcard
	union               bool // and all of them are one, since the relationship is Union
	both                bool // first and second are one variable
	literal             bool // pairs of a Union relationship are reported as they are

	parts []Match // a match for each candidate of the first element by itself, where some are transitive; else none
}

// listedID is an id that some entity has, with the places of its elements among the candidates.
type listedID struct {
	id            store.ID
	first, second int32
}

// substitute resolves the sets of a term whose elements are alive.
func (x *Exec) substitute(m *Match) {
	t, q := m.Term, x.Q
	src := q.sourceSet(t)
	traits := rules.Traits(0)
	if t.First.Kind == ElementConst {
		traits = x.W.TraitsOf(m.FirstID)
	}
	first, second := q.firstSet(t), itself
	closed := false
	if t.Second.Kind != ElementNone {
		second, closed = q.secondSet(t, traits)
	}
	if x.plain(m, src, first, second, closed, traits) {
		m.transitive = closed
		return
	}
	m.single = m.single || src.Down || src.All || x.W.NonFragmenting.Any() || q.mayReturn(src)
	m.lists = x.listsOf(m, src, first, second, closed, traits)
}

// plain reports whether a term matches as one without sets does, and resolves it so.
func (x *Exec) plain(m *Match, src, first, second *Set, closed bool, traits rules.Traits) bool {
	t := m.Term
	switch {
	case x.Toggled || !src.alone() && !src.inherits():
		return false
	case closed && (x.AnyBases || t.Second.Kind == ElementConst && m.FirstID == rules.IsA.Index()):
		return false
	case !x.lonely(first, &t.First, m.FirstID) || !closed && !x.lonely(second, &t.Second, m.secondID):
		return false
	}
	if src.alone() {
		m.inherited, m.allow = false, 0
	} else if t.First.Kind == ElementConst {
		m.inherited = m.inherited && traits&rules.TraitInherited != 0
	}
	m.storedPair = closed && t.Second.Kind == ElementConst
	return true
}

// lonely reports whether an element has no candidate but itself now.
func (x *Exec) lonely(s *Set, e *Element, index uint32) bool {
	switch {
	case s.alone():
		return s.Self
	case s != itsSubsets || e.Kind != ElementConst:
		return false
	}
	return len(x.Store.Lookup(store.Pair(rules.IsA.Index(), index))) == 0
}

// listsOf finds the candidates of a term.
func (x *Exec) listsOf(m *Match, src, first, second *Set, closed bool, traits rules.Traits) *lists {
	t := m.Term
	l := &lists{src: src, firstAll: first.All, secondAll: second.All}
	m.anyTarget, l.union = t.Second.Kind == ElementAny, closed && ReportsAnyTarget(x.W, t)
	if l.parts = x.parts(m, src, first); l.parts != nil {
		return l
	}
	if closed && first == itsSubsets && traits&rules.TraitBase != 0 {
		x.rankSubclasses(m, x.candidatesOf(first, m.FirstID)[1:]) // the relationships whose pairs others follow from
	}
	switch {
	case t.First.Kind == ElementConst:
		l.firsts = x.candidatesOf(first, m.FirstID)
	case t.First.Kind == ElementVar && !first.alone():
		l.first = first
	}
	switch {
	case t.Second.Kind == ElementConst && closed:
		l.secondAll = m.FirstID == rules.IsA.Index()
		if l.secondAll && len(m.subclasses) == 0 && !x.Toggled { // in any order, since all count
			l.seconds = x.instances([]uint32{m.secondID}, 0)
		} else {
			l.seconds = x.leadingTo(m, m.secondID)
		}
	case t.Second.Kind == ElementConst:
		l.seconds = x.targetsOf(second, l.firsts, m.secondID)
	case closed:
		l.closed = true
	case t.Second.Kind == ElementVar && !second.alone():
		l.second = second
	}
	if len(l.seconds) > fewIDs {
		l.places = placesIn(l.seconds)
	}
	l.both = t.First.Kind == ElementVar && t.Second.Kind == ElementVar && t.First.Slot == t.Second.Slot
	if l.listed = l.firsts != nil && (l.seconds != nil || t.Second.Kind == ElementNone); l.listed {
		l.ids = x.existing(m, l.firsts, l.seconds)
	}
	return l
}

// parts are the matches of the candidates of a first element, each as if it were written with self, where a set is written there
// and none for the target, and it or a candidate is transitive: pairs of each follow from its own (S-6, S-12). Where the set is
// implied, whether pairs follow is asked of the element alone (S-10).
func (x *Exec) parts(m *Match, src, first *Set) []Match {
	t := m.Term
	if !x.Q.Transitive || t.First.Kind != ElementConst || t.Second.Kind == ElementNone || t.Sets.First == nil || t.Sets.Second != nil || first.alone() {
		return nil
	}
	transitive := func(p uint32) bool { return x.W.TraitsOf(p)&rules.TraitTransitive != 0 }
	candidates := x.candidatesOf(first, m.FirstID)
	if !transitive(m.FirstID) && !slices.ContainsFunc(candidates, transitive) {
		return nil
	}
	list := make([]Match, len(candidates))
	for i, p := range candidates {
		written := *t
		written.First.Entity, written.Sets.First = x.W.Entity(p), itself
		part := *m
		part.Term, part.FirstID = &written, p
		second, closed := x.Q.secondSet(&written, x.W.TraitsOf(p))
		part.lists = x.listsOf(&part, src, itself, second, closed, x.W.TraitsOf(p))
		list[i] = part
	}
	return list
}

// existing are the ids of candidates that some entity has, in order.
func (x *Exec) existing(m *Match, firsts, seconds []uint32) []listedID {
	var list []listedID
	for i, first := range firsts {
		if m.Second.Kind == ElementNone {
			if id := store.Single(first); len(x.Store.Lookup(id)) > 0 {
				list = append(list, listedID{id: id, first: int32(i)})
			}
			continue
		}
		if len(x.Store.Lookup(store.Pair(first, store.Wildcard))) == 0 {
			continue
		}
		for j, second := range seconds {
			id := store.Pair(first, second)
			if len(x.Store.Lookup(x.tablePattern(id))) > 0 {
				list = append(list, listedID{id: id, first: int32(i), second: int32(j)})
			}
		}
	}
	return list
}

// now are the lists of a term under the values that its variables have; nil stands for every element.
func (x *Exec) now(m *Match) (firsts, seconds []uint32) {
	l := m.lists
	return x.listNow(l.firsts, &m.First, l.first), x.listNow(l.seconds, &m.Second, l.second)
}

func (x *Exec) listNow(list []uint32, e *Element, s *Set) []uint32 {
	if list != nil || e.Kind != ElementVar {
		return list
	}
	value := x.Values[e.Slot]
	switch {
	case value == 0:
		return nil
	case s == nil:
		return []uint32{value}
	}
	return x.candidatesOf(s, value)
}

// listCost estimates how many tables a term with lists has to look at.
func (p *planner) listCost(m *Match) int {
	l, st := m.lists, p.x.Store
	n := 2
	for i := range l.parts {
		n += p.listCost(&l.parts[i])
	}
	switch {
	case l.listed && len(l.ids) == 0:
		return 0
	case l.listed:
		for _, id := range l.ids[:min(8, len(l.ids))] {
			n += len(st.Lookup(p.x.tablePattern(id.id)))
		}
	default:
		n += len(st.Lookup(store.AnyPair))
	}
	if !l.src.alone() {
		n += 2 * len(st.Lookup(store.Pair(l.src.Relation.Index(), store.Wildcard)))
	}
	return n
}
