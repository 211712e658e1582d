package fast

import "github.com/relspec/relspec/fast/internal/store"

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
	for _, p := range x.st.Lookup(pattern) {
		x.tables = append(x.tables, p.Table)
	}
	for i, class := range m.subclasses {
		for _, p := range x.st.Lookup(withFirst(pattern, class)) {
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
	if x.st.Has(t, pattern) {
		return true
	}
	for _, class := range m.subclasses[:n] {
		if x.st.Has(t, withFirst(pattern, class)) {
			return true
		}
	}
	return false
}

// withFirst is a pattern with another first element.
func withFirst(pattern store.ID, first uint32) store.ID {
	if !pattern.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, pattern.Second())
}
