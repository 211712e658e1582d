package fast

import "github.com/relspec/relspec/fast/internal/store"

// matchAll goes on from the next step with every match of a term, variables bound. It reports whether there was one.
func (x *exec) matchAll(m *match, pc int) bool {
	if m.lookups != 0 {
		if hit, done := x.matchLookups(m, pc); done {
			return hit
		}
	}
	if m.compares {
		return x.compareAll(m, pc)
	}
	if m.dead {
		return false
	}
	switch m.src.kind {
	case elementConst:
		return x.onSubject(m, pc, x.w.table(m.sourceID), m.sourceID, m.sourceID)
	case elementVar:
		if m.src.slot == thisSlot && x.this != thisOpen {
			return x.onSubject(m, pc, x.table, x.values[thisSlot], 0)
		}
		if value := x.values[m.src.slot]; value != 0 {
			return x.onSubject(m, pc, x.w.table(value), value, value)
		}
		return x.onTables(m, pc)
	case elementLookup:
		t, index := x.lookupTable(m.src)
		return x.onSubject(m, pc, t, index, index)
	case elementStar, elementAny:
		return x.onSources(m, pc)
	case elementNone:
	}
	return false
}

// onSubject goes on with the matches on one source: an entity, or all entities of a table where index is 0. src is
// what a field reports for a match on the source itself.
func (x *exec) onSubject(m *match, pc int, t store.Table, index, src uint32) bool {
	from := len(x.found)
	x.collect(m, t, index)
	hit := false
	for i := from; i < len(x.found) && !x.stop; i++ {
		c := x.found[i]
		if c.src == 0 {
			c.src = src
		}
		hit = x.goOn(m, pc, c) || hit
	}
	x.found = x.found[:from]
	return hit
}

// goOn walks on from the next step with one match; false if a variable cannot have the value, so that it is none.
func (x *exec) goOn(m *match, pc int, c candidate) bool {
	first, second := x.isOpen(m.first), x.isOpen(m.second)
	if first && !x.bind(m.first, c.id.First()) {
		return false
	}
	if second && (!first || m.first.slot != m.second.slot) {
		if !x.bind(m.second, c.id.Second()) {
			if first {
				x.unbind(m.first)
			}
			return false
		}
	}
	if field := m.node.field; field >= 0 {
		x.fields[field] = found{}
		if !m.compares {
			x.fields[field] = found{set: true, id: m.reported(c.id), stored: c.stored, src: c.src, term: m.term}
		}
		x.walk(pc + 1)
		x.fields[field] = found{}
	} else {
		x.walk(pc + 1)
	}
	if first {
		x.unbind(m.first)
	}
	if second {
		x.unbind(m.second)
	}
	return true
}

// possible reports whether $this, where it is open in a term, can be what a match gives it.
func (x *exec) possible(m *match, id store.ID) bool {
	if x.this != thisOpen {
		return true
	}
	can := func(e element, index uint32) bool {
		return e.kind != elementVar || e.slot != thisSlot || !isBuiltin(index) && !x.q.excludes(x.w.table(index))
	}
	return can(m.first, id.First()) && (m.second.kind != elementVar || can(m.second, id.Second()))
}

// isOpen reports whether an element is a variable without value.
func (x *exec) isOpen(e element) bool {
	if e.kind != elementVar {
		return false
	}
	if e.slot == thisSlot {
		return x.this == thisOpen
	}
	return x.values[e.slot] == 0
}

// bind gives an open variable a value; false if it cannot have it.
func (x *exec) bind(e element, index uint32) bool {
	if e.slot == thisSlot {
		return x.bindThis(index)
	}
	x.values[e.slot] = index
	return true
}

func (x *exec) unbind(e element) {
	x.values[e.slot] = 0
	if e.slot == thisSlot {
		x.this = thisOpen
	}
}

// reported is the id with the wildcard where the term has _ (ruling 3), and for any target of a Union relationship where the
// profile says so (ruling 31).
func (m *match) reported(id store.ID) store.ID {
	if m.first.kind != elementAny && !m.anyTarget {
		return id
	}
	first, second := id.First(), id.Second()
	if m.first.kind == elementAny {
		first = store.Wildcard
	}
	if m.anyTarget {
		second = store.Wildcard
	}
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, second)
}

