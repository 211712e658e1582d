package query

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// try adds the matches of the tables of a list. It skips instances that own the id skip.
func (x *Exec) try(list []store.Posting, skip store.ID) {
	r, s := &x.run, x.run.to
	st, n := x.Store, len(r.terms)
	if len(list) > 16 && !r.hands {
		s.Tables = slices.Grow(s.Tables, len(list))
		s.Fields = slices.Grow(s.Fields, n*len(list))
	}
next:
	for _, p := range list {
		t := p.Table
		if st.Count(t) == 0 || st.Flags(t)&r.excluded != 0 {
			continue
		}
		if r.hands {
			if len(s.Tables) > 0 {
				x.hand()
			}
			if x.stop {
				return
			}
		}
		if x.work--; x.work < 0 {
			x.stop = true
			return
		}
		if r.instances && x.W.HasBases(t) {
			if skip == 0 || !st.Has(t, skip) {
				x.ask(t)
			}
			continue
		}
		from := len(s.Fields)
		if cap(s.Fields)-from < n { // keep the allocation even if nothing matches
			s.Fields = slices.Grow(s.Fields, n)
		}
		fields, climbs := s.Fields[:from+n], false
		for i := range r.terms {
			term, m := &r.terms[i], &fields[from+i]
			if term.kind == scanComponent && term.oper == spec.And { // the most common case, without a call
				if term.component.Base(t) == nil {
					continue next
				}
				m.ID, m.Stored, m.Source, m.Column, m.Set = term.id, term.id, 0, UnknownColumn, true
				continue
			}
			if term.kind >= scanNonFragmenting {
				if term.kind.joins() {
					if term.bound && !x.joinedBy(term, t, m) {
						continue next
					}
					continue
				}
				if target, has := x.W.NonFragmenting.By[term.id.First()].Target(r.values[ThisSlot]); !has ||
					target != term.target {
					continue next
				}
				m.ID, m.Stored, m.Source, m.Column, m.Set = term.id, term.id, 0, UnknownColumn, true
				continue
			}
			if term.kind == scanBinds {
				_, count, target := term.relation.Of(t)
				switch {
				case count == 0 || count == 1 && x.W.IsNoValue(target):
					continue next
				case count > 1:
					x.ask(t)
					continue next
				}
				r.values[term.slot] = target
				id := store.Pair(term.id.First(), target)
				m.ID, m.Stored, m.Source, m.Column, m.Set = id, id, 0, UnknownColumn, true
				continue
			}
			if term.kind == scanUp {
				c := &r.climbers[term.slot-1]
				source, each := c.source(t)
				if each && c.apart(t) {
					climbs = true
					continue
				}
				if each {
					x.ask(t)
					continue next
				}
				if !c.settles(m, source, term.oper) {
					continue next
				}
				continue
			}
			switch term.match(st, t, m) {
			case matchNone:
				continue next
			case matchSeveral:
				x.ask(t)
				continue next
			case matchOne:
				s.Marked = s.Marked || term.kind == scanTargets && m.Set && rules.IsMark(m.ID)
			}
		}
		if climbs && (r.above >= 0 || r.joins || r.nonFragmenting > 0 || x.Q.exact) {
			x.ask(t)
			continue
		}
		if r.above >= 0 {
			x.tryAbove(t, fields)
			continue
		}
		if r.joins && !x.joined(t, fields[from:]) ||
			x.Q.exact && !x.Q.namesAll(t, r.values[:]) {
			continue
		}
		if climbs || x.mixed(t) {
			x.tryRows(t, fields, climbs)
			continue
		}
		s.Fields = fields
		s.Tables = append(s.Tables, TableMatch{Table: t, First: uint32(from)})
		if r.fills {
			x.fill()
		}
	}
	if r.hands && len(s.Tables) > 0 {
		x.hand()
	}
}

// tryRows adds a match for each run of rows of a table that match alike. fields ends with the
// matches that the table determines, one for each term. Rows can still differ in their disabled ids
// and, if climbs is set, in the entities above them.
func (x *Exec) tryRows(t store.Table, fields []FieldMatch, climbs bool) {
	r, s := &x.run, x.run.to
	from, tables := len(s.Fields), len(s.Tables)
	r.row = append(r.row[:0], fields[from:]...)
	s.about(tables, Part{})
	r.fills = true
	for row, e := range x.Store.Entities(t) {
		if x.work--; x.work < 0 {
			x.stop = true
			return
		}
		if climbs {
			fits, ok := x.climbRow(t, e.Index())
			if !ok {
				s.Tables, s.Fields, s.Parts = s.Tables[:tables], s.Fields[:from], s.Parts[:tables]
				x.ask(t)
				return
			}
			if !fits {
				continue
			}
		}
		if x.Toggled && x.off(e.Index()) {
			continue
		}
		part, first := Part{From: int32(row), Count: 1}, len(s.Fields)
		if last := first - len(r.row); len(s.Tables) > tables && slices.Equal(s.Fields[last:], r.row) {
			if s.grow(part) {
				continue
			}
			first = last
		} else {
			s.Fields = append(s.Fields, r.row...)
		}
		s.Tables, s.Parts = append(s.Tables, TableMatch{t, uint32(first)}), append(s.Parts, part)
	}
	x.fill()
}

