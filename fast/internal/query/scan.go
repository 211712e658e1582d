package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A plan has a special form, the scan, where all terms are conditions on a table alone: it goes over the tables of the
// rarest term and looks each other term up, a few loads each. The steps of the plan take over for one table that has
// bases, or several targets for a wildcard. They do for the whole run where a term needs more: a variable elsewhere
// than in targets and sources, a relationship that is reflexive or has subclasses, or transitive without an index.

// scan is the state of one. It is part of a run, to be used again.
type scan struct {
	terms     []scanTerm
	to        *Matches
	hands     bool // matches go to the sink of the run, table by table
	planned   bool // the steps of the plan are those for one table
	instances bool // some term can be inherited, and the world has instances
	fills     bool // parts or values are kept per match
	joins     bool // some terms need the value of a variable, which others give
	excluded  uint8
	values    [MaxVariables + 1]uint32
	above     int      // the number of the term that is scanAbove, -1 if there is none
	besides   int      // the number of terms of kind scanNonFragmenting
	climbers  climbers // of the terms that are scanUp
	tried     bool     // where there are such terms: the steps were, about the entity whose table is tried
	chain     []uint32 // the values of the term that is scanAbove for a table
	one       [1]store.Posting
}

// scanTerm is a term of a scan.
type scanTerm struct {
	oper      spec.Operator
	kind      scanKind
	slot      uint8 // of the variable, or the number of the climber
	listed    bool  // of scanBelow: only tables that match are tried
	target    uint32
	id        store.ID // looked up
	component store.Finder
	relation  store.RelationFinder
	tree      *rules.ReachIndex // of scanBelow and scanAbove
	reaching  rules.Reaching    // of scanBelow: the entities below its target
	fixed     FieldMatch        // of a fixed source
	Match
	known scanFacts // that the match was resolved by
}

// scanFacts are the facts of the world that the terms of a scan are resolved by, dead entities aside. A loop that asks
// for one entity resolves terms for most of its time: those of the run before stay where nothing has changed.
type scanFacts struct {
	traits         rules.Traits // of the first element
	bases, besides bool
}

// knows reports whether a term was resolved by the present facts.
func (x *Exec) knows(to *scanTerm, t *Term) bool {
	return to.Term == t && !to.Dead && to.known == x.facts(to) && x.living(t.First) && x.living(t.Second) &&
		x.living(t.Src) && (to.known.traits&rules.TraitBase == 0 || !x.Q.Subclasses)
}

func (x *Exec) facts(to *scanTerm) scanFacts {
	return scanFacts{x.W.TraitsOf(to.FirstID), x.AnyBases, x.W.NonFragmenting.Any()}
}

// living reports whether an element is no dead entity.
func (x *Exec) living(e Element) bool { return e.Kind != ElementConst || x.Store.Alive(e.Entity) }

type scanKind uint8

const (
	scanComponent      scanKind = iota
	scanTargets                 // (R, *) or (R, _)
	scanTarget                  // (R, T)
	scanBelow                   // (R, T) of a transitive relationship with a reachability index
	scanFixed                   // on a fixed source: known beforehand
	scanBinds                   // (R, $x), which gives the variable its value
	scanAbove                   // as scanBinds, from the reachability index of a transitive relationship
	scanUp                      // an id on the nearest entity above
	scanNonFragmenting          // (R, T) of a relationship whose pairs lie beside the tables
	scanBound                   // (R, $x) with the value that another term gives
	scanOther                   // an id on the value of a variable
)

// joins reports whether the term needs the value that another one gives a variable.
func (k scanKind) joins() bool { return k >= scanBound }

// leads reports whether the tables of the term's id are all that match it.
func (term *scanTerm) leads() bool {
	return term.oper == spec.And && term.kind != scanFixed && term.kind != scanOther
}

