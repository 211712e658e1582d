package query

import (
	"cmp"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A cached query stores its matches as a list of tables. The world logs tables that are created,
// removed or get other targets, and bases whose ids change. Before each iteration the query applies
// the new log entries to its list, so its answer always equals that of an uncached query. Changes
// that invalidate more, for example of properties or of the table of a fixed source, rebuild the
// list.
//
// A query is cached only if its matches depend on tables alone: its sources are $this or fixed, it
// has no other variables, and no relationship is transitive, reflexive or has subclasses. Other
// queries are matched again each time. Terms that climb are an exception, see cachedAbove.

// cache has the matches of a cached query.
type cache struct {
	mu      sync.Mutex
	valid   bool
	planned bool // the steps of the current run are a plan for one table
	// The state of the world for which the matches are valid.
	epoch, traits uint64
	tables, bases uint64 // positions in the logs
	fixed         []store.Table

	matches []TableMatch // without the terms that climb
	fields  []FieldMatch
	above   *cachedAbove // results of the terms that climb; nil if there are none
	heads   []*heads     // by table: its first match plus 1; nil while there are few matches, which are searched instead
	link    []int32      // by match: the next match of the same table plus 1, 0 at the end
	Version uint64       // grows when matches change

	singles bool // all terms are single ids on $this, so targets do not matter
	plain   bool // singles, and all operators are And
	owned   bool // all terms are plain and And
	shares  bool // equal matches can share their fields, because nothing else is stored per match

	order *cachedOrder // of an ordered query
}

const (
	headPage   = 256
	fewMatches = 8
	fewFields  = 64
)

type heads [headPage]int32

// head returns the entry for the first match of a table.
func (c *cache) head(t store.Table) *int32 {
	page := int(t / headPage)
	for page >= len(c.heads) {
		c.heads = append(c.heads, nil)
	}
	if c.heads[page] == nil {
		c.heads[page] = new(heads)
	}
	return &c.heads[page][t%headPage]
}

// TableMatch is a match of all entities of a table. A table can have several matches, and can be
// empty.
type TableMatch struct {
	Table store.Table
	First uint32 // index of the first field
}

// FieldMatch is a field of a table match.
type FieldMatch struct {
	ID     store.ID // with the wildcard if the term has _
	Stored store.ID // the id on the source whose value the field has
	Source uint32   // the entity that has the id; 0 if the entities of the table own it
	Column uint16   // column of the stored id in its table
	Set    bool
	term   uint8 // number of the term, among those of its node; not a pointer, to save memory
}

// tableShaped reports whether the matches depend on the table of $this alone, judging by the query
// itself.
func (q *Query) tableShaped() bool {
	if !q.UsesThis || len(q.Variables) > 1 || q.W.Profile.Substitution {
		return false
	}
	shaped := true
	for i := range q.Nodes {
		kind := q.Nodes[i].Kind
		shaped = shaped && (kind == NodeMatch || kind == NodeChain)
	}
	q.Each(func(n *Node, t *Term) {
		shaped = shaped && !t.Compares && (t.Traversal == nil || n.climbs())
		source := t.Src.Kind == ElementConst || t.Src.Uses() == SlotOf(ThisSlot)
		shaped = shaped && source && t.First.Uses()|t.Second.Uses() == 0 && t.Lookups == 0 && t.Member == nil
	})
	return shaped
}

// cacheable reports whether the matches of a tableShaped query depend on tables alone in the
// current world.
func (q *Query) cacheable() bool {
	ok := true
	q.Each(func(_ *Node, t *Term) {
		if q.W.NonFragmenting.Any() && isNonFragmentingTerm(q.W, t) {
			ok = false
		}
		if t.First.Kind != ElementConst || !q.W.Store.Alive(t.First.Entity) {
			return
		}
		ok = ok && !q.derives(t.First.Entity.Index(), t.Second.Kind != ElementNone)
	})
	return ok
}

// derives reports whether an entity may match a single id, or a pair, without having the id itself,
// because of a property of its first element.
func (q *Query) derives(first uint32, pair bool) bool {
	traits := q.W.TraitsOf(first)
	return q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 ||
		pair && q.Transitive && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0
}

// TableMatches returns the current matches by table, and their fields. It returns false if the
// query cannot be cached now. The slices must not be modified and are valid until the world
// changes.
func (q *Query) TableMatches() ([]TableMatch, []FieldMatch, bool) {
	c := q.Cache
	if c == nil || !q.cacheable() || Hides(&q.W.Toggles, q) {
		return nil, nil, false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refresh(q)
	if c.above == nil {
		return c.matches, c.fields, true
	}
	ok := c.climb(q)
	return c.above.matches, c.fields, ok
}

// refresh brings the matches up to date.
func (c *cache) refresh(q *Query) {
	w := q.W
	if c.valid && c.epoch == w.Epoch && c.traits == w.TraitChanges && c.tables == w.TableLog.End() &&
		c.bases == w.BaseLog.End() && c.fixedHolds(q) {
		return
	}
	x := q.NewExec()
	defer x.Release()
	x.AnyBases, x.early, c.planned = len(w.Store.Lookup(rules.AnyBase)) > 0, true, false
	if !c.patch(x) {
		c.rebuild(x)
	}
	c.valid, c.epoch, c.traits = true, w.Epoch, w.TraitChanges
	c.tables, c.bases = w.TableLog.End(), w.BaseLog.End()
	c.Version++
}

// fixedHolds reports whether the fixed sources are still in the same tables.
func (c *cache) fixedHolds(q *Query) bool {
	i, holds := 0, true
	q.Each(func(_ *Node, t *Term) {
		if t.Src.Kind == ElementConst {
			holds = holds && i < len(c.fixed) && c.fixed[i] == q.tableOf(t.Src.Entity)
			i++
		}
	})
	return holds
}

func (q *Query) tableOf(e Entity) store.Table {
	t, _, _ := q.W.Store.Record(e)
	return t
}

// forget removes the matches of a table and fills their slots with the last matches.
func (c *cache) forget(t store.Table) {
	c.linkAll()
	if c.heads == nil {
		for i := len(c.matches) - 1; i >= 0; i-- {
			if c.matches[i].Table == t {
				c.drop(i)
			}
		}
		return
	}
	if page := int(t / headPage); page >= len(c.heads) || c.heads[page] == nil {
		return
	}
	for head := c.head(t); *head != 0; {
		i := *head - 1
		*head = c.link[i]
		last := int32(len(c.matches) - 1)
		if i != last {
			at := c.head(c.matches[last].Table)
			for *at-1 != last {
				at = &c.link[*at-1]
			}
			*at = i + 1
			c.link[i] = c.link[last]
		}
		c.link = c.link[:last]
		c.drop(int(i))
	}
}

// drop removes a match and fills its slot with the last match.
func (c *cache) drop(i int) {
	last := len(c.matches) - 1
	if c.shares {
		c.matches[i] = c.matches[last]
		c.matches = c.matches[:last]
		return
	}
	n := len(c.fields) / len(c.matches)
	c.matches[i].Table = c.matches[last].Table
	copy(c.fields[i*n:(i+1)*n], c.fields[last*n:])
	c.matches, c.fields = c.matches[:last], c.fields[:last*n]
}

// ForgetMatches frees the cached matches. They are cached again when they are next needed.
func (q *Query) ForgetMatches() {
	if c := q.Cache; c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.valid = false
		c.matches, c.fields, c.heads, c.link = nil, nil, nil, nil
		if c.above != nil {
			c.above = &cachedAbove{below: c.above.below, terms: c.above.terms}
		}
		if c.order != nil {
			c.order = new(cachedOrder)
		}
	}
}

// CacheMatches makes the query cache its matches, if they depend on tables alone.
func (q *Query) CacheMatches() {
	if q.Cache != nil || !q.tableShaped() {
		return
	}
	c := &cache{singles: !q.exact, owned: !q.exact}
	plain, early := true, 0
	for i := range q.Nodes {
		n := &q.Nodes[i]
		if n.climbs() {
			c.above = cmp.Or(c.above, new(cachedAbove))
			c.above.terms = append(c.above.terms, n)
			if n.Oper == spec.And {
				c.above.below = append(c.above.below, store.Pair(n.Terms[0].Traversal.Relation.Index(), store.Wildcard))
			}
			continue
		}
		early++
		for j := range n.Terms {
			t := &n.Terms[j]
			c.owned = c.owned && t.isPlain()
			c.singles = c.singles && c.owned && t.Second.Kind == ElementNone
		}
		plain = plain && n.Kind == NodeMatch && n.Oper == spec.And
	}
	c.owned = c.owned && plain && early > 0
	c.plain = c.owned && c.singles
	c.shares = c.plain && c.above == nil && q.Ordering == nil
	q.Cache = c
	if o := q.Ordering; o != nil {
		c.order = new(cachedOrder)
		o.follow(q.W)
	}
	if !q.W.Logging { // written once only, because concurrent readers of a typed query can get here
		q.W.Logging = true
	}
}
