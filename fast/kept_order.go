package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
)

// A cached query that keeps its matches keeps their order too (QRY-540), and where each group begins and ends in it
// (QRY-560, QRY-571). The rows hold until entities come, go or change their ids, which the versions of the tables tell.
// Values can be written through addresses without a mark, so that no version would do for them: a run compares each row's
// value with the next one's where it is, which costs about what going over the rows does, and sorts only if two are out of
// order. Its answer is therefore always that of a fresh query.

// keptOrder is the rows of an ordered query. It is not changed once others can see it: readers share it.
type keptOrder struct {
	state  orderState
	tables []keptTable // of the matches; nil if other tables decide too
	rows   []orderedRow
	groups map[uint32]span // by target, 0 for rows without
}

// mostKept is how many rows are kept; an answer with more is ordered anew each time.
const mostKept = 1_000_000

// span is a part of the rows.
type span struct{ from, to int }

// keptTable is a table as it was when its rows were ordered.
type keptTable struct {
	table   store.Table
	version uint32
}

// orderState is what decides which rows there are, and their order but for values.
type orderState struct {
	changes                         uint64 // of rows and ids in any table
	epoch, traits, toggles, matches uint64
}

// recall makes the rows of the sink those that the query keeps, in order; false if it cannot keep them. Depths depend on
// entities of other tables, and loose pairs on more than the table: those are ordered anew.
func (g *orderSink) recall() bool {
	k, part := g.current()
	if k == nil {
		return false
	}
	g.rows = k.rows[part.from:part.to]
	return true
}

// current is what the query keeps, and the part of its rows that the sink is for, in order; nil if it cannot keep them.
func (g *orderSink) current() (k *keptOrder, part span) {
	x, w := g.x, g.x.w
	c := x.q.cache
	if c == nil || g.o.cascades || w.loose.any() {
		return nil, span{}
	}
	matches, _, ok := x.q.tableMatches()
	if !ok {
		return nil, span{}
	}
	now := orderState{w.st.Changes(), w.epoch, w.traitChanges, w.toggles.changes, c.version}
	k = c.order.Load()
	if k == nil || k.state != now {
		if k = g.confirm(k, now); k == nil {
			k = g.keepOrder(now, matches)
		}
		if k == nil {
			return nil, span{}
		}
		c.order.Store(k)
	}
	part = span{0, len(k.rows)}
	if g.only != nil {
		part = k.groups[*g.only]
	}
	if !g.inOrder(k.rows[part.from:part.to]) {
		k = k.resorted(g, part)
		c.order.Store(k)
	}
	return k, part
}

// confirm gives what is kept the present state, if only tables have changed that do not matter; else nil.
func (g *orderSink) confirm(k *keptOrder, now orderState) *keptOrder {
	if k == nil || k.tables == nil {
		return nil
	}
	before := k.state
	if before.changes = now.changes; before != now {
		return nil
	}
	for _, t := range k.tables {
		if g.x.st.Version(t.table) != t.version {
			return nil
		}
	}
	again := *k
	again.state = now
	return &again
}

// keepOrder finds and orders all rows; nil if there are too many to keep.
func (g *orderSink) keepOrder(now orderState, matches []tableMatch) *keptOrder {
	all := orderSink{x: g.x, o: g.o, split: g.o.sorts}
	if !g.x.q.replay(g.x, &all) || len(all.rows) > mostKept {
		return nil
	}
	all.sort(all.rows)
	k := &keptOrder{state: now, rows: all.rows}
	if g.o.groups {
		k.groups = spansOf(len(k.rows), func(i int) uint32 { return k.rows[i].group })
	}
	if all.ownKeys() {
		k.tables = make([]keptTable, len(matches))
		for i, m := range matches {
			k.tables[i] = keptTable{m.table, g.x.st.Version(m.table)}
		}
	}
	return k
}

// ownKeys reports whether each row's value is one of its own entity.
func (g *orderSink) ownKeys() bool {
	if g.o.by == nil && g.o.entities == nil {
		return true
	}
	for i := range g.rows {
		if r := &g.rows[i]; g.o.by == nil || r.cell == nil || r.fields[g.o.field].src != 0 {
			return false
		}
	}
	return true
}

// spansOf tells where the groups of a list of n are that is in their order.
func spansOf(n int, group func(i int) uint32) map[uint32]span {
	groups := map[uint32]span{}
	from := 0
	for i := range n {
		if i+1 == n || group(i+1) != group(i) {
			groups[group(i)] = span{from, i + 1}
			from = i + 1
		}
	}
	return groups
}

// inOrder reports whether rows that were in order are so still, in the same blocks: values may have changed, nothing else.
func (g *orderSink) inOrder(rows []orderedRow) bool {
	if g.o.by == nil && g.o.entities == nil {
		return true
	}
	for i := 1; i < len(rows); i++ {
		if c := g.compareKeys(&rows[i-1], &rows[i]); c > 0 || (c == 0) != rows[i].tied {
			return false
		}
	}
	return true
}

// resorted is what is kept with a part of the rows sorted by the present values. Most rows are in order among each other:
// those that are not are taken out, sorted and merged with the rest.
func (k *keptOrder) resorted(g *orderSink, part span) *keptOrder {
	again := *k
	again.rows = slices.Clone(k.rows)
	stay := make([]orderedRow, 0, part.to-part.from)
	var move []orderedRow
	for i := part.from; i < part.to; i++ {
		r, last := &k.rows[i], len(stay)-1
		if last < 0 || g.compareRows(&stay[last], r) <= 0 {
			stay = append(stay, *r)
			continue
		}
		move = append(move, stay[last], *r) // one of the two has changed
		stay = stay[:last]
	}
	slices.SortFunc(move, g.compare)
	for i := part.from; i < part.to; i++ {
		if len(stay) == 0 || len(move) > 0 && g.compareRows(&move[0], &stay[0]) < 0 {
			again.rows[i], move = move[0], move[1:]
		} else {
			again.rows[i], stay = stay[0], stay[1:]
		}
	}
	g.tie(again.rows[part.from:part.to])
	return &again
}
