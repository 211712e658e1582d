package fast

import "github.com/relspec/relspec/fast/internal/store"

// An instance has each id of its bases that it does not own and that is inherited, found depth first: in the first base
// in type order up to its roots, then in the next. An exclusive relationship is taken as a whole: its first holder,
// the instance first, hides all further ones (ruling 14). All entities of a table have the same bases, so everything
// here is about tables.

// anyBase is the pattern of a table with bases.
var anyBase = store.Pair(IsA.Index(), store.Wildcard)

// hasBases reports whether entities of a table are instances.
func (w *World) hasBases(t store.Table) bool { return w.st.Has(t, anyBase) }

// bases appends the bases of a table in type order.
func (w *World) bases(t store.Table, to []uint32) []uint32 { return w.ownTargets(to, t, 0, anyBase) }

// ownTargets appends the targets of the pairs of a relationship that an entity of a table owns, in type order.
func (w *World) ownTargets(to []uint32, t store.Table, index uint32, pairs store.ID) []uint32 {
	column, count := w.st.Find(t, pairs)
	from := len(to)
	for _, id := range w.st.IDs(t)[column : column+count] {
		to = append(to, w.actual(id, index).Second())
	}
	w.sortEntities(to[from:])
	return to
}

// visits is a set of indices, small ones without allocation.
type visits struct {
	few  [16]uint32
	n    int
	many map[uint32]struct{}
}

// add reports whether the index is new.
func (v *visits) add(index uint32) bool {
	if v.many != nil {
		if _, ok := v.many[index]; ok {
			return false
		}
		v.many[index] = struct{}{}
		return true
	}
	for _, have := range v.few[:v.n] {
		if have == index {
			return false
		}
	}
	if v.n < len(v.few) {
		v.few[v.n] = index
		v.n++
		return true
	}
	v.many = make(map[uint32]struct{}, 4*len(v.few))
	for _, have := range v.few {
		v.many[have] = struct{}{}
	}
	v.many[index] = struct{}{}
	return true
}

// has reports whether an entity of a table owns or inherits an id or a match of a wildcard.
func (w *World) has(t store.Table, index uint32, id store.ID) bool {
	if w.owns(t, index, id) {
		return true
	}
	if !w.hasBases(t) {
		return false
	}
	if !id.IsWildcard() {
		_, ok := w.inheritedFrom(t, id)
		return ok
	}
	var buf [16]held
	return len(w.collect(buf[:0], t, index, id, traitInherited)) > 0
}

// owns is has without inheritance.
func (w *World) owns(t store.Table, index uint32, id store.ID) bool {
	if id == store.AnySingle {
		singles := w.st.Singles(t)
		return singles > 1 || singles == 1 && w.st.IDs(t)[0] != hiddenMark
	}
	return w.ownsID(t, index, id)
}

// inheritedFrom finds the base that an id which a table does not own is inherited from.
func (w *World) inheritedFrom(t store.Table, id store.ID) (base uint32, ok bool) {
	if id.IsPair() && w.traitsOf(id.First())&traitExclusive != 0 && w.st.Has(t, store.Pair(id.First(), store.Wildcard)) {
		return 0, false
	}
	return w.fromBases(t, id)
}

// fromBases finds the base that an id is inherited from, whatever the table itself owns.
func (w *World) fromBases(t store.Table, id store.ID) (base uint32, ok bool) {
	return w.lookAbove(t, id, traitInherited)
}

// lookAbove is fromBases for ids with one of some traits.
func (w *World) lookAbove(t store.Table, id store.ID, allow traits) (base uint32, ok bool) {
	first := w.traitsOf(id.First())
	if first&allow == 0 {
		return 0, false
	}
	family := id // what hides the id of further bases
	if id.IsPair() && first&traitExclusive != 0 {
		family = store.Pair(id.First(), store.Wildcard)
	}
	for {
		column, count := w.st.Find(t, anyBase)
		if count == 0 {
			return 0, false
		}
		if count > 1 {
			var seen visits
			base, _ = w.search(t, family, &seen)
			break
		}
		base = w.st.IDs(t)[column].Second()
		t = w.table(base)
		if w.st.Has(t, family) {
			break
		}
	}
	return base, base != 0 && (family == id || w.ownsID(w.table(base), base, id))
}