// scan does a run by a scan; false if the steps of the plan have to.
func (x *Exec) scan() bool {
	r := &x.run
	r.climbers.end()
	r.terms, r.above, r.besides, r.planned, r.fills = r.terms[:0], -1, 0, false, len(x.Q.Variables) > 1
	if x.Toggled || x.W.Profile.Substitution || !x.resolveTerms() || !r.join() {
		return false
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanFixed && t.fixed.Set != (t.oper != spec.Not) && t.oper != spec.Optional {
			return true // nothing matches
		}
	}
	r.excluded = x.Q.ExcludedFlags() | rules.FlagHidden
	copy(r.values[:], x.Values[:len(x.Q.Variables)])
	this, table := x.This, x.Table
	var done bool
	switch {
	case this == ThisEntity:
		done = x.scanOne()
	case r.besides > 0:
		done = x.scanBesides()
	default:
		done = x.scanTables()
	}
	x.This, x.Table, x.Values[ThisSlot] = this, table, r.values[ThisSlot]
	return done
}

// scanTables finds the matches of all tables.
func (x *Exec) scanTables() bool {
	r := &x.run
	best, fewest := -1, int(^uint(0)>>1)
	for i := range r.terms {
		if t := &r.terms[i]; t.leads() {
			if n := len(x.Store.Lookup(t.id)); n < fewest {
				best, fewest = i, n
			}
		}
	}
	if best < 0 {
		return false
	}
	lead := &r.terms[best]
	if lead.kind == scanBelow {
		x.tryBelow(lead)
	} else {
		x.try(x.Store.Lookup(lead.id), 0)
	}
	if r.instances {
		x.try(x.Store.Lookup(rules.AnyBase), lead.id)
	}
	return true
}

// scanOne finds the matches of one entity; false if the steps have to.
func (x *Exec) scanOne() bool {
	r := &x.run
	if r.instances && x.W.HasBases(x.Table) {
		return false
	}
	for i := range r.climbers {
		if _, each := r.climbers[i].source(x.Table); each {
			return false
		}
	}
	_, row, _ := x.Store.Record(x.W.Entity(x.Values[ThisSlot]))
	hands, from := r.hands, len(r.to.Tables)
	r.one[0].Table, r.hands = x.Table, false
	x.try(r.one[:], 0)
	r.to.aboutRow(from, row)
	if r.hands = hands; hands {
		x.hand()
	}
	return true
}

// resolveTerms resolves the terms of the query; false if one is no condition of a scan.
func (x *Exec) resolveTerms() bool {
	r := &x.run
	r.instances = false
	x.classes = x.classes[:0]
	for i := range x.Q.Nodes {
		n := &x.Q.Nodes[i]
		if n.Kind != NodeMatch || n.Needs != 0 {
			return false
		}
		t := &n.Terms[0]
		if t.First.Kind != ElementConst || t.Member != nil || t.Lookups != 0 ||
			t.Traversal != nil && (!t.Traversal.Climbs() || t.Traversal.Self) {
			return false
		}
		if len(r.terms) == cap(r.terms) {
			r.terms = slices.Grow(r.terms, max(4, len(x.Q.Nodes)))
		}
		r.terms = r.terms[:i+1]
		to := &r.terms[i]
		if !x.knows(to, t) {
			x.resolve(&to.Match, n, t)
			to.known = x.facts(to)
		}
		to.oper = n.Oper
		if !x.scans(to) {
			return false
		}
	}
	return true
}

