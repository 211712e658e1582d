package rules

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// An instance has each inheritable id of its bases that it does not own. Bases are searched depth
// first: the first base in type order up to its roots, then the next. If the instance owns a pair
// of an exclusive relationship, it inherits no other pair of that relationship. Otherwise it
// inherits such a pair only from the first base that owns one (inheritance.exclusive). All entities
// of a table have the same bases, so the functions here work on tables.

// AnyBase matches tables with bases.
var AnyBase = store.Pair(IsA.Index(), store.Wildcard)

// HasBases reports whether entities of a table are instances. It can be inlined, and is one test if
// no entity has ever had a base.
func (w *World) HasBases(t store.Table) bool { return w.Instances && w.Store.Has(t, AnyBase) }

// bases appends the bases of a table in type order.
func (w *World) bases(t store.Table, to []uint32) []uint32 {
	return w.OwnTargets(to, t, 0, IsA.Index())
}

// Has reports whether an entity of a table owns or inherits an id or a match of a wildcard.
func (w *World) Has(t store.Table, index uint32, id store.ID) bool {
	if w.Owns(t, index, id) {
		return true
	}
	if !w.HasBases(t) {
		return false
	}
	if !id.IsWildcard() {
		_, ok := w.InheritedFrom(t, id)
		return ok
	}
	var buf [16]Held
	return len(w.Collect(buf[:0], t, index, id, TraitInherited)) > 0
}

// Owns is like Has but ignores inherited ids.
func (w *World) Owns(t store.Table, index uint32, id store.ID) bool {
	if id == store.AnySingle {
		singles := w.Store.Singles(t)
		return singles > 1 || singles == 1 && w.Store.IDs(t)[0] != HiddenMark
	}
	return w.OwnsID(t, index, id)
}

// InheritedFrom returns the base from which a table inherits an id that it does not own.
func (w *World) InheritedFrom(t store.Table, id store.ID) (base uint32, ok bool) {
	if id.IsPair() && w.TraitsOf(id.First())&TraitExclusive != 0 &&
		w.Store.Has(t, store.Pair(id.First(), store.Wildcard)) {
		return 0, false
	}
	return w.FromBases(t, id)
}

// hiddenBy returns the pattern of the ids that hide an inherited id: in an exclusive relationship
// all its pairs, otherwise the id itself. first are the traits of the id's first element.
func hiddenBy(id store.ID, first Traits) store.ID {
	if id.IsPair() && first&TraitExclusive != 0 {
		return store.Pair(id.First(), store.Wildcard)
	}
	return id
}

// FromBases is like InheritedFrom but ignores the ids of the table itself.
func (w *World) FromBases(t store.Table, id store.ID) (base uint32, ok bool) {
	return w.LookAbove(t, id, TraitInherited, nil)
}

// Above caches which base has an id, for the bases on a path. It is valid until the world changes.
type Above struct {
	of   map[aboveOf]uint32
	path []uint32 // scratch
}

type aboveOf struct {
	id   store.ID
	base uint32
}

// The first farAbove steps of a walk are not cached, because caching them costs more than it saves.
// The cache is emptied before it has more than maxAbove entries.
const (
	farAbove = 16
	maxAbove = 1 << 18
)

// keep caches the result of a walk, the base that it found or 0, for every base on its path.
func (a *Above) keep(id store.ID, found uint32) {
	if len(a.path) > 0 && (a.of == nil || len(a.of)+len(a.path) > maxAbove) {
		a.of = map[aboveOf]uint32{}
	}
	for _, base := range a.path {
		a.of[aboveOf{id, base}] = found
	}
}

// LookAbove is like FromBases, but finds a base only if the id's first element has a trait in
// allow. If far is not nil, LookAbove caches long walks there. Then asking every entity of a chain
// of bases takes time proportional to the length of the chain.
func (w *World) LookAbove(t store.Table, id store.ID, allow Traits, far *Above) (base uint32, ok bool) {
	first := w.TraitsOf(id.First())
	if first&allow == 0 {
		return 0, false
	}
	family := hiddenBy(id, first)
	if far != nil {
		far.path = far.path[:0]
	}
	for steps := 0; ; steps++ {
		bases := w.Store.Pairs(t, IsA.Index())
		if len(bases) == 0 {
			base = 0
			break
		}
		if len(bases) > 1 {
			var seen Visits
			base, _ = w.search(t, family, &seen)
			break
		}
		base = bases[0].Second()
		if far != nil && steps >= farAbove {
			if known, ok := far.of[aboveOf{family, base}]; ok {
				base = known
				break
			}
			far.path = append(far.path, base)
		}
		t = w.Table(base)
		if w.Store.Has(t, family) {
			break
		}
	}
	if far != nil {
		far.keep(family, base)
	}
	return base, base != 0 && (family == id || w.OwnsID(w.Table(base), base, id))
}

// search returns the first base of a table, depth first, that owns an id or a match of a wildcard.
func (w *World) search(t store.Table, id store.ID, seen *Visits) (uint32, bool) {
	var buf [8]uint32
	for _, base := range w.bases(t, buf[:0]) {
		if !seen.Add(base) {
			continue
		}
		bt := w.Table(base)
		if w.Store.Has(bt, id) {
			return base, true
		}
		if found, ok := w.search(bt, id, seen); ok {
			return found, true
		}
	}
	return 0, false
}

// Held is an id that an entity has. Base is the base from which the entity inherits the id, or 0 if
// the entity owns it.
type Held struct {
	ID   store.ID
	Base uint32
}

// Collect appends the ids that an entity of a table owns or inherits and that match a pattern, each
// once. It omits an inherited id unless its first element has a trait in allow.
func (w *World) Collect(to []Held, t store.Table, index uint32, pattern store.ID, allow Traits) []Held {
	return w.CollectAs(to, t, index, pattern, allow, true, false)
}

