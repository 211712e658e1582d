package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A scan is a fast way to run simple queries. It visits the tables of the term with the fewest
// tables and tests every other term with a few loads per table; non-fragmenting pairs are tested
// for each entity. If the entities of a table have bases, or several targets for a wildcard, the
// steps of the plan are executed for that table. They are executed for the whole run if a term
// needs more: a variable that is not a target or source, a relationship that is reflexive or has
// subclasses, or a transitive one without an index.

// scan is the state of a scan. It belongs to a run and is reused.
type scan struct {
	terms          []scanTerm
	to             *Matches
	hands          bool // pass matches to the sink of the run after each table
	planned        bool // the current steps plan a run with a known $this; they serve the other tables, too
	instances      bool // some term can be inherited, and the world has instances
	fills          bool // the sink needs entries in Parts or Values: matches may be parts of tables, or have variables
	joins          bool // some terms need the value of a variable that a later term binds
	excluded       uint8
	values         [MaxVariables + 1]uint32
	above          int // index of the term of kind scanAbove, -1 if there is none
	nonFragmenting int // how many terms are of kind scanNonFragmenting
	row            []FieldMatch
	climbers       climbers // the climbers of the terms of kind scanUp
	tried          bool     // if nonFragmenting > 0: the steps were executed for the current entity
	chain          []uint32 // the values of the scanAbove term for a table
	one            [1]store.Posting
}

// scanTerm is a term of a scan.
type scanTerm struct {
	oper      spec.Operator
	kind      scanKind
	slot      uint8 // number of the variable, or of the climber
	listed    bool  // for scanBelow: only matching tables are tried
	target    uint32
	id        store.ID // to look up in each table
	component store.Finder
	relation  store.Relation
	tree      *rules.ReachIndex // for scanBelow and scanAbove
	reaching  rules.Reaching    // for scanBelow: the entities below its target
	fixed     FieldMatch        // the match on a fixed source
	Match
	known scanFacts // the state for which the term was resolved
	lasts bool      // kind stays valid while known is the same
	bound bool      // an earlier term binds the variable whose value this one needs
}

// scanFacts is the state of the world on which the resolved form of a term depends. Whether its
// entities are alive is checked separately. A loop that asks about one entity at a time would spend
// most time resolving terms, so a run reuses the terms of the last run if this state is the same.
type scanFacts struct {
	traits                rules.Traits // traits of the first element
	bases, nonFragmenting bool
}

// isResolved reports whether a term is resolved for the current state.
func (x *Exec) isResolved(to *scanTerm, t *Term) bool {
	return to.Term == t && !to.Dead && to.known == x.facts(to) && x.living(t.First) && x.living(t.Second) &&
		x.living(t.Src) && (to.known.traits&rules.TraitBase == 0 || !x.Q.Subclasses)
}

func (x *Exec) facts(to *scanTerm) scanFacts {
	return scanFacts{x.W.TraitsOf(to.FirstID), x.AnyBases, x.W.NonFragmenting.Any()}
}

// living reports whether an element is not a dead entity.
func (x *Exec) living(e Element) bool { return e.Kind != ElementConst || x.Store.Alive(e.Entity) }

type scanKind uint8

const (
	scanComponent      scanKind = iota
	scanTargets                 // (R, *) or (R, _)
	scanTarget                  // (R, T)
	scanBelow                   // (R, T) of a transitive relationship with a reachability index
	scanFixed                   // on a fixed source, matched before the scan
	scanBinds                   // (R, $x) that binds $x
	scanAbove                   // like scanBinds, for a transitive relationship with a reachability index
	scanUp                      // an id on the nearest entity above
	scanNonFragmenting          // (R, T) of a non-fragmenting relationship
	scanBound                   // (R, $x) with the value that another term binds
	scanOther                   // an id on the value of a variable
)

// joins reports whether the term needs the value that another term binds.
func (k scanKind) joins() bool { return k >= scanBound }

// isIndexed reports whether the index lists all tables that can match the term.
func (term *scanTerm) isIndexed() bool {
	return term.oper == spec.And && term.kind != scanFixed && term.kind != scanOther
}

// scan runs the query as a scan. It returns false if the steps of the plan must be executed
// instead.
func (x *Exec) scan() bool {
	r := &x.run
	r.climbers.end()
	r.terms, r.above, r.nonFragmenting, r.planned, r.fills = r.terms[:0], -1, 0, false, len(x.Q.Variables) > 1
	if x.W.Profile.Substitution || !x.resolveTerms() || !r.join() || x.Toggled && !x.scansToggled() {
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
	case r.nonFragmenting > 0:
		done = x.scanBySources()
	default:
		done = x.scanTables()
	}
	x.This, x.Table, x.Values[ThisSlot] = this, table, r.values[ThisSlot]
	return done
}

// scansToggled reports whether a scan can evaluate the query although ids are disabled. It can if
// every term requires a component or a pair with a known target on $this, and nothing can be
// inherited. Then an entity of a matching table fails only if one of these ids is disabled on it.
func (x *Exec) scansToggled() bool {
	if x.run.instances || x.This != ThisOpen || x.Q.exact {
		return false
	}
	for i := range x.run.terms {
		t := &x.run.terms[i]
		if t.oper != spec.And || t.kind != scanComponent && t.kind != scanTarget {
			return false
		}
	}
	return true
}