// climbRow matches the terms that climb on one entity of a table. ok is false if the steps must be
// executed instead.
func (x *Exec) climbRow(t store.Table, index uint32) (fits, ok bool) {
	r := &x.run
	for i := range r.terms {
		term := &r.terms[i]
		if term.kind != scanUp {
			continue
		}
		c := &r.climbers[term.slot-1]
		source, ok := c.sourceOf(t, index)
		if !ok || !c.settles(&r.row[i], source, term.oper) {
			return false, ok
		}
	}
	return true, true
}

// off reports whether an entity has disabled an id of a term.
func (x *Exec) off(index uint32) bool {
	for i := range x.run.terms {
		if x.W.IsOff(index, x.run.terms[i].id) {
			return true
		}
	}
	return false
}

// tryAbove adds the matches of a table for every value of the variable of the scanAbove term.
// fields ends with the matches of the terms, except that of scanAbove.
func (x *Exec) tryAbove(t store.Table, fields []FieldMatch) {
	r, s := &x.run, x.run.to
	term := &r.terms[r.above]
	_, _, direct := term.relation.Of(t)
	chain, ok := term.tree.Climb(append(r.chain[:0], direct), direct)
	if r.chain = chain; !ok { // a cycle
		x.ask(t)
		return
	}
	from := len(s.Fields)
	for _, value := range chain {
		if rules.IsBuiltin(value) {
			continue
		}
		m := &fields[from+r.above]
		m.ID, m.Stored, m.Source, m.Column, m.Set = store.Pair(term.id.First(), value), 0, 0, UnknownColumn, true
		if value == direct {
			m.Stored = m.ID
		}
		r.values[term.slot] = value
		if r.joins && !x.joined(t, fields[from:]) ||
			x.Q.exact && !x.Q.namesAll(t, r.values[:]) {
			continue
		}
		s.Tables = append(s.Tables, TableMatch{Table: t, First: uint32(from)})
		fields = append(fields, fields[from:]...) // the next match begins as a copy
		from += len(r.terms)
		s.Fields = fields[:from]
		x.fill()
	}
}

// matchCount says how many matches a term has on a table.
type matchCount uint8

const (
	matchNone matchCount = iota
	matchOne
	matchSeveral
)

