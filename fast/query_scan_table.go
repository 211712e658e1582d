package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// try adds the matches of the tables of a list that match all terms.
func (s *matchSet) try(list []store.Posting, skip store.ID) {
	r := &s.run
	st, n := r.w.core.Store, len(r.terms)
	if len(list) > 16 {
		s.Tables = slices.Grow(s.Tables, len(list))
		s.Fields = slices.Grow(s.Fields, n*len(list))
	}
next:
	for _, p := range list {
		t := p.Table
		if st.Count(t) == 0 || st.Flags(t)&r.excluded != 0 {
			continue
		}
		if r.instances && r.w.core.HasBases(t) {
			if skip == 0 || !st.Has(t, skip) {
				s.ask(t)
			}
			continue
		}
		from := len(s.Fields)
		fields := slices.Grow(s.Fields, n)[:from+n]
		for i := range r.terms {
			term, m := &r.terms[i], &fields[from+i]
			if term.kind == scanComponent && term.oper == spec.And { // the most common, without a call
				if term.component.Base(t) == nil {
					continue next
				}
				m.ID, m.Stored, m.Source, m.Column, m.Set = term.id, term.id, 0, unknownColumn, true
				continue
			}
			if term.kind >= scanBeside {
				if term.kind.joins() {
					continue
				}
				if target, has := r.w.core.NonFragmenting.By[term.id.First()].Target(r.values[query.ThisSlot]); !has ||
					target != term.target {
					continue next
				}
				m.ID, m.Stored, m.Source, m.Column, m.Set = term.id, term.id, 0, unknownColumn, true
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
				s.each = s.each || term.kind == scanTargets && m.Set && rules.IsMark(m.ID)
			}
		}
		if r.above >= 0 {
			s.tryAbove(t, fields)
			continue
		}
		if r.joins && !r.joined(t, fields[from:]) ||
			r.exact && !r.q.q.NamesAll(t, r.values[query.ThisSlot], r.values[:]) {
			continue
		}
		s.Fields = fields
		s.Tables = append(s.Tables, query.TableMatch{Table: t, First: uint32(from)})
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
	from := len(s.Fields)
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
		if r.joins && !r.joined(t, fields[from:]) ||
			r.exact && !r.q.q.NamesAll(t, r.values[query.ThisSlot], r.values[:]) {
			continue
		}
		s.Tables = append(s.Tables, query.TableMatch{Table: t, First: uint32(from)})
		fields = append(fields, fields[from:]...) // the next begins as a copy
		from += len(r.terms)
		s.Fields = fields[:from]
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
			m.ID = m.Stored // where that is a mark, batches look up the target of each entity
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
	case scanBinds, scanBound, scanOther, scanBeside: // need the run
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
	if term.component.Has(source) {
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
	for len(s.Parts) > 0 && len(s.Parts) < len(s.Tables) {
		s.Parts = append(s.Parts, query.Part{})
	}
	n := len(s.query.q.Variables) - 1
	for i := len(s.Values); i < n*len(s.Tables); i++ {
		s.Values = append(s.Values, s.run.values[i%n+1])
	}
}

// ask lets the engine find the matches of one table, or of one entity of it where pairs lie beside the tables.
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
	if r.besides > 0 {
		r.asked = true
		x.BindThis(r.values[query.ThisSlot])
	}
	x.Walk(0)
	x.This, x.Values[query.ThisSlot] = query.ThisOpen, 0
}

// unknownColumn is the column of a match whose column no one has looked up.
const unknownColumn = 1<<16 - 1