// CollectAs is like Collect. If own is false, it appends what the entity would inherit if it owned
// nothing. If enabled is set, it skips disabled ids. A disabled id still hides the same id of a
// base, and an entity still inherits from a base if its pair (IsA, base) is disabled.
func (w *World) CollectAs(
	to []Held, t store.Table, index uint32, pattern store.ID, allow Traits, own, enabled bool,
) []Held {
	if own {
		from := len(to)
		to = w.CollectOwn(to, t, index, pattern)
		if enabled {
			to = dropHeld(to, from, func(h Held) bool { return w.IsOff(index, h.ID) })
		}
	}
	if !w.HasBases(t) {
		return to
	}
	if first := pattern.First(); first != store.Wildcard {
		traits := w.TraitsOf(first)
		if traits&allow == 0 || own && traits&TraitExclusive != 0 && pattern.IsPair() &&
			w.Store.Has(t, store.Pair(first, store.Wildcard)) {
			return to
		}
	}
	var tables [16]store.Table
	c := collector{w: w, pattern: pattern, allow: allow, tables: tables[:0], to: to, enabled: enabled}
	if own {
		c.tables = append(c.tables, t)
	}
	c.visit(t)
	return c.to
}

// CollectOwn appends the ids that an entity of a table owns and that match a pattern.
func (w *World) CollectOwn(to []Held, t store.Table, index uint32, pattern store.ID) []Held {
	if !pattern.IsWildcard() {
		if w.OwnsID(t, index, pattern) {
			to = append(to, Held{pattern, 0})
		}
		return to
	}
	column, count := w.Store.Find(t, pattern)
	ids := w.Store.IDs(t)
	for p := column; count > 0; p++ {
		if ids[p].Matches(pattern) {
			count--
			if ids[p] != HiddenMark {
				to = append(to, Held{w.Actual(ids[p], index), 0})
			}
		}
	}
	if w.NonFragmenting.Any() && pattern.IsPair() && pattern.Second() != store.Wildcard {
		return w.collectNonFragmenting(to, t, index, pattern.Second())
	}
	return to
}

// collector collects the ids that the bases of a table add.
type collector struct {
	w       *World
	pattern store.ID
	allow   Traits
	tables  []store.Table // whose ids hide those of later bases
	seen    Visits
	to      []Held
	enabled bool // skip disabled ids
}

func (c *collector) visit(t store.Table) {
	var buf [8]uint32
	for _, base := range c.w.bases(t, buf[:0]) {
		if !c.seen.Add(base) {
			continue
		}
		bt := c.w.Table(base)
		c.take(bt, base)
		c.tables = append(c.tables, bt)
		c.visit(bt)
	}
}

// take appends the ids of a base that no earlier table hides. It does not call CollectOwn, because
// copying the ids that are not inherited makes it 9 % slower.
func (c *collector) take(t store.Table, base uint32) {
	column, count := c.w.Store.Find(t, c.pattern)
	ids := c.w.Store.IDs(t)
	for p := column; count > 0; p++ {
		if ids[p].Matches(c.pattern) {
			count--
			c.takeID(c.w.Actual(ids[p], base), base)
		}
	}
	if c.w.NonFragmenting.Any() && c.pattern.IsPair() && c.pattern.Second() != store.Wildcard {
		var buf [4]Held
		for _, h := range c.w.collectNonFragmenting(buf[:0], t, base, c.pattern.Second()) {
			if h.ID.Matches(c.pattern) {
				c.takeID(h.ID, base)
			}
		}
	}
}

// takeID appends an id of a base unless an earlier table hides it.
func (c *collector) takeID(id store.ID, base uint32) {
	first := c.w.TraitsOf(id.First())
	if first&c.allow != 0 && !c.hidden(hiddenBy(id, first)) && (!c.enabled || !c.w.IsOff(base, id)) {
		c.to = append(c.to, Held{id, base})
	}
}

// hidden reports whether an earlier table has the id or a match.
func (c *collector) hidden(id store.ID) bool {
	for _, t := range c.tables {
		if c.w.Store.Has(t, id) {
			return true
		}
	}
	return false
}

// Ancestors appends all bases of an entity, direct and indirect.
func (w *World) Ancestors(to []uint32, index uint32) []uint32 {
	if !w.HasBases(w.Table(index)) {
		return to
	}
	from := len(to)
	to = w.bases(w.Table(index), to)
	for i := from; i < len(to); i++ {
		var buf [8]uint32
		for _, base := range w.bases(w.Table(to[i]), buf[:0]) {
			if !slices.Contains(to[from:], base) {
				to = append(to, base)
			}
		}
	}
	return to
}

// IsFoundAbove reports whether traversal of a relationship can find ids with a given first element.
func (w *World) IsFoundAbove(first, relation Entity) bool {
	traits := w.TraitsOf(first.Index())
	if relation == IsA {
		return traits&TraitInherited != 0
	}
	return w.Profile.FindsUninherited || traits&(TraitProperty|TraitDontInherit) == 0
}

// DropUninherited removes from list[from:] the ids that traversal of a relationship other than IsA
// does not find in the profile: properties and ids with DontInherit (QRY-376,
// traversal.other-relationships).
func (w *World) DropUninherited(list []Held, from int) []Held {
	if w.Profile.FindsUninherited {
		return list
	}
	return dropHeld(list, from, func(h Held) bool {
		return w.TraitsOf(h.ID.First())&(TraitProperty|TraitDontInherit) != 0
	})
}

// dropHeld removes ids of list[from:].
func dropHeld(list []Held, from int, drop func(Held) bool) []Held {
	return list[:from+len(slices.DeleteFunc(list[from:], drop))]
}
