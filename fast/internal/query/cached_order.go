package query

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// A cached query that keeps its matches keeps their order too (QRY-540), and where each group
// begins and ends in it (QRY-560, QRY-571). The rows hold until entities come, go or change their
// ids, which the versions of the tables tell. Values can be written through addresses without a
// mark, so that no version would do for them: a run compares each row's value with the next one's
// where it is, which costs about as much as going over the rows, and sorts only if two are out of
// order. Its answer is therefore always that of a fresh query.

// CachedOrder is the rows of an ordered query. It is not changed once others can see it: readers share it.
type CachedOrder struct {
	state  orderState
	tables []cachedTable // of the matches; nil if other tables decide too
	Rows   []OrderedRow
	groups map[uint32]Span // by target, 0 for rows without
}

// mostStored is how many rows are kept; an answer with more is ordered anew each time.
const mostStored = 1_000_000

// Span is a part of the rows.
type Span struct{ From, To int }

// cachedTable is a table as it was when its rows were ordered.
type cachedTable struct {
	table   store.Table
	version uint32
}

// orderState is the state that decides which rows there are, and their order but for values.
type orderState struct {
	changes                         uint64 // of rows and ids in any table
	epoch, traits, toggles, matches uint64
}

// recall makes the rows of the sink those that the query keeps, in order; false if it cannot keep
// them. Depths depend on entities of other tables, and non-fragmenting pairs on more than the
// table: those are ordered anew.
func (g *OrderSink) recall() bool {
	k, part := g.Current()
	if k == nil {
		return false
	}
	g.Rows = k.Rows[part.From:part.To]
	return true
}

// Current has the rows that the query keeps in order, and the part of its rows that the sink is
// for, in order; nil if it cannot keep them.
func (g *OrderSink) Current() (k *CachedOrder, part Span) {
	x, w := g.X, g.X.W
	c := x.Q.Cache
	if c == nil || g.O.Cascades || w.NonFragmenting.Any() {
		return nil, Span{}
	}
	matches, _, ok := x.Q.TableMatches()
	if !ok {
		return nil, Span{}
	}
	now := orderState{w.Store.Changes(), w.Epoch, w.TraitChanges, w.Toggles.Changes, c.Version}
	k = c.order.Load()
	if k == nil || k.state != now {
		if k = g.confirm(k, now); k == nil {
			k = g.keepOrder(now, matches)
		}
		if k == nil {
			return nil, Span{}
		}
		c.order.Store(k)
	}
	part = Span{0, len(k.Rows)}
	if g.Only != nil {
		part = k.groups[*g.Only]
	}
	if !g.inOrder(k.Rows[part.From:part.To]) {
		k = k.resorted(g, part)
		c.order.Store(k)
	}
	return k, part
}

// confirm gives the stored order the present state, if only tables have changed that do not matter; else nil.
func (g *OrderSink) confirm(k *CachedOrder, now orderState) *CachedOrder {
	if k == nil || k.tables == nil {
		return nil
	}
	before := k.state
	if before.changes = now.changes; before != now {
		return nil
	}
	for _, t := range k.tables {
		if g.X.Store.Version(t.table) != t.version {
			return nil
		}
	}
	again := *k
	again.state = now
	return &again
}

// keepOrder finds and orders all rows; nil if there are too many to keep.
func (g *OrderSink) keepOrder(now orderState, matches []TableMatch) *CachedOrder {
	all := OrderSink{X: g.X, O: g.O, split: g.O.Sorts}
	if !g.X.Q.Replay(g.X, &all) || len(all.Rows) > mostStored {
		return nil
	}
	all.sort(all.Rows)
	k := &CachedOrder{state: now, Rows: all.Rows}
	if g.O.Groups {
		k.groups = SpansOf(len(k.Rows), func(i int) uint32 { return k.Rows[i].group })
	}
	if all.ownKeys() {
		k.tables = make([]cachedTable, len(matches))
		for i, m := range matches {
			k.tables[i] = cachedTable{m.Table, g.X.Store.Version(m.Table)}
		}
	}
	return k
}

// ownKeys reports whether each row's value is one of its own entity.
func (g *OrderSink) ownKeys() bool {
	if g.O.By == nil && g.O.Entities == nil {
		return true
	}
	for i := range g.Rows {
		if r := &g.Rows[i]; g.O.By == nil || r.cell == nil || r.fields[g.O.Field].Src != 0 {
			return false
		}
	}
	return true
}

// SpansOf tells where the groups of a list of n are that is in their order.
func SpansOf(n int, group func(i int) uint32) map[uint32]Span {
	groups := map[uint32]Span{}
	from := 0
	for i := range n {
		if i+1 == n || group(i+1) != group(i) {
			groups[group(i)] = Span{from, i + 1}
			from = i + 1
		}
	}
	return groups
}

// inOrder reports whether rows that were in order are so still, in the same blocks: values may have
// changed, nothing else.
func (g *OrderSink) inOrder(rows []OrderedRow) bool {
	if g.O.By == nil && g.O.Entities == nil {
		return true
	}
	for i := 1; i < len(rows); i++ {
		if c := g.compareKeys(&rows[i-1], &rows[i]); c > 0 || (c == 0) != rows[i].tied {
			return false
		}
	}
	return true
}

// resorted is the stored order with a part of the rows sorted by the present values. Most rows are
// in order among each other: those that are not are taken out, sorted and merged with the rest.
func (k *CachedOrder) resorted(g *OrderSink, part Span) *CachedOrder {
	again := *k
	again.Rows = slices.Clone(k.Rows)
	stay := make([]OrderedRow, 0, part.To-part.From)
	var move []OrderedRow
	for i := part.From; i < part.To; i++ {
		r, last := &k.Rows[i], len(stay)-1
		if last < 0 || g.compareRows(&stay[last], r) <= 0 {
			stay = append(stay, *r)
			continue
		}
		move = append(move, stay[last], *r) // one of the two has changed
		stay = stay[:last]
	}
	slices.SortFunc(move, g.compare)
	for i := part.From; i < part.To; i++ {
		if len(stay) == 0 || len(move) > 0 && g.compareRows(&move[0], &stay[0]) < 0 {
			again.Rows[i], move = move[0], move[1:]
		} else {
			again.Rows[i], stay = stay[0], stay[1:]
		}
	}
	g.tie(again.Rows[part.From:part.To])
	return &again
}
