package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// follows reports whether transitivity derives a pair with a target for the subject. It also
// returns the source of the first pair of the chain (facts.reported). Each entity is visited once,
// so cycles terminate.
func (x *Exec) follows(m *Match, t store.Table, index, target uint32) (src uint32, ok bool) {
	from := len(x.held)
	x.direct(m, t, index, m.skipOwn, m.allow)
	to := len(x.held)
	if f := x.reach(m); f != nil {
		for i := from; i < to && !ok; i++ {
			ok = x.reaching.Reaches(f, x.held[i].ID.Second(), target)
		}
		x.held = x.held[:from]
		return 0, ok
	}
	var done rules.Visits
	for i := from; i < to && !ok; i++ {
		src = x.held[i].Base
		ok = x.reaches(m, x.held[i].ID.Second(), index, target, &done)
	}
	x.held = x.held[:from]
	return src, ok
}

// reaches reports whether an entity reaches another over one or more pairs of the relationship.
// start is the source of the term. If skipOwn is set, its own pairs are not followed.
func (x *Exec) reaches(m *Match, at, start, target uint32, done *rules.Visits) bool {
	todo := len(x.level)
	x.level = append(x.level, at)
	hit := false
	for len(x.level) > todo && !hit {
		at = x.level[len(x.level)-1]
		x.level = x.level[:len(x.level)-1]
		if !done.Add(at) {
			continue
		}
		from := len(x.held)
		x.direct(m, x.W.Table(at), at, m.skipOwn && at == start, rules.TraitInherited)
		for _, h := range x.held[from:] {
			hit = hit || h.ID.Second() == target
			x.level = append(x.level, h.ID.Second())
		}
		x.held = x.held[:from]
	}
	x.level = x.level[:todo]
	return hit
}

// closure appends the pairs that transitivity derives from each of the direct pairs held[from:to],
// one after the other. A derived pair has the source of the direct pair.
func (x *Exec) closure(m *Match, from, to int, start uint32, seen *rules.Visits, at int) {
	if f := x.reach(m); f != nil && to == from+1 && x.climbIndex(m, f, x.held[from].ID.Second(), at) {
		return
	}
	var done rules.Visits
	for i := from; i < to; i++ {
		src := x.held[i].Base
		todo := len(x.level)
		x.level = append(x.level, x.held[i].ID.Second())
		for len(x.level) > todo {
			next := x.level[len(x.level)-1]
			x.level = x.level[:len(x.level)-1]
			if done.Add(next) {
				x.expand(m, next, src, m.skipOwn && next == start, seen, at)
			}
		}
	}
}

// climbIndex is closure with a reachability index. It returns false and appends nothing if the
// pairs are not a chain.
func (x *Exec) climbIndex(m *Match, f *rules.ReachIndex, first uint32, at int) bool {
	from := len(x.level)
	above, ok := f.Climb(x.level, first)
	for _, target := range above[from:] {
		if m.Second.Kind != ElementVar || !rules.IsBuiltin(target) {
			x.add(m, at, candidate{id: store.Pair(m.FirstID, target)})
		}
	}
	x.level = above[:from]
	return ok
}

// descendIndex appends the tables of all descendants of a target, each once. It returns false if
// there is no index, and for non-fragmenting pairs, because these have no table per target.
func (x *Exec) descendIndex(m *Match, target uint32) bool {
	f := x.reach(m)
	if f == nil || x.W.TraitsOf(m.FirstID)&rules.TraitNonFragmenting != 0 {
		return false
	}
	from, tables := len(x.level), len(x.tables)
	below := f.Descend(append(x.level, target), target)
	x.level = below[:from]
	for _, parent := range below[from:] {
		if x.Store.Mentioned(parent) {
			for _, p := range x.Store.Lookup(store.Pair(m.FirstID, parent)) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	if m.reflexive {
		x.tables = append(x.tables, x.W.Table(target)) // it matches itself
	}
	if !f.IsTree() { // entities with several targets or on cycles were found more than once
		x.sortTables(tables)
	}
	return true
}

// expand appends the direct targets of an entity on the path, and queues them to be expanded.
func (x *Exec) expand(m *Match, entity, src uint32, skipOwn bool, seen *rules.Visits, at int) {
	from := len(x.held)
	x.direct(m, x.W.Table(entity), entity, skipOwn, rules.TraitInherited)
	to := len(x.held)
	for i := from; i < to; i++ {
		target := x.held[i].ID.Second()
		x.level = append(x.level, target)
		if seen.Add(target) && (m.Second.Kind != ElementVar || !x.W.IsNoValue(target)) {
			x.add(m, at, candidate{id: store.Pair(m.FirstID, target), src: src})
		}
	}
	x.held = x.held[:from]
}
