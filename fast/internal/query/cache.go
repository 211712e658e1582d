package query

import (
	"cmp"
	"sync"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A cached query keeps its matches as a list of tables. The world writes a log of tables that have
// come, gone or changed their targets, and of bases whose ids have changed; before a query is
// iterated it patches its list by the entries that the log has got since, so that its answer is
// always that of a fresh query. A change that invalidates more (properties, another world, a fixed
// source that has moved) makes it anew.
//
// Only queries whose matches depend on the table alone are cached: those whose sources are $this or
// fixed, without other variables, and without relationships that are transitive, reflexive or have
// subclasses. Others are always matched anew.

// cache has the matches of a cached query.
type cache struct {
	sink  cacheSink // room
	mu    sync.Mutex
	valid bool
	// State of the world at which the matches hold.
	epoch, traits uint64
	tables, bases uint64 // places in the logs
	fixed         []store.Table
	terms         []*Term // of the query

	matches []TableMatch // what is above aside
	fields  []FieldMatch
	above   *cachedAbove // of a query with terms that climb
	heads   []*heads     // per table: its first match plus 1; nil if there are few matches, which are found without
	link    []int32      // then per match: the next of the same table plus 1, 0 at the end
	Version uint64       // grows when matches change

	singles bool // all terms are single ids on $this: other targets of a table do not matter
	plain   bool // and all are And
	shares  bool // and matches that are alike have the same fields, nothing else being kept per match

	order *cachedOrder // of an ordered query
}

const (
	headPage   = 256
	fewMatches = 8
	fewFields  = 64
)

type heads [headPage]int32

// head is the place of the first match of a table plus 1.
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

// TableMatch is one way in which the entities of a table match. Empty tables may be listed.
type TableMatch struct {
	Table store.Table
	First uint32 // of its fields
}

// FieldMatch is a field of a table match.
type FieldMatch struct {
	ID     store.ID // with the wildcard where the term has _
	Stored store.ID // the id on the source, whose data the field is
	Source uint32   // 0: owned by the entities of the table; else the entity that has it
	Column uint16   // position of the stored id in the ids of its table
	Set    bool
	term   uint8 // the number of the term that matches in cache.terms, plus 1; no pointer, since there are many
}

// tableShaped reports whether the matches depend on the table of $this alone, as far as the query itself tells.
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

// cacheable reports whether tableShaped matches depend on nothing else now.
func (q *Query) cacheable() bool {
	ok := true
	q.Each(func(_ *Node, t *Term) {
		if q.W.NonFragmenting.Any() && isNonFragmentingTerm(q.W, t) {
			ok = false
		}
		if t.First.Kind != ElementConst || !q.W.Store.Alive(t.First.Entity) {
			return
		}
		traits := q.W.TraitsOf(t.First.Entity.Index())
		if q.Subclasses && traits&rules.TraitBase != 0 && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 {
			ok = false
		}
		if q.Transitive && t.Second.Kind != ElementNone && traits&(rules.TraitTransitive|rules.TraitReflexive) != 0 {
			ok = false
		}
	})
	return ok
}

// TableMatches are the current matches by table, and their fields; false if the query cannot be cached so. The slices
// must not be changed and hold until the world changes.
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
	x.AnyBases, x.early = len(w.Store.Lookup(rules.AnyBase)) > 0, true
	c.sink = cacheSink{c: c, q: q}
	if !c.patch(x, &c.sink) {
		c.rebuild(x, &c.sink)
	}
	c.valid, c.epoch, c.traits = true, w.Epoch, w.TraitChanges
	c.tables, c.bases = w.TableLog.End(), w.BaseLog.End()
	c.Version++
}

// fixedHolds reports whether the fixed sources are where they were.
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

// forget drops the matches of a table; the last ones take their places.
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

// drop removes a match; the last one takes its place.
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

// found is a field of a match as a run has it.
func (c *cache) found(at int) Found {
	f := &c.fields[at]
	found := Found{Set: f.Set, ID: f.ID, Stored: f.Stored, Src: f.Source}
	if f.term > 0 {
		found.Term = c.terms[f.term-1]
	}
	return found
}

// ForgetMatches gives back the matches that the query keeps; it keeps matches again when it is asked for some.
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

// CacheMatches makes the query keep its matches, if they depend on tables alone.
func (q *Query) CacheMatches() {
	if q.Cache != nil || !q.tableShaped() {
		return
	}
	c := &cache{singles: !q.exact}
	plain, early, number := true, 0, 0
	for i := range q.Nodes {
		n := &q.Nodes[i]
		number += len(n.Terms)
		if n.climbs() {
			c.above = cmp.Or(c.above, new(cachedAbove))
			c.above.terms = append(c.above.terms, aboveTerm{n, uint8(number)})
			if n.Oper == spec.And {
				c.above.below = append(c.above.below, store.Pair(n.Terms[0].Traversal.Relation.Index(), store.Wildcard))
			}
			continue
		}
		early++
		for j := range n.Terms {
			t := &n.Terms[j]
			c.singles = c.singles && t.First.Kind == ElementConst && t.Second.Kind == ElementNone &&
				t.Src.Kind == ElementVar
		}
		plain = plain && n.Kind == NodeMatch && n.Oper == spec.And
	}
	c.plain = plain && c.singles && early > 0
	c.shares = c.plain && c.above == nil && q.Ordering == nil
	q.Cache = c
	if o := q.Ordering; o != nil {
		c.order = new(cachedOrder)
		o.follow(q.W)
	}
	if !q.W.Logging { // readers may come here, for a query that follows its types
		q.W.Logging = true
	}
}
