package fast

import "github.com/relspec/relspec/fast/internal/store"

// follows reports whether a pair with a target follows by composition from what the subject has, and the source of
// the first step that leads there (P-26). Cycles terminate, since each entity is followed once.
func (x *exec) follows(m *match, t store.Table, index, target uint32) (src uint32, ok bool) {
	from := len(x.held)
	x.direct(m, t, index, m.skipOwn, m.allow)
	to := len(x.held)
	if f := x.forest(m); f != nil && to == from+1 {
		if below, known := f.below(x.held[from].id.Second(), target); known {
			x.held = x.held[:from]
			return 0, below
		}
	}
	var done visits
	for i := from; i < to && !ok; i++ {
		src = x.held[i].base
		ok = x.leads(m, x.held[i].id.Second(), index, target, &done)
	}
	x.held = x.held[:from]
	return src, ok
}

// leads reports whether one entity leads to another over one or more pairs of the relationship. start is the source of
// the term, whose own pairs may not count.
func (x *exec) leads(m *match, at, start, target uint32, done *visits) bool {
	todo := len(x.level)
	x.level = append(x.level, at)
	hit := false
	for len(x.level) > todo && !hit {
		at = x.level[len(x.level)-1]
		x.level = x.level[:len(x.level)-1]
		if !done.add(at) {
			continue
		}
		from := len(x.held)
		x.direct(m, x.w.table(at), at, m.skipOwn && at == start, traitInherited)
		for _, h := range x.held[from:] {
			hit = hit || h.id.Second() == target
			x.level = append(x.level, h.id.Second())
		}
		x.held = x.held[:from]
	}
	x.level = x.level[:todo]
	return hit
}

// closure appends what follows by composition from the direct pairs held[from:to], in their order, with the source of
// the first step that leads there.
func (x *exec) closure(m *match, from, to int, start uint32, seen *visits, at int) {
	if f := x.forest(m); f != nil && to == from+1 && x.climbForest(m, f, x.held[from].id.Second(), at) {
		return
	}
	var done visits
	for i := from; i < to; i++ {
		src := x.held[i].base
		todo := len(x.level)
		x.level = append(x.level, x.held[i].id.Second())
		for len(x.level) > todo {
			next := x.level[len(x.level)-1]
			x.level = x.level[:len(x.level)-1]
			if done.add(next) {
				x.expand(m, next, src, m.skipOwn && next == start, seen, at)
			}
		}
	}
}

// climbForest is closure for a forest; false, and nothing, if the pairs are none.
func (x *exec) climbForest(m *match, f *forest, first uint32, at int) bool {
	from := len(x.level)
	above, ok := f.climb(x.level, first)
	for _, target := range above[from:] {
		if m.second.kind != elementVar || !isBuiltin(target) {
			x.add(m, at, candidate{id: store.Pair(m.firstID, target)})
		}
	}
	x.level = above[:from]
	return ok
}

// descendForest appends the tables of everything that leads to a target, if the pairs are a forest. Each is found once, as
// its entities have one target.
func (x *exec) descendForest(m *match, target uint32) bool {
	f := x.forest(m)
	if f == nil {
		return false
	}
	from := len(x.level)
	below, ok := f.descend(append(x.level, target), target)
	x.level = below[:from]
	if !ok {
		return false
	}
	for _, parent := range below[from:] {
		if x.st.Mentioned(parent) {
			for _, p := range x.st.Lookup(store.Pair(m.firstID, parent)) {
				x.tables = append(x.tables, p.Table)
			}
		}
	}
	return true
}

// expand appends the targets that one entity on the way leads to directly, and puts them on the list of those to
// expand.
func (x *exec) expand(m *match, entity, src uint32, skipOwn bool, seen *visits, at int) {
	from := len(x.held)
	x.direct(m, x.w.table(entity), entity, skipOwn, traitInherited)
	to := len(x.held)
	for i := from; i < to; i++ {
		target := x.held[i].id.Second()
		x.level = append(x.level, target)
		if seen.add(target) && (m.second.kind != elementVar || !isBuiltin(target)) {
			x.add(m, at, candidate{id: store.Pair(m.firstID, target), src: src})
		}
	}
	x.held = x.held[:from]
}