// onTables goes on with the matches on every possible value of an open source variable.
func (x *exec) onTables(m *match, pc int) bool {
	from, hit := len(x.tables), false
	if sources, ok := x.looseLead(m); ok {
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
	x.tables = x.tables[:from]
	return hit
}

// onEntity goes on with the matches on one entity, as value of the source variable.
func (x *exec) onEntity(m *match, pc int, index uint32) bool {
	t := x.w.table(index)
	if m.src.slot != thisSlot {
		if !x.usable(t) {
			return false
		}
		x.values[m.src.slot] = index
		hit := x.onSubject(m, pc, t, index, index)
		x.values[m.src.slot] = 0
		return hit
	}
	if !x.enter(t) {
		return false
	}
	x.this, x.values[thisSlot] = thisEntity, index
	hit := x.onSubject(m, pc, t, index, 0)
	x.this, x.values[thisSlot] = thisOpen, 0
	return hit
}

// onTable goes on with the matches on the entities of one table, as values of the source variable.
func (x *exec) onTable(m *match, pc int, t store.Table) bool {
	if m.src.slot == thisSlot {
		if !x.enter(t) {
			return false
		}
		hit := false
		if !m.single && (m.first.uses()|m.second.uses())&slotOf(thisSlot) == 0 && !x.mixed(t) {
			hit = x.onSubject(m, pc, t, 0, 0)
		} else {
			for _, e := range x.st.Entities(t) {
				x.this, x.values[thisSlot] = thisEntity, e.Index()
				hit = x.onSubject(m, pc, t, e.Index(), 0) || hit
				if x.stop {
					break
				}
			}
			x.values[thisSlot] = 0
		}
		x.this = thisOpen
		return hit
	}
	if !x.usable(t) {
		return false
	}
	hit := false
	for _, e := range x.st.Entities(t) {
		x.values[m.src.slot] = e.Index()
		hit = x.onSubject(m, pc, t, e.Index(), e.Index()) || hit
		if x.stop {
			break
		}
	}
	x.values[m.src.slot] = 0
	return hit
}

// onSources goes on with the matches on a wildcard source, which is an anonymous variable over the user's entities: *
// gives each distinct id and source, _ each distinct id.
func (x *exec) onSources(m *match, pc int) bool {
	from, tables := len(x.found), len(x.tables)
	x.candidates(m)
	for _, t := range x.tables[tables:] {
		if !x.usable(t) {
			continue
		}
		for _, e := range x.st.Entities(t) {
			at := len(x.found)
			x.collect(m, t, e.Index())
			x.keepSources(m, from, at, e.Index())
		}
	}
	x.tables = x.tables[:tables]
	hit := false
	for i := from; i < len(x.found) && !x.stop; i++ {
		hit = x.goOn(m, pc, x.found[i]) || hit
	}
	x.found = x.found[:from]
	return hit
}

// keepSources keeps of the matches from at on, which are those on one source, what is new since from.
func (x *exec) keepSources(m *match, from, at int, source uint32) {
	kept := at
next:
	for _, c := range x.found[at:] {
		c.subject = source
		if c.src == 0 {
			c.src = source
		}
		id := m.reported(c.id)
		for i := range x.found[from:kept] {
			have := &x.found[from+i]
			if m.reported(have.id) != id || m.src.kind == elementStar && have.src != c.src {
				continue
			}
			if x.before(c, *have) {
				*have = c
			}
			continue next
		}
		x.found[kept] = c
		kept++
	}
	x.found = x.found[:kept]
}

// before says which of two matches that justify one row comes first.
func (x *exec) before(a, b candidate) bool {
	if a.subject != b.subject {
		return x.w.entities[a.subject].order < x.w.entities[b.subject].order
	}
	return x.w.compareIDs(a.id, b.id) < 0
}

// exists reports whether a term has a match, without binding anything.
func (x *exec) exists(m *match) bool {
	if m.lookups != 0 {
		if hit, done := x.existLookups(m); done {
			return hit
		}
	}
	if m.compares {
		return x.compares(m)
	}
	if m.dead {
		return false
	}
	switch m.src.kind {
	case elementConst:
		return x.existsOn(m, x.w.table(m.sourceID), m.sourceID)
	case elementVar:
		if m.src.slot == thisSlot && x.this != thisOpen {
			return x.existsOn(m, x.table, x.values[thisSlot])
		}
		if value := x.values[m.src.slot]; value != 0 {
			return x.existsOn(m, x.w.table(value), value)
		}
	case elementLookup:
		t, index := x.lookupTable(m.src)
		return x.existsOn(m, t, index)
	case elementStar, elementAny, elementNone:
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

// existsIn is exists for the entities of one table as values of an open source.
func (x *exec) existsIn(m *match, t store.Table) bool {
	if !x.usable(t) {
		return false
	}
	for _, e := range x.st.Entities(t) {
		if m.src.kind != elementVar {
			if hit := x.existsOn(m, t, e.Index()); hit || !m.single && !x.mixed(t) {
				return hit
			}
			continue
		}
		if !x.bind(m.src, e.Index()) {
			return false // no entity of the table can be a value
		}
		hit := x.existsOn(m, t, e.Index())
		x.unbind(m.src)
		if hit || !m.single && !x.mixed(t) {
			return hit
		}
	}
	return false
}

func (x *exec) existsOn(m *match, t store.Table, index uint32) bool {
	from := len(x.found)
	x.collect(m, t, index)
	hit := false
	for i := from; i < len(x.found) && !hit; i++ {
		hit = x.possible(m, x.found[i].id)
	}
	x.found = x.found[:from]
	return hit
}