// match finds the match of a term on a table. An Optional term without a match leaves the field
// unset.
func (term *scanTerm) match(st *store.Store, t store.Table, m *FieldMatch) matchCount {
	m.ID, m.Column, m.Source = term.id, UnknownColumn, 0
	switch term.kind {
	case scanComponent:
		m.Set, m.Stored = term.component.Base(t) != nil, term.id
	case scanTargets:
		column, count, target := term.relation.Of(t)
		if count > 1 && term.oper != spec.Not {
			return matchSeveral
		}
		m.Set, m.Column, m.Stored = count > 0, uint16(column), store.Pair(term.id.First(), target)
		if !term.anyTarget {
			m.ID = m.Stored // if the target is a placeholder, batches look up the target of each entity
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
				m.Set = m.Set || term.reaching.Reaches(term.tree, direct.Second(), term.target)
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
	case scanBinds, scanBound, scanOther, scanUp, scanNonFragmenting: // handled by the caller
	}
	if m.settles(term.oper) {
		return matchOne
	}
	return matchNone
}

// settles reports whether the operator accepts the match, or the lack of one. It clears a match
// that is not reported.
func (m *FieldMatch) settles(oper spec.Operator) bool {
	set := m.Set
	if !set || oper == spec.Not {
		*m = FieldMatch{}
	}
	return oper == spec.Optional || set != (oper == spec.Not)
}

// joined matches the terms that need the values of variables that later terms bind. It returns
// false if one does not match.
func (x *Exec) joined(t store.Table, fields []FieldMatch) bool {
	for i := range x.run.terms {
		term := &x.run.terms[i]
		if term.kind.joins() && !term.bound && !x.joinedBy(term, t, &fields[i]) {
			return false
		}
	}
	return true
}

// joinedBy matches a term that needs the value of a variable.
func (x *Exec) joinedBy(term *scanTerm, t store.Table, m *FieldMatch) bool {
	value := x.run.values[term.slot]
	m.ID, m.Source, m.Column, m.Set = term.id, 0, UnknownColumn, false
	switch {
	case term.kind == scanBound:
		_, count, target := term.relation.Of(t)
		m.ID = store.Pair(term.id.First(), value)
		m.Set = count > 0 && (target == value || count > 1 && x.Store.Has(t, m.ID))
	case term.component.Has(value):
		m.Source, m.Column, m.Set = value, 0, true
	case term.id.IsPair() || x.AnyBases: // without instances, having the component is enough
		base, found := x.holder(&term.Match, x.W.Table(value), value, term.id)
		m.Source, m.Column, m.Set = cmp.Or(base, value), 0, found
	}
	m.Stored = m.ID
	return m.settles(term.oper)
}

// fill adds the missing entries of Parts and Values.
func (x *Exec) fill() {
	s := x.run.to
	for len(s.Parts) > 0 && len(s.Parts) < len(s.Tables) {
		s.Parts = append(s.Parts, Part{})
	}
	values := x.run.values[1:len(x.Q.Variables)]
	for len(values) > 0 && len(s.Values) < len(values)*len(s.Tables) {
		if len(values) == 1 {
			s.Values = append(s.Values, values[0]) // without a call
		} else {
			s.Values = append(s.Values, values...)
		}
	}
}

// ask executes the steps of the plan for one table, or for the current entity if there are
// non-fragmenting terms.
func (x *Exec) ask(t store.Table) {
	r := &x.run
	r.fills = true // the steps may add parts
	if !r.planned {
		x.PlanFor(x.preset() | SlotOf(ThisSlot))
		r.planned = true
	}
	sink := x.Sink
	if !r.hands {
		x.Sink = r.to
	}
	x.This, x.Table = ThisTable, t
	if r.nonFragmenting > 0 {
		r.tried = true
		x.BindThis(r.values[ThisSlot])
	}
	x.Walk(0)
	x.This, x.Values[ThisSlot] = ThisOpen, 0
	x.Sink = sink
}

// The scan tries at most worthEach sources for each entity that another term matches. Above that,
// the steps are cheaper, because they may begin with the other term.
const worthEach = 8

// scanBySources scans a query with non-fragmenting pairs of known targets. It tries the sources of
// the target that has fewest. It returns false if the steps must be executed instead.
func (x *Exec) scanBySources() bool {
	r := &x.run
	var sources []uint32
	found := false
	for i := range r.terms {
		if t := &r.terms[i]; t.kind == scanNonFragmenting {
			if list := x.W.NonFragmenting.By[t.id.First()].Sources(t.target); !found || len(list) < len(sources) {
				sources, found = list, true
			}
		}
	}
	if r.instances || x.rarer(len(sources)/worthEach) {
		return false
	}
	hands := r.hands
	r.hands = false
	x.trySources(sources)
	if r.hands = hands; hands {
		x.hand()
	}
	return true
}

// rarer reports whether some required term matches fewer entities than a number.
func (x *Exec) rarer(than int) bool {
terms:
	for i := range x.run.terms {
		t := &x.run.terms[i]
		if !t.isIndexed() || t.kind == scanNonFragmenting {
			continue
		}
		n := 0
		for _, p := range x.Store.Lookup(t.id) {
			if n += x.Store.Count(p.Table); n >= than {
				continue terms
			}
		}
		return n < than
	}
	return false
}

// trySources tries entities one by one. Entities of one table match alike, unless there are further
// non-fragmenting terms or the steps were executed. Adjacent rows become one match.
func (x *Exec) trySources(sources []uint32) {
	r, s := &x.run, x.run.to
	last, from := store.NoTable, 0
	for _, index := range sources {
		t, row := x.Store.RowOf(index)
		if t == last {
			x.repeatMatch(from, row)
			continue
		}
		from, r.tried = len(s.Tables), false
		r.one[0].Table, r.values[ThisSlot] = t, index
		if x.try(r.one[:], 0); x.stop {
			break
		}
		s.Parts = s.Parts[:min(from, len(s.Parts))]
		s.aboutRow(from, row)
		if last = t; r.nonFragmenting > 1 || r.tried || len(s.Tables) > from+1 {
			last = store.NoTable
		}
	}
	r.values[ThisSlot] = 0
}

// repeatMatch repeats the last match, if its index is at least from, for a further row of its
// table.
func (x *Exec) repeatMatch(from, row int) {
	s := x.run.to
	at := len(s.Tables) - 1
	if at < from {
		return
	}
	if part := &s.Parts[at]; int(part.From+part.Count) == row {
		part.Count++
		return
	}
	first := uint32(len(s.Fields))
	s.Fields = append(s.Fields, s.Fields[s.Tables[at].First:][:len(x.run.terms)]...)
	s.Tables = append(s.Tables, TableMatch{Table: s.Tables[at].Table, First: first})
	s.aboutRow(at+1, row)
	x.fill()
}
