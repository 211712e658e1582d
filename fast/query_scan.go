package fast

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// An uncached typed query whose terms are conditions on a table alone is answered by going over the
// tables of its rarest term and looking each other term up, a few loads each. The other cases go to
// the engine: a table with bases, or with several targets for a wildcard, alone; a query with
// variables elsewhere than in targets and sources, or with relationships that are transitive,
// reflexive or have subclasses as far as its kind follows them, as a whole.

// scan is one run. It is part of a match set, to be used again.
type scan struct {
	w         *World
	q         *typedQuery
	terms     []scanTerm
	inherits  bool // some term can be inherited
	bases     bool // the world has instances
	instances bool // both
	fills     bool // rows or values are kept per match
	joins     bool // some terms need the value of a variable, which others give
	values    [query.MaxVariables + 1]uint32
	exact     bool
	excluded  uint8 // the flags of tables without matches
	below     []uint32
	above     int      // the number of the term that is scanAbove, -1 if there is none
	besides   int      // the number of terms that are scanBeside
	asked     bool     // where there are such terms: the engine was, about the entity whose table is tried
	chain     []uint32 // its values for a table
	engine    *query.Exec
	binding   binding
	one       [1]store.Posting
}

// scanTerm is a term resolved for a run.
type scanTerm struct {
	oper      spec.Operator
	kind      scanKind
	component store.Finder
	relation  store.RelationFinder
	id        store.ID // looked up
	target    uint32
	slot      uint8             // of the variable
	any       bool              // the wildcard is _
	tree      *rules.ReachIndex // of scanBelow
	reaching  rules.Reaching    // of scanBelow: the entities below its target
	listed    bool              // of scanBelow: only tables that match are tried
	fixed     query.FieldMatch  // of a fixed source
}

type scanKind uint8

const (
	scanComponent scanKind = iota
	scanTargets            // (R, *) or (R, _)
	scanTarget             // (R, T)
	scanBelow              // (R, T) of a transitive relationship with a reachability index
	scanFixed              // on a fixed source: known beforehand
	scanBinds              // (R, $x), which gives the variable its value
	scanAbove              // the same of a transitive relationship with a reachability index: one value after the other
	scanBeside             // (R, T) of a relationship whose pairs lie beside the tables
	scanBound              // (R, $x) with the value that another term gives
	scanOther              // an id on the value of a variable
)

// joins reports whether the term needs the value that another one gives a variable.
func (k scanKind) joins() bool { return k >= scanBound }

// scan finds the matches; false if the engine has to.
func (s *matchSet) scan(q *typedQuery, b *binding) bool {
	r := &s.run
	r.w, r.q, r.binding, r.inherits, r.terms, r.above, r.besides = q.w, q, *b, false, r.terms[:0], -1, 0
	possible, simple := r.resolve()
	simple = simple && r.join()
	if !possible || !simple {
		return simple
	}
	if b.this() != 0 {
		return s.scanOne(b.this())
	}
	if r.besides > 0 {
		return s.scanBesides()
	}
	best, least := -1, int(^uint(0)>>1)
	for i := range r.terms {
		if t := &r.terms[i]; t.oper == spec.And && t.kind != scanFixed && t.kind != scanOther {
			if n := len(q.w.core.Store.Lookup(t.id)); n < least {
				best, least = i, n
			}
		}
	}
	if best < 0 {
		return false
	}
	r.prepare()
	st := q.w.core.Store
	if lead := &r.terms[best]; lead.kind == scanBelow {
		s.tryBelow(lead)
	} else {
		s.try(st.Lookup(lead.id), 0)
	}
	if r.instances {
		s.try(st.Lookup(rules.AnyBase), r.terms[best].id)
	}
	r.done()
	return true
}

// prepare finds out the facts that all tables share.
func (r *scan) prepare() {
	r.excluded = r.q.q.ExcludedFlags() | rules.FlagHidden
	r.fills, r.exact = len(r.q.q.Variables) > 1, r.q.q.Exact()
	r.values = [query.MaxVariables + 1]uint32{}
	for i := range r.binding.count {
		r.values[r.binding.slots[i]] = r.binding.values[i].Index()
	}
	r.bases = len(r.w.core.Store.Lookup(rules.AnyBase)) > 0
	r.instances = r.inherits && r.bases
}

func (r *scan) done() {
	if r.engine != nil {
		r.engine.Release()
		r.engine = nil
	}
}

