package fast

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// An uncached typed query whose terms are conditions on a table alone is answered by going over the tables of its
// rarest term and looking each other term up, a few loads each. The other cases go to the engine: a table with
// bases, or with several targets for a wildcard, alone; a query with variables elsewhere than in targets and sources, or
// with relationships that are transitive, reflexive or have subclasses as far as its kind follows them, as a whole.

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
	excluded  []store.Finder
	below     []uint32
	above     int      // the number of the term that is scanAbove, -1 if there is none
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
	reaching  rules.Reaching    // of scanBelow: what is known of its target
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
	scanBound              // (R, $x) with the value that another term gives
	scanOther              // an id on the value of a variable
)

// joins reports whether the term needs the value that another one gives a variable.
func (k scanKind) joins() bool { return k >= scanBound }

// scan finds the matches; false if the engine has to.
func (s *matchSet) scan(q *typedQuery, b *binding) bool {
	r := &s.run
	r.w, r.q, r.binding, r.inherits, r.terms, r.above = q.w, q, *b, false, r.terms[:0], -1
	possible, simple := r.resolve()
	simple = simple && r.join()
	if !possible || !simple {
		return simple
	}
	if b.this() != 0 {
		return s.scanOne(b.this())
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
	r.excluded = append(r.excluded[:0], r.w.core.Store.Finder(rules.HiddenMark))
	r.exclude(Prefab, r.q.q.Prefabs)
	r.exclude(Disabled, r.q.q.Disabled)
	r.fills = len(r.q.q.Variables) > 1
	r.values = [query.MaxVariables + 1]uint32{}
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
	for len(s.rows) < len(s.matches) {
		s.rows = append(s.rows, batchRows{int32(row), 1})
	}
	return true
}

// exclude leaves entities with a tag out, unless the query names it.
func (r *scan) exclude(tag Entity, named bool) {
	if !named && len(r.w.core.Store.Lookup(store.Single(tag.Index()))) > 0 {
		r.excluded = append(r.excluded, r.w.core.Store.Finder(tag.Index()))
	}
}

// resolve looks up the present ids of the terms. It is not possible that anything matches where an And term names a dead
// entity or fails on a fixed source.
func (r *scan) resolve() (possible, simple bool) {
	possible = true
	for _, e := range r.binding.values[:r.binding.count] {
		possible = possible && !rules.IsBuiltin(e.Index())
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
	if !r.q.q.IsPlain(t) || t.First.Kind != query.ElementConst || t.Traversal != nil || t.Compares || t.Member != nil || t.Lookups != 0 {
		return false, false
	}
	if second == Variable(1) {
		if t.Second.Slot == query.ThisSlot || t.Src.Kind != query.ElementVar || t.Src.Slot != query.ThisSlot || to.oper == spec.Optional {
			return false, false
		}
		to.kind, to.slot = scanBound, t.Second.Slot
	}
	if !w.core.Store.Alive(first) || second != 0 && !rules.IsPattern(second) && second != Variable(1) && !w.core.Store.Alive(second) {
		return false, true
	}
	traits := w.core.TraitsOf(first.Index())
	pair := t.Second.Kind != query.ElementNone
	if pair && traits&rules.TraitNonFragmenting != 0 {
		return false, false
	}
	if r.q.q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 {
		return false, false
	}
	if r.q.q.Transitive && pair && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {
		return true, traits&rules.TraitReflexive == 0 && r.resolveTransitive(to, t, first.Index(), second)
	}
	switch {
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

// resolveTransitive is resolveTerm for a pair of a transitive relationship; false if it has no reachability index, or more than
// a target on $this, or a variable that no other such term gives its values, is asked for.
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

// try adds the matches of the tables of a list that match all terms.
func (s *matchSet) try(list []store.Posting, skip store.ID) {
	r := &s.run
	st, n := r.w.core.Store, len(r.terms)
	if len(list) > 16 {
		s.matches = slices.Grow(s.matches, len(list))
		s.fields = slices.Grow(s.fields, n*len(list))
	}
next:
	for _, p := range list {
		t := p.Table
		if st.Count(t) == 0 {
			continue
		}
		for i := range r.excluded {
			if r.excluded[i].Base(t) != nil {
				continue next
			}
		}
		if r.instances && r.w.core.HasBases(t) {
			if skip == 0 || !st.Has(t, skip) {
				s.ask(t)
			}
			continue
		}
		from := len(s.fields)
		fields := slices.Grow(s.fields, n)[:from+n]
		for i := range r.terms {
			term, m := &r.terms[i], &fields[from+i]
			if term.kind == scanComponent && term.oper == spec.And { // the most common, without a call
				if term.component.Base(t) == nil {
					continue next
				}
				m.ID, m.Stored, m.Source, m.Column, m.Set = term.id, term.id, 0, unknownColumn, true
				continue
			}
			if term.kind.joins() {
				continue
			}
			if term.kind == scanBinds {
				_, count, target := term.relation.Of(t)
				switch {
				case count == 0 || count == 1 && rules.IsBuiltin(target):
					continue next
				case count > 1:
					s.ask(t)
					continue next
				}
				r.values[term.slot] = target
				id := store.Pair(term.id.First(), target)
				m.ID, m.Stored, m.Source, m.Column, m.Set = id, id, 0, unknownColumn, true
				continue
			}
			switch term.match(st, t, m) {
			case matchNone:
				continue next
			case matchSeveral:
				s.ask(t)
				continue next
			case matchOne:
			}
		}
		if r.above >= 0 {
			s.tryAbove(t, fields)
			continue
		}
		if r.joins && !r.joined(t, fields[from:]) {
			continue
		}
		s.fields = fields
		s.matches = append(s.matches, query.TableMatch{Table: t, First: uint32(from)})
		if r.fills {
			s.fill()
		}
	}
}

// tryAbove adds the matches of a table for every value of the variable of the term that is scanAbove. The last fields
// hold the matches of the other terms.
func (s *matchSet) tryAbove(t store.Table, fields []query.FieldMatch) {
	r := &s.run
	term := &r.terms[r.above]
	_, _, direct := term.relation.Of(t)
	chain, ok := term.tree.Climb(append(r.chain[:0], direct), direct)
	if r.chain = chain; !ok { // a cycle
		s.ask(t)
		return
	}
	from := len(s.fields)
	for _, value := range chain {
		if rules.IsBuiltin(value) {
			continue
		}
		m := &fields[from+r.above]
		m.ID, m.Stored, m.Source, m.Column, m.Set = store.Pair(term.id.First(), value), 0, 0, unknownColumn, true
		if value == direct {
			m.Stored = m.ID
		}
		r.values[term.slot] = value
		if r.joins && !r.joined(t, fields[from:]) {
			continue
		}
		s.matches = append(s.matches, query.TableMatch{Table: t, First: uint32(from)})
		fields = append(fields, fields[from:]...) // the next begins as a copy
		from += len(r.terms)
		s.fields = fields[:from]
		s.fill()
	}
}

// matchCount says in how many ways a term matches a table.
type matchCount uint8

const (
	matchNone matchCount = iota
	matchOne
	matchSeveral
)

// match finds the match of a term on a table; an optional term without one matches unset.
func (term *scanTerm) match(st *store.Store, t store.Table, m *query.FieldMatch) matchCount {
	m.ID, m.Column, m.Source = term.id, unknownColumn, 0
	switch term.kind {
	case scanComponent:
		m.Set, m.Stored = term.component.Base(t) != nil, term.id
	case scanTargets:
		column, count, target := term.relation.Of(t)
		if count > 1 && term.oper != spec.Not {
			return matchSeveral
		}
		m.Set, m.Column, m.Stored = count > 0, uint16(column), store.Pair(term.id.First(), target)
		if !term.any {
			m.ID = m.Stored
		}
	case scanTarget:
		_, count, target := term.relation.Of(t)
		m.Set, m.Stored = count > 0 && (target == term.target || count > 1 && st.Has(t, term.id)), term.id
	case scanBelow:
		id := store.Pair(term.id.First(), term.target)
		column, count, target := term.relation.Of(t)
		m.ID, m.Stored = id, 0
		switch {
		case count == 0:
			m.Set = false
		case target == term.target, count > 1 && st.Has(t, id):
			m.Set, m.Stored = true, id
		case term.listed:
			m.Set = true
		default:
			m.Set = false
			for _, direct := range st.IDs(t)[column:][:count] {
				m.Set = m.Set || term.reaching.Leads(term.tree, direct.Second(), term.target)
			}
		}
	case scanAbove:
		switch _, count, _ := term.relation.Of(t); {
		case count == 0:
			return matchNone
		case count > 1:
			return matchSeveral
		}
		return matchOne
	case scanFixed:
		*m = term.fixed
	case scanBinds, scanBound, scanOther: // need the run
	}
	switch {
	case term.oper == spec.And:
		if !m.Set {
			return matchNone
		}
	case term.oper == spec.Not:
		if m.Set {
			return matchNone
		}
		*m = query.FieldMatch{}
	case !m.Set:
		*m = query.FieldMatch{}
	}
	return matchOne
}

// joined finds the matches of the terms that need the values of variables; false if one does not match.
func (r *scan) joined(t store.Table, fields []query.FieldMatch) bool {
	for i := range r.terms {
		term := &r.terms[i]
		if !term.kind.joins() {
			continue
		}
		m, value := &fields[i], r.values[term.slot]
		*m = query.FieldMatch{}
		if term.kind == scanBound {
			_, count, target := term.relation.Of(t)
			id := store.Pair(term.id.First(), value)
			if count > 0 && (target == value || count > 1 && r.w.core.Store.Has(t, id)) {
				*m = query.FieldMatch{ID: id, Stored: id, Column: unknownColumn, Set: true}
			}
		} else if source, found := r.holder(term, value); found {
			*m = query.FieldMatch{ID: term.id, Stored: term.id, Source: source, Set: true}
		}
		if m.Set == (term.oper == spec.Not) && term.oper != spec.Optional {
			return false
		}
		if term.oper == spec.Not {
			*m = query.FieldMatch{}
		}
	}
	return true
}

// holder is the entity that the id of a term on another source comes from: that itself or a base.
func (r *scan) holder(term *scanTerm, source uint32) (uint32, bool) {
	if term.component.At(source) != nil {
		return source, true
	}
	if !term.id.IsPair() && !r.bases {
		return 0, false
	}
	at := r.w.core.Table(source)
	if r.w.core.Store.Has(at, term.id) {
		return source, true
	}
	return r.w.core.InheritedFrom(at, term.id)
}

// fill makes the entries per match as many as the matches.
func (s *matchSet) fill() {
	for len(s.rows) > 0 && len(s.rows) < len(s.matches) {
		s.rows = append(s.rows, batchRows{})
	}
	n := len(s.query.q.Variables) - 1
	for i := len(s.values); i < n*len(s.matches); i++ {
		s.values = append(s.values, s.run.bound(i%n+1))
	}
}

// bound is the value that a variable has beforehand, or in the match of the table being tried.
func (r *scan) bound(slot int) uint32 {
	for i := range r.binding.count {
		if int(r.binding.slots[i]) == slot {
			return r.binding.values[i].Index()
		}
	}
	return r.values[slot]
}

// ask lets the engine find the matches of one table.
func (s *matchSet) ask(t store.Table) {
	r := &s.run
	r.fills = true // the engine may find rows
	x := r.engine
	if x == nil {
		x = r.q.q.NewExec()
		x.AnyBases = true
		for i := range r.binding.count {
			x.Preset(r.binding.slots[i], r.binding.values[i].Index())
		}
		bound := query.SlotOf(query.ThisSlot)
		for i := range r.binding.count {
			bound |= query.SlotOf(r.binding.slots[i])
		}
		x.PlanFor(bound)
		x.Sink = s
		r.engine = x
	}
	x.This, x.Table = query.ThisTable, t
	x.Walk(0)
	x.This = query.ThisOpen
}

// unknownColumn is the column of a match whose column no one has looked up.
const unknownColumn = 1<<16 - 1
