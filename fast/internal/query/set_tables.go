package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// searched appends the tables whose entities may match a term with lists as its open source, each once: of those who show an
// id themselves, and of those from whom a step of the source's set leads on.
func (x *Exec) searched(m *Match) {
	l := m.lists
	from := len(x.tables)
	for i := range l.parts {
		x.searched(&l.parts[i])
	}
	if l.parts == nil {
		x.searchedHere(m)
	}
	slices.Sort(x.tables[from:])
	x.tables = x.tables[:from+len(slices.Compact(x.tables[from:]))]
}

// searchedHere is searched for a term without parts; a table may come twice.
func (x *Exec) searchedHere(m *Match) {
	l := m.lists
	from := len(x.tables)
	x.showing(m)
	if len(x.tables) == from {
		return // nobody has it, so that nothing leads to it
	}
	if !l.src.Self {
		x.tables = x.tables[:from]
	}
	if !l.src.alone() && x.W.CanFollow(l.src.Relation, l.src.Max > 0) {
		x.leading(l.src)
	}
}

// showing appends the tables whose entities own an id that a term with lists can match.
func (x *Exec) showing(m *Match) {
	if m.lists.listed {
		for _, c := range m.lists.ids {
			x.listTables(c.id)
		}
		return
	}
	firsts, seconds := x.now(m)
	if m.lists.closed {
		seconds = nil
	}
	if len(firsts) > 0 && len(seconds) > 1 {
		for _, c := range x.existing(m, firsts, seconds) {
			x.listTables(c.id)
		}
		return
	}
	for _, pattern := range x.patterns(m, firsts, seconds) {
		x.listTables(pattern)
	}
}

// leading appends the tables of the entities from which a step of a set can be taken.
func (x *Exec) leading(s *Set) {
	pairs := store.Pair(s.Relation.Index(), store.Wildcard)
	for _, p := range x.Store.Lookup(pairs) {
		if s.Up {
			x.tables = append(x.tables, p.Table)
			continue
		}
		column, count := x.Store.Find(p.Table, pairs)
		ids := x.Store.IDs(p.Table)[column:][:count]
		for _, e := range x.Store.Entities(p.Table) {
			for _, id := range ids {
				x.tables = append(x.tables, x.W.Table(x.W.Actual(id, e.Index()).Second()))
			}
			if !slices.ContainsFunc(ids, rules.IsMark) {
				break // all have the same targets
			}
		}
	}
}
