package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// candidates appends the tables whose entities may match a term with an open source, each once: those that the index
// lists for the id, for its subclasses, for instances that may inherit it, and for what may follow from others.
func (x *exec) candidates(m *match) {
	if m.dead {
		return
	}
	if m.traversal.climbs() {
		x.traversed(m)
		return
	}
	x.candidatesHere(m)
}

// candidatesHere is candidates without what is found by climbing.
func (x *exec) candidatesHere(m *match) {
	if m.member != nil {
		x.lookUp(m, store.Single(m.firstID))
		return
	}
	first, second := x.element(m.first, m.firstID), x.element(m.second, m.secondID)
	if m.reflexive && second == store.Wildcard {
		for t := range store.Table(x.st.Tables()) {
			x.tables = append(x.tables, t)
		}
		return
	}
	pattern := store.Single(first)
	switch {
	case m.transitive:
		if second != store.Wildcard && x.descendForest(m, second) {
			if m.reflexive {
				x.tables = append(x.tables, x.w.table(second)) // the target matches itself
			}
			return
		}
		pattern = store.Pair(first, store.Wildcard)
	case m.second.kind != elementNone:
		pattern = store.Pair(first, second)
	}
	instances := x.lookUp(m, pattern)
	if !m.reflexive {
		return
	}
	// The target matches itself. Other entities of its table are tried in vain.
	if t := x.w.table(second); !x.listed(m, t, pattern, len(m.subclasses)) && (!instances || !x.w.hasBases(t)) {
		x.tables = append(x.tables, t)
	}
}

// lookUp appends the tables of an id or wildcard, of the same with a subclass as first element, and of instances if
// those can inherit it, which it reports.
func (x *exec) lookUp(m *match, pattern store.ID) (instances bool) {
	from := len(x.tables)
	x.listTables(pattern)
	for i, class := range m.subclasses {
		for _, p := range x.st.Lookup(x.tablePattern(withFirst(pattern, class))) {
			if !x.listed(m, p.Table, pattern, i) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	if !m.inherited && len(m.subclasses) == 0 || !x.anyBases {
		return false
	}
	if len(x.tables) == from && m.first.kind == elementConst {
		return false // nobody has it, so that nobody inherits it
	}
	for _, p := range x.st.Lookup(anyBase) {
		if !x.listed(m, p.Table, pattern, len(m.subclasses)) {
			x.tables = append(x.tables, p.Table)
		}
	}
	return true
}

// listed reports whether a table is listed for the pattern or for the first n subclasses.
func (x *exec) listed(m *match, t store.Table, pattern store.ID, n int) bool {
	if x.st.Has(t, x.tablePattern(pattern)) || x.listedLoosely(t, pattern) {
		return true
	}
	for _, class := range m.subclasses[:n] {
		if x.st.Has(t, x.tablePattern(withFirst(pattern, class))) {
			return true
		}
	}
	return false
}

// tablePattern is the look-up id of the tables that may have a match of one: where pairs are loose, those with any
// target.
func (x *exec) tablePattern(id store.ID) store.ID {
	if !x.w.loose.any() || !id.IsPair() || id.IsWildcard() {
		return id
	}
	return x.w.tableID(id)
}

// listTables appends the tables that may have a match of a look-up id, each once.
func (x *exec) listTables(pattern store.ID) {
	from := len(x.tables)
	for _, p := range x.st.Lookup(x.tablePattern(pattern)) {
		x.tables = append(x.tables, p.Table)
	}
	if !pattern.IsPair() || pattern.First() != store.Wildcard || pattern.Second() == store.Wildcard {
		return
	}
	x.w.targetedLoosely(pattern.Second(), func(relationship uint32, _ []uint32) {
		for _, p := range x.st.Lookup(store.Pair(relationship, looseMark)) {
			x.tables = append(x.tables, p.Table)
		}
	})
	if x.w.loose.any() {
		slices.Sort(x.tables[from:])
		x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
	}
}

// looseLead is what a term with a loose pair of a known target begins with: the sources of the target, while the tables
// of instances that may inherit the pair are appended to those being tried. ok is false for all other terms.
func (x *exec) looseLead(m *match) (sources []uint32, ok bool) {
	if !x.w.loose.any() || m.dead || m.first.kind != elementConst || m.second.kind == elementNone || m.member != nil ||
		m.traversal != nil || m.transitive || m.reflexive || len(m.subclasses) > 0 {
		return nil, false
	}
	target := x.element(m.second, m.secondID)
	if target == store.Wildcard || !x.w.isLoose(store.Pair(m.firstID, target)) {
		return nil, false
	}
	if column := x.w.loose.by[m.firstID]; column != nil {
		sources = column.Sources(target)
	}
	if m.inherited && x.anyBases && len(sources) > 0 {
		for _, p := range x.st.Lookup(anyBase) {
			if !x.st.Has(p.Table, store.Pair(m.firstID, store.Wildcard)) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	return sources, true
}

// listedLoosely reports whether listTables lists a table for (*, T) because of loose pairs.
func (x *exec) listedLoosely(t store.Table, pattern store.ID) bool {
	listed := false
	if pattern.IsPair() && pattern.First() == store.Wildcard && pattern.Second() != store.Wildcard {
		x.w.targetedLoosely(pattern.Second(), func(relationship uint32, _ []uint32) {
			listed = listed || x.st.Has(t, store.Pair(relationship, looseMark))
		})
	}
	return listed
}

// withFirst is a pattern with another first element.
func withFirst(pattern store.ID, first uint32) store.ID {
	if !pattern.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, pattern.Second())
}