// scanTables scans the tables of the term with the fewest tables. It returns false if no term has a
// list of tables to start from.
func (x *Exec) scanTables() bool {
	r := &x.run
	var lead *scanTerm
	var tables []store.Posting
	for i := range r.terms {
		if t := &r.terms[i]; t.isIndexed() {
			if list := x.Store.Lookup(t.id); lead == nil || len(list) < len(tables) {
				lead, tables = t, list
			}
		}
	}
	switch {
	case lead == nil:
		return false
	case lead.kind == scanBelow:
		x.tryBelow(lead)
	default:
		x.try(tables, 0)
	}
	if r.instances {
		x.try(x.Store.Lookup(rules.AnyBase), lead.id)
	}
	return true
}

// scanOne finds the matches of one entity. It returns false if the steps must be executed instead.
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
	_, row := x.Store.RowOf(x.Values[ThisSlot])
	hands, from := r.hands, len(r.to.Tables)
	r.one[0].Table, r.hands = x.Table, false
	x.try(r.one[:], 0)
	r.to.aboutRow(from, row)
	if r.hands = hands; hands {
		x.hand()
	}
	return true
}

// resolveTerms resolves the terms of the query. It returns false if a scan cannot evaluate one of
// them.
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
		if !x.isResolved(to, t) {
			x.resolve(&to.Match, n, t)
			to.known, to.lasts = x.facts(to), false
		} else if to.lasts {
			to.component = x.Store.Finder(to.FirstID)
			r.instances = r.instances || to.inherited
			continue
		}
		to.oper = n.Oper
		if !x.scans(to) {
			return false
		}
		to.lasts = to.kind == scanComponent
	}
	return true
}

// scans chooses how a scan evaluates a term. It returns false if a scan cannot.
func (x *Exec) scans(to *scanTerm) bool {
	m, r := &to.Match, &x.run
	if m.Dead {
		to.kind, to.fixed = scanFixed, FieldMatch{}
		return true
	}
	this := m.onThis()
	if m.Traversal != nil {
		to.kind, to.slot = scanUp, uint8(r.climbers.add(x, m)) // at most one per term
		to.id = store.Pair(m.Traversal.Relation.Index(), store.Wildcard)
		return this && to.slot > 0
	}
	pair := m.Second.Kind != ElementNone
	wild := m.Second.Kind == ElementStar || m.Second.Kind == ElementAny
	second := x.element(m.Second, m.secondID)
	open := m.Second.Kind == ElementVar && second == store.Wildcard
	if open && (m.Second.Slot == ThisSlot || !this || to.oper == spec.Optional) || len(m.subclasses) > 0 || m.reflexive {
		return false
	}
	// A wildcard target on $this is no special case: the table shows that its entities have a pair
	// of the relationship, and the target of each is looked up on demand.
	nonFragmenting := pair && x.W.TraitsOf(m.FirstID)&rules.TraitNonFragmenting != 0 && (!wild || !this)
	if nonFragmenting && (to.oper != spec.And || wild || open || !this || m.transitive ||
		!x.W.IsNonFragmenting(store.Pair(m.FirstID, second))) {
		return false
	}
	to.slot, to.target = m.Second.Slot, second
	if !pair {
		to.id, to.component = store.Single(m.FirstID), x.Store.Finder(m.FirstID)
	} else {
		to.id, to.relation = store.Pair(m.FirstID, second), x.Store.FindRelation(m.FirstID)
	}
	if m.transitive {
		return !wild && this && x.scansTransitive(to, open)
	}
	switch {
	case nonFragmenting && x.W.NonFragmenting.By[m.FirstID] == nil:
		to.kind, to.fixed = scanFixed, FieldMatch{} // the relationship has no pairs yet
		return true
	case nonFragmenting:
		to.kind = scanNonFragmenting
		r.nonFragmenting++
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
			to.component = x.Store.Finder(store.Wildcard) // matches no table
		}
	default:
		return false
	}
	return true
}

// fix matches a term on a fixed source.
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

// join chooses, for each variable that other terms need, the term that binds it: the first And term
// (R, $x). It returns false if a variable has no such term.
func (r *scan) join() bool {
	r.joins = false
	bound, before := Slots(0), Slots(0)
	if r.above >= 0 {
		bound = SlotOf(r.terms[r.above].slot)
	}
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanBound && t.oper == spec.And && bound&SlotOf(t.slot) == 0 {
			t.kind = scanBinds
			bound |= SlotOf(t.slot)
		}
	}
	for i := range r.terms {
		switch t := &r.terms[i]; {
		case t.kind == scanBinds:
			before |= SlotOf(t.slot)
		case t.kind.joins():
			if bound&SlotOf(t.slot) == 0 {
				return false
			}
			t.bound = before&SlotOf(t.slot) != 0
			r.joins = r.joins || !t.bound
		}
	}
	return true
}

// tryBelow tries the tables of all descendants of a term's target.
func (x *Exec) tryBelow(term *scanTerm) {
	from := len(x.tables)
	term.listed = x.descendIndex(&term.Match, term.target)
	for i := from; i < len(x.tables) && !x.stop; i++ {
		x.run.one[0].Table = x.tables[i]
		x.try(x.run.one[:], 0)
	}
	x.tables = x.tables[:from]
}