// scanOne finds the matches of one entity; false if the engine has to.
func (s *matchSet) scanOne(e Entity) bool {
	r := &s.run
	t, row, alive := r.w.core.Store.Record(e)
	if !alive {
		return true
	}
	if r.prepare(); r.instances && r.w.core.HasBases(t) {
		return false
	}
	r.one[0].Table = t
	s.try(r.one[:], 0)
	r.done()
	for len(s.Parts) < len(s.Tables) {
		s.Parts = append(s.Parts, query.Part{From: int32(row), Count: 1})
	}
	return true
}

// resolve looks up the present ids of the terms. It is not possible that anything matches where an
// And term names a dead entity or fails on a fixed source.
func (r *scan) resolve() (possible, simple bool) {
	possible = true
	for _, e := range r.binding.values[:r.binding.count] {
		// also where the variable is under Not alone
		possible = possible && !rules.IsBuiltin(e.Index()) && r.w.core.Store.Alive(e)
	}
	for i := range r.q.q.Nodes {
		n := &r.q.q.Nodes[i]
		t := scanTerm{oper: n.Oper}
		if n.Kind != query.NodeMatch || n.Needs != 0 {
			return false, false
		}
		alive, ok := r.resolveTerm(&t, &n.Terms[0])
		if !ok {
			return false, false
		}
		if !alive {
			t.kind, t.fixed = scanFixed, query.FieldMatch{}
		}
		if t.kind == scanFixed && t.fixed.Set != (t.oper != spec.Not) && t.oper != spec.Optional {
			possible = false
		}
		r.terms = append(r.terms, t)
	}
	return possible, true
}

func (r *scan) resolveTerm(to *scanTerm, t *query.Term) (alive, ok bool) {
	w := r.w
	first, second := r.constant(t.First), r.constant(t.Second)
	if w.core.Profile.Substitution || t.First.Kind != query.ElementConst || t.Traversal != nil || t.Compares ||
		t.Member != nil || t.Lookups != 0 {
		return false, false
	}
	if second == Variable(1) {
		if t.Second.Slot == query.ThisSlot || t.Src.Kind != query.ElementVar || t.Src.Slot != query.ThisSlot ||
			to.oper == spec.Optional {
			return false, false
		}
		to.kind, to.slot = scanBound, t.Second.Slot
	}
	if !w.core.Store.Alive(first) ||
		second != 0 && !rules.IsPattern(second) && second != Variable(1) && !w.core.Store.Alive(second) {
		return false, true
	}
	traits := w.core.TraitsOf(first.Index())
	pair := t.Second.Kind != query.ElementNone
	beside := pair && traits&rules.TraitNonFragmenting != 0 && !r.toldByTable(t, second)
	if beside && (to.oper != spec.And || rules.IsPattern(second) || second == Variable(1) || !r.onThis(t) ||
		!w.core.IsNonFragmenting(store.Pair(first.Index(), second.Index()))) {
		return false, false
	}
	if r.q.q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 {
		return false, false
	}
	if r.q.q.Transitive && pair && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {
		return true, traits&rules.TraitReflexive == 0 && !beside && r.resolveTransitive(to, t, first.Index(), second)
	}
	switch {
	case beside && w.core.NonFragmenting.By[first.Index()] == nil:
		return false, true // it has no pair yet
	case beside:
		to.kind, to.target, to.id = scanBeside, second.Index(), store.Pair(first.Index(), second.Index())
		r.besides++
	case !pair:
		to.kind, to.id, to.component = scanComponent, store.Single(first.Index()), w.core.Store.Finder(first.Index())
	case to.kind == scanBound:
		to.id, to.relation = store.Pair(first.Index(), store.Wildcard), w.core.Store.RelationFinder(first.Index())
	case rules.IsPattern(second):
		to.kind, to.any = scanTargets, second == Any || query.ReportsAnyTarget(&w.core.World, t)
		to.id, to.relation = store.Pair(first.Index(), store.Wildcard), w.core.Store.RelationFinder(first.Index())
	default:
		to.kind, to.target = scanTarget, second.Index()
		to.id, to.relation = store.Pair(first.Index(), second.Index()), w.core.Store.RelationFinder(first.Index())
	}
	if t.Src.Kind == query.ElementVar && t.Src.Slot == query.ThisSlot {
		r.inherits = r.inherits || traits&rules.TraitInherited != 0
		return true, true
	}
	source := r.constant(t.Src)
	if source == Variable(1) && t.Src.Slot != query.ThisSlot && to.kind != scanTargets {
		to.kind, to.slot = scanOther, t.Src.Slot
		if pair {
			to.component = w.core.Store.Finder(Wildcard.Index()) // in no table
		}
		return true, true
	}
	if source == 0 || rules.IsPattern(source) || source == Variable(1) || to.kind == scanTargets {
		return false, false
	}
	to.kind = scanFixed
	if !w.core.Store.Alive(source) {
		return true, true
	}
	holder, found := source.Index(), true
	if at := w.core.Table(holder); !w.core.Store.Has(at, to.id) {
		holder, found = w.core.InheritedFrom(at, to.id)
	}
	if found {
		to.fixed = query.FieldMatch{ID: to.id, Stored: to.id, Source: holder, Set: true}
	}
	return true, true
}

