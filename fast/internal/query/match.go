package query

import (
	"github.com/relspec/relspec/fast/internal/store"
)

// matchAll continues the plan with every match of a term. It reports whether there was one.
func (x *Exec) matchAll(m *Match, pc int) bool {
	if m.Lookups != 0 {
		if hit, done := x.matchLookups(m, false, func() bool { return x.matchAll(m, pc) }); done {
			return hit
		}
	}
	if m.Compares {
		return x.compareAll(m, pc)
	}
	if m.Dead {
		return false
	}
	switch m.Src.Kind {
	case ElementConst:
		return x.onSubject(m, pc, x.W.Table(m.sourceID), m.sourceID, m.sourceID)
	case ElementVar:
		if m.Src.Slot == ThisSlot && x.This != ThisOpen {
			return x.onSubject(m, pc, x.Table, x.Values[ThisSlot], 0)
		}
		if value := x.Values[m.Src.Slot]; value != 0 {
			return x.onSubject(m, pc, x.W.Table(value), value, value)
		}
		return x.onTables(m, pc)
	case ElementLookup:
		t, index := x.lookupTable(m.Src)
		return x.onSubject(m, pc, t, index, index)
	case ElementStar, ElementAny:
		return x.onSources(m, pc)
	case ElementNone:
	}
	return false
}

// onSubject continues with the matches on one source: an entity, or all entities of a table if
// index is 0. If the source itself has the id, src is the source that the field reports: 0 for
// $this.
func (x *Exec) onSubject(m *Match, pc int, t store.Table, index, src uint32) bool {
	from := len(x.found)
	x.collect(m, t, index)
	hit := false
	for i := from; i < len(x.found) && !x.stop; i++ {
		c := x.found[i]
		if c.src == 0 {
			c.src = src
		}
		hit = x.next(m, pc, c) || hit
	}
	x.found = x.found[:from]
	return hit
}

// next continues the plan with one candidate. It returns false if a variable cannot have the value
// of the candidate.
func (x *Exec) next(m *Match, pc int, c candidate) bool {
	first, second := x.isOpen(m.First), x.isOpen(m.Second)
	value1, value2 := c.values()
	if first && !x.bind(m.First, value1) {
		return false
	}
	if second && (!first || m.First.Slot != m.Second.Slot) {
		if !x.bind(m.Second, value2) {
			if first {
				x.unbind(m.First)
			}
			return false
		}
	}
	if field := m.node.Field; field >= 0 {
		if !m.Compares {
			x.Fields[field] = FieldMatch{
				ID: m.reported(c.id), Stored: c.stored, Source: c.src, Column: m.column, Set: true, term: m.number,
			}
		}
		x.Walk(pc + 1)
		x.Fields[field] = FieldMatch{}
	} else {
		x.Walk(pc + 1)
	}
	if first {
		x.unbind(m.First)
	}
	if second {
		x.unbind(m.Second)
	}
	return true
}

// possible reports whether $this, if unbound, can have the value that a candidate gives it as first
// or second element.
func (x *Exec) possible(m *Match, c *candidate) bool {
	if x.This != ThisOpen {
		return true
	}
	first, second := c.values()
	can := func(e Element, index uint32) bool {
		return e.Kind != ElementVar || e.Slot != ThisSlot || !x.W.IsNoValue(index) && !x.Q.Excludes(x.W.Table(index))
	}
	return can(m.First, first) && (m.Second.Kind != ElementVar || can(m.Second, second))
}

// isOpen reports whether an element is an unbound variable.
func (x *Exec) isOpen(e Element) bool {
	if e.Kind != ElementVar {
		return false
	}
	if e.Slot == ThisSlot {
		return x.This == ThisOpen
	}
	return x.Values[e.Slot] == 0
}

// bind sets an unbound variable. It returns false if the variable cannot have the value.
func (x *Exec) bind(e Element, index uint32) bool {
	if e.Slot == ThisSlot {
		return x.BindThis(index)
	}
	x.Values[e.Slot] = index
	return true
}

