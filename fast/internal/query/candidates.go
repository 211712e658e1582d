package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// candidates appends the tables whose entities may match a term with an unbound source, each once.
// It looks up the id and its subclasses, instances that may inherit the id, and pairs from which it
// may be derived.
func (x *Exec) candidates(m *Match) {
	if m.Dead {
		return
	}
	if m.sets != nil {
		x.setTables(m)
		return
	}
	if m.Traversal.Climbs() {
		x.traversed(m)
		return
	}
	x.candidatesHere(m)
}

// candidatesHere is candidates without traversal.
func (x *Exec) candidatesHere(m *Match) {
	if m.Member != nil {
		x.lookUp(m, store.Single(m.FirstID))
		return
	}
	first, second := x.element(m.First, m.FirstID), x.element(m.Second, m.secondID)
	if m.reflexive && second == store.Wildcard {
		for t := range store.Table(x.Store.Tables()) {
			x.tables = append(x.tables, t)
		}
		return
	}
	pattern := store.Single(first)
	switch {
	case m.transitive:
		if second != store.Wildcard && x.descendIndex(m, second) {
			return
		}
		pattern = store.Pair(first, store.Wildcard)
	case m.Second.Kind != ElementNone:
		pattern = store.Pair(first, second)
	}
	from := len(x.tables)
	instances := x.lookUp(m, pattern)
	if first == store.Wildcard && second != store.Wildcard && x.W.NonFragmenting.Any() {
		x.sortTables(from)
	}
	if !m.reflexive {
		return
	}
	// The target matches itself. The other entities of its table are tried, too, but do not match.
	if t := x.W.Table(second); !x.listed(m, t, pattern, len(m.subclasses)) && (!instances || !x.W.HasBases(t)) {
		x.tables = append(x.tables, t)
	}
}

// lookUp appends the tables of an id or wildcard and of its subclasses. If instances may inherit
// the id, it appends their tables, too, and returns true.
func (x *Exec) lookUp(m *Match, pattern store.ID) (instances bool) {
	from := len(x.tables)
	x.listTables(pattern)
	for i, class := range m.subclasses {
		for _, p := range x.Store.Lookup(x.tablePattern(withFirst(pattern, class))) {
			if !x.listed(m, p.Table, pattern, i) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	if !m.inherited && len(m.subclasses) == 0 || !x.AnyBases {
		return false
	}
	if len(x.tables) == from && m.First.Kind == ElementConst {
		return false // nobody has it, so nobody inherits it
	}
	for _, p := range x.Store.Lookup(rules.AnyBase) {
		if !x.listed(m, p.Table, pattern, len(m.subclasses)) {
			x.tables = append(x.tables, p.Table)
		}
	}
	return true
}

// listed reports whether a table is listed for the pattern or for the first n subclasses.
func (x *Exec) listed(m *Match, t store.Table, pattern store.ID, n int) bool {
	if x.Store.Has(t, x.tablePattern(pattern)) {
		return true
	}
	for _, class := range m.subclasses[:n] {
		if x.Store.Has(t, x.tablePattern(withFirst(pattern, class))) {
			return true
		}
	}
	return false
}

// tablePattern returns the id under which the tables that may have a match are indexed.
// Non-fragmenting pairs are indexed without their target.
func (x *Exec) tablePattern(id store.ID) store.ID {
	if !x.W.NonFragmenting.Any() || !id.IsPair() || id.IsWildcard() {
		return id
	}
	return x.W.TableID(id)
}

// listTables appends the tables that may match a pattern. Those of (*, T) may come more than once.
func (x *Exec) listTables(pattern store.ID) {
	for _, p := range x.Store.Lookup(x.tablePattern(pattern)) {
		x.tables = append(x.tables, p.Table)
	}
	if !pattern.IsPair() || pattern.First() != store.Wildcard || pattern.Second() == store.Wildcard {
		return
	}
	x.W.EachNonFragmentingTo(pattern.Second(), func(relationship uint32, _ []uint32) {
		for _, p := range x.Store.Lookup(store.Pair(relationship, rules.NonFragmentingMark)) {
			x.tables = append(x.tables, p.Table)
		}
	})
}

// sortTables sorts the tables from a position on, and removes duplicates.
func (x *Exec) sortTables(from int) {
	slices.Sort(x.tables[from:])
	x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
}

// nonFragmentingLead returns the entities to try for a term with a non-fragmenting pair of a known
// target: the sources of the target. It also appends the tables of instances that may inherit the
// pair to x.tables. For a transitive relationship with an index it returns all descendants of the
// target, as part of x.level. It returns false for all other terms.
func (x *Exec) nonFragmentingLead(m *Match) (sources []uint32, ok bool) {
	if !x.W.NonFragmenting.Any() || m.Dead || m.sets != nil || m.First.Kind != ElementConst ||
		m.Second.Kind == ElementNone || m.Member != nil ||
		m.Traversal != nil || len(m.subclasses) > 0 {
		return nil, false
	}
	target := x.element(m.Second, m.secondID)
	if target == store.Wildcard || !x.W.IsNonFragmenting(store.Pair(m.FirstID, target)) {
		return nil, false
	}
	if m.transitive {
		return x.descendants(m, target)
	}
	if m.reflexive {
		return nil, false
	}
	if column := x.W.NonFragmenting.By[m.FirstID]; column != nil {
		sources = column.Sources(target)
	}
	if m.inherited && x.AnyBases && len(sources) > 0 {
		for _, p := range x.Store.Lookup(rules.AnyBase) {
			if !x.Store.Has(p.Table, store.Pair(m.FirstID, store.Wildcard)) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	return sources, true
}

// descendants appends all descendants of a target to x.level, each once. It returns false if there
// is no index.
func (x *Exec) descendants(m *Match, target uint32) (sources []uint32, ok bool) {
	f := x.reach(m)
	if f == nil {
		return nil, false
	}
	from := len(x.level)
	x.level = f.Descend(x.level, target)
	if m.reflexive && !slices.Contains(x.level[from:], target) {
		x.level = append(x.level, target) // reflexive: it matches itself
	}
	return x.level[from:], true
}

// withFirst returns a pattern with its first element replaced.
func withFirst(pattern store.ID, first uint32) store.ID {
	if !pattern.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, pattern.Second())
}