// toldByTable reports whether the table of an entity says which of its non-fragmenting pairs a term
// matches, or that it is one for each entity, whose target can be looked up when somebody asks.
func (r *scan) toldByTable(t *query.Term, target Entity) bool {
	return rules.IsPattern(target) && r.onThis(t)
}

// onThis reports whether a term is about the ids of $this, without a set.
func (r *scan) onThis(t *query.Term) bool {
	return t.Src.Kind == query.ElementVar && t.Src.Slot == query.ThisSlot && !r.w.core.Profile.Substitution
}

// join lets for each variable the first term that can give it its value do so; false if there is none.
func (r *scan) join() bool {
	r.joins = false
	given := query.Slots(0)
	if r.above >= 0 {
		given = query.SlotOf(r.terms[r.above].slot)
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanBound && t.oper == spec.And && given&query.SlotOf(t.slot) == 0 {
			t.kind = scanBinds
			given |= query.SlotOf(t.slot)
		}
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind.joins() {
			if given&query.SlotOf(t.slot) == 0 {
				return false
			}
			r.joins = true
		}
	}
	return true
}

// resolveTransitive is resolveTerm for a pair of a transitive relationship; false if it has no
// reachability index, or more than a target on $this, or a variable that no other such term gives
// its values, is asked for.
func (r *scan) resolveTransitive(to *scanTerm, t *query.Term, first uint32, target Entity) bool {
	w := r.w
	to.tree = w.core.Reach[first]
	if t.SecondSelf || t.Src.Kind != query.ElementVar || t.Src.Slot != query.ThisSlot || to.tree == nil ||
		w.core.TraitsOf(first)&rules.TraitInherited != 0 && len(w.core.Store.Lookup(rules.AnyBase)) > 0 {
		return false
	}
	to.id, to.relation = store.Pair(first, store.Wildcard), w.core.Store.RelationFinder(first)
	if to.kind == scanBound {
		if to.kind = scanAbove; to.oper != spec.And || r.above >= 0 {
			return false
		}
		r.above = len(r.terms)
		return true
	}
	to.kind, to.target, to.listed, to.reaching = scanBelow, target.Index(), false, rules.Reaching{}
	return !rules.IsPattern(target)
}

// tryBelow tries the tables of everything that leads to the target of a term.
func (s *matchSet) tryBelow(term *scanTerm) {
	list := term.tree.Descend(append(s.run.below[:0], term.target), term.target)
	s.run.below = list
	term.listed = true
	if !term.tree.IsTree() {
		s.trySeveral(term, list)
		return
	}
	st := s.w.core.Store
	for _, parent := range list {
		if st.Mentioned(parent) {
			s.try(st.Lookup(store.Pair(term.id.First(), parent)), 0)
		}
	}
}

// trySeveral is tryBelow where a table can be listed for several of its targets.
func (s *matchSet) trySeveral(term *scanTerm, list []uint32) {
	st := s.w.core.Store
	var tables []store.Posting
	for _, parent := range list {
		if st.Mentioned(parent) {
			tables = append(tables, st.Lookup(store.Pair(term.id.First(), parent))...)
		}
	}
	slices.SortFunc(tables, func(a, b store.Posting) int { return cmp.Compare(a.Table, b.Table) })
	tables = slices.CompactFunc(tables, func(a, b store.Posting) bool { return a.Table == b.Table })
	s.try(tables, 0)
}

// constant is the entity that an element is, a wildcard, 0 for none, and an open variable as one.
func (r *scan) constant(e query.Element) Entity {
	switch e.Kind {
	case query.ElementConst:
		return e.Entity
	case query.ElementStar:
		return Wildcard
	case query.ElementAny:
		return Any
	case query.ElementVar:
		for i := range r.binding.count {
			if r.binding.slots[i] == e.Slot {
				return r.binding.values[i]
			}
		}
		return Variable(1)
	case query.ElementNone, query.ElementLookup:
	}
	return 0
}