// scans says how a scan finds the matches of a term; false if it cannot.
func (x *Exec) scans(to *scanTerm) bool {
	m, r := &to.Match, &x.run
	if m.Dead {
		to.kind, to.fixed = scanFixed, FieldMatch{}
		return true
	}
	this := m.Src.Kind == ElementVar && m.Src.Slot == ThisSlot
	if m.Traversal != nil {
		to.kind, to.slot = scanUp, uint8(r.climbers.add(x, m)) // of as many as there are terms
		to.id = store.Pair(m.Traversal.Relation.Index(), store.Wildcard)
		return this && to.slot > 0 && (!x.W.NonFragmenting.Any() || !isNonFragmentingTerm(x.W, to.Term))
	}
	pair := m.Second.Kind != ElementNone
	wild := m.Second.Kind == ElementStar || m.Second.Kind == ElementAny
	second := x.element(m.Second, m.secondID)
	open := m.Second.Kind == ElementVar && second == store.Wildcard
	if open && (m.Second.Slot == ThisSlot || !this || to.oper == spec.Optional) || len(m.subclasses) > 0 || m.reflexive {
		return false
	}
	// The table of an entity tells a scan which of its pairs beside the tables a wildcard matches, or that it is one
	// for each entity, whose target is looked up when somebody asks.
	nonFragmenting := pair && x.W.TraitsOf(m.FirstID)&rules.TraitNonFragmenting != 0 && (!wild || !this)
	if nonFragmenting && (to.oper != spec.And || wild || open || !this || m.transitive ||
		!x.W.IsNonFragmenting(store.Pair(m.FirstID, second))) {
		return false
	}
	to.slot, to.target = m.Second.Slot, second
	if !pair {
		to.id, to.component = store.Single(m.FirstID), x.Store.Finder(m.FirstID)
	} else {
		to.id, to.relation = store.Pair(m.FirstID, second), x.Store.RelationFinder(m.FirstID)
	}
	if m.transitive {
		return !wild && this && x.scansTransitive(to, open)
	}
	switch {
	case nonFragmenting && x.W.NonFragmenting.By[m.FirstID] == nil:
		to.kind, to.fixed = scanFixed, FieldMatch{} // it has no pair yet
		return true
	case nonFragmenting:
		to.kind = scanNonFragmenting
		r.besides++
	case !pair:
		to.kind = scanComponent
	case open:
		to.kind = scanBound
	case wild:
		to.kind = scanTargets
	default:
		to.kind = scanTarget
	}
	switch {
	case this:
		r.instances = r.instances || m.inherited
	case to.kind == scanTargets:
		return false
	case m.Src.Kind == ElementConst:
		x.fix(to, m.sourceID)
	case m.Src.Kind == ElementVar && x.Values[m.Src.Slot] != 0:
		x.fix(to, x.Values[m.Src.Slot])
	case m.Src.Kind == ElementVar:
		if to.kind, to.slot = scanOther, m.Src.Slot; pair {
			to.component = x.Store.Finder(store.Wildcard) // in no table
		}
	default:
		return false
	}
	return true
}

// fix finds the match of a term on a fixed source.
func (x *Exec) fix(to *scanTerm, source uint32) {
	to.kind, to.fixed = scanFixed, FieldMatch{}
	if base, ok := x.holder(&to.Match, x.W.Table(source), source, to.id); ok {
		to.fixed = FieldMatch{ID: to.id, Stored: to.id, Source: cmp.Or(base, source), Set: true}
	}
}

// scansTransitive is scans for a pair of a transitive relationship with $this as its source.
func (x *Exec) scansTransitive(to *scanTerm, open bool) bool {
	r := &x.run
	if to.tree = x.reach(&to.Match); to.tree == nil {
		return false
	}
	to.id = store.Pair(to.FirstID, store.Wildcard)
	to.kind, to.listed, to.reaching = scanBelow, false, rules.Reaching{}
	if !open {
		return true
	}
	if to.kind = scanAbove; to.oper != spec.And || r.above >= 0 {
		return false
	}
	r.above = len(r.terms) - 1
	return true
}

// join lets for each variable the first term that can give it its value do so; false if there is none.
func (r *scan) join() bool {
	r.joins = false
	given := Slots(0)
	if r.above >= 0 {
		given = SlotOf(r.terms[r.above].slot)
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanBound && t.oper == spec.And && given&SlotOf(t.slot) == 0 {
			t.kind = scanBinds
			given |= SlotOf(t.slot)
		}
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind.joins() {
			if given&SlotOf(t.slot) == 0 {
				return false
			}
			r.joins = true
		}
	}
	return true
}

// tryBelow tries the tables of everything that leads to the target of a term.
func (x *Exec) tryBelow(term *scanTerm) {
	from := len(x.tables)
	term.listed = x.descendIndex(&term.Match, term.target)
	for i := from; i < len(x.tables) && !x.stop; i++ {
		x.run.one[0].Table = x.tables[i]
		x.try(x.run.one[:], 0)
	}
	x.tables = x.tables[:from]
}