func (x *Exec) unbind(e Element) {
	x.Values[e.Slot] = 0
	if e.Slot == ThisSlot {
		x.This = ThisOpen
	}
}

// reported returns the id that a field reports. An element that is _ is reported as the wildcard
// (wildcard.any). In some profiles, so is the target of (R, *) if R is Union (wildcard.union).
func (m *Match) reported(id store.ID) store.ID {
	if m.First.Kind != ElementAny && !m.anyTarget {
		return id
	}
	first, second := id.First(), id.Second()
	if m.First.Kind == ElementAny {
		first = store.Wildcard
	}
	if m.anyTarget {
		second = store.Wildcard
		if m.Second.Kind == ElementStar {
			first = m.FirstID // the Union relationship of the term, even if a pair of its subclass matched
		}
	}
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, second)
}

// onTables continues with the matches on every possible value of an unbound source variable.
func (x *Exec) onTables(m *Match, pc int) bool {
	from, level, hit := len(x.tables), len(x.level), false
	if sources, ok := x.nonFragmentingLead(m); ok {
		for i := 0; i < len(sources) && !x.stop; i++ {
			hit = x.onEntity(m, pc, sources[i]) || hit
		}
	} else {
		x.candidates(m)
	}
	to := len(x.tables)
	for i := from; i < to && !x.stop; i++ {
		hit = x.onTable(m, pc, x.tables[i]) || hit
	}
	x.tables, x.level = x.tables[:from], x.level[:level]
	return hit
}

// onEntity continues with the matches on an entity that nonFragmentingLead returned, as value of
// the source variable. If the term is transitive, its only match is a stored or derived pair with
// the target.
func (x *Exec) onEntity(m *Match, pc int, index uint32) bool {
	match := x.onSubject
	if m.transitive {
		match = x.onLeading
	}
	t := x.W.Table(index)
	if m.Src.Slot != ThisSlot {
		if !x.usable(t) {
			return false
		}
		x.Values[m.Src.Slot] = index
		hit := match(m, pc, t, index, index)
		x.Values[m.Src.Slot] = 0
		return hit
	}
	if !x.enter(t) {
		return false
	}
	x.This, x.Values[ThisSlot] = ThisEntity, index
	hit := match(m, pc, t, index, 0)
	x.This, x.Values[ThisSlot] = ThisOpen, 0
	return hit
}

// onLeading is onSubject for an entity that has a non-fragmenting pair of a transitive
// relationship, stored or derived, with the target.
func (x *Exec) onLeading(m *Match, pc int, _ store.Table, index, src uint32) bool {
	target := x.element(m.Second, m.secondID)
	c := candidate{id: store.Pair(m.FirstID, target), src: src}
	if x.W.OwnsID(x.W.Table(index), index, c.id) {
		c.stored = c.id
	}
	return x.next(m, pc, c)
}

// onTable continues with the matches on the entities of one table, as values of the source
// variable.
func (x *Exec) onTable(m *Match, pc int, t store.Table) bool {
	if m.Src.Slot == ThisSlot {
		if !x.enter(t) {
			return false
		}
		hit := false
		if !m.single && (m.First.Uses()|m.Second.Uses())&SlotOf(ThisSlot) == 0 && !x.mixed(t) {
			hit = x.onSubject(m, pc, t, 0, 0)
		} else {
			for _, e := range x.Store.Entities(t) {
				x.This, x.Values[ThisSlot] = ThisEntity, e.Index()
				hit = x.onSubject(m, pc, t, e.Index(), 0) || hit
				if x.stop {
					break
				}
			}
			x.Values[ThisSlot] = 0
		}
		x.This = ThisOpen
		return hit
	}
	if !x.usable(t) {
		return false
	}
	hit := false
	for _, e := range x.Store.Entities(t) {
		x.Values[m.Src.Slot] = e.Index()
		hit = x.onSubject(m, pc, t, e.Index(), e.Index()) || hit
		if x.stop {
			break
		}
	}
	x.Values[m.Src.Slot] = 0
	return hit
}