// search finds the first base of a table, depth first, that owns an id or a match of a wildcard.
func (w *World) search(t store.Table, id store.ID, seen *visits) (uint32, bool) {
	var buf [8]uint32
	for _, base := range w.bases(t, buf[:0]) {
		if !seen.add(base) {
			continue
		}
		bt := w.table(base)
		if w.st.Has(bt, id) {
			return base, true
		}
		if found, ok := w.search(bt, id, seen); ok {
			return found, true
		}
	}
	return 0, false
}

// held is an id that a table's entities have, and the base that they inherit it from, 0 if they own it.
type held struct {
	id   store.ID
	base uint32
}

// collect appends the ids that an entity of a table owns or inherits and that match a pattern, each once.
func (w *World) collect(to []held, t store.Table, index uint32, pattern store.ID, allow traits) []held {
	to = w.collectOwn(to, t, index, pattern)
	if !w.hasBases(t) {
		return to
	}
	if first := pattern.First(); first != store.Wildcard {
		traits := w.traitsOf(first)
		if traits&allow == 0 || traits&traitExclusive != 0 && pattern.IsPair() && w.st.Has(t, store.Pair(first, store.Wildcard)) {
			return to
		}
	}
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: append(tables[:0], t), to: to}
	c.visit(t)
	return c.to
}

// collectInherited appends what entities of a table would inherit if they owned nothing.
func (w *World) collectInherited(to []held, t store.Table, pattern store.ID, allow traits) []held {
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: tables[:0], to: to}
	c.visit(t)
	return c.to
}

func (w *World) collectOwn(to []held, t store.Table, index uint32, pattern store.ID) []held {
	if !pattern.IsWildcard() {
		if w.ownsID(t, index, pattern) {
			to = append(to, held{pattern, 0})
		}
		return to
	}
	column, count := w.st.Find(t, pattern)
	ids := w.st.IDs(t)
	for p := column; count > 0; p++ {
		if ids[p].Matches(pattern) {
			count--
			if ids[p] != hiddenMark {
				to = append(to, held{w.actual(ids[p], index), 0})
			}
		}
	}
	if w.loose.any() && pattern.IsPair() && pattern.Second() != store.Wildcard {
		return w.collectLoose(to, t, index, pattern.Second())
	}
	return to
}

// collector gathers what the bases of a table add.
type collector struct {
	w       *World
	pattern store.ID
	allow   traits
	tables  []store.Table // the table itself and those of the bases seen, in order
	seen    visits
	to      []held
	toggled bool // what is off is left out
}

func (c *collector) visit(t store.Table) {
	var buf [8]uint32
	for _, base := range c.w.bases(t, buf[:0]) {
		if !c.seen.add(base) {
			continue
		}
		bt := c.w.table(base)
		c.take(bt, base)
		c.tables = append(c.tables, bt)
		c.visit(bt)
	}
}

// take appends what one base adds to what stands before it.
func (c *collector) take(t store.Table, base uint32) {
	st := c.w.st
	column, count := st.Find(t, c.pattern)
	ids := st.IDs(t)
	for p := column; count > 0; p++ {
		id := ids[p]
		if !id.Matches(c.pattern) {
			continue
		}
		count--
		c.takeID(c.w.actual(id, base), base)
	}
	if c.w.loose.any() && c.pattern.IsPair() && c.pattern.Second() != store.Wildcard {
		var buf [4]held
		for _, h := range c.w.collectLoose(buf[:0], t, base, c.pattern.Second()) {
			if h.id.Matches(c.pattern) {
				c.takeID(h.id, base)
			}
		}
	}
}

// takeID appends an id of a base unless something before hides it.
func (c *collector) takeID(id store.ID, base uint32) {
	first := c.w.traitsOf(id.First())
	if first&c.allow == 0 {
		return
	}
	family := id
	if id.IsPair() && first&traitExclusive != 0 {
		family = store.Pair(id.First(), store.Wildcard)
	}
	if !c.hidden(family) && (!c.toggled || !c.w.isOff(base, id)) {
		c.to = append(c.to, held{id, base})
	}
}

// hidden reports whether a table before the present one has the id or a match.
func (c *collector) hidden(id store.ID) bool {
	for _, t := range c.tables {
		if c.w.st.Has(t, id) {
			return true
		}
	}
	return false
}