// onSources continues with the matches on a wildcard source, which stands for any entity of the
// user. For *, each distinct id and source is a match; for _, each distinct id.
func (x *Exec) onSources(m *Match, pc int) bool {
	from, tables := len(x.found), len(x.tables)
	x.candidates(m)
	for _, t := range x.tables[tables:] {
		if !x.usable(t) {
			continue
		}
		for _, e := range x.Store.Entities(t) {
			at := len(x.found)
			x.collect(m, t, e.Index())
			x.keepSources(m, from, at, e.Index())
		}
	}
	x.tables = x.tables[:tables]
	hit := false
	for i := from; i < len(x.found) && !x.stop; i++ {
		hit = x.next(m, pc, x.found[i]) || hit
	}
	x.found = x.found[:from]
	return hit
}

// keepSources removes duplicates. found[at:] are the new matches, all on one source. If two matches
// of found[from:] give the same row, keepSources keeps the one that x.before orders first.
func (x *Exec) keepSources(m *Match, from, at int, source uint32) {
	saved := at
next:
	for _, c := range x.found[at:] {
		c.subject = source
		if c.src == 0 {
			c.src = source
		}
		id := m.reported(c.id)
		for i := range x.found[from:saved] {
			have := &x.found[from+i]
			if m.reported(have.id) != id || have.first != c.first || have.second != c.second ||
				m.Src.Kind == ElementStar && have.src != c.src {
				continue
			}
			if x.before(c, *have) {
				*have = c
			}
			continue next
		}
		x.found[saved] = c
		saved++
	}
	x.found = x.found[:saved]
}

// before orders two matches that give the same row.
func (x *Exec) before(a, b candidate) bool {
	if a.subject != b.subject {
		return x.W.CreationOf(a.subject) < x.W.CreationOf(b.subject)
	}
	return x.W.CompareIDs(a.id, b.id) < 0
}

// exists reports whether a term has a match, without binding anything.
func (x *Exec) exists(m *Match) bool {
	if m.Lookups != 0 {
		if hit, done := x.matchLookups(m, true, func() bool { return x.exists(m) }); done {
			return hit
		}
	}
	if m.Compares {
		return x.compares(m)
	}
	if m.Dead {
		return false
	}
	switch m.Src.Kind {
	case ElementConst:
		return x.existsOn(m, x.W.Table(m.sourceID), m.sourceID)
	case ElementVar:
		if m.Src.Slot == ThisSlot && x.This != ThisOpen {
			return x.existsOn(m, x.Table, x.Values[ThisSlot])
		}
		if value := x.Values[m.Src.Slot]; value != 0 {
			return x.existsOn(m, x.W.Table(value), value)
		}
	case ElementLookup:
		t, index := x.lookupTable(m.Src)
		return x.existsOn(m, t, index)
	case ElementStar, ElementAny, ElementNone:
	}
	from := len(x.tables)
	x.candidates(m)
	hit := false
	for i := from; i < len(x.tables) && !hit; i++ {
		hit = x.existsIn(m, x.tables[i])
	}
	x.tables = x.tables[:from]
	return hit
}

// existsIn is exists for an unbound source, restricted to the entities of one table.
func (x *Exec) existsIn(m *Match, t store.Table) bool {
	if !x.usable(t) {
		return false
	}
	for _, e := range x.Store.Entities(t) {
		if m.Src.Kind != ElementVar {
			if hit := x.existsOn(m, t, e.Index()); hit || !m.single && !x.mixed(t) {
				return hit
			}
			continue
		}
		if !x.bind(m.Src, e.Index()) {
			return false // no entity of the table is a possible value
		}
		hit := x.existsOn(m, t, e.Index())
		x.unbind(m.Src)
		if hit || !m.single && !x.mixed(t) {
			return hit
		}
	}
	return false
}

func (x *Exec) existsOn(m *Match, t store.Table, index uint32) bool {
	from := len(x.found)
	x.collect(m, t, index)
	hit := false
	for i := from; i < len(x.found) && !hit; i++ {
		hit = x.possible(m, &x.found[i])
	}
	x.found = x.found[:from]
	return hit
}
